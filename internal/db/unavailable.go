package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"maps"
	"net"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"kirana/internal/fault"
)

// Reason is the cause for which the database cannot be used.
type Reason string

// The reasons. They complete the sentence "the database …".
const (
	Unreachable Reason = "cannot be reached"
	Frozen      Reason = "does not respond in time"
	Locked      Reason = "is locked by another program"
	Full        Reason = "has no space left"
	Refused     Reason = "refuses to be read or written"
	Damaged     Reason = "is damaged"
)

const (
	// retryAfter is the Retry-After of a refusal, in seconds.
	retryAfter     = 2
	msgUnavailable = "The shop cannot reach its data right now. Please try again in a moment."
)

// unavailableError is a driver's error with its reason.
type unavailableError struct {
	reason Reason
	err    error
}

func (e *unavailableError) Error() string {
	return "the database " + string(e.reason) + ": " + e.err.Error()
}

func (e *unavailableError) Unwrap() error { return e.err }

// ReasonOf returns why the database could not be used, or "" if err has another cause.
func ReasonOf(err error) Reason {
	var unavailable *unavailableError
	if errors.As(err, &unavailable) {
		return unavailable.reason
	}
	return ""
}

// failures counts by reason how often the database could not be used.
type failures struct {
	mu sync.Mutex
	n  map[Reason]int64
}

// Failures returns by reason how often the database could not be used since it was opened.
func (d *DB) Failures() map[Reason]int64 {
	d.failures.mu.Lock()
	defer d.failures.mu.Unlock()
	return maps.Clone(d.failures.n)
}

func (f *failures) count(reason Reason) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n == nil {
		f.n = map[Reason]int64{}
	}
	f.n[reason]++
}

// classify converts err to a fault.Unavailable if the database cannot be used now, and returns
// other errors unchanged. It also returns err unchanged if the caller canceled the context.
func (d *DB) classify(ctx context.Context, err error) error {
	if err == nil || fault.Of(err) != nil || errors.Is(ctx.Err(), context.Canceled) {
		return err
	}
	reason := d.dialect.reasonOf(ctx, err)
	if reason == "" {
		return err
	}
	d.failures.count(reason)
	if isReadOnly(err) {
		// These connections now lead to a standby; new ones find the primary.
		d.write.SetMaxIdleConns(0)
		d.write.SetMaxIdleConns(maxConnections)
	}
	refusal := fault.New(fault.Unavailable, "database_unavailable", msgUnavailable)
	refusal.RetryAfter = retryAfter
	refusal.Cause = &unavailableError{reason, err}
	return refusal
}

func (d dialect) reasonOf(ctx context.Context, err error) Reason {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return postgresReason(pg.Code)
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		return sqliteReason(lite.Code())
	}
	var connecting *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(ctx.Err(), context.DeadlineExceeded), errors.Is(err, errGroupLost), errors.Is(err, ErrStale):
		return d.overdue
	case errors.As(err, &connecting), errors.As(err, &network), pgconn.SafeToRetry(err),
		errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone), errors.Is(err, net.ErrClosed),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Unreachable
	}
	return ""
}

// postgresReason returns the reason for a code, by its class (the first two characters) unless the
// class is mixed: https://www.postgresql.org/docs/15/errcodes-appendix.html
func postgresReason(code string) Reason {
	switch code {
	case pgReadOnly: // a standby, or a demoted primary
		return Refused
	case "53100": // disk_full
		return Full
	case "55P03": // lock_not_available
		return Locked
	case "57014", pgDeadlock, pgSerialization: // query_canceled by its statement_timeout; attempts used up
		return Frozen
	case "58030": // io_error
		return Refused
	case "XX001", "XX002": // data_corrupted, index_corrupted
		return Damaged
	}
	switch code[:min(2, len(code))] {
	case "08", "57": // connection exception, operator intervention: shutting down, starting
		return Unreachable
	case "28", "3D", "53": // no login, no database, too many connections
		return Refused
	}
	return ""
}

// sqliteReason returns the reason for a result code: https://sqlite.org/rescode.html
func sqliteReason(code int) Reason {
	switch code & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_INTERRUPT:
		return Locked
	case sqlite3.SQLITE_FULL:
		return Full
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM:
		return Refused
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return Damaged
	}
	return ""
}
