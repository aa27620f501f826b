package catalog_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func (s shop) giveBack(t *testing.T, why catalog.Reason, wants ...catalog.Want) error {
	t.Helper()
	return s.db.Tx(t.Context(), func(tx *db.Tx) error { return s.catalog.GiveBack(t.Context(), tx, wants, why) })
}

func (s shop) takeAgain(t *testing.T, wants ...catalog.Want) error {
	t.Helper()
	return s.db.Tx(t.Context(), func(tx *db.Tx) error { return s.catalog.TakeAgain(t.Context(), tx, wants) })
}

func (s shop) refuses(t *testing.T, err error, message string) {
	t.Helper()
	if f := fault.Of(err); f == nil || f.Kind != fault.Conflict || f.Message != message {
		t.Errorf("answered %v, want the conflict %q", err, message)
	}
}

func TestTake_takesAllOrNone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, milk := s.product(t, goods{name: "Toor Dal", stock: 5}), s.product(t, goods{name: "Milk", stock: 2})
		both := func(dals, milks int) []catalog.Want {
			return []catalog.Want{{dal.ID, "o1", dals}, {milk.ID, "o2", milks}}
		}
		s.refuses(t, s.take(t, both(1, 3)...), "Only 2 of Milk left in stock.")
		s.refuses(t, s.take(t, both(6, 3)...), "Only 5 of Toor Dal left in stock.")
		if a, b := shoptest.Stock(t, d, dal.ID), shoptest.Stock(t, d, milk.ID); a != 5 || b != 2 {
			t.Errorf("refusals left %d and %d", a, b)
		}
		var sold map[string]catalog.Product
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			var err error
			sold, err = s.catalog.Take(t.Context(), tx, both(1, 2))
			return err
		})
		if err != nil || sold[dal.ID].Name != "Toor Dal" || sold[milk.ID].Price != milk.Price || len(sold[dal.ID].Images) != 1 {
			t.Errorf("sold %+v: %v", sold, err)
		}
		s.refuses(t, s.take(t, both(1, 1)...), "Milk is out of stock.")
		// The same product in two lines counts together.
		s.refuses(t, s.take(t, catalog.Want{dal.ID, "o3", 2}, catalog.Want{dal.ID, "o4", 3}), "Only 4 of Toor Dal left in stock.")
		if err := s.take(t, catalog.Want{dal.ID, "o3", 2}, catalog.Want{dal.ID, "o4", 2}); err != nil {
			t.Error(err)
		}
		if a, b := shoptest.Stock(t, d, dal.ID), shoptest.Stock(t, d, milk.ID); a != 0 || b != 0 {
			t.Errorf("left %d and %d", a, b)
		}
	})
}

func TestTake_refusesWhatIsGone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		hidden := s.product(t, goods{name: "Hidden", stock: 5, unpublished: true})
		gone := s.product(t, goods{name: "Gone", stock: 5})
		if err := s.catalog.DeleteProduct(t.Context(), gone.ID); err != nil {
			t.Fatal(err)
		}
		s.refuses(t, s.take(t, catalog.Want{hidden.ID, "o", 1}), "Hidden is not available any more, 0 left.")
		s.refuses(t, s.take(t, catalog.Want{gone.ID, "o", 1}), "Gone is not available any more, 0 left.")
		s.refuses(t, s.take(t, catalog.Want{"65f1a2b3c4d5e6f708192a3b", "o", 1}), "A product in your cart is not available any more.")
	})
}

func TestTakeAgain_sellsWhatIsUnpublishedButNotWhatIsNotThere(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		hidden := s.product(t, goods{name: "Hidden", stock: 5, unpublished: true})
		gone := s.product(t, goods{name: "Gone", stock: 5})
		if err := s.take(t, catalog.Want{gone.ID, "o", 2}); err != nil {
			t.Fatal(err)
		}
		if err := s.catalog.DeleteProduct(t.Context(), gone.ID); err != nil {
			t.Fatal(err)
		}
		if err := s.takeAgain(t, catalog.Want{hidden.ID, "o", 3}); err != nil {
			t.Error(err)
		}
		s.refuses(t, s.takeAgain(t, catalog.Want{hidden.ID, "o", 3}), "Only 2 of Hidden left in stock.")
		s.refuses(t, s.takeAgain(t, catalog.Want{gone.ID, "o", 1}), "Gone is not available any more, 0 left.")
		// A cancelled order gives back even what was deleted.
		if err := s.giveBack(t, catalog.ByCancel, catalog.Want{gone.ID, "o", 2}); err != nil {
			t.Error(err)
		}
		if a, b := shoptest.Stock(t, d, hidden.ID), shoptest.Stock(t, d, gone.ID); a != 2 || b != 5 {
			t.Errorf("left %d and %d", a, b)
		}
	})
}

