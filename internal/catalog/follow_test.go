package catalog_test

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
)

func TestResponses_areNeverStaleAfterAnEdit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, productInput{name: "Toor Dal", stock: 5})
		views := map[string]func() string{
			"all":    func() string { return string(s.call(t, "", "GET", "/product/getAll", nil).Data) },
			"sorted": func() string { return string(s.call(t, "", "GET", "/product/getAll?sort=name", nil).Data) },
			"home":   func() string { return string(s.call(t, "", "GET", "/product/home", nil).Data) },
			"category": func() string {
				return string(s.call(t, "", "POST", "/product/getProductByCategory", object{"id": dal.Category.ID}).Data)
			},
			"one": func() string {
				return string(s.call(t, "", "POST", "/product/getProductById", object{"productId": dal.ID}).Data)
			},
			"search": func() string { return string(s.call(t, "", "GET", "/product/getAll?q=dal", nil).Data) },
		}
		before := map[string]string{}
		look := func(after string) {
			t.Helper()
			for name, view := range views {
				now := view()
				if now == before[name] {
					t.Errorf("after %s, %s is as before", after, name)
				}
				before[name] = now
			}
		}
		look("the start")
		for i, body := range []object{{"price": 60}, {"discount": 5}, {"name": "Arhar Dal"}, {"stock": 0}, {"stock": 3}, {"unit": "500 g"}, {"image": s.pictures[1:2]}} {
			s.call(t, s.admin, "PUT", "/product/update/"+dal.ID, body).Expect(t, http.StatusOK, "")
			look(fmt.Sprintf("edit %d", i))
		}
		name := "Pulses"
		if _, err := s.service.UpdateSubCategory(t.Context(), dal.SubCategory.ID, admin.SubCategoryForm{Name: &name}); err != nil {
			t.Fatal(err)
		}
		look("renaming its sub-category")
		s.call(t, s.admin, "DELETE", "/product/delete/"+dal.ID, nil).Expect(t, http.StatusOK, "")
		look("deleting it")
	})
}

func TestStock_thatReachesOrLeavesZeroShowsAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, productInput{name: "Toor Dal", stock: 2})
		want := []stock.Line{{ProductID: dal.ID, OrderID: "o1", Quantity: 2}}
		if got := s.found(t, "", "?inStock=true"); got != "Toor Dal" {
			t.Fatalf("at first shows %q", got)
		}
		if err := s.reserve(t, want...); err != nil {
			t.Fatal(err)
		}
		if got := s.found(t, "", "?inStock=true"); got != "" {
			t.Errorf("sold out it still shows %q", got)
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return s.stock.Release(t.Context(), tx, want, stock.Cancellation)
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.found(t, "", "?inStock=true"); got != "Toor Dal" {
			t.Errorf("given back it shows %q", got)
		}
		if shown, err := s.view.Snapshot().Product(dal.ID, false); err != nil || shown.Stock != 2 {
			t.Errorf("shows %d: %v", shown.Stock, err)
		}
	})
}

func TestStock_inAListIsAtMostASecondOld(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, productInput{name: "Toor Dal", stock: 5})
	listed := func() int { return read[[]catalog.Product](t, s.call(t, "", "GET", "/product/getAll", nil))[0].Stock }
	if got := listed(); got != 5 {
		t.Fatalf("shows %d", got)
	}
	if err := s.reserve(t, stock.Line{ProductID: dal.ID, OrderID: "o1", Quantity: 2}); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(time.Second)
	if got := listed(); got != 3 {
		t.Errorf("a second later it shows %d, want 3", got)
	}
	if got := read[catalog.Product](t, s.call(t, "", "POST", "/product/getProductById", object{"productId": dal.ID})); got.Stock != 3 {
		t.Errorf("its own page shows %d", got.Stock)
	}
}

