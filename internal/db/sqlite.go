package db

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // registers the driver "sqlite"
)

var sqliteDialect = dialect{
	name:         SQLite,
	nextNumber:   `UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value`,
	oldestOpenTx: "9223372036854775807",
	completeTx:   "(SELECT COALESCE(MAX(number), 0) FROM changes)",
	// Excludes the tables of SQLite itself and of the continuous copies.
	tables: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE '\_litestream\_%' ESCAPE '\' ORDER BY name`,
	columns: `SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND m.name NOT LIKE '\_litestream\_%' ESCAPE '\'`,
	references:         `SELECT m.name AS referring, f."table" AS referred FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
	setNumber:          `UPDATE counters SET value = $2 WHERE name = $1`,
	overdue:            Locked,
	quickCheck:         `PRAGMA quick_check(3)`,
	beginMigrating:     `PRAGMA busy_timeout = 10000`,
	endMigrating:       `PRAGMA busy_timeout = 200`,
	migrations:         goose.DialectSQLite3,
	excludedMigrations: ".postgres.sql",
}

// minSQLite is the first release without the WAL bug that could corrupt a database with several
// connections (https://sqlite.org/wal.html).
const minSQLite = "3.51.3"

func init() { sqlx.BindDriver("sqlite", sqlx.DOLLAR) }

// FileName is the file name of the SQLite database in the data directory.
const FileName = "kirana.db"

// openSQLite opens the file with write-ahead logging and synchronous=FULL, so that an acknowledged
// order survives a power cut. All writes go through one connection; readers never wait for it.
func openSQLite(ctx context.Context, file string) (*DB, error) {
	// The file holds addresses and password hashes: only its owner may read it. SQLite gives the
	// -wal and -shm files the same permissions.
	created, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	if err := errors.Join(created.Chmod(0o600), created.Close()); err != nil {
		return nil, fmt.Errorf("guard the database: %w", err)
	}
	write, err := openSQLitePool(sqliteDSN(file, "write"))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", file, err)
	}
	write.SetMaxOpenConns(1)
	write.SetMaxIdleConns(1)
	var version string
	if err := write.GetContext(ctx, &version, `SELECT sqlite_version()`); err != nil {
		_ = write.Close()
		return nil, fmt.Errorf("open %s: %w", file, err)
	}
	if olderThan(version, minSQLite) {
		_ = write.Close()
		return nil, fmt.Errorf("SQLite %s is built in, at least %s is needed", version, minSQLite)
	}
	read, err := openSQLitePool(sqliteDSN(file, "read"))
	if err != nil {
		_ = write.Close()
		return nil, fmt.Errorf("open %s: %w", file, err)
	}
	readers := max(4, 2*runtime.NumCPU())
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	return &DB{write: write, read: read, writer: newWriter(write), dialect: sqliteDialect, source: file, timeout: callTimeout}, nil
}

// sqliteDSN returns the data source name of the file. Mode "read" refuses writes.
//
// The driver's own wait for a lock ignores the caller's deadline, so it is short, and DB.Tx
// retries. The file is not memory-mapped: if a mapped file shrinks or its disk fails, the process
// is killed instead of a read failing.
//
// The WAL is checkpointed every 16 MB instead of every 4 MB: a checkpoint delays the commit that
// triggers it, and index pages that every order touches are written once for four times as many
// orders.
func sqliteDSN(file, mode string) string {
	v := url.Values{}
	v.Set("_time_format", "sqlite")
	v.Set("_texttotime", "1")
	v.Set("_txlock", "immediate")
	for _, pragma := range []string{
		"busy_timeout(200)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)",
		"mmap_size(0)", "wal_autocheckpoint(4000)", "temp_store(MEMORY)",
	} {
		v.Add("_pragma", pragma)
	}
	if mode == "read" {
		v.Add("_pragma", "cache_size(-4000)") // for each of many connections, which also share the system's file cache
		v.Add("_pragma", "query_only(ON)")
	} else {
		v.Add("_pragma", "cache_size(-16000)")
	}
	return "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + v.Encode()
}

func olderThan(version, minimum string) bool {
	a, b := versionParts(version), versionParts(minimum)
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

func versionParts(version string) (parts [3]int) {
	for i, text := range strings.Split(version, ".") {
		if i < len(parts) {
			parts[i], _ = strconv.Atoi(text)
		}
	}
	return parts
}
