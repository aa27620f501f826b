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
				t.Errorf("%s again: %+v, %v, want the same session, %s", name, a, err, ref)
			}
		}
		if sessions := s.bank.Sessions(); len(sessions) != 1 {
			t.Errorf("the bank has the sessions %v, want one", sessions)
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
				t.Errorf("start with %s: %v, want ErrNotRedirected", name, err)
			}
			s.bank.Heal()
			s.expectOutcomes(t, payment.Failed)
			if now := s.read(t, a); now.State != payment.AttemptFailed || now.URL != "" || (now.DueAt != nil) != c.due {
				t.Errorf("%s: the attempt is %+v, want FAILED without a URL, due: %t", name, now, c.due)
			}
			if _, err := s.Resume(t.Context(), a.ID); !errors.Is(err, payment.ErrNotRedirected) {
				t.Errorf("resume after %s: %v, want ErrNotRedirected", name, err)
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
			t.Errorf("the first request returned %q, %v, want the second's %q", got.URL, err, stored.URL)
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
				t.Errorf("start an attempt that became %s: %v, want the code %s", state, err, code)
			}
			// The session's ID is stored, so that the sweeper can end the session.
			if now := s.read(t, a); now.URL != "" || now.Ref == nil {
				t.Errorf("%s: the attempt is %+v, want a session's reference and no URL", state, now)
			}
		}
	})
}

func TestResume_waitsForTheFirstRequestAndStartsTheSessionAfterItsTimeout(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.create(t)
		if _, err := s.Resume(t.Context(), a.ID); !errors.Is(err, payment.ErrStarting) {
			t.Errorf("resume while the first request may run: %v, want ErrStarting", err)
		}
		s.clock.Advance(31 * time.Second)
		if got, err := s.Resume(t.Context(), a.ID); err != nil || got.URL == "" {
			t.Errorf("resume once the first request is dead: URL %q, %v, want one", got.URL, err)
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
			t.Errorf("the eleventh attempt: %v, want it refused for 11 s", err)
		}
		s.clock.Advance(10 * time.Second)
		if err := check(); err != nil {
			t.Errorf("an attempt ten minutes after the first: %v", err)
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
