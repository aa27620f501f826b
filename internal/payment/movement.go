package payment

import (
	"context"
	"time"

	"kirana/internal/language"
	"kirana/internal/money"
)

// MoneyWatcher is a Provider with a dashboard, where refunds can be made without the shop.
type MoneyWatcher interface {
	// Movement returns the refunds and disputes of a payment, or ErrUnknownSession.
	Movement(ctx context.Context, paymentRef string) (Movement, error)
}

// Movement holds the refunds and the dispute of a payment, as the provider reports them. Zero fields are
// unknown.
type Movement struct {
	PaymentRef   string
	GivenBack    *money.Paise  // the sum that went back, by the shop or at the provider's dashboard
	Dispute      DisputeStatus // of the payer with their bank
	Disputed     money.Paise
	RefundFailed money.Paise // a refund that has not arrived
}

// valid reports whether a movement can be stored.
func (m Movement) valid() bool {
	_, known := disputeWords[m.Dispute]
	return isPrintableASCII(m.PaymentRef) && (m.GivenBack == nil || *m.GivenBack >= 0) && (m.Dispute == "" || known) &&
		m.Disputed >= 0 && m.RefundFailed >= 0
}

// watches reports whether a provider can be asked about the money of its payments.
func watches(p Provider) bool {
	if h, ok := p.(hardened); ok {
		p = h.Provider
	}
	_, ok := p.(MoneyWatcher)
	return ok
}

// DisputeStatus is the status of a dispute, the same words for every provider.
type DisputeStatus string

// The statuses of a dispute.
const (
	DisputeOpen       DisputeStatus = "OPEN"       // the bank asks the shop, or decides
	DisputeWithdrawn  DisputeStatus = "WITHDRAWN"  // the bank has taken the money for the time being
	DisputeReinstated DisputeStatus = "REINSTATED" // and has given it to the shop again
	DisputeWon        DisputeStatus = "WON"
	DisputeLost       DisputeStatus = "LOST"
)

const (
	// compareInterval is how often the provider is asked about the money of a payment,
	// for as long as compareFor: a lost event is found within a day.
	compareInterval = 24 * time.Hour
	compareFor      = 60 * 24 * time.Hour
	// compareBatch bounds how many are asked about in a row, compareTick is how often.
	compareBatch = 200
	compareTick  = 5 * time.Minute
)

// knownMoney is the shop's record of the money of a payment.
type knownMoney struct {
	GivenBack money.Paise   `db:"given_back"` // as the provider said last
	Dispute   DisputeStatus `db:"dispute"`
	Requested money.Paise   `db:"requested"` // refunds of the shop, done or not yet
	Done      money.Paise   `db:"done"`      // of these, those that the provider has taken
}

// disputeWords say what a dispute's status means to an administrator.
var disputeWords = map[DisputeStatus]string{
	DisputeOpen:       "The payer disputes %s of this payment with their bank. Please answer at the payment provider's dashboard.",
	DisputeWithdrawn:  "The bank has taken %s back until the payer's dispute is decided.",
	DisputeReinstated: "The bank has given %s to the shop again after the payer's dispute.",
	DisputeWon:        "The payer's dispute of %s was decided for the shop.",
	DisputeLost:       "The payer's dispute of %s was decided against the shop: the money is gone.",
}

// repeats reports whether a status adds nothing about a dispute to a later one that is
// known already: what an event said of the money is not in the dispute's own status.
func (s DisputeStatus) repeats(known DisputeStatus) bool {
	return s == known || (s == DisputeOpen && known == DisputeWithdrawn) || (s == DisputeWon && known == DisputeReinstated)
}

// flag returns what an administrator has to know of a movement, "" when the shop knows it,
// and what is known from now on. present says that the provider was asked just now: of
// events an older one may come later.
func (m Movement) flag(known knownMoney, present bool) (language.Stored, knownMoney) {
	next := known
	if m.Dispute != "" && !m.Dispute.repeats(known.Dispute) {
		next.Dispute = m.Dispute
	}
	if m.GivenBack != nil && (present || *m.GivenBack > known.GivenBack) {
		next.GivenBack = *m.GivenBack
	}
	switch expected := max(known.Requested, known.GivenBack); {
	case m.RefundFailed > 0:
		return language.NewPhrase("A refund of %s did not arrive. Please give the money back in another way.", m.RefundFailed).Store(), next
	case next.Dispute != known.Dispute:
		return language.NewPhrase(disputeWords[next.Dispute], m.Disputed).Store(), next
	case next.GivenBack > expected:
		return language.NewPhrase("%s went back at the payment provider's own dashboard, not by the shop.", next.GivenBack-expected).Store(), next
	case present && next.GivenBack < known.Done && next.GivenBack != known.GivenBack:
		return language.NewPhrase("Of %s that the shop gave back, the payment provider says that %s arrived.", known.Done, next.GivenBack).Store(), next
	}
	return "", next
}
