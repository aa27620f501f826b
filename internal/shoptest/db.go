// Package shoptest has fixtures for tests: both databases, rows of the shop's tables, and requests
// to its API. Only tests import it.
package shoptest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
)

// Epoch is the time at which every test's clock starts.
var Epoch = time.Date(2026, time.January, 15, 9, 0, 0, 0, time.UTC)

// Clock returns a clock stopped at Epoch.
func Clock() *clock.Manual { return clock.NewManual(Epoch) }

// EachDB runs a test on an empty SQLite and an empty PostgreSQL database, in parallel. The
// package's TestMain must call Main. KIRANA_TEST_DB=sqlite or postgres skips the other one.
func EachDB(t *testing.T, test func(t *testing.T, d *db.DB)) {
	t.Helper()
	EachURL(t, MigratedURL, func(t *testing.T, databaseURL string) {
		if databaseURL == "" {
			test(t, SQLite(t))
			return
		}
		test(t, open(t, databaseURL, ""))
	})
}

// EachURL runs a test with the URL of a PostgreSQL database, made by MigratedURL or PostgresURL,
// and with "" for SQLite.
func EachURL(t *testing.T, postgresURL func(testing.TB) string, test func(t *testing.T, databaseURL string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		skipUnless(t, "sqlite")
		test(t, "")
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, postgresURL(t))
	})
}

// skipUnless skips a test of a database while KIRANA_TEST_DB names the other one.
// scripts/go-test.sh finds the tests for PostgreSQL by this message.
func skipUnless(t testing.TB, database string) {
	t.Helper()
	if chosen := os.Getenv("KIRANA_TEST_DB"); chosen != "" && chosen != database {
		t.Skipf("KIRANA_TEST_DB=%s: not on %s", chosen, database)
	}
}

// SQLite opens an empty, migrated SQLite database until the test ends.
func SQLite(t testing.TB) *db.DB {
	t.Helper()
	return open(t, "", MigratedDir(t))
}

// MigratedDir returns a data folder, removed with the test, with an empty, migrated SQLite database.
func MigratedDir(t testing.TB) string {
	t.Helper()
	migrated, err := migratedSQLite()
	if err != nil {
		t.Fatalf("migrate the tests' SQLite template: %v", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, db.FileName), migrated, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Postgres opens an empty, migrated PostgreSQL database until the test ends.
func Postgres(t testing.TB) *db.DB {
	t.Helper()
	return open(t, MigratedURL(t), "")
}

// MigratedURL creates an empty, migrated database in the test cluster, dropped with the test, and
// returns its URL.
func MigratedURL(t testing.TB) string {
	t.Helper()
	server := testCluster(t)
	template, err := migratedPostgres()
	if err != nil {
		t.Fatalf("migrate the tests' PostgreSQL template: %v", err)
	}
	return createDatabase(t, server, template)
}

// migratedSQLite returns the bytes of an empty, migrated database. Tests start from a copy, because running every
// migration would take longer than most tests. All packages of one run of scripts/go-test.sh share the copy in the
// folder that KIRANA_TEST_TEMPLATES names.
var migratedSQLite = sync.OnceValues(func() ([]byte, error) {
	templates, shared := os.Getenv("KIRANA_TEST_TEMPLATES"), ""
	if templates != "" {
		shared = filepath.Join(templates, "migrated.db")
		if migrated, err := os.ReadFile(shared); !errors.Is(err, fs.ErrNotExist) {
			return migrated, err
		}
	}
	dir, err := os.MkdirTemp(templates, "kirana-template-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := migrate("", dir); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, db.FileName)
	migrated, err := os.ReadFile(file)
	if err == nil && shared != "" {
		err = os.Rename(file, shared) // of packages that migrate concurrently, the last one wins
	}
	return migrated, err
})

// migratedPostgres returns the name of an empty, migrated database of the test cluster, the
// template of the tests' databases.
var migratedPostgres = sync.OnceValues(func() (string, error) {
	server, err := cluster()
	if err != nil {
		return "", err
	}
	return server.template()
})

func migrate(url, dir string) error {
	d, err := db.Open(context.Background(), url, dir)
	if err != nil {
		return err
	}
	return d.Close()
}

// OpenWithin opens a database until the test ends, with a timeout for statements. A test of an outage waits that long.
func OpenWithin(t testing.TB, url, dir string, timeout time.Duration) *db.DB {
	t.Helper()
	d := open(t, url, dir)
	d.SetTimeout(timeout)
	return d
}

func open(t testing.TB, url, dir string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, dir)
	if err != nil {
		t.Fatalf("open the test's database: %v", err)
	}
	// Many tests share the machine; tests of deadlines set their own.
	d.SetTimeout(time.Minute)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close the test's database: %v", err)
		}
	})
	return d
}

var databases atomic.Int64

// PostgresURL creates an empty database in the test cluster, dropped with the test, and returns its
// URL. It has no tables yet.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return createDatabase(t, testCluster(t), "template1")
}

// PostgresAs opens an empty, migrated PostgreSQL database as its owner: a new role whose name begins with role, with
// only the given attributes ("CREATEDB").
func PostgresAs(t testing.TB, role, attributes string) *db.DB {
	t.Helper()
	return open(t, PostgresURLAs(t, role, attributes), "")
}

// PostgresURLAs is PostgresURL for a role as in PostgresAs.
func PostgresURLAs(t testing.TB, role, attributes string) string {
	t.Helper()
	server := testCluster(t)
	role = fmt.Sprintf("%s_%d_%d", role, os.Getpid(), databases.Add(1))
	if err := server.admin("CREATE ROLE " + role + " LOGIN " + attributes); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.admin("DROP ROLE " + role); err != nil {
			t.Error(err)
		}
	})
	address, err := url.Parse(createDatabase(t, server, "template1"))
	if err != nil {
		t.Fatal(err)
	}
	if err := server.admin("ALTER DATABASE " + strings.TrimPrefix(address.Path, "/") + " OWNER TO " + role); err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Del("user")
	address.User, address.RawQuery = url.User(role), query.Encode()
	return address.String()
}

// testCluster returns the test cluster. It skips the test with KIRANA_TEST_DB=sqlite, or if
// PostgreSQL is not installed.
func testCluster(t testing.TB) *postgres {
	t.Helper()
	skipUnless(t, "postgres")
	server, err := cluster()
	if errors.Is(err, errNotInstalled) {
		SkipWithout(t, err.Error())
	}
	if err != nil {
		t.Fatalf("start the test's PostgreSQL: %v", err)
	}
	return server
}

// createDatabase copies the template into a database that is dropped with the test, and returns its
// URL. The default strategy writes every page to the write-ahead log, which takes twice the processor's time.
func createDatabase(t testing.TB, server *postgres, template string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	if err := server.admin("CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY file_copy"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.admin("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return server.url(name)
}
