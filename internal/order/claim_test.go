package order_test

import (
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

// claims records the shopper's claim that they paid an order by UPI.
func (r *shopper) claims(t testing.TB, orderID, reference string) {
	t.Helper()
	must(t, r.shop.orders.Claim(t.Context(), order.Actor{Kind: order.ByShopper, UserID: r.id}, orderID, reference))
}

// setPaidBy records, as staff, how an order was paid.
func (d desk) setPaidBy(t *testing.T, orderID string, by order.PaidBy) order.View {
	t.Helper()
	_, err := d.s.orders.SetPaidBy(d.ctx, d.actor, orderID, by, "4321")
	must(t, err)
	return d.s.view(t, orderID)
}

func (d desk) refuses(t *testing.T, orderID string) {
	t.Helper()
	_, err := d.s.orders.Refuse(d.ctx, d.actor, orderID, order.Refusal{Reason: "Sold out."})
	must(t, err)
}

func problem(v order.View, code string) bool {
	for _, p := range v.Problems {
		if p == code {
			return v.Problem
		}
	}
	return false
}

func TestClaim_ofACanceledOrderIsDueBackOnceItIsConfirmed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 20})
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2}, order.Item{ProductID: dal, Quantity: 3})
		id := lines[0].OrderID
		must(t, k.packs(t, id, lines[1].ID, 0)) // before the claim, so it was never paid for
		ravi.claims(t, id, "4321")
		k.refuses(t, id)
		v := s.view(t, id)
		if v.RefundDue != 0 || !problem(v, "CLAIM") {
			t.Errorf("with an unconfirmed claim the refused order is %+v, want no refund due and the problem CLAIM", v)
		}
		v = k.setPaidBy(t, id, order.ByUPI)
		if v.RefundDue != money.Rupees(200) || v.PaymentStatus != "REFUND DUE" || v.CollectAmt != 0 || problem(v, "CLAIM") || !problem(v, "REFUND_DUE") {
			t.Errorf("with the claim confirmed the order is %+v, want a refund due of ₹200", v)
		}
		if v = k.setPaidBy(t, id, order.ByCash); v.RefundDue != 0 || v.PaymentStatus != "COD" || v.Problem {
			t.Errorf("paid by cash instead the order is %+v, want COD without refund and problem", v)
		}
		if v = k.setPaidBy(t, id, order.ByUPI); v.RefundDue != money.Rupees(200) {
			t.Errorf("confirmed as paid by UPI the order is %+v, want a refund due of ₹200", v)
		}
		if v = k.setPaidBy(t, id, ""); v.RefundDue != 0 || v.Claim != nil || v.Problem {
			t.Errorf("with the claim denied the order is %+v, want no claim, refund or problem", v)
		}
		if v = k.setPaidBy(t, id, order.ByUPI); v.RefundDue != 0 {
			t.Errorf("with a claim that was denied once the order is %+v, want no refund due", v)
		}
	})
}

func TestClaim_ofGoodsReturnedOnTheKhataIsDueBackOnceItIsConfirmed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		setShop(t, d, `{"roundOff":true}`)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Paise(10015), Stock: 20})
		salt := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Paise(7020), Stock: 20})
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2}, order.Item{ProductID: salt, Quantity: 1})
		id := lines[0].OrderID
		ravi.claims(t, id, "4321") // of ₹271: 270.50, rounded
		_, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: order.StageNew, To: order.StageDone, PaidBy: order.ByKhata})
		must(t, err)
		for _, line := range lines {
			_, err := s.orders.Return(k.ctx, k.actor, id, order.Returns{Lines: []order.Return{{LineID: line.ID, Quantity: 1}}, GivenBack: order.GivenBack{How: "KHATA"}})
			must(t, err)
		}
		ravi.claims(t, id, "8765") // the same payment, claimed again
		v := k.setPaidBy(t, id, order.ByUPI)
		if got := paidWords(v); got != "UPI ₹271, KHATA ₹171" || v.RefundDue != money.Rupees(171) {
			t.Errorf("after the confirmation, payments = %s, RefundDue = %v, want UPI ₹271, KHATA ₹171 and ₹171", got, v.RefundDue)
		}
	})
}

func TestClaim_ofACanceledOrderCoversNothingThatWasCanceledBeforeItsPaidLines(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 20})
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2}, order.Item{ProductID: dal, Quantity: 3})
		id := lines[0].OrderID
		must(t, k.packs(t, id, lines[1].ID, 0))
		k.setPaidBy(t, id, order.ByUPI)
		s.clock.Advance(time.Minute)
		k.refuses(t, id)
		ravi.claims(t, id, "8765")
		if v := k.setPaidBy(t, id, order.ByUPI); v.RefundDue != money.Rupees(200) {
			t.Errorf("after the confirmation, RefundDue = %v, want ₹200", v.RefundDue)
		}
	})
}

