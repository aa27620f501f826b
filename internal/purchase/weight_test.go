package purchase_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/purchase"
	"kirana/internal/shoptest"
)

// sellByWeight makes a product sold by weight, in steps of 250 g.
func (s shop) sellByWeight(productID string) {
	s.t.Helper()
	err := s.DB.Tx(s.t.Context(), func(tx *db.Tx) error {
		return db.Exec(s.t.Context(), tx, `UPDATE products SET unit = '250 g', step_grams = 250, updated_at = $2 WHERE id = $1`, productID, s.Clock.Now().Add(time.Second))
	})
	if err == nil {
		err = s.View.Refresh(s.t.Context())
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// sellGrams sells grams of a product with steps of 250 g at the counter, at ₹45 per kilogram.
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

func TestBook_countsProductsSoldByWeightInSteps(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.add("Onion", 1125, 0)
		s.sellByWeight(onion)
		s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":40,"cost":7,"rate":0,"bestBefore":"2026-02-10"},{"productId":%q,"pieces":60,"cost":7,"rate":0,"bestBefore":"2026-02-20"}]}`,
			s.supplier("Mahalaxmi", maharashtra), onion, onion)))
		s.sellGrams(onion, 350)
		if p, lots := s.product(onion), s.lots(onion); p.Stock != 98 || lots["2026-02-10"] != 38 || lots["2026-02-20"] != 60 || p.Cost.Paise() != 700 {
			t.Errorf("the stock is %d steps of %d paise, in lots of %v, want stock 98, 38 until 2026-02-10, 60 until 2026-02-20 and cost 700", p.Stock, p.Cost.Paise(), lots)
		}
		var margins struct{ Sold, Cost, Earned float64 }
		s.owner.Request(t, "GET", "/stock/margin", "").Expect(t, http.StatusOK, "").Decode(t, &margins)
		if margins.Sold != 15.75 || margins.Cost != 9.80 || margins.Earned != 5.95 {
			t.Errorf("350 g of ₹45 a kilogram that cost ₹28 have the margin %+v, want sold 15.75, cost 9.80 and earned 5.95", margins)
		}
		var value struct{ Value float64 }
		s.owner.Request(t, "GET", "/stock/value", "").Expect(t, http.StatusOK, "").Decode(t, &value)
		if value.Value != 690.20 { // 24.65 kg at ₹28
			t.Errorf("the stock is worth %v, want 690.20", value.Value)
		}
	})
}

// weightStock has a product's stock by weight, and the sums of its ledger and lots.
type weightStock struct {
	Stock  int `db:"stock"`
	Loose  int `db:"loose_grams"`
	Step   int `db:"step_grams"`
	Steps  int `db:"steps"`
	Grams  int `db:"grams"`
	Lotted int `db:"-"`
}

func (s shop) weightStock(productID string) weightStock {
	s.t.Helper()
	w, err := db.Get[weightStock](s.t.Context(), s.DB, `
		SELECT p.stock, p.loose_grams, p.step_grams, CAST(COALESCE(SUM(m.change), 0) AS BIGINT) AS steps, CAST(COALESCE(SUM(m.grams), 0) AS BIGINT) AS grams
		FROM products p JOIN stock_movements m ON m.product_id = p.id
		WHERE p.id = $1
		GROUP BY p.stock, p.loose_grams, p.step_grams`, productID)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, left := range s.lots(productID) {
		w.Lotted += left
	}
	return w
}

// expectGrams checks that stock, ledger and lots equal a weight.
func (s shop) expectGrams(productID string, grams int) {
	s.t.Helper()
	w := s.weightStock(productID)
	if w.Stock*w.Step+w.Loose != grams || w.Lotted != w.Stock || w.Steps != w.Stock || w.Grams != w.Loose {
		s.t.Errorf("the stock of %d g is shown as %+v", grams, w)
	}
}

