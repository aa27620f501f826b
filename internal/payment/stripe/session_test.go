package stripe_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/payment/stripe"
	"kirana/internal/payment/stripe/stripetest"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 654_321_000, time.UTC)

// account returns a provider, the fake account that it calls, and the clock of the fake, at noon.
func account(t *testing.T) (*stripe.Provider, *stripetest.Stripe, *clock.Manual) {
	t.Helper()
	now := clock.NewManual(noon)
	fake := stripetest.New(t, now)
	return provider(t, fake.Config()), fake, now
}

func provider(t *testing.T, c stripe.Config) *stripe.Provider {
	t.Helper()
	p, err := stripe.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func attempt(id string) payment.SessionRequest {
	return payment.SessionRequest{
		ID: id, OrderID: "checkout-of-" + id, ShopID: "shop-1", Email: "asha@kirana.test",
		Amount: 2*4950 + 123_45, Currency: "INR",
		Lines: []payment.Line{
			{Name: "Atta & Maida “5 kg”", Quantity: 2, UnitAmount: 4950},
			{Name: "दूध 500 ml", Quantity: 1, UnitAmount: 123_45},
		},
		ExpiresAt:  noon.Add(30 * time.Minute),
		SuccessURL: "https://kirana.test/success?attempt=" + id, CancelURL: "https://kirana.test/cancel?attempt=" + id,
	}
}

func start(t *testing.T, p *stripe.Provider, id string) payment.Session {
	t.Helper()
	session, err := p.Start(t.Context(), attempt(id))
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func fetch(t *testing.T, p *stripe.Provider, ref string) payment.Result {
	t.Helper()
	result, err := p.Fetch(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// must panics if an action at the fake Stripe fails.
func must(e stripetest.Event, err error) stripetest.Event {
	if err != nil {
		panic(err)
	}
	return e
}

func TestStart_sendsTheTermsOfTheAttempt(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)

	session := start(t, p, "a1")

	if !strings.HasPrefix(session.URL, "https://") || session.Ref != fake.Sessions()[0] {
		t.Errorf("session %+v, want Stripe's page of %v", session, fake.Sessions())
	}
	request := fake.Requests()[0]
	want := map[string]string{
		"mode": "payment", "client_reference_id": "a1", "customer_email": "asha@kirana.test",
		"success_url": "https://kirana.test/success?attempt=a1", "cancel_url": "https://kirana.test/cancel?attempt=a1",
		"expires_at":                                     strconv.FormatInt(noon.Add(31*time.Minute).Unix(), 10),
		"metadata[kirana_shop]":                          "shop-1",
		"metadata[kirana_attempt]":                       "a1",
		"metadata[kirana_checkout]":                      "checkout-of-a1",
		"payment_intent_data[metadata][kirana_shop]":     "shop-1",
		"payment_intent_data[metadata][kirana_attempt]":  "a1",
		"payment_intent_data[metadata][kirana_checkout]": "checkout-of-a1",
		"adaptive_pricing[enabled]":                      "false",
		"line_items[0][quantity]":                        "2",
		"line_items[0][price_data][currency]":            "inr",
		"line_items[0][price_data][unit_amount]":         "4950",
		"line_items[0][price_data][product_data][name]":  "Atta & Maida “5 kg”",
		"line_items[1][quantity]":                        "1",
		"line_items[1][price_data][currency]":            "inr",
		"line_items[1][price_data][unit_amount]":         "12345",
		"line_items[1][price_data][product_data][name]":  "दूध 500 ml",
	}
	for name, value := range want {
		if got := request.Form.Get(name); got != value {
			t.Errorf("%s = %q, want %q", name, got, value)
		}
	}
	if len(request.Form) != len(want) {
		t.Errorf("%d parameters, want %d: %v", len(request.Form), len(want), request.Form)
	}
	if request.IdempotencyKey != "attempt-a1" {
		t.Errorf("idempotency key %q, want the attempt's", request.IdempotencyKey)
	}
	if strings.Contains(request.UserAgents, "request_duration") || strings.Contains(request.UserAgents, `"platform"`) {
		t.Errorf("the user agent has more about this machine than Stripe needs: %s", request.UserAgents)
	}
	result := fetch(t, p, session.Ref)
	expected := payment.Result{
		Ref: session.Ref, AttemptID: "a1", ShopID: "shop-1", State: payment.SessionOpen, Amount: attempt("a1").Amount, Currency: "INR",
	}
	if result != expected {
		t.Errorf("Fetch = %+v, want %+v", result, expected)
	}
}

func TestStart_returnsTheExistingSessionOfAnAttempt(t *testing.T) {
	t.Parallel()
	p, fake, now := account(t)
	first := start(t, p, "a1")

	now.Advance(20 * time.Minute)
	second := start(t, p, "a1")

	if second != first || len(fake.Sessions()) != 1 {
		t.Errorf("the second session is %+v, the first %+v, of the sessions %v: want one", second, first, fake.Sessions())
	}
	// The same attempt with other parameters is a bug in the shop, not a second session.
	changed := attempt("a1")
	changed.SuccessURL = "https://elsewhere.test/success"
	if _, err := p.Start(t.Context(), changed); !errors.Is(err, payment.ErrRefused) || len(fake.Sessions()) != 1 {
		t.Errorf("other content: %v, sessions %v; want ErrRefused and one", err, fake.Sessions())
	}
}

func TestStart_lostResponseIsRetriedAndOpensOneSession(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	fake.Fail(stripetest.Create, stripetest.LostResponse)

	session := start(t, p, "a1")

	if got := len(fake.Requests()); got != 2 {
		t.Errorf("%d calls, want one and its repetition", got)
	}
	if refs := fake.Sessions(); len(refs) != 1 || refs[0] != session.Ref {
		t.Errorf("sessions %v, want the one of %+v", refs, session)
	}
}

func TestStart_refusesRequestsThatStripeWouldChargeWrongly(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	for name, spoil := range map[string]func(*payment.SessionRequest){
		"lines below the amount":  func(a *payment.SessionRequest) { a.Amount++ },
		"lines above the amount":  func(a *payment.SessionRequest) { a.Amount-- },
		"no lines":                func(a *payment.SessionRequest) { a.Lines = nil },
		"nothing to pay":          func(a *payment.SessionRequest) { a.Lines, a.Amount = nil, 0 },
		"a line below zero":       func(a *payment.SessionRequest) { a.Lines[0].UnitAmount = -1 },
		"a line without quantity": func(a *payment.SessionRequest) { a.Lines[0].Quantity = 0 },
		"dollars":                 func(a *payment.SessionRequest) { a.Currency = "USD" },
		"yen":                     func(a *payment.SessionRequest) { a.Currency = "JPY" },
	} {
		a := attempt("a1")
		spoil(&a)
		if _, err := p.Start(t.Context(), a); !errors.Is(err, payment.ErrRefused) {
			t.Errorf("%s: %v, want ErrRefused", name, err)
		}
	}
	if request := fake.Requests(); len(request) != 0 {
		t.Errorf("requests to Stripe: %+v, want none", request)
	}
}

func TestStart_refusedByStripeOpensNoSession(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	for name, spoil := range map[string]func(*payment.SessionRequest){
		"below ₹0.50":                func(a *payment.SessionRequest) { setAmount(a, 49) },
		"above ₹9,99,999":            func(a *payment.SessionRequest) { setAmount(a, 1_000_000_00) },
		"expires too early":          func(a *payment.SessionRequest) { a.ExpiresAt = noon.Add(28 * time.Minute) },
		"expires too late":           func(a *payment.SessionRequest) { a.ExpiresAt = noon.Add(25 * time.Hour) },
		"an invalid email address":   func(a *payment.SessionRequest) { a.Email = "asha" },
		"no host in the success URL": func(a *payment.SessionRequest) { a.SuccessURL = "/success" },
	} {
		a := attempt(name)
		spoil(&a)
		if _, err := p.Start(t.Context(), a); !errors.Is(err, payment.ErrRefused) {
			t.Errorf("%s: %v, want ErrRefused", name, err)
		}
	}
	if refs := fake.Sessions(); len(refs) != 0 {
		t.Errorf("sessions %v, want none", refs)
	}
}

func setAmount(a *payment.SessionRequest, amount money.Paise) {
	a.Lines, a.Amount = []payment.Line{{Name: "Salt", Quantity: 1, UnitAmount: amount}}, amount
}

func TestFetch_returnsTheSessionsResult(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do   func(*stripetest.Stripe, *clock.Manual, string)
		want payment.SessionState
	}{
		"open":       {func(*stripetest.Stripe, *clock.Manual, string) {}, payment.SessionOpen},
		"paid":       {func(s *stripetest.Stripe, _ *clock.Manual, ref string) { must(s.Pay(ref)) }, payment.SessionPaid},
		"processing": {func(s *stripetest.Stripe, _ *clock.Manual, ref string) { must(s.StartDelayedPayment(ref)) }, payment.SessionProcessing},
		"delayed money arrived": {func(s *stripetest.Stripe, _ *clock.Manual, ref string) {
			must(s.StartDelayedPayment(ref))
			must(s.CompleteDelayedPayment(ref))
		}, payment.SessionPaid},
		// Stripe still reports the session as complete and unpaid: only the payment's status shows
		// the refusal.
		"delayed money refused": {func(s *stripetest.Stripe, _ *clock.Manual, ref string) {
			must(s.StartDelayedPayment(ref))
			must(s.FailDelayedPayment(ref))
		}, payment.SessionFailed},
		"expired": {func(_ *stripetest.Stripe, now *clock.Manual, _ string) { now.Advance(time.Hour) }, payment.SessionExpired},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, fake, now := account(t)
			ref := start(t, p, "a1").Ref

			c.do(fake, now, ref)

			got := fetch(t, p, ref)
			if got.State != c.want || got.Amount != attempt("a1").Amount || got.Currency != "INR" || got.AttemptID != "a1" {
				t.Errorf("Fetch = %+v, want %s", got, c.want)
			}
			if c.want == payment.SessionPaid && got.PaymentRef == "" {
				t.Error("Fetch returns no PaymentRef of a paid session")
			}
		})
	}
}

