package db_test

import (
	"path/filepath"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestTryRestore_findsACopyThatIsNotWhatItShouldBe(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	shoptest.ManyOrders(t, d, 100)
	dump := filepath.Join(t.TempDir(), "dump")
	contents, err := d.Copy(t.Context(), dump)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.TryRestore(t.Context(), dump, contents); err != nil {
		t.Errorf("a copy that is whole: %v", err)
	}
	contents.Rows["orders"]++
	if err := d.TryRestore(t.Context(), dump, contents); err == nil || !strings.Contains(err.Error(), "orders") {
		t.Errorf("a copy without an order: %v", err)
	}
	left, err := db.All[string](t.Context(), d, `
		SELECT datname FROM pg_database WHERE starts_with(datname, 'kirana_trial_' || substr(md5(current_database()), 1, 8))`)
	if err != nil || len(left) > 0 {
		t.Errorf("left %v: %v", left, err)
	}
}

func TestTryRestore_saysThatTheRoleMayNotMakeADatabase(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	if can, err := d.CanTryRestore(t.Context()); err != nil || !can {
		t.Errorf("the cluster's owner: %v, %v", can, err)
	}
	if can, err := shoptest.SQLite(t).CanTryRestore(t.Context()); err != nil || can {
		t.Errorf("SQLite: %v, %v", can, err)
	}
	limited := shoptest.PostgresAs(t, "kirana_limited")
	if err := limited.TryRestore(t.Context(), "none", db.Contents{}); err != db.ErrNoScratch { //nolint:errorlint // it is returned as it is
		t.Errorf("a role without CREATEDB: %v", err)
	}
}
