package order_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/report"
	"kirana/internal/shoptest"
)

// setRoundOff switches the round-off on or off.
func (s *shop) setRoundOff(t *testing.T, on bool) {
	t.Helper()
	_, err := s.orders.Settings.Update(t.Context(), fmt.Appendf(nil, `{"roundOff":%v}`, on))
	must(t, err)
}

func TestRoundOff_followsTheSettingWhenTheOrderWasPlaced(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		registerForGST(t, d)
		k := s.desk(t)
		soap := taxed(t, d, shoptest.Product{Price: 10026, Stock: 100})
		places := func() order.View {
			return s.view(t, s.shopper(t).orders(t, order.Item{ProductID: soap, Quantity: 5})[0].OrderID)
		}
		exact := places()
		s.setRoundOff(t, true)
		rounded := places()
		s.setRoundOff(t, false)
		// The setting does not change the round-off of placed orders: the rider's paper stays
		// correct.
		for _, test := range []struct {
			id               string
			roundOff, amount money.Paise
		}{{exact.ID, 0, 50130}, {rounded.ID, -30, 50100}, {places().ID, 0, 50130}} {
			k.moves(t, test.id, order.StageNew, order.StageOut)
			v := s.view(t, test.id)
			if v.TotalAmt != 50130 || v.RoundOff != test.roundOff || v.CollectAmt != test.amount || v.Bills[0].Payable != test.amount {
				t.Errorf("total %v, round-off %v, %v to collect, %v billed; want ₹501.30, %v and %v twice",
					v.TotalAmt, v.RoundOff, v.CollectAmt, v.Bills[0].Payable, test.roundOff, test.amount)
			}
			k.moves(t, test.id, order.StageOut, order.StageDone)
			takeBack := func(pieces int) order.View {
				_, err := s.orders.Return(k.ctx, k.actor, test.id, order.Returns{Lines: []order.Return{{LineID: v.Lines[0].ID, Quantity: pieces, Restock: true}}})
				must(t, err)
				return s.view(t, test.id)
			}
			rest := money.Paise(20052)
			if test.roundOff != 0 {
				rest = 20100 // rounded to the nearest rupee
			}
			if after := takeBack(3); after.TotalAmt+after.RoundOff != rest || after.RefundDue != test.amount-rest || after.Bills[1].Payable != after.RefundDue {
				t.Errorf("after a return of 3 pieces: total %v, round-off %v, %v due, %v credited; want %v left",
					after.TotalAmt, after.RoundOff, after.RefundDue, after.Bills[1].Payable, rest)
			}
			after := takeBack(2)
			if after.TotalAmt != 0 || after.RoundOff != 0 || after.RefundDue != test.amount || after.Bills[1].Payable+after.Bills[2].Payable != test.amount {
				t.Errorf("after all was returned %v is due, want %v, credited in two notes: %+v", after.RefundDue, test.amount, after.Bills)
			}
		}
	})
}

func TestRoundOff_makesEachOfTwoBillsWhole(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		registerForGST(t, d)
		setShop(t, d, `{"roundOff":true}`)
		k := s.desk(t)
		soap, milk := taxed(t, d, shoptest.Product{Price: 10030, Stock: 100}), shoptest.AddProduct(t, d, shoptest.Product{Price: 5030, Stock: 100})
		execute(t, d, `UPDATE products SET hsn = '0401' WHERE id = $1`, milk)
		id := s.shopper(t).orders(t, order.Item{ProductID: soap, Quantity: 1}, order.Item{ProductID: milk, Quantity: 1})[0].OrderID
		must(t, s.orders.SetBuyer(k.ctx, k.actor, id, order.Buyer{Name: "Tara Caterers", GSTIN: "27CCCFT0000C1ZX"}))
		k.moves(t, id, order.StageNew, order.StageOut)
		v := s.view(t, id)
		if kinds(v) != "TAX_INVOICE, BILL_OF_SUPPLY" || v.Bills[0].Payable != 10000 || v.Bills[1].Payable != 5100 || v.CollectAmt != 15100 || v.RoundOff != 40 {
			t.Errorf("total %v, round-off %v, want bills of ₹100 and ₹51, %v to collect: %+v",
				v.TotalAmt, v.RoundOff, v.CollectAmt, v.Bills)
		}
		for _, b := range v.Bills {
			view, err := s.orders.Bills.ByNumber(t.Context(), "", b.Number)
			if must(t, err); view.Total+view.RoundOff != view.Payable || view.Payable%100 != 0 {
				t.Errorf("bill %s: total %v, round-off %v, payable %v, want whole rupees that add up",
					b.Number, view.Total, view.RoundOff, view.Payable)
			}
		}
	})
}

func TestRoundOff_leavesOnlinePaymentExact(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		registerForGST(t, d)
		setShop(t, d, `{"roundOff":true}`)
		w := start(t, s, s.desk(t), 'p', 10015, 7020, 4505)
		w.desk.moves(t, w.id, order.StageNew, order.StageDone)
		if v := w.view(); v.RoundOff != 0 || v.TotalAmt != 44085 || v.Bills[0].Payable != 44085 || v.PaymentStatus != payment.Paid {
			t.Errorf("total %v, round-off %v, %s, bills %+v, want ₹440.85, no round-off and PAID",
				v.TotalAmt, v.RoundOff, v.PaymentStatus, v.Bills)
		}
	})
}

