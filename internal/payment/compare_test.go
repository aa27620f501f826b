package payment_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"kirana/internal/money"
	"kirana/internal/payment"
)

// watchedBank is a bank that also reports how much of a payment was refunded.
type watchedBank struct {
	payment.Provider

	givenBack money.Paise
	asked     int
}

func (b *watchedBank) Movement(_ context.Context, paymentRef string) (payment.Movement, error) {
	b.asked++
	return payment.Movement{PaymentRef: paymentRef, GivenBack: &b.givenBack}, nil
}

func TestCompareDue_pollsOnceADayAndFlagsAnUnknownRefundOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.paid(t)
		bank := &watchedBank{Provider: s.bank.Provider()}
		s.Service = payment.New(s.db, s.clock, s.ledger, payment.Config{
			Providers: payment.Register(bank), ShopID: shopID, Log: slog.New(slog.DiscardHandler),
		})
		compare := func(want int) {
			t.Helper()
			if n, err := s.CompareDue(t.Context()); err != nil || n != want {
				t.Errorf("%d payments were due, want %d: %v", n, want, err)
			}
		}
		compare(0) // on the first day it is not compared yet
		s.clock.Advance(24 * time.Hour)
		compare(1)
		compare(0)
		s.expectOutcomes(t)
		bank.givenBack = 500
		for range 2 {
			s.clock.Advance(24 * time.Hour)
			compare(1)
		}
		s.expectOutcomes(t, "")
		if o := s.ledger.outcomes[0]; o.Flag == "" || o.Attempt.ID != a.ID || o.Actor.Kind != payment.BySweeper {
			t.Errorf("the orders learn of %+v", o)
		}
		s.clock.Advance(60 * 24 * time.Hour)
		compare(0)
		if bank.asked != 3 {
			t.Errorf("the bank was asked %d times", bank.asked)
		}
	})
}
