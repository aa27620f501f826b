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

// statement is one statement of a batch.
type statement struct {
	query   string
	args    []any
	collect func(rows pgx.Rows) error // for statements that return rows
	changed *int64                    // receives the number of changed rows
}

// maxKept bounds the statements, and so the arguments, that a transaction keeps back.
const maxKept = 64

// keep keeps a statement back until the transaction's next statement with a result, or its commit:
// PostgreSQL gets them in one batch, which spares round trips and shortens locks. It reads the
// arguments at once, since their owner may change them meanwhile.
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

// flush runs the statements kept back, followed by others.
func (t *Tx) flush(ctx context.Context, others ...statement) error {
	t.kept = append(t.kept, others...)
	return t.send(ctx, func(*pgx.Batch) {})
}

// commit sends the statements kept back and the COMMIT in one batch.
func (t *Tx) commit(ctx context.Context) error {
	if t.failed == nil && !t.begun && len(t.kept) == 1 {
		return nil // only BEGIN is kept back
	}
	var tag string
	err := t.send(ctx, func(batch *pgx.Batch) {
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

// send runs the statements kept back, followed by those that add queues. The caller may ignore an
// error that another statement caused, so it fails the whole transaction.
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

// queue adds the statement to a batch.
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

// Guard is the number of rows that a statement must return, and the transaction's error for any
// other number.
type Guard[T any] struct {
	Rows      int
	Refusal   error
	Committed func(rows []T) // receives the rows after the commit; may be nil
}

// ExecGuarded runs a statement with RETURNING under a guard. Its error belongs to the
// transaction, as that of Exec.
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

// guardedQuery returns a statement that divides by zero when the query returns another number of
// rows, so that PostgreSQL fails the transaction before a COMMIT in the same batch.
func guardedQuery(query string, rows int) string {
	// The guard comes first: joined to an empty result it would not be evaluated.
	return `WITH changed AS (` + query + `),
		guard AS (SELECT 1 / CASE WHEN (SELECT COUNT(*) FROM changed) = ` + strconv.Itoa(rows) + ` THEN 1 ELSE 0 END AS passed)
		SELECT changed.* FROM guard LEFT JOIN changed ON TRUE WHERE guard.passed = 1`
}