func TestRoundOff_isOfPaidAndOpenLinesTogether(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		s.setRoundOff(t, true)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: 10040, Stock: 20})
		oil := shoptest.AddProduct(t, d, shoptest.Product{Price: 5040, Stock: 20})
		id := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		ravi.claims(t, id, "4321")
		if v := k.setPaidBy(t, id, order.ByUPI); v.TotalAmt+v.RoundOff != 10000 || v.CollectAmt != 0 {
			t.Errorf("paid by UPI: total %v, round-off %v, %v to collect, want ₹100 and none", v.TotalAmt, v.RoundOff, v.CollectAmt)
		}
		_, err := s.orders.Add(k.ctx, k.actor, id, order.Addition{ProductID: oil, Quantity: 1})
		must(t, err)
		// ₹150.80 become ₹151, of which ₹100 are paid. ₹50.40 alone would become ₹50.
		if v := s.view(t, id); v.TotalAmt != 15080 || v.RoundOff != 20 || v.CollectAmt != 5100 {
			t.Errorf("with oil: total %v, round-off %v, %v to collect, want ₹150.80, ₹0.20 and ₹51", v.TotalAmt, v.RoundOff, v.CollectAmt)
		}
	})
}

func TestRoundOff_givesBackWholeRupeesWithTheReturn(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		s.setRoundOff(t, true)
		k := s.desk(t)
		soap := shoptest.AddProduct(t, d, shoptest.Product{Price: 10026, Stock: 10})
		line := s.shopper(t).orders(t, order.Item{ProductID: soap, Quantity: 5})[0]
		k.moves(t, line.OrderID, order.StageNew, order.StageOut)
		k.moves(t, line.OrderID, order.StageOut, order.StageDone)
		_, err := s.orders.Return(k.ctx, k.actor, line.OrderID, order.Returns{
			Lines: []order.Return{{LineID: line.ID, Quantity: 3, Restock: true}}, GivenBack: order.GivenBack{How: "CASH"},
		})
		must(t, err)
		// ₹501 were paid for ₹501.30, and ₹200.52 stay as ₹201.
		given, err := db.Get[money.Paise](t.Context(), d, `SELECT SUM(amount) FROM cash_given_back`)
		if must(t, err); given != money.Rupees(300) {
			t.Errorf("%v was given back, want ₹300", given)
		}
	})
}

// randomDays is the number of days, of six orders each, on each database.
var randomDays = shoptest.Rounds(4, 200)

// Over days of random events, the amount that the reports count for each payment method must equal the
// amount in the reference, to the paisa.
func TestRoundOff_leavesThePaiseOfABroughtBackLineInTheRefundDue(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		s.setRoundOff(t, true)
		k, ravi := s.desk(t), s.shopper(t)
		soap, salt := shoptest.AddProduct(t, d, shoptest.Product{Price: 10015, Stock: 20}), shoptest.AddProduct(t, d, shoptest.Product{Price: 7020, Stock: 20})
		lines := ravi.orders(t, order.Item{ProductID: soap, Quantity: 3}, order.Item{ProductID: salt, Quantity: 2})
		id := lines[0].OrderID
		k.setPaidBy(t, id, order.ByUPI)
		k.refuses(t, id)
		for pieces := 2; pieces <= 3; pieces++ {
			must(t, k.packs(t, id, lines[0].ID, pieces))
			v := s.view(t, id)
			if paid := v.TotalAmt + v.RoundOff; paid%100 != 0 || paid+v.RefundDue != money.Rupees(441) {
				t.Errorf("with %d pieces brought back %v is paid and %v due back, want whole rupees, together %v", pieces, paid, v.RefundDue, money.Rupees(441))
			}
		}
	})
}

func TestRoundOff_addsNoRupeeWhenARejectedClaimGoesOnTheKhata(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		s.setRoundOff(t, true)
		k, ravi := s.desk(t), s.shopper(t)
		soap, onion := shoptest.AddProduct(t, d, shoptest.Product{Price: 18545, Stock: 20}), shoptest.AddProduct(t, d, shoptest.Product{Price: 4505, Stock: 20})
		id := ravi.orders(t, order.Item{ProductID: soap, Quantity: 1})[0].OrderID
		ravi.claims(t, id, "4321")
		_, err := s.orders.Add(k.ctx, k.actor, id, order.Addition{ProductID: onion, Quantity: 1})
		must(t, err)
		k.moves(t, id, order.StageNew, order.StageDone)
		// ₹185 are claimed of ₹231, so the rider has collected ₹46 for an onion of ₹45.05.
		v := k.setPaidBy(t, id, order.ByKhata)
		if v.RoundOff != 50 || len(v.Payments) != 2 || v.Payments[0].Amount+v.Payments[1].Amount != money.Rupees(231) {
			t.Errorf("the round-off is %v and the payments are %+v, want ₹0.50 and together ₹231", v.RoundOff, v.Payments)
		}
	})
}

