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

// writer serializes SQLite's writing transactions, with group commit: transactions that arrive
// while another runs are committed together, because a commit waits for the disk once for all of
// them. Each but the first is a savepoint of the group's transaction, so a failed one leaves the
// others intact. None returns before the group's commit, not even an error: it may depend on
// another member's writes.
type writer struct {
	pool *sqlx.DB
	lock chan struct{} // holds a value while a transaction runs or commits; FIFO
	open *group        // guarded by lock; nil: the next transaction begins a group

	waits  atomic.Int64 // for the lock
	waited atomic.Int64 // nanoseconds
}

func newWriter(pool *sqlx.DB) *writer { return &writer{pool: pool, lock: make(chan struct{}, 1)} }

// group is the transactions of one commit.
type group struct {
	conn   *sqlx.Conn
	raw    *sqlx.Tx
	nested bool          // the first member has written: later ones are savepoints
	lost   bool          // must be rolled back: SQLite did so (disk full, interrupted statement), or the first member failed
	done   chan struct{} // closed when committed or rolled back
	err    error         // why it was not committed; read it after done
}

// errGroupLost is returned to a transaction whose group was rolled back by another member's
// failure; it is retried.
var errGroupLost = errors.New("the group's transaction was rolled back")

// Savepoint statements. All share one name, because they never nest.
const (
	beginMember   = `SAVEPOINT member`
	endMember     = `RELEASE member`
	discardMember = `ROLLBACK TO member`
)

// runGrouped is runTx for SQLite, with group commit. A long transaction is a group of its own:
// nobody waits for its commit, nor it for others. The first member of a group needs no savepoint;
// with one SQLite would keep a copy of every page in a list that each statement scans, a fifth of
// an import's time.
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
	lostGroup := g.lost // lost by this very member
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

// group returns the open group, or begins one. The group's transaction does not end with the
// context of the member that began it.
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

// runMember runs one transaction as a savepoint of a group. Afterwards its writes are part of the
// group, or rolled back, or the whole group is lost. When fn panics it commits the group and
// releases the lock.
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
		err = cmp.Or(tx.failed, tx.ctx.Err()) // a failure that fn ignored, or a caller that stopped waiting
	}
	ended = true
	return g.endMember(ctx, err)
}

// beginMember creates a member's savepoint.
func (g *group) beginMember(ctx context.Context) error {
	if !g.nested {
		return nil
	}
	_, err := g.raw.ExecContext(ctx, beginMember)
	g.lost = err != nil
	return err
}

// endMember releases a member's savepoint, after rolling it back when the member failed. The first
// member has none, so its failure loses the group, which nobody else has joined yet.
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
// commits the group: everyone who waited for the lock before it has joined by then. If the caller's
// context ends, a goroutine goes on waiting in its place.
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
