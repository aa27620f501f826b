package admin_test

import (
	"errors"
	"maps"
	"net/http"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestUpdateProduct_sellsByWeightAndCountsGrams(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.Product(t, catalogtest.Product{Name: "Onion", Stock: 7})
		update := func(change object) shoptest.Response {
			t.Helper()
			return s.Call(t, s.Admin, "PUT", "/product/update/"+onion.ID, change)
		}
		var got struct {
			SoldBy string `json:"soldBy"`
			Stock  int    `json:"stock"`
			Grams  *int   `json:"stockGrams"`
		}
		is := func(soldBy string, stock, grams int) {
			t.Helper()
			if got.SoldBy != soldBy || got.Stock != stock || (got.Grams == nil) != (grams < 0) || grams >= 0 && *got.Grams != grams {
				t.Errorf("sold by %s, %d in stock, %v grams; want %s, %d, %d", got.SoldBy, got.Stock, got.Grams, soldBy, stock, grams)
			}
			off, err := db.Get[int](t.Context(), d, `
				SELECT CAST(p.stock - SUM(m.change) + p.loose_grams - SUM(m.grams) AS BIGINT)
				FROM products p JOIN stock_movements m ON m.product_id = p.id WHERE p.id = $1 GROUP BY p.stock, p.loose_grams`, onion.ID)
			if err != nil || off != 0 {
				t.Errorf("the ledger is off by %d, %v, want 0", off, err)
			}
		}
		update(object{"soldBy": "WEIGHT", "unit": "1 bunch"}).Expect(t, http.StatusBadRequest, "").ExpectField(t, "unit")
		update(object{"soldBy": "VOLUME"}).Expect(t, http.StatusBadRequest, "").ExpectField(t, "soldBy")
		update(object{"stockGrams": 100}).Expect(t, http.StatusBadRequest, "").ExpectField(t, "stockGrams")
		for _, c := range []struct {
			change       object
			soldBy       string
			stock, grams int
		}{
			{object{"soldBy": "WEIGHT", "unit": "250 g"}, "WEIGHT", 7, 1750},
			{object{"stockGrams": 1900}, "WEIGHT", 7, 1900},
			{object{"stock": 7}, "WEIGHT", 7, 1900}, // the current number of steps keeps the loose grams
			{object{"unit": "500 g"}, "WEIGHT", 3, 1900},
			{object{"stock": 2}, "WEIGHT", 2, 1000},
			{object{"unit": "1 kg", "stockGrams": 2600}, "WEIGHT", 2, 2600},
			{object{"soldBy": "PIECE"}, "PIECE", 2, -1},
		} {
			got.Grams = nil
			update(c.change).Expect(t, http.StatusOK, "").Decode(t, &got)
			is(c.soldBy, c.stock, c.grams)
		}
		update(object{"soldBy": "WEIGHT"}).Expect(t, http.StatusOK, "")
		adjust := func(change object, stock, grams int) {
			t.Helper()
			s.Call(t, s.Admin, "PUT", "/product/stock/"+onion.ID, change).Expect(t, http.StatusOK, "").Decode(t, &got)
			is("WEIGHT", stock, grams)
		}
		adjust(object{"changeGrams": -700, "reason": "damaged"}, 1, 1900)
		adjust(object{"countGrams": 2050, "reason": "counted"}, 2, 2050)
		adjust(object{"change": 1}, 3, 3050)
		s.Call(t, s.Admin, "PUT", "/product/stock/"+onion.ID, object{"changeGrams": -3051}).Expect(t, http.StatusConflict, "")
		s.Call(t, s.Admin, "POST", "/stock/moves", object{"key": "k", "moves": []object{{"productId": onion.ID, "grams": -1100}, {"productId": onion.ID, "pieces": 1}}}).Expect(t, http.StatusOK, "")
		adjust(object{"changeGrams": -50}, 2, 2900)
	})
}