func TestRoundOff_collectsTheOwedAmountByPaymentMethod(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		registerForGST(t, d)
		k := s.desk(t)
		reports := report.New(d, s.clock, view.New(d, s.clock, slog.New(slog.DiscardHandler)))
		random := rand.New(rand.NewPCG(26, 11))
		for range randomDays {
			begin := s.clock.Now().In(clock.India)
			s.clock.Advance(time.Date(begin.Year(), begin.Month(), begin.Day()+1, 6, 0, 0, 0, clock.India).Sub(begin))
			var cash, upi, online, khata money.Paise
			for range 6 {
				s.setRoundOff(t, random.IntN(3) > 0)
				kind := "cccup"[random.IntN(5)]
				price := func() money.Paise { return 3000 + money.Paise(random.IntN(9000)) }
				w := start(t, s, k, kind, price(), price(), price())
				names := ""
				for range 6 {
					e := events[random.IntN(len(events))]
					if strings.IndexByte(e.kinds, kind) >= 0 {
						names += e.name + ", "
						w.happens(e)
					}
				}
				w.settle()
				if t.Failed() {
					t.Fatal(names)
				}
				if kind == 'c' {
					cash, upi, khata = cash+w.r.came-w.r.back-w.r.upi-w.r.khata, upi+w.r.upi, khata+w.r.khata
				} else {
					online += w.r.came - w.r.back
				}
			}
			now, err := reports.Today(t.Context(), true)
			must(t, err)
			day, err := reports.Day(t.Context(), "")
			must(t, err)
			if today := now.TodaySums; today.Cash != cash || day.Expected != cash || today.UPI != upi || today.Card != online || today.Khata != khata || day.Khata.Paise() != khata {
				t.Fatalf("%s: %v in cash (close %v), %v by UPI, %v online, %v on khata (%v); want %v, %v, %v and %v",
					day.Day, today.Cash, day.Expected, today.UPI, today.Card, today.Khata, day.Khata, cash, upi, online, khata)
			}
		}
		assertBillsAreOfOrders(t, d)
	})
}

// assertBillsAreOfOrders fails the test unless the bills minus the credit notes of each billed order
// equal its total and its round-off.
func assertBillsAreOfOrders(t *testing.T, d *db.DB) {
	t.Helper()
	wrong, err := db.All[string](t.Context(), d, `
		SELECT c.id
		FROM checkouts c
		JOIN bills b ON b.checkout_id = c.id AND b.canceled_at IS NULL
		WHERE c.billing = '`+string(bill.Issued)+`'
		GROUP BY c.id, c.due_total, c.round_off
		HAVING SUM(CASE WHEN b.kind = 'CREDIT_NOTE' THEN -b.payable ELSE b.payable END) <> c.due_total + c.round_off
			OR SUM(CASE WHEN b.kind = 'CREDIT_NOTE' THEN -b.total ELSE b.total END) <> c.due_total`)
	if err != nil || len(wrong) > 0 {
		t.Errorf("the bills of %v, %v differ from what is paid", wrong, err)
	}
}

func TestRoundOff_isOfKeptAndClaimedLinesTogetherWhenGoodsComeBack(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		s.setRoundOff(t, true)
		k := s.desk(t)
		salt := shoptest.AddProduct(t, d, shoptest.Product{Price: 7020, Stock: 20})
		onion := shoptest.AddProduct(t, d, shoptest.Product{Price: 4505, Stock: 20})
		for by, collected := range map[order.PaidBy]string{order.ByUPI: "UPI ₹231", order.ByCash: "UPI ₹185, CASH ₹46"} {
			ravi := s.shopper(t)
			line := ravi.orders(t, order.Item{ProductID: salt, Quantity: 2}, order.Item{ProductID: onion, Quantity: 1})[0]
			k.setPaidBy(t, line.OrderID, order.ByUPI) // ₹185 for ₹185.45
			_, err := s.orders.Add(k.ctx, k.actor, line.OrderID, order.Addition{ProductID: onion, Quantity: 1})
			must(t, err)
			ravi.claims(t, line.OrderID, "8765") // ₹46, to ₹231 for ₹230.50
			k.moves(t, line.OrderID, order.StageNew, order.StageDone)
			_, err = s.orders.Return(k.ctx, k.actor, line.OrderID, order.Returns{
				Lines: []order.Return{{LineID: line.ID, Quantity: 1, Restock: true}}, GivenBack: order.GivenBack{How: "CASH"},
			})
			must(t, err)
			v := k.setPaidBy(t, line.OrderID, by)
			if got := paidWords(v); got != collected || v.TotalAmt+v.RoundOff != money.Rupees(160) || v.RefundDue != 0 || v.CollectAmt != 0 {
				t.Errorf("answered %s, payments = %s of %v with round-off %v, %v due, %v to collect; want %s, ₹160 with round-off, nothing due or to collect",
					by, got, v.TotalAmt, v.RoundOff, v.RefundDue, v.CollectAmt, collected)
			}
		}
	})
}