func TestBook_acceptsGramsAtTheCostOfAKilogram(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion, dal := s.add("Onion", 1125, 0), s.add("Dal", 10000, 0)
		s.sellByWeight(onion)
		supplier := s.supplier("Mahalaxmi", maharashtra)
		refuse := func(line, why string) {
			t.Helper()
			s.owner.Request(t, "POST", "/purchases", fmt.Sprintf(`{"supplier":%q,"lines":[%s]}`, supplier, line)).Expect(t, http.StatusBadRequest, why)
		}
		refuse(fmt.Sprintf(`{"productId":%q,"grams":500}`, dal), "Dal is not sold by weight: please say how many pieces.")
		refuse(fmt.Sprintf(`{"productId":%q,"grams":500,"pieces":2}`, onion), "Please say either how many pieces or how many grams came.")
		p := s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"grams":25500,"free":100,"cost":28,"rate":0,"bestBefore":"2026-02-10"},{"productId":%q,"grams":1200,"cost":28,"rate":0}]}`, supplier, onion, onion)))
		if p.Total != 747.60 { // 25.5 kg and 1.2 kg at ₹28
			t.Errorf("the bill's total is %v, want 747.60", p.Total)
		}
		s.expectGrams(onion, 26800)
		var value struct{ Value float64 }
		s.owner.Request(t, "GET", "/stock/value", "").Expect(t, http.StatusOK, "").Decode(t, &value)
		if value.Value != 747.60 {
			t.Errorf("the stock is worth %v, want 747.60", value.Value)
		}

		var expiring []struct{ Lot string }
		s.owner.Request(t, "GET", "/stock/expiring?days=365", "").Expect(t, http.StatusOK, "").Decode(t, &expiring)
		writeOff := func(body string) shoptest.Response {
			return s.owner.Request(t, "POST", "/stock/writeoff", fmt.Sprintf(`{"lot":%q,"reason":"spoiled",%s}`, expiring[0].Lot, body))
		}
		writeOff(`"pieces":1,"grams":350`).Expect(t, http.StatusBadRequest, "Please say how many pieces, or how many grams of goods sold by weight.")
		writeOff(`"grams":26700`).Expect(t, http.StatusConflict, "Only 25.55 kg of Onion left in stock.")
		writeOff(`"grams":350`).Expect(t, http.StatusOK, "Written off.")
		s.expectGrams(onion, 26450)

		back := func(body string) shoptest.Response {
			return s.owner.Request(t, "POST", "/purchases/"+p.ID+"/return", fmt.Sprintf(`{"reason":"wet","lines":[{"_id":%q,%s}]}`, p.Lines[0].ID, body))
		}
		back(`"pieces":1`).Expect(t, http.StatusBadRequest, "25.6 kg of 25.6 kg can be sent back.")
		back(`"grams":1100`).Expect(t, http.StatusOK, "").Decode(t, &p)
		if p.Returned != 30.67 { // of 25.6 kg for ₹714, rounded down
			t.Errorf("the return of 1.1 kg is worth %v, want 30.67", p.Returned)
		}
		s.expectGrams(onion, 25350)
	})
}

func TestImport_readsWeightsOfGoodsSoldByWeight(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, onion, dal := s.supplier("Mahalaxmi", maharashtra), s.add("Onion", 1125, 0), s.add("Dal", 10000, 0)
		s.sellByWeight(onion)
		s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%[2]q,"grams":1,"words":"PYAZ"},{"productId":%[2]q,"grams":1,"words":"PYAZ","unit":"bag","pack":50},{"productId":%[3]q,"pieces":1,"words":"DAL","unit":"kg","pack":2}]}`, supplier, onion, dal))
		type line struct {
			Pieces int
			Grams  *int
			Free   int
			Cost   float64
		}
		for quantity, want := range map[string]line{
			"25.5 KG":     {Grams: new(25500), Cost: 28},
			"25 kg 500 g": {Grams: new(25500), Cost: 28},
			"25.5+0.5 kg": {Grams: new(25500), Free: 500, Cost: 28},
			"25.5":        {Grams: new(25500), Cost: 28},
			"40":          {Grams: new(40000), Cost: 28},
			"2 BAG":       {Grams: new(100_000), Cost: 0.56},
			"2 Quintal":   {Grams: new(200_000), Cost: 0.28},
		} {
			var result struct {
				Purchase struct{ Lines []line }
				Lines    []struct{ Sure bool }
			}
			s.upload("/purchases/import?supplier="+supplier, "Item,Qty,Rate\nPYAZ,"+quantity+",28\nDAL,25.5 kg,28\nDAL,3 kg,28\n").Expect(t, http.StatusCreated, "").Decode(t, &result)
			if len(result.Lines) != 3 || !result.Lines[0].Sure || result.Lines[1].Sure || !result.Lines[2].Sure || len(result.Purchase.Lines) != 2 {
				t.Fatalf("the import of %s gives %+v, want 3 lines of which the second is not sure, and 2 in the purchase", quantity, result)
			}
			got := result.Purchase.Lines[0]
			if got.Grams == nil || *got.Grams != *want.Grams || got.Free != want.Free || got.Cost != want.Cost || got.Pieces != 0 {
				t.Errorf("the line of %s is %+v, want %d g, %+v", quantity, got, *want.Grams, want)
			}
			if got := result.Purchase.Lines[1]; got.Grams != nil || got.Pieces != 6 {
				t.Errorf("the line sold by the piece is %+v, want no grams and 6 pieces", got)
			}
		}
	})
}

