package order_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kirana/internal/cart"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// refused fails the test unless err is this refusal.
func refused(t testing.TB, err error, kind fault.Kind, message string) {
	t.Helper()
	if f := fault.Of(err); f == nil || f.Kind != kind || f.Message != message {
		t.Errorf("Place() = %v, want %q", err, message)
	}
}

func TestPlace_copiesProductsAndRemovesOrderedCartLines(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: 14950, Discount: 950, Stock: 7})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati Rice", Price: money.Rupees(200), Stock: 3})
		salt := shoptest.AddProduct(t, d, shoptest.Product{Name: "Salt", Stock: 3})
		// given a cart of three lines
		items := []order.Item{ravi.addToCart(t, dal, 3), ravi.addToCart(t, rice, 1)}
		kept := ravi.addToCart(t, salt, 2)
		// when two of them are ordered
		lines := ravi.orders(t, items...)
		if len(lines) != 2 || lines[0].OrderID != lines[1].OrderID || lines[0].Number == lines[1].Number {
			t.Fatalf("the lines are %+v, want two of one order with numbers of their own", lines)
		}
		if lines[0].Total != 3*14000 || lines[0].Discount != 950 || lines[1].Total != money.Rupees(200) || lines[0].Unit != "1 kg" {
			t.Errorf("the lines are %+v, want ₹420 with ₹9.50 off each, and ₹200", lines)
		}
		if left := ravi.cart(t); len(left) != 1 || left[kept.LineID] != 2 {
			t.Errorf("the cart is %v, want the 2 pieces that were not ordered", left)
		}
		if a, b := shoptest.Stock(t, d, dal), shoptest.Stock(t, d, rice); a != 4 || b != 2 {
			t.Errorf("the stocks are %d and %d, want 4 and 2", a, b)
		}
		total, err := db.Get[int64](t.Context(), d, `SELECT total FROM checkouts WHERE id = $1`, lines[0].OrderID)
		if err != nil || total != 3*14000+20000 {
			t.Errorf("the checkout's total is %d, %v, want %d", total, err, 3*14000+20000)
		}
		// when the product changes, the ordered lines do not
		shoptest.Reprice(t, d, dal, money.Rupees(999))
		mine := ravi.mine(t)
		if len(mine) != 2 || mine[0].ID != lines[0].ID || mine[0].ProductDetail.Price != 14950 || mine[0].Product.Price != money.Rupees(999) || mine[0].Total != 3*14000 {
			t.Errorf("my orders are %+v, want the old price of the order and the new one of the product", mine)
		}
	})
}

func TestPlace_ordersAllLinesOrNone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 7})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati Rice", Stock: 3})
		items := []order.Item{ravi.addToCart(t, dal, 2), ravi.addToCart(t, rice, 3)}
		before := ravi.cart(t)
		place := func(items ...order.Item) error {
			_, err := s.orders.Place(t.Context(), ravi.id, "", ravi.wants(items...))
			return err
		}
		shoptest.Restock(t, d, rice, 1)
		refused(t, place(items...), fault.Conflict, "Only 1 of Basmati Rice left in stock.")
		shoptest.Restock(t, d, rice, 0)
		refused(t, place(items...), fault.Conflict, "Basmati Rice is out of stock.")
		shoptest.Restock(t, d, rice, 3)
		// Two items of the same product count together.
		refused(t, place(items[0], items[1], order.Item{ProductID: rice, Quantity: 1}), fault.Conflict, "Only 3 of Basmati Rice left in stock.")
		shoptest.Unpublish(t, d, rice)
		refused(t, place(items...), fault.Conflict, "Basmati Rice is not available any more, 0 left.")
		refused(t, place(items[0], order.Item{ProductID: "01hzzzzzzzzzzzzzzzzzzzzzzz", Quantity: 1}), fault.Conflict, "A product in your cart is not available any more.")
		if n := s.count(t, "orders") + s.count(t, "checkouts"); n != 0 || shoptest.Stock(t, d, dal) != 7 || shoptest.Stock(t, d, rice) != 3 {
			t.Errorf("the refused orders left %d rows, stocks of %d and %d, want none, 7 and 3",
				n, shoptest.Stock(t, d, dal), shoptest.Stock(t, d, rice))
		}
		if lines, err := db.All[string](t.Context(), d, `SELECT id FROM cart_lines ORDER BY id`); err != nil || len(lines) != 2 || before[lines[0]] != 2 {
			t.Errorf("the cart has %v, %v, want both lines", lines, err)
		}
	})
}

