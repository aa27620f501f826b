package order_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment/stripe/stripetest"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

// eachStripeShop runs a test on both databases, with a shop that takes payments by Stripe and its
// account at the fake of Stripe.
func eachStripeShop(t *testing.T, test func(t *testing.T, s *paymentShop, account *stripetest.Stripe)) {
	t.Helper()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, paymenttest.NewStripe)
		harness, ok := s.ProviderHarness.(interface{ Account() *stripetest.Stripe })
		if !ok {
			t.Fatal("the shop has another provider")
		}
		test(t, s, harness.Account())
	})
}

// paidOrder places an order of ₹180, pays it online and delivers the event.
func (s *paymentShop) paidOrder(t *testing.T) startedPayment {
	t.Helper()
	_, b, _ := s.startedPayment(t)
	must(t, s.Pay(b.ref))
	s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
	return b
}

// sendEvent delivers an event of Stripe to the webhook. It fails the test unless err is nil.
func (s *paymentShop) sendEvent(t *testing.T, e stripetest.Event, err error) {
	t.Helper()
	must(t, err)
	s.send(t, e.Raw, e.Header(s.clock.Now())).Expect(t, 200, "")
}

// flagOf returns the flag of the only order, as an administrator reads it.
func (s *paymentShop) flagOf(t *testing.T) string {
	t.Helper()
	var rows []struct {
		Flag string `json:"payment_flag"`
	}
	shoptest.As(s, s.asha).Request(t, "GET", "/order/getAllOrderDetails", "").Expect(t, 200, "").Decode(t, &rows)
	return rows[0].Flag
}

// clearFlag clears the flag of the order, as an administrator.
func (s *paymentShop) clearFlag(t *testing.T, b startedPayment) {
	t.Helper()
	shoptest.As(s, s.asha).Request(t, "PUT", "/order/checkout/"+b.OrderID+"/unflag", "").Expect(t, 200, "")
}

