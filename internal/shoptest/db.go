// Package shoptest gives tests a real shop to talk to: both databases, and
// builders that read like sentences. Only tests import it.
package shoptest

import (
	"context"
	"fmt"
	"os"
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
	return open(t, "", t.TempDir())
}

// Postgres opens an empty, migrated PostgreSQL database that ends with the test.
func Postgres(t testing.TB) *db.DB {
	t.Helper()
	return open(t, PostgresURL(t), "")
}

func open(t testing.TB, url, dir string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, dir)
	if err != nil {
		t.Fatalf("open the test's database: %v", err)
	}
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
	if os.Getenv("KIRANA_TEST_DB") == "sqlite" {
		t.Skip("KIRANA_TEST_DB=sqlite: the tests on PostgreSQL are skipped")
	}
	server, err := cluster()
	if err != nil {
		t.Fatalf("start the test's PostgreSQL: %v", err)
	}
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	admin(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() { admin(t, server, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return server.url(name)
}

func admin(t testing.TB, server *postgres, statement string) {
	t.Helper()
	// The test's own context is over when its cleanup runs.
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, server.url("postgres"))
	if err != nil {
		t.Fatalf("reach the test's PostgreSQL: %v", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
