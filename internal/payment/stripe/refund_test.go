package stripe_test

import (
	"errors"
	"slices"
	"testing"

	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/payment/stripe"
	"kirana/internal/payment/stripe/stripetest"
)

// paid returns a provider with a payment of attempt("a1").
func paid(t *testing.T) (*stripe.Provider, *stripetest.Stripe, string) {
	t.Helper()
	p, fake, _ := account(t)
	ref := start(t, p, "a1").Ref
	must(fake.Pay(ref))
	return p, fake, fetch(t, p, ref).PaymentRef
}

func returned(fake *stripetest.Stripe) money.Paise {
	_, back := fake.Money()
	return back
}

func TestRefund_sameKeyGivesBackOnce(t *testing.T) {
	t.Parallel()
	p, fake, ref := paid(t)
	whole := attempt("a1").Amount

	for range 3 {
		if err := p.Refund(t.Context(), payment.RefundRequest{PaymentRef: ref, Amount: 4950, Key: "r1"}); err != nil {
			t.Fatal(err)
		}
	}
	// Stripe forgets idempotency keys after a day; the shop may be down that long.
	fake.ExpireIdempotencyKeys()
	if err := p.Refund(t.Context(), payment.RefundRequest{PaymentRef: ref, Amount: 4950, Key: "r1"}); err != nil {
		t.Fatal(err)
	}
	if got := returned(fake); got != 4950 {
		t.Fatalf("%s given back under one key, want %s", got, money.Paise(4950))
	}
	// Another key makes another refund.
	if err := p.Refund(t.Context(), payment.RefundRequest{PaymentRef: ref, Amount: whole - 4950, Key: "r2"}); err != nil {
		t.Fatal(err)
	}
	if got := returned(fake); got != whole {
		t.Errorf("%s given back, want %s", got, whole)
	}
}

func TestRefund_sameKeyIsFoundBehindManyNewerRefunds(t *testing.T) {
	t.Parallel()
	p, fake, ref := paid(t)
	refund := payment.RefundRequest{PaymentRef: ref, Amount: 4950, Key: "r1"}
	if err := p.Refund(t.Context(), refund); err != nil {
		t.Fatal(err)
	}
	for range 250 {
		must(fake.GiveBack(fake.Sessions()[0], 1))
	}
	fake.ExpireIdempotencyKeys()
	if err := p.Refund(t.Context(), refund); err != nil {
		t.Fatal(err)
	}
	if got := returned(fake); got != 4950+250 {
		t.Errorf("%s given back, want %s once and 250 times 1 paisa", got, refund.Amount)
	}
	// A failure while reading on makes no refund.
	fake.ExpireIdempotencyKeys()
	fake.Fail(stripetest.ListRefunds, 0, stripetest.ServerError, stripetest.ServerError)
	if err := p.Refund(t.Context(), refund); !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("the second page fails: %v, want ErrUnavailable", err)
	}
	if got := returned(fake); got != 4950+250 {
		t.Errorf("%s given back after a failure, want 5200", got)
	}
}

func TestRefund_lostResponsesRefundOnce(t *testing.T) {
	t.Parallel()
	p, fake, ref := paid(t)
	fake.Fail(stripetest.Refund, slices.Repeat([]stripetest.Fault{stripetest.LostResponse}, 8)...)
	refund := payment.RefundRequest{PaymentRef: ref, Amount: attempt("a1").Amount, Key: "r1"}

	if err := p.Refund(t.Context(), refund); !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("without an answer: %v, want ErrUnavailable", err)
	}
	fake.Heal()
	if err := p.Refund(t.Context(), refund); err != nil {
		t.Errorf("refund again: %v", err)
	}
	if got := returned(fake); got != refund.Amount {
		t.Errorf("%s given back, want %s once", got, refund.Amount)
	}
}

func TestRefund_madeElsewhereCountsAsDone(t *testing.T) {
	t.Parallel()
	p, fake, ref := paid(t)
	refund := payment.RefundRequest{PaymentRef: ref, Amount: attempt("a1").Amount, Key: "by somebody else"}
	if err := p.Refund(t.Context(), refund); err != nil {
		t.Fatal(err)
	}

	refund.Key = "ours"
	if err := p.Refund(t.Context(), refund); err != nil {
		t.Errorf("refund what is refunded already: %v, want nil", err)
	}
	if got := returned(fake); got != refund.Amount {
		t.Errorf("%s given back, want %s once", got, refund.Amount)
	}
}

func TestRefund_refusesWrongAmountsAndPayments(t *testing.T) {
	t.Parallel()
	p, fake, ref := paid(t)
	for name, refund := range map[string]payment.RefundRequest{
		"more than was paid": {PaymentRef: ref, Amount: attempt("a1").Amount + 1, Key: "r1"},
		"unknown payment":    {PaymentRef: "pi_test_0000", Amount: 100, Key: "r2"},
		"no payment":         {Amount: 100, Key: "r3"},
		"no key":             {PaymentRef: ref, Amount: 100},
		"no amount":          {PaymentRef: ref, Key: "r4"},
		"a negative amount":  {PaymentRef: ref, Amount: -100, Key: "r5"},
	} {
		if err := p.Refund(t.Context(), refund); !errors.Is(err, payment.ErrRefused) {
			t.Errorf("%s: %v, want ErrRefused", name, err)
		}
	}
	if got := returned(fake); got != 0 {
		t.Errorf("%s given back, want nothing", got)
	}
}

func TestRefund_failedAtTheBankIsRefused(t *testing.T) {
	t.Parallel()
	p, fake, ref := paid(t)
	refund := payment.RefundRequest{PaymentRef: ref, Amount: 4950, Key: "r1"}
	if err := p.Refund(t.Context(), refund); err != nil {
		t.Fatal(err)
	}

	fake.FailRefunds()

	if err := p.Refund(t.Context(), refund); !errors.Is(err, payment.ErrRefused) {
		t.Errorf("a refund that Stripe fails: %v, want ErrRefused", err)
	}
}
