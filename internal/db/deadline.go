package db

import (
	"context"
	"time"
)

// callTimeout is how long a statement outside a transaction, or a whole transaction, may
// take. A request whose database is unreachable is refused within 5 seconds.
const callTimeout = 4 * time.Second

// SetTimeout sets how long a statement outside a transaction, or a whole transaction, may
// take, before the database is in use: commands that nobody waits for have more time.
func (d *DB) SetTimeout(timeout time.Duration) { d.timeout = timeout }

type timeoutKey struct{}

// WithTimeout returns a context under which each statement outside a transaction, and
// each transaction, may take so long: for work in the background that reads or writes
// much at once.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, timeoutKey{}, timeout)
}

func (d *DB) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	timeout := d.timeout
	if longer, given := ctx.Value(timeoutKey{}).(time.Duration); given {
		timeout = max(timeout, longer)
	}
	if timeout == 0 { // of a copy, which nobody else uses
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, timeout)
}

// bound gives a statement the deadline of its transaction.
func (t *Tx) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if t.ctx == nil { // a copy's or a move's own, which takes as long as it needs
		return ctx, func() {}
	}
	if ctx == t.caller {
		return t.ctx, func() {}
	}
	if deadline, limited := t.ctx.Deadline(); limited {
		return context.WithDeadline(ctx, deadline)
	}
	return ctx, func() {}
}

// classify leaves errors as they are: DB.Tx classifies what its function returns, once
// it knows that no further attempt follows. After one by which SQLite may have rolled everything
// back no statement of the transaction runs any more: it would be committed at once, by itself.
func (t *Tx) classify(_ context.Context, err error) error {
	if t.db.writer != nil && mayEndTransaction(err) {
		t.failed = err
	}
	return err
}