func TestClaim_ofACanceledLineAndOfOneOnTheKhataIsConfirmedWhole(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 20})
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2}, order.Item{ProductID: dal, Quantity: 3})
		id := lines[0].OrderID
		ravi.claims(t, id, "4321")
		must(t, k.packs(t, id, lines[1].ID, 0))
		_, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: order.StageNew, To: order.StageDone, PaidBy: order.ByKhata})
		must(t, err)
		ravi.claims(t, id, "8765") // the same payment, claimed again
		v := k.setPaidBy(t, id, order.ByUPI)
		if got := paidWords(v); got != "UPI ₹500" || v.RefundDue != money.Rupees(300) {
			t.Errorf("after the confirmation, payments = %s, RefundDue = %v, want UPI ₹500 and ₹300", got, v.RefundDue)
		}
	})
}

func TestClaim_coversTheLinesOrderedBeforeIt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 90})
		oil := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(70), Stock: 90})
		grams := 900
		adds := func(id, replaces string) {
			t.Helper()
			_, err := s.orders.Add(k.ctx, k.actor, id, order.Addition{ProductID: oil, Quantity: 1, Replaces: replaces})
			must(t, err)
		}
		for name, c := range map[string]struct {
			packs        func(id, row string)
			due, collect money.Paise
			total        money.Paise
		}{
			"one of three packed": {func(id, row string) { must(t, k.packs(t, id, row, 1)) }, money.Rupees(200), 0, money.Rupees(100)},
			"none packed":         {func(id, row string) { must(t, k.packs(t, id, row, 0)) }, money.Rupees(300), 0, 0},
			"one packed, then none": {func(id, row string) {
				must(t, k.packs(t, id, row, 1))
				must(t, k.packs(t, id, row, 0))
			}, money.Rupees(300), 0, 0},
			"one packed, then all": {func(id, row string) {
				must(t, k.packs(t, id, row, 1))
				must(t, k.packs(t, id, row, 3))
			}, 0, 0, money.Rupees(300)},
			"lower weight": {func(id, row string) {
				_, err := s.orders.SetLines(k.ctx, k.actor, id, []order.Pack{{LineID: row, Quantity: 3, WeightGrams: &grams}})
				must(t, err)
			}, money.Rupees(210), 0, money.Rupees(90)},
			"replaced": {adds, money.Rupees(230), 0, money.Rupees(70)},
			"one packed, then replaced": {func(id, row string) {
				must(t, k.packs(t, id, row, 1))
				adds(id, row)
			}, money.Rupees(230), 0, money.Rupees(70)},
			"one added":                      {func(id, _ string) { adds(id, "") }, 0, money.Rupees(70), money.Rupees(370)},
			"one packed, then claimed again": {func(id, row string) { must(t, k.packs(t, id, row, 1)); ravi.claims(t, id, "5678") }, money.Rupees(200), 0, money.Rupees(100)},
			"one added, then claimed":        {func(id, _ string) { adds(id, ""); ravi.claims(t, id, "5678") }, 0, 0, money.Rupees(370)},
		} {
			line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
			ravi.claims(t, line.OrderID, "4321")
			c.packs(line.OrderID, line.ID)
			if v := s.view(t, line.OrderID); v.RefundDue != 0 || !problem(v, "CLAIM") {
				t.Errorf("%s, not confirmed: %+v, want no refund due and the problem CLAIM", name, v)
			}
			for range 2 {
				v := k.setPaidBy(t, line.OrderID, order.ByUPI)
				if v.RefundDue != c.due || v.CollectAmt != c.collect || v.TotalAmt != c.total || received(v) != c.due+c.total-c.collect {
					t.Errorf("%s, confirmed: %+v, want %v due, %v to collect of %v", name, v, c.due, c.collect, c.total)
				}
				if v = k.setPaidBy(t, line.OrderID, order.ByCash); v.RefundDue != 0 || v.CollectAmt != c.total || v.TotalAmt != c.total {
					t.Errorf("%s, paid by cash instead: %+v, want nothing due and %v to collect", name, v, c.total)
				}
			}
		}
	})
}

