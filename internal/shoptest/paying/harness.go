// Package paying gives tests a shop that takes payments, and providers whose
// every move they own. Only tests import it.
package paying

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

// ProviderHarness is a provider with a hand on its till.
type ProviderHarness interface {
	Provider() payment.Provider
	// What shoppers and their banks do; ErrOver when the session does not let them.
	Pay(ref string) error
	PayLater(ref string) error // Clear or Bounce follows
	Clear(ref string) error
	Bounce(ref string) error
	// Events are all that the provider has had to tell so far, the oldest first.
	Events() []Event
	// Forge signs an event's body at a time with a key that is not the provider's.
	Forge(raw []byte, at time.Time) http.Header
	// Change lets a session say another amount or currency than it was opened with.
	Change(ref string, amount money.Paise, currency string)
	// Break makes the next call of each kind go wrong; Heal ends that.
	Break(f Fault)
	Heal()
	// Sessions are the names of all sessions, the oldest first.
	Sessions() []string
	// Money is what was taken from shoppers and what was given back.
	Money() (taken, returned money.Paise)
	// Secrets must show nowhere.
	Secrets() []string
}

// Event is what a provider tells the shop's webhook. It is not sent: tests
// deliver it as often, as late and in whatever order they like.
type Event struct {
	Raw  []byte
	Sign func(at time.Time) http.Header
}

// Fault is a way in which every call to a provider goes wrong until Heal.
type Fault int

// The faults. LostAnswer and ScriptURL take effect all the same.
const (
	ServerError Fault = iota + 1
	Declined          // 402
	TooMany           // 429
	Garbage
	Silence    // nothing at all, until the caller gives up
	LostAnswer // done, but the answer never comes
	ScriptURL  // the page's address is javascript:
)

// Faults are all of them.
func Faults() map[string]Fault {
	return map[string]Fault{
		"500": ServerError, "402": Declined, "429": TooMany, "garbage": Garbage, "silence": Silence,
		"a lost answer": LostAnswer, "a javascript: address": ScriptURL,
	}
}

// ErrOver is what a shopper meets in a session that is over.
var ErrOver = errors.New("paying: the session is over")

// Patience is how long a provider of tests is waited for: long enough for a busy
// machine, and short enough for a test of silence.
const Patience = time.Second

// Words stands in everything that goes wrong at a provider, and must show nowhere.
const Words = "canary words of the provider"

// Each runs a test with every provider.
func Each(t *testing.T, test func(t *testing.T, open func(testing.TB, *db.DB, clock.Clock) ProviderHarness)) {
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
