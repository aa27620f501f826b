package payment_test

import (
	"errors"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/shoptest/paymenttest"
)

// request requests the refund of a line as an administrator.
func (s *shop) request(t *testing.T, a payment.Attempt, lineID string, sum money.Paise) (r payment.Refund, again bool, err error) {
	t.Helper()
	err = s.db.Tx(t.Context(), func(tx *db.Tx) error {
		r, again, err = s.RequestRefund(t.Context(), tx, payment.RefundOrder{OrderID: a.OrderID, LineID: lineID, Amount: sum, UserID: "asha"})
		return err
	})
	return r, again, err
}

func (s *shop) expectGivenBack(t *testing.T, want money.Paise) {
	t.Helper()
	if _, back := s.bank.Money(); back != want {
		t.Errorf("%v went back, want %v", back, want)
	}
}

func TestRefund_isMadeOnceForRepeatedRequests(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.paid(t)
		first, again, err := s.request(t, a, "row", 5000)
		if err != nil || again {
			t.Fatalf("the first request: again %t, %v, want false", again, err)
		}
		second, again, err := s.request(t, a, "row", 5000)
		if err != nil || !again || second.ID != first.ID {
			t.Errorf("the second request: refund %s, again %t, %v, want %s, true", second.ID, again, err, first.ID)
		}
		if n := s.sweep(t); n != 0 {
			t.Errorf("the sweeper sends what its request is sending: %d, want 0", n)
		}
		for range 2 {
			if err := s.SendRefund(t.Context(), first); err != nil {
				t.Error(err)
			}
		}
		if refunds := s.ledger.refunds; len(refunds) != 1 || refunds[0].LineID != "row" || refunds[0].Flag != "" || refunds[0].Actor.UserID != "asha" {
			t.Errorf("the orders learn of %+v, want one refund of row by asha, without a flag", refunds)
		}
		s.expectGivenBack(t, 5000)
		// The first refund was for its own line only: another line gets another refund.
		if _, again, err := s.request(t, a, "other", 3000); err != nil || again {
			t.Errorf("a request for another row: again %t, %v, want false", again, err)
		}
	})
}

func TestRefund_isRetriedUntilTheProviderResponds(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.paid(t)
		r, _, err := s.request(t, a, "row", 5000)
		if err != nil {
			t.Fatal(err)
		}
		s.bank.Break(paymenttest.LostResponse)
		if err := s.SendRefund(t.Context(), r); !errors.Is(err, payment.ErrUnreachable) {
			t.Errorf("send a refund without a response: %v, want ErrUnreachable", err)
		}
		if sum, err := s.RefundsInProgress(t.Context(), s.db, a.OrderID); err != nil || sum != 5000 || len(s.ledger.refunds) > 0 {
			t.Errorf("refunds in progress: %v, the orders learn of %+v, %v, want ₹50 and nothing", sum, s.ledger.refunds, err)
		}
		s.bank.Heal()
		if n := s.sweep(t); n != 0 {
			t.Error("it is sent again at once")
		}
		s.clock.Advance(5 * time.Second)
		if n := s.sweep(t); n != 1 || len(s.ledger.refunds) != 1 {
			t.Errorf("%d refunds were due, the orders learn of %+v, want one and one", n, s.ledger.refunds)
		}
		s.expectGivenBack(t, 5000) // both tries had the same key
	})
}

func TestRefund_refusedByTheProviderIsFlaggedAndMayBeRequestedAgain(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.paid(t)
		r, _, err := s.request(t, a, "row", 5000)
		if err != nil {
			t.Fatal(err)
		}
		s.bank.Break(paymenttest.Declined)
		if err := s.SendRefund(t.Context(), r); !fault.Is(err, fault.Upstream) {
			t.Errorf("send a refund that is declined: %v, want an upstream refusal", err)
		}
		s.bank.Heal()
		if refunds := s.ledger.refunds; len(refunds) != 1 || refunds[0].Flag == "" {
			t.Errorf("the orders learn of %+v, want one refund with a flag", refunds)
		}
		s.clock.Advance(time.Hour)
		if n := s.sweep(t); n != 0 {
			t.Error("a refused refund is sent again")
		}
		if next, again, err := s.request(t, a, "row", 5000); err != nil || again || next.ID == r.ID {
			t.Errorf("request the refund again: %s, again %t, %v, want another, false", next.ID, again, err)
		}
	})
}

func TestRefund_needsAPaymentAndCoversAllOfAMismatch(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		open, ref := s.start(t)
		if _, _, err := s.request(t, open, "row", 5000); !errors.Is(err, payment.ErrNoRefundDue) {
			t.Errorf("refund what is not paid: %v, want ErrNoRefundDue", err)
		}
		// A mismatched payment is refunded as a whole.
		s.bank.Change(ref, amount+700, payment.Currency)
		if err := s.bank.Pay(ref); err != nil {
			t.Fatal(err)
		}
		s.sync(t, open)
		r, _, err := s.request(t, open, "row", 5000)
		if err != nil || r.Amount != amount+700 || r.LineID != "" {
			t.Errorf("the refund of a mismatch is %+v, %v, want all that was taken, of no line", r, err)
		}
		if _, again, err := s.request(t, open, "other", 5000); err != nil || !again {
			t.Errorf("refund another row of a mismatch: again %t, %v, want true", again, err)
		}
	})
}

func TestRefund_ofADuplicatePaymentIsRequestedByTheShop(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		s.ledger.duplicate = true
		a := s.paid(t)
		s.sweep(t)
		s.expectGivenBack(t, amount)
		if _, again, err := s.request(t, a, "row", 5000); err != nil || !again {
			t.Errorf("refund a row of what is given back: again %t, %v, want true", again, err)
		}
		if refunds := s.ledger.refunds; len(refunds) != 1 || refunds[0].Actor.Kind != payment.BySweeper {
			t.Errorf("the orders learn of %+v, want one refund by the sweeper", refunds)
		}
	})
}

func TestCheckRevive_refusesAnOrderWhoseRefundIsInProgress(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.paid(t)
		if err := s.CheckRevive(t.Context(), s.db, a.OrderID, "row"); err != nil {
			t.Error(err)
		}
		if _, _, err := s.request(t, a, "row", 5000); err != nil {
			t.Fatal(err)
		}
		for lineID, want := range map[string]error{"row": payment.ErrRefundRequested, "other": nil} {
			if err := s.CheckRevive(t.Context(), s.db, a.OrderID, lineID); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", lineID, err, want)
			}
		}
		s.exec(t, `UPDATE payment_attempts SET state = 'MISMATCH' WHERE id = $1`, a.ID)
		if err := s.CheckRevive(t.Context(), s.db, a.OrderID, "other"); !errors.Is(err, payment.ErrMismatch) {
			t.Errorf("revive an order with a mismatch: %v, want ErrMismatch", err)
		}
	})
}
