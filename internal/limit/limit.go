// Package limit implements rate limits: events by key in a sliding window. They are stored in the database, so that they
// are shared by all nodes and survive a restart.
package limit

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// Store stores the events of every limiter of a shop. The limiters of a nil Store allow everything.
type Store struct {
	db    *db.DB
	clock clock.Clock
}

// New returns the store of a database.
func New(d *db.DB, c clock.Clock) *Store { return &Store{db: d, clock: c} }

// Rule allows Max events of a key in any period of the length Window.
type Rule struct {
	// Name separates the keys of this limiter from those of others.
	Name   string
	Max    int
	Window time.Duration
	// Sentence begins a refusal, followed by the time to wait; the default is "Too many attempts."
	Sentence string
}

// Limiter counts the events of one rule.
type Limiter struct {
	store *Store
	rule  Rule
}

// Limiter returns the limiter of a rule.
func (s *Store) Limiter(r Rule) *Limiter { return &Limiter{s, r} }

// Check returns fault.TooMany if the key has used up its events.
func (l *Limiter) Check(ctx context.Context, key string) error {
	if l.store == nil {
		return nil
	}
	now := l.store.clock.Now()
	found, err := eventsOf(ctx, l.store.db, l.rowKey(key))
	if err != nil {
		return fmt.Errorf("check the limit %s: %w", l.rule.Name, err)
	}
	return l.refuse(found.since(now.Add(-l.rule.Window)), now)
}

// Allow is Check and Count in one step, so that concurrent events cannot exceed the limit.
func (l *Limiter) Allow(ctx context.Context, key string) error {
	// Read first, so that a flood of refused events writes nothing.
	if err := l.Check(ctx, key); err != nil || l.store == nil {
		return err
	}
	return l.store.db.Tx(ctx, func(tx *db.Tx) error { return l.AllowTx(ctx, tx, key) })
}

// AllowTx is Allow in a transaction: the event counts only if the transaction commits. Concurrent events of the same key wait
// for the transaction.
func (l *Limiter) AllowTx(ctx context.Context, tx *db.Tx, key string) error {
	return l.change(ctx, tx, key, func(found events, now time.Time) (events, error) {
		return append(found, now), l.refuse(found, now)
	})
}

// Count adds an event to the key, even beyond the limit.
func (l *Limiter) Count(ctx context.Context, key string) error {
	return l.inTx(ctx, key, func(found events, now time.Time) (events, error) { return append(found, now), nil })
}

// Cancel removes the newest event, for an action that failed.
func (l *Limiter) Cancel(ctx context.Context, key string) error {
	return l.inTx(ctx, key, func(found events, _ time.Time) (events, error) { return found[:max(0, len(found)-1)], nil })
}

// Forget removes the events of a key. Call it when the user behind the key has authenticated.
func (l *Limiter) Forget(ctx context.Context, key string) error {
	if l.store == nil {
		return nil
	}
	// Usually there are no events: check first, to avoid waiting for a write.
	found, err := eventsOf(ctx, l.store.db, l.rowKey(key))
	if err != nil || len(found) == 0 {
		return err
	}
	return l.store.db.Tx(ctx, func(tx *db.Tx) error { return deleteKey(ctx, tx, l.rowKey(key)) })
}

// Sweep deletes keys whose last event has left its window.
func (s *Store) Sweep(ctx context.Context) error {
	if s == nil {
		return nil
	}
	return s.db.Tx(ctx, func(tx *db.Tx) error { return deleteEnded(ctx, tx, s.clock.Now()) })
}

type changeEvents func(found events, now time.Time) (events, error)

func (l *Limiter) inTx(ctx context.Context, key string, change changeEvents) error {
	if l.store == nil {
		return nil
	}
	return l.store.db.Tx(ctx, func(tx *db.Tx) error { return l.change(ctx, tx, key, change) })
}

// change locks the key's row, changes the events in the window and saves the newest Max of them.
func (l *Limiter) change(ctx context.Context, tx *db.Tx, key string, change changeEvents) error {
	if l.store == nil {
		return nil
	}
	now, name := l.store.clock.Now(), l.rowKey(key)
	found, err := lockEvents(ctx, tx, name, now)
	if err != nil {
		return fmt.Errorf("lock the limit %s: %w", l.rule.Name, err)
	}
	changed, err := change(found.since(now.Add(-l.rule.Window)), now)
	if err != nil {
		return err
	}
	changed = changed[max(0, len(changed)-l.rule.Max):]
	if err := saveEvents(ctx, tx, keyRow{Key: name, Events: changed, EndsAt: now.Add(l.rule.Window)}); err != nil {
		return fmt.Errorf("count towards the limit %s: %w", l.rule.Name, err)
	}
	return nil
}

// refuse returns the refusal of another event, or nil.
func (l *Limiter) refuse(found events, now time.Time) error {
	if len(found) < l.rule.Max {
		return nil
	}
	wait := found[len(found)-l.rule.Max].Add(l.rule.Window).Sub(now)
	if l.rule.Sentence == "" {
		return fault.TryLater(wait)
	}
	return fault.TryLaterWith(l.rule.Sentence, wait)
}
