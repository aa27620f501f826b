package admin_test

import (
	"log/slog"
	"net/http"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestSoldOut_preventsBuyingUntilTheDay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 7})
		s.Product(t, catalogtest.Product{Name: "Moong Dal", Stock: 7})
		tomorrow := s.Clock.Now().In(clock.India).AddDate(0, 0, 1)
		path, day := "/product/update/"+dal.ID, tomorrow.Format(time.DateOnly)
		marked := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "PUT", path, object{"soldOutUntil": day}).Expect(t, http.StatusOK, ""))
		if marked.Stock != 0 || marked.SoldOutUntil == nil {
			t.Errorf("marked as sold out: %+v, want no stock and the mark", marked)
		}
		if got := s.Found(t, s.Shopper, "?inStock=true"); got != "Moong Dal" {
			t.Errorf("in stock are %s, want Moong Dal", got)
		}
		want := "Toor Dal is sold out until " + tomorrow.Format("2 January") + "."
		if err := s.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "o", Quantity: 1}); err == nil || err.Error() != "out_of_stock: "+want {
			t.Errorf("buying returns %v, want %s", err, want)
		}
		if err := s.ReserveAgain(t, stock.Line{ProductID: dal.ID, LineID: "o", Quantity: 1}); err != nil {
			t.Errorf("reserve again for an order that has the product already: %v", err)
		}
		w := job.NewWorker(d, s.Clock, slog.New(slog.DiscardHandler))
		s.Service.Handle(w)
		work := func() {
			t.Helper()
			for worked := true; worked; {
				var err error
				if worked, err = w.Work(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		work()
		if got := s.Found(t, s.Shopper, "?inStock=true"); got != "Moong Dal" {
			t.Errorf("too early, in stock are %s, want Moong Dal", got)
		}
		s.Clock.Advance(25 * time.Hour)
		work()
		if back := s.ProductNamed(t, "Toor Dal"); back.Stock != 6 || back.SoldOutUntil != nil {
			t.Errorf("the product after its mark ended is %+v, want 6 in stock and no mark", back)
		}
		if err := s.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "p", Quantity: 1}); err != nil {
			t.Errorf("reserve the product after its mark ended: %v", err)
		}
	})
}

func TestSoldOut_endsWhenTheStockIsSetOrTheMarkIsRemoved(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 7})
		day := func(days int) string { return s.Clock.Now().In(clock.India).AddDate(0, 0, days).Format(time.DateOnly) }
		set := func(changes object) catalog.Product {
			t.Helper()
			return catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "PUT", "/product/update/"+dal.ID, changes).Expect(t, http.StatusOK, ""))
		}
		set(object{"soldOutUntil": day(3)})
		if same := set(object{"name": "Toor Dal", "stock": 0}); same.SoldOutUntil == nil {
			t.Error("a form that shows no stock ends it")
		}
		if back := set(object{"soldOutUntil": ""}); back.SoldOutUntil != nil || back.Stock != 7 {
			t.Errorf("with the mark removed the product is %+v, want 7 in stock and no mark", back)
		}
		// A counted 0 removes the mark, so the product does not become available by itself.
		set(object{"soldOutUntil": day(3)})
		if counted := set(object{"stock": 0}); counted.SoldOutUntil != nil || counted.Stock != 0 {
			t.Errorf("counted as none the product is %+v, want no stock and no mark", counted)
		}
		set(object{"soldOutUntil": day(3)})
		if back := set(object{"stock": 20}); back.SoldOutUntil != nil || back.Stock != 20 {
			t.Errorf("with 20 arrived the product is %+v, want 20 in stock and no mark", back)
		}
		for _, wrong := range []string{day(0), day(-1), day(400), "soon"} {
			s.Call(t, s.Admin, "PUT", "/product/update/"+dal.ID, object{"soldOutUntil": wrong}).ExpectField(t, "soldOutUntil")
		}
		s.Call(t, shoptest.AddStaff(t, d, "PACKER"), "PUT", "/product/update/"+dal.ID, object{"soldOutUntil": day(1)}).Expect(t, http.StatusForbidden, "")
	})
}
