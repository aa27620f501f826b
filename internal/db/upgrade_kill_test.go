package db_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// These variables make the test binary migrate a database, so that tests can kill it.
const (
	asMigrator  = "KIRANA_TEST_MIGRATE_TO"
	migratorURL = "KIRANA_TEST_MIGRATE_URL"
	migratorDir = "KIRANA_TEST_MIGRATE_DIR"
)

func migrateAsProgram(schema string) {
	var to int64
	_, err := fmt.Sscan(schema, &to)
	if err == nil {
		_, err = db.OpenAt(context.Background(), os.Getenv(migratorURL), os.Getenv(migratorDir), to)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// These triggers block a migration after all its changes, before it writes its number.
const (
	holdSQLite   = `CREATE TRIGGER hold BEFORE INSERT ON goose_db_version BEGIN SELECT COUNT(*) FROM endless; END`
	endless      = `CREATE VIEW endless AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c`
	holdPostgres = `CREATE TRIGGER hold BEFORE INSERT ON goose_db_version FOR EACH ROW EXECUTE FUNCTION hold()`
	sleeping     = `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$`
)

// TestUpgrade_goesOnAfterEachMigrationIsKilled migrates a filled database from the first schema to
// the last, or runs only the last migration if tests are short. Each migration is killed (SIGKILL)
// before it commits, and completed by the next start.
func TestUpgrade_goesOnAfterEachMigrationIsKilled(t *testing.T) {
	t.Parallel()
	newest, err := db.NewestSchema()
	if err != nil {
		t.Fatal(err)
	}
	from := max(1, newest-int64(shoptest.Rounds(1, 1000)))
	eachPlace(t, func(t *testing.T, url, dir string) {
		killed := 0
		for schema := from; schema < newest; schema++ {
			d := openAt(t, url, dir, schema)
			exists, err := d.Schema(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if exists != schema { // a number without a migration
				closeDB(t, d)
				continue
			}
			if schema == from {
				fill(t, d, 1, schema)
			} else {
				fill(t, d, schema, schema)
			}
			columns, kept := content(t, d, nil)
			killMigration(t, d, url, dir, newest)
			killed++

			d = openAt(t, url, dir, schema)
			if now, err := d.Schema(t.Context()); err != nil || now != schema {
				t.Fatalf("after a kill the schema is %d, %v, want %d", now, err, schema)
			}
			release(t, d, url)
			if _, now := content(t, d, columns); !cmp.Equal(kept, now) {
				t.Errorf("rows after a kill on the way from schema %d (-before +after):\n%s", schema, cmp.Diff(kept, now))
			}
			closeDB(t, d)
			d = openAt(t, url, dir, schema+1)
			if _, now := content(t, d, columns); !cmp.Equal(kept, now) {
				t.Errorf("rows after the start that followed a kill at schema %d (-before +after):\n%s", schema, cmp.Diff(kept, now))
			}
			closeDB(t, d)
		}
		d, err := db.Open(t.Context(), url, dir)
		if err != nil {
			t.Fatal(err)
		}
		assertWhole(t, d)
		closeDB(t, d)
		t.Logf("%d migrations killed", killed)
	})
}

// content returns the rows of these columns, or of all current columns if nil, and the columns.
func content(t *testing.T, d *db.DB, columns []string) ([]string, map[string][]string) {
	t.Helper()
	if columns == nil {
		var err error
		if columns, err = d.Columns(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return columns, rows(t, d, columns)
}

// killMigration starts the next migration in a process, kills it before the commit, and closes d.
func killMigration(t *testing.T, d *db.DB, url, dir string, to int64) {
	t.Helper()
	ctx := t.Context()
	hold := []string{endless, holdSQLite}
	if url != "" {
		hold = []string{sleeping, holdPostgres}
	}
	execAll(t, d, hold...)
	migrator := exec.CommandContext(ctx, os.Args[0])
	migrator.Env = append(os.Environ(), asMigrator+"="+fmt.Sprint(to), migratorURL+"="+url, migratorDir+"="+dir)
	migrator.Stderr = os.Stderr
	if err := migrator.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); !isHeld(t, d, url); time.Sleep(50 * time.Millisecond) { // leaves the write lock to the migrator
		if time.Since(began) > time.Minute {
			t.Fatal("no migration for a minute")
		}
	}
	if url == "" {
		closeDB(t, d)
	}
	if err := migrator.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = migrator.Wait()
	if url != "" { // a sleeping backend does not notice that its client has gone
		if _, err := db.All[bool](ctx, d, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`); err != nil {
			t.Fatal(err)
		}
		closeDB(t, d)
	}
}

// isHeld reports whether the trigger blocks a migration.
func isHeld(t *testing.T, d *db.DB, url string) bool {
	t.Helper()
	if url != "" {
		held, err := db.Get[bool](t.Context(), d, `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep')`)
		if err != nil {
			t.Fatal(err)
		}
		return held
	}
	// Wait for the write lock longer than a migration of these rows takes.
	d.SetTimeout(700 * time.Millisecond)
	return d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `DELETE FROM goose_db_version WHERE version_id < 0`)
	}) != nil
}

// release drops the trigger that blocks migrations.
func release(t *testing.T, d *db.DB, url string) {
	t.Helper()
	if url == "" {
		execAll(t, d, `DROP TRIGGER hold`, `DROP VIEW endless`)
		return
	}
	execAll(t, d, `DROP TRIGGER hold ON goose_db_version`, `DROP FUNCTION hold()`)
}

func execAll(t *testing.T, d *db.DB, statements ...string) {
	t.Helper()
	err := d.Tx(t.Context(), func(tx *db.Tx) (err error) {
		for _, statement := range statements {
			err = errors.Join(err, db.Exec(t.Context(), tx, statement))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func openAt(t *testing.T, url, dir string, schema int64) *db.DB {
	t.Helper()
	d, err := db.OpenAt(t.Context(), url, dir, schema)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func closeDB(t *testing.T, d *db.DB) {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}
