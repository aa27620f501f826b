package order_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// inCart returns the quantity of each product in the shopper's cart.
func (r *shopper) inCart(t *testing.T) map[string]int {
	t.Helper()
	lines, err := r.shop.carts.Lines(t.Context(), r.id)
	must(t, err)
	quantities := map[string]int{}
	for _, line := range lines {
		quantities[line.ProductID] += line.Quantity
	}
	return quantities
}

func TestReorder_putsTheWholeOrderIntoTheCartAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, meera := s.shopper(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 20})
		milk := shoptest.AddProduct(t, d, shoptest.Product{Name: "Milk", Stock: 20})
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3}, order.Item{ProductID: milk, Quantity: 2})
		// The cart already has more dal than was ordered, and less milk.
		ravi.addToCart(t, dal, 5)
		ravi.addToCart(t, milk, 1)
		result, err := s.orders.Reorder(t.Context(), ravi.id, lines[0].OrderID, false)
		must(t, err)
		if !result.Added || len(result.Changes) != 0 {
			t.Errorf("the reorder of an unchanged cart returns %+v, want it added without changes", result)
		}
		if diff := cmp.Diff(map[string]int{dal: 5, milk: 2}, ravi.inCart(t)); diff != "" {
			t.Errorf("the cart (-want +got)\n%s", diff)
		}
		if _, err := s.orders.Reorder(t.Context(), meera.id, lines[0].OrderID, true); !fault.Is(err, fault.NotFound) {
			t.Errorf("reorder another's order: %v, want not found", err)
		}
		if got := meera.inCart(t); len(got) != 0 {
			t.Errorf("another's order filled the cart with %v, want nothing", got)
		}
	})
}

func TestReorder_namesMissingFewerAndDearerProductsBeforeAdding(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		add := func(name string) string {
			return shoptest.AddProduct(t, d, shoptest.Product{Name: name, Price: money.Rupees(100), Stock: 20})
		}
		dal, milk, salt, rice, tea := add("Toor Dal"), add("Milk"), add("Salt"), add("Rice"), add("Tea")
		lines := ravi.orders(t,
			order.Item{ProductID: dal, Quantity: 3}, order.Item{ProductID: milk, Quantity: 2}, order.Item{ProductID: salt, Quantity: 1},
			order.Item{ProductID: rice, Quantity: 4}, order.Item{ProductID: tea, Quantity: 1})
		id := lines[0].OrderID
		shoptest.Unpublish(t, d, dal)
		shoptest.Restock(t, d, milk, 0)
		s.executes(t, `UPDATE products SET price = 12000, stock = 3 WHERE id = $1`, rice)
		s.executes(t, `UPDATE products SET price = 9000 WHERE id = $1`, tea) // a lower price is not reported
		hundred := money.Rupees(100)
		want := []order.ReorderChange{
			{ProductID: dal, Name: "Toor Dal", Kind: order.ReorderGone, Ordered: 3, Before: hundred},
			{ProductID: milk, Name: "Milk", Kind: order.ReorderOutOfStock, Ordered: 2, Before: hundred, Now: hundred},
			{ProductID: rice, Name: "Rice", Kind: order.ReorderFewer, Ordered: 4, Available: 3, Before: hundred, Now: money.Rupees(120)},
			{ProductID: rice, Name: "Rice", Kind: order.ReorderDearer, Ordered: 4, Available: 3, Before: hundred, Now: money.Rupees(120)},
		}
		asked, err := s.orders.Reorder(t.Context(), ravi.id, id, false)
		must(t, err)
		if diff := cmp.Diff(order.ReorderResult{Lines: 3, Changes: want}, asked); diff != "" {
			t.Errorf("the reorder before the shopper agreed (-want +got):\n%s", diff)
		}
		if got := ravi.inCart(t); len(got) != 0 {
			t.Errorf("before the shopper agreed the cart has %v, want nothing", got)
		}
		confirmed, err := s.orders.Reorder(t.Context(), ravi.id, id, true)
		must(t, err)
		if diff := cmp.Diff(order.ReorderResult{Added: true, Lines: 3, Changes: want}, confirmed); diff != "" {
			t.Errorf("confirmed (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff(map[string]int{salt: 1, rice: 3, tea: 1}, ravi.inCart(t)); diff != "" {
			t.Errorf("the cart (-want +got)\n%s", diff)
		}
	})
}

