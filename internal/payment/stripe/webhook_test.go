package stripe_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/fault"
	"kirana/internal/payment"
	"kirana/internal/payment/stripe/stripetest"
)

func TestParseWebhook_acceptsValidRecentSignaturesOnly(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	event := must(fake.Pay(start(t, p, "a1").Ref))
	const right, other = stripetest.WebhookSecret, "whsec_of_somebody_else"
	ago := func(d time.Duration) time.Time { return noon.Add(-d) }
	set := func(signature string) http.Header { return http.Header{"Stripe-Signature": {signature}} }
	signed := event.Header(noon).Get("Stripe-Signature")
	_, timeless, _ := strings.Cut(signed, ",")

	for name, c := range map[string]struct {
		header http.Header
		raw    []byte
		want   bool
	}{
		"signed now":                       {event.Header(noon), event.Raw, true},
		"299 seconds old":                  {event.Header(ago(299 * time.Second)), event.Raw, true},
		"301 seconds old":                  {event.Header(ago(301 * time.Second)), event.Raw, false},
		"a day old":                        {event.Header(ago(24 * time.Hour)), event.Raw, false},
		"20 seconds ahead":                 {event.Header(ago(-20 * time.Second)), event.Raw, true},
		"a minute ahead":                   {event.Header(ago(-time.Minute)), event.Raw, false},
		"one day in the future":            {event.Header(ago(-24 * time.Hour)), event.Raw, false},
		"two signatures, the second right": {stripetest.Header(event.Raw, noon, other, right), event.Raw, true},
		"two signatures, the first right":  {stripetest.Header(event.Raw, noon, right, other), event.Raw, true},
		"two signatures, none right":       {stripetest.Header(event.Raw, noon, other, other), event.Raw, false},
		"wrong secret":                     {stripetest.Header(event.Raw, noon, other), event.Raw, false},
		"empty secret":                     {stripetest.Header(event.Raw, noon, ""), event.Raw, false},
		"unsigned":                         {stripetest.Header(event.Raw, noon), event.Raw, false},
		"empty signature":                  {set(""), event.Raw, false},
		"no header at all":                 {nil, event.Raw, false},
		"another body":                     {event.Header(noon), bytes.Replace(event.Raw, []byte("22245"), []byte("22246"), 1), false},
		"a space more":                     {event.Header(noon), append(bytes.Clone(event.Raw), ' '), false},
		"a signature with spaces":          {set(strings.ReplaceAll(signed, ",", ", ")), event.Raw, true},
		"the old scheme":                   {set(strings.Replace(signed, "v1=", "v0=", 1)), event.Raw, false},
		"no time":                          {set(timeless), event.Raw, false},
		"two times":                        {set("t=1," + signed), event.Raw, false},
		"a time that is not a number":      {set("t=now,v1=00"), event.Raw, false},
		"the largest possible time":        {set("t=9223372036854775807,v1=00"), event.Raw, false},
		"half a signature":                 {set(signed[:len(signed)-2]), event.Raw, false},
		"a signature of 100,000 letters":   {set(signed + strings.Repeat(",v1=00", 20_000)), event.Raw, false},
	} {
		raw := bytes.Clone(c.raw)
		hint, err := p.ParseWebhook(c.header, raw, noon)
		switch {
		case c.want && (err != nil || hint.EventID != event.ID || hint.Result == nil || hint.Result.State != payment.SessionPaid):
			t.Errorf("%s: %+v, %v; want the payment", name, hint, err)
		case !c.want && (!fault.Is(err, fault.Invalid) || hint != (payment.Hint{})):
			t.Errorf("%s: %+v, %v; want a refusal", name, hint, err)
		}
	}
}

func TestParseWebhook_refusesEveryEventWithoutASecret(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	event := must(fake.Pay(start(t, p, "a1").Ref))
	config := fake.Config()
	config.WebhookSecret = ""

	_, err := provider(t, config).ParseWebhook(stripetest.Header(event.Raw, noon, ""), event.Raw, noon)

	if !fault.Is(err, fault.Invalid) {
		t.Errorf("an event signed with an empty secret: %v, want it invalid: anybody can sign so", err)
	}
}

// While a secret is replaced, Stripe signs with both secrets for a day: shops with either secret
// must accept the event.
func TestParseWebhook_acceptsEitherSecretWhileOneIsReplaced(t *testing.T) {
	t.Parallel()
	old, fake, _ := account(t)
	event := must(fake.Pay(start(t, old, "a1").Ref))
	config := fake.Config()
	config.WebhookSecret = "whsec_new"
	renewed := provider(t, config)

	both := stripetest.Header(event.Raw, noon, "whsec_new", stripetest.WebhookSecret)
	for _, p := range []payment.Provider{old, renewed} {
		if hint, err := p.ParseWebhook(both, event.Raw, noon); err != nil || hint.EventID != event.ID {
			t.Errorf("signed with both: %+v, %v; want it taken", hint, err)
		}
	}
	// Afterwards, the old secret is refused.
	if _, err := renewed.ParseWebhook(event.Header(noon), event.Raw, noon); !fault.Is(err, fault.Invalid) {
		t.Errorf("signed with the old secret: %v, want a refusal", err)
	}
}

