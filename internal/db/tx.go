package db

import (
	"context"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jmoiron/sqlx"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
)

// tracer does nothing until internal/traces starts.
var tracer = otel.Tracer("kirana/internal/db")

// Tx is one transaction. It ends when the function given to DB.Tx returns.
type Tx struct {
	tx          runner
	conn        *sqlx.Conn  // on PostgreSQL, which gets statements in batches; nil on SQLite
	kept        []statement // not sent yet, including BEGIN; see Tx.keep
	begun       bool        // BEGIN was sent
	failed      error       // why it must not be committed, even if fn returns nil
	db          *DB
	caller      context.Context // DB.Tx's context: statements under it run under ctx
	ctx         context.Context // has the deadline of the whole transaction
	afterCommit []func()
}

func (t *Tx) statements() runner { return t.tx }

func (t *Tx) failure() error { return t.failed }

// AfterCommit registers a function to call after the commit. It is not called after a rollback.
func (t *Tx) AfterCommit(fn func()) { t.afterCommit = append(t.afterCommit, fn) }

// Tx runs fn in a write transaction and commits if fn returns nil. If the database asks for a retry
// (deadlock, serialization failure, locked file) or fn returns ErrStale, fn runs again after a
// pause. So fn may have effects outside the transaction only through AfterCommit.
//
// The database's timeout limits the whole call, including the waits for the writer and the commit.
// Tx returns fault.Unavailable after the timeout, and if the database is not writable; it returns
// ErrMoving as Listen describes. A commit that was not confirmed in time may have succeeded: callers
// repeat the call with an idempotency key.
func (d *DB) Tx(ctx context.Context, fn func(tx *Tx) error) error {
	traced, span := tracer.Start(ctx, "transaction")
	defer span.End()
	if d.moving.Load() {
		return ErrMoving
	}
	bound, cancel := d.bound(traced)
	defer cancel()
	attempts := 0
	err := retry(bound, func() error {
		attempts++
		return d.runTx(ctx, bound, fn)
	})
	err = d.classify(bound, err)
	span.SetAttributes(attribute.String("db.system.name", d.dialect.name), attribute.Int("kirana.attempts", attempts))
	if reason := ReasonOf(err); reason != "" {
		span.SetStatus(codes.Error, string(reason))
	}
	return err
}

// runTx makes one attempt at a transaction. ctx has its deadline; caller is the context of DB.Tx's
// caller.
func (d *DB) runTx(caller, ctx context.Context, fn func(tx *Tx) error) error {
	if d.writer != nil {
		return d.runGrouped(caller, ctx, fn)
	}
	return d.runSingle(caller, ctx, fn)
}

// maxWriting limits the transactions on PostgreSQL, so that transactions waiting for a lock leave
// connections for reads.
const maxWriting = maxConnections * 3 / 4

// runSingle is runTx for PostgreSQL, which has its own group commit.
func (d *DB) runSingle(caller, ctx context.Context, fn func(tx *Tx) error) error {
	select {
	case d.writing <- struct{}{}:
		defer func() { <-d.writing }()
	case <-ctx.Done():
		return fmt.Errorf("begin: %w", ctx.Err())
	}
	conn, err := d.write.Connx(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = conn.Close() }()
	tx := &Tx{tx: conn, conn: conn, kept: []statement{{query: `BEGIN`}}, db: d, caller: caller, ctx: ctx}
	committed := false
	defer func() { // also after a panic of fn
		if !committed && tx.begun {
			rollBack(ctx, conn)
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	if err := tx.commit(ctx); err != nil {
		return err
	}
	committed = true
	tx.runCallbacks()
	return nil
}

// rollbackTimeout limits the rollback of a transaction whose own deadline has passed.
const rollbackTimeout = time.Second

// rollBack rolls a transaction back, and discards the connection if the rollback fails.
func rollBack(ctx context.Context, conn *sqlx.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackTimeout)
	defer cancel()
	if _, err := conn.ExecContext(ctx, `ROLLBACK`); err != nil {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}

// runCallbacks calls the functions given to AfterCommit.
func (t *Tx) runCallbacks() {
	for _, callback := range t.afterCommit {
		callback()
	}
}

const (
	// maxAttempts limits the attempts at a transaction that collides with others; its pauses add up
	// to less than two seconds. Waiting for a locked file is limited by the deadline only.
	maxAttempts = 10
	firstPause  = 5 * time.Millisecond
	maxPause    = 400 * time.Millisecond
)

// retry calls attempt until it succeeds, fails with an error that a retry cannot fix, has failed
// maxAttempts times, or the context ends.
func retry(ctx context.Context, attempt func() error) error {
	for n := 1; ; n++ {
		err := attempt()
		if err == nil || !isRetryable(err) || ctx.Err() != nil {
			return err
		}
		if n >= maxAttempts && !isLocked(err) {
			return fmt.Errorf("transaction given up after %d attempts: %w", maxAttempts, err)
		}
		select {
		case <-time.After(backoff(n)):
		case <-ctx.Done():
			return err
		}
	}
}

// backoff returns the pause after the nth failed attempt. It doubles up to maxPause, with jitter of
// up to half, so that colliding transactions do not collide again.
func backoff(n int) time.Duration {
	pause := min(firstPause<<min(n-1, maxAttempts), maxPause)
	return pause/2 + rand.N(pause/2) //nolint:gosec // G404: spreads retries; not a secret
}
