package order_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
)

func (s *shop) sets(t *testing.T, patch string) {
	t.Helper()
	_, err := s.orders.Settings.Update(t.Context(), []byte(patch))
	must(t, err)
}

func (s *shop) executes(t *testing.T, statement string, args ...any) {
	t.Helper()
	must(t, s.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	}))
}

func TestRefundLimit_leavesLargerRefundsToTheOwner(t *testing.T) {
	t.Parallel()
	const aboveLimit = "Only the owner can give back more than ₹100."
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		s.sets(t, `{"refundLimit":100}`)
		k := s.desk(t)
		boss, manager := shoptest.As(s, shoptest.AddStaff(t, d, "OWNER")), shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER"))
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		due := func(missing int) string { // for an order paid by UPI
			t.Helper()
			line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
			_, err := s.orders.SetPaidBy(k.ctx, k.actor, line.OrderID, order.ByUPI, "")
			must(t, err)
			must(t, k.packs(t, line.OrderID, line.ID, 3-missing))
			return line.OrderID
		}
		gives := func(who shoptest.Client, id string, status int, message string) {
			t.Helper()
			who.Request(t, "PUT", "/order/checkout/"+id+"/refunded", `{"how":"UPI"}`).Expect(t, status, message)
		}
		gives(manager, due(1), http.StatusOK, "")
		larger := due(2)
		gives(manager, larger, http.StatusForbidden, aboveLimit)
		if v := s.view(t, larger); v.RefundDue != money.Rupees(200) {
			t.Errorf("the refused order has %v due, want ₹200", v.RefundDue)
		}
		gives(boss, larger, http.StatusOK, "")
		// The limit also holds for refunds by the provider.
		refund := func(pieces int) string {
			t.Helper()
			ravi := s.shopper(t)
			id := s.paysOnline(t, ravi, ravi.addToCart(t, dal, pieces))
			_, err := s.orders.Refuse(k.ctx, k.actor, id, order.Refusal{Reason: "Sold out."})
			must(t, err)
			return "/order/refund/" + s.view(t, id).Lines[0].ID
		}
		manager.Request(t, "POST", refund(1), "").Expect(t, http.StatusOK, "Refunded successfully")
		online := refund(2)
		manager.Request(t, "POST", online, "").Expect(t, http.StatusForbidden, aboveLimit)
		boss.Request(t, "POST", online, "").Expect(t, http.StatusOK, "Refunded successfully")
		s.assertInvariants(t, dal)
	})
}

func TestUnflagAll_removesEveryFlagAndRecordsTheActor(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal, rice := shoptest.AddProduct(t, d, shoptest.Product{Stock: 10}), shoptest.AddProduct(t, d, shoptest.Product{Stock: 10})
		lines := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1}, order.Item{ProductID: rice, Quantity: 1})
		id := lines[0].OrderID
		for i, flag := range []string{"₹1 was paid instead of ₹2.", "The payment provider refused the refund."} {
			s.executes(t, `UPDATE orders SET flag = $2, attention = TRUE WHERE id = $1`, lines[i].ID, flag)
		}
		s.executes(t, `UPDATE checkouts SET problem = TRUE WHERE id = $1`, id)
		v := s.view(t, id)
		if diff := cmp.Diff([]string{"PAYMENT_DOUBTFUL"}, v.Problems); !v.Problem || diff != "" {
			t.Fatalf("problems of a flagged order, problem is %t (-want +got):\n%s", v.Problem, diff)
		}
		must(t, s.orders.UnflagAll(k.ctx, k.actor, id))
		must(t, s.orders.UnflagAll(k.ctx, k.actor, id)) // again, with no flag left
		v = s.view(t, id)
		if v.Problem || len(v.Problems) != 0 || v.Lines[0].Flag != "" || v.Lines[1].Flag != "" {
			t.Errorf("with its flags removed the order is %+v, want no problem and no flag", v)
		}
		const flags = "₹1 was paid instead of ₹2. The payment provider refused the refund."
		last := v.Timeline[len(v.Timeline)-1]
		if len(v.Timeline) != 2 || last.What != "unflagged" || last.Who != "Sunita" || last.Text != "has seen to: "+flags {
			t.Errorf("the timeline is %+v, want that Sunita has seen to both flags", v.Timeline)
		}
		trace, err := db.All[string](t.Context(), d, `SELECT before FROM audit_log WHERE what = 'checkout.unflagged' AND object = '#1001' AND actor_id = $1`, k.actor.UserID)
		for i, before := range trace {
			trace[i] = language.Stored(before).In(language.English)
		}
		if diff := cmp.Diff([]string{flags}, trace); err != nil || diff != "" {
			t.Errorf("activity log, error %v (-want +got):\n%s", err, diff)
		}
	})
}

