package stock_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// shop is a stock service that records its commits.
type shop struct {
	db        *db.DB
	stock     *stock.Service
	committed chan []catalog.Product
}

func newShop(d *db.DB) shop {
	s := shop{db: d, committed: make(chan []catalog.Product, 1000)}
	s.stock = stock.New(shoptest.Clock(), func(changed []catalog.Product) { s.committed <- changed })
	return s
}

func (s shop) reserve(t *testing.T, lines ...stock.Line) error {
	t.Helper()
	return s.db.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := s.stock.Reserve(t.Context(), tx, lines)
		return err
	})
}

func (s shop) reserveAgain(t *testing.T, lines ...stock.Line) error {
	t.Helper()
	return s.db.Tx(t.Context(), func(tx *db.Tx) error { return s.stock.ReserveAgain(t.Context(), tx, lines) })
}

func (s shop) release(t *testing.T, lines ...stock.Line) error {
	t.Helper()
	return s.db.Tx(t.Context(), func(tx *db.Tx) error {
		return s.stock.Release(t.Context(), tx, lines, stock.Cancellation)
	})
}

// expectStock compares the stock of products with the expected one.
func (s shop) expectStock(t *testing.T, want map[string]int) {
	t.Helper()
	for productID, pieces := range want {
		if got := shoptest.Stock(t, s.db, productID); got != pieces {
			t.Errorf("%d pieces of %s are left, want %d", got, productID, pieces)
		}
	}
}

func expectConflict(t *testing.T, err error, message string) {
	t.Helper()
	if f := fault.Of(err); f == nil || f.Kind != fault.Conflict || f.Message != message {
		t.Errorf("the error is %v, want the conflict %q", err, message)
	}
}

func deleteProduct(t *testing.T, d *db.DB, productID string) {
	t.Helper()
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `
			UPDATE products
			SET deleted_at = updated_at, category_id = NULL, sub_category_id = NULL
			WHERE id = $1`, productID)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReserve_takesAllOrNone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal, milk := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 5}), shoptest.AddProduct(t, d, shoptest.Product{Name: "Milk", Stock: 2})
		both := func(dals, milks int) []stock.Line {
			return []stock.Line{{ProductID: dal, LineID: "o1", Quantity: dals}, {ProductID: milk, LineID: "o2", Quantity: milks}}
		}
		expectConflict(t, s.reserve(t, both(1, 3)...), "Only 2 of Milk left in stock.")
		expectConflict(t, s.reserve(t, both(6, 3)...), "Only 5 of Toor Dal left in stock.")
		s.expectStock(t, map[string]int{dal: 5, milk: 2})
		var sold map[string]catalog.Product
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			var err error
			sold, err = s.stock.Reserve(t.Context(), tx, both(1, 2))
			return err
		})
		if err != nil || sold[dal].Name != "Toor Dal" || sold[milk].Price != 5000 || len(sold[dal].Images) != 2 {
			t.Errorf("reserved %+v, %v, want Toor Dal with two pictures, and milk at ₹50", sold, err)
		}
		expectConflict(t, s.reserve(t, both(1, 1)...), "Milk is out of stock.")
		// Lines of the same product are added up.
		expectConflict(t, s.reserve(t, stock.Line{ProductID: dal, LineID: "o3", Quantity: 2}, stock.Line{ProductID: dal, LineID: "o4", Quantity: 3}), "Only 4 of Toor Dal left in stock.")
		if err := s.reserve(t, stock.Line{ProductID: dal, LineID: "o3", Quantity: 2}, stock.Line{ProductID: dal, LineID: "o4", Quantity: 2}); err != nil {
			t.Error(err)
		}
		s.expectStock(t, map[string]int{dal: 0, milk: 0})
	})
}

func TestReserve_refusesDeletedAndUnpublishedProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		hidden := shoptest.AddProduct(t, d, shoptest.Product{Name: "Hidden", Stock: 5, Unpublished: true})
		deleted := shoptest.AddProduct(t, d, shoptest.Product{Name: "Deleted", Stock: 5})
		deleteProduct(t, d, deleted)
		expectConflict(t, s.reserve(t, stock.Line{ProductID: hidden, LineID: "o", Quantity: 1}), "Hidden is not available any more, 0 left.")
		expectConflict(t, s.reserve(t, stock.Line{ProductID: deleted, LineID: "o", Quantity: 1}), "Deleted is not available any more, 0 left.")
		expectConflict(t, s.reserve(t, stock.Line{ProductID: "65f1a2b3c4d5e6f708192a3b", LineID: "o", Quantity: 1}), "A product in your cart is not available any more.")
	})
}

