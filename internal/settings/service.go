package settings

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// freshFor is how long settings are cached, and so the maximum delay of a change on another node or by a command.
const freshFor = time.Second

// publicReadTimeout is how long public pages wait for the database.
const publicReadTimeout = 500 * time.Millisecond

// Service reads and changes the settings. It caches them for freshFor.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	online bool // a card payment provider is configured
	cache  atomic.Pointer[cached]
	public atomic.Pointer[publicHash]
}

var (
	errChangedMeanwhile = fault.New(fault.Conflict, "settings_changed",
		"Somebody else has changed the settings meanwhile. Please compare and save again.")
	errNoPayment = fault.InField("pay.cod",
		"Shoppers need a way to pay: please leave cash on delivery or card payment on.")
	errNoPaymentButCash = fault.InField("pay.cod",
		"Shoppers need a way to pay: please leave cash on delivery on, as no card payment is set up.")
)

type cached struct {
	settings Settings
	version  int
	readAt   time.Time
}

// publicHash is the hash of the public settings for a version and a minute.
type publicHash struct {
	version int
	minute  int64 // since 1970
	hash    uint64
}

// New returns a service on a database. online reports whether a card payment provider is configured; without one, online
// payment is not offered, whatever the owner's setting.
func New(d *db.DB, c clock.Clock, online bool) *Service {
	return &Service{db: d, clock: c, online: online}
}

// Get returns the settings, cached for up to freshFor.
func (s *Service) Get(ctx context.Context) (Settings, error) {
	entry, err := s.fresh(ctx)
	if err != nil {
		return Settings{}, err
	}
	return entry.settings, nil
}

// Version returns the number of changes of the settings, for use in cache keys.
func (s *Service) Version(ctx context.Context) (int, error) {
	_, version, err := s.GetVersioned(ctx)
	return version, err
}

// GetVersioned returns the settings with their version, cached for up to freshFor.
func (s *Service) GetVersioned(ctx context.Context) (Settings, int, error) {
	entry, err := s.fresh(ctx)
	if err != nil {
		return Settings{}, 0, err
	}
	return entry.settings, entry.version, nil
}

// GetOrLast returns the settings and their version. If the database does not respond within publicReadTimeout, it returns
// the last known settings, or the defaults.
func (s *Service) GetOrLast(ctx context.Context) (Settings, int) {
	if entry := s.cached(); entry != nil {
		return entry.settings, entry.version
	}
	timeoutCtx, cancel := context.WithTimeout(ctx, publicReadTimeout)
	defer cancel()
	entry, err := s.fresh(timeoutCtx)
	if err != nil {
		if entry = s.cache.Load(); entry == nil {
			return Defaults(), 0
		}
		// Restart the cache period, so that the next requests do not wait, too.
		s.cache.CompareAndSwap(entry, &cached{settings: entry.settings, version: entry.version, readAt: s.clock.Now()})
	}
	return entry.settings, entry.version
}

// PublicHash returns a hash of the current public settings. It changes with the settings and may change each minute: the
// shop opens or closes, a pause ends, or the promised time passes.
func (s *Service) PublicHash(ctx context.Context) uint64 {
	settings, version := s.GetOrLast(ctx)
	now := s.clock.Now()
	minute := now.Unix() / 60
	if last := s.public.Load(); last != nil && last.version == version && last.minute == minute {
		return last.hash
	}
	public := settings.public(now, s.online, language.English)
	public.Version = version
	body, err := json.Marshal(public)
	if err != nil {
		panic(err) // not reached: the same value is sent as JSON
	}
	sum := sha256.Sum256(body)
	latest := &publicHash{version: version, minute: minute, hash: binary.BigEndian.Uint64(sum[:])}
	s.public.Store(latest)
	return latest.hash
}

// cached returns the cached settings, or nil if there are none or they are older than freshFor.
func (s *Service) cached() *cached {
	if entry := s.cache.Load(); entry != nil && s.clock.Now().Sub(entry.readAt) < freshFor {
		return entry
	}
	return nil
}

func (s *Service) fresh(ctx context.Context) (*cached, error) {
	now := s.clock.Now()
	if entry := s.cached(); entry != nil {
		return entry, nil
	}
	settings, version, err := load(ctx, s.db, "")
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	entry := &cached{settings: settings, version: version, readAt: now}
	s.cache.Store(entry)
	return entry, nil
}

