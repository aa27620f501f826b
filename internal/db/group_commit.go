package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
)

// writer runs SQLite's write transactions one at a time, with group commit: transactions that
// arrive while another one runs are committed together, because each commit waits for the disk.
// Every member after the first is a savepoint of the group's transaction, so a failed member does
// not affect the others. Unless its context ends, no member returns before the group's commit or
// rollback, not even with an error, because the error may depend on writes of other members.
type writer struct {
	pool *sqlx.DB
	lock chan struct{} // holds a value while a transaction runs or commits; FIFO
	open *group        // guarded by lock; if nil, the next transaction begins a group

	waits  atomic.Int64 // number of waits for the lock
	waited atomic.Int64 // total wait, in nanoseconds
}

func newWriter(pool *sqlx.DB) *writer { return &writer{pool: pool, lock: make(chan struct{}, 1)} }

// group is a set of transactions with one commit.
type group struct {
	conn   *sqlx.Conn
	raw    *sqlx.Tx
	nested bool          // the first member has run: later members are savepoints
	lost   bool          // must be rolled back: SQLite already did (disk full, interrupted statement), or the first member failed
	done   chan struct{} // closed after the commit or rollback
	err    error         // why the commit failed; valid after done is closed
}

// errGroupLost is returned to a transaction whose group was rolled back because of another member.
// The transaction is retried.
var errGroupLost = errors.New("the group's transaction was rolled back")

// The savepoint statements. One name is enough: savepoints never nest.
const (
	beginMember   = `SAVEPOINT member`
	endMember     = `RELEASE member`
	discardMember = `ROLLBACK TO member`
)

// runGrouped is runTx for SQLite, with group commit. A long transaction gets its own group, so that
// it and other transactions do not wait for each other's commits. The first member has no savepoint:
// with one, SQLite would keep a copy of every page in a list that each statement scans, which takes
// a fifth of an import's time.
func (d *DB) runGrouped(caller, ctx context.Context, fn func(tx *Tx) error) error {
	w := d.writer
	if err := w.acquire(ctx); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	alone := d.isLong(caller)
	if alone && w.open != nil {
		w.commit()
	}
	g, err := w.group(ctx)
	if err != nil {
		w.release()
		return fmt.Errorf("begin: %w", err)
	}
	tx := &Tx{tx: g.raw, db: d, caller: caller, ctx: ctx}
	err = w.runMember(g, tx, fn)
	lostGroup := g.lost // lost by this member
	if alone || lostGroup {
		w.commit()
	}
	w.release()
	if lostGroup {
		return err
	}
	return w.await(ctx, g, func() error {
		if err == nil {
			tx.runCallbacks()
		}
		return err
	})
}

// isLong reports whether the transaction has a longer timeout than a request's.
func (d *DB) isLong(ctx context.Context) bool {
	_, given := ctx.Value(timeoutKey{}).(time.Duration)
	return given || d.timeout > callTimeout
}

// acquire waits for the lock and records the wait.
func (w *writer) acquire(ctx context.Context) error {
	select {
	case w.lock <- struct{}{}:
		return nil
	default:
	}
	began := time.Now() //nolint:forbidigo // measures a duration, not the shop's time
	defer func() {
		w.waits.Add(1)
		w.waited.Add(int64(time.Since(began)))
	}()
	select {
	case w.lock <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *writer) release() { <-w.lock }

// group returns the open group, or begins one. The group's transaction does not end with the
// context of its first member.
func (w *writer) group(ctx context.Context) (*group, error) {
	if w.open != nil {
		return w.open, nil
	}
	conn, err := w.pool.Connx(ctx)
	if err != nil {
		return nil, err
	}
	raw, err := conn.BeginTxx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	w.open = &group{conn: conn, raw: raw, done: make(chan struct{})}
	return w.open, nil
}

// runMember runs one transaction of a group. Its writes then belong to the group, or are rolled
// back, or the whole group is lost. If fn panics, runMember rolls the member back, ends the group
// and releases the lock.
func (w *writer) runMember(g *group, tx *Tx, fn func(tx *Tx) error) error {
	ctx := context.WithoutCancel(tx.ctx)
	if err := g.beginMember(ctx); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	ended := false
	defer func() {
		if !ended {
			_ = g.endMember(ctx, errGroupLost)
			w.commit()
			w.release()
		}
	}()
	err := fn(tx)
	if err == nil {
		err = cmp.Or(tx.failed, tx.ctx.Err()) // a failure that fn ignored, or a caller that left
	}
	ended = true
	return g.endMember(ctx, err)
}

// beginMember creates a member's savepoint, unless it is the first member.
func (g *group) beginMember(ctx context.Context) error {
	if !g.nested {
		return nil
	}
	_, err := g.raw.ExecContext(ctx, beginMember)
	g.lost = err != nil
	return err
}

// endMember releases a member's savepoint, after rolling it back if the member failed. The first
// member has no savepoint, so its failure loses the group, which no other has joined yet.
func (g *group) endMember(ctx context.Context, err error) error {
	if !g.nested {
		g.nested, g.lost = true, err != nil
		return err
	}
	if err != nil {
		if _, failure := g.raw.ExecContext(ctx, discardMember); failure != nil {
			g.lost = true
			return err
		}
	}
	if _, failure := g.raw.ExecContext(ctx, endMember); failure != nil {
		g.lost = true
		return errors.Join(err, failure)
	}
	return err
}

// await waits for a group's commit and calls committed. The first member to get the lock again
// commits the group: by then every transaction that waited for the lock before it has joined. If
// the caller's context ends, a goroutine waits in its place.
func (w *writer) await(ctx context.Context, g *group, committed func() error) error {
	select {
	case <-g.done:
	case w.lock <- struct{}{}:
		w.commitOpen(g)
	case <-ctx.Done():
		if !g.hasEnded() {
			go func() { _ = w.await(context.WithoutCancel(ctx), g, committed) }()
			return fmt.Errorf("commit: %w", ctx.Err())
		}
	}
	if g.err != nil {
		return g.err
	}
	return committed()
}

// hasEnded reports whether a group is committed or rolled back.
func (g *group) hasEnded() bool {
	select {
	case <-g.done:
		return true
	default:
		return false
	}
}

// commitOpen commits a group that is still open, and releases the lock.
func (w *writer) commitOpen(g *group) {
	if w.open == g {
		w.commit()
	}
	w.release()
}

// commit ends the open group. The caller holds the lock.
func (w *writer) commit() {
	g := w.open
	w.open = nil
	if g.lost {
		g.err = errGroupLost
		_ = g.raw.Rollback()
	} else if err := g.raw.Commit(); err != nil {
		g.err = fmt.Errorf("commit: %w", err)
	}
	_ = g.conn.Close()
	close(g.done)
}
