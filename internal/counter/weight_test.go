package counter_test

import (
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// onion adds a product sold by weight at ₹45 a kilogram, in steps of 250 g.
func (s *shop) onion(t *testing.T, stock int) string {
	t.Helper()
	productID := s.product(t, shoptest.Product{Name: "Onion", Price: 1125, Stock: stock})
	s.execute(t, `UPDATE products SET unit = '250 g', step_grams = 250 WHERE id = $1`, productID)
	return productID
}

// grams returns the stock of a product in grams, and checks it against the ledger.
func (s *shop) grams(t *testing.T, productID string) int {
	t.Helper()
	both, err := db.Get[struct {
		Stock  int `db:"stock"`
		Ledger int `db:"ledger"`
	}](t.Context(), s.db, `
		SELECT p.stock * 250 + p.loose_grams AS stock, CAST((SELECT SUM(change) * 250 + SUM(grams) FROM stock_movements m WHERE m.product_id = p.id) AS BIGINT) AS ledger
		FROM products p WHERE p.id = $1`, productID)
	must(t, err)
	if both.Stock != both.Ledger {
		t.Errorf("the stock is %d g, %d by the ledger", both.Stock, both.Ledger)
	}
	return both.Stock
}

func weightLine(productID string, grams int) object {
	return object{"productId": productID, "grams": grams}
}

func TestSell_takesAWeightOutOfStockAndBillsIt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.onion(t, 10) // 2.5 kg
		for i, c := range []struct {
			line   object
			rupees float64
			left   int
			bill   string
		}{
			{weightLine(onion, 350), 15.75, 2150, "0.35"},
			{object{"productId": onion, "amount": 20}, 20, 2150 - 444, "0.444"}, // the weight is computed from the amount
			{weightLine(onion, 6), 0.27, 1700, "0.006"},
			{line(onion, 2), 22.50, 1200, "0.5"}, // the quantity is in steps
			{object{"productId": onion, "grams": 200, "price": 10, "discount": 1}, 7, 1000, "0.2"},
		} {
			sale := s.sell(t, s.sale(fmt.Sprint(i), c.rupees, c.line))
			if left := s.grams(t, onion); left != c.left {
				t.Errorf("after %v %d g are left, want %d", c.line, left, c.left)
			}
			var bill struct {
				Lines []struct {
					Quantity float64 `json:"quantity"`
					UQC      string  `json:"uqc"`
					Gross    float64 `json:"gross"`
				} `json:"lines"`
			}
			s.call(t, "GET", fmt.Sprintf("/bills/C1-2526-%04d", i+1), nil).Expect(t, http.StatusOK, "").Decode(t, &bill)
			if l := bill.Lines[0]; fmt.Sprint(l.Quantity) != c.bill || l.UQC != "KGS" || l.Gross != c.rupees || sale.TotalAmt != c.rupees {
				t.Errorf("the bill of %v has the line %+v and the total %v, want %s KGS and ₹%v", c.line, bill.Lines, sale.TotalAmt, c.bill, c.rupees)
			}
		}
	})
}

func TestSell_recordsAShortfallOfAWeight(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.onion(t, 1)
		s.sell(t, s.sale("more", 36, weightLine(onion, 400), weightLine(onion, 400)))
		missing, err := db.Get[int](t.Context(), d, `SELECT pieces FROM stock_shortfalls WHERE product_id = $1`, onion)
		if left := s.grams(t, onion); left != 0 || missing != 3 || err != nil {
			t.Errorf("%d g are left, %d steps are missing, %v, want 0 and 3", left, missing, err)
		}
	})
}

func TestSell_refusesAWeightOfPiecesAndAnUnclearAmount(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion, soap := s.onion(t, 10), s.product(t, shoptest.Product{Name: "Soap", Stock: 5})
		for code, line := range map[string]object{
			"not_by_weight": weightLine(soap, 100),
			"invalid_input": {"productId": onion, "grams": 100, "amount": 20},
		} {
			if r := s.call(t, "POST", "/counter/sales", s.sale(code, 20, line)).Expect(t, http.StatusBadRequest, ""); r.Code != code {
				t.Errorf("the sale of %v is refused with %q, want %q", line, r.Code, code)
			}
		}
	})
}

func TestTakeBack_acceptsAWeight(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.onion(t, 10)
		s.sell(t, s.sale("sale", 15.75, weightLine(onion, 350)))
		takeBack := func(key string, grams int) object {
			return s.takeBack(key, "C1-2526-0001", object{"productId": onion, "grams": grams, "restock": true})
		}
		s.call(t, "POST", "/counter/returns", takeBack("more", 351)).Expect(t, http.StatusConflict, "Only 350 g of Onion can still come back.")
		s.call(t, "POST", "/counter/returns", s.takeBack("pieces", "C1-2526-0001", back(onion, 1, true))).Expect(t, http.StatusBadRequest, "")
		var after placedOrder
		s.call(t, "POST", "/counter/returns", takeBack("part", 150)).Expect(t, http.StatusCreated, "").Decode(t, &after)
		if left := s.grams(t, onion); left != 2300 || after.TotalAmt != 9 || after.Bills[1].Payable != 6.75 {
			t.Errorf("after a return of 150 g %d g are in stock, %+v, want left 2300, total 9 and payable 6.75", left, after)
		}
		if left := s.returnable(t, "C1-2526-0001"); fmt.Sprint(left) != "[0.2]" {
			t.Errorf("%v kg can still come back", left)
		}
		s.call(t, "POST", "/counter/returns", takeBack("rest", 200)).Expect(t, http.StatusCreated, "").Decode(t, &after)
		if left := s.grams(t, onion); left != 2500 || after.TotalAmt != 0 || after.Bills[2].Payable != 9 {
			t.Errorf("after all was returned %d g are in stock, %+v, want left 2500, total 0 and payable 9", left, after)
		}
	})
}