func TestTake_neverOversells(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, goods{name: "Toor Dal", stock: 10})
		milk := s.product(t, goods{name: "Milk", stock: 1000})
		var sold, refused atomic.Int32
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				// Every other shopper has the two lines the other way round.
				wants := []catalog.Want{{dal.ID, fmt.Sprint("o", i), 1}, {milk.ID, fmt.Sprint("m", i), 1}}
				if i%2 == 1 {
					wants[0], wants[1] = wants[1], wants[0]
				}
				switch err := s.take(t, wants...); {
				case err == nil:
					sold.Add(1)
				case fault.Is(err, fault.Conflict):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if sold.Load() != 10 || refused.Load() != 90 {
			t.Errorf("%d were sold and %d refused, want 10 and 90", sold.Load(), refused.Load())
		}
		if a, b := shoptest.Stock(t, d, dal.ID), shoptest.Stock(t, d, milk.ID); a != 0 || b != 990 {
			t.Errorf("left %d and %d", a, b)
		}
		if shown, err := s.catalog.Product(dal.ID, false); err != nil || shown.Stock != 0 {
			t.Errorf("shows %d: %v", shown.Stock, err)
		}
	})
}

func TestStock_isAlwaysWhatItsMovementsAddUpTo(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := 0
		rapid.Check(t, func(r *rapid.T) {
			made++
			want := rapid.IntRange(0, 20).Draw(r, "opening")
			p := s.product(t, goods{name: fmt.Sprint("Dal ", made), stock: want})
			seen := p
			for range rapid.IntRange(1, 8).Draw(r, "steps") {
				n := rapid.IntRange(1, 12).Draw(r, "n")
				wants := catalog.Want{ProductID: p.ID, OrderID: "o", Quantity: n}
				switch rapid.SampledFrom([]string{"take", "again", "back", "set", "difference", "import", "look"}).Draw(r, "step") {
				case "take":
					if err := s.take(t, wants); err == nil {
						want -= n
					} else if want >= n || !fault.Is(err, fault.Conflict) {
						r.Fatalf("of %d, %d were refused: %v", want, n, err)
					}
				case "again":
					if err := s.takeAgain(t, wants); err == nil {
						want -= n
					} else if want >= n {
						r.Fatalf("of %d, %d were refused: %v", want, n, err)
					}
				case "back":
					if err := s.giveBack(t, catalog.ByCancel, wants); err != nil {
						r.Fatal(err)
					}
					want += n
				case "set":
					if _, err := s.catalog.UpdateProduct(t.Context(), p.ID, catalog.ProductForm{Stock: &n}); err != nil {
						r.Fatal(err)
					}
					want = n
				case "difference":
					left := want + n - seen.Stock
					_, err := s.catalog.UpdateProduct(t.Context(), p.ID, catalog.ProductForm{Stock: &n, SeenAt: &seen.UpdatedAt})
					if err == nil {
						want = left
					} else if !fault.Is(err, fault.Conflict) {
						r.Fatal(err)
					}
				case "import":
					entry := catalog.Entry{Key: p.Name, Category: "Staples", SubCategory: "Dal", Name: p.Name, Unit: p.Unit, Price: p.Price, Stock: n, StockKnown: true}
					if err := s.catalog.PutIn(t.Context(), []catalog.Entry{entry}); err != nil {
						r.Fatal(err)
					}
					s.refresh(t)
					want = n
				case "look":
					var err error
					if seen, err = s.catalog.Product(p.ID, false); err != nil {
						r.Fatal(err)
					}
				}
				if got := shoptest.Stock(t, d, p.ID); got != want {
					r.Fatalf("the stock is %d, want %d", got, want)
				}
				if shown, err := s.catalog.Product(p.ID, false); err != nil || shown.Stock != want {
					r.Fatalf("shows %d of %d: %v", shown.Stock, want, err)
				}
			}
		})
	})
}
