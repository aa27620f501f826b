package order_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

func TestSweep_settlesALostEventWithinNinetySeconds(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		_, paid, dal := s.startedPayment(t)
		_, left, rice := s.startedPayment(t)
		must(t, s.Pay(paid.ref))
		// given a provider that is down for a while
		s.Break(paymenttest.ServerError)
		s.sweepFor(t, 5*time.Minute)
		s.expectStatus(t, paid, "PENDING/PENDING")
		s.Heal()
		s.sweepFor(t, 75*time.Second)
		s.expectStatus(t, paid, "PAID/PENDING")
		s.expectStatus(t, left, "PENDING/PENDING")
		// when the other payment is never made
		s.sweepFor(t, 30*time.Minute)
		s.expectStatus(t, left, "EXPIRED/CANCELED")
		if shoptest.Stock(t, s.db, rice) != 7 {
			t.Error("the stock is still held")
		}
		if n, err := s.payments.SweepDue(t.Context()); n != 0 || err != nil {
			t.Errorf("%d are still due, %v, want 0", n, err)
		}
		s.assertInvariants(t, dal, rice)
		s.assertSettled(t)
		s.assertNoSecrets(t)
	})
}

func TestSweep_endsASessionThatItsProviderLeavesOpen(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		// given a bank whose clock stands still, so that its sessions never expire
		s := newPaymentShop(t, d, func(testing.TB, *db.DB, clock.Clock) paymenttest.ProviderHarness {
			return paymenttest.NewBank("bank", shoptest.Clock())
		})
		_, left, dal := s.startedPayment(t)
		s.sweepFor(t, 31*time.Minute)
		s.expectStatus(t, left, "PENDING/PENDING")
		// when the attempt is overdue
		s.sweepFor(t, 3*time.Minute)
		s.expectStatus(t, left, "EXPIRED/CANCELED")
		if shoptest.Stock(t, d, dal) != 7 {
			t.Error("the stock is still reserved")
		}
		if err := s.Pay(left.ref); !errors.Is(err, paymenttest.ErrSessionEnded) {
			t.Errorf("pay the ended session: %v, want ErrSessionEnded", err)
		}
		s.assertInvariants(t, dal)
	})
}

func TestSweep_keepsTheReservationAndBacksOffWhileTheProviderFails(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		_, b, dal := s.startedPayment(t)
		polls := func() int { return strings.Count(s.log.String(), "look at a payment") }
		s.Break(paymenttest.TooMany)
		// polls at 45, 50, 60, 80 and 120 seconds, then every minute
		s.sweepFor(t, 2*time.Minute)
		if n := polls(); n != 5 {
			t.Errorf("polled %d times in two minutes, want 5", n)
		}
		s.sweepFor(t, 58*time.Minute)
		if n := polls(); n != 5+58 {
			t.Errorf("polled %d times in an hour, want %d", n, 5+58)
		}
		s.expectStatus(t, b, "PENDING/PENDING")
		if shoptest.Stock(t, d, dal) != 5 {
			t.Error("the hold was released without the provider's word")
		}
		s.Heal()
		s.sweepFor(t, time.Minute)
		s.expectStatus(t, b, "EXPIRED/CANCELED")
		s.assertInvariants(t, dal)
		s.assertSettled(t)
	})
}

func TestSweep_givesAPaymentToOneWorkerAndReplacesADeadOne(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		for range 5 {
			s.startedPayment(t)
		}
		s.clock.Advance(time.Minute)
		counts := make([]int, 8)
		atOnce(len(counts), func(i int) error {
			n, err := s.payments.SweepDue(t.Context())
			counts[i] = n
			return err
		})
		sum := 0
		for _, n := range counts {
			sum += n
		}
		if sum != 5 {
			t.Errorf("%d polls of five payments: %v, want 5", sum, counts)
		}
		// when a worker dies while it handles a payment, the others leave the payment alone until its
		// lease ends
		s.clock.Advance(time.Minute)
		s.failAt(func(point string) {
			if point == "sweep: attempt claimed" {
				panic(killed{})
			}
		})
		runUntilKilled(func() { _, _ = s.payments.SweepDue(t.Context()) })
		s.failAt(nil)
		for _, want := range []int{4, 5} {
			if n, err := s.payments.SweepDue(t.Context()); n != want || err != nil {
				t.Errorf("%d looks, %v, want %d", n, err, want)
			}
			s.clock.Advance(46 * time.Second)
		}
	})
}

func TestSweep_endsAttemptsKilledWhileStarting(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		for _, point := range []string{"start: attempt committed", "start: session created"} {
			ravi := s.shopper(t)
			dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 7})
			item := ravi.addToCart(t, dal, 2)
			s.failAt(func(p string) {
				if p == point {
					panic(killed{})
				}
			})
			tryToPay(t, s, ravi, item)
			s.failAt(nil)
			if mine := ravi.mine(t); len(mine) != 1 || mine[0].PaymentStatus != payment.Pending || shoptest.Stock(t, d, dal) != 5 {
				t.Errorf("killed at %s my orders are %+v, want one, PENDING, and 5 in stock", point, mine)
			}
			s.sweepFor(t, 90*time.Second)
			if mine := ravi.mine(t); len(mine) != 0 || shoptest.Stock(t, d, dal) != 7 || len(ravi.cart(t)) != 1 {
				t.Errorf("killed at %s my orders are %+v after the sweep, want none, 7 in stock and the cart as before", point, mine)
			}
			for _, ref := range s.Sessions() {
				if s.Pay(ref) == nil {
					t.Errorf("session %s, which nobody was sent to, can be paid", ref)
				}
			}
			s.assertInvariants(t, dal)
		}
		s.assertSettled(t)
	})
}