func TestStock_ofACheckoutThatFailsStaysAsItWas(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, productInput{name: "Toor Dal", stock: 2})
		_ = d.Tx(t.Context(), func(tx *db.Tx) error {
			if _, err := s.stock.Reserve(t.Context(), tx, []stock.Line{{ProductID: dal.ID, OrderID: "o1", Quantity: 2}}); err != nil {
				t.Error(err)
			}
			return context.Canceled
		})
		if shown, err := s.view.Snapshot().Product(dal.ID, false); err != nil || shown.Stock != 2 || shoptest.Stock(t, d, dal.ID) != 2 {
			t.Errorf("shows %d: %v", shown.Stock, err)
		}
	})
}

func TestRefresh_bringsWhatAnotherProcessDid(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		first := here.product(t, productInput{name: "Toor Dal", stock: 5})
		second := here.product(t, productInput{name: "Moong Dal", stock: 5})
		there := here.elsewhere(t)
		there.clock.Advance(time.Hour)

		there.product(t, productInput{name: "Amul Milk", subCategory: there.subCategory(t, "Dairy", "Milk"), stock: 1})
		price := money.Rupees(77)
		if _, err := there.service.UpdateProduct(t.Context(), first.ID, admin.ProductForm{Price: &price}); err != nil {
			t.Fatal(err)
		}
		if err := there.service.DeleteProduct(t.Context(), second.ID); err != nil {
			t.Fatal(err)
		}
		if err := there.reserve(t, stock.Line{ProductID: first.ID, OrderID: "o1", Quantity: 5}); err != nil {
			t.Fatal(err)
		}
		if got := here.found(t, "", ""); got != "Moong Dal, Toor Dal" {
			t.Errorf("before it looks, it shows %q", got)
		}
		here.refresh(t)
		if got := here.found(t, "", ""); got != "Amul Milk, Toor Dal" {
			t.Errorf("shows %q", got)
		}
		if shown, err := here.view.Snapshot().Product(first.ID, false); err != nil || shown.Price != price || shown.Stock != 0 {
			t.Errorf("shows %+v: %v", shown, err)
		}
		if got := here.found(t, "", "?q=milk"); got != "Amul Milk" {
			t.Errorf("finds %q", got)
		}
		if got := len(here.view.Snapshot().Categories()); got != 2 {
			t.Errorf("shows %d categories", got)
		}
		// What is made at the same moment is not overlooked, either.
		there.product(t, productInput{name: "Jaggery"})
		here.refresh(t)
		if got := here.found(t, "", "?q=jaggery"); got != "Jaggery" {
			t.Errorf("overlooked what was made at the same moment: %q", got)
		}
	})
}

func TestStock_hidesNoEditThatAnotherProcessMade(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		dal := here.product(t, productInput{name: "Toor Dal", stock: 5})
		gone := here.product(t, productInput{name: "Moong Dal", stock: 5})
		there := here.elsewhere(t)
		there.clock.Advance(time.Second)
		here.clock.Advance(2 * time.Second)

		price := money.Rupees(77)
		if _, err := there.service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Price: &price}); err != nil {
			t.Fatal(err)
		}
		if err := there.service.DeleteProduct(t.Context(), gone.ID); err != nil {
			t.Fatal(err)
		}
		if err := here.reserve(t, stock.Line{ProductID: dal.ID, OrderID: "o1", Quantity: 5}); err != nil {
			t.Fatal(err)
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return here.stock.Release(t.Context(), tx, []stock.Line{{ProductID: gone.ID, OrderID: "o2", Quantity: 1}}, stock.Cancellation)
		})
		if err != nil {
			t.Fatal(err)
		}
		if shown, err := here.view.Snapshot().Product(dal.ID, false); err != nil || shown.Stock != 0 {
			t.Errorf("sold out it shows %d: %v", shown.Stock, err)
		}
		here.refresh(t)
		if shown, err := here.view.Snapshot().Product(dal.ID, false); err != nil || shown.Price != price || shown.Stock != 0 {
			t.Errorf("costs %s, %d left: %v", shown.Price, shown.Stock, err)
		}
		if got := here.found(t, "", ""); got != "Toor Dal" {
			t.Errorf("shows %q", got)
		}
	})
}

