package order_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/payment/stripe/stripetest"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

// startedPayment starts a new shopper's payment of ₹180 for two pieces, and returns the shopper, the
// payment and the product.
func (s *paymentShop) startedPayment(t testing.TB) (*shopper, startedPayment, string) {
	t.Helper()
	ravi := s.shopper(t)
	dal := shoptest.AddProduct(t, s.db, shoptest.Product{Price: money.Rupees(90), Stock: 7})
	return ravi, s.startPayment(t, ravi, ravi.addToCart(t, dal, 2)), dal
}

func theBank(t testing.TB, s *paymentShop) *paymenttest.Bank {
	t.Helper()
	b, ok := s.ProviderHarness.(*paymenttest.Bank)
	if !ok {
		t.Fatal("the shop has another provider")
	}
	return b
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// changes returns the payment history of an order's first line as the administrator reads it, and the
// number of changes by events.
func (s *paymentShop) changes(t testing.TB, b startedPayment) (words []string, events int) {
	t.Helper()
	lines, err := b.Lines.Lines()
	must(t, err)
	var history payment.History
	shoptest.As(s, s.asha).Request(t, "GET", "/order/payments/"+lines[0].Number, "").Expect(t, 200, "").Decode(t, &history)
	for _, change := range history.Changes {
		words = append(words, string(change.Source)+": "+string(change.From)+" > "+string(change.To))
		if change.EventID != "" {
			events++
		}
		if (change.UserID != "") != (change.UserName != "") {
			t.Errorf("the change has the user %q with the name %q, want both or none", change.UserID, change.UserName)
		}
	}
	if history.Provider != s.Provider().Name() || history.Reference != b.ref {
		t.Errorf("the payment is %s of %s, want %s of %s", history.Reference, history.Provider, b.ref, s.Provider().Name())
	}
	return words, events
}

func TestEvent_isAppliedOnceForRepeatedDeliveries(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		_, b, dal := s.startedPayment(t)
		must(t, s.Pay(b.ref))
		e := s.lastEvent(t)
		for range 5 {
			s.deliver(t, e).Expect(t, 200, "")
		}
		atOnce(20, func(int) error {
			s.deliver(t, e).Expect(t, 200, "")
			return nil
		})
		s.expectStatus(t, b, "PAID/PENDING")
		words, events := s.changes(t, b)
		if strings.Join(words, ", ") != "shopper:  > PENDING, event: PENDING > PAID" || events != 1 || s.count(t, "payment_events") != 1 {
			t.Errorf("the changes are %v, %d by events, %d events stored, want PENDING, then PAID by one event",
				words, events, s.count(t, "payment_events"))
		}
		s.assertInvariants(t, dal)
	})
}

func TestEvent_isAppliedOnceBesideThePageAndTheSweeper(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi, b, dal := s.startedPayment(t)
		must(t, s.Pay(b.ref))
		e := s.lastEvent(t)
		// The event, the page and the sweeper report at the same time.
		atOnce(22, func(i int) error {
			switch i {
			case 20:
				_, err := s.payments.Sync(t.Context(), ravi.id, b.OrderID)
				return err
			case 21:
				_, err := s.payments.SweepDue(t.Context())
				return err
			}
			s.deliver(t, e).Expect(t, 200, "")
			return nil
		})
		s.expectStatus(t, b, "PAID/PENDING")
		if words, _ := s.changes(t, b); len(words) != 2 {
			t.Errorf("the changes are %v, want two", words)
		}
		s.assertInvariants(t, dal)
	})
}