func TestReorder_addsUpRowsOfOneProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 20})
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3}, order.Item{ProductID: dal, Quantity: 2})
		result, err := s.orders.Reorder(t.Context(), ravi.id, lines[0].OrderID, false)
		must(t, err)
		if diff := cmp.Diff(map[string]int{dal: 5}, ravi.inCart(t)); diff != "" || !result.Added || result.Lines != 1 {
			t.Errorf("%+v; the cart (-want +got)\n%s", result, diff)
		}
	})
}

func TestReorder_leavesOutReplacements(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 20})
		moong := shoptest.AddProduct(t, d, shoptest.Product{Name: "Moong Dal", Price: money.Rupees(90), Stock: 20})
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})
		k := s.desk(t)
		_, err := s.orders.Add(k.ctx, k.actor, lines[0].OrderID, order.Addition{ProductID: moong, Quantity: 2, Replaces: lines[0].ID})
		must(t, err)
		result, err := s.orders.Reorder(t.Context(), ravi.id, lines[0].OrderID, false)
		must(t, err)
		if diff := cmp.Diff(map[string]int{dal: 2}, ravi.inCart(t)); diff != "" || !result.Added {
			t.Errorf("%+v; the cart (-want +got)\n%s", result, diff)
		}
	})
}

func TestBuyAgain_ranksByHowOftenAndHowLongAgo(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, meera := s.shopper(t), s.shopper(t)
		add := func(name string) string { return shoptest.AddProduct(t, d, shoptest.Product{Name: name, Stock: 50}) }
		dal, milk, salt, ghee := add("Toor Dal"), add("Milk"), add("Salt"), add("Ghee")
		for range 3 { // three times, long ago
			ravi.orders(t, order.Item{ProductID: salt, Quantity: 1})
		}
		s.clock.Advance(120 * 24 * time.Hour)
		for range 2 {
			ravi.orders(t, order.Item{ProductID: milk, Quantity: 1})
			s.clock.Advance(time.Hour)
		}
		ravi.orders(t, order.Item{ProductID: dal, Quantity: 9})
		s.clock.Advance(time.Hour)
		canceled := ravi.orders(t, order.Item{ProductID: ghee, Quantity: 1})
		must(t, s.orders.Cancel(t.Context(), order.Actor{Kind: order.ByShopper, UserID: ravi.id}, canceled[0].OrderID))
		names := func(p *shopper) []string {
			t.Helper()
			again, err := s.orders.BuyAgain(t.Context(), p.id)
			must(t, err)
			found := []string{}
			for _, product := range again.Products {
				found = append(found, product.Name)
			}
			return found
		}
		s.clock.Advance(2 * time.Minute)
		if diff := cmp.Diff([]string{"Milk", "Toor Dal", "Salt"}, names(ravi)); diff != "" {
			t.Errorf("ranks (-want +got)\n%s", diff)
		}
		// The shopper's next orders count immediately, and sold-out products are left out.
		shoptest.Restock(t, d, milk, 0)
		for range 2 {
			ravi.orders(t, order.Item{ProductID: salt, Quantity: 1})
		}
		if diff := cmp.Diff([]string{"Salt", "Toor Dal"}, names(ravi)); diff != "" {
			t.Errorf("after another order (-want +got)\n%s", diff)
		}
		again, err := s.orders.BuyAgain(t.Context(), ravi.id)
		must(t, err)
		if again.Last == nil || again.Last.ItemCount != 1 || again.Last.Number <= canceled[0].OrderNumber {
			t.Errorf("the newest order is %+v, want one piece, placed after the canceled ones", again.Last)
		}
		if got := names(meera); len(got) != 0 {
			t.Errorf("BuyAgain() of a shopper without orders = %v, want none", got)
		}
		shoptest.As(s, meera.id).Request(t, "GET", "/order/buyAgain", "").Expect(t, http.StatusOK, "").Decode(t, &again)
		if again.Last != nil || len(again.Products) != 0 {
			t.Errorf("the start page of a shopper without orders has %+v, want nothing", again)
		}
	})
}
