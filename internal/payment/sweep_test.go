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
			t.Errorf("%d are due at once", n)
		}
		s.clock.Advance(45 * time.Second)
		if err := s.bank.Pay(ref); err != nil {
			t.Fatal(err)
		}
		other := -1
		s.once("sweep: attempt claimed", func() { other = s.sweep(t) })
		if n := s.sweep(t); n != 1 || other != 0 {
			t.Errorf("one worker handled %d, another meanwhile %d", n, other)
		}
		s.expectOutcomes(t, payment.Paid)
		if now := s.read(t, a); now.State != payment.AttemptPaid || now.DueAt != nil {
			t.Errorf("the attempt is %+v", now)
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
				t.Fatalf("%d were due", n)
			}
			now := s.read(t, a)
			if now.DueAt == nil || now.DueAt.Sub(s.clock.Now()) != wait || now.State != payment.AttemptOpen {
				t.Errorf("after %d tries it is %+v", tries+1, now)
			}
			s.clock.Advance(wait)
		}
		s.bank.Heal()
		if s.sweep(t); s.read(t, a).Tries != 0 {
			t.Error("a response does not end the waiting")
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
			t.Errorf("the session of an open attempt is %s: %v", result.State, err)
		}
		// The request that should redirect the shopper has died.
		unsent := s.create(t)
		s.clock.Advance(45 * time.Second)
		s.sweep(t)
		if now := s.read(t, unsent); now.State != payment.AttemptExpired {
			t.Errorf("an attempt that nobody was sent to is %s", now.State)
		}
		// The shop has ended the attempt: its session is ended, too.
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
			t.Errorf("the session of a failed attempt is %s: %v", result.State, err)
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
			t.Error("it ended while a clock that is behind may still let the shopper pay")
		}
		s.clock.Advance(time.Minute)
		s.sweep(t)
		s.expectOutcomes(t, payment.Expired)
		if result, err := s.bank.Fetch(t.Context(), ref); err != nil || result.State != payment.SessionExpired {
			t.Errorf("at the bank it is %s: %v", result.State, err)
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
			t.Error("it ended before its time")
		}
		s.clock.Advance(33 * time.Minute)
		s.sweep(t)
		s.expectOutcomes(t, payment.Expired)
		if o := s.ledger.outcomes[0]; o.Flag == "" {
			t.Errorf("nobody is told: %+v", o)
		}
	})
}
