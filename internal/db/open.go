package db

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/jmoiron/sqlx"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// minSQLite is the first release without the write-ahead-log bug that could
// corrupt a database with several connections (https://sqlite.org/wal.html).
const minSQLite = "3.51.3"

func init() { sqlx.BindDriver("sqlite", sqlx.DOLLAR) }

// FileName is the SQLite database's name inside the data directory.
const FileName = "kirana.db"

// Open opens PostgreSQL when a URL is given, and the SQLite file in dataDir
// otherwise, and brings its tables up to date.
func Open(ctx context.Context, databaseURL, dataDir string) (*DB, error) {
	var d *DB
	var err error
	if databaseURL != "" {
		d, err = openPostgres(ctx, databaseURL)
	} else {
		d, err = openSQLite(ctx, filepath.Join(dataDir, FileName))
	}
	if err != nil {
		return nil, err
	}
	if err := d.migrate(ctx); err != nil {
		_ = d.Close()
		return nil, err
	}
	return d, nil
}

// openSQLite uses write-ahead logging with synchronous=FULL: an order that was
// acknowledged survives a power cut. All writing goes through one connection;
// readers never wait for it.
func openSQLite(ctx context.Context, file string) (*DB, error) {
	// The file holds addresses and password hashes: nobody else on the machine may
	// read it. SQLite gives its companions (-wal, -shm) the same rights.
	created, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	if err := errors.Join(created.Chmod(0o600), created.Close()); err != nil {
		return nil, fmt.Errorf("guard the database: %w", err)
	}
	dsn := func(mode string) string {
		v := url.Values{}
		v.Set("_time_format", "sqlite")
		v.Set("_texttotime", "1")
		v.Set("_txlock", "immediate")
		for _, pragma := range []string{
			"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)",
			"cache_size(-16000)", "mmap_size(268435456)", "temp_store(MEMORY)",
		} {
			v.Add("_pragma", pragma)
		}
		if mode == "read" {
			v.Add("_pragma", "query_only(ON)")
		}
		return "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + v.Encode()
	}
	write, err := sqlx.Open("sqlite", dsn("write"))
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
	read, err := sqlx.Open("sqlite", dsn("read"))
	if err != nil {
		_ = write.Close()
		return nil, fmt.Errorf("open %s: %w", file, err)
	}
	readers := max(4, 2*runtime.NumCPU())
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	return &DB{write: write, read: read}, nil
}

func openPostgres(ctx context.Context, databaseURL string) (*DB, error) {
	u, err := url.Parse(databaseURL)
	if err != nil {
		// The error of url.Parse repeats the URL, and with it the password.
		return nil, fmt.Errorf("KIRANA_DATABASE_URL is not a postgres:// URL")
	}
	q := u.Query()
	for name, value := range map[string]string{
		"statement_timeout": "30000", "lock_timeout": "10000", "idle_in_transaction_session_timeout": "60000",
		"timezone": "UTC", "application_name": "kirana",
	} {
		if !q.Has(name) {
			q.Set(name, value)
		}
	}
	u.RawQuery = q.Encode()
	pool, err := sqlx.Open("pgx", u.String())
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	pool.SetMaxOpenConns(32)
	pool.SetMaxIdleConns(32)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	if err := pool.PingContext(ctx); err != nil {
		_ = pool.Close()
		return nil, fmt.Errorf("reach PostgreSQL: %w", err)
	}
	return &DB{write: pool, read: pool, postgres: true}, nil
}

// Durable answers the settings by which the database may lose an acknowledged
// order in a crash; on SQLite there are none.
func (d *DB) Durable(ctx context.Context) (warnings []string, err error) {
	if !d.postgres {
		return nil, nil
	}
	for _, setting := range []string{"fsync", "synchronous_commit"} {
		var value string
		if err := d.read.GetContext(ctx, &value, `SELECT current_setting($1)`, setting); err != nil {
			return nil, err
		}
		if value == "off" {
			warnings = append(warnings, setting+" is off: a crash may lose orders that were confirmed")
		}
	}
	return warnings, nil
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