func TestLanded_settlesBeforeAndAfterTheEvent(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi, b, dal := s.startedPayment(t)
		meera := s.shopper(t)
		returned := func() (result struct {
			Payment    string `json:"payment_status"`
			Processing bool
			URL        string
			Orders     []answeredLine
		},
		) {
			t.Helper()
			shoptest.As(s, ravi.id).Request(t, "POST", "/payment/landed", `{"checkoutId":"`+b.OrderID+`"}`).Expect(t, 200, "").Decode(t, &result)
			s.clock.Advance(3 * time.Second)
			return result
		}
		if now := returned(); now.Payment != "PENDING" || now.Processing || len(now.Orders) != 1 || now.URL != b.URL {
			t.Errorf("before paying the payment is %+v, want PENDING with one order and the URL %s", now, b.URL)
		}
		must(t, s.StartDelayedPayment(b.ref))
		if now := returned(); now.Payment != "PENDING" || !now.Processing || now.URL != "" {
			t.Errorf("while the bank decides the payment is %+v, want PENDING and processing without URL", now)
		}
		must(t, s.CompleteDelayedPayment(b.ref))
		if now := returned(); now.Payment != "PAID" || now.Processing || now.URL != "" || now.Orders[0].DeliveryStatus != "PENDING" {
			t.Errorf("after paying the payment is %+v, want PAID without URL, the order PENDING", now)
		}
		for _, e := range s.Events() {
			s.deliver(t, e).Expect(t, 200, "")
		}
		s.expectStatus(t, b, "PAID/PENDING")
		// Another shopper gets 404.
		for _, path := range []string{"/payment/landed", "/payment/cancel"} {
			shoptest.As(s, meera.id).Request(t, "POST", path, `{"checkoutId":"`+b.OrderID+`"}`).Expect(t, 404, "There is no such payment.")
			shoptest.As(s, meera.id).Request(t, "POST", path, `{"checkoutId":"x"}`).Expect(t, 400, "")
			shoptest.As(s, "").Request(t, "POST", path, `{}`).Expect(t, 401, "")
		}
		// The page also works while the provider is down.
		s.Break(paymenttest.ServerError)
		if now := returned(); now.Payment != "PAID" {
			t.Errorf("with the provider down the payment is %+v, want PAID", now)
		}
		s.assertInvariants(t, dal)
	})
}

func TestEvent_beforeTheRedirectIsNotLost(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 7})
		item := ravi.addToCart(t, dal, 2)
		// when the payment is made and its event arrives before the shop has stored the session
		s.failAt(func(point string) {
			if point != "start: session created" {
				return
			}
			must(t, s.Pay(s.Sessions()[0]))
			s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		})
		b := s.startPayment(t, ravi, item)
		s.expectStatus(t, b, "PAID/PENDING")
		s.sweepFor(t, 2*time.Minute)
		s.assertInvariants(t, dal)
		if len(ravi.cart(t)) != 0 {
			t.Error("the cart is not empty")
		}
	})
}

func TestEvent_mayArriveInAnyOrder(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		_, b, dal := s.startedPayment(t)
		// given a session with a delayed payment that succeeds
		must(t, s.StartDelayedPayment(b.ref))
		must(t, s.CompleteDelayedPayment(b.ref))
		events := s.Events()
		for i := len(events) - 1; i >= 0; i-- {
			s.deliver(t, events[i]).Expect(t, 200, "")
			s.expectStatus(t, b, "PAID/PENDING")
		}
		s.assertInvariants(t, dal)
		// given a session with a delayed payment that fails
		_, b, dal = s.startedPayment(t)
		must(t, s.StartDelayedPayment(b.ref))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		s.expectStatus(t, b, "PENDING/PENDING")
		must(t, s.FailDelayedPayment(b.ref))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		s.expectStatus(t, b, "FAILED/CANCELED")
		if shoptest.Stock(t, s.db, dal) != 7 {
			t.Error("the stock is still held")
		}
		s.assertInvariants(t, dal)
		s.assertSettled(t)
	})
}

func TestEvent_completedThenExpiredIsPaid(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		ravi, first, dal := s.startedPayment(t)
		// given an expired session, and another session that was paid
		s.clock.Advance(40 * time.Minute)
		expired := s.lastEvent(t)
		s.deliver(t, expired).Expect(t, 200, "")
		second := s.startPayment(t, ravi, ravi.addToCart(t, dal, 2))
		must(t, s.Pay(second.ref))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		s.deliver(t, expired).Expect(t, 200, "")
		s.expectStatus(t, first, "EXPIRED/CANCELED")
		s.expectStatus(t, second, "PAID/PENDING")
		s.assertInvariants(t, dal)
		s.assertSettled(t)
	})
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		// The provider contradicts itself: a paid order stays paid.
		s := newPaymentShop(t, d, bank)
		_, b, dal := s.startedPayment(t)
		must(t, s.Pay(b.ref))
		paid := s.lastEvent(t)
		s.deliver(t, paid)
		s.deliver(t, theBank(t, s).SignEvent(b.ref, payment.SessionExpired)).Expect(t, 200, "")
		s.expectStatus(t, b, "PAID/PENDING")
		s.assertInvariants(t, dal)
	})
}

