package stock_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestReserve_takesEveryPieceOnceAndReportsTheRemainingStock(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 1000})
		milk := shoptest.AddProduct(t, d, shoptest.Product{Name: "Milk", Stock: 2000})
		var all sync.WaitGroup
		const orders = 100
		for i := range orders {
			all.Go(func() {
				// Every second order has the two lines in reverse order.
				lines := []stock.Line{{ProductID: dal, LineID: fmt.Sprint("o", i), Quantity: 1}, {ProductID: milk, LineID: fmt.Sprint("m", i), Quantity: 2}}
				if i%2 == 1 {
					lines[0], lines[1] = lines[1], lines[0]
				}
				if err := s.reserve(t, lines...); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		s.expectStock(t, map[string]int{dal: 1000 - orders, milk: 2000 - 2*orders})

		latest, versions := map[string]catalog.Product{}, map[time.Time]bool{}
		for range orders {
			for _, product := range <-s.committed {
				if product.ID == dal && versions[product.UpdatedAt] {
					t.Errorf("two states of a product have the time %s", product.UpdatedAt)
				}
				if product.ID == dal {
					versions[product.UpdatedAt] = true
				}
				if product.UpdatedAt.After(latest[product.ID].UpdatedAt) {
					latest[product.ID] = product
				}
			}
		}
		if latest[dal].Stock != 1000-orders || latest[milk].Stock != 2000-2*orders || latest[dal].Name != "Toor Dal" {
			t.Errorf("the latest states are %+v, want %d of Toor Dal and %d of milk", latest, 1000-orders, 2000-2*orders)
		}
		// Each entry has the time of its product state, so ChangeSince counts exactly the orders after a state.
		times, err := db.All[time.Time](t.Context(), d, `SELECT created_at FROM stock_movements WHERE product_id = $1 AND reason = 'order'`, dal)
		if err != nil || len(times) != orders {
			t.Fatalf("%d entries: %v, want %d", len(times), err, orders)
		}
		for _, at := range times {
			if !versions[at] {
				t.Errorf("an entry has the time %s, want that of a state of the product, which no other entry has", at)
			}
			delete(versions, at)
		}
	})
}

// Each case changes the product after the order has read it, and before the statement that takes it is sent. SQLite has one
// writer at a time.
func TestReserve_isRetriedIfAProductChangedMeanwhile(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	s := newShop(d)
	for name, c := range map[string]struct {
		change   string
		conflict string // message; "": none
		price    money.Paise
		stock    int
	}{
		"nothing":        {`SELECT $1`, "", money.Rupees(50), 498},
		"the price":      {`UPDATE products SET price = 7000 WHERE id = $1`, "", money.Rupees(70), 498},
		"the discount":   {`UPDATE products SET discount = 1000 WHERE id = $1`, "", money.Rupees(40), 498},
		"the name":       {`UPDATE products SET name = 'Arhar Dal', edited_at = edited_at + INTERVAL '1 second' WHERE id = $1`, "", money.Rupees(50), 498},
		"another order":  {`UPDATE products SET stock = stock - 10, updated_at = updated_at + INTERVAL '1 second' WHERE id = $1`, "", money.Rupees(50), 488},
		"unpublished":    {`UPDATE products SET publish = FALSE WHERE id = $1`, "Toor Dal is not available any more, 0 left.", 0, 500},
		"deleted":        {`UPDATE products SET deleted_at = updated_at, category_id = NULL, sub_category_id = NULL WHERE id = $1`, "Toor Dal is not available any more, 0 left.", 0, 500},
		"sold out today": {`UPDATE products SET sold_out_until = '2030-01-02' WHERE id = $1`, "Toor Dal is sold out until 2 January.", 0, 500},
		"too few left":   {`UPDATE products SET stock = 1 WHERE id = $1`, "Only 1 of Toor Dal left in stock.", 0, 1},
		"just enough":    {`UPDATE products SET stock = 2 WHERE id = $1`, "", money.Rupees(50), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 500})
			attempts := 0
			var sold catalog.Product
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				products, err := s.stock.Reserve(t.Context(), tx, []stock.Line{{ProductID: dal, LineID: "o", Quantity: 2}})
				if err != nil {
					return err
				}
				sold = products[dal]
				if attempts++; attempts > 1 {
					return nil
				}
				return d.Tx(t.Context(), func(other *db.Tx) error {
					return db.Exec(t.Context(), other, c.change, dal)
				})
			})
			left, readErr := db.Get[int](t.Context(), d, `SELECT stock FROM products WHERE id = $1`, dal)
			if readErr != nil || left != c.stock {
				t.Errorf("%d are left, want %d: %v", left, c.stock, readErr)
			}
			if c.conflict != "" {
				expectConflict(t, err, c.conflict)
				return
			}
			if err != nil || sold.Payable() != c.price {
				t.Errorf("sold for %d paise, want %d: %v", sold.Payable(), c.price, err)
			}
		})
	}
}