func TestListOrders_leavesOutUnpaidOnlineOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 10})
		b := s.startPayment(t, ravi, ravi.addToCart(t, dal, 2))
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		expect := func(when string, total int, query string) {
			t.Helper()
			list := staff.Request(t, "GET", "/order/checkouts?"+query, "").Expect(t, http.StatusOK, "")
			if *list.TotalCount != total {
				t.Errorf("%s, %d are listed with %q, want %d", when, *list.TotalCount, query, total)
			}
		}
		queries := []string{"", "stage=OPEN", "stage=NEW", "q=1001", "q=toor", "q=ravi", "q=lake", "area=411001", "area=%E0%A5%AA%E0%A5%A7%E0%A5%A7+%E0%A5%A6%E0%A5%A6%E0%A5%A7", "payment=ONLINE"}
		for _, query := range queries {
			expect("unpaid", 0, query)
		}
		expect("unpaid", 0, "problems=true")
		counts, collect, err := s.lists.Counts(t.Context())
		if diff := cmp.Diff(list.StageCounts{}, counts); err != nil || diff != "" || collect != 0 {
			t.Errorf("counts of an unpaid order, %v to collect, error %v (-want +got):\n%s", collect, err, diff)
		}
		for _, query := range queries {
			expect("unpaid and asked for", 1, query+"&unpaid=true")
		}
		must(t, s.Pay(b.ref))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		for _, query := range queries {
			expect("paid", 1, query)
		}
		counts, _, err = s.lists.Counts(t.Context())
		if diff := cmp.Diff(list.StageCounts{New: 1}, counts); err != nil || diff != "" {
			t.Errorf("counts of a paid order, error %v (-want +got):\n%s", err, diff)
		}
	})
}

func TestShopRules_refuseOnlineAndCashOrdersInTheSameWords(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		wanted := ravi.wants(ravi.addToCart(t, dal, 1))
		tries := func(message string) {
			t.Helper()
			_, err := s.orders.Place(t.Context(), ravi.id, "", wanted)
			refused(t, err, fault.Conflict, message)
			_, err = s.orders.Pay(t.Context(), ravi.id, "", wanted)
			refused(t, err, fault.Conflict, message)
		}
		for _, rule := range []struct{ set, unset, message string }{
			{`{"hours":[["09:00","10:00"],["09:00","10:00"],["09:00","10:00"],["09:00","10:00"],["09:00","10:00"],["09:00","10:00"],["09:00","10:00"]]}`, `{"hours":[]}`, "The shop is closed and opens tomorrow at 9 am. Your cart is kept."},
			{`{"pausedUntil":"` + s.clock.Now().Add(time.Hour).Format(time.RFC3339) + `"}`, `{"pausedUntil":null}`, "The shop takes no orders now and resumes at 3:30 pm. Your cart is kept."},
			{`{"minOrder":150}`, `{"minOrder":0}`, "The smallest order is ₹150. Please add goods for ₹50 more."},
			{`{"pincodes":["411002"]}`, `{"pincodes":[]}`, "The shop does not deliver to this pincode. Please choose another address."},
		} {
			s.sets(t, rule.set)
			tries(rule.message)
			s.sets(t, rule.unset)
		}
		if n := s.count(t, "orders") + s.count(t, "payment_attempts"); n != 0 || shoptest.Stock(t, d, dal) != 10 {
			t.Errorf("the refused orders left %d rows and a stock of %d, want none and 10", n, shoptest.Stock(t, d, dal))
		}
		// Limits for cash orders do not apply to online payments.
		s.sets(t, `{"cashOrders":1,"cashLimit":100,"cashUnverified":50}`)
		_, err := s.orders.Place(t.Context(), ravi.id, "", wanted)
		refused(t, err, fault.Conflict, "Cash orders above ₹50 need a confirmed email. Please open the link that was mailed to you.")
		s.sets(t, `{"cashUnverified":0}`)
		_, err = s.orders.Place(t.Context(), ravi.id, "", ravi.wants(order.Item{ProductID: dal, Quantity: 1}))
		must(t, err)
		_, err = s.orders.Place(t.Context(), ravi.id, "", wanted)
		refused(t, err, fault.Conflict, "You have a cash order under way already. Please wait until it is delivered.")
		s.startPayment(t, ravi, ravi.addToCart(t, dal, 2))
	})
}