func TestClaim_isConfirmedByUPIAtTheDoorAndNotByCash(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 90})
		for by, due := range map[order.PaidBy]money.Paise{order.ByUPI: money.Rupees(200), order.ByCash: 0} {
			ravi := s.shopper(t)
			line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
			ravi.claims(t, line.OrderID, "4321")
			must(t, k.packs(t, line.OrderID, line.ID, 1))
			_, err := s.orders.SetStage(k.ctx, k.actor, line.OrderID, order.Move{From: "NEW", To: "DONE", PaidBy: by})
			must(t, err)
			if v := s.view(t, line.OrderID); v.RefundDue != due || v.CollectAmt != 0 || v.PaidBy != by || received(v) != due+money.Rupees(100) || problem(v, "CLAIM") {
				t.Errorf("the order, paid by %s at the door, is %+v, want %v due and nothing to collect", by, v, due)
			}
		}
	})
}

func TestClaim_requiresADecisionOfStaff(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 90})
		for name, delivers := range map[string]func(id, row string) error{
			"by stage": func(id, _ string) error {
				_, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: "NEW", To: "DONE"})
				return err
			},
			"all lines": func(id, _ string) error {
				_, err := s.orders.SetDeliveryOfAll(k.ctx, k.actor, id, order.Delivered)
				return err
			},
			"one line": func(_, row string) error {
				_, err := s.orders.SetDelivery(k.ctx, k.actor.UserID, row, order.Delivered)
				return err
			},
			"before the claim": nil,
		} {
			for _, by := range []order.PaidBy{order.ByUPI, order.ByCash, ""} {
				ravi := s.shopper(t)
				line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
				if delivers == nil { // booked as cash; then the shopper claims to have paid by UPI
					k.moves(t, line.OrderID, "NEW", "DONE")
					ravi.claims(t, line.OrderID, "4321")
				} else {
					ravi.claims(t, line.OrderID, "4321")
					must(t, delivers(line.OrderID, line.ID))
					if v := s.view(t, line.OrderID); v.PaidBy != "" || v.PaymentStatus != payment.CashOnDelivery || v.CollectAmt != money.Rupees(300) {
						t.Errorf("the order, delivered %s, is paid by %q, %s, want COD with ₹300 to collect",
							name, v.PaidBy, v.PaymentStatus)
					}
				}
				if v := s.view(t, line.OrderID); v.Stage != order.StageDone || !problem(v, "CLAIM") {
					t.Errorf("the order, delivered %s, is %s with the problems %v, want DONE with CLAIM", name, v.Stage, v.Problems)
				}
				want := by
				if by == "" {
					want = order.ByCash // no UPI payment arrived: the rider has collected cash
				}
				if v := k.setPaidBy(t, line.OrderID, by); v.PaidBy != want || v.PaymentStatus != payment.Paid || v.CollectAmt != 0 || v.Problem {
					t.Errorf("the order, delivered %s and its claim confirmed by %q, is %+v, want it PAID by %s", name, by, v, want)
				}
				if by != order.ByUPI {
					ravi.claims(t, line.OrderID, "4321") // claimed again: staff must answer again
					if v := s.view(t, line.OrderID); !problem(v, "CLAIM") {
						t.Errorf("%s: the same claim after %q is not a problem, want CLAIM", name, by)
					}
				}
			}
		}
	})
}

func TestClaim_madeAfterTheCancellationIsAProblemUntilItIsRefunded(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 90})
		for name, cancels := range map[string]func(p *shopper, id string){
			"the shop": func(_ *shopper, id string) { k.refuses(t, id) },
			"the shopper": func(p *shopper, id string) {
				must(t, s.orders.Cancel(t.Context(), order.Actor{Kind: order.ByShopper, UserID: p.id}, id))
			},
			"packing none": func(_ *shopper, id string) { must(t, k.packs(t, id, s.view(t, id).Lines[0].ID, 0)) },
			"a return": func(_ *shopper, id string) {
				k.moves(t, id, "NEW", "OUT")
				_, err := k.takesBack(t, id, s.view(t, id).Lines[0].ID, 3, true)
				must(t, err)
			},
		} {
			ravi := s.shopper(t)
			id := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3})[0].OrderID
			cancels(ravi, id)
			ravi.claims(t, id, "4321")
			if v := s.view(t, id); !problem(v, "CLAIM") {
				t.Errorf("the order, canceled by %s, then claimed, has the problems %v, want CLAIM", name, v.Problems)
			}
			if v := k.setPaidBy(t, id, order.ByUPI); v.RefundDue != money.Rupees(300) || !problem(v, "REFUND_DUE") || problem(v, "CLAIM") {
				t.Errorf("the order, canceled by %s, claimed and confirmed, is %+v, want a refund due of ₹300", name, v)
			}
			must(t, s.orders.SetGivenBack(k.ctx, k.actor, id, order.GivenBack{How: "UPI"}))
			if v := s.view(t, id); v.RefundDue != 0 || v.Problem {
				t.Errorf("the order, canceled by %s and its money given back, is %+v, want nothing due", name, v)
			}
		}
	})
}