func TestEvent_isAcceptedFromTheProviderOnly(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		_, b, dal := s.startedPayment(t)
		must(t, s.Pay(b.ref))
		e, now := s.lastEvent(t), s.clock.Now()
		changed := []byte(strings.Replace(string(e.Raw), b.ref, b.ref+"x", 1))
		for name, sent := range map[string]struct {
			raw    []byte
			header map[string][]string
		}{
			"unsigned":           {e.Raw, nil},
			"forged":             {e.Raw, s.Forge(e.Raw, now)},
			"changed":            {changed, e.Sign(now)},
			"301 seconds old":    {e.Raw, e.Sign(now.Add(-301 * time.Second))},
			"signed a day ahead": {e.Raw, e.Sign(now.Add(24 * time.Hour))},
			"empty":              {nil, e.Sign(now)},
			"not an event":       {[]byte(`{"id":1}`), e.Sign(now)},
		} {
			if reply := s.send(t, sent.raw, sent.header); reply.Status != 400 {
				t.Errorf("an event that is %s returned %d %s, want 400", name, reply.Status, reply.Bytes)
			}
		}
		large := []byte(`{"id":"` + strings.Repeat("x", 1<<20) + `"}`)
		s.send(t, large, e.Sign(now)).Expect(t, 413, "")
		s.expectStatus(t, b, "PENDING/PENDING")
		if s.count(t, "payment_events") != 0 {
			t.Error("an event was kept")
		}
		shoptest.As(s, "").Request(t, "POST", "/payment/nobody/webhook", string(e.Raw)).Expect(t, 404, "")
		// A signature 299 seconds old is accepted.
		s.send(t, e.Raw, e.Sign(now.Add(-299*time.Second))).Expect(t, 200, "")
		s.expectStatus(t, b, "PAID/PENDING")
		s.assertInvariants(t, dal)
		s.assertNoSecrets(t)
	})
}

func TestEvent_ofAWrongAmountIsFlaggedAndNotPaid(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		for _, wrong := range []struct {
			amount   money.Paise
			currency string
			flag     string
			due      json.Number
		}{
			{17999, "INR", "₹179.99 was paid instead of ₹180.", "179.99"},
			{18001, "INR", "₹180.01 was paid instead of ₹180.", "180.01"},
			{18000, "USD", "The payment came in another currency.", ""},
		} {
			ravi, b, dal := s.startedPayment(t)
			s.Change(b.ref, wrong.amount, wrong.currency)
			must(t, s.Pay(b.ref))
			s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
			s.expectStatus(t, b, "REFUND DUE/CANCELED")
			if shoptest.Stock(t, s.db, dal) != 7 || len(ravi.cart(t)) != 1 {
				t.Error("the pieces or the cart are missing")
			}
			// The administrator's list shows the order first, with its flag and the amount to refund.
			s.clock.Advance(time.Minute)
			s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})
			var rows []struct {
				answeredLine

				Flag string      `json:"payment_flag"`
				Due  json.Number `json:"refund_due"`
			}
			shoptest.As(s, s.asha).Request(t, "GET", "/order/getAllOrderDetails?limit=1", "").Expect(t, 200, "").Decode(t, &rows)
			if rows[0].CheckoutID != b.OrderID || rows[0].Flag != wrong.flag || rows[0].Due != wrong.due {
				t.Errorf("the administrator's first line is %+v, want the flag %q and %v due", rows[0], wrong.flag, wrong.due)
			}
			for _, line := range ravi.mine(t) {
				if line.Flag != "" || line.RefundDue != nil {
					t.Errorf("the shopper's line has the flag %q and %v due, want neither", line.Flag, line.RefundDue)
				}
			}
			set := `{"delivery_status":"PENDING"}`
			shoptest.As(s, s.asha).Request(t, "PUT", "/order/update-status/"+rows[0].ID, set).Expect(t, 409, "The payment differs from the order's total: refund it instead.")
			s.assertInvariants(t, dal)
			// The received amount is refunded, whatever it was.
			shoptest.As(s, s.asha).Request(t, "POST", "/order/refund/"+rows[0].ID, "").Expect(t, 200, "Refunded successfully")
			s.expectStatus(t, b, "REFUNDED/CANCELED")
			if taken, returned := s.Money(); taken != returned {
				t.Errorf("%v of the paid %v was refunded, want all", returned, taken)
			}
			s.assertInvariants(t, dal)
		}
		s.assertSettled(t)
	})
}

