// Package db opens the shop's database and runs SQL on it. Everything that
// differs between SQLite and PostgreSQL is in this package; every other package
// writes one SQL text, in PostgreSQL's dialect with $1, that both understand.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// DB is an open database. On SQLite reads have a pool of their own beside the
// single writer; on PostgreSQL both are one pool.
type DB struct {
	write    *sqlx.DB
	read     *sqlx.DB
	postgres bool
	news     news
}

// Querier runs statements: a *DB reads outside any transaction, a *Tx inside its own.
type Querier interface {
	runner() sqlx.ExtContext
}

// Tx is one transaction. It ends when the function given to DB.Tx returns.
type Tx struct {
	tx       *sqlx.Tx
	after    []func()
	postgres bool
	news     *news
}

func (d *DB) runner() sqlx.ExtContext { return d.read }
func (t *Tx) runner() sqlx.ExtContext { return t.tx }

// ErrNoRow is what Get answers when the statement found nothing.
var ErrNoRow = errors.New("db: no such row")

// maxAttempts bounds how often Tx starts again after a deadlock or a busy database.
const maxAttempts = 10

// Tx runs fn in one writing transaction and commits when fn answers nil. When
// the database asks for it (deadlock, serialisation), fn runs again from the
// start, so it must have no effect outside the transaction but through AfterCommit.
func (d *DB) Tx(ctx context.Context, fn func(tx *Tx) error) error {
	var err error
	for range maxAttempts {
		var tx *Tx
		tx, err = d.once(ctx, fn)
		if err == nil {
			for _, told := range tx.after {
				told()
			}
			return nil
		}
		if !mayRetry(err) || ctx.Err() != nil {
			return err
		}
	}
	return fmt.Errorf("transaction given up after %d attempts: %w", maxAttempts, err)
}

func (d *DB) once(ctx context.Context, fn func(tx *Tx) error) (_ *Tx, err error) {
	raw, err := d.write.BeginTxx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	// After a commit this does nothing; it also undoes the work of an fn that panics.
	defer func() { _ = raw.Rollback() }()
	tx := &Tx{tx: raw, postgres: d.postgres, news: &d.news}
	if err := fn(tx); err != nil {
		return nil, err
	}
	if err := raw.Commit(); err != nil {
		return nil, fmt.Errorf("commit: %w", err)
	}
	return tx, nil
}

// AfterCommit has fn called once the transaction is committed, and not otherwise.
func (t *Tx) AfterCommit(fn func()) { t.after = append(t.after, fn) }

// ForUpdate is the clause that locks the rows a SELECT found until the
// transaction ends. SQLite has no such clause and needs none: its writer is alone.
func (t *Tx) ForUpdate() string {
	if t.postgres {
		return " FOR UPDATE"
	}
	return ""
}

// SkipLocked is the clause by which a SELECT takes rows that nobody holds and
// passes over the others, so that workers on several nodes do not wait for each
// other. SQLite has no such clause and needs none: its writer is alone.
func (t *Tx) SkipLocked() string {
	if t.postgres {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}

// Shared tells whether several machines may work on this database. What all of
// them must agree on is then kept in it; SQLite has one machine and its folder.
func (d *DB) Shared() bool { return d.postgres }

// Get reads one row into a T (a struct with db tags, or a single value).
// No row is ErrNoRow.
func Get[T any](ctx context.Context, q Querier, query string, args ...any) (T, error) {
	var row T
	err := sqlx.GetContext(ctx, q.runner(), &row, query, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoRow
	}
	return row, err
}

// All reads every row; none is an empty list, never nil.
func All[T any](ctx context.Context, q Querier, query string, args ...any) ([]T, error) {
	rows := []T{}
	if err := sqlx.SelectContext(ctx, q.runner(), &rows, query, args...); err != nil {
		return nil, err
	}
	return rows, nil
}

// Exec runs a statement and answers how many rows it changed.
func Exec(ctx context.Context, tx *Tx, query string, args ...any) (int64, error) {
	result, err := tx.tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Save runs a statement with :name parameters, taken from the db tags of a
// struct; several structs become statements of many rows.
func Save[T any](ctx context.Context, tx *Tx, query string, rows ...T) error {
	for len(rows) > 0 {
		n := min(len(rows), maxRowsPerInsert)
		if _, err := tx.tx.NamedExecContext(ctx, query, rows[:n]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// maxRowsPerInsert is where the SQLite driver is fastest: it binds $N by looking
// through all parameters, so the time grows with their square. An import of
// 24,599 products took 42 s with 800 rows a statement and 4 s with 20.
const maxRowsPerInsert = 20

// Ping answers nil when the database can be reached.
func (d *DB) Ping(ctx context.Context) error { return d.read.PingContext(ctx) }

// Close closes the database; later calls fail.
func (d *DB) Close() error {
	if d.read == d.write {
		return d.write.Close()
	}
	return errors.Join(d.read.Close(), d.write.Close())
}
