package payment

import (
	"time"

	"kirana/internal/language"
)

// Notes to administrators with a change of payment.
var (
	NotePaidTwice = language.Word("The same cart had been ordered already.").Store()
	NoteSoldOut   = language.Word("It was paid after it had ended, and the pieces were gone.").Store()
	NotePaidLate  = language.Word("It was paid after it had ended.").Store()

	noteNotOpened     = language.Word("The payment page could not be opened.").Store()
	noteNotConfigured = language.Word("The payment provider is not configured any more. Please look there whether money came.").Store()
	noteUnknown       = language.Word("The payment provider does not know this payment. Please look there whether money came.").Store()
)

// settlement is the input of settling: the attempt and the provider's report on it.
type settlement struct {
	attempt Attempt
	result  Result
	actor   Actor
	warning language.Stored // a flag for the administrator; "" for none
	shopID  string          // of this shop
	now     time.Time
}

// Outcome is the result of a settlement for an attempt and for the lines that it
// pays for.
type Outcome struct {
	Attempt  Attempt      // as it is from now on
	Previous AttemptState // as it was until now
	Actor    Actor
	Status   Status          // the new status of the rows; "" keeps the current one
	Flag     language.Stored // set on every row, for the administrator; "" sets none
	Note     language.Stored // for the history of the rows
	At       time.Time
}

// Late reports whether the payment came after its attempt had ended, and with it
// the reservation of its stock.
func (o Outcome) Late() bool { return o.Previous != AttemptOpen }

// affectsOrders reports whether the ledger has anything to do.
func (o Outcome) affectsOrders() bool { return o.Status != "" || o.Flag != "" }

// settle decides what a provider's result means. It is a pure function: all who
// learn of a result (webhook, page, sweeper, administrator) call it, so that one
// place decides. The attempt moves forward only; a result that would move it back
// changes neither it nor its orders.
func settle(s settlement) Outcome {
	a, previous := s.attempt, s.attempt.State
	next, status := verdict(s)
	a.UpdatedAt, a.Tries = s.now, 0
	if a.Ref == nil && s.result.Ref != "" {
		ref := s.result.Ref
		a.Ref = &ref
	}
	a.Processing = previous == AttemptOpen && s.result.State == SessionProcessing
	a.DueAt = nextPoll(s, next)
	o := Outcome{Attempt: a, Previous: previous, Actor: s.actor, At: s.now}
	if status != Paid {
		o.Flag, o.Note = s.warning, s.warning
	}
	if !previous.canTransition(next) {
		return o
	}
	o.Attempt.State, o.Status = next, status
	if s.result.State == SessionPaid {
		o.Attempt.PaymentRef, o.Attempt.Taken, o.Attempt.TakenCurrency = s.result.PaymentRef, s.result.Amount, s.result.Currency
	}
	switch {
	case next == AttemptMismatch:
		o.Flag = mismatch(s.attempt, s.result, s.shopID)
		o.Note = o.Flag
	case status != Paid && o.Flag == "" && a.URL == "":
		o.Note = noteNotOpened
	}
	return o
}

// verdict is the state that a result leads to, and the payment status of the rows.
func verdict(s settlement) (AttemptState, Status) {
	switch s.result.State {
	case SessionPaid:
		if mismatch(s.attempt, s.result, s.shopID) != "" {
			return AttemptMismatch, RefundDue
		}
		return AttemptPaid, Paid
	case SessionExpired:
		return AttemptExpired, Expired
	case SessionFailed:
		return AttemptFailed, Failed
	default:
		return AttemptOpen, Pending
	}
}

// nextPoll returns when to poll the provider again, UTC; nil for a final attempt.
func nextPoll(s settlement, next AttemptState) *time.Time {
	// A session whose id is unknown may exist all the same, until it expires.
	unknown := s.result.State == SessionFailed && s.result.Ref == ""
	if s.attempt.DueAt == nil || (next != AttemptOpen && !unknown) {
		return nil
	}
	due := s.now.Add(pollInterval)
	return &due
}

// mismatch returns how a payment differs from this attempt, in a sentence for
// the administrator; "" when nothing is.
func mismatch(a Attempt, r Result, shopID string) language.Stored {
	switch {
	case r.ShopID != shopID:
		return language.Word("A payment came in for another shop.").Store()
	case r.AttemptID != a.ID:
		return language.Word("A payment came in for another order.").Store()
	case r.Currency != a.Currency:
		return language.Word("The payment came in another currency.").Store()
	case r.Amount != a.Amount:
		return language.NewPhrase("Paid were %s instead of %s.", r.Amount, a.Amount).Store()
	}
	return ""
}

// releaseUnopened ends an attempt that no shopper was sent to, because its session
// could not be created. Unless the provider refused, a session may exist all the
// same: it is due, so that the sweeper ends it.
func releaseUnopened(a Attempt, refused bool, now time.Time) Outcome {
	o := Outcome{
		Attempt: a, Previous: a.State, Actor: Actor{Kind: ByShopper, UserID: a.UserID},
		Status: Failed, Note: noteNotOpened, At: now,
	}
	o.Attempt.State, o.Attempt.UpdatedAt, o.Attempt.DueAt = AttemptFailed, now, nil
	if !refused {
		due := now.Add(minBackoff)
		o.Attempt.DueAt = &due
	}
	return o
}
