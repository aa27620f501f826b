package payment_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// scripted is a provider that returns the results set by a test.
type scripted struct {
	session payment.Session
	result  payment.Result
	hint    payment.Hint
	err     error
	silent  bool
}

const canary = "canary-words-of-the-provider"

func (*scripted) Name() string { return "scripted" }

func (s *scripted) wait(ctx context.Context) error {
	if s.silent {
		<-ctx.Done()
		return ctx.Err()
	}
	return s.err
}

func (s *scripted) Start(ctx context.Context, _ payment.SessionRequest) (payment.Session, error) {
	return s.session, s.wait(ctx)
}

func (s *scripted) Fetch(ctx context.Context, _ string) (payment.Result, error) {
	return s.result, s.wait(ctx)
}

func (s *scripted) Expire(ctx context.Context, _ string) (payment.Result, error) {
	return s.result, s.wait(ctx)
}

func (s *scripted) Refund(ctx context.Context, _ payment.RefundRequest) error { return s.wait(ctx) }

func (s *scripted) ParseWebhook(http.Header, []byte, time.Time) (payment.Hint, error) {
	return s.hint, s.err
}

// calls makes every call with a context and returns the errors by the call's name.
func calls(t *testing.T, s *scripted) map[string]error {
	t.Helper()
	p, err := payment.RegisterWithTimeout(20*time.Millisecond, s).ByName("scripted")
	if err != nil {
		t.Fatal(err)
	}
	errs := map[string]error{}
	_, errs["start"] = p.Start(t.Context(), payment.SessionRequest{})
	_, errs["fetch"] = p.Fetch(t.Context(), "ref")
	_, errs["expire"] = p.Expire(t.Context(), "ref")
	errs["refund"] = p.Refund(t.Context(), payment.RefundRequest{})
	return errs
}

func TestRegistered_aSilentProviderIsUnavailable(t *testing.T) {
	t.Parallel()
	for name, err := range calls(t, &scripted{silent: true}) {
		if !errors.Is(err, payment.ErrUnavailable) {
			t.Errorf("%s of a provider that returns nothing: %v, want ErrUnavailable", name, err)
		}
	}
}

func TestRegistered_errorsContainNoTextOfTheProvider(t *testing.T) {
	t.Parallel()
	for _, failure := range []error{errors.New(canary), context.Canceled, fault.New(fault.Conflict, "x", canary)} {
		for name, err := range calls(t, &scripted{err: failure}) {
			if !errors.Is(err, payment.ErrUnavailable) || strings.Contains(err.Error(), canary) {
				t.Errorf("%s that fails with %v: %v, want ErrUnavailable without the provider's text", name, failure, err)
			}
		}
	}
	for _, kind := range []error{payment.ErrRefused, payment.ErrUnknownSession, payment.ErrUnavailable} {
		for name, err := range calls(t, &scripted{err: kind}) {
			if !errors.Is(err, kind) {
				t.Errorf("%s that fails with %v: %v, want the same kind", name, kind, err)
			}
		}
	}
}

func TestRegistered_refusesInvalidResults(t *testing.T) {
	t.Parallel()
	whole := payment.Result{Ref: "ref", State: payment.SessionPaid, PaymentRef: "p", Amount: 100}
	for name, spoil := range map[string]func(*payment.Result){
		"no result":                       func(r *payment.Result) { *r = payment.Result{} },
		"another session":                 func(r *payment.Result) { r.Ref = "other" },
		"an unknown state":                func(r *payment.Result) { r.State = "great" },
		"a negative amount":               func(r *payment.Result) { r.Amount = -1 },
		"paid without a payment ID":       func(r *payment.Result) { r.PaymentRef = "" },
		"paid with too long a payment ID": func(r *payment.Result) { r.PaymentRef = strings.Repeat("x", 256) },
	} {
		result := whole
		spoil(&result)
		for _, call := range []string{"fetch", "expire"} {
			if err := calls(t, &scripted{result: result})[call]; !errors.Is(err, payment.ErrUnavailable) {
				t.Errorf("%s that returns %s: %v, want ErrUnavailable", call, name, err)
			}
		}
		p, _ := payment.Register(&scripted{hint: payment.Hint{EventID: "e", Ref: "ref", Result: &result}}).ByName("scripted")
		if _, err := p.ParseWebhook(nil, nil, time.Time{}); !fault.Is(err, fault.Invalid) {
			t.Errorf("an event with %s: %v, want it invalid", name, err)
		}
	}
	for _, ref := range []string{"", " ", "a b", "a\n", "ü", strings.Repeat("x", 256)} {
		if err := calls(t, &scripted{session: payment.Session{Ref: ref, URL: "https://x"}})["start"]; !errors.Is(err, payment.ErrUnavailable) {
			t.Errorf("a session with the reference %q: %v, want ErrUnavailable", ref, err)
		}
	}
}

