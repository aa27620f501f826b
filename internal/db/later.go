package db

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// statement is one that was put off.
type statement struct {
	query string
	args  []any
	must  *Changes // nil: it may change any number of rows
}

// Changes is how many rows a statement must change, and the error when it changes others.
type Changes struct {
	Rows    int64
	Refusal error
}

// ExecLater puts a statement off whose outcome its caller does not wait for: it runs before the transaction's next other
// statement, or before its commit. On PostgreSQL all that is put off goes to the server in one message, and the results
// come back in one: an order takes half as many journeys, and holds its locks the shorter. On SQLite, where there is no
// journey, it runs at once. An error is returned by whatever ends the wait, DB.Tx at the latest, so this is not for an
// error that the caller looks at.
func ExecLater(ctx context.Context, tx *Tx, query string, args ...any) error {
	if tx.conn == nil {
		_, err := Exec(ctx, tx, query, args...)
		return err
	}
	countStatement(ctx)
	tx.later = append(tx.later, statement{query: query, args: args})
	return nil
}

// ExecLaterOr is ExecLater of a statement that must change so many rows: otherwise the refusal is its error.
func ExecLaterOr(ctx context.Context, tx *Tx, must Changes, query string, args ...any) error {
	if tx.conn == nil {
		n, err := Exec(ctx, tx, query, args...)
		if err == nil && n != must.Rows {
			return must.Refusal
		}
		return err
	}
	countStatement(ctx)
	tx.later = append(tx.later, statement{query: query, args: args, must: &must})
	return nil
}

// sendLater runs what was put off.
func (t *Tx) sendLater(ctx context.Context) error {
	if t.failed != nil || len(t.later) == 0 {
		return t.failed
	}
	return t.sendWith(ctx, func(*pgx.Batch) {})
}

// commit runs what was put off and commits, in one message. What must change so many rows is run before: its refusal would
// come after the commit.
func (t *Tx) commit(ctx context.Context) error {
	if slices.ContainsFunc(t.later, func(s statement) bool { return s.must != nil }) {
		if err := t.sendLater(ctx); err != nil {
			return err
		}
	}
	var tag string
	err := t.sendWith(ctx, func(batch *pgx.Batch) {
		batch.Queue(`COMMIT`).Exec(func(end pgconn.CommandTag) error {
			tag = end.String()
			return nil
		})
	})
	if err == nil && tag != "COMMIT" { // a statement had failed, and fn did not say so
		err = pgx.ErrTxCommitRollback
	}
	return err
}

// getLater reads one value together with what was put off.
func getLater[T any](ctx context.Context, t *Tx, query string, args ...any) (value T, err error) {
	countStatement(ctx)
	err = t.sendWith(ctx, func(batch *pgx.Batch) {
		batch.Queue(query, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&value) })
	})
	return value, err
}

// sendWith runs what was put off and what add adds to it. A refusal among them is no error to PostgreSQL, and whoever gets it
// had asked for something else: it stays that of the transaction.
func (t *Tx) sendWith(ctx context.Context, add func(batch *pgx.Batch)) error {
	if t.failed != nil {
		return t.failed
	}
	batch := &pgx.Batch{}
	var refusal error
	for _, s := range t.later {
		batch.Queue(s.query, s.args...).Exec(func(tag pgconn.CommandTag) error {
			if s.must != nil && tag.RowsAffected() != s.must.Rows {
				refusal = s.must.Refusal
			}
			return refusal
		})
	}
	t.later = nil
	add(batch)
	var failure error
	err := t.conn.Raw(func(raw any) error {
		failure = raw.(*stdlib.Conn).Conn().SendBatch(ctx, batch).Close()
		return nil // the pool asks the connection itself whether it is still good
	})
	t.failed = cmp.Or(failure, err)
	return t.failed
}
