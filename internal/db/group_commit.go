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

// writer serializes the transactions that write into SQLite, with group commit: those that arrive while another one runs
// are committed together, since a commit waits for the disk, and no longer for many. Each but the first is a savepoint of the
// group's transaction, so that one that fails leaves the others as they are. None returns before the group's commit, not even with
// a refusal: it may depend on what another member of the group has written.
type writer struct {
	pool *sqlx.DB
	lock chan struct{} // holds a value while a transaction runs or commits; waiters get it in their order
	open *group        // guarded by lock; nil: the next transaction begins a group

	waits  atomic.Int64 // for the lock
	waited atomic.Int64 // nanoseconds
}

func newWriter(pool *sqlx.DB) *writer { return &writer{pool: pool, lock: make(chan struct{}, 1)} }

// group is the transactions of one commit.
type group struct {
	conn   *sqlx.Conn
	raw    *sqlx.Tx
	nested bool          // its members are savepoints from now on: the first one has written
	lost   bool          // it is to be rolled back: SQLite has done so, for lack of space or because a statement was interrupted, or its first member failed
	done   chan struct{} // closed when it is committed or rolled back
	err    error         // why it was not committed; to be read after done
}

// errGroupLost is the error of a transaction whose group was rolled back by the failure of another member: it is retried.
var errGroupLost = errors.New("the group's transaction was rolled back")

// The statements of a savepoint. The name is the same for all, since one has ended before the next begins.
const (
	beginMember   = `SAVEPOINT member`
	endMember     = `RELEASE member`
	discardMember = `ROLLBACK TO member`
)

// runGrouped is runTx for SQLite, with group commit. A transaction that may take long is a group of its own: neither does
// it wait for the commit of others, nor they for its. The first member of a group needs no savepoint, for which SQLite would keep
// a copy of every page in memory, in a list that each of its statements walks: a fifth of the time of an import.
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
	lostGroup := g.lost // by this very member
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

// isLong reports whether a transaction has a longer timeout than those of requests.
func (d *DB) isLong(ctx context.Context) bool {
	_, given := ctx.Value(timeoutKey{}).(time.Duration)
	return given || d.timeout > callTimeout
}

// acquire waits for the lock, and counts how long.
func (w *writer) acquire(ctx context.Context) error {
	select {
	case w.lock <- struct{}{}:
		return nil
	default:
	}
	began := time.Now() //nolint:forbidigo // how long it takes, no time of the shop
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

// group returns the open group, or begins one. Its transaction does not end with the context of the member that begins it.
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

// runMember runs one transaction as a savepoint of a group. Afterwards its writes are part of the group, or rolled back, or
// the whole group is lost. For one that panics it commits the group and releases the lock.
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
		err = cmp.Or(tx.failed, tx.ctx.Err()) // a failure that fn ignored; a caller that has stopped waiting
	}
	ended = true
	return g.endMember(ctx, err)
}

// beginMember makes the savepoint of a member.
func (g *group) beginMember(ctx context.Context) error {
	if !g.nested {
		return nil
	}
	_, err := g.raw.ExecContext(ctx, beginMember)
	g.lost = err != nil
	return err
}

// endMember releases a member's savepoint, after rolling it back when the member returned an error. The first one, which has
// none, loses its group then: nobody else is in it yet.
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

// await waits for the commit of a group and calls committed. The first of its members to get the lock again commits the
// group: all that waited for the lock before it have joined by then. When the caller's context ends, a goroutine goes on
// waiting in its place.
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
