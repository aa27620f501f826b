package order_test

import (
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

func TestLateMoney_reservesStockAgainOrLeavesARefundDue(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		for _, left := range []int{7, 1} {
			ravi, b, dal := s.startedPayment(t)
			s.sweepFor(t, 31*time.Minute)
			s.expectStatus(t, b, "EXPIRED/CANCELED")
			shoptest.Restock(t, d, dal, left)
			shoptest.Unpublish(t, d, dal)
			// when the bank reports later, repeatedly, that it was paid
			theBank(t, s).Force(b.ref, payment.SessionPaid)
			for range 3 {
				s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
				s.deliver(t, theBank(t, s).SignEvent(b.ref, payment.SessionPaid)).Expect(t, 200, "")
			}
			want, stock, lines := "PAID/PENDING", left-2, 0
			if left < 2 {
				want, stock, lines = "REFUND DUE/CANCELED", left, 1
			}
			s.expectStatus(t, b, want)
			if n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM cart_lines WHERE user_id = $1`, ravi.id); err != nil || n != lines {
				t.Errorf("%d lines in the cart, want %d, %v", n, lines, err)
			}
			if shoptest.Stock(t, d, dal) != stock {
				t.Errorf("the stock is %d, want %d", shoptest.Stock(t, d, dal), stock)
			}
			s.assertInvariants(t, dal)
		}
		s.assertSettled(t)
	})
}

func TestLateMoney_ofASessionWhoseResponseWasLostIsSettled(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 7})
		item := ravi.addToCart(t, dal, 2)
		s.Break(paymenttest.LostResponse)
		_, err := s.orders.Pay(t.Context(), ravi.id, "", ravi.wants(item))
		refused(t, err, fault.Upstream, "Failed to redirect to payment.")
		s.Heal()
		// when it is paid before the sweeper ends it
		must(t, s.Pay(s.Sessions()[0]))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		if mine := ravi.mine(t); len(mine) != 1 || mine[0].PaymentStatus != payment.Paid || mine[0].DeliveryStatus != order.Pending {
			t.Errorf("my orders are %+v, want one, PAID and PENDING", mine)
		}
		s.sweepFor(t, time.Minute)
		if len(ravi.cart(t)) != 0 {
			t.Error("the cart is not empty")
		}
		s.assertInvariants(t, dal)
	})
}

func TestProvider_removedFromTheConfigurationBlocksACartUntilThePaymentExpires(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi, old, dal := s.startedPayment(t)
		gone := s.ProviderHarness
		item := order.Item{ProductID: dal, Quantity: 2}
		for id := range ravi.cart(t) {
			item.LineID = id
		}
		lines, err := old.Lines.Lines()
		must(t, err)
		cancel := func() error {
			_, err := s.orders.SetDelivery(t.Context(), s.asha, lines[0].ID, order.Canceled)
			return err
		}
		press := func() error {
			_, err := s.orders.Pay(t.Context(), ravi.id, "", ravi.wants(item))
			return err
		}
		// given a shop that changes its provider while a payment is open
		s.ProviderHarness = paymenttest.NewBank("cheque", s.clock)
		s.useProviders(s.Provider())
		refused(t, press(), fault.Upstream, "Failed to redirect to payment.")
		refused(t, cancel(), fault.Upstream, "The payment provider cannot be reached. Please try again in a minute.")
		// when it has expired, the cart can be paid, and the administrator can end the old payment
		s.sweepFor(t, 33*time.Minute)
		s.expectStatus(t, old, "PENDING/PENDING")
		must(t, press())
		must(t, s.Pay(s.Sessions()[0]))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		s.expectStatus(t, old, "PENDING/PENDING")
		must(t, cancel())
		s.expectStatus(t, old, "EXPIRED/CANCELED")
		line, err := s.orders.Line(t.Context(), lines[0].ID)
		if must(t, err); line.Flag != "The payment provider is not configured any more. Please look there whether money came." {
			t.Errorf("the flag is %q, want that the provider is not configured any more", line.Flag)
		}
		if shoptest.Stock(t, d, dal) != 5 {
			t.Error("the pieces are held twice")
		}
		// and money received there is found when the provider is configured again
		s.ProviderHarness = gone
		s.useProviders(s.Provider())
		theBank(t, s).Force(old.ref, payment.SessionPaid)
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		s.sweepFor(t, time.Minute)
		s.expectStatus(t, old, "REFUNDED/CANCELED")
	})
}

func TestCashAndCardForOneCart_leaveARefundDueForTheCard(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 7})
		item := ravi.addToCart(t, dal, 2)
		b := s.startPayment(t, ravi, item)
		// given a provider that is down, which must not prevent a cash order
		s.clock.Advance(time.Minute)
		s.Break(paymenttest.ServerError)
		ravi.orders(t, item)
		s.Heal()
		must(t, s.Pay(b.ref))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		s.expectStatus(t, b, "REFUND DUE/CANCELED")
		if shoptest.Stock(t, s.db, dal) != 5 {
			t.Error("the pieces were taken twice")
		}
		s.assertInvariants(t, dal)
	})
}

func TestCancelByTheAdministrator_endsTheSessionFirst(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		set := func(b startedPayment, status string, code int, message string) {
			t.Helper()
			lines, err := b.Lines.Lines()
			must(t, err)
			shoptest.As(s, s.asha).Request(t, "PUT", "/order/update-status/"+lines[0].Number, `{"delivery_status":"`+status+`"}`).Expect(t, code, message)
		}
		// The payment is open: its session ends, and the whole order is canceled.
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 7})
		rice := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 7})
		b := s.startPayment(t, ravi, ravi.addToCart(t, dal, 2), ravi.addToCart(t, rice, 1))
		s.Break(paymenttest.Silence)
		set(b, "CANCELED", 502, "The payment provider cannot be reached. Please try again in a minute.")
		s.expectStatus(t, b, "PENDING/PENDING PENDING/PENDING")
		s.Heal()
		set(b, "CANCELED", 200, "")
		s.expectStatus(t, b, "EXPIRED/CANCELED EXPIRED/CANCELED")
		if s.Pay(b.ref) == nil {
			t.Error("the superseded attempt can still be paid")
		}
		// It is paid, but the shop does not know that yet: a refund is due.
		_, paid, atta := s.startedPayment(t)
		must(t, s.Pay(paid.ref))
		set(paid, "CANCELED", 200, "")
		s.expectStatus(t, paid, "REFUND DUE/CANCELED")
		// The line is reopened before it was refunded: it counts as paid again.
		set(paid, "PENDING", 200, "")
		s.expectStatus(t, paid, "PAID/PENDING")
		// A delayed payment is processing: the administrator must wait.
		_, later, besan := s.startedPayment(t)
		must(t, s.StartDelayedPayment(later.ref))
		set(later, "CANCELED", 409, "A payment for this order is being processed. Please wait until it is done.")
		// The line is delivered before the payment and never paid: it is flagged, and stays delivered.
		_, trusted, ghee := s.startedPayment(t)
		set(trusted, "DELIVERED", 200, "")
		s.sweepFor(t, 35*time.Minute)
		s.expectStatus(t, trusted, "EXPIRED/DELIVERED")
		var rows []struct {
			Flag string `json:"payment_flag"`
		}
		shoptest.As(s, s.asha).Request(t, "GET", "/order/getAllOrderDetails?limit=1", "").Expect(t, 200, "").Decode(t, &rows)
		if rows[0].Flag != "It was delivered, but the payment never came." {
			t.Errorf("the flag is %q, want %q", rows[0].Flag, "It was delivered, but the payment never came.")
		}
		kept, err := trusted.Lines.Lines()
		must(t, err)
		shoptest.As(s, s.asha).Request(t, "PUT", "/order/unflag/"+kept[0].Number, "").Expect(t, 200, "")
		rows = nil
		shoptest.As(s, s.asha).Request(t, "GET", "/order/getAllOrderDetails?limit=1", "").Expect(t, 200, "").Decode(t, &rows)
		if rows[0].Flag != "" {
			t.Errorf("the flag is %q, want none", rows[0].Flag)
		}
		s.assertInvariants(t, dal, rice, atta, besan, ghee)
	})
}

func TestOutage_reportsSinceWhenTheProviderDoesNotRespond(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		s.startedPayment(t)
		if _, ongoing := s.payments.Outage(); ongoing {
			t.Error("the outage continues after a payment was started")
		}
		begin := s.clock.Now()
		s.Break(paymenttest.ServerError)
		s.sweepFor(t, 4*time.Minute)
		if _, ongoing := s.payments.Outage(); ongoing {
			t.Error("an outage is reported within the first five minutes")
		}
		s.sweepFor(t, 3*time.Minute)
		if since, ongoing := s.payments.Outage(); !ongoing || since.Before(begin) || since.After(begin.Add(2*time.Minute)) {
			t.Errorf("after seven minutes without a response: outage %t since %s, want true since %s", ongoing, since, begin)
		}
		s.Heal()
		s.sweepFor(t, 2*time.Minute)
		if _, ongoing := s.payments.Outage(); ongoing {
			t.Error("the outage continues although the provider responds again")
		}
	})
}
