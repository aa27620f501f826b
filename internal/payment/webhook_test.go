package payment_test

import (
	"errors"
	"testing"

	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/payment"
	"kirana/internal/shoptest/paymenttest"
)

// deliver sends an event to the webhook.
func (s *shop) deliver(t *testing.T, e paymenttest.Event) error {
	t.Helper()
	return s.HandleWebhook(t.Context(), "bank", e.Sign(s.clock.Now()), e.Raw)
}

func TestHandleWebhook_appliesAnEventOnceAndIgnoresOlderEvents(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a, ref := s.start(t)
		expired := s.bank.SignEvent(ref, payment.SessionExpired)
		if err := s.bank.Pay(ref); err != nil {
			t.Fatal(err)
		}
		events := s.bank.Events()
		for range 3 {
			if err := s.deliver(t, events[len(events)-1]); err != nil {
				t.Error(err)
			}
		}
		s.expectOutcomes(t, payment.Paid)
		if by := s.ledger.outcomes[0].Actor; by.Kind != payment.ByEvent || by.EventID == "" {
			t.Errorf("the payment was settled by %+v, want an event with its ID", by)
		}
		if err := s.deliver(t, expired); err != nil {
			t.Error(err)
		}
		s.expectOutcomes(t, payment.Paid)
		if now := s.read(t, a); now.State != payment.AttemptPaid || now.Taken != amount || now.DueAt != nil {
			t.Errorf("the attempt is %+v, want PAID with %v, never due", now, amount)
		}
	})
}

func TestHandleWebhook_acceptsAPaymentAfterExpiry(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a, ref := s.start(t)
		if err := s.deliver(t, s.bank.SignEvent(ref, payment.SessionExpired)); err != nil {
			t.Fatal(err)
		}
		if err := s.deliver(t, s.bank.SignEvent(ref, payment.SessionPaid)); err != nil {
			t.Fatal(err)
		}
		s.expectOutcomes(t, payment.Expired, payment.Paid)
		if o := s.ledger.outcomes; o[0].Late() || !o[1].Late() || s.read(t, a).State != payment.AttemptPaid {
			t.Errorf("late are the outcomes %t and %t, the attempt is %s; want false, true and PAID",
				o[0].Late(), o[1].Late(), s.read(t, a).State)
		}
	})
}

func TestHandleWebhook_ignoresEventsOfUnknownAttempts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		for name, c := range map[string]struct {
			arrange string // the attempt's state before the event
			change  func(r *payment.Result)
		}{
			"another session, of an attempt that has one": {"", func(r *payment.Result) { r.Ref = "another" }},
			"another shop's session":                      {`ref = NULL`, func(r *payment.Result) { r.Ref, r.ShopID = "another", "another shop" }},
			"an unknown attempt":                          {`ref = NULL`, func(r *payment.Result) { r.Ref, r.AttemptID = "another", "nobody's" }},
			"an attempt at another provider":              {`ref = NULL, provider = 'elsewhere'`, func(*payment.Result) {}},
		} {
			a, ref := s.start(t)
			event := s.bank.SignEvent(ref, payment.SessionPaid, c.change)
			if c.arrange != "" {
				s.exec(t, `UPDATE payment_attempts SET `+c.arrange+` WHERE id = $1`, a.ID)
			}
			if err := s.deliver(t, event); err != nil {
				t.Errorf("deliver an event of %s: %v", name, err)
			}
			if now := s.read(t, a); now.State != payment.AttemptOpen || now.Taken != 0 || len(s.ledger.outcomes) > 0 {
				t.Errorf("%s: the attempt is %+v with the outcomes %+v, want OPEN and none", name, now, s.ledger.outcomes)
			}
			s.ledger.outcomes = nil
			s.exec(t, `UPDATE payment_attempts SET state = 'EXPIRED', due_at = NULL WHERE id = $1`, a.ID)
		}
	})
}

func TestHandleWebhook_findsTheAttemptWhoseSessionIsNotStoredYet(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.create(t)
		session, err := s.bank.Start(t.Context(), payment.SessionRequest{
			ID: a.ID, ShopID: shopID, Amount: amount, Currency: payment.Currency, ExpiresAt: a.ExpiresAt,
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.deliver(t, s.bank.SignEvent(session.Ref, payment.SessionPaid)); err != nil {
			t.Fatal(err)
		}
		s.expectOutcomes(t, payment.Paid)
		if now := s.read(t, a); now.Ref == nil || *now.Ref != session.Ref {
			t.Errorf("the attempt is %+v, want the session %s", now, session.Ref)
		}
	})
}

func TestHandleWebhook_fetchesTheSessionOfAPaymentWithAWrongAmount(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a, ref := s.start(t)
		larger := s.bank.SignEvent(ref, payment.SessionPaid, func(r *payment.Result) { r.Amount++ })
		s.bank.Break(paymenttest.ServerError)
		if err := s.deliver(t, larger); !errors.Is(err, payment.ErrUnreachable) {
			t.Errorf("deliver while the bank is unreachable: %v, want ErrUnreachable", err)
		}
		s.bank.Heal()
		s.expectOutcomes(t)
		// The bank does not confirm the payment: the attempt stays open, with a flag.
		for range 2 {
			if err := s.deliver(t, larger); err != nil {
				t.Error(err)
			}
		}
		s.expectOutcomes(t, "")
		if o := s.ledger.outcomes[0]; o.Flag.In(language.English) != "₹180.01 was paid instead of ₹180." || s.read(t, a).State != payment.AttemptOpen {
			t.Errorf("the outcome is %+v, want the attempt OPEN, flagged with ₹180.01 paid and ₹180 due", o)
		}
		// A confirmed payment of another amount must be refunded.
		s.bank.Force(ref, payment.SessionPaid)
		s.bank.Change(ref, amount+1, payment.Currency)
		if err := s.deliver(t, s.bank.SignEvent(ref, payment.SessionPaid)); err != nil {
			t.Error(err)
		}
		s.expectOutcomes(t, "", payment.RefundDue)
		if now := s.read(t, a); now.State != payment.AttemptMismatch || now.Taken != amount+1 {
			t.Errorf("the attempt is %+v, want MISMATCH with %v taken", now, amount+1)
		}
	})
}

func TestHandleWebhook_refusesForgedEvents(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		_, ref := s.start(t)
		event := s.bank.SignEvent(ref, payment.SessionPaid)
		if err := s.HandleWebhook(t.Context(), "bank", s.bank.Forge(event.Raw, s.clock.Now()), event.Raw); !fault.Is(err, fault.Invalid) {
			t.Errorf("a forged event: %v, want it invalid", err)
		}
		if err := s.HandleWebhook(t.Context(), "another", event.Sign(s.clock.Now()), event.Raw); !fault.Is(err, fault.NotFound) {
			t.Errorf("an event of an unknown provider: %v, want not found", err)
		}
		s.expectOutcomes(t)
	})
}
