package view_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestResponses_areNeverStaleAfterAnEdit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 5})
		views := map[string]func() string{
			"all":    func() string { return string(s.Call(t, "", "GET", "/product/getAll", nil).Data) },
			"sorted": func() string { return string(s.Call(t, "", "GET", "/product/getAll?sort=name", nil).Data) },
			"home":   func() string { return string(s.Call(t, "", "GET", "/product/home", nil).Data) },
			"category": func() string {
				return string(s.Call(t, "", "POST", "/product/getProductByCategory", object{"id": dal.Category.ID}).Data)
			},
			"one": func() string {
				return string(s.Call(t, "", "POST", "/product/getProductById", object{"productId": dal.ID}).Data)
			},
			"search": func() string { return string(s.Call(t, "", "GET", "/product/getAll?q=dal", nil).Data) },
		}
		before := map[string]string{}
		look := func(after string) {
			t.Helper()
			for name, view := range views {
				now := view()
				if now == before[name] {
					t.Errorf("%s is unchanged after %s", name, after)
				}
				before[name] = now
			}
		}
		look("the start")
		for i, body := range []object{{"price": 60}, {"discount": 5}, {"name": "Arhar Dal"}, {"stock": 0}, {"stock": 3}, {"unit": "500 g"}, {"image": s.Pictures[1:2]}} {
			s.Call(t, s.Admin, "PUT", "/product/update/"+dal.ID, body).Expect(t, http.StatusOK, "")
			look(fmt.Sprintf("edit %d", i))
		}
		name := "Pulses"
		if _, err := s.Service.UpdateSubCategory(t.Context(), dal.SubCategory.ID, admin.SubCategoryForm{Name: &name}); err != nil {
			t.Fatal(err)
		}
		look("renaming its sub-category")
		s.Call(t, s.Admin, "DELETE", "/product/delete/"+dal.ID, nil).Expect(t, http.StatusOK, "")
		look("deleting it")
	})
}

func TestStock_thatReachesOrLeavesZeroShowsAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 2})
		want := []stock.Line{{ProductID: dal.ID, LineID: "o1", Quantity: 2}}
		if got := s.Found(t, "", "?inStock=true"); got != "Toor Dal" {
			t.Fatalf("at first shows %q, want %q", got, "Toor Dal")
		}
		if err := s.Reserve(t, want...); err != nil {
			t.Fatal(err)
		}
		if got := s.Found(t, "", "?inStock=true"); got != "" {
			t.Errorf("the products in stock are %q, want none once sold out", got)
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return s.Stock.Release(t.Context(), tx, want, stock.Cancellation)
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Found(t, "", "?inStock=true"); got != "Toor Dal" {
			t.Errorf("given back it shows %q, want %q", got, "Toor Dal")
		}
		if shown, err := s.View.Snapshot().Product(dal.ID, false); err != nil || shown.Stock != 2 {
			t.Errorf("the stock shown is %d, %v, want 2", shown.Stock, err)
		}
	})
}

func TestStock_inAListIsAtMostASecondOld(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 5})
	listed := func() int {
		return catalogtest.Read[[]catalog.Product](t, s.Call(t, "", "GET", "/product/getAll", nil))[0].Stock
	}
	if got := listed(); got != 5 {
		t.Fatalf("the stock listed is %d, want 5", got)
	}
	if err := s.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "o1", Quantity: 2}); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Second)
	if got := listed(); got != 3 {
		t.Errorf("a second later it shows %d, want 3", got)
	}
	if got := catalogtest.Read[catalog.Product](t, s.Call(t, "", "POST", "/product/getProductById", object{"productId": dal.ID})); got.Stock != 3 {
		t.Errorf("its own page shows %d, want 3", got.Stock)
	}
}

func TestStock_isUnchangedAfterAFailedOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 2})
		_ = d.Tx(t.Context(), func(tx *db.Tx) error {
			if _, err := s.Stock.Reserve(t.Context(), tx, []stock.Line{{ProductID: dal.ID, LineID: "o1", Quantity: 2}}); err != nil {
				t.Error(err)
			}
			return context.Canceled
		})
		if shown, err := s.View.Snapshot().Product(dal.ID, false); err != nil || shown.Stock != 2 || shoptest.Stock(t, d, dal.ID) != 2 {
			t.Errorf("the stock shown is %d, %v, want 2, as in the database", shown.Stock, err)
		}
	})
}

