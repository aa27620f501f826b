// Package copies keeps a copy of the shop at another place while the shop serves: every
// change of a SQLite database within seconds, archives of a PostgreSQL database, pictures
// and keys. Each night it restores the newest copy and looks at what came back.
package copies

import (
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
	// syncInterval is the pause between two looks for changes of the database: what is
	// lost at most when the disk is gone, beside the time of sending.
	syncInterval = 250 * time.Millisecond
	// retryInterval is how long a place that cannot be reached is left alone.
	retryInterval = 5 * time.Second
	// syncTimeout is how long one round may take, the first of a large shop included.
	syncTimeout = 30 * time.Minute
	// filesInterval is how often new pictures and keys are looked for, and bucketInterval
	// how often pictures in a bucket, of which each look costs money.
	filesInterval  = 30 * time.Second
	bucketInterval = 10 * time.Minute
	// reminderInterval is how often a place that stays unreachable is logged.
	reminderInterval = 5 * time.Minute
)

// Config says what is copied, and where to.
type Config struct {
	DB         *db.DB
	DataDir    string
	Clock      clock.Clock
	Log        *slog.Logger
	Program    string           // version
	ShopSecret []byte           // by which a place knows its shop again; it does not leave the program
	Address    *objects.Address // nil: no continuous copies
	Passphrase string           // encrypts keys and archives; "" leaves them readable
	Pictures   objects.Store    // of the shop
	// PicturesShared says that they are in a bucket, which all nodes have in common.
	PicturesShared bool
}

// Service copies the shop while Run runs.
type Service struct {
	config Config
	place  place
	stream *stream // of a SQLite database, once it is open

	filesAt    time.Time       // when the files were all there, UTC
	picturesAt time.Time       // when the pictures were, UTC
	sent       map[string]bool // names of pictures that are at the place; nil when that is not known
	keysSent   map[string]string

	mu       sync.Mutex
	status   Status
	begun    int // rounds
	done     int // the last round that ended well
	loggedAt time.Time
}

// Status says how the copies are doing.
type Status struct {
	On       bool      // there is a place for them
	Archives bool      // they are archives of PostgreSQL, not each change of SQLite
	Since    time.Time // when this program began to copy, UTC
	// CopiedAt is the time up to which everything is at the place, UTC; zero until the
	// first copy, on SQLite since the start of the program.
	CopiedAt time.Time
	Failure  string // why the last attempt failed; "" when it did not
	// CheckedAt is when a copy was last restored and looked at, UTC; zero: never.
	CheckedAt    time.Time
	CheckFailure string // what was wrong with it; "" when nothing was
}

// Trouble is a kind of failure of the continuous copies.
type Trouble string

// Troubles, the worse first.
const (
	Late         Trouble = "LATE"         // the newest copy is too old
	Unrestorable Trouble = "UNRESTORABLE" // it could not be restored, or nobody has tried for days
)

const (
	// lateAfter is how old a copy may be: of SQLite, which is copied each second, and of
	// PostgreSQL, of which there is an archive every six hours.
	lateAfter        = 5 * time.Minute
	lateArchiveAfter = archiveInterval + time.Hour
	maxUncheckedTime = 50 * time.Hour
)

// Trouble returns what somebody must see to; "" when all is well.
func (s Status) Trouble(now time.Time) Trouble {
	late := lateAfter
	if s.Archives {
		late = lateArchiveAfter
	}
	switch since := max(now.Sub(s.CopiedAt), 0); {
	case !s.On:
		return ""
	case s.CopiedAt.IsZero() && now.Sub(s.Since) < lateAfter:
		return "" // it has just begun
	case since > late:
		return Late
	case s.CheckFailure != "", !s.CheckedAt.IsZero() && now.Sub(s.CheckedAt) > maxUncheckedTime:
		return Unrestorable
	}
	return ""
}

// New returns the service; without an address it does nothing.
func New(config Config) *Service {
	s := &Service{config: config, keysSent: map[string]string{}}
	if config.Address != nil {
		s.status = Status{On: true, Archives: config.DB.MultiNode(), Since: config.Clock.Now()}
		s.place = openPlace(*config.Address, config.Passphrase)
	}
	return s
}

// shopID is what a place knows its shop by.
func (s *Service) shopID() string {
	digest := sha256.Sum256(append([]byte("kirana copies "), s.config.ShopSecret...))
	return hex.EncodeToString(digest[:16])
}

// Run copies until the context ends. Close must follow once the database is closed.
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
			pause = retryInterval
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// round sends what is new.
func (s *Service) round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	if s.filesAt.IsZero() { // also each time after a failure at the beginning
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

// record notes what came of a round that began at a time.
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

// Status returns how the copies are doing.
func (s *Service) Status(ctx context.Context) (Status, error) {
	s.mu.Lock()
	status := s.status
	s.mu.Unlock()
	if !status.On {
		return status, nil
	}
	runs, err := runsOf(ctx, s.config.DB)
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

// Close sends what was written last. The shop's own connections to the database must be
// closed: to end the copying drops the locks that this process has on SQLite's file.
func (s *Service) Close() error {
	if s.stream == nil {
		return nil
	}
	return s.stream.close()
}
