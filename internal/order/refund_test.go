package order_test

import (
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

// paidTwice pays a cart in two sessions, of which the first was already ended, and delivers all events.
// It returns the payment that counts, the one whose refund is due, and one of the two products.
func (s *paymentShop) paidTwice(t testing.TB) (first, second startedPayment, product string) {
	t.Helper()
	ravi := s.shopper(t)
	product = shoptest.AddProduct(t, s.db, shoptest.Product{Price: money.Rupees(90), Stock: 7})
	rice := shoptest.AddProduct(t, s.db, shoptest.Product{Price: money.Rupees(50), Stock: 7})
	items := []order.Item{ravi.addToCart(t, product, 2), ravi.addToCart(t, rice, 1)}
	first, second = s.startPayment(t, ravi, items...), s.startPayment(t, ravi, items...)
	eventCount := len(s.Events())
	theBank(t, s).Force(first.ref, payment.SessionPaid)
	theBank(t, s).Force(second.ref, payment.SessionPaid)
	events := s.Events()[eventCount:]
	atOnce(2*len(events), func(i int) error {
		s.deliver(t, events[i/2]).Expect(t, 200, "")
		return nil
	})
	if s.statuses(t, first.OrderID) != "PAID/PENDING PAID/PENDING" {
		first, second = second, first
	}
	s.expectStatus(t, first, "PAID/PENDING PAID/PENDING")
	s.expectStatus(t, second, "REFUND DUE/CANCELED REFUND DUE/CANCELED")
	if shoptest.Stock(t, s.db, product) != 5 || len(ravi.cart(t)) != 0 {
		t.Error("the pieces were taken twice, or the cart is not empty")
	}
	return first, second, product
}

func TestTwoPaymentsForOneCart_refundTheSecond(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		first, second, dal := s.paidTwice(t)
		s.assertInvariants(t, dal)
		// while the provider is down, or its responses are lost, the refund is retried
		s.Break(paymenttest.ServerError)
		s.sweepFor(t, 5*time.Minute)
		s.expectStatus(t, second, "REFUND DUE/CANCELED REFUND DUE/CANCELED")
		s.Break(paymenttest.LostResponse)
		s.sweepFor(t, 2*time.Minute)
		s.Heal()
		// then eight workers sweep at once, and the whole payment is refunded once
		s.clock.Advance(time.Minute)
		for _, err := range atOnce(8, func(int) error {
			_, err := s.payments.SweepDue(t.Context())
			return err
		}) {
			must(t, err)
		}
		s.sweepFor(t, time.Minute)
		s.expectStatus(t, first, "PAID/PENDING PAID/PENDING")
		s.expectStatus(t, second, "REFUNDED/CANCELED REFUNDED/CANCELED")
		if taken, returned := s.Money(); taken != money.Rupees(460) || returned != money.Rupees(230) {
			t.Errorf("%v of the paid %v was refunded, want ₹230 of ₹460", returned, taken)
		}
		words, _ := s.changes(t, second)
		if last := words[len(words)-1]; last != "sweeper: REFUND DUE > REFUNDED" {
			t.Errorf("the changes are %v, want last one the sweeper's refund", words)
		}
		s.assertInvariants(t, dal)
		s.assertSettled(t)
		s.assertNoSecrets(t)
	})
}

func TestTwoPaymentsForOneCart_areLeftToTheAdministratorWhenTheProviderRefuses(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		_, second, dal := s.paidTwice(t)
		lines, err := second.Lines.Lines()
		must(t, err)
		// A refund requested meanwhile is the same refund.
		s.Break(paymenttest.ServerError)
		_, err = s.orders.Refund(t.Context(), s.asha, lines[0].ID)
		refused(t, err, fault.Upstream, "The payment provider cannot be reached. Please try again in a minute.")
		if n := s.count(t, "payment_refunds"); n != 1 {
			t.Errorf("%d refunds are requested, want 1", n)
		}
		s.Break(paymenttest.Declined)
		s.sweepFor(t, 5*time.Minute)
		s.expectStatus(t, second, "REFUND DUE/CANCELED REFUND DUE/CANCELED")
		line, err := s.orders.Line(t.Context(), lines[1].ID)
		if must(t, err); line.Flag != "The payment provider refused the refund." {
			t.Errorf("the flag is %q, want %q", line.Flag, "The payment provider refused the refund.")
		}
		s.assertInvariants(t, dal)
		s.Heal()
		for _, line := range lines {
			_, err := s.orders.Refund(t.Context(), s.asha, line.ID)
			must(t, err)
		}
		s.expectStatus(t, second, "REFUNDED/CANCELED REFUNDED/CANCELED")
		if taken, returned := s.Money(); taken != 2*returned {
			t.Errorf("%v of the paid %v was refunded, want %v", returned, taken, 2*returned)
		}
		s.assertInvariants(t, dal)
	})
}

