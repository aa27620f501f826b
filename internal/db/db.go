// Package db opens the shop's database and runs SQL on it. Everything that
// differs between SQLite and PostgreSQL is in this package; every other package
// writes one SQL text, in PostgreSQL's dialect with $1, that both understand.
package db

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"
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
	notifier notifier
	source   string        // the file or the URL that it was opened by
	timeout  time.Duration // of a call or transaction; see SetTimeout
	failures failures
	use      *advisoryLock // of a shop that this process may write into; see UseAlone
	moving   atomic.Bool   // a move began while this process had lost its lock: it never writes again
}

// Querier runs statements: a *DB reads outside any transaction, a *Tx inside its own.
type Querier interface {
	runner() sqlx.ExtContext
	// bound returns the context of one statement, with its deadline.
	bound(ctx context.Context) (context.Context, context.CancelFunc)
	// classify returns an error of a statement under a bound context as callers get it.
	classify(ctx context.Context, err error) error
}

func (d *DB) runner() sqlx.ExtContext { return d.read }

// ErrNoRow is returned by Get when the statement found nothing.
var ErrNoRow = errors.New("db: no such row")

// Get reads one row into a T (a struct with db tags, or a single value).
// No row is ErrNoRow.
func Get[T any](ctx context.Context, q Querier, query string, args ...any) (T, error) {
	countStatement(ctx)
	ctx, cancel := q.bound(ctx)
	defer cancel()
	var row T
	err := sqlx.GetContext(ctx, q.runner(), &row, query, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoRow
	}
	return row, q.classify(ctx, err)
}

// All reads every row; none is an empty list, never nil.
func All[T any](ctx context.Context, q Querier, query string, args ...any) ([]T, error) {
	countStatement(ctx)
	ctx, cancel := q.bound(ctx)
	defer cancel()
	rows := []T{}
	if err := sqlx.SelectContext(ctx, q.runner(), &rows, query, args...); err != nil {
		return nil, q.classify(ctx, err)
	}
	return rows, nil
}

// Exec runs a statement and returns how many rows it changed.
func Exec(ctx context.Context, tx *Tx, query string, args ...any) (int64, error) {
	countStatement(ctx)
	ctx, cancel := tx.bound(ctx)
	defer cancel()
	result, err := tx.tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, tx.classify(ctx, err)
	}
	return result.RowsAffected()
}

// Insert runs an INSERT with :name parameters, taken from the db tags of a struct;
// several structs become statements of many rows.
func Insert[T any](ctx context.Context, tx *Tx, query string, rows ...T) error {
	at := maxRowsPerInsert
	if columns := strings.Count(query, ":"); columns > 0 && !tx.db.dialect.multiNode {
		at = max(1, min(at, maxSQLiteParameters/columns))
	}
	return insertBy(ctx, tx, query, at, rows)
}

// InsertTogether does what Insert does in one statement for at most 150 structs, where
// fewer statements count more than time: the rows of one order.
func InsertTogether[T any](ctx context.Context, tx *Tx, query string, rows ...T) error {
	return insertBy(ctx, tx, query, maxRowsTogether, rows)
}

func insertBy[T any](ctx context.Context, tx *Tx, query string, at int, rows []T) error {
	bound, cancel := tx.bound(ctx)
	defer cancel()
	for len(rows) > 0 {
		n := min(len(rows), at)
		countStatement(ctx)
		if _, err := tx.tx.NamedExecContext(bound, query, rows[:n]); err != nil {
			return tx.classify(bound, err)
		}
		rows = rows[n:]
	}
	return nil
}

const (
	maxRowsPerInsert = 20
	// maxSQLiteParameters is where the SQLite driver is fastest: it binds $N by looking
	// through all parameters, so the time grows with their square. An import of 60,000
	// products took 20 s of CPU with 20 rows of 34 columns a statement and 13 s with 3.
	maxSQLiteParameters = 120
	maxRowsTogether     = 150
)

// Copy writes one moment of the database into a file that it makes, while the shop goes
// on, and returns what is in the copy. The file must not be there yet, or be empty.
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
	if d.read == d.write {
		return errors.Join(d.use.release(), d.write.Close())
	}
	return errors.Join(d.read.Close(), d.write.Close())
}
