package stock_test

import (
	"fmt"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// receive adds a lot of pieces with a best-before day.
func (s shop) receive(t *testing.T, productID, bestBefore string, pieces int) {
	t.Helper()
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		products, err := catalog.LockProducts(t.Context(), tx, []string{productID})
		if err != nil {
			return err
		}
		return stock.Receive(t.Context(), tx, products[productID], shoptest.Clock().Now(), stock.Receipt{LineID: "row", BestBefore: bestBefore, Amount: pieces})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// expectLots compares the remaining pieces by best-before day, in order of sale.
func (s shop) expectLots(t *testing.T, productID, want string) {
	t.Helper()
	lots, err := stock.Lots(t.Context(), s.db, productID)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, l := range lots[productID] {
		got += fmt.Sprintf("%s:%d ", l.BestBefore, l.Remaining)
	}
	if got != want {
		t.Errorf("the lots are %q, want %q", got, want)
	}
}

func TestLots_excessReturnsAreSoldAfterDatedPieces(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dahi := shoptest.AddProduct(t, d, shoptest.Product{Stock: 9})
		early := stock.Line{ProductID: dahi, LineID: "early", Quantity: 9}
		late := stock.Line{ProductID: dahi, LineID: "late", Quantity: 3}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(s.reserve(t, early)) // before the lot came
		s.receive(t, dahi, "2026-12-01", 5)
		s.expectLots(t, dahi, "2026-12-01:5 :0 ")
		must(s.release(t, early))
		s.expectLots(t, dahi, "2026-12-01:5 :9 ")
		must(s.reserve(t, late))
		s.expectLots(t, dahi, "2026-12-01:2 :9 ")
		must(s.release(t, late))
		s.expectLots(t, dahi, "2026-12-01:5 :9 ")
	})
}
