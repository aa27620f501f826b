package stripe_test

import (
	"net/http"
	"testing"

	"kirana/internal/fault"
	"kirana/internal/payment/stripe"
	"kirana/internal/payment/stripe/stripetest"
)

// FuzzParseWebhook checks that an event without a valid signature is refused, and that a signed event
// is either parsed or refused with a fault.
func FuzzParseWebhook(f *testing.F) {
	p, err := stripe.New(stripe.Config{SecretKey: "sk_test_x", WebhookSecret: stripetest.WebhookSecret})
	if err != nil {
		f.Fatal(err)
	}
	session := `{"id":"cs_1","object":"checkout.session","mode":"payment","status":"complete","payment_status":"paid","amount_total":100,"currency":"inr"}`
	for _, raw := range []string{
		`{"id":"evt_1","object":"event","type":"checkout.session.completed","data":{"object":` + session + `}}`,
		`{"id":"evt_1","object":"event","type":"checkout.session.async_payment_failed","data":{"object":{"id":"cs_1","mode":"payment"}}}`,
		`{"id":"evt_1","object":"event","type":"charge.refunded","data":{"object":null}}`, `{"object":"event"}`, `[]`, `null`, "",
	} {
		f.Add(stripetest.Header([]byte(raw), noon, "whsec_other").Get("Stripe-Signature"), []byte(raw))
	}
	f.Add("t=9223372036854775807,v1=00,v1=", []byte("{}"))
	f.Fuzz(func(t *testing.T, signature string, raw []byte) {
		if _, err := p.ParseWebhook(http.Header{"Stripe-Signature": {signature}}, raw, noon); !fault.Is(err, fault.Invalid) {
			t.Errorf("an event with the signature %q: %v, want it invalid", signature, err)
		}
		hint, err := p.ParseWebhook(stripetest.Header(raw, noon, stripetest.WebhookSecret), raw, noon)
		if (err != nil && fault.Of(err) == nil) || (err == nil && hint.EventID == "") {
			t.Errorf("the event %q is read as %+v, %v, want an ID or a refusal", raw, hint, err)
		}
	})
}