func TestRefresh_showsChangesOfAnotherProcess(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		first := here.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 5})
		second := here.Product(t, catalogtest.Product{Name: "Moong Dal", Stock: 5})
		there := shop{here.Elsewhere(t)}
		there.Clock.Advance(time.Hour)

		there.Product(t, catalogtest.Product{Name: "Amul Milk", SubCategory: there.SubCategory(t, "Dairy", "Milk"), Stock: 1})
		price := money.Rupees(77)
		if _, err := there.Service.UpdateProduct(t.Context(), first.ID, admin.ProductForm{Price: &price}); err != nil {
			t.Fatal(err)
		}
		if err := there.Service.DeleteProduct(t.Context(), second.ID); err != nil {
			t.Fatal(err)
		}
		if err := there.Reserve(t, stock.Line{ProductID: first.ID, LineID: "o1", Quantity: 5}); err != nil {
			t.Fatal(err)
		}
		if got := here.Found(t, "", ""); got != "Moong Dal, Toor Dal" {
			t.Errorf("before it looks, it shows %q, want %q", got, "Moong Dal, Toor Dal")
		}
		here.Refresh(t)
		if got := here.Found(t, "", ""); got != "Amul Milk, Toor Dal" {
			t.Errorf("after the refresh the list has %q, want %q", got, "Amul Milk, Toor Dal")
		}
		if shown, err := here.View.Snapshot().Product(first.ID, false); err != nil || shown.Price != price || shown.Stock != 0 {
			t.Errorf("shown: %+v, %v, want the new price %s and no stock", shown, err, price)
		}
		if got := here.Found(t, "", "?q=milk"); got != "Amul Milk" {
			t.Errorf("milk finds %q, want %q", got, "Amul Milk")
		}
		if got := len(here.View.Snapshot().Categories()); got != 2 {
			t.Errorf("%d categories are shown, want 2", got)
		}
		// The clock has not moved since the last refresh.
		there.Product(t, catalogtest.Product{Name: "Jaggery"})
		here.Refresh(t)
		if got := here.Found(t, "", "?q=jaggery"); got != "Jaggery" {
			t.Errorf("overlooked what was made at the same moment: %q, want %q", got, "Jaggery")
		}
	})
}

func TestStock_changeDoesNotHideAnEditOfAnotherProcess(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		dal := here.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 5})
		gone := here.Product(t, catalogtest.Product{Name: "Moong Dal", Stock: 5})
		there := shop{here.Elsewhere(t)}
		there.Clock.Advance(time.Second)
		here.Clock.Advance(2 * time.Second)

		price := money.Rupees(77)
		if _, err := there.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Price: &price}); err != nil {
			t.Fatal(err)
		}
		if err := there.Service.DeleteProduct(t.Context(), gone.ID); err != nil {
			t.Fatal(err)
		}
		if err := here.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "o1", Quantity: 5}); err != nil {
			t.Fatal(err)
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return here.Stock.Release(t.Context(), tx, []stock.Line{{ProductID: gone.ID, LineID: "o2", Quantity: 1}}, stock.Cancellation)
		})
		if err != nil {
			t.Fatal(err)
		}
		if shown, err := here.View.Snapshot().Product(dal.ID, false); err != nil || shown.Stock != 0 {
			t.Errorf("sold out it shows %d: %v, want 0", shown.Stock, err)
		}
		here.Refresh(t)
		if shown, err := here.View.Snapshot().Product(dal.ID, false); err != nil || shown.Price != price || shown.Stock != 0 {
			t.Errorf("costs %s, %d left: %v, want %s and 0", shown.Price, shown.Stock, err, price)
		}
		if got := here.Found(t, "", ""); got != "Toor Dal" {
			t.Errorf("the list has %q, want %q", got, "Toor Dal")
		}
	})
}

