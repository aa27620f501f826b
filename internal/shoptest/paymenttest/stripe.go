package paymenttest

import (
	"net/http"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/payment/stripe"
	"kirana/internal/payment/stripe/stripetest"
)

type stripeHarness struct {
	account  *stripetest.Stripe
	provider *stripe.Provider
}

// NewStripe returns a harness for Stripe, with a fake of its API.
func NewStripe(t testing.TB, _ *db.DB, c clock.Clock) ProviderHarness {
	account := stripetest.New(t, c)
	config := account.Config()
	config.Timeout = CallTimeout
	provider, err := stripe.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return &stripeHarness{account, provider}
}

// Account returns the fake of Stripe behind the harness.
func (h *stripeHarness) Account() *stripetest.Stripe { return h.account }

// Provider returns the Stripe provider.
func (h *stripeHarness) Provider() payment.Provider { return h.provider }

// Pay pays by card as the shopper.
func (h *stripeHarness) Pay(ref string) error { return asEnded(h.account.Pay(ref)) }

// StartDelayedPayment pays by a method whose money arrives later.
func (h *stripeHarness) StartDelayedPayment(ref string) error {
	return asEnded(h.account.StartDelayedPayment(ref))
}

// CompleteDelayedPayment makes the money of a delayed payment arrive.
func (h *stripeHarness) CompleteDelayedPayment(ref string) error {
	return asEnded(h.account.CompleteDelayedPayment(ref))
}

// FailDelayedPayment makes a delayed payment fail.
func (h *stripeHarness) FailDelayedPayment(ref string) error {
	return asEnded(h.account.FailDelayedPayment(ref))
}

func asEnded(_ stripetest.Event, err error) error {
	if err != nil {
		return ErrSessionEnded
	}
	return nil
}

// Events returns all events, oldest first, including those of sessions that have just expired.
func (h *stripeHarness) Events() []Event {
	events := []Event{}
	for _, e := range h.account.Events() {
		events = append(events, Event{Raw: e.Raw, Sign: e.Header})
	}
	return events
}

// Forge returns the headers of an event that is signed with another secret.
func (*stripeHarness) Forge(raw []byte, at time.Time) http.Header {
	return stripetest.Header(raw, at, "whsec_another")
}

// Change changes the amount and currency that a session reports.
func (h *stripeHarness) Change(ref string, amount money.Paise, currency string) {
	h.account.Change(ref, amount, map[string]string{"INR": "inr", "USD": "usd"}[currency])
}

// Break sets the fault of every call until Heal.
func (h *stripeHarness) Break(f Fault) {
	h.account.Down(map[Fault]stripetest.Fault{
		ServerError: stripetest.ServerError, Declined: stripetest.Declined, TooMany: stripetest.TooMany, Garbage: stripetest.Garbage,
		Silence: stripetest.Silence, LostResponse: stripetest.LostResponse, ScriptURL: stripetest.ScriptURL,
	}[f])
}

// Heal removes the fault set by Break.
func (h *stripeHarness) Heal() { h.account.Heal() }

// Sessions returns the IDs of all sessions, oldest first.
func (h *stripeHarness) Sessions() []string { return h.account.Sessions() }

// Money returns the sums taken from and refunded to shoppers.
func (h *stripeHarness) Money() (taken, returned money.Paise) { return h.account.Money() }

// Secrets returns the account's keys and stripetest.Words.
func (*stripeHarness) Secrets() []string {
	return []string{stripetest.SecretKey, stripetest.WebhookSecret, stripetest.Words}
}