func TestPlace_refusesPricesThatTheShopperHasNotSeen(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Discount: money.Rupees(10), Stock: 7})
		request := ravi.wants(ravi.addToCart(t, dal, 2))
		seen := money.Rupees(180)
		request.TotalAmt = &seen
		// The payable price rises, or falls, by a rupee.
		for _, price := range []money.Paise{money.Rupees(91), money.Rupees(89)} {
			shoptest.Reprice(t, d, dal, price)
			_, err := s.orders.Place(t.Context(), ravi.id, "", request)
			refused(t, err, fault.Conflict, "Prices have changed. Please review your cart.")
			if shoptest.Stock(t, d, dal) != 7 || len(ravi.cart(t)) != 1 {
				t.Error("a refused order took something")
			}
		}
		seen = money.Rupees(178)
		if _, err := s.orders.Place(t.Context(), ravi.id, "", request); err != nil {
			t.Errorf("an order with the right total: %v", err)
		}
	})
}

func TestPlace_sendsOnlyToTheShoppersOwnAddress(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, meera := s.shopper(t), s.shopper(t)
		request := ravi.wants(ravi.addToCart(t, shoptest.AddProduct(t, d, shoptest.Product{Stock: 7}), 1))
		for _, addressID := range []string{meera.addressID, "01hzzzzzzzzzzzzzzzzzzzzzzz", ""} {
			request.AddressID = addressID
			_, err := s.orders.Place(t.Context(), ravi.id, "", request)
			refused(t, err, fault.Invalid, "Please select a delivery address")
		}
		request.AddressID = ravi.addressID
		if _, err := s.addresses.Disable(t.Context(), ravi.id, ravi.addressID); err != nil {
			t.Fatal(err)
		}
		_, err := s.orders.Place(t.Context(), ravi.id, "", request)
		refused(t, err, fault.Invalid, "Please select a delivery address")
		if n := s.count(t, "orders"); n != 0 {
			t.Errorf("%d rows were written, want 0", n)
		}
	})
}

func TestPlace_ordersOnlyLinesOfTheShoppersOwnCart(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, meera := s.shopper(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 7})
		saffron := shoptest.AddProduct(t, d, shoptest.Product{Name: "Saffron", Stock: 7})
		hers, his := meera.addToCart(t, dal, 1), ravi.addToCart(t, dal, 1)
		otherProduct := his
		otherProduct.ProductID = saffron
		for _, item := range []order.Item{hers, otherProduct, {LineID: "01hzzzzzzzzzzzzzzzzzzzzzzz", ProductID: dal, Quantity: 1}} {
			_, err := s.orders.Place(t.Context(), ravi.id, "", ravi.wants(item))
			refused(t, err, fault.Conflict, "Your cart has changed. Please review it.")
		}
		if len(meera.cart(t)) != 1 || len(ravi.cart(t)) != 1 || s.count(t, "orders") != 0 {
			t.Error("a refused order changed something")
		}
		// An item that is not in the cart is ordered, and the cart stays unchanged.
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2, Size: "L"})
		if len(lines) != 1 || lines[0].Size != "L" || len(ravi.cart(t)) != 1 {
			t.Errorf("the placed lines are %+v, the cart %v, want one of L, and the cart unchanged", lines, ravi.cart(t))
		}
	})
}

func TestPlace_ordersNothingTwiceWithoutAKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 50})
		// given a line whose quantity another tab has changed meanwhile
		item := ravi.addToCart(t, dal, 2)
		if _, err := s.carts.SetQuantity(t.Context(), ravi.id, item.LineID, 5); err != nil {
			t.Fatal(err)
		}
		// when the order is placed eight times at once
		errs := atOnce(8, func(int) error {
			_, err := s.orders.Place(t.Context(), ravi.id, "", ravi.wants(item))
			return err
		})
		// then one order is placed, and the changed line stays in the cart under a new ID
		good := 0
		for _, err := range errs {
			if err == nil {
				good++
				continue
			}
			refused(t, err, fault.Conflict, "Your cart has changed. Please review it.")
		}
		left := ravi.cart(t)
		if _, old := left[item.LineID]; good != 1 || old || len(left) != 1 || shoptest.Stock(t, d, dal) != 48 {
			t.Errorf("%d orders, the cart is %v, the stock %d, want 1, the other line and 48", good, left, shoptest.Stock(t, d, dal))
		}
		for _, quantity := range left {
			if quantity != 5 {
				t.Errorf("the line that stays has %d, want 5", quantity)
			}
		}
	})
}

