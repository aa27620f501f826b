package db_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestTryRestore_detectsADamagedCopy(t *testing.T) {
	t.Parallel()
	d := shoptest.PostgresAs(t, "kirana_trials", "CREATEDB")
	shoptest.ManyOrders(t, d, 100)
	dump := filepath.Join(t.TempDir(), "dump")
	contents, err := d.Copy(t.Context(), dump)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.TryRestore(t.Context(), dump, contents); err != nil {
		t.Errorf("try to restore a complete copy: %v", err)
	}
	contents.Rows["orders"]++
	if err := d.TryRestore(t.Context(), dump, contents); err == nil || !strings.Contains(err.Error(), "orders") {
		t.Errorf("try to restore a copy that lacks an order: %v, want orders named", err)
	}
	left, err := db.All[string](t.Context(), d, `
		SELECT datname FROM pg_database WHERE starts_with(datname, 'kirana_trial_' || substr(md5(current_database()), 1, 8))`)
	if err != nil || len(left) > 0 {
		t.Errorf("trial databases left: %v, %v, want none", left, err)
	}
}

func TestTryRestore_saysWhyNoDatabaseIsMadeForIt(t *testing.T) {
	t.Parallel()
	allowed := shoptest.PostgresAs(t, "kirana_allowed", "CREATEDB")
	if err := allowed.CheckTrial(t.Context()); err != nil {
		t.Errorf("check of a role with CREATEDB: %v", err)
	}
	for about, c := range map[string]struct {
		db   *db.DB
		want string
	}{
		"SQLite":                  {shoptest.SQLite(t), "Only PostgreSQL"},
		"a role without CREATEDB": {shoptest.PostgresAs(t, "kirana_limited", ""), "may not create databases"},
		"the cluster's owner":     {shoptest.Postgres(t), "is a superuser"},
	} {
		err := c.db.TryRestore(t.Context(), "none", db.Contents{})
		if refusal := fault.Of(err); !errors.Is(err, db.ErrNoScratch) || refusal == nil || !strings.Contains(refusal.Message, c.want) {
			t.Errorf("restore with %s: %v, want ErrNoScratch with %q", about, err, c.want)
		}
	}
	const large = 20 << 30
	if err := db.CheckTrialOf(false, true, large); err != nil {
		t.Errorf("check of a database of 20 GB: %v", err)
	}
	if err := db.CheckTrialOf(false, true, large+1); !errors.Is(err, db.ErrNoScratch) {
		t.Errorf("check of a larger database: %v, want ErrNoScratch", err)
	}
}