func (s *paymentShop) compare(t *testing.T) {
	t.Helper()
	if _, err := s.payments.CompareDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestMovement_atStripesOwnDashboardIsFlaggedOnce(t *testing.T) {
	t.Parallel()
	eachStripeShop(t, func(t *testing.T, s *paymentShop, account *stripetest.Stripe) {
		b := s.paidOrder(t)
		const want = "₹50 went back at the payment provider's own dashboard, not by the shop."
		e, err := account.GiveBack(b.ref, money.Rupees(50))
		s.sendEvent(t, e, err)
		if flag := s.flagOf(t); flag != want {
			t.Fatalf("the order is flagged with %q, want %q", flag, want)
		}
		var view struct {
			Problem  bool
			Problems []string
		}
		reply := shoptest.As(s, s.asha).Request(t, "GET", "/order/checkout/"+b.OrderID, "").Expect(t, 200, "")
		reply.Decode(t, &view)
		if !view.Problem || strings.Join(view.Problems, "") != "PAYMENT_DOUBTFUL" || !strings.Contains(string(reply.Bytes), "noted: "+want) {
			t.Errorf("the order is %s, want PAYMENT_DOUBTFUL and the note %s", reply.Bytes, want)
		}
		// A repeated event, an older event that arrives late, and the daily comparison do not flag
		// it again.
		s.clearFlag(t, b)
		s.sendEvent(t, e, nil)
		later, err := account.GiveBack(b.ref, money.Rupees(20))
		must(t, err)
		last, err := account.GiveBack(b.ref, money.Rupees(10))
		s.sendEvent(t, last, err)
		if flag := s.flagOf(t); !strings.HasPrefix(flag, "₹30 went back") {
			t.Errorf("the order's flag is %q, want that ₹30 went back", flag)
		}
		s.clearFlag(t, b)
		s.sendEvent(t, later, nil)
		s.clock.Advance(25 * time.Hour)
		s.compare(t)
		if flag := s.flagOf(t); flag != "" {
			t.Errorf("the order is flagged again: %q", flag)
		}
	})
}

func TestMovement_isShownInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	eachStripeShop(t, func(t *testing.T, s *paymentShop, account *stripetest.Stripe) {
		b := s.paidOrder(t)
		e, err := account.GiveBack(b.ref, money.Rupees(50))
		s.sendEvent(t, e, err)
		offered := func(context.Context) []string { return []string{"en", "hi"} }
		read := func(path string) string {
			t.Helper()
			asha := shoptest.As(language.Handler(s, offered), s.asha)
			return string(asha.Request(t, "GET", path, "", "Accept-Language", "hi").Expect(t, 200, "").Bytes)
		}
		line, err := db.Get[string](t.Context(), s.db, `SELECT id FROM orders`)
		must(t, err)
		const flag = "₹50 पेमेंट की कंपनी के डैशबोर्ड से वापस गए, दुकान से नहीं।"
		lists := []string{"/order/getAllOrderDetails", "/order/checkout/" + b.OrderID}
		for _, path := range lists {
			if reply := read(path); !strings.Contains(reply, `"payment_flag":"`+flag+`"`) {
				t.Errorf("%s lacks the flag %q: %s", path, flag, reply)
			}
		}
		if reply := read("/order/payments/" + line); !strings.Contains(reply, `"note":"`+flag+`"`) {
			t.Errorf("the history lacks the note %q: %s", flag, reply)
		}
		// A flag stored by an older version is not translated.
		const old = "₹7 went back at the payment provider's own dashboard, not by the shop."
		must(t, s.db.Tx(t.Context(), func(tx *db.Tx) error { return db.Exec(t.Context(), tx, `UPDATE orders SET flag = $1`, old) }))
		for _, path := range lists {
			if reply := read(path); !strings.Contains(reply, `"payment_flag":"`+old+`"`) {
				t.Errorf("%s lacks the old flag %q: %s", path, old, reply)
			}
		}
		s.clearFlag(t, b)
		if reply := read(lists[1]); !strings.Contains(reply, "निपटाया: "+old) {
			t.Errorf("the timeline lacks the old flag %q in Hindi: %s", old, reply)
		}
	})
}

func TestMovement_withoutAnEventIsFoundWithinADay(t *testing.T) {
	t.Parallel()
	eachStripeShop(t, func(t *testing.T, s *paymentShop, account *stripetest.Stripe) {
		b := s.paidOrder(t)
		_, err := account.GiveBack(b.ref, money.Rupees(50))
		must(t, err)
		s.compare(t)
		if flag := s.flagOf(t); flag != "" {
			t.Fatalf("compared at once the flag is %q, want none yet", flag)
		}
		s.clock.Advance(24 * time.Hour)
		s.compare(t)
		if flag := s.flagOf(t); !strings.HasPrefix(flag, "₹50 went back at the payment provider's own dashboard") {
			t.Fatalf("the order's flag is %q, want that ₹50 went back at the provider's dashboard", flag)
		}
		s.clearFlag(t, b)
		_, err = account.Dispute(b.ref, "created", "needs_response")
		must(t, err)
		calls := len(account.Requests())
		s.compare(t)
		if len(account.Requests()) != calls {
			t.Error("compared twice in a day")
		}
		s.clock.Advance(24*time.Hour + time.Second)
		s.compare(t)
		if flag := s.flagOf(t); flag != "The payer disputes ₹180 of this payment with their bank. Please answer at the payment provider's dashboard." {
			t.Errorf("the order's flag is %q, want that the payer disputes ₹180", flag)
		}
	})
}

