package db

import (
	"context"
	"database/sql"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// dialect holds the differences between SQLite and PostgreSQL, except error codes (errors.go).
// postgres.go and sqlite.go define one each.
type dialect struct {
	name string // as in Contents.Database
	// forUpdate locks the rows of a SELECT until the transaction ends; skipLocked also skips rows
	// locked by other transactions.
	forUpdate, skipLocked string
	// lock locks the name $1 until the transaction ends; "" for a single writer.
	lock string
	// nextNumber returns the next number of the series $1.
	nextNumber string
	// oldestOpenTx is the expression that DB.OldestOpenTx returns.
	oldestOpenTx string
	// completeTx is the expression that DB.CompleteTx returns.
	completeTx string
	// notifyNodes notifies every node of the topic $1 when its transaction commits. listen calls
	// notify for each such topic. They are "" and nil with a single node.
	notifyNodes string
	listen      func(ctx context.Context, pool *sqlx.DB, ready func(), notify func(topic string)) error
	// multiNode reports whether several machines may use the database.
	multiNode bool
	// overdue is the likely reason for a missed deadline.
	overdue Reason
	// durabilitySettings are the settings that risk losing acknowledged data if "off".
	durabilitySettings []string

	// tables lists the shop's tables, columns its columns as table.column.
	tables, columns string
	// references lists the foreign keys: the referring and the referred table.
	references string
	// setNumber sets the last number of the series $1 to $2.
	setNumber string
	// snapshot is the isolation level of a transaction that sees one snapshot.
	snapshot sql.IsolationLevel
	// withoutTimeouts removes the time limits of a transaction and its statements; "" if there are
	// none.
	withoutTimeouts string
	// quickCheck lists the faults in the file's structure, or "ok"; "" if the server checks its own
	// files.
	quickCheck string
	// beginMigrating extends the writer's wait for a lock; endMigrating restores it.
	beginMigrating, endMigrating string

	migrations goose.Dialect
	// excludedMigrations is the file name suffix of the other database's migrations.
	excludedMigrations string
	// migrationLock returns the lock under which one of several nodes migrates; nil if the write
	// transaction is lock enough.
	migrationLock func() (lock.SessionLocker, error)
}

// ForUpdate returns the clause that locks the rows of a SELECT until the transaction ends. It is ""
// on SQLite, which has a single writer.
func (t *Tx) ForUpdate() string { return t.db.dialect.forUpdate }

// SkipLocked returns the clause that locks the rows of a SELECT and skips those locked by others,
// so that workers on several nodes do not wait for each other. It is "" on SQLite, which has a
// single writer.
func (t *Tx) SkipLocked() string { return t.db.dialect.skipLocked }

// Lock locks a name until the transaction ends. A transaction that waited for the lock sees what
// the earlier lock holders committed. It does nothing on SQLite, which has a single writer.
func (t *Tx) Lock(ctx context.Context, name string) error {
	if t.db.dialect.lock == "" {
		return nil
	}
	return Exec(ctx, t, t.db.dialect.lock, name)
}

// NextVersion returns an SQL expression for the later of the time `at` and one microsecond after
// the time `previous`, which another transaction may have written since this one read it. On
// SQLite, which has a single writer, it is `at`.
func (t *Tx) NextVersion(at, previous string) string {
	if !t.db.dialect.multiNode {
		return at
	}
	return "GREATEST(" + at + ", " + previous + " + INTERVAL '1 microsecond')"
}

// Analyze updates the planner statistics of a table, so that PostgreSQL plans by its current
// contents immediately instead of a minute later. It does nothing on SQLite, which plans the shop's
// statements by its indexes alone.
func (t *Tx) Analyze(ctx context.Context, table string) error {
	if !t.db.dialect.multiNode {
		return nil
	}
	return Exec(ctx, t, `ANALYZE `+table)
}

// OldestOpenTx returns an SQL expression for a BIGINT. Every transaction with a smaller number has
// ended, and its rows are visible. On SQLite, which has a single writer, it is greater than any
// number.
func (d *DB) OldestOpenTx() string { return d.dialect.oldestOpenTx }

// CompleteTx returns an SQL expression for a BIGINT. Every transaction up to this number that wrote
// to the log of changes has ended, and its rows are visible.
func (d *DB) CompleteTx() string { return d.dialect.completeTx }

// MultiNode reports whether several machines may use this database. They share state only through
// it. A SQLite database has one machine, which may also keep state in the data directory.
func (d *DB) MultiNode() bool { return d.dialect.multiNode }
