package payment_test

import (
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

func TestSweepDue_givesAnAttemptToOneWorkerAtATime(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a, ref := s.start(t)
		if n := s.sweep(t); n != 0 {
			t.Errorf("%d attempts are due at once, want 0", n)
		}
		s.clock.Advance(45 * time.Second)
		if err := s.bank.Pay(ref); err != nil {
			t.Fatal(err)
		}
		secondSweep := -1
		s.onFirst("sweep: attempt claimed", func() { secondSweep = s.sweep(t) })
		if n := s.sweep(t); n != 1 || secondSweep != 0 {
			t.Errorf("one worker handled %d, another meanwhile %d, want 1 and 0", n, secondSweep)
		}
		s.expectOutcomes(t, payment.Paid)
		if current := s.read(t, a); current.State != payment.AttemptPaid || current.DueAt != nil {
			t.Errorf("the attempt is %+v, want PAID and never due", current)
		}
	})
}

func TestSweepDue_backsOffWhileTheBankDoesNotRespond(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a, _ := s.start(t)
		s.bank.Break(paymenttest.ServerError)
		s.clock.Advance(45 * time.Second)
		for tries, wait := range []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second} {
			if n := s.sweep(t); n != 1 {
				t.Fatalf("%d were due, want 1", n)
			}
			current := s.read(t, a)
			if current.DueAt == nil || current.DueAt.Sub(s.clock.Now()) != wait || current.State != payment.AttemptOpen {
				t.Errorf("after %d tries the attempt is %+v, want OPEN and due in %s", tries+1, current, wait)
			}
			s.clock.Advance(wait)
		}
		s.bank.Heal()
		if s.sweep(t); s.read(t, a).Tries != 0 {
			t.Error("a response does not reset the backoff")
		}
		s.expectOutcomes(t)
	})
}

func TestSweepDue_endsUnpayableAttempts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		// The sweeper only polls an open attempt.
		open, ref := s.start(t)
		s.clock.Advance(45 * time.Second)
		s.sweep(t)
		if result, err := s.bank.Fetch(t.Context(), ref); err != nil || result.State != payment.SessionOpen {
			t.Errorf("the session of an open attempt is %s: %v, want %s", result.State, err, payment.SessionOpen)
		}
		// The request that should redirect the shopper was lost.
		unsent := s.create(t)
		s.clock.Advance(45 * time.Second)
		s.sweep(t)
		if current := s.read(t, unsent); current.State != payment.AttemptExpired {
			t.Errorf("an attempt without a redirect is %s, want %s", current.State, payment.AttemptExpired)
		}
		// The sweeper also ends the session of an attempt that has failed.
		s.bank.Break(paymenttest.LostResponse)
		failed := s.create(t)
		if _, err := s.Start(t.Context(), failed.ID); err == nil {
			t.Fatal("the lost response was not lost")
		}
		s.bank.Heal()
		s.clock.Advance(5 * time.Second)
		s.sweep(t)
		sessions := s.bank.Sessions()
		if result, err := s.bank.Fetch(t.Context(), sessions[len(sessions)-1]); err != nil || result.State != payment.SessionExpired || s.read(t, failed).DueAt != nil {
			t.Errorf("the session of a failed attempt is %s, %v, want it expired and the attempt never due", result.State, err)
		}
		s.expectOutcomes(t, payment.Expired, payment.Failed)
		if s.read(t, open).State != payment.AttemptOpen {
			t.Error("the open attempt has ended")
		}
		s.clock.Advance(32 * time.Minute)
		s.sweep(t)
		s.expectOutcomes(t, payment.Expired, payment.Failed, payment.Expired)
	})
}

func TestSweepDue_endsAnOverdueSessionThatIsStillOpenByTheBanksClock(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShopAt(t, d, shoptest.Clock(), shoptest.Clock())
		a, ref := s.start(t)
		s.clock.Advance(32 * time.Minute)
		if s.sweep(t); s.read(t, a).State != payment.AttemptOpen {
			t.Error("the attempt ended while the bank, whose clock may be slow, may still accept the payment")
		}
		s.clock.Advance(time.Minute)
		s.sweep(t)
		s.expectOutcomes(t, payment.Expired)
		if result, err := s.bank.Fetch(t.Context(), ref); err != nil || result.State != payment.SessionExpired {
			t.Errorf("at the bank it is %s: %v, want %s", result.State, err, payment.SessionExpired)
		}
	})
}

func TestSweepDue_flagsAnOverdueSessionThatTheBankDoesNotKnow(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a, _ := s.start(t)
		s.exec(t, `UPDATE payment_attempts SET ref = 'unknown' WHERE id = $1`, a.ID)
		s.clock.Advance(45 * time.Second)
		s.sweep(t)
		if s.expectOutcomes(t); s.read(t, a).State != payment.AttemptOpen {
			t.Error("the attempt ended too early")
		}
		s.clock.Advance(33 * time.Minute)
		s.sweep(t)
		s.expectOutcomes(t, payment.Expired)
		if o := s.ledger.outcomes[0]; o.Flag == "" {
			t.Errorf("the outcome has no flag, want one: %+v", o)
		}
	})
}