// sellInSteps sets the step of a product without stock and doubles its price.
func (s shop) sellInSteps(productID string, grams int) {
	s.t.Helper()
	err := s.DB.Tx(s.t.Context(), func(tx *db.Tx) error {
		return db.Exec(s.t.Context(), tx, `UPDATE products SET unit = '500 g', price = price * 2, step_grams = $2, updated_at = $3 WHERE id = $1 AND stock = 0`, productID, grams, s.Clock.Now().Add(2*time.Second))
	})
	if err == nil {
		err = s.View.Refresh(s.t.Context())
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestDraft_keepsWeightAndCostWhenTheStepChanges(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.add("Onion", 1125, 0)
		s.sellByWeight(onion)
		p := s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":40,"free":2,"cost":7,"price":11,"rate":0}]}`, s.supplier("Mahalaxmi", maharashtra), onion))
		s.sellInSteps(onion, 500)
		var shown struct {
			Total float64
			Lines []struct {
				Pieces, Grams, Free int
				Cost, Price         float64
			}
		}
		s.owner.Request(t, "GET", "/purchases/"+p.ID, "").Expect(t, http.StatusOK, "").Decode(t, &shown)
		if l := shown.Lines[0]; shown.Total != p.Total || l.Pieces != 0 || l.Grams != 10_000 || l.Free != 500 || l.Cost != 28 || l.Price != 22 {
			t.Errorf("40 and 2 free pieces of 250 g at ₹7, sold at ₹11, are %+v, want total %v, no pieces, 10000 grams, free 500, cost 28 and price 22", shown, p.Total)
		}
		if booked := s.book(p); booked.Total != 280 {
			t.Errorf("the bill's total is %v, want 280", booked.Total)
		}
		if w := s.weightStock(onion); w.Stock != 21 || w.Loose != 0 {
			t.Errorf("the stock of 10.5 kg is shown as %+v, want stock 21 and loose 0", w)
		}
	})
}

func TestSave_convertsThePriceOfALineSentWithAnEarlierStep(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.add("Onion", 1125, 0)
		s.sellByWeight(onion)
		supplier := s.supplier("Mahalaxmi", maharashtra)
		p := s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"grams":10000,"cost":28,"price":11,"rate":0}]}`, supplier, onion))
		s.sellInSteps(onion, 500)
		var saved struct {
			Total float64
			Lines []struct{ Cost, Price float64 }
		}
		s.owner.Request(t, "GET", "/purchases/"+p.ID, "").Expect(t, http.StatusOK, "").Decode(t, &saved)
		if l := saved.Lines[0]; saved.Total != 280 || l.Cost != 28 || l.Price != 22 {
			t.Errorf("10 kg, sold at ₹11 for 250 g, are %+v, want total 280, cost 28 and price 22", saved)
		}
		body := fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"grams":10000,"stepGrams":250,"cost":28,"price":12,"rate":0}]}`, supplier, onion)
		s.owner.Request(t, "PUT", "/purchases/"+p.ID, body).Expect(t, http.StatusOK, "").Decode(t, &saved)
		if l := saved.Lines[0]; saved.Total != 280 || l.Cost != 28 || l.Price != 24 {
			t.Errorf("10 kg, sold at ₹12 for 250 g, are %+v, want total 280, cost 28 and price 24", saved)
		}
	})
}

func TestReturn_usesTheWeightOfAPieceAtThePurchase(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.add("Onion", 1125, 0)
		s.sellByWeight(onion)
		supplier := s.supplier("Mahalaxmi", maharashtra)
		first := s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":40,"cost":7,"rate":0}]}`, supplier, onion)))
		s.sellGrams(onion, 10_000)
		s.sellInSteps(onion, 500)
		s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"2","lines":[{"productId":%q,"grams":5000,"cost":28,"rate":0}]}`, supplier, onion)))
		s.owner.Request(t, "POST", "/purchases/"+first.ID+"/return", fmt.Sprintf(`{"reason":"wet","lines":[{"_id":%q,"pieces":4}]}`, first.Lines[0].ID)).Expect(t, http.StatusOK, "")
		if w := s.weightStock(onion); w.Stock != 8 || w.Loose != 0 {
			t.Errorf("the stock of 4 kg is shown as %+v, want stock 8 and loose 0", w)
		}
	})
}

func TestReorder_countsGramsOfDraftsInSteps(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, onion := s.supplier("Mahalaxmi", ""), s.add("Onion", 1125, 0)
		s.sellByWeight(onion)
		setStep := func(step int) {
			t.Helper()
			s.Clock.Advance(time.Minute)
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, `UPDATE products SET step_grams = $2, min_stock = 110, updated_at = $3 WHERE id = $1`, onion, step, s.Clock.Now())
			})
			if err == nil {
				err = s.View.Refresh(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		expect := func(ordered, packs int) {
			t.Helper()
			var list []purchase.Reorder
			s.owner.Request(t, "GET", "/stock/reorder", "").Expect(t, http.StatusOK, "").Decode(t, &list)
			if len(list) != 1 || list[0].Ordered != ordered || list[0].Packs != packs {
				t.Errorf("the list is %+v, want %d ordered and %d to order", list, ordered, packs)
			}
		}
		setStep(250)
		s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"grams":25500,"free":100}]}`, supplier, onion))
		expect(102, 8)
		s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":2,"free":1},{"productId":%q,"grams":200}]}`, supplier, onion, onion))
		expect(106, 4)
		setStep(500)
		expect(53, 57)
		setStep(0)
		expect(105, 5)
	})
}
