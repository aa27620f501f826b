package paymenttest

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"kirana/internal/clock"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Bank is an in-memory payment provider. It is safe for concurrent use.
type Bank struct {
	*FaultyProvider

	name  string
	clock clock.Clock

	mu       sync.Mutex
	sessions []*bankSession
	refunds  map[string]money.Paise
	events   []Event
}

type bankSession struct {
	payment.Result

	expires time.Time
}

const bankKey = "canary key of the bank"

// NewBank returns a bank whose provider has this name.
func NewBank(name string, c clock.Clock) *Bank {
	b := &Bank{name: name, clock: c, refunds: map[string]money.Paise{}}
	b.FaultyProvider = &FaultyProvider{Provider: bankProvider{b}}
	return b
}

// Provider returns the bank's provider, with the fault set by Break.
func (b *Bank) Provider() payment.Provider { return b.FaultyProvider }

// bankProvider is the bank's payment.Provider.
type bankProvider struct{ bank *Bank }

// Name returns the provider's name.
func (p bankProvider) Name() string { return p.bank.name }

// Start creates a session for the attempt, or returns the existing one.
func (p bankProvider) Start(_ context.Context, a payment.SessionRequest) (payment.Session, error) {
	b := p.bank
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.sessions, func(s *bankSession) bool { return s.AttemptID == a.ID })
	if i < 0 {
		if !a.ExpiresAt.After(b.clock.Now()) {
			return payment.Session{}, payment.ErrRefused
		}
		i = len(b.sessions)
		b.sessions = append(b.sessions, &bankSession{expires: a.ExpiresAt, Result: payment.Result{
			Ref: b.name + "-" + strconv.Itoa(i), AttemptID: a.ID, ShopID: a.ShopID, State: payment.SessionOpen, Amount: a.Amount, Currency: a.Currency,
		}})
	}
	ref := b.sessions[i].Ref
	return payment.Session{Ref: ref, URL: "https://" + b.name + ".test/pay/" + ref}, nil
}

// Fetch returns the current state of a session.
func (p bankProvider) Fetch(_ context.Context, ref string) (payment.Result, error) {
	p.bank.mu.Lock()
	defer p.bank.mu.Unlock()
	s, err := p.bank.session(ref)
	if err != nil {
		return payment.Result{}, err
	}
	return s.Result, nil
}

// Expire ends a session.
func (p bankProvider) Expire(_ context.Context, ref string) (payment.Result, error) {
	p.bank.mu.Lock()
	defer p.bank.mu.Unlock()
	s, err := p.bank.session(ref)
	if err != nil {
		return payment.Result{}, err
	}
	if s.State == payment.SessionOpen {
		p.bank.transition(s, payment.SessionExpired)
	}
	return s.Result, nil
}

// Refund refunds money, once for each key.
func (p bankProvider) Refund(_ context.Context, r payment.RefundRequest) error {
	b := p.bank
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.sessions, func(s *bankSession) bool { return s.State == payment.SessionPaid && s.PaymentRef == r.PaymentRef })
	if i < 0 || r.Amount <= 0 || r.Amount > b.sessions[i].Amount {
		return payment.ErrRefused
	}
	b.refunds[r.Key] = r.Amount
	return nil
}

type bankEvent struct {
	ID      string
	Session payment.Result
	Paise   int64 // the amount, because money.Paise is decoded as rupees with a limit
}

// ParseWebhook parses an event that the bank has signed within five minutes. Its errors contain
// CanaryText.
func (bankProvider) ParseWebhook(header http.Header, raw []byte, now time.Time) (payment.Hint, error) {
	at, err := strconv.ParseInt(header.Get("At"), 10, 64)
	if err != nil || !hmac.Equal([]byte(header.Get("Signature")), []byte(signed(bankKey, at, raw))) || now.Unix()-at > 300 || at-now.Unix() > 30 {
		return payment.Hint{}, errors.New(CanaryText)
	}
	var e bankEvent
	if err := json.Unmarshal(raw, &e); err != nil {
		return payment.Hint{}, errors.New(CanaryText)
	}
	e.Session.Amount = money.Paise(e.Paise)
	return payment.Hint{EventID: e.ID, Ref: e.Session.Ref, Result: &e.Session}, nil
}

func signed(key string, at int64, raw []byte) string {
	mac := hmac.New(sha256.New, []byte(key))
	_, _ = fmt.Fprintf(mac, "%d.%s", at, raw)
	return hex.EncodeToString(mac.Sum(nil))
}

