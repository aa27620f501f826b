package payment

import (
	"time"

	"kirana/internal/language"
)

// Notes to administrators about a change of payment.
var (
	NotePaidTwice = language.Word("The same cart had been ordered already.").Store()
	NoteSoldOut   = language.Word("It was paid after it had ended, and the pieces were gone.").Store()
	NotePaidLate  = language.Word("It was paid after it had ended.").Store()

	noteNotOpened     = language.Word("The payment page could not be opened.").Store()
	noteNotConfigured = language.Word("The payment provider is not configured any more. Please look there whether money came.").Store()
	noteUnknown       = language.Word("The payment provider does not know this payment. Please look there whether money came.").Store()
)

// settlement is the input of settle.
type settlement struct {
	attempt Attempt
	result  Result
	actor   Actor
	warning language.Stored // a flag for the administrator; "" if there is none
	shopID  string          // the ID of this shop
	now     time.Time
}

// Outcome is the result of a settlement for an attempt and its lines.
type Outcome struct {
	Attempt  Attempt      // the attempt after the settlement
	Previous AttemptState // the state before the settlement
	Actor    Actor
	Status   Status          // the new status of the lines; "" keeps the current one
	Flag     language.Stored // set on every line, for the administrator; "" sets none
	Note     language.Stored // for the history of the lines
	At       time.Time
}

// Late reports whether the payment arrived after its attempt, and so its stock reservation, had
// ended.
func (o Outcome) Late() bool { return o.Previous != AttemptOpen }

// affectsOrders reports whether the ledger must be changed.
func (o Outcome) affectsOrders() bool { return o.Status != "" || o.Flag != "" }

// settle decides what a provider's result means for an attempt. It is a pure function, called for
// results from the webhook, the page, the sweeper and the administrator. A result that would move the
// attempt back changes neither its state nor the status of its lines.
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

// verdict returns the attempt state and the line status that a result leads to.
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

// nextPoll returns when the sweeper handles the attempt again; nil if never.
func nextPoll(s settlement, next AttemptState) *time.Time {
	// Keep the attempt due after a refusal to create a session: an earlier request may have created one
	// whose ID the shop does not have.
	unknown := s.result.State == SessionFailed && s.result.Ref == ""
	if s.attempt.DueAt == nil || (next != AttemptOpen && !unknown) {
		return nil
	}
	due := s.now.Add(pollInterval)
	return &due
}

// mismatch describes, for the administrator, how a payment differs from its attempt; it returns ""
// if they match.
func mismatch(a Attempt, r Result, shopID string) language.Stored {
	switch {
	case r.ShopID != shopID:
		return language.Word("A payment came in for another shop.").Store()
	case r.AttemptID != a.ID:
		return language.Word("A payment came in for another order.").Store()
	case r.Currency != a.Currency:
		return language.Word("The payment came in another currency.").Store()
	case r.Amount != a.Amount:
		return language.NewPhrase("%s was paid instead of %s.", r.Amount, a.Amount).Store()
	}
	return ""
}

// releaseUnopened ends an attempt whose shopper was not redirected. The session may exist unless the
// provider refused it; the attempt then stays due, and the sweeper ends the session.
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
