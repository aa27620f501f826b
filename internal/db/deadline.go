package db

import (
	"context"
	"time"
)

// callTimeout bounds a statement outside a transaction, or a whole transaction. A request is
// refused within 5 seconds when the database is unreachable.
const callTimeout = 4 * time.Second

// SetTimeout sets the time limit of a statement outside a transaction and of a whole transaction.
// Call it before the database is used. Commands have more time than requests.
func (d *DB) SetTimeout(timeout time.Duration) { d.timeout = timeout }

type timeoutKey struct{}

// WithTimeout returns a context that sets the time limit of each statement outside a transaction
// and of each transaction, for background work that reads or writes a lot.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, timeoutKey{}, timeout)
}

func (d *DB) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	timeout := d.timeout
	if longer, given := ctx.Value(timeoutKey{}).(time.Duration); given {
		timeout = max(timeout, longer)
	}
	if timeout == 0 { // a private copy
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, timeout)
}

// bound gives a statement the deadline of its transaction.
func (t *Tx) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if t.ctx == nil { // a copy or a move, which has no time limit
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

// classify returns err unchanged: DB.Tx classifies the error of its function once no retry follows.
// After an error by which SQLite may have rolled back, no statement of the transaction may run: it
// would be committed at once, alone.
func (t *Tx) classify(_ context.Context, err error) error {
	if t.db.writer != nil && mayEndTransaction(err) {
		t.failed = err
	}
	return err
}
