package db

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// statement is a deferred one.
type statement struct {
	query string
	args  []any
	rows  *ExpectedRows // nil: it may change any number of rows
}

// ExpectedRows is how many rows a statement must change, and the error when it changes another number.
type ExpectedRows struct {
	Count   int64
	Refusal error
}

// ExecDeferred queues a statement whose result its caller does not need: it runs before the transaction's next other
// statement, or before its commit. On PostgreSQL the queued statements go to the server in one batch, and their results
// come back in one: an order takes half as many round trips, and holds its locks for a shorter time. On SQLite, where
// there is no round trip, it runs at once. Its error is returned by the statement that flushes the queue, or by DB.Tx, so
// this is not for an error that the caller handles.
func ExecDeferred(ctx context.Context, tx *Tx, query string, args ...any) error {
	if tx.conn == nil {
		_, err := Exec(ctx, tx, query, args...)
		return err
	}
	countStatement(ctx)
	tx.deferred = append(tx.deferred, statement{query: query, args: args})
	return nil
}

// ExecDeferredExpecting is ExecDeferred for a statement that must change a certain number of rows: otherwise its error is
// the refusal.
func ExecDeferredExpecting(ctx context.Context, tx *Tx, expected ExpectedRows, query string, args ...any) error {
	if tx.conn == nil {
		n, err := Exec(ctx, tx, query, args...)
		if err == nil && n != expected.Count {
			return expected.Refusal
		}
		return err
	}
	countStatement(ctx)
	tx.deferred = append(tx.deferred, statement{query: query, args: args, rows: &expected})
	return nil
}

// flush runs the deferred statements.
func (t *Tx) flush(ctx context.Context) error {
	if t.failed != nil || len(t.deferred) == 0 {
		return t.failed
	}
	return t.flushWith(ctx, func(*pgx.Batch) {})
}

// commit runs the deferred statements and commits, in one batch. With a statement among them that has ExpectedRows it
// flushes first: a refusal would come after the commit.
func (t *Tx) commit(ctx context.Context) error {
	if slices.ContainsFunc(t.deferred, func(s statement) bool { return s.rows != nil }) {
		if err := t.flush(ctx); err != nil {
			return err
		}
	}
	var tag string
	err := t.flushWith(ctx, func(batch *pgx.Batch) {
		batch.Queue(`COMMIT`).Exec(func(end pgconn.CommandTag) error {
			tag = end.String()
			return nil
		})
	})
	if err == nil && tag != "COMMIT" { // a statement failed, and fn ignored its error
		err = pgx.ErrTxCommitRollback
	}
	return err
}

// getFlushing reads one value in one batch with the deferred statements.
func getFlushing[T any](ctx context.Context, t *Tx, query string, args ...any) (value T, err error) {
	countStatement(ctx)
	err = t.flushWith(ctx, func(batch *pgx.Batch) {
		batch.Queue(query, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&value) })
	})
	return value, err
}

// flushWith runs the deferred statements and what add queues after them. A refusal is no error to PostgreSQL, and its caller
// may ignore it, since another statement caused it: so it fails the transaction for good.
func (t *Tx) flushWith(ctx context.Context, add func(batch *pgx.Batch)) error {
	if t.failed != nil {
		return t.failed
	}
	batch := &pgx.Batch{}
	var refusal error
	for _, s := range t.deferred {
		batch.Queue(s.query, s.args...).Exec(func(tag pgconn.CommandTag) error {
			if s.rows != nil && tag.RowsAffected() != s.rows.Count {
				refusal = s.rows.Refusal
			}
			return refusal
		})
	}
	t.deferred = nil
	add(batch)
	var failure error
	err := t.conn.Raw(func(raw any) error {
		failure = raw.(*stdlib.Conn).Conn().SendBatch(ctx, batch).Close()
		return nil // the pool asks the connection itself whether it is still good
	})
	t.failed = cmp.Or(failure, err)
	return t.failed
}