func TestParseWebhook_eachEventCarriesTheSession(t *testing.T) {
	t.Parallel()
	p, fake, now := account(t)
	paid, later, bounced, left := start(t, p, "paid").Ref, start(t, p, "later").Ref, start(t, p, "bounced").Ref, start(t, p, "left").Ref
	must(fake.Pay(paid))
	must(fake.StartDelayedPayment(later))
	must(fake.CompleteDelayedPayment(later))
	must(fake.StartDelayedPayment(bounced))
	must(fake.FailDelayedPayment(bounced))
	now.Advance(time.Hour)
	fetch(t, p, left)

	want := []struct {
		kind, attempt string
		state         payment.SessionState
	}{
		{"checkout.session.completed", "paid", payment.SessionPaid},
		{"checkout.session.completed", "later", payment.SessionProcessing},
		{"checkout.session.async_payment_succeeded", "later", payment.SessionPaid},
		{"checkout.session.completed", "bounced", payment.SessionProcessing},
		{"checkout.session.async_payment_failed", "bounced", payment.SessionFailed},
		{"checkout.session.expired", "left", payment.SessionExpired},
	}
	events := fake.Events()
	if len(events) != len(want) {
		t.Fatalf("%d events, want %d", len(events), len(want))
	}
	for i, event := range events {
		hint, err := p.ParseWebhook(event.Header(now.Now()), event.Raw, now.Now())
		if err != nil || hint.Result == nil || hint.Ignore {
			t.Fatalf("%s: %+v, %v, want a result", event.Type, hint, err)
		}
		got := *hint.Result
		if event.Type != want[i].kind || hint.EventID != event.ID || hint.Ref != event.Ref || got.Ref != event.Ref ||
			got.State != want[i].state || got.AttemptID != want[i].attempt || got.ShopID != "shop-1" ||
			got.Amount != attempt("").Amount || got.Currency != "INR" {
			t.Errorf("%s: %+v of %+v, want %+v", event.Type, got, hint, want[i])
		}
	}
}

func TestParseWebhook_readsKnownEventsAndIgnoresOrRefusesOthers(t *testing.T) {
	t.Parallel()
	p, fake, _ := account(t)
	event := must(fake.Pay(start(t, p, "a1").Ref))

	for name, c := range map[string]struct {
		change func(event, session map[string]any)
		want   string
	}{
		"an older version of the API":  {func(e, _ map[string]any) { e["api_version"] = "2020-08-27" }, "paid"},
		"no version of the API":        {func(e, _ map[string]any) { e["api_version"] = nil }, "paid"},
		"unknown fields":               {func(e, s map[string]any) { e["news"], s["news"] = 1, []int{1} }, "paid"},
		"the whole payment":            {func(_, s map[string]any) { s["payment_intent"] = map[string]any{"id": "pi_1"} }, "paid"},
		"an unknown state":             {func(_, s map[string]any) { s["status"] = "resting" }, "ask"},
		"paid without a payment":       {func(_, s map[string]any) { s["payment_intent"] = nil }, "ask"},
		"nothing to pay":               {func(_, s map[string]any) { s["payment_status"] = "no_payment_required" }, "ask"},
		"a subscription":               {func(_, s map[string]any) { s["mode"] = "subscription" }, "ignore"},
		"an event about a charge":      {func(e, _ map[string]any) { e["type"] = "charge.succeeded" }, "ignore"},
		"an unknown event":             {func(e, _ map[string]any) { e["type"] = "checkout.session.rested" }, "ignore"},
		"a session without an ID":      {func(_, s map[string]any) { delete(s, "id") }, "refuse"},
		"a session whose ID is a path": {func(_, s map[string]any) { s["id"] = "../refunds" }, "refuse"},
		"an amount that is not whole":  {func(_, s map[string]any) { s["amount_total"] = 1.5 }, "refuse"},
		"an event without an ID":       {func(e, _ map[string]any) { e["id"] = "" }, "refuse"},
		"an event without data":        {func(e, _ map[string]any) { delete(e, "data") }, "refuse"},
		"a thin event":                 {func(e, _ map[string]any) { e["object"] = "v2.core.event" }, "refuse"},
		"an ID of 300 characters":      {func(e, _ map[string]any) { e["id"] = strings.Repeat("e", 300) }, "refuse"},
		"a body of 1 MiB":              {func(e, _ map[string]any) { e["news"] = strings.Repeat("x", 1<<20) }, "refuse"},
	} {
		raw := changed(t, event.Raw, c.change)
		hint, err := p.ParseWebhook(stripetest.Header(raw, noon, stripetest.WebhookSecret), raw, noon)
		got := "ask"
		switch {
		case fault.Is(err, fault.Invalid):
			got = "refuse"
		case err != nil:
			got = err.Error()
		case hint.Ignore:
			got = "ignore"
		case hint.Result != nil && hint.EventID == event.ID && hint.Ref == event.Ref:
			got = string(hint.Result.State)
		}
		if got != c.want {
			t.Errorf("%s: %s (%+v, %v), want %s", name, got, hint, err, c.want)
		}
	}

	for _, raw := range []string{"", "null", "[]", "{", `"evt_1"`, `{"object":"event"}`, strings.Repeat("[", 100_000)} {
		header := stripetest.Header([]byte(raw), noon, stripetest.WebhookSecret)
		if _, err := p.ParseWebhook(header, []byte(raw), noon); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.20q: %v, want a refusal", raw, err)
		}
	}
}

func changed(t *testing.T, raw []byte, change func(event, session map[string]any)) []byte {
	t.Helper()
	var event struct {
		Data struct {
			Object map[string]any `json:"object"`
		} `json:"data"`
	}
	whole := map[string]any{}
	if err := json.Unmarshal(raw, &event); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &whole); err != nil {
		t.Fatal(err)
	}
	whole["data"] = map[string]any{"object": event.Data.Object}
	change(whole, event.Data.Object)
	out, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
