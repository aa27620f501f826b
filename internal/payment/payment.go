// Package payment is how the shop talks to whoever takes its money. A provider
// shows the shopper a page of its own on which to pay and tells the shop what
// came of it; what that means for an order, package order decides.
package payment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"kirana/internal/money"
)

// Provider takes payments. Its calls reach out over the network: none is made
// inside a transaction, each ends with its context, and each may be made again
// when its answer was lost. Errors hold no text of the provider and no key, so
// that they may be logged: they wrap one of the errors below.
type Provider interface {
	// Name is the provider's short name ("stripe", "testpay"), also in the path of
	// its webhook, /api/payment/{name}/webhook, and in the database: it never changes.
	Name() string
	// Start opens a session in which the shopper can pay. Starting the same
	// attempt (by its ID) again answers the session that is there.
	Start(ctx context.Context, a Attempt) (Session, error)
	// Fetch asks what a session is now. ErrUnknownSession when the provider has
	// none of this name.
	Fetch(ctx context.Context, ref string) (Result, error)
	// Expire ends a session, so that it can no longer be paid, and answers what it
	// finally is: Paid when it was paid after all, Processing when a payment is
	// under way that can no longer be stopped. Ending it twice is ending it once.
	Expire(ctx context.Context, ref string) (Result, error)
	// Refund gives money back. The same Key again refunds nothing twice.
	Refund(ctx context.Context, r Refund) error
	// ParseWebhook reads an event that somebody claims the provider sent at about
	// now. It checks the signature on the raw body; what is not signed, too old,
	// from the future or unreadable is fault.Invalid.
	ParseWebhook(header http.Header, raw []byte, now time.Time) (Hint, error)
}

// Attempt is one try to pay a checkout: what a session is opened with.
type Attempt struct {
	ID         string      // ours; the provider is given it to name the attempt by
	CheckoutID string      // what is paid
	ShopID     string      // ours, so that a session of another shop on the same account is told apart
	Email      string      // the shopper's
	Amount     money.Paise // in all; the sum of the lines
	Currency   string      // ISO 4217 in upper case: "INR"
	Lines      []Line
	ExpiresAt  time.Time // from then on it must not be possible to begin paying, UTC
	SuccessURL string    // where the shopper lands when the provider took their payment
	CancelURL  string    // where the shopper lands when they turn back
}

// Line is what the provider's page shows of an order row.
type Line struct {
	Name       string
	Quantity   int
	UnitAmount money.Paise // what one piece costs
}

// Session is a provider's page for one attempt.
type Session struct {
	Ref string // the provider's name of the session
	URL string // where to send the shopper; whoever takes it checks it
}

// State is how far a session is, in the provider's words made one.
type State string

// The states of a session. Paid, Expired and Failed are final.
const (
	Open       State = "open"       // can be paid
	Processing State = "processing" // the shopper is done, the money is not there yet
	Paid       State = "paid"
	Expired    State = "expired" // can no longer be paid, nothing was taken
	Failed     State = "failed"  // the payment was begun and refused for good, nothing was taken
)

// Final tells whether the state never changes any more.
func (s State) Final() bool { return s == Paid || s == Expired || s == Failed }

// Result is what the provider says of a session. AttemptID and ShopID are what
// Start gave it, empty when the session does not have them.
type Result struct {
	Ref        string
	AttemptID  string
	ShopID     string
	State      State
	Amount     money.Paise
	Currency   string // in upper case
	PaymentRef string // what a refund names; set when Paid
}

// Refund gives back the whole or a part of a payment.
type Refund struct {
	PaymentRef string
	Amount     money.Paise
	Key        string // the refund's own name: the same again refunds nothing twice
}

// Hint is what an event is about. A provider that sends the whole signed session
// with its event answers it as Result; where Result is nil, Fetch tells the truth.
type Hint struct {
	EventID string // the provider's name of the event: the same again is the same event
	Ref     string // the session
	Result  *Result
	Ignore  bool // rightly signed, but about nothing that concerns an order
}

// What can go wrong with a provider; the errors of its calls wrap one of these.
var (
	// ErrUnknownSession says that the provider knows no session of this name.
	ErrUnknownSession = errors.New("payment: the provider knows no such session")
	// ErrUnavailable says that nothing is known: the provider is down, too slow,
	// asks for patience, or answers what cannot be read. The call may be made again.
	ErrUnavailable = errors.New("payment: the provider does not answer properly")
	// ErrRefused says that the provider understood and will not do it.
	ErrRefused = errors.New("payment: the provider refuses")
)
