// Package db opens the shop's database and runs SQL on it. Everything that
// differs between SQLite and PostgreSQL is in this package; every other package
// writes one SQL text, in PostgreSQL's dialect with $1, that both understand.
package db

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
)

// DB is an open database. On SQLite reads have a pool of their own beside the
// single writer; on PostgreSQL both are one pool.
type DB struct {
	write    *sqlx.DB
	read     *sqlx.DB
	dialect  dialect
	writer   *writer    // of SQLite, whose transactions are committed together; nil elsewhere
	queues   *rowQueues // of PostgreSQL; nil elsewhere; see TxLocking
	notifier notifier
	replica  replica       // of PostgreSQL; see UseReplica
	source   string        // the file or the URL that it was opened by
	timeout  time.Duration // of a call or transaction; see SetTimeout
	failures failures
	use      *advisoryLock // of a shop that this process may write into; see UseAlone
	moving   atomic.Bool   // a move began while this process had lost its lock: it never writes again
}

// runner is what statements run on: a pool, a connection or a transaction of it.
type runner interface {
	sqlx.QueryerContext
	sqlx.ExecerContext
}

// Querier runs statements: a *DB reads outside any transaction, a *Tx inside its own.
type Querier interface {
	statements() runner
	// bound returns the context of one statement, with its deadline.
	bound(ctx context.Context) (context.Context, context.CancelFunc)
	// classify returns an error of a statement under a bound context as callers get it.
	classify(ctx context.Context, err error) error
	// failure returns why no further statement may run; nil: it may.
	failure() error
}

func (d *DB) statements() runner { return d.read }

func (*DB) failure() error { return nil }

// batching returns the transaction that sends its statements in batches, nil where none does.
func batching(q Querier) *Tx {
	if tx, ok := q.(*Tx); ok && tx.conn != nil {
		return tx
	}
	return nil
}

// ErrNoRow is returned by Get when the statement found nothing.
var ErrNoRow = errors.New("db: no such row")

// Get reads one row into a T (a struct with db tags, or a single value).
// No row is ErrNoRow.
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

// All reads every row; none is an empty list, never nil.
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

// Exec runs a statement and returns how many rows it changed.
func Exec(ctx context.Context, tx *Tx, query string, args ...any) (int64, error) {
	countStatement(ctx)
	ctx, cancel := tx.bound(ctx)
	defer cancel()
	if tx := batching(tx); tx != nil {
		var changed int64
		err := tx.flushWith(ctx, statement{query: query, args: args, changed: &changed})
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

// Copy writes one moment of the database into a file that it makes, while the shop goes
// on, and returns what is in the copy. The file must not be there yet, or be empty; it is
// not synced.
func (d *DB) Copy(ctx context.Context, file string) (Contents, error) {
	if d.dialect.multiNode {
		return copyPostgres(ctx, d, file)
	}
	return copySQLite(ctx, d.source, file)
}

// CheckCopy looks through a copy of the kind of database that it says, and returns
// what is in it; what is in a PostgreSQL copy only a restore shows.
func CheckCopy(ctx context.Context, database, file string) (Contents, error) {
	if database == Postgres {
		return Contents{}, runPostgres(ctx, "", "pg_restore", "--list", "--file="+os.DevNull, file)
	}
	return inspectSQLite(ctx, file)
}

// Close closes the database; later calls fail.
func (d *DB) Close() error {
	if d.replica.pool != nil {
		_ = d.replica.pool.Close()
	}
	if d.read == d.write {
		return errors.Join(d.use.release(), d.write.Close())
	}
	return errors.Join(d.read.Close(), d.write.Close())
}
