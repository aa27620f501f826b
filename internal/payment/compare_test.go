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
	broken    string // the payment whose movements are not available
}

func (b *watchedBank) Movement(_ context.Context, paymentRef string) (payment.Movement, error) {
	b.asked++
	if paymentRef == b.broken {
		return payment.Movement{}, payment.ErrUnavailable
	}
	return payment.Movement{PaymentRef: paymentRef, GivenBack: &b.givenBack}, nil
}

// watch gives the shop a bank that reports refunds.
func (s *shop) watch() *watchedBank {
	bank := &watchedBank{Provider: s.bank.Provider()}
	s.Service = payment.New(s.db, s.clock, s.ledger, payment.Config{
		Providers: payment.Register(bank), ShopID: shopID, Log: slog.New(slog.DiscardHandler),
	})
	return bank
}

// compare fails the test unless CompareDue compares want payments.
func (s *shop) compare(t *testing.T, want int) {
	t.Helper()
	if n, err := s.CompareDue(t.Context()); err != nil || n != want {
		t.Errorf("%d payments were compared, want %d: %v", n, want, err)
	}
}

func TestCompareDue_pollsOnceADayAndFlagsAnUnknownRefundOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a := s.paid(t)
		bank := s.watch()
		s.compare(t, 0) // on the first day it is not compared yet
		s.clock.Advance(24 * time.Hour)
		s.compare(t, 1)
		s.compare(t, 0)
		s.expectOutcomes(t)
		bank.givenBack = 500
		for range 2 {
			s.clock.Advance(24 * time.Hour)
			s.compare(t, 1)
		}
		s.expectOutcomes(t, "")
		if o := s.ledger.outcomes[0]; o.Flag == "" || o.Attempt.ID != a.ID || o.Actor.Kind != payment.BySweeper {
			t.Errorf("the outcome is %+v, want it flagged, of attempt %s by the sweeper", o, a.ID)
		}
		s.clock.Advance(60 * 24 * time.Hour)
		s.compare(t, 0)
		if bank.asked != 3 {
			t.Errorf("the bank was asked %d times, want 3", bank.asked)
		}
	})
}

func TestCompareDue_triesAFailedComparisonAgainWithinTheDay(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		first := s.paid(t)
		s.clock.Advance(time.Minute)
		s.paid(t)
		bank := s.watch()
		bank.broken = first.PaymentRef
		s.clock.Advance(24 * time.Hour)
		s.compare(t, 0) // the call fails; the next batch goes on with the other payment
		s.compare(t, 1)
		s.compare(t, 0)
		s.clock.Advance(59 * time.Minute)
		s.compare(t, 0)
		if bank.asked != 2 {
			t.Errorf("the bank was asked %d times within the hour, want once about each payment", bank.asked)
		}
		bank.broken, bank.givenBack = "", 500
		s.clock.Advance(time.Minute)
		s.compare(t, 1)
		s.expectOutcomes(t, "")
		s.clock.Advance(22 * time.Hour)
		s.compare(t, 0) // both were compared within a day
	})
}