func TestClaim_coversPiecesThatArePackedAgainAfterItIsConfirmed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 9})
		line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		ravi.claims(t, line.OrderID, "4321")
		must(t, k.packs(t, line.OrderID, line.ID, 1))
		k.setPaidBy(t, line.OrderID, order.ByUPI)
		must(t, k.packs(t, line.OrderID, line.ID, 3))
		if v := s.view(t, line.OrderID); v.RefundDue != 0 || v.CollectAmt != 0 || v.TotalAmt != money.Rupees(300) || v.PaymentStatus != "PAID" || shoptest.Stock(t, d, dal) != 6 {
			t.Errorf("the order, all of it packed again, is %+v, want PAID, ₹300, nothing due", v)
		}
		must(t, k.packs(t, line.OrderID, line.ID, 2))
		must(t, s.orders.SetGivenBack(k.ctx, k.actor, line.OrderID, order.GivenBack{How: "UPI"}))
		k.setPaidBy(t, line.OrderID, order.ByCash)
		if v := k.setPaidBy(t, line.OrderID, order.ByUPI); v.RefundDue != 0 || received(v) != money.Rupees(300) {
			t.Errorf("claimed again after the money was given back the order is %+v, want ₹300 received, nothing due", v)
		}
		if err := k.packs(t, line.OrderID, line.ID, 3); !fault.Is(err, fault.Conflict) {
			t.Errorf("pack what was given back: %v, want a conflict", err)
		}
	})
}

func TestAdd_toAnOrderPaidByUPIIsCollectedInCash(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 9})
		id := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})[0].OrderID
		k.setPaidBy(t, id, order.ByUPI)
		_, err := s.orders.Add(k.ctx, k.actor, id, order.Addition{ProductID: dal, Quantity: 1})
		must(t, err)
		_, err = s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: "NEW", To: "DONE", PaidBy: order.ByCash})
		must(t, err)
		v := s.view(t, id)
		if v.PaidBy != order.ByUPI || v.PaymentReference != "4321" || v.CollectAmt != 0 || v.PaymentStatus != "PAID" {
			t.Errorf("the delivered order is %+v, want it PAID by UPI with the reference 4321", v)
		}
		for i, want := range []struct {
			delivery order.Delivery
			payment  string
		}{{order.Pending, "COD"}, {order.Delivered, "PAID"}, {order.Canceled, "COD"}} {
			line, err := s.orders.SetDelivery(k.ctx, k.actor.UserID, v.Lines[1].ID, want.delivery)
			must(t, err)
			if string(line.PaymentStatus) != want.payment {
				t.Errorf("%d: the added line, %s, is %s, want %s", i, want.delivery, line.PaymentStatus, want.payment)
			}
		}
		if line, err := s.orders.SetDelivery(k.ctx, k.actor.UserID, v.Lines[0].ID, order.Canceled); err != nil || line.PaymentStatus != "REFUND DUE" {
			t.Errorf("the line paid by UPI is %s, %v, want REFUND DUE", line.PaymentStatus, err)
		}
	})
}

func TestClaim_coversAWholeCanceledOrderAfterAnUndo(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 20})
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2}, order.Item{ProductID: dal, Quantity: 3})
		id := lines[0].OrderID
		k.refuses(t, id)
		canceled := s.view(t, id)
		s.clock.Advance(time.Second)
		undo, err := s.orders.SetLines(k.ctx, k.actor, id, []order.Pack{{LineID: lines[0].ID, Quantity: 1}})
		must(t, err)
		must(t, s.orders.Undo(k.ctx, k.actor, id, undo.ID))
		if v := s.view(t, id); !v.StageAt.Equal(*canceled.StageAt) || v.Stage != canceled.Stage {
			t.Errorf("after the undo the order is %s since %v, want %s since %v", v.Stage, v.StageAt, canceled.Stage, canceled.StageAt)
		}
		ravi.claims(t, id, "4321")
		if v := k.setPaidBy(t, id, order.ByUPI); v.RefundDue != money.Rupees(500) {
			t.Errorf("after the confirmed claim %v is due back, want both lines, %v", v.RefundDue, money.Rupees(500))
		}
	})
}
