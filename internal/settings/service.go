package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
)

// freshFor is how long a node goes on with what it has read: a change made on
// another node or by a command shows within it.
const freshFor = time.Second

// showWithin is how long a page waits for the settings.
const showWithin = 500 * time.Millisecond

// Service reads and changes the settings. Reads are answered from memory.
type Service struct {
	db    *db.DB
	clock clock.Clock
	cache atomic.Pointer[cached]
}

type cached struct {
	settings Settings
	version  int
	readAt   time.Time
}

// New returns a service on a database.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// Get returns the settings, at most a second old.
func (s *Service) Get(ctx context.Context) (Settings, error) {
	kept, err := s.fresh(ctx)
	if err != nil {
		return Settings{}, err
	}
	return kept.settings, nil
}

// Version returns the version of the settings, which counts their changes: what is
// made of them can be kept as long as it stays.
func (s *Service) Version(ctx context.Context) (int, error) {
	kept, err := s.fresh(ctx)
	if err != nil {
		return 0, err
	}
	return kept.version, nil
}

// Shown returns the settings and their version for what everyone sees: when the
// database does not answer within showWithin, the last ones known, or the defaults.
func (s *Service) Shown(ctx context.Context) (Settings, int) {
	within, cancel := context.WithTimeout(ctx, showWithin)
	defer cancel()
	kept, err := s.fresh(within)
	if err != nil {
		if kept = s.cache.Load(); kept == nil {
			return Defaults(), 0
		}
		// The next requests do not wait for the database again.
		s.cache.CompareAndSwap(kept, &cached{settings: kept.settings, version: kept.version, readAt: s.clock.Now()})
	}
	return kept.settings, kept.version
}

func (s *Service) fresh(ctx context.Context) (*cached, error) {
	now := s.clock.Now()
	if kept := s.cache.Load(); kept != nil && now.Sub(kept.readAt) < freshFor {
		return kept, nil
	}
	settings, version, err := load(ctx, s.db, "")
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	kept := &cached{settings: settings, version: version, readAt: now}
	s.cache.Store(kept)
	return kept, nil
}

// Update changes the fields that are present in a JSON object and returns the
// settings after it. Each changed field leaves an entry in the activity log.
func (s *Service) Update(ctx context.Context, patch []byte) (Settings, error) {
	return s.change(ctx, func(before Settings) (Settings, error) { return before.Apply(patch) })
}

// Pause stops taking orders until a time, in UTC; nil resumes at once.
func (s *Service) Pause(ctx context.Context, until *time.Time) (Settings, error) {
	return s.change(ctx, func(before Settings) (Settings, error) {
		before.PausedUntil = until
		return before, nil
	})
}

func (s *Service) change(ctx context.Context, change func(Settings) (Settings, error)) (Settings, error) {
	now := s.clock.Now()
	var after Settings
	version := 0
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		before, last, err := load(ctx, tx, tx.ForUpdate())
		if err != nil {
			return err
		}
		if after, err = change(before); err != nil {
			return err
		}
		entries, err := differences(before, after)
		if err != nil || len(entries) == 0 {
			version = last
			return err
		}
		version = last + 1
		if err := save(ctx, tx, after, version, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, entries...)
	})
	if err != nil {
		return Settings{}, fmt.Errorf("change the settings: %w", err)
	}
	s.cache.Store(&cached{settings: after, version: version, readAt: now})
	return after, nil
}

// differences returns an entry for each field whose value changed, by the names of the API.
func differences(before, after Settings) ([]audit.Entry, error) {
	was, err := fields(before)
	if err != nil {
		return nil, err
	}
	is, err := fields(after)
	if err != nil {
		return nil, err
	}
	var entries []audit.Entry
	for name, value := range is {
		if string(was[name]) != string(value) {
			entries = append(entries, audit.Entry{What: "settings.update", Object: name, Before: string(was[name]), After: string(value)})
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