func TestPlace_returnsTheOrderOfAKeyWhileNewOrdersAreRefused(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		productID := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 5})
		request := ravi.wants(ravi.addToCart(t, productID, 2))
		first, err := s.orders.Place(t.Context(), ravi.id, "key", request)
		if err != nil {
			t.Fatal(err)
		}
		damaged := fault.New(fault.Unavailable, "data_damaged", "The shop takes no orders right now.")
		s.orders.TakesOrders = func() error { return damaged }
		again, err := s.orders.Place(t.Context(), ravi.id, "key", request)
		if err != nil || string(again) != string(first) {
			t.Errorf("the order under the key is %s, %v, want %s", again, err, first)
		}
		if _, err := s.orders.Place(t.Context(), ravi.id, "another", ravi.wants(ravi.addToCart(t, productID, 1))); !errors.Is(err, damaged) {
			t.Errorf("a new order of a damaged shop: %v, want it refused as damaged", err)
		}
		if n := s.count(t, "checkouts"); n != 1 {
			t.Errorf("%d orders, want 1", n)
		}
	})
}

func TestPlace_keepsTheOrderOfTheCartLines(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		names := []string{"Atta", "Besan", "Chana"}
		var items []order.Item
		for _, name := range names {
			items = append(items, ravi.addToCart(t, shoptest.AddProduct(t, d, shoptest.Product{Name: name, Stock: 9}), 1))
			s.clock.Advance(1000)
		}
		if _, err := s.carts.SetQuantity(t.Context(), ravi.id, items[0].LineID, 4); err != nil {
			t.Fatal(err)
		}
		ravi.orders(t, items[0], items[1])
		lines, err := s.carts.Lines(t.Context(), ravi.id)
		if err != nil || len(lines) != 2 || lines[0].Product.Name != "Atta" || lines[1].Product.Name != "Chana" {
			t.Errorf("the cart is %+v, %v, want Atta and Chana", lines, err)
		}
	})
}

func TestPlace_triesAnotherNumberWhenOneIsTaken(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		numbers := []string{"ORD-2222-2222", "ORD-2222-2222", "ORD-3333-3333"}
		s.orders.UseNumbers(func() string {
			next := numbers[0]
			if len(numbers) > 1 {
				numbers = numbers[1:]
			}
			return next
		})
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 9})
		item := order.Item{ProductID: dal, Quantity: 1}
		first, second := ravi.orders(t, item), ravi.orders(t, item)
		if first[0].Number != "ORD-2222-2222" || second[0].Number != "ORD-3333-3333" {
			t.Errorf("the numbers are %s and %s, want ORD-2222-2222 and ORD-3333-3333", first[0].Number, second[0].Number)
		}
		// A source that only repeats numbers causes an error, not a duplicate.
		if _, err := s.orders.Place(t.Context(), ravi.id, "", ravi.wants(item)); !db.IsDuplicate(err) {
			t.Errorf("a number that is always taken: %v, want a duplicate refused", err)
		}
		if shoptest.Stock(t, d, dal) != 7 {
			t.Error("the failed order took stock")
		}
	})
}

func TestPlace_takesACartOfAHundredLines(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 500})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Stock: 500})
		var items []order.Item
		for i := range cart.MaxLines {
			line, err := s.carts.Add(t.Context(), cart.Line{
				UserID: ravi.id, ProductID: []string{dal, rice}[i%2], Quantity: 1, Color: strings.Repeat("c", i/2),
			})
			if err != nil {
				t.Fatal(err)
			}
			items = append(items, order.Item{LineID: line.ID, ProductID: line.ProductID, Quantity: 1})
		}
		lines := ravi.orders(t, items...)
		var numbers []string
		for _, line := range lines {
			numbers = append(numbers, line.Number)
		}
		slices.Sort(numbers)
		if len(slices.Compact(numbers)) != cart.MaxLines || len(ravi.cart(t)) != 0 || shoptest.Stock(t, d, dal) != 450 {
			t.Errorf("%d numbers, the cart %v, the stock %d, want %d, empty and 450",
				len(slices.Compact(numbers)), ravi.cart(t), shoptest.Stock(t, d, dal), cart.MaxLines)
		}
		if lines[2].Color != "c" || lines[0].Color != "" {
			t.Errorf("the colors are %q and %q, want none and c", lines[0].Color, lines[2].Color)
		}
	})
}

func TestPlace_enqueuesTheMailOfItsOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ravi := newShop(d).shopper(t)
		lines := ravi.orders(t, ravi.addToCart(t, shoptest.AddProduct(t, d, shoptest.Product{Stock: 7}), 1))
		payload, err := db.Get[string](t.Context(), d, `SELECT payload FROM jobs WHERE kind = $1`, string(order.MailPlacedJob))
		if want := `{"checkoutId":"` + lines[0].OrderID + `"}`; err != nil || payload != want {
			t.Errorf("the mail is of %s, %v, want %s", payload, err, want)
		}
	})
}
