package payment

import (
	"context"
	"time"

	"kirana/internal/language"
	"kirana/internal/money"
)

// MoneyWatcher is implemented by a Provider whose payments can be refunded or disputed outside the
// shop.
type MoneyWatcher interface {
	// Movement returns the refunds and the dispute of a payment. It returns ErrUnknownSession if the
	// provider does not have the payment.
	Movement(ctx context.Context, paymentRef string) (Movement, error)
}

// Movement holds the refunds and the dispute of a payment, as the provider reports them. A zero
// field was not reported.
type Movement struct {
	PaymentRef   string
	GivenBack    *money.Paise  // total refunded, by the shop or at the provider's dashboard
	Dispute      DisputeStatus // of a dispute that the payer opened at their bank
	Disputed     money.Paise
	RefundFailed money.Paise // the amount of a refund that did not arrive
}

// valid reports whether a movement can be stored.
func (m Movement) valid() bool {
	_, known := disputeWords[m.Dispute]
	return isPrintableASCII(m.PaymentRef) && (m.GivenBack == nil || *m.GivenBack >= 0) && (m.Dispute == "" || known) &&
		m.Disputed >= 0 && m.RefundFailed >= 0
}

// watches reports whether a provider is a MoneyWatcher.
func watches(p Provider) bool {
	if h, ok := p.(hardened); ok {
		p = h.Provider
	}
	_, ok := p.(MoneyWatcher)
	return ok
}

// DisputeStatus is the status of a dispute, with the same values for every provider.
type DisputeStatus string

// The statuses of a dispute.
const (
	DisputeOpen       DisputeStatus = "OPEN"       // the bank waits for the shop's evidence, or decides
	DisputeWithdrawn  DisputeStatus = "WITHDRAWN"  // the bank has taken the money until it decides
	DisputeReinstated DisputeStatus = "REINSTATED" // the bank has returned the withdrawn money
	DisputeWon        DisputeStatus = "WON"
	DisputeLost       DisputeStatus = "LOST"
)

const (
	// compareInterval is how often a payment is compared with the provider, so that a lost event is
	// found within a day. Comparisons stop compareFor after the payment was created.
	compareInterval = 24 * time.Hour
	compareFor      = 60 * 24 * time.Hour
	// compareRetry is the time until a failed comparison is tried again.
	compareRetry = time.Hour
	// compareBatch limits the payments compared in one batch; compareTick is the time between two
	// batches.
	compareBatch = 200
	compareTick  = 5 * time.Minute
)

// knownMoney holds the refunds and the dispute of a payment, as far as the shop knows them.
type knownMoney struct {
	GivenBack money.Paise   `db:"given_back"` // as last reported by the provider
	Dispute   DisputeStatus `db:"dispute"`
	Requested money.Paise   `db:"requested"` // sum of the shop's refunds, requested or done
	Done      money.Paise   `db:"done"`      // sum of the shop's refunds that are done
}

// disputeWords are the messages to administrators by dispute status.
var disputeWords = map[DisputeStatus]string{
	DisputeOpen:       "The payer disputes %s of this payment with their bank. Please answer at the payment provider's dashboard.",
	DisputeWithdrawn:  "The bank has taken %s back until the payer's dispute is decided.",
	DisputeReinstated: "The bank has given %s to the shop again after the payer's dispute.",
	DisputeWon:        "The payer's dispute of %s was decided for the shop.",
	DisputeLost:       "The payer's dispute of %s was decided against the shop: the money is gone.",
}

// repeats reports whether a status adds nothing to the known status. A dispute's own status does not
// say whether its money was withdrawn or returned; only events do.
func (s DisputeStatus) repeats(known DisputeStatus) bool {
	return s == known || (s == DisputeOpen && known == DisputeWithdrawn) || (s == DisputeWon && known == DisputeReinstated)
}

// flag returns the message for administrators about a movement, "" if nothing is new, and the new
// knownMoney. polled is false for an event, which may arrive after a newer one.
func (m Movement) flag(known knownMoney, polled bool) (language.Stored, knownMoney) {
	next := known
	if m.Dispute != "" && !m.Dispute.repeats(known.Dispute) {
		next.Dispute = m.Dispute
	}
	if m.GivenBack != nil && (polled || *m.GivenBack > known.GivenBack) {
		next.GivenBack = *m.GivenBack
	}
	switch expected := max(known.Requested, known.GivenBack); {
	case m.RefundFailed > 0:
		return language.NewPhrase("A refund of %s did not arrive. Please give the money back in another way.", m.RefundFailed).Store(), next
	case next.Dispute != known.Dispute:
		return language.NewPhrase(disputeWords[next.Dispute], m.Disputed).Store(), next
	case next.GivenBack > expected:
		return language.NewPhrase("%s went back at the payment provider's own dashboard, not by the shop.", next.GivenBack-expected).Store(), next
	case polled && next.GivenBack < known.Done && next.GivenBack != known.GivenBack:
		return language.NewPhrase("Of %s that the shop gave back, the payment provider says that %s arrived.", known.Done, next.GivenBack).Store(), next
	}
	return "", next
}
