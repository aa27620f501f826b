package payment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"kirana/internal/money"
)

// Provider takes payments over the network. Calls with a context are never made inside a transaction,
// may be retried, and return when the context ends. Their errors wrap one of the errors below and hold
// neither the provider's text nor a key, so they may be logged.
type Provider interface {
	// Name returns the provider's short name, such as "stripe". It must never change: it is stored
	// in the database and is part of the webhook's path, /api/payment/{name}/webhook.
	Name() string
	// Start creates a session in which the shopper can pay. It is idempotent by the attempt's ID: a
	// second call returns the existing session.
	Start(ctx context.Context, r SessionRequest) (Session, error)
	// Fetch returns the current state of a session, or ErrUnknownSession.
	Fetch(ctx context.Context, ref string) (Result, error)
	// Expire ends a session, so that it cannot be paid, and returns its final state. It returns
	// SessionPaid if the session was paid before, and SessionProcessing if a payment is under way
	// that cannot be stopped. It is idempotent.
	Expire(ctx context.Context, ref string) (Result, error)
	// Refund refunds money, once for each Key.
	Refund(ctx context.Context, r RefundRequest) error
	// ParseWebhook parses an event and checks the signature of its raw body. It returns
	// fault.Invalid for an event that is unsigned, too old at now, from the future or unreadable.
	ParseWebhook(header http.Header, raw []byte, now time.Time) (Hint, error)
}

// SessionRequest is the input for creating a session.
type SessionRequest struct {
	ID         string      // the attempt's ID; the provider returns it with every Result
	OrderID    string      // the order to pay for
	ShopID     string      // distinguishes this shop's sessions from those of other shops that share the provider account
	Email      string      // the shopper's
	Amount     money.Paise // the sum of the lines
	Currency   string      // ISO 4217 in upper case: "INR"
	Lines      []Line
	ExpiresAt  time.Time // when the session stops accepting payments, UTC
	SuccessURL string    // where the provider sends the shopper after paying
	CancelURL  string    // where the provider sends a shopper who cancels
}

// Line is a line of an order as the provider's page shows it.
type Line struct {
	Name       string
	Quantity   int
	UnitAmount money.Paise // the payable price of one piece
}

// Session is a provider's page for one attempt.
type Session struct {
	Ref string // the provider's session ID
	URL string // the page to redirect the shopper to; callers check it with SafeURL
}

// SessionState is the state of a session, with the same values for every provider.
type SessionState string

// The states of a session. Paid, expired and failed are final.
const (
	SessionOpen       SessionState = "open"       // can be paid
	SessionProcessing SessionState = "processing" // the shopper has paid, the money has not arrived
	SessionPaid       SessionState = "paid"
	SessionExpired    SessionState = "expired" // cannot be paid; no money was taken
	SessionFailed     SessionState = "failed"  // the payment was finally refused; no money was taken
)

// Final reports whether a session in this state never changes again.
func (s SessionState) Final() bool {
	return s == SessionPaid || s == SessionExpired || s == SessionFailed
}

// Result is a session as its provider reports it. AttemptID and ShopID are the ones passed to
// Start; they are empty if the session does not carry them.
type Result struct {
	Ref        string
	AttemptID  string
	ShopID     string
	State      SessionState
	Amount     money.Paise
	Currency   string // in upper case
	PaymentRef string // the payment's ID, for refunds; set if paid
}

// RefundRequest asks for the refund of a payment, or of a part of it.
type RefundRequest struct {
	PaymentRef string
	Amount     money.Paise
	Key        string // the idempotency key: the ID of the shop's Refund
}

// Hint identifies the session that an event is about. Result is the session as the event describes it;
// if it is nil, call Fetch.
type Hint struct {
	EventID string // the provider's event ID
	Ref     string // the provider's session ID
	Result  *Result
	// Movement is set for an event about a refund or a dispute, nil for an event about a session.
	Movement *Movement
	Ignore   bool // correctly signed, but nothing to apply
}

// The errors that a provider's errors wrap.
var (
	// ErrUnknownSession means that the provider has no session with this ID.
	ErrUnknownSession = errors.New("payment: the provider knows no such session")
	// ErrUnavailable means that the outcome is unknown: the provider is down or too slow, limits
	// calls, or sent an unreadable response. The call may be retried.
	ErrUnavailable = errors.New("payment: the provider does not answer properly")
	// ErrRefused means that the provider understood the call and refused it.
	ErrRefused = errors.New("payment: the provider refuses")
)
