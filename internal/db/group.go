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

// writer lets one transaction at a time write into SQLite, and commits those that came while another one was at work
// together: a commit waits for the disk, and waits no longer for many. Each is a savepoint of the common transaction, so
// that one that fails leaves the others as they are. None returns before the common commit, not even with a refusal: it
// may rest on what another of the group has written.
type writer struct {
	pool *sqlx.DB
	turn chan struct{} // holds a value while somebody has the turn; those who wait are served in their order
	open *group        // of whoever has the turn; nil: the next one begins a new one

	waits  atomic.Int64 // for the turn
	waited atomic.Int64 // nanoseconds
}

func newWriter(pool *sqlx.DB) *writer { return &writer{pool: pool, turn: make(chan struct{}, 1)} }

// group is transactions that are committed together.
type group struct {
	conn *sqlx.Conn
	raw  *sqlx.Tx
	lost bool          // SQLite has rolled all of it back, for lack of space or because a statement was interrupted
	done chan struct{} // closed when it has ended
	err  error         // why it was not committed; to be read after done
}

// errGroupLost is that of a transaction whose group was rolled back by the failure of another one: it runs again.
var errGroupLost = errors.New("the common transaction was rolled back")

// The statements of a savepoint. The name is the same for all, since one has ended before the next begins.
const (
	beginMember   = `SAVEPOINT member`
	endMember     = `RELEASE member`
	discardMember = `ROLLBACK TO member`
)

// runGrouped is runTx of SQLite, whose transactions are committed together. One that may take long waits for nobody's commit but its
// own, and nobody for it.
func (d *DB) runGrouped(caller, ctx context.Context, fn func(tx *Tx) error) error {
	w := d.writer
	if err := w.takeTurn(ctx); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	alone := d.isLong(caller)
	if alone && w.open != nil {
		w.commit()
	}
	g, err := w.group(ctx)
	if err != nil {
		w.giveTurn()
		return fmt.Errorf("begin: %w", err)
	}
	tx := &Tx{tx: g.raw, db: d, caller: caller, ctx: ctx}
	err = w.runMember(g, tx, fn)
	own := g.lost // by this very member
	if alone || own {
		w.commit()
	}
	w.giveTurn()
	if own {
		return err
	}
	return w.await(ctx, g, func() error {
		if err == nil {
			tx.callBack()
		}
		return err
	})
}

// isLong reports whether a transaction may take longer than those that people wait for.
func (d *DB) isLong(ctx context.Context) bool {
	_, given := ctx.Value(timeoutKey{}).(time.Duration)
	return given || d.timeout > callTimeout
}

func (w *writer) takeTurn(ctx context.Context) error {
	select {
	case w.turn <- struct{}{}:
		return nil
	default:
	}
	began := time.Now() //nolint:forbidigo // how long it takes, no time of the shop
	defer func() {
		w.waits.Add(1)
		w.waited.Add(int64(time.Since(began)))
	}()
	select {
	case w.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *writer) giveTurn() { <-w.turn }

// group returns the group that is open, or begins one. Its transaction does not end with the context of whoever begins it.
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

// runMember runs one member of a group. Afterwards its work is part of the group, or undone, or the whole group is lost.
// A member that panics is undone, and gives the turn away.
func (w *writer) runMember(g *group, tx *Tx, fn func(tx *Tx) error) error {
	ctx := context.WithoutCancel(tx.ctx)
	if _, err := g.raw.ExecContext(ctx, beginMember); err != nil {
		g.lost = true
		return fmt.Errorf("begin: %w", err)
	}
	ended := false
	defer func() {
		if !ended {
			_ = g.endMember(ctx, errGroupLost)
			w.commit()
			w.giveTurn()
		}
	}()
	err := fn(tx)
	if err == nil {
		err = cmp.Or(tx.failed, tx.ctx.Err()) // of what fn passed over; nobody waits for it any more
	}
	ended = true
	return g.endMember(ctx, err)
}

// endMember keeps the work of a member, or undoes it when it returned an error.
func (g *group) endMember(ctx context.Context, err error) error {
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

// await waits for the commit of a group and calls committed. Whoever of its members has the turn first commits it: that
// is after everybody who waited for the turn when the first of them gave it away. For a caller who waits no longer a
// goroutine does.
func (w *writer) await(ctx context.Context, g *group, committed func() error) error {
	select {
	case <-g.done:
	case w.turn <- struct{}{}:
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

// hasEnded reports whether it is known what became of a group.
func (g *group) hasEnded() bool {
	select {
	case <-g.done:
		return true
	default:
		return false
	}
}

// commitOpen commits a group unless somebody has, and gives the turn away.
func (w *writer) commitOpen(g *group) {
	if w.open == g {
		w.commit()
	}
	w.giveTurn()
}

// commit ends the open group. The caller has the turn.
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