func TestTwoPaymentsForOneCart_areLeftToTheAdministratorWhenTheSecondWasDelivered(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 7})
		item := ravi.addToCart(t, dal, 2)
		first, second := s.startPayment(t, ravi, item), s.startPayment(t, ravi, item)
		lines, err := second.Lines.Lines()
		must(t, err)
		_, err = s.orders.SetDelivery(t.Context(), s.asha, lines[0].ID, order.Delivered)
		must(t, err)
		for _, b := range []startedPayment{first, second} {
			theBank(t, s).Force(b.ref, payment.SessionPaid)
			s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		}
		s.sweepFor(t, time.Minute)
		s.expectStatus(t, first, "PAID/PENDING")
		s.expectStatus(t, second, "REFUND DUE/DELIVERED")
		s.assertInvariants(t, dal)
	})
}

func TestRefund_waitsForAProviderThatIsNotConfiguredAndLogsIt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		_, b, dal := s.startedPayment(t)
		theBank(t, s).Force(b.ref, payment.SessionPaid)
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		lines, err := b.Lines.Lines()
		must(t, err)
		_, err = s.orders.SetDelivery(t.Context(), s.asha, lines[0].ID, order.Canceled)
		must(t, err)
		// given a shop that has changed its provider since
		gone := s.ProviderHarness
		s.ProviderHarness = paymenttest.NewBank("cheque", s.clock)
		s.useProviders(s.Provider())
		_, err = s.orders.Refund(t.Context(), s.asha, lines[0].ID)
		refused(t, err, fault.Upstream, "The payment provider cannot be reached. Please try again in a minute.")
		s.expectStatus(t, b, "REFUND DUE/CANCELED")
		logged := `msg="a refund waits for a provider that is not configured" provider=` + gone.Provider().Name() + " refund="
		if !strings.Contains(s.log.String(), logged) {
			t.Errorf("the log lacks %q: %s", logged, s.log)
		}
		// and the money is refunded when it is configured again
		s.ProviderHarness = gone
		s.useProviders(s.Provider())
		s.sweepFor(t, time.Minute)
		s.expectStatus(t, b, "REFUNDED/CANCELED")
		s.assertInvariants(t, dal)
		s.assertNoSecrets(t)
	})
}