func TestMovement_ofADisputeIsFlaggedAtEachChange(t *testing.T) {
	t.Parallel()
	eachStripeShop(t, func(t *testing.T, s *paymentShop, account *stripetest.Stripe) {
		b := s.paidOrder(t)
		for _, turn := range []struct{ kind, status, want string }{
			{"created", "needs_response", "The payer disputes ₹180 of this payment with their bank. Please answer at the payment provider's dashboard."},
			{"funds_withdrawn", "needs_response", "The bank has taken ₹180 back until the payer's dispute is decided."},
			{"closed", "won", "The payer's dispute of ₹180 was decided for the shop."},
			{"funds_reinstated", "won", "The bank has given ₹180 to the shop again after the payer's dispute."},
			{"closed", "lost", "The payer's dispute of ₹180 was decided against the shop: the money is gone."},
		} {
			e, err := account.Dispute(b.ref, turn.kind, turn.status)
			s.sendEvent(t, e, err)
			if flag := s.flagOf(t); flag != turn.want {
				t.Errorf("%s: %q, want %q", turn.kind, flag, turn.want)
			}
			// The daily comparison adds nothing.
			s.clearFlag(t, b)
			s.clock.Advance(24*time.Hour + time.Second)
			s.compare(t)
			if flag := s.flagOf(t); flag != "" {
				t.Errorf("a day after %s the flag is %q, want none", turn.kind, flag)
			}
		}
	})
}

func TestMovement_ofADecidedDisputeIsNotFlaggedWhileStripeDoesNotListIt(t *testing.T) {
	t.Parallel()
	eachStripeShop(t, func(t *testing.T, s *paymentShop, account *stripetest.Stripe) {
		b := s.paidOrder(t)
		e, err := account.Dispute(b.ref, "closed", "won")
		s.sendEvent(t, e, err)
		s.clearFlag(t, b)
		for _, f := range []stripetest.Fault{stripetest.ServerError, stripetest.OtherObject, 0} {
			if f != 0 {
				account.Fail(stripetest.ListDisputes, f, f) // the call and its retry
			}
			s.clock.Advance(24*time.Hour + time.Second)
			s.compare(t)
			if flag := s.flagOf(t); flag != "" {
				t.Errorf("a day later, with fault %d, the flag is %q, want none", f, flag)
			}
			account.Heal()
		}
	})
}

func TestMovement_byTheShopItselfIsFlaggedOnlyWhenItFails(t *testing.T) {
	t.Parallel()
	eachStripeShop(t, func(t *testing.T, s *paymentShop, account *stripetest.Stripe) {
		b := s.paidOrder(t)
		lines, err := b.Lines.Lines()
		must(t, err)
		shoptest.As(s, s.asha).Request(t, "PUT", "/order/update-status/"+lines[0].Number, `{"delivery_status":"CANCELED"}`).Expect(t, 200, "")
		shoptest.As(s, s.asha).Request(t, "POST", "/order/refund/"+lines[0].Number, "").Expect(t, 200, "")
		s.expectStatus(t, b, "REFUNDED/CANCELED")
		e, err := account.ChargeRefunded(b.ref)
		s.sendEvent(t, e, err)
		if flag := s.flagOf(t); flag != "" {
			t.Errorf("the shop's own refund is flagged: %q", flag)
		}
		e, err = account.RefundFailed(b.ref)
		s.sendEvent(t, e, err)
		if flag := s.flagOf(t); flag != "A refund of ₹180 did not arrive. Please give the money back in another way." {
			t.Errorf("the order's flag is %q, want that a refund of ₹180 did not arrive", flag)
		}
	})
}

func TestMovement_eventOfTheOtherModeIsRefused(t *testing.T) {
	t.Parallel()
	eachStripeShop(t, func(t *testing.T, s *paymentShop, _ *stripetest.Stripe) {
		_, b, _ := s.startedPayment(t)
		must(t, s.Pay(b.ref))
		raw := []byte(strings.Replace(string(s.lastEvent(t).Raw), `"livemode":false,"object":"event"`, `"livemode":true,"object":"event"`, 1))
		s.send(t, raw, stripetest.Header(raw, s.clock.Now(), stripetest.WebhookSecret)).
			Expect(t, 400, "The event and the shop's Stripe key are of different modes, test and live.")
		s.expectStatus(t, b, "PENDING/PENDING")
	})
}
