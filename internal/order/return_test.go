package order_test

import (
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

func (d desk) takesBack(t *testing.T, orderID, lineID string, quantity int, restock bool) (*order.Undo, error) {
	t.Helper()
	return d.s.orders.Return(d.ctx, d.actor, orderID, order.Returns{Lines: []order.Return{{LineID: lineID, Quantity: quantity, Restock: restock}}})
}

func TestReturn_refundsByPieceAndNeverMoreThanWasBought(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		id := s.paysOnline(t, ravi, ravi.addToCart(t, dal, 3))
		line := s.view(t, id).Lines[0]
		if _, err := k.takesBack(t, id, line.ID, 1, true); !fault.Is(err, fault.Conflict) {
			t.Errorf("a return before the order left the shop: %v, want a conflict", err)
		}
		k.moves(t, id, "NEW", "OUT")
		k.moves(t, id, "OUT", "DONE")
		_, err := k.takesBack(t, id, line.ID, 1, false)
		must(t, err)
		v := s.view(t, id)
		if v.TotalAmt != money.Rupees(200) || v.RefundDue != money.Rupees(100) || v.ItemCount != 2 || v.Stage != order.StageDone || shoptest.Stock(t, d, dal) != 7 {
			t.Fatalf("after one spoiled piece came back the order is %+v, the stock %d, want ₹200, ₹100 due and 7",
				v, shoptest.Stock(t, d, dal))
		}
		_, err = k.takesBack(t, id, line.ID, 2, true)
		must(t, err)
		v = s.view(t, id)
		if v.TotalAmt != 0 || v.RefundDue != money.Rupees(300) || v.ItemCount != 0 || shoptest.Stock(t, d, dal) != 9 || v.Reason != "Everything was returned." {
			t.Fatalf("after all came back the order is %+v, the stock %d, want ₹0, ₹300 due and 9", v, shoptest.Stock(t, d, dal))
		}
		for _, quantity := range []int{0, 1, 3} {
			if _, err := k.takesBack(t, id, line.ID, quantity, true); !fault.Is(err, fault.Invalid) {
				t.Errorf("a return of %d more pieces: %v, want it invalid", quantity, err)
			}
		}
		for _, r := range v.Lines {
			if !r.Returned || r.PaymentStatus != payment.RefundDue {
				t.Errorf("the returned line is %+v, want it returned, REFUND DUE", r)
			}
			_, err := s.orders.Refund(k.ctx, k.actor.UserID, r.ID)
			must(t, err)
		}
		if taken, back := s.Money(); taken != back || taken != money.Rupees(300) {
			t.Errorf("of the paid %v, %v was refunded, want all", taken, back)
		}
		s.assertInvariants(t)
	})
}

func TestReturn_ofUnpaidGoodsLowersTheAmountToCollect(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		k.moves(t, line.OrderID, "NEW", "OUT")
		_, err := k.takesBack(t, line.OrderID, line.ID, 2, true)
		must(t, err)
		v := s.view(t, line.OrderID)
		if v.CollectAmt != money.Rupees(120) || v.RefundDue != 0 || len(v.Lines) != 1 || shoptest.Stock(t, d, dal) != 9 {
			t.Errorf("the order after a return at the door is %+v, want ₹120 to collect, nothing due", v)
		}
	})
}

func TestReturn_ofACashOrderIsRefundedAtOnceOrDue(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 10})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		k.moves(t, line.OrderID, "NEW", "OUT")
		k.moves(t, line.OrderID, "OUT", "DONE")
		_, err := k.takesBack(t, line.OrderID, line.ID, 1, true)
		must(t, err)
		if v := s.view(t, line.OrderID); v.RefundDue != money.Rupees(100) || v.PaidBy != order.ByCash || !v.Problem {
			t.Fatalf("the order with a refund due is %+v, want ₹100 due, paid by cash, a problem", v)
		}
		returns := order.Returns{Lines: []order.Return{{LineID: line.ID, Quantity: 1}}, GivenBack: order.GivenBack{How: "CASH"}}
		undo, err := s.orders.Return(k.ctx, k.actor, line.OrderID, returns)
		if err != nil || undo != nil {
			t.Fatalf("Return() = %+v, %v, want no undo", undo, err)
		}
		v := s.view(t, line.OrderID)
		if v.RefundDue != 0 || v.TotalAmt != money.Rupees(100) || v.CollectAmt != 0 || v.Problem || received(v) != money.Rupees(300) {
			t.Errorf("the order whose money was given back is %+v, want ₹100 of ₹300 received, nothing due", v)
		}
		if last := v.Timeline[len(v.Timeline)-1]; last.What != "returned" || last.Text != "took back 1 of 2 Toor Dal (not back in stock), gave back ₹200 in cash" {
			t.Errorf("the timeline ends with %+v, want 1 of 2 taken back and ₹200 given back in cash", last)
		}
		given, err := db.All[string](t.Context(), d, `SELECT paid_by || CAST(amount AS TEXT) FROM cash_given_back`)
		if err != nil || fmt.Sprint(given) != "[CASH20000]" {
			t.Errorf("the stored refunds are %v, %v, want ₹200 in cash", given, err)
		}
	})
}

