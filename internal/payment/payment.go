// Package payment takes online payments: attempts at a provider, their settlement and refunds. The
// orders being paid for are in a Ledger, which package order implements.
package payment

import (
	"time"

	"kirana/internal/fault"
	"kirana/internal/money"
)

// Status is the payment status of a line.
type Status string

// The payment statuses of a line.
const (
	CashOnDelivery Status = "COD" // to be paid on delivery, not received yet
	Pending        Status = "PENDING"
	Paid           Status = "PAID"
	Expired        Status = "EXPIRED"
	Failed         Status = "FAILED"
	RefundDue      Status = "REFUND DUE"
	Refunded       Status = "REFUNDED"
)

// AttemptState is the state of an attempt. It changes only as canTransition allows.
type AttemptState string

// The states of an attempt. AttemptMismatch means that money arrived which does not match the
// attempt.
const (
	AttemptOpen     AttemptState = "AWAITING"
	AttemptExpired  AttemptState = "EXPIRED"
	AttemptFailed   AttemptState = "FAILED"
	AttemptPaid     AttemptState = "PAID"
	AttemptMismatch AttemptState = "MISMATCH"
)

// canTransition reports whether an attempt may move to next: only to a higher rank. Money that arrives
// after an attempt has ended still counts, and nothing undoes a payment.
func (s AttemptState) canTransition(next AttemptState) bool {
	rank := map[AttemptState]int{AttemptOpen: 0, AttemptExpired: 1, AttemptFailed: 1, AttemptPaid: 2, AttemptMismatch: 2}
	return rank[next] > rank[s]
}

// Currency is the only currency that the shop takes, in ISO 4217.
const Currency = "INR"

const (
	// attemptLifetime is how long a shopper has to pay, the minimum that Stripe allows. A provider may
	// close its page up to expiryGrace later.
	attemptLifetime = 30 * time.Minute
	expiryGrace     = 2 * time.Minute
	// maxOpenAttempts limits the payments that a shopper may have open at the same time.
	maxOpenAttempts = 3
	// maxStarts limits the payments that a shopper may start within startWindow.
	maxStarts   = 10
	startWindow = 10 * time.Minute
	// startTimeout bounds the request that creates a session, counted from the storing of its attempt.
	// It is longer than callTimeout.
	startTimeout = 30 * time.Second
	// pollInterval is how often the sweeper polls the provider about an open payment.
	pollInterval = 45 * time.Second
	// pagePollInterval is the minimum time between two polls that a shopper's page causes.
	pagePollInterval = 2 * time.Second
	// lease is how long a claimed attempt or refund is hidden from other sweepers. It is longer
	// than the two provider calls that handling one may take.
	lease = 45 * time.Second
	// minBackoff and maxBackoff limit the wait after a failed call to a provider.
	minBackoff, maxBackoff = 5 * time.Second, time.Minute
	// eventLifetime is how long an applied event is remembered. Providers stop resending an event earlier.
	eventLifetime = 90 * 24 * time.Hour
)

// The errors that callers distinguish.
var (
	ErrNotConfigured   = fault.New(fault.Unavailable, "online_payment_off", "Online payment is not available. Please choose cash on delivery.")
	ErrNotRedirected   = fault.New(fault.Upstream, "provider_failed", "Failed to redirect to payment.")
	ErrUnreachable     = fault.New(fault.Upstream, "provider_failed", "The payment provider cannot be reached. Please try again in a minute.")
	ErrStarting        = fault.New(fault.Conflict, "payment_starting", "A payment for this cart is just being started. Please wait a moment.")
	ErrProcessing      = fault.New(fault.Conflict, "payment_processing", "A payment for this order is being processed. Please wait until it is done.")
	ErrNoRefundDue     = fault.New(fault.Conflict, "no_refund_due", "No refund is due for this order.")
	ErrRefundRequested = fault.New(fault.Conflict, "refund_under_way", "The money of this order is being given back.")
	ErrMismatch        = fault.New(fault.Conflict, "payment_mismatch", "The payment differs from the order's total: refund it instead.")
)

