package db

import (
	"context"
	"database/sql"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// dialect holds every difference between the two open databases except their error codes
// (errors.go). postgres.go and sqlite.go each define one, and how to open the database.
type dialect struct {
	name string // as in Contents.Database
	// forUpdate locks the rows of a SELECT until the transaction ends; skipLocked also skips rows
	// locked by other transactions.
	forUpdate, skipLocked string
	// lock locks the name $1 until the transaction ends; "" where there is one writer at a time.
	lock string
	// nextNumber returns the next number of the series $1.
	nextNumber string
	// oldestOpenTx is the expression of DB.OldestOpenTx.
	oldestOpenTx string
	// completeTx is the expression of DB.CompleteTx.
	completeTx string
	// notifyNodes notifies every node of the topic $1 when its transaction commits, and listen
	// calls back for each topic notified; "" and nil with a single node.
	notifyNodes string
	listen      func(ctx context.Context, pool *sqlx.DB, ready func(), notify func(topic string)) error
	// multiNode is true when several machines may use the database.
	multiNode bool
	// overdue is the likely reason of a missed deadline.
	overdue Reason
	// durabilitySettings are the settings whose value "off" risks acknowledged data.
	durabilitySettings []string

	// tables and columns list the shop's tables, and its columns as table.column.
	tables, columns string
	// references lists which table refers to which.
	references string
	// setNumber makes $2 the last number of the series $1.
	setNumber string
	// snapshot is the isolation level of a transaction that sees one moment of the database.
	snapshot sql.IsolationLevel
	// withoutTimeouts removes the time limits of a transaction and its statements; "" where there
	// are none.
	withoutTimeouts string
	// quickCheck lists the faults of the file's structure, or "ok"; "" where the server checks its
	// own.
	quickCheck string
	// beginMigrating extends the writer's wait for a lock, and endMigrating restores it.
	beginMigrating, endMigrating string

	migrations goose.Dialect
	// excludedMigrations is the file name suffix of the other database's migrations.
	excludedMigrations string
	// migrationLock makes the lock under which one of several nodes migrates; nil where the writing
	// transaction is lock enough.
	migrationLock func() (lock.SessionLocker, error)
}

// ForUpdate returns the clause that locks the rows of a SELECT until the transaction ends; "" on
// SQLite, which has one writer at a time.
func (t *Tx) ForUpdate() string { return t.db.dialect.forUpdate }

// SkipLocked returns the clause that locks the unlocked rows of a SELECT and skips the others, so
// that workers on several nodes do not wait for each other; "" on SQLite, which has one writer at a
// time.
func (t *Tx) SkipLocked() string { return t.db.dialect.skipLocked }

// Lock locks a name until the transaction ends: of transactions that lock the same one, each reads what those before it have
// committed. It does nothing on SQLite, which has one writer at a time.
func (t *Tx) Lock(ctx context.Context, name string) error {
	if t.db.dialect.lock == "" {
		return nil
	}
	return Exec(ctx, t, t.db.dialect.lock, name)
}

// NextVersion returns an SQL expression for the later of the time `at` and one microsecond after
// the time `previous`, which another transaction may have written since this one read it; on
// SQLite, which has one writer at a time, it is `at`.
func (t *Tx) NextVersion(at, previous string) string {
	if !t.db.dialect.multiNode {
		return at
	}
	return "GREATEST(" + at + ", " + previous + " + INTERVAL '1 microsecond')"
}

// Analyze analyzes a table, so that PostgreSQL plans by its current contents at once
// instead of a minute later. It does nothing on SQLite, which plans the shop's statements by its
// indexes alone.
func (t *Tx) Analyze(ctx context.Context, table string) error {
	if !t.db.dialect.multiNode {
		return nil
	}
	return Exec(ctx, t, `ANALYZE `+table)
}

// OldestOpenTx returns an SQL expression, a BIGINT: every transaction with a smaller number has
// ended, and all its rows are visible. On SQLite it is greater than any number: transactions are
// written one at a time.
func (d *DB) OldestOpenTx() string { return d.dialect.oldestOpenTx }

// CompleteTx returns an SQL expression, a BIGINT: every transaction with rows in the log of changes
// and a number up to it has ended, and all its rows are visible.
func (d *DB) CompleteTx() string { return d.dialect.completeTx }

// MultiNode reports whether several machines may use this database. State that all nodes share is
// then stored in it; SQLite has one machine and its data directory.
func (d *DB) MultiNode() bool { return d.dialect.multiNode }
