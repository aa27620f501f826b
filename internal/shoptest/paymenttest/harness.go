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
	// The actions of shoppers and banks return ErrSessionEnded if the session's state does not allow
	// them.
	Pay(ref string) error
	StartDelayedPayment(ref string) error // followed by CompleteDelayedPayment or FailDelayedPayment
	CompleteDelayedPayment(ref string) error
	FailDelayedPayment(ref string) error
	// Events returns all events, oldest first.
	Events() []Event
	// Forge returns the headers of an event that is signed at this time with another key than the
	// provider's.
	Forge(raw []byte, at time.Time) http.Header
	// Change sets a session's amount and currency.
	Change(ref string, amount money.Paise, currency string)
	// Break sets the fault of every call until Heal.
	Break(f Fault)
	Heal()
	// Sessions returns the IDs of all sessions, oldest first.
	Sessions() []string
	// Money returns the sums taken from shoppers and refunded.
	Money() (taken, returned money.Paise)
	// Secrets returns the texts that must not appear in a log or a response.
	Secrets() []string
}

// Event is an event for the shop's webhook. It is not sent: tests choose when, how often and in which
// order to deliver events. Sign returns the headers of the event, signed at the given time.
type Event struct {
	Raw  []byte
	Sign func(at time.Time) http.Header
}

// Fault is a way in which calls to a provider fail.
type Fault int

// The faults. With LostResponse and ScriptURL the call succeeds at the provider.
const (
	ServerError Fault = iota + 1
	Declined          // 402
	TooMany           // 429
	Garbage
	Silence // no response until the caller gives up
	LostResponse
	ScriptURL // the page's URL is javascript:
)

// Faults returns all faults, with names for subtests.
func Faults() map[string]Fault {
	return map[string]Fault{
		"500": ServerError, "402": Declined, "429": TooMany, "garbage": Garbage, "silence": Silence,
		"a lost response": LostResponse, "a javascript: address": ScriptURL,
	}
}

// ErrSessionEnded is returned for an action that the session's state does not allow.
var ErrSessionEnded = errors.New("paymenttest: the session is over")

// CallTimeout limits a call to a test provider. It is long enough for a busy machine, and short enough
// for tests of a provider that does not respond.
const CallTimeout = time.Second

// CanaryText is in errors that quote a provider. The shop must not show or log it.
const CanaryText = "canary words of the provider"

// EachProvider runs a test with every provider. open creates the provider's harness.
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
