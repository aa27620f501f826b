package stripetest

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"
)

// Event is a webhook event of Stripe. The fake does not send it: tests choose when and how often to
// deliver it.
type Event struct {
	ID, Type, Ref string
	Raw           []byte
}

// Events lists all events so far, oldest first.
func (s *Stripe) Events() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tick()
	return slices.Clone(s.events)
}

// Header returns the headers with which Stripe sends the event, signed at this time.
func (e Event) Header(at time.Time) http.Header { return Header(e.Raw, at, WebhookSecret) }

// Header signs raw at this time with each of the secrets. Without secrets there is no signature.
func Header(raw []byte, at time.Time, secrets ...string) http.Header {
	header := http.Header{"Content-Type": {"application/json; charset=utf-8"}}
	if len(secrets) == 0 {
		return header
	}
	signature := fmt.Sprintf("t=%d", at.Unix())
	for _, secret := range secrets {
		signature += ",v1=" + hex.EncodeToString(webhook.ComputeSignature(at, raw, secret))
	}
	header.Set("Stripe-Signature", signature)
	return header
}

// record stores an event about the session's current state.
func (s *Stripe) record(kind string, session *session) Event {
	id := s.newID("evt")
	raw, err := json.Marshal(object{
		"id": id, "object": "event", "api_version": "2026-08-26.dahlia", "created": s.clock.Now().Unix(),
		"data": object{"object": s.sessionObject(session, false)}, "livemode": false, "pending_webhooks": 1,
		"request": object{"id": nil, "idempotency_key": nil}, "type": kind,
	})
	if err != nil {
		panic(err)
	}
	e := Event{ID: id, Type: kind, Ref: session.id, Raw: raw}
	s.events = append(s.events, e)
	return e
}
