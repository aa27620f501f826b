package stripe_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/payment"
	"kirana/internal/payment/stripe"
	"kirana/internal/payment/stripe/stripetest"
)

// everyCall maps each call of the API to a method of the provider that makes it. The strings are the
// IDs of an open session and of a disputed payment.
var everyCall = map[stripetest.Call]func(context.Context, *stripe.Provider, string, string) error{
	stripetest.Create: func(ctx context.Context, p *stripe.Provider, _, _ string) error {
		session, err := p.Start(ctx, attempt("another"))
		if err == nil && strings.HasPrefix(session.URL, "javascript:") {
			return nil // callers check the address
		}
		return err
	},
	stripetest.Retrieve: func(ctx context.Context, p *stripe.Provider, ref, _ string) error {
		_, err := p.Fetch(ctx, ref)
		return err
	},
	stripetest.Expire: func(ctx context.Context, p *stripe.Provider, ref, _ string) error {
		_, err := p.Expire(ctx, ref)
		return err
	},
	stripetest.ListRefunds: func(ctx context.Context, p *stripe.Provider, _, paid string) error {
		return p.Refund(ctx, payment.RefundRequest{PaymentRef: paid, Amount: 100, Key: "r1"})
	},
	stripetest.RetrieveIntent: movement,
	stripetest.ListDisputes:   movement,
	stripetest.Refund: func(ctx context.Context, p *stripe.Provider, _, paid string) error {
		return p.Refund(ctx, payment.RefundRequest{PaymentRef: paid, Amount: 100, Key: "r1"})
	},
}

func movement(ctx context.Context, p *stripe.Provider, _, paid string) error {
	_, err := p.Movement(ctx, paid)
	return err
}

// secrets must not be in any error, log or printed value.
var secrets = []string{
	stripetest.SecretKey, stripetest.WebhookSecret, stripetest.Words, strings.ReplaceAll(stripetest.Words, " ", "_"),
}

func leak(text string) (string, bool) {
	i := slices.IndexFunc(secrets, func(s string) bool { return strings.Contains(text, s) })
	if i < 0 {
		return "", false
	}
	return secrets[i], true
}

func TestCalls_everyFaultBecomesAPaymentErrorWithoutSecrets(t *testing.T) {
	t.Parallel()
	log.Print(logMarker)
	var calls sync.WaitGroup
	for call, ask := range everyCall {
		for _, f := range stripetest.Faults() {
			_, fake, _ := account(t)
			config := fake.Config()
			if f == stripetest.Silence || f == stripetest.LateResponse {
				config.Timeout = time.Second
			}
			p := provider(t, config)
			open, closed := start(t, p, "open").Ref, start(t, p, "paid").Ref
			must(fake.Pay(closed))
			must(fake.Dispute(closed, "created", "needs_response"))
			paid := fetch(t, p, closed).PaymentRef
			// Fail more often than the library retries.
			fake.Fail(call, slices.Repeat([]stripetest.Fault{f}, 8)...)

			calls.Go(func() {
				err := ask(t.Context(), p, open, paid)
				if want := wanted(call, f); !errors.Is(err, want) || errors.Is(err, payment.ErrUnknownSession) {
					t.Errorf("%s meets fault %d: %v, want %v", call, f, err, want)
				}
				for ; err != nil; err = errors.Unwrap(err) {
					if what, found := leak(fmt.Sprintf("%v %+v %#v", err, err, err)); found {
						t.Errorf("%s at fault %d: %v reveals %q", call, f, err, what)
					}
				}
			})
		}
	}
	calls.Wait()
}

// wanted returns the error that a call must return with a fault. A refused Retrieve or Expire says
// nothing about the session, so it is ErrUnavailable.
func wanted(call stripetest.Call, f stripetest.Fault) error {
	switch {
	case f == stripetest.ScriptURL:
		return nil
	case f == stripetest.OtherObject && call == stripetest.ListRefunds:
		return nil // an empty list of refunds; the idempotency key of the next call prevents a second refund
	case f == stripetest.Declined && call != stripetest.Retrieve && call != stripetest.Expire:
		return payment.ErrRefused
	}
	return payment.ErrUnavailable
}

func TestProvider_printsNoSecret(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	config := fake.Config()
	for _, text := range []string{
		fmt.Sprintf("%v %+v %#v %s", p, p, p, p), fmt.Sprintf("%v %+v %#v %s", config, config, config, config),
		fmt.Sprintf("%+v %+v", []any{p, config}, struct{ C stripe.Config }{config}),
	} {
		if what, found := leak(text); found {
			t.Errorf("%q reveals %q", text, what)
		}
	}
}

// logMarker is logged by TestCalls_everyFaultBecomesAPaymentErrorWithoutSecrets. It shows that the
// test's log was captured.
const logMarker = "calls are going wrong"

// The library writes to the process's output, so the test of the faults runs again in a process whose
// output is captured.
func TestLog_containsNoKeyOrTextOfTheProvider(t *testing.T) {
	t.Parallel()
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCalls_everyFault", "-test.v")
	out, err := again.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte(logMarker)) {
		t.Fatalf("run the calls again: %v, want their log: %s", err, out)
	}
	if what, found := leak(string(out)); found {
		t.Errorf("the output reveals %q: %s", what, out)
	}
}
