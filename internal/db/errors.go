package db

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// PostgreSQL error codes: https://www.postgresql.org/docs/15/errcodes-appendix.html
const (
	pgUnique        = "23505"
	pgForeignKey    = "23503"
	pgSerialization = "40001"
	pgDeadlock      = "40P01"
	pgReadOnly      = "25006"

	pgDivisionByZero = "22012"
	pgRaised         = "P0001"
)

// IsDuplicate reports whether a unique index refused the statement. On PostgreSQL the transaction
// has then failed; to continue it, use ON CONFLICT instead.
func IsDuplicate(err error) bool {
	return hasCode(err, pgUnique, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// IsForeignKeyViolation reports whether a foreign key refused the statement: the row is still
// referenced, or references a missing row.
func IsForeignKeyViolation(err error) bool {
	return hasCode(err, pgForeignKey, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY)
}

// IsRefusedByTrigger reports whether a trigger of the schema refused the statement.
func IsRefusedByTrigger(err error) bool {
	return hasCode(err, pgRaised, sqlite3.SQLITE_CONSTRAINT_TRIGGER)
}

// isLocked reports whether another connection holds SQLite's write lock.
func isLocked(err error) bool { return hasCode(err, "", sqlite3.SQLITE_BUSY) }

// isReadOnly reports whether PostgreSQL refused a write because it is a standby.
func isReadOnly(err error) bool { return hasCode(err, pgReadOnly) }

// ErrStale is the refusal of a guarded statement whose rows have changed since the transaction read
// them. DB.Tx retries the transaction.
var ErrStale = errors.New("db: rows have changed since they were read")

// isRetryable reports whether a concurrent transaction caused the error, so that a retry may
// succeed.
func isRetryable(err error) bool {
	return errors.Is(err, errGroupLost) || errors.Is(err, ErrStale) || hasCode(err, pgSerialization) || hasCode(err, pgDeadlock, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_SNAPSHOT)
}

// mayEndTransaction reports whether SQLite may have rolled back the whole transaction:
// https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction. An interrupted
// statement returns its context's error.
func mayEndTransaction(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	var lite *sqlite.Error
	if !errors.As(err, &lite) {
		return false
	}
	switch lite.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_INTERRUPT:
		return true
	}
	return false
}

func hasCode(err error, postgres string, sqliteCodes ...int) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == postgres
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		for _, code := range sqliteCodes {
			if lite.Code() == code {
				return true
			}
		}
	}
	return false
}
