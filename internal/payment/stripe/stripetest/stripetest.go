// Package stripetest is a fake of the part of Stripe's API that the shop calls. It keeps sessions,
// payments and refunds, repeats responses by idempotency key, and can make calls fail. Only tests
// import it.
package stripetest

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/money"
	"kirana/internal/payment/stripe"
)

// The credentials of the fake's account, and Words, a text in the errors that the fake returns. The
// shop must not show or log any of them.
const (
	SecretKey     = "sk_test_canary51KiranaSecretKey" //nolint:gosec // G101: valid for the fake only
	WebhookSecret = "whsec_canaryKiranaWebhookSecret" //nolint:gosec // G101: as above
	Words         = "canary words of the provider"
)

// ErrNotOpen is returned for a payment in a session that is not open.
var ErrNotOpen = errors.New("stripetest: the session is not open")

// Stripe is one account of the fake. It is safe for concurrent use.
type Stripe struct {
	URL string // of the API

	clock clock.Clock

	mu        sync.Mutex
	lastID    int // number of IDs given so far
	sessions  map[string]*session
	order     []string // session IDs, oldest first
	intents   map[string]*intent
	refunds   []*refund
	responses map[string]*storedResponse // responses by idempotency key
	faults    map[Call][]Fault
	down      map[Call]Fault
	events    []Event
	requests  []Request
}

// Request is a received call.
type Request struct {
	Call           Call
	Path           string
	Form           url.Values // of the query and the body
	IdempotencyKey string
	Version        string // the requested version of the API
	UserAgents     string // the caller's user agent and telemetry headers, joined
}

type session struct {
	id          string
	form        url.Values
	created     time.Time
	expires     time.Time
	status      string // open, complete, expired
	paid        string // unpaid, paid
	amount      money.Paise
	currency    string
	intent      string
	scriptedURL string
}

type intent struct {
	id       string
	status   string
	amount   money.Paise
	refunded money.Paise
	dispute  string // the dispute's status; "" without a dispute
	currency string
	metadata map[string]string
	created  time.Time
}

type refund struct {
	id, intent string
	status     string
	amount     money.Paise
	currency   string
	metadata   map[string]string
	created    time.Time
}

// New starts the fake's server with an empty account. The server closes when the test ends.
func New(t testing.TB, c clock.Clock) *Stripe {
	t.Helper()
	s := &Stripe{
		clock:     c,
		sessions:  map[string]*session{},
		intents:   map[string]*intent{},
		responses: map[string]*storedResponse{},
		faults:    map[Call][]Fault{},
		down:      map[Call]Fault{},
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Config returns the configuration of a shop with this account. A test in which Stripe does not
// respond should set Timeout; otherwise each call takes 17 seconds.
func (s *Stripe) Config() stripe.Config {
	return stripe.Config{SecretKey: SecretKey, WebhookSecret: WebhookSecret, APIURL: s.URL, RetryAtOnce: true}
}

// Pay completes a session by card.
func (s *Stripe) Pay(ref string) (Event, error) {
	return s.complete(ref, "succeeded", "paid")
}

// StartDelayedPayment completes a session by a payment method whose money arrives later. Call
// CompleteDelayedPayment or FailDelayedPayment afterwards.
func (s *Stripe) StartDelayedPayment(ref string) (Event, error) {
	return s.complete(ref, "processing", "unpaid")
}

// CompleteDelayedPayment makes the money of a delayed payment arrive.
func (s *Stripe) CompleteDelayedPayment(ref string) (Event, error) {
	return s.endDelayedPayment(ref, "succeeded", "paid", "checkout.session.async_payment_succeeded")
}

// FailDelayedPayment makes the bank refuse a delayed payment.
func (s *Stripe) FailDelayedPayment(ref string) (Event, error) {
	return s.endDelayedPayment(ref, "requires_payment_method", "unpaid", "checkout.session.async_payment_failed")
}

// FailRefunds makes the bank refuse all refunds made so far.
func (s *Stripe) FailRefunds() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.refunds {
		if r.status == "succeeded" {
			r.status = "failed"
			s.intents[r.intent].refunded -= r.amount
		}
	}
}

// ExpireIdempotencyKeys drops the stored responses of all idempotency keys, as Stripe does after a
// day.
func (s *Stripe) ExpireIdempotencyKeys() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.responses)
}

// Change sets a session's amount and currency, such as "inr".
func (s *Stripe) Change(ref string, amount money.Paise, currency string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[ref].amount, s.sessions[ref].currency = amount, currency
}

// Sessions lists the IDs of all sessions, oldest first.
func (s *Stripe) Sessions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.order)
}

// Requests lists the calls received so far, oldest first.
func (s *Stripe) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Money returns the sums taken from and returned to shoppers, in paise.
func (s *Stripe) Money() (taken, returned money.Paise) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, i := range s.intents {
		if i.status == "succeeded" {
			taken += i.amount
			returned += i.refunded
		}
	}
	return taken, returned
}

func (s *Stripe) complete(ref, status, paid string) (Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tick()
	session, ok := s.sessions[ref]
	if !ok || session.status != "open" {
		return Event{}, ErrNotOpen
	}
	i := &intent{
		id: s.newID("pi"), status: status, amount: session.amount, currency: session.currency,
		metadata: nested(session.form, "payment_intent_data[metadata]"), created: s.clock.Now(),
	}
	s.intents[i.id] = i
	session.status, session.paid, session.intent = "complete", paid, i.id
	return s.record("checkout.session.completed", session), nil
}

func (s *Stripe) endDelayedPayment(ref, status, paid, event string) (Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	session, ok := s.sessions[ref]
	if !ok || session.intent == "" || s.intents[session.intent].status != "processing" {
		return Event{}, errors.New("stripetest: no bank is asked about this session")
	}
	s.intents[session.intent].status, session.paid = status, paid
	return s.record(event, session), nil
}

// tick ends the sessions that have expired.
func (s *Stripe) tick() {
	now := s.clock.Now()
	for _, ref := range s.order {
		if session := s.sessions[ref]; session.status == "open" && !now.Before(session.expires) {
			session.status = "expired"
			s.record("checkout.session.expired", session)
		}
	}
}

func (s *Stripe) newID(kind string) string {
	s.lastID++
	return fmt.Sprintf("%s_test_%024d", kind, s.lastID)
}