func TestFetch_returnsErrUnknownSession(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	for _, ref := range []string{"cs_test_0000", "", "..", "a/b", "a?b", "cs test", strings.Repeat("c", 300)} {
		_, fetchErr := p.Fetch(t.Context(), ref)
		_, expireErr := p.Expire(t.Context(), ref)
		if !errors.Is(fetchErr, payment.ErrUnknownSession) || !errors.Is(expireErr, payment.ErrUnknownSession) {
			t.Errorf("%q: Fetch %v, Expire %v; want ErrUnknownSession", ref, fetchErr, expireErr)
		}
	}
	if request := fake.Requests(); len(request) != 2 {
		t.Errorf("%d calls, want two, about the only valid session name: %+v", len(request), request)
	}
}

func TestFetch_wrongKeyIsNotAnUnknownSession(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	ref := start(t, p, "a1").Ref
	config := fake.Config()
	config.SecretKey = "sk_test_of_another_account"

	_, err := provider(t, config).Fetch(t.Context(), ref)

	if !errors.Is(err, payment.ErrUnavailable) || !strings.Contains(err.Error(), "secret key is wrong") {
		t.Errorf("fetch with a wrong key: %v, want ErrUnavailable that names the key", err)
	}
}

func TestExpire_returnsTheFinalState(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(*stripetest.Stripe, *clock.Manual, string)
		want   payment.SessionState
	}{
		"open":       {func(*stripetest.Stripe, *clock.Manual, string) {}, payment.SessionExpired},
		"paid":       {func(s *stripetest.Stripe, _ *clock.Manual, ref string) { must(s.Pay(ref)) }, payment.SessionPaid},
		"processing": {func(s *stripetest.Stripe, _ *clock.Manual, ref string) { must(s.StartDelayedPayment(ref)) }, payment.SessionProcessing},
		"expired":    {func(_ *stripetest.Stripe, now *clock.Manual, _ string) { now.Advance(time.Hour) }, payment.SessionExpired},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, fake, now := account(t)
			ref := start(t, p, "a1").Ref
			c.before(fake, now, ref)

			for range 2 {
				result, err := p.Expire(t.Context(), ref)
				if err != nil || result.State != c.want || result.Ref != ref {
					t.Fatalf("Expire = %+v, %v; want %s", result, err, c.want)
				}
			}
			if _, err := fake.Pay(ref); !errors.Is(err, stripetest.ErrNotOpen) {
				t.Errorf("Pay of an expired session: %v, want ErrNotOpen", err)
			}
		})
	}
}