func TestGetProduct_showsShoppersTheGramsForSale(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.Product(t, catalogtest.Product{Name: "Onion", Stock: 7})
		expect := func(change object, stock, grams int) {
			t.Helper()
			s.Change(t, onion.ID, change).Expect(t, http.StatusOK, "")
			fromDB, err := catalog.Products(t.Context(), d, []string{onion.ID})
			if err != nil {
				t.Fatal(err)
			}
			shown := catalogtest.Read[catalog.Product](t, s.Call(t, s.Shopper, "POST", "/product/getProductById", object{"productId": onion.ID}))
			for _, p := range []catalog.Product{shown, fromDB[onion.ID]} {
				if p.Stock != stock || p.StockGrams == nil || *p.StockGrams != grams {
					t.Errorf("after %v shoppers see %+v, want %d and %d g", change, p, stock, grams)
				}
			}
		}
		expect(object{"soldBy": "WEIGHT", "unit": "250 g", "stockGrams": 1900}, 7, 1900)
		expect(object{"soldOutUntil": s.Clock.Now().AddDate(0, 0, 2).Format(time.DateOnly)}, 0, 0)
		expect(object{"soldOutUntil": ""}, 7, 1900)
		s.exec(t, `UPDATE products SET expired = 5`)
		expect(object{"name": "Red Onion"}, 2, 650)
	})
}

func TestUpdateProduct_takesFreshStepsOrAllGrams(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	onion := s.Product(t, catalogtest.Product{Name: "Onion", Stock: 7})
	s.Change(t, onion.ID, object{"soldBy": "WEIGHT", "unit": "250 g", "stockGrams": 1900}).Expect(t, http.StatusOK, "")
	s.exec(t, `UPDATE products SET expired = 4`)
	for _, c := range []struct {
		change       object
		stock, grams int
	}{
		{object{"stock": 3}, 3, 1900},
		{object{"stockGrams": 1900}, 3, 1900},
		{object{"stockGrams": 2150}, 4, 2150},
		{object{"stock": 5}, 5, 2250},
		{object{"unit": "500 g", "stockGrams": 2600}, 3, 2600},
		{object{"stock": 3}, 3, 2600},
	} {
		saved := catalogtest.Read[catalog.Product](t, s.Change(t, onion.ID, c.change).Expect(t, http.StatusOK, ""))
		if saved.Stock != c.stock || *saved.StockGrams != c.grams {
			t.Errorf("after %v shows %d steps of %d g, want %d of %d", c.change, saved.Stock, *saved.StockGrams, c.stock, c.grams)
		}
	}
}

func TestUpdateProduct_refusesTooManySteps(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	unit, soldBy, grams := "1 g", catalog.ByWeight, catalog.MaxStock+1
	spice := s.Product(t, catalogtest.Product{Name: "Saffron", Stock: 7})
	form := admin.ProductForm{Unit: &unit, SoldBy: &soldBy, StockGrams: &grams}
	_, err := s.Service.UpdateProduct(t.Context(), spice.ID, form)
	if f := fault.Of(err); f == nil || len(f.Fields) != 1 || f.Fields[0].Field != "stockGrams" {
		t.Errorf("update to a stock of %d g: %v, want stockGrams refused", grams, err)
	}
	grams = catalog.MaxStock
	if _, err := s.Service.UpdateProduct(t.Context(), spice.ID, form); err != nil {
		t.Errorf("update to a stock of %d g: %v", grams, err)
	}
}

