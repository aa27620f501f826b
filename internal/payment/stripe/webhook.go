package stripe

import (
	"crypto/hmac"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	stripego "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"kirana/internal/fault"
	"kirana/internal/payment"
)

// The limits of an event. The library accepts signatures from the future and reads the machine's
// clock, so this package checks signatures itself.
const (
	signatureHeader = "Stripe-Signature"
	maxAge          = 300 * time.Second
	maxClockSkew    = 30 * time.Second // clocks differ
	maxEvent        = 256 << 10        // a session has a few KiB
	maxSignature    = 4 << 10
)

// ParseWebhook parses an event of any version of the API. Events about Checkout sessions, refunds and
// disputes contain their object as of the event; for other events it returns a Hint with Ignore.
// Every error is fault.Invalid.
func (p *Provider) ParseWebhook(header http.Header, raw []byte, now time.Time) (payment.Hint, error) {
	if err := p.verify(header.Get(signatureHeader), raw, now); err != nil {
		return payment.Hint{}, err
	}
	var event stripego.Event
	if json.Unmarshal(raw, &event) != nil || event.Object != "event" || !validID(event.ID) {
		return payment.Hint{}, notAnEvent()
	}
	if err := p.checkMode(&event); err != nil {
		return payment.Hint{}, err
	}
	hint := payment.Hint{EventID: event.ID}
	if movement, isMovement, err := movementOf(&event); isMovement || err != nil {
		hint.Movement, hint.Ignore = movement, movement == nil
		return hint, err
	}
	switch event.Type {
	case stripego.EventTypeCheckoutSessionCompleted, stripego.EventTypeCheckoutSessionExpired,
		stripego.EventTypeCheckoutSessionAsyncPaymentSucceeded, stripego.EventTypeCheckoutSessionAsyncPaymentFailed:
	default:
		hint.Ignore = true
		return hint, nil
	}

	var session stripego.CheckoutSession
	if event.Data == nil || json.Unmarshal(event.Data.Raw, &session) != nil || !validID(session.ID) {
		return payment.Hint{}, notAnEvent()
	}
	hint.Ref = session.ID
	if session.Mode != stripego.CheckoutSessionModePayment {
		hint.Ignore = true
		return hint, nil
	}
	result, ok := resultOf(&session)
	if event.Type == stripego.EventTypeCheckoutSessionAsyncPaymentFailed && result.State == payment.SessionProcessing {
		// The session in the event holds only the payment's ID, not its failed status.
		result.State = payment.SessionFailed
	}
	if ok {
		hint.Result = &result
	}
	return hint, nil
}

// verify returns an error unless Stripe signed raw at about now. Stripe sends two signatures while a
// secret is being replaced; one valid signature is enough.
func (p *Provider) verify(signature string, raw []byte, now time.Time) error {
	switch {
	case p.webhookSecret == "":
		return fault.New(fault.Invalid, "webhook_not_configured", "Events of Stripe are not expected here.")
	case signature == "" || len(signature) > maxSignature:
		return fault.New(fault.Invalid, "webhook_not_signed", "The event is not signed.")
	case len(raw) > maxEvent:
		return fault.New(fault.Invalid, "webhook_too_large", "The event is too large.")
	}
	at, candidates, ok := parseSignature(signature)
	if !ok {
		return fault.New(fault.Invalid, "webhook_not_signed", "The event is not signed.")
	}
	expected, right := webhook.ComputeSignature(at, raw, p.webhookSecret), false
	for _, candidate := range candidates {
		right = hmac.Equal(expected, candidate) || right
	}
	if !right {
		return fault.New(fault.Invalid, "webhook_forged", "The event's signature is wrong.")
	}
	if age := now.Sub(at); age > maxAge || age < -maxClockSkew {
		return fault.New(fault.Invalid, "webhook_stale", "The event was not signed just now.")
	}
	return nil
}

// parseSignature parses "t=1495999758,v1=5257a8…,v0=6ffbb5…". It returns the time of signing and
// the v1 signatures.
func parseSignature(header string) (at time.Time, candidates [][]byte, ok bool) {
	stamped := false
	for pair := range strings.SplitSeq(header, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
		switch key {
		case "t":
			seconds, err := strconv.ParseInt(value, 10, 64)
			if err != nil || stamped {
				return time.Time{}, nil, false
			}
			at, stamped = time.Unix(seconds, 0), true
		case "v1":
			if candidate, err := hex.DecodeString(value); err == nil {
				candidates = append(candidates, candidate)
			}
		}
	}
	return at, candidates, stamped && len(candidates) > 0
}

func notAnEvent() error {
	return fault.New(fault.Invalid, "webhook_unreadable", "The body is not an event of Stripe.")
}
