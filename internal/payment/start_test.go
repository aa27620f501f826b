package payment_test

import (
	"errors"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/payment"
	"kirana/internal/shoptest/paymenttest"
)

func TestStart_createsOneSessionForRepeatedCalls(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		first, ref := s.start(t)
		for name, again := range map[string]func() (payment.Attempt, error){
			"Start": func() (payment.Attempt, error) { return s.Start(t.Context(), first.ID) }, "Resume": func() (payment.Attempt, error) { return s.Resume(t.Context(), first.ID) },
		} {
			if a, err := again(); err != nil || a.URL != first.URL || *a.Ref != ref {
				t.Errorf("%s again leads to %+v: %v", name, a, err)
			}
		}
		if sessions := s.bank.Sessions(); len(sessions) != 1 {
			t.Errorf("there are the sessions %v", sessions)
		}
		s.expectOutcomes(t)
	})
}

func TestStart_releasesTheReservationWithoutAPaymentPage(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		for name, c := range map[string]struct {
			fault paymenttest.Fault
			due   bool // a session may exist and must be ended
		}{
			"an error": {paymenttest.ServerError, true}, "a refusal": {paymenttest.Declined, false}, "a lost response": {paymenttest.LostResponse, true},
			"an address that is not safe": {paymenttest.ScriptURL, true},
		} {
			a := s.create(t)
			s.bank.Break(c.fault)
			if _, err := s.Start(t.Context(), a.ID); !errors.Is(err, payment.ErrNotRedirected) {
				t.Errorf("%s: %v", name, err)
			}
			s.bank.Heal()
			s.expectOutcomes(t, payment.Failed)
			if now := s.read(t, a); now.State != payment.AttemptFailed || now.URL != "" || (now.DueAt != nil) != c.due {
				t.Errorf("%s: the attempt is %+v", name, now)
			}
			if _, err := s.Resume(t.Context(), a.ID); !errors.Is(err, payment.ErrNotRedirected) {
				t.Errorf("%s, asked again: %v", name, err)
			}
			s.ledger.outcomes = nil
		}
	})
}

func TestStart_returnsTheSessionStoredByAConcurrentRequest(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.create(t)
		s.bank.Break(paymenttest.LostResponse)
		var stored payment.Attempt
		s.onFirst("start: session created", func() { // the first request has failed, but not released the stock yet
			s.bank.Heal()
			var err error
			if stored, err = s.Start(t.Context(), a.ID); err != nil {
				t.Error(err)
			}
		})
		got, err := s.Start(t.Context(), a.ID)
		if err != nil || got.URL == "" || got.URL != stored.URL {
			t.Errorf("the first request leads to %q, the second to %q: %v", got.URL, stored.URL, err)
		}
		s.expectOutcomes(t)
	})
}

func TestStart_returnsNoURLForAnAttemptThatEndedMeanwhile(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		for state, code := range map[payment.AttemptState]string{payment.AttemptExpired: "payment_replaced", payment.AttemptFailed: "provider_failed"} {
			a := s.create(t)
			s.onFirst("start: session created", func() { s.exec(t, `UPDATE payment_attempts SET state = $2 WHERE id = $1`, a.ID, state) })
			if _, err := s.Start(t.Context(), a.ID); fault.Of(err) == nil || fault.Of(err).Code != code {
				t.Errorf("%s: %v", state, err)
			}
			// The session's ID is stored, so that the sweeper can end the session.
			if now := s.read(t, a); now.URL != "" || now.Ref == nil {
				t.Errorf("%s: the attempt is %+v", state, now)
			}
		}
	})
}

func TestResume_waitsForTheFirstRequestAndStartsTheSessionAfterItsTimeout(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.create(t)
		if _, err := s.Resume(t.Context(), a.ID); !errors.Is(err, payment.ErrStarting) {
			t.Errorf("while the first may still run: %v", err)
		}
		s.clock.Advance(31 * time.Second)
		if got, err := s.Resume(t.Context(), a.ID); err != nil || got.URL == "" {
			t.Errorf("once it is dead it leads to %q: %v", got.URL, err)
		}
	})
}

func TestCheckStartRate_limitsThePaymentsThatAShopperStarts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		check := func() error {
			return s.db.Tx(t.Context(), func(tx *db.Tx) error { return s.CheckStartRate(t.Context(), tx, s.shopper) })
		}
		for range 10 {
			if err := check(); err != nil {
				t.Fatal(err)
			}
			s.create(t)
			s.clock.Advance(time.Minute - time.Second)
		}
		err := check()
		if !fault.Is(err, fault.TooMany) || fault.Of(err).RetryAfter != 11 { // seconds; TryLater adds one
			t.Errorf("the eleventh: %v", err)
		}
		s.clock.Advance(10 * time.Second)
		if err := check(); err != nil {
			t.Errorf("ten minutes after the first: %v", err)
		}
	})
}

func TestCanStart_isFalseOnceAnAttemptHasEndedWithoutAPage(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		unsent := s.create(t)
		sent, _ := s.start(t)
		for _, c := range []struct {
			attempt payment.Attempt
			state   payment.AttemptState
			want    bool
		}{{unsent, payment.AttemptOpen, true}, {unsent, payment.AttemptFailed, false}, {sent, payment.AttemptOpen, true}, {sent, payment.AttemptExpired, true}} {
			s.exec(t, `UPDATE payment_attempts SET state = $2 WHERE id = $1`, c.attempt.ID, c.state)
			if got, err := payment.CanStart(t.Context(), s.db, c.attempt.ID); err != nil || got != c.want {
				t.Errorf("%s with the page %q: %v, %v, want %v", c.state, c.attempt.URL, got, err, c.want)
			}
		}
	})
}
