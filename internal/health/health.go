// Package health determines whether the shop can work: a background probe writes to the database, and a check searches
// the data for damage.
package health

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
)

const (
	probeInterval = 5 * time.Second
	// maxAge is the maximum age of the last probe; older means that a probe hangs, which is a failure.
	maxAge = 10 * time.Second
	// clockTolerance is how far the clock may be set back without a log entry; time synchronization corrects it by less.
	clockTolerance = time.Second
	// outageDelay is how long pictures must be unreachable before staff is notified.
	outageDelay = 5 * time.Minute
)

// State is the result of the last probe.
type State struct {
	At       time.Time // end of the probe, UTC
	Database db.Reason // why the database cannot be written; "" if it can
	Pictures bool      // can be stored and read
	// PicturesUnreachableAt is the time, UTC, at which pictures became unreachable; zero if they are reachable.
	PicturesUnreachableAt time.Time
	Damage                string // damage of the data as a sentence; "" if none is known
}

// Ready reports whether the shop can write to its database and take orders, which damage prevents. Unreachable pictures
// do not matter.
func (s State) Ready() bool { return s.Database == "" && s.Damage == "" }

// Service probes the shop's database and pictures.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	log      *slog.Logger
	pictures func(ctx context.Context) error
	state    atomic.Pointer[State]
	probing  sync.Mutex
	full     int64         // number of disk-full errors at the last probe
	stopping atomic.Bool   // this node gets no new requests
	recheck  chan struct{} // a database error reported damage
}

// New makes the service. pictures returns an error if pictures cannot be stored or read.
func New(d *db.DB, c clock.Clock, log *slog.Logger, pictures func(ctx context.Context) error) *Service {
	return &Service{db: d, clock: c, log: log, pictures: pictures, recheck: make(chan struct{}, 1)}
}

// State returns the result of the last probe. Before the first one the shop is not ready.
func (s *Service) State() State {
	last := s.state.Load()
	if last == nil {
		return State{Database: db.Unreachable}
	}
	state := *last
	if state.Database == "" && s.clock.Now().Sub(state.At) > maxAge {
		state.Database = db.Frozen
	}
	return state
}

// PicturesOutage returns the time at which pictures became unreachable from this node. ongoing is false until outageDelay has
// passed.
func (s *Service) PicturesOutage() (since time.Time, ongoing bool) {
	since = s.State().PicturesUnreachableAt
	return since, !since.IsZero() && s.clock.Now().Sub(since) >= outageDelay
}

// Stop makes this node report that it is not ready, before it stops.
func (s *Service) Stop() { s.stopping.Store(true) }

// Run probes until the context ends.
func (s *Service) Run(ctx context.Context) {
	ticker := time.NewTicker(probeInterval)
	defer ticker.Stop()
	for {
		s.Probe(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Probe writes to the database, checks the pictures, stores the result, and logs changes since the last probe.
func (s *Service) Probe(ctx context.Context) {
	s.probing.Lock()
	defer s.probing.Unlock()
	var last State
	if previous := s.state.Load(); previous != nil {
		last = *previous
	}
	next := State{Damage: last.Damage}
	err := s.db.Tx(ctx, func(tx *db.Tx) (err error) {
		if err = writeProbe(ctx, tx, s.clock.Now()); err != nil {
			return err
		}
		next.Damage, err = readProblem(ctx, tx, integrityCheck)
		return err
	})
	if ctx.Err() != nil {
		return
	}
	failures := s.db.Failures()
	next.Database = reasonOf(err)
	// A small write may still succeed on a disk that is full for larger ones.
	if next.Database == "" && failures[db.Full] > s.full {
		next.Database = db.Full
	}
	s.full = failures[db.Full]
	if failures[db.Damaged] > 0 && next.Damage == "" {
		select {
		case s.recheck <- struct{}{}:
		default: // a check is pending already
		}
	}
	pictures := s.pictures(ctx)
	next.Pictures, next.At = pictures == nil, s.clock.Now()
	switch {
	case next.Pictures:
	case last.PicturesUnreachableAt.IsZero():
		next.PicturesUnreachableAt = next.At
	default:
		next.PicturesUnreachableAt = last.PicturesUnreachableAt
	}
	s.state.Store(&next)
	if back := last.At.Sub(next.At); !last.At.IsZero() && back > clockTolerance {
		s.log.WarnContext(ctx, "the clock went back: new orders are listed below older ones until it has caught up", "seconds", int(back.Seconds()))
	}
	switch {
	case next.Database != "" && last.Database != next.Database:
		s.log.ErrorContext(ctx, "the database "+string(next.Database), "error", text(err))
	case next.Database == "" && last.Database != "":
		s.log.InfoContext(ctx, "the database can be written again")
	}
	if pictures != nil && (last.Pictures || last.At.IsZero()) {
		s.log.ErrorContext(ctx, "the pictures cannot be reached", "error", pictures.Error())
	}
}

// reasonOf returns why a probe failed; "" if it succeeded.
func reasonOf(err error) db.Reason {
	reason := db.ReasonOf(err)
	if err != nil && reason == "" {
		return db.Refused
	}
	return reason
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// errNoProbe is returned when every probe row is being written by other nodes.
var errNoProbe = errors.New("health: no probe row is free")
