package order

import (
	"slices"
	"time"

	"kirana/internal/money"
	"kirana/internal/payment"
)

// coverByClaim marks what the shopper's UPI claim covers: every payable line at its current price.
// For a canceled order these are the lines canceled last. Lines covered by an earlier claim stay
// covered.
func (w *orderChange) coverByClaim() {
	anyLive := slices.ContainsFunc(w.lines, Line.live)
	var last time.Time
	for _, l := range w.lines {
		if !l.Hidden && l.Payment == payment.CashOnDelivery && l.UpdatedAt.After(last) {
			last = l.UpdatedAt
		}
	}
	for i, l := range w.lines {
		meant := l.live() || !anyLive && l.UpdatedAt.Equal(last)
		if meant && !l.Hidden && l.Payment == payment.CashOnDelivery {
			w.lines[i].Claimed = max(l.Claimed, l.Total)
		}
	}
	w.ClaimRoundOff = w.claimRoundOff()
}

// recordPaidBy sets how a cash order was paid, as staff says; "" is not paid yet. number makes a line's
// number.
func (w *orderChange) recordPaidBy(by PaidBy, reference string, number func() string) error {
	isClaimed := func(l Line) bool { return !l.Hidden && l.Payment == payment.CashOnDelivery && l.Claimed > 0 }
	ofClaim := w.ClaimOpen && w.Method == COD && (by == w.PaidBy || by == "" || slices.ContainsFunc(w.lines, isClaimed))
	w.ClaimOpen = false
	if ofClaim {
		w.answerClaim(by, number)
	} else if err := w.pay(by, number); err != nil {
		return err
	}
	if !ofClaim || w.PaidBy == "" || by == ByUPI {
		w.PaidBy, w.PaymentReference = by, reference
	}
	if by == "" {
		w.dropClaim()
		w.bookCash()
	}
	return nil
}

// answerClaim settles only the lines covered by an open claim: paid by UPI, or else in cash on
// delivery.
func (w *orderChange) answerClaim(by PaidBy, number func() string) {
	for i := range w.lines {
		l := &w.lines[i]
		switch {
		case l.Hidden, l.Payment != payment.CashOnDelivery, l.Claimed == 0:
		case by == ByUPI:
			w.settleClaim(l, number)
		default:
			l.Claimed = 0
			l.payAtDoor(by)
		}
	}
}

// payAtDoor marks a delivered line as paid in cash, or put on the khata; before delivery nothing is
// collected.
func (l *Line) payAtDoor(by PaidBy) {
	l.Payment, l.PaidBy = payment.CashOnDelivery, ""
	if l.Delivery == Delivered {
		l.Payment, l.PaidBy = payment.Paid, ByCash
		if by == ByKhata {
			l.PaidBy = ByKhata
		}
	}
}

// dropClaim forgets the claim, because no payment arrived.
func (w *orderChange) dropClaim() {
	w.ClaimReference, w.ClaimedAt, w.ClaimRoundOff = "", nil, 0
	for i := range w.lines {
		w.lines[i].Claimed = 0
	}
}

// pay changes the lines of a cash order after staff has recorded how it was paid, or taken that back
// (by ""). If money for returned goods is due or was given back, it only confirms a claim, and
// refuses anything else. Paid by UPI, nothing beyond the claim is left to collect before delivery;
// not paid by UPI, no refund of canceled lines is due. number makes a line's number.
func (w *orderChange) pay(by PaidBy, number func() string) error {
	if w.Method != COD {
		return errNotCash
	}
	confirmed := by == ByUPI && w.PaidBy != ByUPI && slices.ContainsFunc(w.lines, func(l Line) bool { return l.Claimed > 0 && !l.Hidden })
	if !confirmed && slices.ContainsFunc(w.lines, func(l Line) bool { return l.Returned && !l.Hidden && l.received() }) {
		return errPaidReturned
	}
	for i := range w.lines {
		l := &w.lines[i]
		open := l.Payment == payment.CashOnDelivery || l.Payment == payment.Paid
		switch {
		case l.Hidden:
		case by != ByUPI && l.PaidBy == ByUPI && l.Payment == payment.RefundDue:
			l.Payment, l.PaidBy = payment.CashOnDelivery, ""
			l.Hidden = l.SplitOf != ""
		case confirmed && open && l.Claimed > 0:
			w.settleClaim(l, number)
		case !l.live(), !open, confirmed && l.Payment == payment.CashOnDelivery:
		case by == ByUPI:
			l.Payment, l.PaidBy = payment.Paid, ByUPI
		default:
			l.payAtDoor(by)
		}
	}
	return nil
}

// payRest pays what is still to be collected of a cash order, as on delivery. Paid lines are not
// changed.
func (w *orderChange) payRest(by PaidBy, number func() string) {
	for i := range w.lines {
		l := &w.lines[i]
		switch {
		case l.Hidden, l.Payment != payment.CashOnDelivery:
		case by == ByUPI && (w.ClaimOpen || w.PaidBy != ByUPI) && l.Claimed > 0 && (!l.live() || l.Claimed >= l.Total):
			w.settleClaim(l, number)
		case l.live():
			l.Payment, l.PaidBy = payment.Paid, by
		}
	}
	w.ClaimOpen = false
}

// settleClaim marks a line as paid by UPI with the claimed amount. If it costs less now, or was
// canceled, the difference is due back: missing pieces become their own line, as for an online
// payment. If it costs more, the whole price is collected and the claimed amount is due back,
// because a line cannot be paid in part.
func (w *orderChange) settleClaim(l *Line, number func() string) {
	covered := l.Claimed - w.givenBackOf(l.ID)
	if covered <= 0 && !l.live() {
		return
	}
	l.Payment, l.PaidBy, l.PaidAt = payment.Paid, ByUPI, &w.at
	l.RoundOff, w.ClaimRoundOff = w.ClaimRoundOff, 0
	full := *l
	full.Total, full.Quantity = covered, l.piecesFor(covered)
	if l.live() && l.Total > covered {
		came := missingPieces(Line{}, full, number())
		came.RoundOff = l.RoundOff
		w.added = append(w.added, came)
		l.Claimed, l.PaidAt = 0, nil
		l.payAtDoor(ByCash)
		return
	}
	if !l.live() {
		l.Payment = payment.RefundDue
		if l.Total > covered {
			l.Total, l.Quantity = full.Total, full.Quantity
		}
	}
	if l.Total < covered {
		w.added = append(w.added, missingPieces(*l, full, number()))
	}
}

// givenBackOf returns the amount already given back for the missing pieces of a line.
func (w *orderChange) givenBackOf(lineID string) money.Paise {
	var sum money.Paise
	for _, l := range w.lines {
		if l.SplitOf == lineID && !l.Hidden && l.Payment == payment.Refunded {
			sum += l.Total
		}
	}
	return sum
}

// piecesFor returns how many pieces of a line an amount has paid for.
func (l Line) piecesFor(amount money.Paise) int {
	price := l.Price - l.Discount
	if price <= 0 {
		return l.OrderedQuantity
	}
	return max(1, min(l.OrderedQuantity, int((amount+price-1)/price)))
}

// paidAt returns when the money of a line came, for a line written at a time.
func (l Line) paidAt(written time.Time) *time.Time {
	switch {
	case !l.received():
		return nil
	case l.PaidAt == nil:
		return &written
	}
	return l.PaidAt
}
