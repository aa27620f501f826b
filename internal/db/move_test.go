package db_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestMove_bringsAFilledShopToPostgresAndBack(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	from := shoptest.SQLite(t)
	newest, err := db.NewestSchema()
	if err != nil {
		t.Fatal(err)
	}
	fill(t, from, 1, newest)
	before, err := from.Contents(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"bills", "bill_links", "bill_series", "tax_rates", "closed_months"} {
		if before.Rows[table] == 0 {
			t.Errorf("the filled shop has no rows in %s", table)
		}
	}
	url, dir := shoptest.PostgresURL(t), t.TempDir()
	for _, to := range []struct{ url, dir string }{{url: url}, {dir: dir}} {
		if err := db.Move(ctx, from, to.url, to.dir, func(*db.DB) error { return nil }); err != nil {
			t.Fatal(err)
		}
		moved, err := db.OpenExisting(ctx, to.url, to.dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = moved.Close() })
		after, err := moved.Contents(ctx)
		if err != nil || after.Rows["closed_months"] != before.Rows["closed_months"] || after.Sums["bills.payable"] != before.Sums["bills.payable"] {
			t.Errorf("the moved shop holds %+v, %v, want its closed months and the sum of its bills", after, err)
		}
		for _, statement := range []string{
			`UPDATE bills SET total = 1`,
			`UPDATE bills SET canceled_at = issued_at`,
			`DELETE FROM closed_months`,
		} {
			err := moved.Tx(ctx, func(tx *db.Tx) error {
				return db.Exec(ctx, tx, statement)
			})
			if !db.IsRefusedByTrigger(err) {
				t.Errorf("%s of a moved shop: %v, want it refused by a trigger", statement, err)
			}
		}
		from = moved
	}
}