func TestExpire_lostResponseIsRetried(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	ref := start(t, p, "a1").Ref
	fake.Fail(stripetest.Expire, stripetest.LostResponse)

	result, err := p.Expire(t.Context(), ref)

	if err != nil || result.State != payment.SessionExpired {
		t.Errorf("Expire = %+v, %v; want expired", result, err)
	}
}

func TestCalls_endWithTheirContext(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	fake.Down(stripetest.Silence)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil && len(fake.Requests()) == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()

	_, err := p.Start(ctx, attempt("a1"))

	if !errors.Is(err, payment.ErrUnavailable) || !errors.Is(err, context.Canceled) {
		t.Errorf("start with a canceled context: %v, want ErrUnavailable and context.Canceled", err)
	}
	if got := len(fake.Requests()); got != 1 {
		t.Errorf("%d calls, want no repetition after the end", got)
	}
}

func TestNew_refusesInvalidKeysAndURLs(t *testing.T) {
	t.Parallel()
	for _, c := range []stripe.Config{
		{},
		{SecretKey: "sk_test_1\r\nX-Other: 1"},
		{SecretKey: "sk test"},
		{SecretKey: "sk_test_1", APIURL: "api.stripe.com"},
		{SecretKey: "sk_test_1", APIURL: "ftp://api.stripe.com"},
		{SecretKey: "sk_test_1", APIURL: "https://"},
	} {
		if _, err := stripe.New(c); err == nil {
			t.Errorf("New with key %q at %q succeeded, want it refused", c.SecretKey, c.APIURL)
		}
	}
}