func TestRefund_isMadeOnceUnderConcurrentRequests(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Price: money.Rupees(90), Stock: 7})
		rice := shoptest.AddProduct(t, s.db, shoptest.Product{Price: money.Rupees(50), Stock: 7})
		b := s.startPayment(t, ravi, ravi.addToCart(t, dal, 2), ravi.addToCart(t, rice, 1))
		lines, err := b.Lines.Lines()
		must(t, err)
		refund := func(i int) error {
			_, err := s.orders.Refund(t.Context(), s.asha, lines[i].Number)
			return err
		}
		cancel := func(i int, to order.Delivery) error {
			_, err := s.orders.SetDelivery(t.Context(), s.asha, lines[i].ID, to)
			return err
		}
		refused(t, refund(0), fault.Conflict, "No refund is due for this order.")
		must(t, s.Pay(b.ref))
		s.deliver(t, s.lastEvent(t))
		refused(t, refund(0), fault.Conflict, "No refund is due for this order.")
		must(t, cancel(0, order.Canceled))
		// while the provider is down nothing is refunded, and the refund cannot be withdrawn
		s.Break(paymenttest.Silence)
		refused(t, refund(0), fault.Upstream, "The payment provider cannot be reached. Please try again in a minute.")
		refused(t, cancel(0, order.Pending), fault.Conflict, "The money of this order is being given back.")
		s.Heal()
		for _, err := range atOnce(10, func(int) error { return refund(0) }) {
			must(t, err)
		}
		s.sweepFor(t, 3*time.Minute)
		s.expectStatus(t, b, "REFUNDED/CANCELED PAID/PENDING")
		if _, returned := s.Money(); returned != money.Rupees(180) {
			t.Errorf("%v went back, want ₹180", returned)
		}
		// The refund of the other line is requested once while the provider is down, and completed
		// by the sweeper.
		must(t, cancel(1, order.Canceled))
		s.Break(paymenttest.LostResponse)
		refused(t, refund(1), fault.Upstream, "The payment provider cannot be reached. Please try again in a minute.")
		s.Heal()
		s.sweepFor(t, 3*time.Minute)
		s.expectStatus(t, b, "REFUNDED/CANCELED REFUNDED/CANCELED")
		if taken, returned := s.Money(); taken != returned || taken != money.Rupees(230) {
			t.Errorf("%v of the paid %v was refunded, want all", returned, taken)
		}
		must(t, refund(1))
		s.assertInvariants(t, dal, rice)
		s.assertNoSecrets(t)
	})
}

func TestRefund_thatIsRefusedIsFlaggedAndCanBeRequestedAgain(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		_, b, dal := s.startedPayment(t)
		lines, err := b.Lines.Lines()
		must(t, err)
		must(t, s.Pay(b.ref))
		s.deliver(t, s.lastEvent(t))
		_, err = s.orders.SetDelivery(t.Context(), s.asha, lines[0].ID, order.Canceled)
		must(t, err)
		s.Break(paymenttest.Declined)
		_, err = s.orders.Refund(t.Context(), s.asha, lines[0].ID)
		refused(t, err, fault.Upstream, "The payment provider refused the refund.")
		line, err := s.orders.Line(t.Context(), lines[0].ID)
		must(t, err)
		if line.PaymentStatus != payment.RefundDue || line.Flag != "The payment provider refused the refund." {
			t.Errorf("the line is %+v, want REFUND DUE, flagged as refused by the provider", line)
		}
		s.Heal()
		line, err = s.orders.Refund(t.Context(), s.asha, lines[0].ID)
		must(t, err)
		if line.PaymentStatus != payment.Refunded || line.Flag != "" {
			t.Errorf("the line is %+v, want REFUNDED without a flag", line)
		}
		s.assertInvariants(t, dal)
	})
}

func TestRefund_ofAMismatchRequestedForEveryLineAtOnceIsMadeOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi := s.shopper(t)
		var items []order.Item
		for range 4 {
			items = append(items, ravi.addToCart(t, shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(90), Stock: 7}), 2))
		}
		b := s.startPayment(t, ravi, items...)
		s.Change(b.ref, money.Rupees(719), "INR")
		must(t, s.Pay(b.ref))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		lines, err := b.Lines.Lines()
		must(t, err)
		for _, err := range atOnce(12, func(i int) error {
			_, err := s.orders.Refund(t.Context(), s.asha, lines[i%len(lines)].ID)
			return err
		}) {
			must(t, err)
		}
		if taken, returned := s.Money(); taken != returned || s.count(t, "payment_refunds") != 1 {
			t.Errorf("%v of the paid %v was refunded in %d refunds, want all in one", returned, taken, s.count(t, "payment_refunds"))
		}
		s.assertInvariants(t, items[0].ProductID)
	})
}

