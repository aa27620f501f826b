// Package db opens the shop's database and runs SQL on it. It hides all differences between SQLite
// and PostgreSQL: other packages write one SQL text, in PostgreSQL's dialect with $1, that both
// understand.
package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"os"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
)

// DB is an open database. SQLite has a pool of readers and a single writer; PostgreSQL has one pool
// for both.
type DB struct {
	write    *sqlx.DB
	read     *sqlx.DB
	dialect  dialect
	writer   *writer       // group commit of SQLite; nil on PostgreSQL
	writing  chan struct{} // semaphore of PostgreSQL's transactions; see maxWriting
	notifier notifier
	source   string        // the file or URL that was opened
	timeout  time.Duration // of a statement or transaction; see SetTimeout
	failures failures
	use      *advisoryLock // held while this process may write into the shop; see UseAlone
	moving   atomic.Bool   // a move began while this process had lost its lock: it must not write again
}

// runner runs statements: a pool, a connection or a transaction.
type runner interface {
	sqlx.QueryerContext
	sqlx.ExecerContext
}

// Querier runs statements: outside any transaction if it is a *DB, inside its own if it is a *Tx.
type Querier interface {
	statements() runner
	// bound returns the context of one statement, with its deadline.
	bound(ctx context.Context) (context.Context, context.CancelFunc)
	// classify converts a driver's error under a bound context for the caller.
	classify(ctx context.Context, err error) error
	// failure returns why no further statement may run, or nil.
	failure() error
}

func (d *DB) statements() runner { return d.read }

func (*DB) failure() error { return nil }

// batching returns the transaction whose statements are batched, or nil.
func batching(q Querier) *Tx {
	if tx, ok := q.(*Tx); ok && tx.conn != nil {
		return tx
	}
	return nil
}

// ErrNoRow is returned by Get when no row matches.
var ErrNoRow = errors.New("db: no such row")

// Get reads one row into a T, a struct with db tags or a single value. It returns ErrNoRow if there
// is no row.
func Get[T any](ctx context.Context, q Querier, query string, args ...any) (T, error) {
	countStatement(ctx)
	recordRead(ctx, query, args)
	ctx, cancel := q.bound(ctx)
	defer cancel()
	if tx := batching(q); tx != nil {
		return getBatched[T](ctx, tx, query, args...)
	}
	var row T
	if err := q.failure(); err != nil {
		return row, err
	}
	err := sqlx.GetContext(ctx, q.statements(), &row, query, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoRow
	}
	return row, q.classify(ctx, err)
}

// All reads every row. It returns an empty list, never nil, if there are no rows.
func All[T any](ctx context.Context, q Querier, query string, args ...any) ([]T, error) {
	countStatement(ctx)
	recordRead(ctx, query, args)
	ctx, cancel := q.bound(ctx)
	defer cancel()
	if tx := batching(q); tx != nil {
		return allBatched[T](ctx, tx, query, args...)
	}
	if err := q.failure(); err != nil {
		return nil, err
	}
	rows := []T{}
	if err := sqlx.SelectContext(ctx, q.statements(), &rows, query, args...); err != nil {
		return nil, q.classify(ctx, err)
	}
	return rows, nil
}

// Exec runs a statement. Its error fails the transaction, even if the caller ignores it: PostgreSQL
// may get the statement only with the next one that has a result, or with the commit.
func Exec(ctx context.Context, tx *Tx, query string, args ...any) error {
	if tx.conn != nil {
		return tx.keep(ctx, statement{query: query, args: args})
	}
	_, err := ExecRows(ctx, tx, query, args...)
	tx.failed = cmp.Or(tx.failed, err)
	return err
}

// ExecRows runs a statement and returns the number of rows it changed.
func ExecRows(ctx context.Context, tx *Tx, query string, args ...any) (int64, error) {
	countStatement(ctx)
	ctx, cancel := tx.bound(ctx)
	defer cancel()
	if tx := batching(tx); tx != nil {
		var changed int64
		err := tx.flush(ctx, statement{query: query, args: args, changed: &changed})
		return changed, err
	}
	if err := tx.failure(); err != nil {
		return 0, err
	}
	result, err := tx.tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, tx.classify(ctx, err)
	}
	return result.RowsAffected()
}

// Copy writes a snapshot of the database into a new file while the shop is running, and returns the
// contents of the copy. The file must be missing or empty. Copy does not sync it.
func (d *DB) Copy(ctx context.Context, file string) (Contents, error) {
	if d.dialect.multiNode {
		return copyPostgres(ctx, d, file)
	}
	return copySQLite(ctx, d.source, file)
}

// CheckCopy verifies a copy of a database of this kind and returns its contents. The contents of a
// PostgreSQL copy are empty: they are unknown until it is restored.
func CheckCopy(ctx context.Context, database, file string) (Contents, error) {
	if database == Postgres {
		return Contents{}, runPostgres(ctx, "", "pg_restore", "--list", "--file="+os.DevNull, file)
	}
	return inspectSQLite(ctx, file)
}

// Close closes the database; later calls fail.
func (d *DB) Close() error {
	if d.read == d.write {
		return errors.Join(d.use.release(), d.write.Close())
	}
	return errors.Join(d.read.Close(), d.write.Close())
}
