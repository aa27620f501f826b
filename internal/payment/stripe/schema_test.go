package stripe_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/payment"
	"kirana/internal/payment/stripe/stripetest"
	"kirana/internal/shoptest"
)

// schema is a schema of Stripe's OpenAPI 3.0 document, with the fields that this test needs.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       string             `json:"type"`
	Nullable   bool               `json:"nullable"`
	Enum       []any              `json:"enum"`
	MaxLength  int                `json:"maxLength"`
	Required   []string           `json:"required"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
	AnyOf      []*schema          `json:"anyOf"`
}

type schemas map[string]*schema

// published returns Stripe's published schemas, from the module of stripe-mock.
func published(t *testing.T) schemas {
	t.Helper()
	dir := shoptest.ToolModule(t, toolsMod, "github.com/stripe/stripe-mock")
	raw, err := os.ReadFile(filepath.Join(dir, "embedded", "openapi", "spec3.json"))
	if err != nil {
		t.Fatal(err)
	}
	var spec struct {
		Components struct {
			Schemas schemas `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(raw, &spec); err != nil {
		t.Fatal(err)
	}
	return spec.Components.Schemas
}

// faults lists the differences between v and the schema, each with its path.
func (all schemas) faults(at string, s *schema, v any) []string {
	if s.Ref != "" {
		return all.faults(at, all[strings.TrimPrefix(s.Ref, "#/components/schemas/")], v)
	}
	if v == nil {
		if s.Nullable {
			return nil
		}
		return []string{at + " is null"}
	}
	if len(s.AnyOf) > 0 {
		var found []string
		for _, one := range s.AnyOf {
			wrong := all.faults(at, one, v)
			if len(wrong) == 0 {
				return nil
			}
			found = append(found, wrong...)
		}
		return found
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		return []string{fmt.Sprintf("%s is %v, not one of %v", at, v, s.Enum)}
	}
	switch s.Type {
	case "string":
		if text, ok := v.(string); !ok || (s.MaxLength > 0 && len(text) > s.MaxLength) {
			return []string{fmt.Sprintf("%s is %v, not a text of at most %d", at, v, s.MaxLength)}
		}
	case "integer":
		if n, ok := v.(float64); !ok || n != float64(int64(n)) {
			return []string{fmt.Sprintf("%s is %v, not a whole number", at, v)}
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			return []string{fmt.Sprintf("%s is %v, not true or false", at, v)}
		}
	case "array":
		list, ok := v.([]any)
		if !ok {
			return []string{at + " is not a list"}
		}
		var found []string
		for i, one := range list {
			found = append(found, all.faults(fmt.Sprintf("%s[%d]", at, i), s.Items, one)...)
		}
		return found
	case "object":
		return all.faultsOfObject(at, s, v)
	}
	return nil
}

func (all schemas) faultsOfObject(at string, s *schema, v any) []string {
	fields, ok := v.(map[string]any)
	if !ok {
		return []string{at + " is not an object"}
	}
	var found []string
	for _, name := range s.Required {
		if _, ok := fields[name]; !ok {
			found = append(found, at+"."+name+" is missing")
		}
	}
	for name, value := range fields {
		if property, ok := s.Properties[name]; ok {
			found = append(found, all.faults(at+"."+name, property, value)...)
		} else if s.Properties != nil {
			found = append(found, at+"."+name+" is unknown")
		}
	}
	return found
}

func TestFake_matchesStripesPublishedSchemas(t *testing.T) {
	t.Parallel()
	all := published(t)
	p, fake, now := account(t)
	open, paid, later, bounced, ended, refused := start(t, p, "open").Ref, start(t, p, "paid").Ref, start(t, p, "later").Ref,
		start(t, p, "bounced").Ref, start(t, p, "ended").Ref, start(t, p, "refused").Ref
	must(fake.Pay(paid))
	must(fake.StartDelayedPayment(later))
	must(fake.StartDelayedPayment(bounced))
	must(fake.FailDelayedPayment(bounced))
	if _, err := p.Expire(t.Context(), ended); err != nil {
		t.Fatal(err)
	}
	intent := fetch(t, p, paid).PaymentRef
	if err := p.Refund(t.Context(), payment.RefundRequest{PaymentRef: intent, Amount: 100, Key: "r1"}); err != nil {
		t.Fatal(err)
	}

	compare := func(what, name string, raw []byte) {
		t.Helper()
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		for _, wrong := range all.faults(name, all[name], v) {
			t.Errorf("%s breaks Stripe's schema: %s", what, wrong)
		}
	}
	for what, ref := range map[string]string{"open": open, "paid": paid, "later": later, "bounced": bounced, "ended": ended} {
		compare(what, "checkout.session", get(t, fake, "/v1/checkout/sessions/"+ref))
		compare(what+" with its payment", "checkout.session", get(t, fake, "/v1/checkout/sessions/"+ref+"?expand[0]=payment_intent"))
	}
	var list struct {
		Data []json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(get(t, fake, "/v1/refunds?payment_intent="+intent), &list); err != nil || len(list.Data) != 1 {
		t.Fatalf("%d refunds, %v; want one", len(list.Data), err)
	}
	compare("refund", "refund", list.Data[0])
	must(fake.GiveBack(paid, 100))
	must(fake.Dispute(paid, "created", "needs_response"))
	must(fake.RefundFailed(paid))
	compare("payment with its charge", "payment_intent", get(t, fake, "/v1/payment_intents/"+intent+"?expand[0]=latest_charge"))
	for _, f := range []stripetest.Fault{stripetest.ServerError, stripetest.Declined, stripetest.TooMany, stripetest.Busy, stripetest.WrongKey} {
		fake.Fail(stripetest.Retrieve, f)
		compare(fmt.Sprint("fault ", f), "error", get(t, fake, "/v1/checkout/sessions/"+refused))
	}
	compare("unknown session", "error", get(t, fake, "/v1/checkout/sessions/cs_test_0000"))
	now.Advance(time.Hour)
	for _, event := range fake.Events() {
		compare(event.Type, "event", event.Raw)
		var body struct {
			Data struct {
				Object json.RawMessage `json:"object"`
			} `json:"data"`
		}
		if err := json.Unmarshal(event.Raw, &body); err != nil {
			t.Fatal(err)
		}
		name := "checkout.session"
		if kind, _, ok := strings.Cut(event.Type, ".dispute."); ok && kind == "charge" {
			name = "dispute"
		} else if kind, _, _ := strings.Cut(event.Type, "."); kind != "checkout" {
			name = kind // charge or refund
		}
		compare(event.Type, name, body.Data.Object)
	}

	// Check that faults finds wrong fields; otherwise its success would prove nothing.
	for field, value := range map[string]any{
		"status": "resting", "amount_total": "many", "livemode": 1, "shipping_options": "none", "expires_at": nil, "unheard": "of",
	} {
		spoilt := map[string]any{}
		if err := json.Unmarshal(get(t, fake, "/v1/checkout/sessions/"+paid), &spoilt); err != nil {
			t.Fatal(err)
		}
		spoilt[field] = value
		if len(all.faults("", all["checkout.session"], spoilt)) == 0 {
			t.Errorf("%s = %v passes the schema, want a fault", field, value)
		}
	}
}

// get calls the fake directly and returns the raw response.
func get(t *testing.T, fake *stripetest.Stripe, path string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fake.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+stripetest.SecretKey)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