func TestCancelPage_endsTheSessionAtOnce(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi, b, dal := s.startedPayment(t)
		cancel := func(b startedPayment, status int, message string) (result struct {
			Payment    string `json:"payment_status"`
			Processing bool
		},
		) {
			t.Helper()
			s.clock.Advance(3 * time.Second)
			reply := shoptest.As(s, ravi.id).Request(t, "POST", "/payment/cancel", `{"checkoutId":"`+b.OrderID+`"}`).Expect(t, status, message)
			if status == 200 {
				reply.Decode(t, &result)
			}
			return result
		}
		s.Break(paymenttest.TooMany)
		cancel(b, 502, "The payment provider cannot be reached. Please try again in a minute.")
		s.expectStatus(t, b, "PENDING/PENDING")
		s.Heal()
		if now := cancel(b, 200, ""); now.Payment != "EXPIRED" || shoptest.Stock(t, s.db, dal) != 7 || len(ravi.cart(t)) != 1 {
			t.Errorf("the canceled payment is %+v, want EXPIRED, 7 in stock and the cart as before", now)
		}
		if s.Pay(b.ref) == nil {
			t.Error("the canceled attempt can still be paid")
		}
		// A payment made before the cancellation counts, and a processing payment continues.
		again := s.startPayment(t, ravi, ravi.addToCart(t, dal, 2))
		must(t, s.Pay(again.ref))
		if now := cancel(again, 200, ""); now.Payment != "PAID" {
			t.Errorf("the payment paid before its cancellation is %+v, want PAID", now)
		}
		third := s.startPayment(t, ravi, ravi.addToCart(t, dal, 1))
		must(t, s.StartDelayedPayment(third.ref))
		if now := cancel(third, 200, ""); now.Payment != "PENDING" || !now.Processing {
			t.Errorf("the payment being processed is %+v, want PENDING and processing", now)
		}
		s.assertInvariants(t, dal)
	})
}

func TestPayments_showActorsToAdministratorsOnly(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := newPaymentShop(t, d, bank)
	ravi, b, _ := s.startedPayment(t)
	must(t, s.Pay(b.ref))
	s.deliver(t, s.lastEvent(t))
	lines, err := b.Lines.Lines()
	must(t, err)
	path := "/order/payments/" + strings.ToLower(lines[0].Number)
	var history struct {
		Changes []map[string]any
	}
	shoptest.As(s, s.asha).Request(t, "GET", path, "").Expect(t, 200, "").Decode(t, &history)
	started, paid := history.Changes[0], history.Changes[1]
	if started["userId"] != ravi.id || started["to"] != "PENDING" || paid["eventId"] == nil || paid["from"] != "PENDING" || paid["createdAt"] == nil {
		text, _ := json.Marshal(history.Changes)
		t.Errorf("the changes are %s, want the shopper's to PENDING, then an event's", text)
	}
	for _, call := range []struct{ method, path string }{{"GET", path}, {"POST", "/order/refund/" + lines[0].ID}, {"PUT", "/order/unflag/" + lines[0].ID}} {
		shoptest.As(s, ravi.id).Request(t, call.method, call.path, "").Expect(t, 403, "Do not have Permission")
		shoptest.As(s, s.asha).Request(t, call.method, strings.Replace(call.path, lines[0].ID, "ORD-2222-2222", 1)+"x", "").Expect(t, 404, "")
	}
}

func TestSweep_aWorkerWhoseLeaseWasTakenOverChangesNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		for name, fault := range map[string]paymenttest.Fault{"an outdated response": 0, "no response": paymenttest.ServerError} {
			_, b, dal := s.startedPayment(t)
			s.clock.Advance(time.Minute)
			s.Break(fault)
			slow := true
			s.failAt(func(point string) {
				if point != "poll: session fetched" || !slow {
					return
				}
				// when the payment succeeds while the worker waits, and its lease ends
				slow = false
				s.Heal()
				must(t, s.Pay(b.ref))
				s.clock.Advance(46 * time.Second)
				n, err := s.payments.SweepDue(t.Context())
				if must(t, err); n != 1 {
					t.Errorf("%s: %d payments were due, want 1", name, n)
				}
			})
			_, err := s.payments.SweepDue(t.Context())
			must(t, err)
			// then the payment stays paid, and is not polled again
			s.expectStatus(t, b, "PAID/PENDING")
			s.clock.Advance(10 * time.Minute)
			if n, err := s.payments.SweepDue(t.Context()); n != 0 || err != nil {
				t.Errorf("%s: %d payments are still due, %v, want 0", name, n, err)
			}
			if words, _ := s.changes(t, b); len(words) != 2 {
				t.Errorf("%s: the changes are %v, want two", name, words)
			}
			s.assertInvariants(t, dal)
		}
	})
}
