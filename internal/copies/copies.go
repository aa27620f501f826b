// Package copies keeps a copy of the shop elsewhere while it is running: every change of a SQLite
// database within seconds, archives of a PostgreSQL database, pictures and keys. Each night it
// restores the newest copy and checks it.
package copies

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"sync"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/objects"
)

const (
	// syncInterval is the pause between two transfers of the database's changes. If the disk is lost,
	// so are the changes of about this time and of the last transfer.
	syncInterval = 250 * time.Millisecond
	// retryInterval is the pause after a failed round.
	retryInterval = 5 * time.Second
	// syncTimeout bounds one round, including the first of a large shop.
	syncTimeout = 30 * time.Minute
	// filesInterval is how often new pictures and keys are looked for. bucketInterval is how often
	// pictures in a bucket are looked for: each listing costs money.
	filesInterval  = 30 * time.Second
	bucketInterval = 10 * time.Minute
	// reminderInterval is how often continued failure is logged.
	reminderInterval = 5 * time.Minute
)

// Config selects the data to copy, and the place of the copies.
type Config struct {
	DB         *db.DB
	DataDir    string
	Clock      clock.Clock
	Log        *slog.Logger
	Program    string           // version
	ShopSecret []byte           // identifies the shop at a place; never leaves the program
	Address    *objects.Address // nil: no continuous copies
	Passphrase string           // encrypts keys and archives; "" leaves them unencrypted
	Pictures   objects.Store    // of the shop
	// PicturesShared is true if the pictures are in a bucket that all nodes share.
	PicturesShared bool
	// RetryInterval is the pause after a failed round; zero means 5 s.
	RetryInterval time.Duration
}

// Service copies the shop while Run runs.
type Service struct {
	config Config
	place  place
	stream *stream // of a SQLite database, once it is open

	filesAt    time.Time       // when all files were last at the place, UTC
	picturesAt time.Time       // when all pictures were last at the place, UTC
	sent       map[string]bool // names of pictures at the place; nil if unknown
	keysSent   map[string]string

	mu       sync.Mutex
	status   Status
	begun    int // number of rounds begun
	done     int // number of the last successful round
	loggedAt time.Time
}

// Status is the state of the copies.
type Status struct {
	On       bool      // a place is configured
	Archives bool      // archives of PostgreSQL instead of SQLite's changes
	Since    time.Time // when this program began to copy, UTC
	// CopiedAt is the time up to which everything is copied, UTC. It is zero before the first copy; on
	// SQLite, before the first copy since the program started.
	CopiedAt time.Time
	Failure  string // error of the last attempt; "" if it succeeded
	// CheckedAt is the time a copy was last restored and checked, UTC; zero: never.
	CheckedAt    time.Time
	CheckFailure string // error of that check; "" if it succeeded
}

// Trouble is a kind of failure of the continuous copies.
type Trouble string

// Troubles, worst first.
const (
	Late         Trouble = "LATE"         // the newest copy is too old
	Unrestorable Trouble = "UNRESTORABLE" // the restore failed, or was not tried for days
)

const (
	// Copies older than this are late: SQLite's changes are sent every syncInterval, and PostgreSQL
	// is archived every archiveInterval.
	lateAfter        = 5 * time.Minute
	lateArchiveAfter = archiveInterval + time.Hour
	maxUncheckedTime = 50 * time.Hour
)

// Trouble returns the worst trouble, or "".
func (s Status) Trouble(now time.Time) Trouble {
	late := lateAfter
	if s.Archives {
		late = lateArchiveAfter
	}
	switch since := max(now.Sub(s.CopiedAt), 0); {
	case !s.On:
		return ""
	case s.CopiedAt.IsZero() && now.Sub(s.Since) < lateAfter:
		return "" // copying has just begun
	case since > late:
		return Late
	case s.CheckFailure != "", !s.CheckedAt.IsZero() && now.Sub(s.CheckedAt) > maxUncheckedTime:
		return Unrestorable
	}
	return ""
}

// New returns a service, which does nothing if the config has no address.
func New(config Config) *Service {
	s := &Service{config: config, keysSent: map[string]string{}}
	if config.Address != nil {
		s.status = Status{On: true, Archives: config.DB.MultiNode(), Since: config.Clock.Now()}
		s.place = openPlace(*config.Address, config.Passphrase)
	}
	return s
}

// shopID identifies the shop at a place.
func (s *Service) shopID() string {
	digest := sha256.Sum256(append([]byte("kirana copies "), s.config.ShopSecret...))
	return hex.EncodeToString(digest[:16])
}

// Run copies until the context ends. Call Close after the database is closed.
func (s *Service) Run(ctx context.Context) {
	if !s.status.On {
		return
	}
	for {
		began := s.config.Clock.Now()
		s.mu.Lock()
		s.begun++
		s.mu.Unlock()
		err := s.round(ctx)
		if ctx.Err() != nil {
			return
		}
		s.record(began, err)
		pause := syncInterval
		if err != nil {
			pause = cmp.Or(s.config.RetryInterval, retryInterval)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// round sends the database's changes and, every filesInterval, new files.
func (s *Service) round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	if s.filesAt.IsZero() { // also again after a failure at the beginning
		if err := s.place.claim(ctx, s.label()); err != nil {
			return err
		}
	}
	if !s.config.DB.MultiNode() {
		if s.stream == nil {
			s.stream = openStream(s.config.DataDir, s.place, s.config.Log)
		}
		if err := s.stream.sync(ctx); err != nil {
			return err
		}
	}
	if now := s.config.Clock.Now(); now.Sub(s.filesAt) >= filesInterval {
		if err := s.sendFiles(ctx); err != nil {
			return err
		}
		s.filesAt = now
		return s.place.putState(ctx, now)
	}
	return nil
}

func (s *Service) label() label {
	database := db.SQLite
	if s.config.DB.MultiNode() {
		database = db.Postgres
	}
	return label{Format: format, Shop: s.shopID(), Database: database, Program: s.config.Program}
}

// record stores the result of a round that began at a time.
func (s *Service) record(began time.Time, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		if s.status.Failure != "" {
			s.config.Log.Info("the shop is copied again", "place", s.place.address.String())
		}
		s.status.CopiedAt, s.status.Failure, s.loggedAt = began, "", time.Time{}
		s.done = s.begun
		return
	}
	s.status.Failure = reasonOf(err)
	if s.loggedAt.IsZero() || began.Sub(s.loggedAt) >= reminderInterval {
		s.config.Log.Error("the shop cannot be copied", "place", s.place.address.String(), "error", s.status.Failure)
		s.loggedAt = began
	}
}

// Status returns the state of the copies.
func (s *Service) Status(ctx context.Context) (Status, error) {
	s.mu.Lock()
	status := s.status
	s.mu.Unlock()
	if !status.On {
		return status, nil
	}
	runs, err := lastRuns(ctx, s.config.DB)
	if err != nil {
		return Status{}, err
	}
	if check, done := runs[checkRun]; done {
		status.CheckedAt, status.CheckFailure = check.At, check.Failure
	}
	if s.config.DB.MultiNode() {
		status.CopiedAt = time.Time{}
		if archive, done := runs[archiveRun]; done {
			status.CopiedAt = archive.At
		}
		if failed, done := runs[archiveFailure]; done && failed.At.After(status.CopiedAt) {
			status.Failure = failed.Failure
		}
	}
	return status, nil
}

// Close sends the last changes. The shop's own connections to the database must be closed: closing
// the stream drops this process's locks on SQLite's file.
func (s *Service) Close() error {
	if s.stream == nil {
		return nil
	}
	return s.stream.close()
}