func TestUpdateProduct_refusesAUnitThatMakesTooManySteps(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	rice := s.Product(t, catalogtest.Product{Name: "Rice", Stock: 1001})
	s.Change(t, rice.ID, object{"soldBy": "WEIGHT", "unit": "1 kg"}).Expect(t, http.StatusOK, "")
	refused := s.Change(t, rice.ID, object{"unit": "1 g"}).Expect(t, http.StatusBadRequest, "This unit is too small: the stock would be more than 1000000 steps.")
	refused.ExpectField(t, "unit")
	if n := shoptest.Stock(t, s.DB, rice.ID); n != 1001 {
		t.Errorf("the refusal left %d steps, want 1001", n)
	}
	s.Change(t, rice.ID, object{"stock": 1000, "minStock": 1001, "packSize": 11}).Expect(t, http.StatusOK, "")
	s.Change(t, rice.ID, object{"unit": "1 g"}).Expect(t, http.StatusBadRequest, "This unit is too small: the minimum stock would be more than 1000000 steps.")
	s.Change(t, rice.ID, object{"unit": "1 g", "minStock": 0}).Expect(t, http.StatusBadRequest, "This unit is too small: the pack size would be more than 10000 steps.")
	changed := catalogtest.Read[catalog.Product](t, s.Change(t, rice.ID, object{"unit": "1 g", "minStock": 0, "packSize": 0}).Expect(t, http.StatusOK, ""))
	if changed.Stock != catalog.MaxStock {
		t.Errorf("1000 kg are %d steps, want %d", changed.Stock, catalog.MaxStock)
	}
	// A larger step is allowed even if released pieces have raised the stock above the limit.
	s.exec(t, `UPDATE products SET stock = stock + 3`)
	s.Change(t, rice.ID, object{"unit": "2 g"}).Expect(t, http.StatusOK, "")
}

func TestUpdateProduct_keepsGramsAndTheirCostWhenTheStepChanges(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		onion := s.Product(t, catalogtest.Product{Name: "Onion", Stock: 10})
		update := func(change object) {
			t.Helper()
			s.Call(t, s.Admin, "PUT", "/product/update/"+onion.ID, change).Expect(t, http.StatusOK, "")
		}
		update(object{"soldBy": "WEIGHT", "unit": "250 g"})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			for day, pieces := range map[string]int{"2099-02-10": 3, "2099-02-20": 4, "": 3} {
				err := db.Exec(t.Context(), tx, `INSERT INTO stock_lots (id, product_id, best_before, pieces, remaining, created_at) VALUES ($1, $2, $3, $4, $4, $5)`, "lot"+day, onion.ID, day, pieces, onion.CreatedAt)
				if err != nil {
					return err
				}
			}
			return db.Exec(t.Context(), tx, `UPDATE products SET cost = 700000 WHERE id = $1`, onion.ID)
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			change       object
			lots         map[string]int
			stock, grams int
			costOfAStep  int
		}{
			{object{"unit": "500 g"}, map[string]int{"2099-02-10": 1, "2099-02-20": 2, "": 2}, 5, 2500, 1_400_000},
			{object{"unit": "100 g", "stockGrams": 2150}, map[string]int{"2099-02-10": 1, "2099-02-20": 10, "": 10}, 21, 2150, 280_000},
		} {
			update(c.change)
			lots, err := stock.Lots(t.Context(), d, onion.ID)
			left := map[string]int{}
			for _, l := range lots[onion.ID] {
				left[l.BestBefore] = l.Remaining
			}
			row, err2 := db.Get[struct {
				Stock  int `db:"stock"`
				Grams  int `db:"grams"`
				Cost   int `db:"cost"`
				Ledger int `db:"ledger"`
			}](t.Context(), d, `
				SELECT p.stock, p.stock * p.step_grams + p.loose_grams AS grams, p.cost, CAST(SUM(m.change) * p.step_grams + SUM(m.grams) AS BIGINT) AS ledger
				FROM products p JOIN stock_movements m ON m.product_id = p.id WHERE p.id = $1 GROUP BY p.stock, p.step_grams, p.loose_grams, p.cost`, onion.ID)
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(left, c.lots) || row.Stock != c.stock || row.Grams != c.grams || row.Ledger != c.grams || row.Cost != c.costOfAStep {
				t.Errorf("after %v the lots are %v of %+v, want %v, and the change's stock, grams and cost", c.change, left, row, c.lots)
			}
		}
	})
}
