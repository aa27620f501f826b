package order_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// paysOnline places an order online, pays it, and returns its ID.
func (s *paymentShop) paysOnline(t testing.TB, p *shopper, items ...order.Item) string {
	t.Helper()
	b := s.startPayment(t, p, items...)
	must(t, s.Pay(b.ref))
	s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
	return b.OrderID
}

// desk is a member of staff, with a context for their calls.
type desk struct {
	s     *shop
	ctx   context.Context
	actor order.Actor
}

func (s *shop) desk(t *testing.T) desk {
	t.Helper()
	actor, ctx := staffMember(t, s.db, "Sunita")
	return desk{s, ctx, actor}
}

func (d desk) packs(t *testing.T, orderID, lineID string, quantity int) error {
	t.Helper()
	_, err := d.s.orders.SetLines(d.ctx, d.actor, orderID, []order.Pack{{LineID: lineID, Quantity: quantity}})
	return err
}

func (d desk) moves(t *testing.T, orderID string, from, to order.Stage) {
	t.Helper()
	_, err := d.s.orders.SetStage(d.ctx, d.actor, orderID, order.Move{From: from, To: to})
	must(t, err)
}

func TestSetLines_ofACashOrderChangesTheAmountToPayAndTheStock(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		for _, c := range []struct {
			quantity int
			collect  money.Paise
			stock    int
			stage    order.Stage
		}{{1, money.Rupees(120), 9, "NEW"}, {0, 0, 10, "DONE"}, {2, money.Rupees(240), 8, "NEW"}, {3, money.Rupees(360), 7, "NEW"}} {
			must(t, k.packs(t, line.OrderID, line.ID, c.quantity))
			v := s.view(t, line.OrderID)
			if v.CollectAmt != c.collect || v.TotalAmt != c.collect || shoptest.Stock(t, d, dal) != c.stock || v.Stage != c.stage || len(v.Lines) != 1 {
				t.Errorf("with %d packed: %v to collect, stock %d, %+v; want %v, %d and %s",
					c.quantity, v.CollectAmt, shoptest.Stock(t, d, dal), v, c.collect, c.stock, c.stage)
			}
		}
		if err := k.packs(t, line.OrderID, line.ID, 4); !fault.Is(err, fault.Invalid) {
			t.Errorf("pack more than was ordered: %v, want it invalid", err)
		}
		k.moves(t, line.OrderID, "NEW", "OUT")
		if err := k.packs(t, line.OrderID, line.ID, 1); !fault.Is(err, fault.Conflict) {
			t.Errorf("packing an order on its way: %v, want a conflict", err)
		}
		k.moves(t, line.OrderID, "OUT", "DONE")
		if err := k.packs(t, line.OrderID, line.ID, 1); !fault.Is(err, fault.Conflict) {
			t.Errorf("packing a delivered order: %v, want a conflict", err)
		}
	})
}

func TestSetLines_ofAPaidOrderSplitsOffTheRefundDue(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		id := s.paysOnline(t, ravi, ravi.addToCart(t, dal, 3))
		line := s.view(t, id).Lines[0]
		must(t, k.packs(t, id, line.ID, 1))
		v := s.view(t, id)
		if v.TotalAmt != money.Rupees(100) || v.RefundDue != money.Rupees(200) || v.PaymentStatus != "REFUND DUE" || len(v.Lines) != 2 || !v.Problem {
			t.Fatalf("the order packed short is %+v, want ₹100 and a refund due of ₹200 in a second line", v)
		}
		must(t, k.packs(t, id, line.ID, 2)) // one piece more, while no refund is in progress
		v = s.view(t, id)
		if v.TotalAmt != money.Rupees(200) || v.RefundDue != money.Rupees(100) || len(v.Lines) != 2 || shoptest.Stock(t, d, dal) != 8 {
			t.Fatalf("the order with one more piece packed is %+v, want ₹200 and a refund due of ₹100", v)
		}
		split := v.Lines[1]
		if split.SplitOf != line.ID || split.PaymentStatus != "REFUND DUE" || split.DeliveryStatus != order.Canceled {
			t.Errorf("the missing pieces are %+v, want a canceled line split off %s, REFUND DUE", split, line.ID)
		}
		if _, err := s.orders.SetDelivery(k.ctx, k.actor.UserID, split.ID, order.Pending); !fault.Is(err, fault.Conflict) {
			t.Errorf("bring missing pieces back by themselves: %v, want a conflict", err)
		}
		_, err := s.orders.Refund(k.ctx, k.actor.UserID, split.ID)
		must(t, err)
		if taken, returned := s.Money(); taken != money.Rupees(300) || returned != money.Rupees(100) {
			t.Errorf("%v of the paid %v was refunded, want ₹100 of ₹300", returned, taken)
		}
		if err := k.packs(t, id, line.ID, 3); !fault.Is(err, fault.Conflict) {
			t.Errorf("pack what is paid back: %v, want a conflict", err)
		}
		if v = s.view(t, id); v.RefundDue != 0 || v.PaymentStatus != "PAID" || v.TotalAmt != money.Rupees(200) {
			t.Errorf("at the end the order is %+v, want PAID, ₹200, nothing due", v)
		}
	})
}

