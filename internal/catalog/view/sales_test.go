package view

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// readSales returns the sales of the 40 days before shoptest.Epoch.
func readSales(t *testing.T, v *View, d *db.DB) map[string]int {
	t.Helper()
	sold, err := v.ReadSales(t.Context(), d, shoptest.Epoch.Add(-40*24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return sold
}

func TestFoldSales_keepsTheCountsAndDoesNotFoldTheCurrentDay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shoptest.ManyOrders(t, d, 3000)
		v := New(d, shoptest.Clock(), slog.New(slog.DiscardHandler))
		read := func() map[string]int { return readSales(t, v, d) }
		before := read()
		if len(before) != 36 { // of 40 products, one in ten canceled
			t.Fatalf("%d products were sold, want 36", len(before))
		}
		for range 2 { // the second run has nothing to fold
			if err := v.FoldSales(t.Context()); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, read()); diff != "" {
				t.Errorf("sales once folded (-before +after):\n%s", diff)
			}
		}
		last, err := lastFolded(t.Context(), d)
		if want := dayBegin(shoptest.Epoch).AddDate(0, 0, -1); err != nil || !last.Equal(want) {
			t.Errorf("folded to %s, %v, want %s", last, err, want)
		}
		// Cancellations and payments after a day is folded change its sums.
		change := func(change string) {
			t.Helper()
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, `UPDATE orders SET `+change)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		change(`payment_status = 'EXPIRED'`)
		if after := read(); len(after) > 0 {
			t.Errorf("with nothing paid any more %v were sold, want none", after)
		}
		change(`payment_status = 'PAID'`)
		if diff := cmp.Diff(before, read()); diff != "" {
			t.Errorf("sales once paid late (-before +after):\n%s", diff)
		}
		change(`delivery_status = 'CANCELED'`)
		if after := read(); len(after) > 0 {
			t.Errorf("with all canceled %v were sold, want none", after)
		}
		v.clock = clock.NewManual(shoptest.Epoch.Add(200 * 24 * time.Hour))
		if err := v.FoldSales(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM product_sales`); err != nil || left != 0 {
			t.Errorf("%d rows are older than anybody counts, %v, want 0", left, err)
		}
	})
}

func TestFoldSales_countsSalesThatAreBookedAfterTheirDayIsFolded(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shoptest.ManyOrders(t, d, 300)
		v := New(d, shoptest.Clock(), slog.New(slog.DiscardHandler))
		read := func() map[string]int { return readSales(t, v, d) }
		want := read()
		for productID := range want {
			want[productID] *= 2
		}
		if err := v.FoldSales(t.Context()); err != nil {
			t.Fatal(err)
		}
		// Each line is booked once more, as those of sales that a counter made without the network.
		for _, statement := range []string{
			`CREATE TABLE late AS SELECT * FROM orders`,
			`UPDATE late SET id = 'late' || id, number = 'late' || number`,
			`INSERT INTO orders SELECT * FROM late`,
		} {
			err := d.Tx(t.Context(), func(tx *db.Tx) error { return db.Exec(t.Context(), tx, statement) })
			if err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, read()); diff != "" {
			t.Errorf("sales (-want +got):\n%s", diff)
		}
	})
}

func TestReadSales_readsUnfoldedDaysByTheirIndex(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	v := New(d, shoptest.Clock(), slog.New(slog.DiscardHandler))
	ctx, recorded := db.RecordReads(t.Context())
	if _, err := v.ReadSales(ctx, d, shoptest.Epoch.Add(-salesPeriod)); err != nil {
		t.Fatal(err)
	}
	var used []string
	for _, r := range *recorded {
		used = append(used, shoptest.Indexes(t, d, r)...)
	}
	if !slices.Contains(used, "orders_day") || slices.Contains(used, "orders_of_product") {
		t.Errorf("the read uses the indexes %v, want orders_day and not orders_of_product", used)
	}
}
