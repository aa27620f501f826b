// Package paymenttest gives tests payment providers that they control. Only tests import it.
package paymenttest

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// ProviderHarness is a provider that a test controls.
type ProviderHarness interface {
	Provider() payment.Provider
	// Actions of shoppers and banks; ErrSessionEnded if the session does not allow them.
	Pay(ref string) error
	StartDelayedPayment(ref string) error // followed by CompleteDelayedPayment or FailDelayedPayment
	CompleteDelayedPayment(ref string) error
	FailDelayedPayment(ref string) error
	// Events returns all events, oldest first.
	Events() []Event
	// Forge signs an event's body at a time with a key that is not the provider's.
	Forge(raw []byte, at time.Time) http.Header
	// Change sets a session's amount and currency.
	Change(ref string, amount money.Paise, currency string)
	// Break makes every call fail in the same way, until Heal.
	Break(f Fault)
	Heal()
	// Sessions returns the ids of all sessions, oldest first.
	Sessions() []string
	// Money returns the sums taken from shoppers and refunded.
	Money() (taken, returned money.Paise)
	// Secrets returns the texts that must not appear in a log or a response.
	Secrets() []string
}

// Event is an event for the shop's webhook. It is not sent: tests deliver it as often, as late and
// in any order they like.
type Event struct {
	Raw  []byte
	Sign func(at time.Time) http.Header
}

// Fault makes every call to a provider fail until Heal.
type Fault int

// The faults. LostResponse and ScriptURL take effect all the same.
const (
	ServerError Fault = iota + 1
	Declined          // 402
	TooMany           // 429
	Garbage
	Silence      // no response until the caller gives up
	LostResponse // takes effect, but the response is lost
	ScriptURL    // the page's URL is javascript:
)

// Faults returns all faults by name.
func Faults() map[string]Fault {
	return map[string]Fault{
		"500": ServerError, "402": Declined, "429": TooMany, "garbage": Garbage, "silence": Silence,
		"a lost response": LostResponse, "a javascript: address": ScriptURL,
	}
}

// ErrSessionEnded is returned for a payment in an ended session.
var ErrSessionEnded = errors.New("paymenttest: the session is over")

// CallTimeout bounds a call to a test provider: long enough for a busy machine, and short enough
// for a test of a provider that never responds.
const CallTimeout = time.Second

// CanaryText is in every error of a provider, and must not appear anywhere.
const CanaryText = "canary words of the provider"

// EachProvider runs a test with every provider.
func EachProvider(t *testing.T, test func(t *testing.T, open func(testing.TB, *db.DB, clock.Clock) ProviderHarness)) {
	t.Helper()
	for name, open := range map[string]func(testing.TB, *db.DB, clock.Clock) ProviderHarness{
		"bank":    func(_ testing.TB, _ *db.DB, c clock.Clock) ProviderHarness { return NewBank("bank", c) },
		"stripe":  NewStripe,
		"testpay": NewTestpay,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open)
		})
	}
}
