package db

import (
	"context"
	"database/sql"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// dialect is every difference between the two databases once they are open, save
// their error codes (errors.go). postgres.go and sqlite.go hold a value each, and
// how each database is opened.
type dialect struct {
	name string // as Contents.Database
	// forUpdate locks the rows of a SELECT until the transaction ends; skipLocked
	// does too, and leaves out the rows that another transaction has locked.
	forUpdate, skipLocked string
	// nextNumber is the statement that returns the next number of the series $1.
	nextNumber string
	// oldestOpenTx is the SQL expression that DB.OldestOpenTx returns.
	oldestOpenTx string
	// writtenHere is the SQL expression that DB.WrittenHere returns.
	writtenHere string
	// notifyNodes is the statement that notifies every node of the topic $1 when its
	// transaction commits, and listen calls back for each topic that one of them was
	// notified of; "" and nil where there is one node.
	notifyNodes string
	listen      func(ctx context.Context, pool *sqlx.DB, ready func(), notify func(topic string)) error
	// multiNode is true when several machines may work on the database.
	multiNode bool
	// overdue is why a call most likely did not end by its deadline.
	overdue Reason
	// durabilitySettings are the settings by which "off" risks acknowledged data.
	durabilitySettings []string

	// tables and columns are the statements that list the shop's tables, and its columns
	// as table.column.
	tables, columns string
	// references is the statement that lists which table refers to which.
	references string
	// setNumber is the statement that makes $2 the last number of the series $1.
	setNumber string
	// snapshot is how isolated a transaction is that sees one moment of the database.
	snapshot sql.IsolationLevel
	// withoutTimeouts is the statement that lets a transaction and its statements last
	// as long as they need; "" where nothing ends them.
	withoutTimeouts string
	// quickCheck lists what is wrong with the file's structure, or "ok"; "" where the
	// server checks its own.
	quickCheck string
	// beginMigrating and endMigrating let the writer wait longer for a lock, and no longer.
	beginMigrating, endMigrating string

	migrations goose.Dialect
	// excludedMigrations is how the names of the other database's migrations end.
	excludedMigrations string
	// migrationLock makes the lock that lets one of several nodes migrate; nil
	// where the writing transaction is lock enough.
	migrationLock func() (lock.SessionLocker, error)
}

// ForUpdate is the clause that locks the rows of a SELECT until the transaction
// ends; "" on SQLite, which has one writer at a time.
func (t *Tx) ForUpdate() string { return t.db.dialect.forUpdate }

// SkipLocked is the clause by which a SELECT locks rows that nobody has locked and
// leaves out the others, so that workers on several nodes do not wait for each
// other; "" on SQLite, which has one writer at a time.
func (t *Tx) SkipLocked() string { return t.db.dialect.skipLocked }

// NextVersion is an SQL expression of the time `at`, or of the microsecond after the time `previous` where that is later. It is for
// transactions that defer (Tx.Defers): the others lock a row before they compute its next version.
func (t *Tx) NextVersion(at, previous string) string {
	return "GREATEST(" + at + ", " + previous + " + INTERVAL '1 microsecond')"
}

// Analyze defers an ANALYZE of a table: PostgreSQL plans by its present content then, as it does by itself a minute after much has
// changed. It does nothing on SQLite, which plans the shop's statements by its indexes alone.
func (t *Tx) Analyze(ctx context.Context, table string) error {
	if !t.Defers() {
		return nil
	}
	return ExecDeferred(ctx, t, `ANALYZE `+table)
}

// OldestOpenTx is an SQL expression, a BIGINT: every transaction with a smaller
// number has ended, so that no row that it wrote is still to become visible. On
// SQLite it is greater than any number: transactions are written one at a time.
func (d *DB) OldestOpenTx() string { return d.dialect.oldestOpenTx }

// WrittenHere is an SQL condition on a row of a table whose column tx names the transaction that wrote it: that this database did,
// and not another one of which it is a copy. On SQLite, where a copy counts on, it is always true.
func (d *DB) WrittenHere() string { return d.dialect.writtenHere }

// MultiNode reports whether several machines may work on this database. What all
// of them must agree on is then stored in it; SQLite has one machine and its
// data directory.
func (d *DB) MultiNode() bool { return d.dialect.multiNode }
