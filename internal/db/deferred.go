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

// Defers reports whether deferred statements are batched, as on PostgreSQL. SQLite runs each at
// once.
func (t *Tx) Defers() bool { return t.conn != nil }

// statement is one statement of a batch.
type statement struct {
	query   string
	args    []any
	rows    *ExpectedRows             // nil: any number of rows
	collect func(rows pgx.Rows) error // for statements that return rows
	changed *int64                    // receives the number of changed rows
	guarded bool                      // the database itself fails on an unexpected number of rows
}

// ExpectedRows is the number of rows a statement must change, and the error for any other number.
type ExpectedRows struct {
	Count   int64
	Refusal error
}

// ExecDeferredExpecting is ExecDeferred for an INSERT, UPDATE or DELETE without RETURNING that must
// change a certain number of rows. Any other number fails with expected's error.
func ExecDeferredExpecting(ctx context.Context, tx *Tx, expected ExpectedRows, query string, args ...any) error {
	if tx.conn == nil {
		n, err := ExecRows(ctx, tx, query, args...)
		if err == nil && n != expected.Count {
			return expected.Refusal
		}
		return err
	}
	countStatement(ctx)
	tx.deferred = append(tx.deferred, statement{query: query, args: args, rows: &expected})
	return nil
}

// DeferredRows are the rows of a read that runs in a batch with other statements; see AllDeferred.
type DeferredRows[T any] struct {
	tx   *Tx
	rows []T
	read bool
	err  error
}

// AllDeferred queues a read, in the order of the deferred statements, until DeferredRows.All or
// another statement of the transaction runs the batch. SQLite reads at once.
func AllDeferred[T any](ctx context.Context, tx *Tx, query string, args ...any) *DeferredRows[T] {
	d := &DeferredRows[T]{tx: tx}
	if tx.conn == nil {
		d.rows, d.err = All[T](ctx, tx, query, args...)
		d.read = true
		return d
	}
	countStatement(ctx)
	recordRead(ctx, query, args)
	tx.deferred = append(tx.deferred, statement{query: query, args: args, collect: func(rows pgx.Rows) (err error) {
		d.read = true
		d.rows, err = collectRows[T](rows)
		return err
	}})
	return d
}

// AllDeferredExpecting is ExecDeferredExpecting for a statement with RETURNING. Its rows are
// available after the commit, from DeferredRows.Committed.
func AllDeferredExpecting[T any](ctx context.Context, tx *Tx, expected ExpectedRows, query string, args ...any) *DeferredRows[T] {
	d := &DeferredRows[T]{tx: tx}
	check := func(err error) error {
		d.read = true
		if err == nil && int64(len(d.rows)) != expected.Count {
			err = expected.Refusal
		}
		return err
	}
	if tx.conn == nil {
		rows, err := All[T](ctx, tx, query, args...)
		d.rows = rows
		d.err = check(err)
		tx.failed = cmp.Or(tx.failed, d.err)
		return d
	}
	countStatement(ctx)
	tx.deferred = append(tx.deferred, statement{query: query, args: args, rows: &expected, collect: func(rows pgx.Rows) (err error) {
		d.rows, err = collectRows[T](rows)
		return check(err)
	}})
	return d
}

// All returns the rows: without any an empty list, never nil.
func (d *DeferredRows[T]) All(ctx context.Context) ([]T, error) {
	if !d.read {
		ctx, cancel := d.tx.bound(ctx)
		defer cancel()
		if err := d.tx.flush(ctx); err != nil {
			return nil, err
		}
	}
	return d.rows, d.err
}

// Committed returns the rows of a committed transaction, for a function of Tx.AfterCommit.
func (d *DeferredRows[T]) Committed() []T { return d.rows }

// One returns the first row, or ErrNoRow.
func (d *DeferredRows[T]) One(ctx context.Context) (row T, err error) {
	rows, err := d.All(ctx)
	if err == nil && len(rows) == 0 {
		err = ErrNoRow
	}
	if err != nil {
		return row, err
	}
	return rows[0], nil
}

// maxKept bounds the statements, and so the arguments, that a transaction keeps back.
const maxKept = 64

// keep keeps a statement back until the transaction's next statement with a result, or its commit.
// It reads the arguments at once, since their owner may change them meanwhile.
func (t *Tx) keep(ctx context.Context, query string, args []any) error {
	values := make([]any, len(args))
	for i, arg := range args {
		value, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return err
		}
		values[i] = value
	}
	t.deferred = append(t.deferred, statement{query: query, args: values})
	if len(t.deferred) < maxKept {
		return nil
	}
	ctx, cancel := t.bound(ctx)
	defer cancel()
	return t.flush(ctx)
}

// flush runs the deferred statements.
func (t *Tx) flush(ctx context.Context) error {
	if t.failed != nil || len(t.deferred) == 0 {
		return t.failed
	}
	return t.flushWith(ctx)
}

// commit sends the deferred statements and the COMMIT in one batch. Statements with ExpectedRows
// are guarded in the database: a check of ours would run after the commit.
func (t *Tx) commit(ctx context.Context) error {
	if t.failed == nil && !t.begun && len(t.deferred) == 1 {
		return nil // only BEGIN is queued
	}
	for i := range t.deferred {
		t.deferred[i].guarded = t.deferred[i].rows != nil
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

// flushWith runs the deferred statements, followed by others.
func (t *Tx) flushWith(ctx context.Context, others ...statement) error {
	t.deferred = append(t.deferred, others...)
	return t.send(ctx, func(*pgx.Batch) {})
}

// send runs the deferred statements, followed by those that add queues. An unexpected number of
// rows is no error to PostgreSQL, and the caller may ignore an error that another statement caused,
// so it fails the whole transaction.
func (t *Tx) send(ctx context.Context, add func(batch *pgx.Batch)) error {
	if t.failed != nil {
		return t.failed
	}
	batch := &pgx.Batch{}
	for _, s := range t.deferred {
		s.queue(batch)
	}
	t.deferred, t.begun = nil, true
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
	if s.guarded {
		s.queueGuarded(batch)
		return
	}
	queued := batch.Queue(s.query, s.args...)
	if s.collect != nil {
		queued.Query(s.collect)
		return
	}
	queued.Exec(func(tag pgconn.CommandTag) error {
		if s.changed != nil {
			*s.changed = tag.RowsAffected()
		}
		if s.rows != nil && tag.RowsAffected() != s.rows.Count {
			return s.rows.Refusal
		}
		return nil
	})
}

// queueGuarded adds a statement that divides by zero when it changes an unexpected number of rows,
// so that PostgreSQL fails the transaction before its COMMIT.
func (s statement) queueGuarded(batch *pgx.Batch) {
	guard := `SELECT 1 / CASE WHEN (SELECT COUNT(*) FROM changed) = ` + strconv.FormatInt(s.rows.Count, 10) + ` THEN 1 ELSE 0 END AS passed`
	query := `WITH changed AS (` + s.query + ` RETURNING 1) ` + guard
	collect := func(rows pgx.Rows) error {
		rows.Close()
		return rows.Err()
	}
	if s.collect != nil {
		// The guard comes first: joined to an empty result it would not be evaluated.
		query = `WITH changed AS (` + s.query + `), guard AS (` + guard + `)
			SELECT changed.* FROM guard LEFT JOIN changed ON TRUE WHERE guard.passed = 1`
		collect = s.collect
	}
	batch.Queue(query, s.args...).Query(func(rows pgx.Rows) error {
		err := collect(rows)
		if hasCode(err, pgDivisionByZero) {
			return s.rows.Refusal
		}
		return err
	})
}