func TestReserveAgain_sellsUnpublishedButNotDeletedProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		hidden := shoptest.AddProduct(t, d, shoptest.Product{Name: "Hidden", Stock: 5, Unpublished: true})
		deleted := shoptest.AddProduct(t, d, shoptest.Product{Name: "Deleted", Stock: 5})
		if err := s.reserve(t, stock.Line{ProductID: deleted, LineID: "o", Quantity: 2}); err != nil {
			t.Fatal(err)
		}
		deleteProduct(t, d, deleted)
		if err := s.reserveAgain(t, stock.Line{ProductID: hidden, LineID: "o", Quantity: 3}); err != nil {
			t.Error(err)
		}
		expectConflict(t, s.reserveAgain(t, stock.Line{ProductID: hidden, LineID: "o", Quantity: 3}), "Only 2 of Hidden left in stock.")
		expectConflict(t, s.reserveAgain(t, stock.Line{ProductID: deleted, LineID: "o", Quantity: 1}), "Deleted is not available any more, 0 left.")
		// A canceled order releases the pieces of deleted products, too.
		if err := s.release(t, stock.Line{ProductID: deleted, LineID: "o", Quantity: 2}); err != nil {
			t.Error(err)
		}
		s.expectStock(t, map[string]int{hidden: 2, deleted: 5})
	})
}

func TestReserve_neverOversells(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 10})
		milk := shoptest.AddProduct(t, d, shoptest.Product{Name: "Milk", Stock: 1000})
		var sold, refused atomic.Int32
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				// Every second order has the two lines in reverse order.
				lines := []stock.Line{{ProductID: dal, LineID: fmt.Sprint("o", i), Quantity: 1}, {ProductID: milk, LineID: fmt.Sprint("m", i), Quantity: 1}}
				if i%2 == 1 {
					lines[0], lines[1] = lines[1], lines[0]
				}
				switch err := s.reserve(t, lines...); {
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
		s.expectStock(t, map[string]int{dal: 0, milk: 990})
	})
}

func TestService_reportsTheNewStockAfterEachCommit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 5})
		canceled := errors.New("the checkout fails")
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			if _, err := s.stock.Reserve(t.Context(), tx, []stock.Line{{ProductID: dal, LineID: "o1", Quantity: 2}}); err != nil {
				t.Error(err)
			}
			return canceled
		})
		if !errors.Is(err, canceled) || len(s.committed) != 0 {
			t.Errorf("the canceled transaction ended with %v and reported %d changes, want its error and none", err, len(s.committed))
		}
		if err := s.reserve(t, stock.Line{ProductID: dal, LineID: "o1", Quantity: 2}); err != nil {
			t.Fatal(err)
		}
		changed := <-s.committed
		if len(changed) != 1 || changed[0].ID != dal || changed[0].Stock != 3 || !changed[0].UpdatedAt.After(changed[0].EditedAt) {
			t.Errorf("reported %+v, want %s with 3 in stock, changed after its last edit", changed, dal)
		}
	})
}

func TestLedger_hasTheReasonAndTheOrderOfEachChange(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 5})
		for _, err := range []error{s.reserve(t, stock.Line{ProductID: dal, LineID: "o1", Quantity: 2}, stock.Line{ProductID: dal, LineID: "o2", Quantity: 1}), s.release(t, stock.Line{ProductID: dal, LineID: "o1", Quantity: 2})} {
			if err != nil {
				t.Fatal(err)
			}
		}
		ledger, err := db.All[stock.Entry](t.Context(), d, `
			SELECT id, product_id, change, reason, order_id, created_at
			FROM stock_movements
			WHERE product_id = $1
			ORDER BY created_at, order_id`, dal)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, entry := range ledger {
			order := "none"
			if entry.LineID != nil {
				order = *entry.LineID
			}
			got += fmt.Sprintf("%s %+d %s; ", entry.Reason, entry.Change, order)
		}
		acting := audit.WithActor(t.Context(), audit.Actor{UserID: "asha"})
		if err := d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := s.stock.Reserve(acting, tx, []stock.Line{{ProductID: dal, LineID: "o3", Quantity: 1}})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if who, err := db.Get[string](t.Context(), d, `SELECT user_id FROM stock_movements WHERE order_id = 'o3'`); err != nil || who != "asha" {
			t.Errorf("asha's change is of %q, %v, want %q", who, err, "asha")
		}
		if want := "opening +5 none; order -2 o1; order -1 o2; cancel +2 o1; "; got != want {
			t.Errorf("the ledger says %s, want %s", got, want)
		}
		gained, err := stock.ChangeSince(t.Context(), d, catalog.Product{ID: dal}, shoptest.Epoch)
		if err != nil || gained != -2 {
			t.Errorf("the change since the opening is %d, %v, want -2", gained, err)
		}
	})
}