func TestReturn_undoneRestoresRowsMoneyAndStock(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(50), Stock: 10})
		id := s.paysOnline(t, ravi, ravi.addToCart(t, dal, 3), ravi.addToCart(t, rice, 2))
		k.moves(t, id, "NEW", "OUT")
		k.moves(t, id, "OUT", "DONE")
		before := s.view(t, id)
		undo, err := s.orders.Return(k.ctx, k.actor, id, order.Returns{Lines: []order.Return{
			{LineID: before.Lines[0].ID, Quantity: 2}, {LineID: before.Lines[1].ID, Quantity: 2, Restock: true},
		}})
		must(t, err)
		if shoptest.Stock(t, d, dal) != 7 || shoptest.Stock(t, d, rice) != 10 {
			t.Errorf("the stocks are %d and %d, want 7 and 10", shoptest.Stock(t, d, dal), shoptest.Stock(t, d, rice))
		}
		must(t, s.orders.Undo(k.ctx, k.actor, id, undo.ID))
		after := s.view(t, id)
		if after.TotalAmt != before.TotalAmt || after.RefundDue != 0 || after.ItemCount != 5 || after.Stage != order.StageDone || after.Problem {
			t.Errorf("the order after the undo is %+v, want %v as before, nothing due", after, before.TotalAmt)
		}
		s.assertInvariants(t, dal, rice)
	})
}

func TestReturn_overHTTPIsForStaffAndItsRefundForManagers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		ravi := s.shopper(t)
		line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		k.moves(t, line.OrderID, "NEW", "OUT")
		k.moves(t, line.OrderID, "OUT", "DONE")
		path := "/order/checkout/" + line.OrderID + "/return"
		body := func() string {
			return fmt.Sprintf(`{"version":%d,"rows":[{"_id":%q,"quantity":1,"restock":true}]`, s.view(t, line.OrderID).Version, line.ID)
		}
		packer := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		shoptest.As(s, ravi.id).Request(t, "PUT", path, body()+"}").Expect(t, http.StatusForbidden, "")
		packer.Request(t, "PUT", path, body()+`,"how":"CASH"}`).Expect(t, http.StatusForbidden, "Only the owner or a manager can give money back.")
		pressed := body() + "}"
		packer.Request(t, "PUT", path, pressed).Expect(t, http.StatusOK, "")
		// A repeated call takes nothing back, and the version is required.
		packer.Request(t, "PUT", path, pressed).Expect(t, http.StatusConflict, "")
		packer.Request(t, "PUT", path, `{"rows":[{"_id":"`+line.ID+`","quantity":1}]}`).ExpectField(t, "version")
		packer.Request(t, "PUT", path, `{"version":1,"rows":[]}`).ExpectField(t, "rows")
		shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER")).Request(t, "PUT", path, body()+`,"how":"CREDIT"}`).Expect(t, http.StatusOK, "")
		if v := s.view(t, line.OrderID); v.ItemCount != 1 || v.RefundDue != 0 || shoptest.Stock(t, d, dal) != 9 {
			t.Errorf("the order is %+v, the stock %d, want one piece, nothing due and 9", v, shoptest.Stock(t, d, dal))
		}
	})
}

func TestReturn_locksThePaymentMethodAndTheDeliveryStatus(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 10})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		id := line.OrderID
		k.moves(t, id, "NEW", "OUT")
		k.moves(t, id, "OUT", "DONE")
		_, err := s.orders.Return(k.ctx, k.actor, id, order.Returns{
			Lines: []order.Return{{LineID: line.ID, Quantity: 3, Restock: true}}, GivenBack: order.GivenBack{How: "CASH"},
		})
		must(t, err)
		before := s.view(t, id)
		for _, by := range []order.PaidBy{order.ByUPI, ""} {
			if _, err := s.orders.SetPaidBy(k.ctx, k.actor, id, by, "1"); !fault.Is(err, fault.Conflict) {
				t.Errorf("SetPaidBy(%q) after the cash was given back = %v, want a conflict", by, err)
			}
		}
		if _, err := s.orders.SetDelivery(k.ctx, k.actor.UserID, line.ID, order.Delivered); !fault.Is(err, fault.Conflict) {
			t.Errorf("SetDelivery() of a returned line = %v, want a conflict", err)
		}
		if after := s.view(t, id); after.Version != before.Version || shoptest.Stock(t, d, dal) != 10 {
			t.Errorf("the refused calls left %+v and a stock of %d, want version %d and 10",
				after, shoptest.Stock(t, d, dal), before.Version)
		}
		s.assertInvariants(t, dal)
	})
}