// Update changes the fields present in a JSON object and returns the new settings. Each changed field is recorded in the
// activity log.
func (s *Service) Update(ctx context.Context, patch []byte) (Settings, error) {
	after, _, err := s.change(ctx, func(before Settings, _ int) (Settings, error) { return before.Apply(patch) })
	return after, err
}

// UpdateFrom is Update for a given version of the settings; it also returns the next version. If they have changed since,
// it returns fault.Conflict.
func (s *Service) UpdateFrom(ctx context.Context, version int, patch []byte) (Settings, int, error) {
	return s.change(ctx, func(before Settings, last int) (Settings, error) {
		if last != version {
			return before, errChangedMeanwhile
		}
		return before.Apply(patch)
	})
}

// UpdateIn is Update in the caller's transaction; the caller calls Forget after the commit.
func (s *Service) UpdateIn(ctx context.Context, tx *db.Tx, patch []byte) error {
	_, _, err := s.changeIn(ctx, tx, func(before Settings, _ int) (Settings, error) { return before.Apply(patch) })
	return err
}

// Forget clears the cache.
func (s *Service) Forget() { s.cache.Store(nil) }

// Pause stops taking orders until a time, in UTC; nil resumes. It returns the settings with their version.
func (s *Service) Pause(ctx context.Context, until *time.Time) (Settings, int, error) {
	return s.change(ctx, func(before Settings, _ int) (Settings, error) {
		before.PausedUntil = until
		return before, nil
	})
}

// changeFunc computes the new settings from the current ones and their version.
type changeFunc func(before Settings, version int) (Settings, error)

func (s *Service) change(ctx context.Context, change changeFunc) (after Settings, version int, err error) {
	now := s.clock.Now()
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		after, version, err = s.changeIn(ctx, tx, change)
		return err
	})
	if err != nil {
		return Settings{}, 0, fmt.Errorf("change the settings: %w", err)
	}
	s.cache.Store(&cached{settings: after, version: version, readAt: now})
	return after, version, nil
}

func (s *Service) changeIn(ctx context.Context, tx *db.Tx, change changeFunc) (after Settings, version int, err error) {
	before, version, err := load(ctx, tx, tx.ForUpdate())
	if err != nil {
		return after, 0, err
	}
	if after, err = change(before, version); err != nil {
		return after, 0, err
	}
	if err := s.refusePay(before.Pay, after.Pay); err != nil {
		return after, 0, err
	}
	if before.Bill.Prefix != after.Bill.Prefix {
		if err := checkSeries(ctx, tx, after.Bill); err != nil {
			return after, 0, err
		}
	}
	entries, err := differences(before, after)
	if err != nil || len(entries) == 0 {
		return after, version, err
	}
	now := s.clock.Now()
	if err := save(ctx, tx, after, version+1, now); err != nil {
		return after, 0, err
	}
	return after, version + 1, audit.Write(ctx, tx, now, entries...)
}

// refusePay refuses a change that leaves no way to pay. UPI does not count: it is only another way to pay an order
// placed as cash on delivery.
func (s *Service) refusePay(before, after Pay) error {
	switch {
	case before == after || after.COD:
		return nil
	case !s.online:
		return errNoPaymentButCash
	case !after.Online:
		return errNoPayment
	}
	return nil
}

// differences returns an audit entry for each changed field, by its name in the API.
func differences(before, after Settings) ([]audit.Entry, error) {
	previous, err := fields(before)
	if err != nil {
		return nil, err
	}
	current, err := fields(after)
	if err != nil {
		return nil, err
	}
	var entries []audit.Entry
	for name, value := range current {
		if string(previous[name]) != string(value) {
			entries = append(entries, audit.Entry{What: "settings.update", Object: name, Before: string(previous[name]), After: string(value)})
		}
	}
	slices.SortFunc(entries, func(a, b audit.Entry) int {
		if a.Object < b.Object {
			return -1
		}
		return 1
	})
	return entries, nil
}

func fields(s Settings) (map[string]json.RawMessage, error) {
	b, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var byName map[string]json.RawMessage
	return byName, json.Unmarshal(b, &byName)
}

// Name returns the shop's name.
func (s *Service) Name(ctx context.Context) (string, error) {
	shop, err := s.Get(ctx)
	return shop.Name, err
}