func TestEvent_withWrongShopOrAmountIsCheckedWithTheProvider(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		_, b, dal := s.startedPayment(t)
		provider := theBank(t, s)
		flag := func() string {
			t.Helper()
			text, err := db.Get[string](t.Context(), d, `SELECT flag FROM orders WHERE checkout_id = $1`, b.OrderID)
			must(t, err)
			return language.Stored(text).In(language.English)
		}
		// when a signed event is about a payment of another shop, which the bank does not confirm
		s.deliver(t, provider.SignEvent(b.ref, payment.SessionPaid, func(r *payment.Result) { r.ShopID = "another" })).Expect(t, 200, "")
		s.expectStatus(t, b, "PENDING/PENDING")
		if flag() != "A payment came in for another shop." {
			t.Errorf("the flag is %q, want %q", flag(), "A payment came in for another shop.")
		}
		// or when an event reports too much money
		s.deliver(t, provider.SignEvent(b.ref, payment.SessionPaid, func(r *payment.Result) { r.Amount++ })).Expect(t, 200, "")
		s.expectStatus(t, b, "PENDING/PENDING")
		// then it is paid when the right amount arrives, and the flag is cleared
		must(t, s.Pay(b.ref))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		s.expectStatus(t, b, "PAID/PENDING")
		if flag() != "" {
			t.Errorf("the flag is %q, want none", flag())
		}
		s.assertInvariants(t, dal)
	})
}

func TestEvent_ofAWrongAmountIsRefusedWhileTheProviderIsDown(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		_, b, dal := s.startedPayment(t)
		// given an expired payment, and a wrong amount received for it later
		s.sweepFor(t, 31*time.Minute)
		s.expectStatus(t, b, "EXPIRED/CANCELED")
		s.Change(b.ref, 17999, "INR")
		theBank(t, s).Force(b.ref, payment.SessionPaid)
		e := s.lastEvent(t)
		// when the provider cannot be polled, the event is refused
		s.Break(paymenttest.ServerError)
		s.deliver(t, e).Expect(t, 502, "The payment provider cannot be reached. Please try again in a minute.")
		s.Heal()
		s.deliver(t, e).Expect(t, 200, "")
		s.expectStatus(t, b, "REFUND DUE/CANCELED")
		s.assertInvariants(t, dal)
	})
}

func TestEvent_signedWithTwoSecretsIsAcceptedWhenOneIsRight(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, paymenttest.NewStripe)
		_, b, dal := s.startedPayment(t)
		must(t, s.Pay(b.ref))
		e, now := s.lastEvent(t), s.clock.Now()
		const right, wrong = stripetest.WebhookSecret, "whsec_of_somebody_else"
		s.send(t, e.Raw, stripetest.Header(e.Raw, now, wrong, wrong)).Expect(t, 400, "")
		s.expectStatus(t, b, "PENDING/PENDING")
		s.send(t, e.Raw, stripetest.Header(e.Raw, now, wrong, right)).Expect(t, 200, "")
		s.send(t, e.Raw, stripetest.Header(e.Raw, now, right, wrong)).Expect(t, 200, "")
		s.expectStatus(t, b, "PAID/PENDING")
		s.assertInvariants(t, dal)
	})
}

func TestEvent_ofAnUnknownSessionChangesNoOrder(t *testing.T) {
	t.Parallel()
	eachPaymentShop(t, func(t *testing.T, s *paymentShop) {
		_, b, dal := s.startedPayment(t)
		terms := payment.SessionRequest{
			ID: "01hzzzzzzzzzzzzzzzzzzzzzzz", OrderID: b.OrderID, ShopID: "anothershop", Email: "x@y.in", Amount: money.Rupees(180), Currency: "INR",
			Lines: []payment.Line{{Name: "Dal", Quantity: 1, UnitAmount: money.Rupees(180)}}, ExpiresAt: s.clock.Now().Add(31 * time.Minute),
			SuccessURL: "http://shop.test/success", CancelURL: "http://shop.test/cancel",
		}
		for _, shopID := range []string{"anothershop", "theshop"} {
			terms.ShopID, terms.ID = shopID, terms.ID[:25]+shopID[:1]
			session, err := s.Provider().Start(t.Context(), terms)
			must(t, err)
			must(t, s.Pay(session.Ref))
			s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
			if logged := strings.Contains(s.log.String(), "does not know"); logged != (shopID == "theshop") {
				t.Errorf("after a payment of %s: logged as unknown: %t, want it of the own shop alone", shopID, logged)
			}
		}
		s.expectStatus(t, b, "PENDING/PENDING")
		if s.count(t, "payment_events") != 0 || s.count(t, "payment_changes") != 1 {
			t.Error("something was noted")
		}
		if shoptest.Stock(t, s.db, dal) != 5 {
			t.Error("the stock has moved")
		}
	})
}
