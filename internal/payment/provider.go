package payment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"kirana/internal/money"
)

// Provider takes payments. Its calls go over the network: none is made inside a
// transaction, each ends with its context, and each may be retried. Errors hold
// no text of the provider and no key, so that they may be logged: they wrap one
// of the errors below.
type Provider interface {
	// Name returns the provider's short name ("stripe", "testpay"). It is in the
	// path of its webhook, /api/payment/{name}/webhook, and in the database: it
	// never changes.
	Name() string
	// Start creates a session in which the shopper can pay. It is idempotent by the
	// attempt's ID: a second call returns the existing session.
	Start(ctx context.Context, r SessionRequest) (Session, error)
	// Fetch returns the present state of a session, or ErrUnknownSession.
	Fetch(ctx context.Context, ref string) (Result, error)
	// Expire ends a session, so that it cannot be paid, and returns its final
	// state: SessionPaid when it was paid after all, SessionProcessing when a payment
	// is under way that cannot be stopped. It is idempotent.
	Expire(ctx context.Context, ref string) (Result, error)
	// Refund gives money back, once for each Key.
	Refund(ctx context.Context, r RefundRequest) error
	// ParseWebhook reads an event that claims to come from the provider at about
	// now. It checks the signature on the raw body: one that is unsigned, too old,
	// from the future or unreadable is fault.Invalid.
	ParseWebhook(header http.Header, raw []byte, now time.Time) (Hint, error)
}

// SessionRequest is the input of creating a session.
type SessionRequest struct {
	ID         string      // the attempt's; the provider returns it with every Result
	OrderID    string      // the order to pay for
	ShopID     string      // distinguishes this shop's sessions from those of other shops on the same account
	Email      string      // the shopper's
	Amount     money.Paise // the sum of the lines
	Currency   string      // ISO 4217 in upper case: "INR"
	Lines      []Line
	ExpiresAt  time.Time // when the session stops accepting payments, UTC
	SuccessURL string    // where the provider sends the shopper after paying
	CancelURL  string    // where the provider sends the shopper who turns back
}

// Line is a line as the provider's page shows it.
type Line struct {
	Name       string
	Quantity   int
	UnitAmount money.Paise // the payable price of one piece
}

// Session is a provider's page for one attempt.
type Session struct {
	Ref string // the provider's id of the session
	URL string // where to send the shopper; callers check it with SafeURL
}

// SessionState is the state of a provider's session, the same words for every provider.
type SessionState string

// The states of a session. Paid, expired and failed are final.
const (
	SessionOpen       SessionState = "open"       // can be paid
	SessionProcessing SessionState = "processing" // the shopper has paid, the money has not arrived yet
	SessionPaid       SessionState = "paid"
	SessionExpired    SessionState = "expired" // cannot be paid; nothing was taken
	SessionFailed     SessionState = "failed"  // the payment was refused for good, nothing was taken
)

// Final reports whether the state never changes.
func (s SessionState) Final() bool {
	return s == SessionPaid || s == SessionExpired || s == SessionFailed
}

// Result is a session as its provider reports it. AttemptID and ShopID are those
// that Start was called with, empty when the session does not have them.
type Result struct {
	Ref        string
	AttemptID  string
	ShopID     string
	State      SessionState
	Amount     money.Paise
	Currency   string // in upper case
	PaymentRef string // the payment's id for refunds; set when paid
}

// RefundRequest gives back the whole or a part of a payment.
type RefundRequest struct {
	PaymentRef string
	Amount     money.Paise
	Key        string // the idempotency key: our refund's ID
}

// Hint identifies the session that an event is about. A provider that sends the whole signed session
// with its event returns it as Result; where Result is nil, Fetch has to be called.
type Hint struct {
	EventID string // the provider's id of the event
	Ref     string // the session
	Result  *Result
	// Movement is set if the event is about a refund or a dispute; nil if it is about a session.
	Movement *Movement
	Ignore   bool // correctly signed, but about nothing that concerns an order
}

// The errors of a provider's calls wrap one of these.
var (
	// ErrUnknownSession says that the provider has no session with this id.
	ErrUnknownSession = errors.New("payment: the provider knows no such session")
	// ErrUnavailable says that the outcome is unknown: the provider is down, too
	// slow, limits calls, or its response is unreadable. The call may be retried.
	ErrUnavailable = errors.New("payment: the provider does not answer properly")
	// ErrRefused says that the provider understood the call and refused it.
	ErrRefused = errors.New("payment: the provider refuses")
)
