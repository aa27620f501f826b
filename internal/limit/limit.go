// Package limit counts what may happen only so often: events by key in a sliding
// window. They are kept in the database, so that all nodes count together and a
// restart forgets nothing.
package limit

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// Store keeps the events of every limiter of a shop. A nil Store is that of a shop
// without limits: its limiters allow everything.
type Store struct {
	db    *db.DB
	clock clock.Clock
}

// New returns the store of a database.
func New(d *db.DB, c clock.Clock) *Store { return &Store{db: d, clock: c} }

// Rule is how many events a key may have in any window.
type Rule struct {
	// Name keeps the keys of one limiter apart from those of all others.
	Name   string
	Max    int
	Window time.Duration
	// Sentence is what a person who is refused reads before how long to wait;
	// "Too many attempts." unless it is set.
	Sentence string
}

// Limiter counts the events of one rule.
type Limiter struct {
	store *Store
	rule  Rule
}

// Limiter returns the limiter of a rule.
func (s *Store) Limiter(r Rule) *Limiter { return &Limiter{s, r} }

// Check refuses with fault.TooMany while the key has used up its events.
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

// Allow is Check and Count in one step: of many concurrent events no more than the
// limit get through.
func (l *Limiter) Allow(ctx context.Context, key string) error {
	// Reading first, so that a flood of refused events writes nothing.
	if err := l.Check(ctx, key); err != nil || l.store == nil {
		return err
	}
	return l.store.db.Tx(ctx, func(tx *db.Tx) error { return l.AllowTx(ctx, tx, key) })
}

// AllowTx is Allow in a transaction: the event is counted when that commits. Others
// of the same key wait until then.
func (l *Limiter) AllowTx(ctx context.Context, tx *db.Tx, key string) error {
	return l.change(ctx, tx, key, func(found events, now time.Time) (events, error) {
		return append(found, now), l.refuse(found, now)
	})
}

// Count adds an event to the key, whether or not it has used up its events.
func (l *Limiter) Count(ctx context.Context, key string) error {
	return l.inTx(ctx, key, func(found events, now time.Time) (events, error) { return append(found, now), nil })
}

// Cancel removes the event that was counted last, when its action failed.
func (l *Limiter) Cancel(ctx context.Context, key string) error {
	return l.inTx(ctx, key, func(found events, _ time.Time) (events, error) { return found[:max(0, len(found)-1)], nil })
}

// Forget clears a key: the person proved who they are.
func (l *Limiter) Forget(ctx context.Context, key string) error {
	if l.store == nil {
		return nil
	}
	// Mostly there is nothing to forget, and no reason to wait for a write.
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

// change locks the key's row, changes the events that are in the window and saves
// them. More than the newest Max events cannot change a result.
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

// refuse is the refusal of a further event beside those in the window, or nil.
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