func header(key string, raw []byte, at time.Time) http.Header {
	return http.Header{"At": {strconv.FormatInt(at.Unix(), 10)}, "Signature": {signed(key, at.Unix(), raw)}}
}

// Forge returns the headers of an event that is signed with another key.
func (*Bank) Forge(raw []byte, at time.Time) http.Header { return header("another key", raw, at) }

// Pay pays as the shopper.
func (b *Bank) Pay(ref string) error { return b.move(ref, payment.SessionOpen, payment.SessionPaid) }

// StartDelayedPayment pays by a method whose money arrives later.
func (b *Bank) StartDelayedPayment(ref string) error {
	return b.move(ref, payment.SessionOpen, payment.SessionProcessing)
}

// CompleteDelayedPayment makes the money of a delayed payment arrive.
func (b *Bank) CompleteDelayedPayment(ref string) error {
	return b.move(ref, payment.SessionProcessing, payment.SessionPaid)
}

// FailDelayedPayment makes a delayed payment fail.
func (b *Bank) FailDelayedPayment(ref string) error {
	return b.move(ref, payment.SessionProcessing, payment.SessionFailed)
}

func (b *Bank) move(ref string, from, to payment.SessionState) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, err := b.session(ref)
	if err != nil || s.State != from {
		return ErrSessionEnded
	}
	b.transition(s, to)
	return nil
}

// Force moves a session to any state, even from a final one.
func (b *Bank) Force(ref string, to payment.SessionState) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, err := b.session(ref); err == nil {
		b.transition(s, to)
	}
}

// SignEvent adds an event that claims that the session is in this state, with the changes, and returns
// it. It does not change the session.
func (b *Bank) SignEvent(ref string, state payment.SessionState, changes ...func(*payment.Result)) Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, err := b.session(ref)
	if err != nil {
		panic(err)
	}
	result := s.Result
	result.State, result.PaymentRef = state, "money-"+ref
	for _, change := range changes {
		change(&result)
	}
	return b.event(result)
}

// transition moves a session, and adds its event. The caller holds the lock.
func (b *Bank) transition(s *bankSession, to payment.SessionState) {
	s.State = to
	if to == payment.SessionPaid {
		s.PaymentRef = "money-" + s.Ref
	}
	b.event(s.Result)
}

// event adds an event. The caller holds the lock.
func (b *Bank) event(result payment.Result) Event {
	e := bankEvent{ID: "event-" + strconv.Itoa(len(b.events)), Session: result, Paise: int64(result.Amount)}
	e.Session.Amount = 0
	raw, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	event := Event{Raw: raw, Sign: func(at time.Time) http.Header { return header(bankKey, raw, at) }}
	b.events = append(b.events, event)
	return event
}

// session returns a session, after ending expired ones. The caller holds the lock.
func (b *Bank) session(ref string) (*bankSession, error) {
	for _, s := range b.sessions {
		if s.State == payment.SessionOpen && !b.clock.Now().Before(s.expires) {
			b.transition(s, payment.SessionExpired)
		}
	}
	i := slices.IndexFunc(b.sessions, func(s *bankSession) bool { return s.Ref == ref })
	if i < 0 {
		return nil, payment.ErrUnknownSession
	}
	return b.sessions[i], nil
}

// Events returns all events, oldest first, including those of sessions that have just expired.
func (b *Bank) Events() []Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, _ = b.session("")
	return slices.Clone(b.events)
}

// Change changes the amount and currency that a session reports.
func (b *Bank) Change(ref string, amount money.Paise, currency string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, err := b.session(ref); err == nil {
		s.Amount, s.Currency = amount, currency
	}
}

// Sessions returns the IDs of all sessions, oldest first.
func (b *Bank) Sessions() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	refs := []string{}
	for _, s := range b.sessions {
		refs = append(refs, s.Ref)
	}
	return refs
}

// Money returns the sums taken from and refunded to shoppers.
func (b *Bank) Money() (taken, returned money.Paise) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.sessions {
		if s.State == payment.SessionPaid {
			taken += s.Amount
		}
	}
	for _, amount := range b.refunds {
		returned += amount
	}
	return taken, returned
}

// Secrets returns the bank's key and CanaryText.
func (*Bank) Secrets() []string { return []string{bankKey, CanaryText} }
