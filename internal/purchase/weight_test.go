package purchase_test

import (
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// weigh makes a product one that is sold by weight at ₹45 a kilogram, in steps of 250 g.
func (s shop) weigh(productID string) {
	s.t.Helper()
	err := s.DB.Tx(s.t.Context(), func(tx *db.Tx) error {
		return db.Exec(s.t.Context(), tx, `UPDATE products SET unit = '250 g', step_grams = 250, updated_at = $2 WHERE id = $1`, productID, s.Clock.Now())
	})
	if err == nil {
		err = s.View.Refresh(s.t.Context())
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// sellGrams sells a weight at the counter, at the product's price.
func (s shop) sellGrams(productID string, grams int) {
	s.t.Helper()
	sale := shoptest.AddSale(s.t, s.DB, shoptest.Sale{UserID: shoptest.AddShopper(s.t, s.DB), ProductID: productID, Pieces: (grams + 249) / 250, At: s.Clock.Now()})
	lines := []stock.Line{{ProductID: productID, LineID: sale, Quantity: 1, Grams: grams}}
	service := stock.New(s.Clock, func([]catalog.Product) {})
	err := s.DB.Tx(s.t.Context(), func(tx *db.Tx) error {
		products, err := service.LockForCounter(s.t.Context(), tx, lines)
		if err != nil {
			return err
		}
		err = db.Exec(s.t.Context(), tx, `UPDATE orders SET step_grams = 250, weight_grams = $2, total = $2 * 45 / 10, cost = (SELECT cost FROM products WHERE id = product_id) WHERE id = $1`, sale, grams)
		if err != nil {
			return err
		}
		return service.Sell(s.t.Context(), tx, products, lines)
	})
	if err == nil {
		err = s.View.Refresh(s.t.Context())
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestBook_countsWhatIsSoldByWeightInItsSteps(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.add("Onion", 1125, 0)
		s.weigh(onion)
		s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":40,"cost":7,"rate":0,"bestBefore":"2026-02-10"},{"productId":%q,"pieces":60,"cost":7,"rate":0,"bestBefore":"2026-02-20"}]}`,
			s.supplier("Mahalaxmi", maharashtra), onion, onion)))
		s.sellGrams(onion, 350)
		if p, lots := s.product(onion), s.lots(onion); p.Stock != 98 || lots["2026-02-10"] != 38 || lots["2026-02-20"] != 60 || p.Cost.Paise() != 700 {
			t.Errorf("%d steps of %d paise are in stock, in lots of %v", p.Stock, p.Cost.Paise(), lots)
		}
		var margins struct{ Sold, Cost, Earned float64 }
		s.owner.Request(t, "GET", "/stock/margin", "").Expect(t, http.StatusOK, "").Decode(t, &margins)
		if margins.Sold != 15.75 || margins.Cost != 9.80 || margins.Earned != 5.95 {
			t.Errorf("350 g of ₹45 a kilogram that cost ₹28 have the margin %+v", margins)
		}
		var value struct{ Value float64 }
		s.owner.Request(t, "GET", "/stock/value", "").Expect(t, http.StatusOK, "").Decode(t, &value)
		if value.Value != 690.20 { // 24.65 kg of ₹28
			t.Errorf("the stock is worth %v", value.Value)
		}
	})
}
