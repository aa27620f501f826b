package db_test

import (
	"path/filepath"
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestMove_refusesAConcurrentMoveOrRestoreIntoItsDatabase(t *testing.T) {
	t.Parallel()
	ctx, url := t.Context(), shoptest.PostgresURL(t)
	from, postgres := shoptest.SQLite(t), shoptest.Postgres(t)
	shoptest.ManyOrders(t, from, 100)
	dump := filepath.Join(t.TempDir(), "dump")
	contents, err := postgres.Copy(ctx, dump)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Move(ctx, from, url, "", func(*db.DB) error {
		if err := db.RestorePostgres(ctx, url, dump, contents); !fault.Is(err, fault.Conflict) {
			t.Errorf("a restore beside the move: %v, want a conflict", err)
		}
		if err := db.Move(ctx, postgres, url, "", func(*db.DB) error { return nil }); !fault.Is(err, fault.Conflict) {
			t.Errorf("a second move beside the move: %v, want a conflict", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	to, err := db.OpenExisting(ctx, url, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = to.Close() }()
	count := func(d *db.DB) int {
		orders, err := db.Get[int](ctx, d, `SELECT COUNT(*) FROM orders`)
		if err != nil {
			t.Fatal(err)
		}
		return orders
	}
	if orders, want := count(to), count(from); orders != want || want == 0 {
		t.Errorf("%d orders have arrived, want %d and one at least", orders, want)
	}
}