func TestRefund_thatIsClosedTwiceKeepsItsFirstResult(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		_, b, dal := s.startedPayment(t)
		lines, err := b.Lines.Lines()
		must(t, err)
		must(t, s.Pay(b.ref))
		s.deliver(t, s.lastEvent(t))
		_, err = s.orders.SetDelivery(t.Context(), s.asha, lines[0].ID, order.Canceled)
		must(t, err)
		// given a worker that is slow to record the provider's refusal of its refund
		s.Break(paymenttest.Declined)
		slow := true
		s.failAt(func(point string) {
			if point != "refund: sent" || !slow {
				return
			}
			// when its lease ends and another worker refunds the money
			slow = false
			s.Heal()
			s.clock.Advance(time.Minute)
			n, err := s.payments.SweepDue(t.Context())
			if must(t, err); n != 1 {
				t.Errorf("%d refunds were due, want 1", n)
			}
		})
		_, err = s.orders.Refund(t.Context(), s.asha, lines[0].ID)
		refused(t, err, fault.Upstream, "The payment provider refused the refund.")
		// then the money was refunded once, and the late refusal changes nothing
		s.expectStatus(t, b, "REFUNDED/CANCELED")
		line, err := s.orders.Line(t.Context(), lines[0].ID)
		if must(t, err); line.Flag != "" {
			t.Errorf("the flag is %q, want none", line.Flag)
		}
		state, err := db.Get[string](t.Context(), d, `SELECT state FROM payment_refunds`)
		if must(t, err); state != "DONE" {
			t.Errorf("the refund is %s, want DONE", state)
		}
		s.assertInvariants(t, dal)
	})
}

func TestRefund_thatSucceedsAfterItWasClosedAsRefusedChangesNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		_, b, _ := s.startedPayment(t)
		lines, err := b.Lines.Lines()
		must(t, err)
		must(t, s.Pay(b.ref))
		s.deliver(t, s.lastEvent(t))
		_, err = s.orders.SetDelivery(t.Context(), s.asha, lines[0].ID, order.Canceled)
		must(t, err)
		// given a worker that is slow to record a successful refund
		slow := true
		s.failAt(func(point string) {
			if point != "refund: sent" || !slow {
				return
			}
			// when its lease ends and the provider refuses another try
			slow = false
			s.Break(paymenttest.Declined)
			s.clock.Advance(time.Minute)
			n, err := s.payments.SweepDue(t.Context())
			if must(t, err); n != 1 {
				t.Errorf("%d refunds were due, want 1", n)
			}
			s.Heal()
		})
		_, _ = s.orders.Refund(t.Context(), s.asha, lines[0].ID)
		// then the refund stays refused, and the line is flagged for the administrator
		line, err := s.orders.Line(t.Context(), lines[0].ID)
		if must(t, err); line.PaymentStatus != payment.RefundDue || line.Flag != "The payment provider refused the refund." {
			t.Errorf("the row is %s, flagged with %q, want %s and %q", line.PaymentStatus, line.Flag, payment.RefundDue, "The payment provider refused the refund.")
		}
		state, err := db.Get[string](t.Context(), d, `SELECT state FROM payment_refunds`)
		if must(t, err); state != "REFUSED" {
			t.Errorf("the refund is %s, want REFUSED", state)
		}
	})
}

func TestRefund_ofALineThatIsPendingAgainPreventsReplacingIt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k := s.desk(t)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(90), Stock: 7})
		id := s.paysOnline(t, ravi, ravi.addToCart(t, dal, 2))
		line := s.view(t, id).Lines[0]
		for _, to := range []order.Delivery{order.Canceled, order.Pending} {
			if to == order.Pending {
				_, err := s.orders.Refund(k.ctx, k.actor.UserID, line.ID)
				must(t, err)
			}
			_, err := s.orders.SetDelivery(k.ctx, k.actor.UserID, line.ID, to)
			must(t, err)
		}
		before := s.view(t, id)
		_, err := s.orders.Add(k.ctx, k.actor, id, order.Addition{ProductID: dal, Quantity: 2, Replaces: line.ID})
		refused(t, err, fault.Conflict, "The money for this line is given back already, so it cannot be replaced.")
		if after := s.view(t, id); received(after) != received(before) || len(after.Lines) != 1 || shoptest.Stock(t, d, dal) != 5 {
			t.Errorf("the order is %+v, want one line, as much received as before, and 5 in stock", after)
		}
	})
}