var (
	errSuperseded    = fault.New(fault.Conflict, "payment_replaced", "This payment was ended, since another one was started for the same cart.")
	errTooManyOpen   = fault.New(fault.Conflict, "payments_open", "You have %d payments open. Please finish or cancel one of them first.", maxOpenAttempts)
	errNoAttempt     = fault.New(fault.NotFound, "no_payment", "There is no such payment.")
	errRefundRefused = fault.New(fault.Upstream, "refund_refused", "The payment provider refused the refund.")
)

// Attempt is one try to pay an order: a session at a provider.
type Attempt struct {
	ID            string       `db:"id"`
	OrderID       string       `db:"checkout_id"`
	UserID        string       `db:"user_id"`
	Email         string       `db:"email"` // as sent to the provider
	Provider      string       `db:"provider"`
	State         AttemptState `db:"state"`
	Processing    bool         `db:"processing"` // the shopper has paid, the money has not arrived
	Amount        money.Paise  `db:"amount"`
	Currency      string       `db:"currency"`
	CartHash      string       `db:"cart"` // equal for two attempts to pay for the same goods
	Ref           *string      `db:"ref"`  // the provider's session ID; nil until it is known
	URL           string       `db:"url"`  // the payment page; "" if the shopper was never sent there
	PaymentRef    string       `db:"payment_ref"`
	Taken         money.Paise  `db:"taken"` // the sum that the provider took
	TakenCurrency string       `db:"taken_currency"`
	ExpiresAt     time.Time    `db:"expires_at"`
	PolledAt      *time.Time   `db:"asked_at"` // when a shopper's page last caused a poll
	DueAt         *time.Time   `db:"due_at"`   // when the sweeper handles the attempt next; nil if never
	Tries         int          `db:"tries"`    // failed calls since the provider last responded
	CreatedAt     time.Time    `db:"created_at"`
	UpdatedAt     time.Time    `db:"updated_at"`
}

// starting reports whether the request that creates the session may still be running.
func (a Attempt) starting(now time.Time) bool {
	return a.Ref == nil && now.Before(a.CreatedAt.Add(startTimeout))
}

// overdue reports whether the attempt has expired, including expiryGrace.
func (a Attempt) overdue(now time.Time) bool { return now.After(a.ExpiresAt.Add(expiryGrace)) }

// Actor identifies who or what changed a payment.
type Actor struct {
	Kind    ActorKind
	UserID  string // the shopper or administrator
	EventID string // the provider's event ID, for ByEvent
}

// ActorKind is the kind of an Actor.
type ActorKind string

// The kinds of actors.
const (
	ByShopper       ActorKind = "shopper"
	ByAdministrator ActorKind = "administrator"
	ByEvent         ActorKind = "event"
	BySweeper       ActorKind = "sweeper"
)

// Change is one change of a line's payment, or a flag set on the line.
type Change struct {
	ID        string    `db:"id" json:"_id"`
	LineID    string    `db:"order_id" json:"-"`
	Source    ActorKind `db:"source" json:"source" enum:"shopper,administrator,event,sweeper" doc:"Kind of the actor."`
	UserID    string    `db:"user_id" json:"userId,omitempty" doc:"ID of the shopper or administrator."`
	UserName  string    `db:"user_name" json:"userName,omitempty" doc:"Current name of the actor."`
	EventID   string    `db:"event_id" json:"eventId,omitempty" doc:"ID of the provider's event."`
	From      Status    `db:"from_status" json:"from"`
	To        Status    `db:"to_status" json:"to"`
	Note      string    `db:"note" json:"note,omitempty"`
	CreatedAt time.Time `db:"created_at" json:"createdAt"`
}

// backoff returns the wait before the next call after this number of failed tries.
func backoff(tries int) time.Duration {
	wait := minBackoff
	for range tries - 1 {
		if wait *= 2; wait >= maxBackoff {
			return maxBackoff
		}
	}
	return wait
}