func TestRegistered_everyWebhookErrorIsInvalid(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*scripted{
		"an error":         {err: errors.New(canary)},
		"no event id":      {hint: payment.Hint{Ref: "ref"}},
		"no session":       {hint: payment.Hint{EventID: "e"}},
		"a conflict":       {err: fault.New(fault.Conflict, "x", canary)},
		"an invalid event": {err: fault.New(fault.Invalid, "old", "The event is too old.")},
	} {
		p, _ := payment.Register(s).ByName("scripted")
		if _, err := p.ParseWebhook(nil, nil, time.Time{}); !fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), canary) {
			t.Errorf("%s: %v, want it invalid, without the provider's text", name, err)
		}
	}
	p, _ := payment.Register(&scripted{hint: payment.Hint{Ignore: true}}).ByName("scripted")
	if hint, err := p.ParseWebhook(nil, nil, time.Time{}); err != nil || !hint.Ignore {
		t.Errorf("an event to ignore: %v, %v, want it ignored", hint, err)
	}
}

func TestProviders_theFirstTakesNewPayments(t *testing.T) {
	t.Parallel()
	if _, offered := payment.Register().ForNew(); offered {
		t.Error("nobody takes payments")
	}
	first := &scripted{result: payment.Result{Ref: "ref", State: payment.SessionOpen, Amount: money.Rupees(1)}}
	p, offered := payment.Register(first).ForNew()
	if !offered {
		t.Fatal("nobody takes payments")
	}
	if result, err := p.Fetch(t.Context(), "ref"); err != nil || result.Amount != money.Rupees(1) {
		t.Errorf("fetch from the registered provider: %v, %v, want ₹1", result, err)
	}
	if _, err := payment.Register(first).ByName("nobody"); !fault.Is(err, fault.NotFound) {
		t.Errorf("a provider named nobody: %v, want not found", err)
	}
}

func TestSafeURL_allowsHTTPSAndTheShopsOwnOrigins(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://checkout.stripe.com/c/pay/cs_test#fid=%20": true,
		"https://shop.example/testpay/x":                    true,
		"http://shop.example:8080/testpay/x":                true,
		"http://shop.example/testpay/x":                     false, // another port is another origin
		"http://evil.example/":                              false,
		"javascript:alert(1)":                               false,
		"JavaScript://https://x/%0aalert(1)":                false,
		"data:text/html,x":                                  false,
		"//evil.example/":                                   false,
		"/testpay/x":                                        false,
		"https:///x":                                        false,
		"https:evil.example":                                false,
		"https://user:password@evil.example/":               false,
		"https://a b/":                                      false,
		"":                                                  false,
		"https://x/" + strings.Repeat("y", 5000):            false,
	} {
		if got := payment.SafeURL(address, "http://shop.example:8080"); got != want {
			t.Errorf("%.60s is safe: %v, want %v", address, got, want)
		}
	}
	if !payment.SafeURL("http://api.example:8081/testpay/x", "http://shop.example:8080", "http://api.example:8081") {
		t.Error("the page of the server's own address is refused")
	}
	if payment.SafeURL("http:///x", "http://shop.example", "") || payment.SafeURL("http://evil.example/x", "http://shop.example", "") {
		t.Error("an address that is not set allows others")
	}
	if payment.SafeURL("http://shop.example/x", "https://shop.example") {
		t.Error("a shop on https sends nobody to http")
	}
}
