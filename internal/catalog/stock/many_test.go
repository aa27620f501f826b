package stock_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func adjustMany(t *testing.T, d *db.DB, pieces map[string]int) error {
	t.Helper()
	return d.Tx(t.Context(), func(tx *db.Tx) error {
		return stock.AdjustMany(t.Context(), tx, shoptest.Epoch.Add(time.Hour), pieces, "a crate")
	})
}

func TestAdjustMany_changesAllOrNoneAndUnmarksRestockedProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		dal, milk := shoptest.AddProduct(t, d, shoptest.Product{Stock: 5}), shoptest.AddProduct(t, d, shoptest.Product{Stock: 2})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET sold_out_until = $1`, shoptest.Epoch.Add(24*time.Hour))
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := adjustMany(t, d, map[string]int{dal: 3, milk: -2}); err != nil {
			t.Fatal(err)
		}
		if a, b := shoptest.Stock(t, d, dal), shoptest.Stock(t, d, milk); a != 8 || b != 0 {
			t.Errorf("in stock are %d and %d, want 8 and 0", a, b)
		}
		if marked, err := db.All[string](t.Context(), d, `SELECT id FROM products WHERE sold_out_until IS NOT NULL`); err != nil || !cmp.Equal(marked, []string{milk}) {
			t.Errorf("marked as sold out: %v, %v, want %s alone", marked, err, milk)
		}
		if err := adjustMany(t, d, map[string]int{dal: -1, milk: -1}); !fault.Is(err, fault.Conflict) {
			t.Errorf("remove more than the stock: %v, want a conflict", err)
		}
		deleteProduct(t, d, milk)
		if err := adjustMany(t, d, map[string]int{dal: -1, milk: 1}); !fault.Is(err, fault.Conflict) {
			t.Errorf("change a deleted product: %v, want a conflict", err)
		}
		if left := shoptest.Stock(t, d, dal); left != 8 {
			t.Errorf("the refused change left a stock of %d, want 8", left)
		}
	})
}

func TestExportLedger_hasEachEntryOnceInOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		dal, milk := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 5}), shoptest.AddProduct(t, d, shoptest.Product{Name: "Milk", Stock: 2})
		if err := adjustMany(t, d, map[string]int{dal: 3, milk: -1}); err != nil {
			t.Fatal(err)
		}
		type entry struct {
			Name   string
			Reason stock.Reason
			Note   string
			Change int
		}
		dals := []entry{{"Toor Dal", stock.Opening, "", 5}, {"Toor Dal", stock.Edit, "a crate", 3}}
		milks := []entry{{"Milk", stock.Opening, "", 2}, {"Milk", stock.Edit, "a crate", -1}}
		all := append(append([]entry{}, dals...), milks...)
		if milk < dal {
			all = append(append([]entry{}, milks...), dals...)
		}
		for productID, want := range map[string][]entry{"": all, dal: dals, milk: milks} {
			var got []entry
			var last stock.ExportedEntry
			for {
				page, err := stock.ExportLedger(t.Context(), d, productID, last, 1)
				if err != nil {
					t.Fatal(err)
				}
				if len(page) == 0 {
					break
				}
				last = page[0]
				got = append(got, entry{last.ProductName, last.Reason, last.Note, last.Change})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("of %q (-want +got):\n%s", productID, diff)
			}
		}
	})
}
