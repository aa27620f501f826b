package payment_test

import (
	"errors"
	"testing"
	"time"

	"kirana/internal/fault"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

func TestSync_pollsTheProviderEveryTwoSecondsAndReturnsTheURLWhilePayable(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a, ref := s.start(t)
		if status := s.sync(t, a); status.URL != a.URL || status.Processing {
			t.Errorf("the open payment is %+v, want the URL %s, not processing", status, a.URL)
		}
		if err := s.bank.StartDelayedPayment(ref); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(2*time.Second - time.Millisecond)
		if status := s.sync(t, a); status.Processing {
			t.Error("the bank is asked again at once")
		}
		s.clock.Advance(time.Millisecond)
		if status := s.sync(t, a); !status.Processing || status.URL != "" {
			t.Errorf("the payment while the money is on its way is %+v, want processing without a URL", status)
		}
		other, _ := s.start(t)
		s.bank.Break(paymenttest.ServerError)
		if status := s.sync(t, other); status.URL != other.URL {
			t.Errorf("the payment while the bank is unreachable is %+v, want the URL %s", status, other.URL)
		}
		s.clock.Advance(30 * time.Minute)
		if status := s.sync(t, other); status.URL != "" {
			t.Errorf("the expired payment has the URL %s, want none", status.URL)
		}
	})
}

func TestCancel_endsTheShoppersOwnPaymentUnlessItIsProcessing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *shop) {
		a, ref := s.start(t)
		stranger := shoptest.AddShopper(t, s.db)
		for name, call := range map[string]func() error{
			"Sync":   func() error { _, err := s.Sync(t.Context(), stranger, a.OrderID); return err },
			"Cancel": func() error { _, err := s.Cancel(t.Context(), stranger, a.OrderID); return err },
		} {
			if err := call(); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s of a stranger's payment: %v, want not found", name, err)
			}
		}
		cancel := func(a payment.Attempt) error {
			_, err := s.Cancel(t.Context(), s.shopper, a.OrderID)
			return err
		}
		s.bank.Break(paymenttest.ServerError)
		if err := cancel(a); !errors.Is(err, payment.ErrUnreachable) || s.read(t, a).State != payment.AttemptOpen {
			t.Errorf("cancel while the bank is unreachable: %v, want ErrUnreachable and the attempt OPEN", err)
		}
		s.bank.Heal()
		for range 2 {
			if err := cancel(a); err != nil {
				t.Error(err)
			}
		}
		s.expectOutcomes(t, payment.Expired)
		if result, err := s.bank.Fetch(t.Context(), ref); err != nil || result.State != payment.SessionExpired {
			t.Errorf("the session is %s: %v, want %s", result.State, err, payment.SessionExpired)
		}

		// A payment made before it could be ended is paid.
		paid, ref := s.start(t)
		if err := s.bank.Pay(ref); err != nil {
			t.Fatal(err)
		}
		if err := cancel(paid); err != nil {
			t.Error(err)
		}
		s.expectOutcomes(t, payment.Expired, payment.Paid)

		// A payment that the bank is processing is not ended.
		processing, ref := s.start(t)
		if err := s.bank.StartDelayedPayment(ref); err != nil {
			t.Fatal(err)
		}
		s.sync(t, processing)
		if err := cancel(processing); err != nil {
			t.Error(err)
		}
		if err := s.bank.CompleteDelayedPayment(ref); err != nil {
			t.Errorf("complete the payment at the bank: %v, want its session open still", err)
		}
		// While the session is being created, there is nothing to end.
		if err := cancel(s.create(t)); !errors.Is(err, payment.ErrStarting) {
			t.Errorf("cancel while the session is created: %v, want ErrStarting", err)
		}
	})
}
