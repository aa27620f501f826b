package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestCommands_refuseADatabaseThatDoesNotBelongToTheDataDirectory(t *testing.T) {
	t.Parallel()
	url := shoptest.PostgresURL(t)
	onPostgres, onSQLite := t.TempDir(), t.TempDir()
	migrate := func(args ...string) (int, string) {
		code, _, errs := run(t, "", append([]string{"migrate"}, args...)...)
		return code, errs
	}
	if code, errs := migrate("--data-dir", onSQLite); code != 0 {
		t.Fatal(errs)
	}
	if code, errs := migrate("--data-dir", onSQLite, "--database-url", url); code != 1 || !strings.Contains(errs, "is in its own file, kirana.db.") {
		t.Errorf("migrate with a database URL of a shop on SQLite ended with %d, want 1: %s", code, errs)
	}
	if _, err := db.OpenExisting(t.Context(), url, ""); err == nil {
		t.Error("tables were made in the other database")
	}
	if code, errs := migrate("--data-dir", onPostgres, "--database-url", url); code != 0 {
		t.Fatal(errs)
	}
	code, _, errs := run(t, "nine ripe mangoes\n", "admin", "create", "--email", "a@example.in", "--name", "A", "--data-dir", onPostgres)
	if code != 1 || !strings.Contains(errs, "is on PostgreSQL. Name its database in KIRANA_DATABASE_URL.") {
		t.Errorf("admin create without the database URL of a shop on PostgreSQL ended with %d, want 1: %s", code, errs)
	}
	if _, err := os.Stat(filepath.Join(onPostgres, db.FileName)); !os.IsNotExist(err) {
		t.Error("an empty shop was made beside the one on PostgreSQL")
	}
	if code, errs := migrate("--data-dir", onPostgres, "--database-url", url); code != 0 {
		t.Error(errs)
	}
}
