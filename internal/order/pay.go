package order

import (
	"log/slog"
	"time"

	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Till is what taking online payments needs. Without a provider 'Pay Online' is
// off.
type Till struct {
	Providers payment.Providers
	ShopID    string // tells this shop's sessions from others' on the same account
	PublicURL string // the shop's address as shoppers type it, without a slash at its end
	Log       *slog.Logger
	Limits    bool // whether payment starts are limited
	// PublishableKey is for the script of the provider of new payments, if it has one.
	PublishableKey string
	Test           bool // the provider of new payments moves no money
}

// attemptState is how far a payment attempt is. It only moves forward, by rank.
type attemptState string

// The states of an attempt. Mismatch is money that came, but not what was asked for.
const (
	awaiting        attemptState = "AWAITING"
	attemptExpired  attemptState = "EXPIRED"
	attemptFailed   attemptState = "FAILED"
	attemptPaid     attemptState = "PAID"
	attemptMismatch attemptState = "MISMATCH"
)

// mayBecome tells whether the state moves forward to next: money that comes after
// everyone has given up still counts, and nothing undoes it.
func (s attemptState) mayBecome(next attemptState) bool {
	rank := map[attemptState]int{awaiting: 0, attemptExpired: 1, attemptFailed: 1, attemptPaid: 2, attemptMismatch: 2}
	return rank[next] > rank[s]
}

const (
	currency = "INR"
	// openTime is how long a shopper has for paying; Stripe allows no less.
	// overtime is how much later a provider may close its page.
	openTime = 30 * time.Minute
	overtime = 2 * time.Minute
	// mostOpen is how many payments a shopper may have open at once.
	mostOpen = 3
	// startsInWindow and startWindow bound how often a shopper may begin to pay.
	startsInWindow = 10
	startWindow    = 10 * time.Minute
	// startGrace is how long the request that begins a payment is given, before
	// it is taken for dead. It is longer than the provider may take.
	startGrace = 30 * time.Second
	// askEvery is how often the provider is asked about an open payment.
	askEvery = 45 * time.Second
	// pageAsksEvery bounds how often a shopper's page has the provider asked.
	pageAsksEvery = 2 * time.Second
	// askLease is how long an attempt is out of other sweepers' reach; longer than
	// the two calls that looking at it may take.
	askLease = 45 * time.Second
	// firstPause and longestPause are the wait after a provider did not answer.
	firstPause, longestPause = 5 * time.Second, time.Minute
	// eventsLive is how long an applied event is remembered; no provider sends one
	// again for so long.
	eventsLive = 90 * 24 * time.Hour
)

var (
	errNotOffered     = fault.New(fault.Unavailable, "online_payment_off", "Online payment is not available. Please choose cash on delivery.")
	errNotRedirected  = fault.New(fault.Upstream, "provider_failed", "Failed to redirect to payment.")
	errProviderSilent = fault.New(fault.Upstream, "provider_failed", "The payment provider cannot be reached. Please try again in a minute.")
	errStarting       = fault.New(fault.Conflict, "payment_starting", "A payment for this cart is just being started. Please wait a moment.")
	errReplaced       = fault.New(fault.Conflict, "payment_replaced", "This payment was ended, since another one was started for the same cart.")
	errProcessing     = fault.New(fault.Conflict, "payment_processing", "A payment for this order is being processed. Please wait until it is done.")
	errManyOpen       = fault.New(fault.Conflict, "payments_open", "You have %d payments open. Please finish or cancel one of them first.", mostOpen)
	errNoPayment      = fault.New(fault.NotFound, "no_payment", "There is no such payment.")
	errNothingDue     = fault.New(fault.Conflict, "no_refund_due", "No refund is due for this order.")
	errRefundRefused  = fault.New(fault.Upstream, "refund_refused", "The payment provider refused the refund.")
	errRefunding      = fault.New(fault.Conflict, "refund_under_way", "The money of this order is being given back.")
	errWrongMoney     = fault.New(fault.Conflict, "payment_mismatch", "What was paid is not what this order costs: refund it instead.")
)

// attempt is one try to pay a checkout: a session at a provider.
type attempt struct {
	ID            string       `db:"id"`
	CheckoutID    string       `db:"checkout_id"`
	UserID        string       `db:"user_id"`
	Email         string       `db:"email"`
	Provider      string       `db:"provider"`
	State         attemptState `db:"state"`
	Processing    bool         `db:"processing"`
	Amount        money.Paise  `db:"amount"`
	Currency      string       `db:"currency"`
	Cart          string       `db:"cart"`
	Ref           *string      `db:"ref"`
	URL           string       `db:"url"`
	PaymentRef    string       `db:"payment_ref"`
	Taken         money.Paise  `db:"taken"`
	TakenCurrency string       `db:"taken_currency"`
	ExpiresAt     time.Time    `db:"expires_at"`
	AskedAt       *time.Time   `db:"asked_at"`
	DueAt         *time.Time   `db:"due_at"`
	Tries         int          `db:"tries"`
	CreatedAt     time.Time    `db:"created_at"`
	UpdatedAt     time.Time    `db:"updated_at"`
}

// starting tells whether the request that makes the attempt may still be at it.
func (a attempt) starting(now time.Time) bool {
	return a.Ref == nil && now.Before(a.CreatedAt.Add(startGrace))
}

// mismatch is what is wrong with a payment that a session of this attempt got,
// in a sentence for the administrator; "" when all is right.
func (a attempt) mismatch(said payment.Result, shopID string) string {
	switch {
	case said.ShopID != shopID:
		return "A payment came in for another shop."
	case said.AttemptID != a.ID:
		return "A payment came in for another order."
	case said.Currency != a.Currency:
		return "The payment came in another currency."
	case said.Amount != a.Amount:
		return "Paid were " + said.Amount.String() + " instead of " + a.Amount.String() + "."
	}
	return ""
}

// source is who brought a change of payment about.
type source struct {
	Kind    string // one of the constants below
	UserID  string
	EventID string
}

// The kinds of sources.
const (
	byShopper       = "shopper"
	byAdministrator = "administrator"
	byEvent         = "event"
	bySweeper       = "sweeper"
)

// Change is one change of an order row's payment, or a flag that was set.
type Change struct {
	ID        string    `db:"id" json:"_id"`
	OrderID   string    `db:"order_id" json:"-"`
	Source    string    `db:"source" json:"source" enum:"shopper,administrator,event,sweeper" doc:"who brought it about"`
	UserID    string    `db:"user_id" json:"userId,omitempty" doc:"which shopper or administrator"`
	UserName  string    `db:"user_name" json:"userName,omitempty" doc:"what they are called now"`
	EventID   string    `db:"event_id" json:"eventId,omitempty" doc:"the provider's event"`
	From      Payment   `db:"from_status" json:"from"`
	To        Payment   `db:"to_status" json:"to"`
	Note      string    `db:"note" json:"note,omitempty"`
	CreatedAt time.Time `db:"created_at" json:"createdAt"`
}

// pause is how long to leave a provider alone after tries in vain.
func pause(tries int) time.Duration {
	wait := firstPause
	for range tries - 1 {
		if wait *= 2; wait >= longestPause {
			return longestPause
		}
	}
	return wait
}
