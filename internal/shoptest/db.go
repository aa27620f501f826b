// Package shoptest has fixtures for tests: both databases, rows of the shop's tables,
// and requests to its API. Only tests import it.
package shoptest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kirana/internal/clock"
	"kirana/internal/db"
)

// Epoch is when every test's clock starts.
var Epoch = time.Date(2026, time.January, 15, 9, 0, 0, 0, time.UTC)

// Clock starts a clock at Epoch.
func Clock() *clock.Manual { return clock.NewManual(Epoch) }

// EachDB runs a test on an empty SQLite and on an empty PostgreSQL database, in
// parallel. The package's TestMain must call Main. With KIRANA_TEST_DB=sqlite the
// half on PostgreSQL is skipped.
func EachDB(t *testing.T, test func(t *testing.T, d *db.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, SQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, Postgres(t))
	})
}

// SQLite opens an empty, migrated SQLite database that ends with the test.
func SQLite(t testing.TB) *db.DB {
	t.Helper()
	migrated, err := migratedSQLite()
	if err != nil {
		t.Fatalf("migrate the tests' SQLite template: %v", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, db.FileName), migrated, 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, "", dir)
}

// Postgres opens an empty, migrated PostgreSQL database that ends with the test.
func Postgres(t testing.TB) *db.DB {
	t.Helper()
	server := testCluster(t)
	template, err := migratedPostgres()
	if err != nil {
		t.Fatalf("migrate the tests' PostgreSQL template: %v", err)
	}
	return open(t, createDatabase(t, server, template), "")
}

// migratedSQLite returns the bytes of an empty, migrated database. A test starts
// from this copy, because running every migration would cost more than most tests.
var migratedSQLite = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "kirana-template-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := migrate("", dir); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, db.FileName))
})

// migratedPostgres returns the name of an empty, migrated database of the test
// cluster, which the databases of the tests are copies of.
var migratedPostgres = sync.OnceValues(func() (string, error) {
	server, err := cluster()
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("template_%d", os.Getpid())
	if err := server.admin("CREATE DATABASE " + name); err != nil {
		return "", err
	}
	return name, migrate(server.url(name), "")
})

func migrate(url, dir string) error {
	d, err := db.Open(context.Background(), url, dir)
	if err != nil {
		return err
	}
	return d.Close()
}

// OpenWithin opens a database whose calls may take so long; a test of an outage waits that long.
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
	// Many tests share the machine; those of the deadlines set their own.
	d.SetTimeout(time.Minute)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close the test's database: %v", err)
		}
	})
	return d
}

var databases atomic.Int64

// PostgresURL makes an empty database in the test cluster, dropped with the test,
// and returns its URL. With KIRANA_TEST_DB=sqlite it skips the test.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return createDatabase(t, testCluster(t), "template1")
}

// PostgresAs opens an empty, migrated PostgreSQL database as a role of this name that owns
// it, has these attributes ("CREATEDB"), and no others.
func PostgresAs(t testing.TB, role, attributes string) *db.DB {
	t.Helper()
	return open(t, PostgresURLAs(t, role, attributes), "")
}

// PostgresURLAs is PostgresURL for such a role.
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

// testCluster returns the test cluster, or skips the test with KIRANA_TEST_DB=sqlite.
func testCluster(t testing.TB) *postgres {
	t.Helper()
	if os.Getenv("KIRANA_TEST_DB") == "sqlite" {
		t.Skip("KIRANA_TEST_DB=sqlite: the tests on PostgreSQL are skipped")
	}
	server, err := cluster()
	if err != nil {
		t.Fatalf("start the test's PostgreSQL: %v", err)
	}
	return server
}

// createDatabase makes a copy of the template, dropped with the test, and returns its URL.
func createDatabase(t testing.TB, server *postgres, template string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	if err := server.admin("CREATE DATABASE " + name + " TEMPLATE " + template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.admin("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return server.url(name)
}

// admin executes a statement in the cluster's own database.
func (p *postgres) admin(statement string) error {
	// A test's own context is over when its cleanup runs.
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.url("postgres"))
	if err != nil {
		return fmt.Errorf("reach the test's PostgreSQL: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}
