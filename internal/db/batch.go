package db

import (
	"cmp"
	"context"
	"database/sql/driver"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

type statement struct {
	query   string
	args    []any
	collect func(rows pgx.Rows) error // for statements that return rows
	changed *int64                    // receives the number of changed rows
}

// maxKept is the number of kept statements at which a transaction sends them.
const maxKept = 64

// keep delays a statement until the transaction's next statement with a result, its commit, or
// maxKept delayed statements. PostgreSQL then gets them in one batch, which saves round trips and
// shortens locks. keep converts the arguments immediately, because the caller may change them later.
func (t *Tx) keep(ctx context.Context, s statement) error {
	countStatement(ctx)
	values := make([]any, len(s.args))
	for i, arg := range s.args {
		value, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return err
		}
		values[i] = value
	}
	s.args = values
	t.kept = append(t.kept, s)
	if len(t.kept) < maxKept {
		return nil
	}
	ctx, cancel := t.bound(ctx)
	defer cancel()
	return t.flush(ctx)
}

// flush sends the kept statements, followed by others.
func (t *Tx) flush(ctx context.Context, others ...statement) error {
	t.kept = append(t.kept, others...)
	return t.send(ctx, func(*pgx.Batch) {})
}

// commit sends the kept statements and COMMIT in one batch.
func (t *Tx) commit(ctx context.Context) error {
	if t.failed == nil && !t.begun && len(t.kept) == 1 {
		return nil // only BEGIN is kept
	}
	var tag string
	err := t.send(ctx, func(batch *pgx.Batch) {
		batch.Queue(`COMMIT`).Exec(func(end pgconn.CommandTag) error {
			tag = end.String()
			return nil
		})
	})
	if err == nil && tag != "COMMIT" { // a statement failed, and its error was ignored
		err = pgx.ErrTxCommitRollback
	}
	return err
}

// send sends the kept statements, followed by those that add queues. Its error fails the
// transaction, even if the caller ignores it, because an earlier statement may have caused it.
func (t *Tx) send(ctx context.Context, add func(batch *pgx.Batch)) error {
	if t.failed != nil {
		return t.failed
	}
	batch := &pgx.Batch{}
	for _, s := range t.kept {
		s.queue(batch)
	}
	t.kept, t.begun = nil, true
	add(batch)
	var failure error
	err := t.conn.Raw(func(raw any) error {
		failure = raw.(*stdlib.Conn).Conn().SendBatch(ctx, batch).Close()
		return nil // the pool checks the connection itself
	})
	t.failed = cmp.Or(failure, err)
	return t.failed
}

func (s statement) queue(batch *pgx.Batch) {
	queued := batch.Queue(s.query, s.args...)
	if s.collect != nil {
		queued.Query(s.collect)
		return
	}
	queued.Exec(func(tag pgconn.CommandTag) error {
		if s.changed != nil {
			*s.changed = tag.RowsAffected()
		}
		return nil
	})
}

// Guard requires a statement to return exactly Rows rows. Any other number fails the transaction
// with Refusal.
type Guard[T any] struct {
	Rows      int
	Refusal   error
	Committed func(rows []T) // called with the rows after the commit, unless nil
}

// ExecGuarded runs a statement with RETURNING under a guard. As with Exec, an error fails the
// transaction even if the caller ignores it.
func ExecGuarded[T any](ctx context.Context, tx *Tx, guard Guard[T], query string, args ...any) error {
	var rows []T
	if guard.Committed != nil {
		tx.AfterCommit(func() { guard.Committed(rows) })
	}
	if tx.conn == nil {
		var err error
		if rows, err = All[T](ctx, tx, query, args...); err == nil && len(rows) != guard.Rows {
			err = guard.Refusal
		}
		tx.failed = cmp.Or(tx.failed, err)
		return err
	}
	return tx.keep(ctx, statement{query: guardedQuery(query, guard.Rows), args: args, collect: func(found pgx.Rows) (err error) {
		if rows, err = collectRows[T](found); hasCode(err, pgDivisionByZero) {
			err = guard.Refusal
		}
		return err
	}})
}

// guardedQuery wraps a query so that it divides by zero if it does not return this number of rows.
// PostgreSQL then fails the transaction before a COMMIT in the same batch.
func guardedQuery(query string, rows int) string {
	// The guard comes first: after an empty join it would not be evaluated.
	return `WITH changed AS (` + query + `),
		guard AS (SELECT 1 / CASE WHEN (SELECT COUNT(*) FROM changed) = ` + strconv.Itoa(rows) + ` THEN 1 ELSE 0 END AS passed)
		SELECT changed.* FROM guard LEFT JOIN changed ON TRUE WHERE guard.passed = 1`
}