func TestEdits_showAtOnceOnAMachineWhoseClockIsBehind(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		there := here.elsewhere(t)
		here.product(t, productInput{name: "Toor Dal"})
		err := d.Tx(t.Context(), func(tx *db.Tx) error { // by a machine that is an hour ahead
			_, err := db.Exec(t.Context(), tx, `UPDATE products SET name = 'Arhar Dal', edited_at = $1, updated_at = $1`, shoptest.Epoch.Add(time.Hour))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 { // until there is nothing to wait for
			here.refresh(t)
			there.refresh(t)
			here.clock.Advance(11 * time.Second)
		}
		made := here.product(t, productInput{name: "Moong Dal"})
		if got := here.found(t, "", "?sort=name"); got != "Arhar Dal, Moong Dal" {
			t.Errorf("shows %q", got)
		}
		if err := here.service.DeleteProduct(t.Context(), made.ID); err != nil {
			t.Fatal(err)
		}
		if got := here.found(t, "", ""); got != "Arhar Dal" {
			t.Errorf("shows %q", got)
		}
	})
}

func TestRefresh_findsWhatIsMadeAfterAQuietHour(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		there := here.elsewhere(t)
		dal := there.product(t, productInput{name: "Toor Dal", stock: 3})
		for range 3 {
			here.refresh(t)
			here.clock.Advance(20 * time.Minute)
		}
		there.product(t, productInput{name: "Moong Dal"})
		if err := there.reserve(t, stock.Line{ProductID: dal.ID, OrderID: "o", Quantity: 3}); err != nil {
			t.Fatal(err)
		}
		here.refresh(t)
		if got := here.found(t, "", "?sort=name"); got != "Moong Dal, Toor Dal" {
			t.Errorf("shows %q", got)
		}
		if shown, err := here.view.Snapshot().Product(dal.ID, false); err != nil || shown.Stock != 0 {
			t.Errorf("shows %d: %v", shown.Stock, err)
		}
	})
}

func TestFollow_showsChangesUntilItsContextEnds(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		here := newShop(t, d)
		there := here.elsewhere(t)
		ctx, stop := context.WithCancel(t.Context())
		var following sync.WaitGroup
		following.Go(func() { here.view.Follow(ctx) })
		there.product(t, productInput{name: "Toor Dal"})
		deadline := time.Now().Add(10 * time.Second)
		for here.found(t, "", "") == "" && time.Now().Before(deadline) {
			time.Sleep(20 * time.Millisecond)
		}
		if got := here.found(t, "", ""); got != "Toor Dal" {
			t.Errorf("shows %q", got)
		}
		stop()
		following.Wait()
	})
}

// TestView_isSafeForReadersAndWritersAtOnce is for the race detector; what it also
// asks is that a reader never sees half of an edit.
func TestView_isSafeForReadersAndWritersAtOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, productInput{name: "Dal 0", price: 100, stock: 50})
	ctx, stop := context.WithCancel(t.Context())
	var readers, writers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for ctx.Err() == nil {
				for _, p := range read[[]catalog.Product](t, s.call(t, "", "GET", "/product/getAll?sort=name&page=1", nil)) {
					if p.ID == dal.ID && p.Name != fmt.Sprintf("Dal %d", int64(p.Price)/100-100) {
						t.Errorf("%s costs %s", p.Name, p.Price)
					}
				}
				s.found(t, "", "?q=dal")
				s.view.Snapshot().Home()
			}
		})
	}
	writers.Go(func() {
		for i := range 20 {
			name, price := fmt.Sprintf("Dal %d", i), money.Rupees(int64(100+i))
			if _, err := s.service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Name: &name, Price: &price}); err != nil {
				t.Error(err)
			}
		}
	})
	writers.Go(func() {
		for i := range 20 {
			if err := s.reserve(t, stock.Line{ProductID: dal.ID, OrderID: fmt.Sprint("o", i), Quantity: 1}); err != nil {
				t.Error(err)
			}
		}
	})
	writers.Wait()
	stop()
	readers.Wait()
	if shown, err := s.view.Snapshot().Product(dal.ID, false); err != nil || shown.Name != "Dal 19" || shown.Stock != 30 {
		t.Errorf("ends as %s with %d: %v", shown.Name, shown.Stock, err)
	}
}