func TestEdits_showAtOnceWhenTheClockIsBehind(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		there := shop{here.Elsewhere(t)}
		here.Product(t, catalogtest.Product{Name: "Toor Dal"})
		err := d.Tx(t.Context(), func(tx *db.Tx) error { // by a machine whose clock is an hour ahead
			return db.Exec(t.Context(), tx, `UPDATE products SET name = 'Arhar Dal', edited_at = $1, updated_at = $1`, shoptest.Epoch.Add(time.Hour))
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 { // until no change is pending
			here.Refresh(t)
			there.Refresh(t)
			here.Clock.Advance(11 * time.Second)
		}
		made := here.Product(t, catalogtest.Product{Name: "Moong Dal"})
		if got := here.Found(t, "", "?sort=name"); got != "Arhar Dal, Moong Dal" {
			t.Errorf("the list has %q, want %q", got, "Arhar Dal, Moong Dal")
		}
		if err := here.Service.DeleteProduct(t.Context(), made.ID); err != nil {
			t.Fatal(err)
		}
		if got := here.Found(t, "", ""); got != "Arhar Dal" {
			t.Errorf("after the deletion the list has %q, want %q", got, "Arhar Dal")
		}
	})
}

func TestRefresh_findsChangesAfterAnHourWithoutAny(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		there := shop{here.Elsewhere(t)}
		dal := there.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 3})
		for range 3 {
			here.Refresh(t)
			here.Clock.Advance(20 * time.Minute)
		}
		there.Product(t, catalogtest.Product{Name: "Moong Dal"})
		if err := there.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "o", Quantity: 3}); err != nil {
			t.Fatal(err)
		}
		here.Refresh(t)
		if got := here.Found(t, "", "?sort=name"); got != "Moong Dal, Toor Dal" {
			t.Errorf("after the refresh the list has %q, want %q", got, "Moong Dal, Toor Dal")
		}
		if shown, err := here.View.Snapshot().Product(dal.ID, false); err != nil || shown.Stock != 0 {
			t.Errorf("the stock shown is %d, %v, want 0", shown.Stock, err)
		}
	})
}

func TestFollow_showsChangesUntilItsContextEnds(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		there := shop{here.Elsewhere(t)}
		ctx, stop := context.WithCancel(t.Context())
		var following sync.WaitGroup
		following.Go(func() { here.View.Follow(ctx) })
		there.Product(t, catalogtest.Product{Name: "Toor Dal"})
		deadline := time.Now().Add(10 * time.Second)
		for here.Found(t, "", "") == "" && time.Now().Before(deadline) {
			time.Sleep(20 * time.Millisecond)
		}
		if got := here.Found(t, "", ""); got != "Toor Dal" {
			t.Errorf("the list has %q, want %q", got, "Toor Dal")
		}
		stop()
		following.Wait()
	})
}

// TestView_isSafeForReadersAndWritersAtOnce detects data races only with the race detector. It always checks that no reader
// sees half an edit.
func TestView_isSafeForReadersAndWritersAtOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.Product(t, catalogtest.Product{Name: "Dal 0", Price: 100, Stock: 50})
	ctx, stop := context.WithCancel(t.Context())
	var readers, writers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for ctx.Err() == nil {
				for _, p := range catalogtest.Read[[]catalog.Product](t, s.Call(t, "", "GET", "/product/getAll?sort=name&page=1", nil)) {
					if p.ID == dal.ID && p.Name != fmt.Sprintf("Dal %d", int64(p.Price)/100-100) {
						t.Errorf("%s costs %s, want the price of the same edit", p.Name, p.Price)
					}
				}
				s.Found(t, "", "?q=dal")
				s.View.Snapshot().Home()
			}
		})
	}
	writers.Go(func() {
		for i := range 20 {
			name, price := fmt.Sprintf("Dal %d", i), money.Rupees(int64(100+i))
			if _, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Name: &name, Price: &price}); err != nil {
				t.Error(err)
			}
		}
	})
	writers.Go(func() {
		for i := range 20 {
			if err := s.Reserve(t, stock.Line{ProductID: dal.ID, LineID: fmt.Sprint("o", i), Quantity: 1}); err != nil {
				t.Error(err)
			}
		}
	})
	writers.Wait()
	stop()
	readers.Wait()
	if shown, err := s.View.Snapshot().Product(dal.ID, false); err != nil || shown.Name != "Dal 19" || shown.Stock != 30 {
		t.Errorf("ends as %s with %d: %v, want Dal 19 and 30", shown.Name, shown.Stock, err)
	}
}