func TestUndo_isRefusedOnceARefundIsRequested(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		id := s.paysOnline(t, ravi, ravi.addToCart(t, dal, 1))
		undo, err := s.orders.Refuse(k.ctx, k.actor, id, order.Refusal{Reason: "Out of stock."})
		must(t, err)
		_, err = s.orders.Refund(k.ctx, k.actor.UserID, s.view(t, id).Lines[0].ID)
		must(t, err)
		if err := s.orders.Undo(k.ctx, k.actor, id, undo.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("undo what is paid back: %v, want a conflict", err)
		}
	})
}

func TestReplace_costsAtMostTheReplacedLine(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		for _, c := range []struct {
			price     money.Paise
			quantity  int
			costs     money.Paise
			refundDue money.Paise
		}{
			{money.Rupees(80), 1, money.Rupees(80), money.Rupees(20)},
			{money.Rupees(130), 1, money.Rupees(100), 0},
			{money.Rupees(60), 3, 9999, 1},
		} {
			replacement := shoptest.AddProduct(t, d, shoptest.Product{Price: c.price, Stock: 10})
			ravi := s.shopper(t)
			cash := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
			online := s.paysOnline(t, ravi, ravi.addToCart(t, dal, 1))
			for _, id := range []string{cash, online} {
				line := s.view(t, id).Lines[0]
				_, err := s.orders.Add(k.ctx, k.actor, id, order.Addition{ProductID: replacement, Quantity: c.quantity, Replaces: line.ID})
				must(t, err)
				v := s.view(t, id)
				due, collect := c.refundDue, money.Paise(0)
				if id == cash {
					due, collect = 0, c.costs
				}
				if v.TotalAmt != c.costs || v.RefundDue != due || v.CollectAmt != collect || v.Lines[1].Replaces != line.ID {
					t.Errorf("%d at %v for one at ₹100: %+v, want %v due and %v to collect", c.quantity, c.price, v, due, collect)
				}
				if err := k.packs(t, id, line.ID, 1); !fault.Is(err, fault.Conflict) {
					t.Errorf("pack what was replaced: %v, want a conflict", err)
				}
			}
		}
	})
}

