package order_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestPlace_limitsTheOpenCashOrdersOfAShopper(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		saffron := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(12_500), Stock: 100})
		ravi, asha := s.shopper(t), s.shopper(t)
		first := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		for range 9 {
			ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})
		}
		_, err := s.orders.Place(t.Context(), ravi.id, "", ravi.wants(order.Item{ProductID: dal, Quantity: 1}))
		refused(t, err, fault.Conflict, "You have 10 cash orders under way already. Please wait until one is delivered.")
		k.moves(t, first, order.StageNew, order.StageDone)
		ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})
		asha.orders(t, order.Item{ProductID: saffron, Quantity: 2})
		_, err = s.orders.Place(t.Context(), asha.id, "", asha.wants(order.Item{ProductID: dal, Quantity: 1}))
		refused(t, err, fault.Conflict, "Your cash orders under way would come to more than ₹25,000. Please wait until one is delivered.")
		if left := shoptest.Stock(t, d, dal); left != 89 {
			t.Errorf("the stock after the refused orders is %d, want 89", left)
		}
	})
}

func TestPlace_limitsTheSumOfOpenCashOrdersToTheRupee(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(2_777), Stock: 100})
		salt := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(1), Stock: 100})
		asha := s.shopper(t)
		for range 9 { // ₹24,993: one order and ₹7 below the limits
			asha.orders(t, order.Item{ProductID: dal, Quantity: 1})
		}
		tooMuch := "Your cash orders under way would come to more than ₹25,000. Please wait until one is delivered."
		_, err := s.orders.Place(t.Context(), asha.id, "", asha.wants(order.Item{ProductID: salt, Quantity: 8}))
		refused(t, err, fault.Conflict, tooMuch)
		last := asha.orders(t, order.Item{ProductID: salt, Quantity: 6})[0]

		// All ten are open: an edit counts the nine others and their total.
		refused(t, asha.edits(t, last.OrderID, order.Edit{Lines: packOf(last.ID, 8)}), fault.Conflict, tooMuch)
		must(t, asha.edits(t, last.OrderID, order.Edit{Lines: packOf(last.ID, 7)}))

		// With a limit below the number of open orders, the number alone refuses the edit.
		s.sets(t, `{"cashOrders":3,"cashLimit":1000000}`)
		refused(t, asha.edits(t, last.OrderID, order.Edit{Lines: packOf(last.ID, 8)}), fault.Conflict,
			"You have more than 3 cash orders under way already. Please wait until one is delivered.")
	})
}
