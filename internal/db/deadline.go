package db

import (
	"context"
	"time"
)

// callTimeout limits a statement outside a transaction, and a whole transaction. It makes a request
// fail within 5 seconds if the database is unreachable.
const callTimeout = 4 * time.Second

// SetTimeout sets the time limit of a statement outside a transaction, and of a whole transaction.
// Call it before using the database. Commands have more time than requests.
func (d *DB) SetTimeout(timeout time.Duration) { d.timeout = timeout }

type timeoutKey struct{}

// WithTimeout returns a context that extends the time limit of each statement outside a
// transaction, and of each transaction, for background work that reads or writes a lot.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, timeoutKey{}, timeout)
}

func (d *DB) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	timeout := d.timeout
	if longer, given := ctx.Value(timeoutKey{}).(time.Duration); given {
		timeout = max(timeout, longer)
	}
	if timeout == 0 { // the DB of inspectSQLite
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, timeout)
}

// bound returns a context with the deadline of the transaction.
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

// classify returns err unchanged: DB.Tx classifies the error of its function after the last
// attempt. If SQLite may have rolled back the transaction, no further statement may run in it: that
// statement would be committed immediately, alone.
func (t *Tx) classify(_ context.Context, err error) error {
	if t.db.writer != nil && mayEndTransaction(err) {
		t.failed = err
	}
	return err
}