func TestSetPaidBy_byUPICountsAsPaidUntilItIsCorrected(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 20})
		id := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})[0].OrderID
		must(t, s.orders.Claim(t.Context(), order.Actor{Kind: order.ByShopper, UserID: ravi.id}, id, "4321"))
		if v := s.view(t, id); v.CollectAmt != money.Rupees(200) || v.Claim == nil || !slices.Equal(v.Problems, []string{"CLAIM"}) || !v.Problem {
			t.Errorf("the claimed order is %+v, want ₹200 to collect and the problem CLAIM alone", v)
		}
		if v := k.setPaidBy(t, id, order.ByUPI); v.CollectAmt != 0 || v.PaymentStatus != "PAID" || v.PaidBy != order.ByUPI || len(v.Problems) != 0 {
			t.Errorf("the order paid by UPI is %+v, want PAID, nothing to collect and no problem", v)
		}
		if v := k.setPaidBy(t, id, order.ByCash); v.CollectAmt != money.Rupees(200) || v.PaymentStatus != "COD" {
			t.Errorf("the order corrected to cash is %+v, want COD, ₹200 to collect", v)
		}
		k.setPaidBy(t, id, order.ByUPI)
		must(t, k.packs(t, id, s.view(t, id).Lines[0].ID, 1))
		if v := s.view(t, id); v.RefundDue != money.Rupees(100) || v.CollectAmt != 0 {
			t.Errorf("the order packed short is %+v, want a refund due of ₹100, nothing to collect", v)
		}
		_, err := s.orders.Refuse(k.ctx, k.actor, id, order.Refusal{Reason: "Nobody is at home."})
		must(t, err)
		if v := s.view(t, id); v.RefundDue != money.Rupees(200) || v.PaymentStatus != "REFUND DUE" || v.Stage != "DONE" {
			t.Errorf("the canceled order is %+v, want DONE with a refund due of ₹200", v)
		}
		must(t, s.orders.SetGivenBack(k.ctx, k.actor, id, order.GivenBack{How: "UPI", Reference: "777"}))
		if v := s.view(t, id); v.RefundDue != 0 || v.PaymentStatus != "REFUNDED" || v.Problem {
			t.Errorf("the order whose money was given back is %+v, want REFUNDED, no problem", v)
		}
		if err := s.orders.SetGivenBack(k.ctx, k.actor, id, order.GivenBack{How: "CASH"}); !fault.Is(err, fault.Conflict) {
			t.Errorf("SetGivenBack() a second time = %v, want a conflict", err)
		}
		_, err = s.orders.SetDelivery(k.ctx, k.actor.UserID, s.view(t, id).Lines[0].ID, order.Pending)
		must(t, err)
		if v := s.view(t, id); !v.Problem || v.CollectAmt != 0 || v.Lines[0].PaymentStatus != "REFUNDED" {
			t.Errorf("with a refunded line to be delivered the order is %+v, want a problem, nothing to collect", v)
		}
	})
}

func TestSetLines_chargesWeighedGoodsByWeight(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		paneer := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(200), Stock: 10})
		line := s.shopper(t).orders(t, order.Item{ProductID: paneer, Quantity: 1})[0]
		for grams, want := range map[int]money.Paise{960: money.Rupees(192), 666: 13320, 1200: money.Rupees(200)} {
			_, err := s.orders.SetLines(k.ctx, k.actor, line.OrderID, []order.Pack{{LineID: line.ID, Quantity: 1, WeightGrams: &grams}})
			must(t, err)
			if v := s.view(t, line.OrderID); v.CollectAmt != want {
				t.Errorf("%d g cost %v, want %v", grams, v.CollectAmt, want)
			}
		}
	})
}

func TestCancel_racingTheAcceptanceHasOneWinner(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		for range 5 {
			ravi := s.shopper(t)
			id := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})[0].OrderID
			errs := atOnce(2, func(i int) error {
				if i == 0 {
					return s.orders.Cancel(t.Context(), order.Actor{Kind: order.ByShopper, UserID: ravi.id, Name: "Ravi"}, id)
				}
				_, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: "NEW", To: "PACKING"})
				return err
			})
			v := s.view(t, id)
			canceled := errs[0] == nil
			if canceled == (errs[1] == nil) || canceled != (v.Stage == order.StageDone) || !canceled && v.Stage != order.StagePacking {
				t.Errorf("both ended with %v and the order is %s, want one error, and DONE only if canceled", errs, v.Stage)
			}
			if !canceled {
				refused(t, errs[0], fault.Conflict, "Your order is being packed. Please call the shop.")
			}
			s.clock.Advance(time.Minute)
		}
	})
}

func TestSetLines_ofARefundedLineKeepsTheRemainingRefundDue(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		id := s.paysOnline(t, ravi, ravi.addToCart(t, dal, 3))
		line := s.view(t, id).Lines[0]
		must(t, k.packs(t, id, line.ID, 1)) // ₹200 are due back
		k.refuses(t, id)
		_, err := s.orders.Refund(k.ctx, k.actor.UserID, line.ID)
		must(t, err)
		must(t, k.packs(t, id, line.ID, 0))
		if v := s.view(t, id); v.RefundDue != money.Rupees(200) || len(v.Lines) != 2 {
			t.Errorf("the refund due is %v of the lines %+v, want ₹200 of two", v.RefundDue, v.Lines)
		}
		s.assertInvariants(t, dal)
	})
}
