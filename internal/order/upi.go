package order

import (
	"slices"
	"time"

	"kirana/internal/money"
	"kirana/internal/payment"
)

// coverByClaim sets Claimed of the lines that the shopper's UPI claim covers to their totals: the
// lines to be collected. If the whole order is canceled, these are the unpaid lines canceled last,
// or none if paid lines were canceled after them. It never lowers the amount of an earlier claim.
func (c *orderChange) coverByClaim() {
	anyLive := slices.ContainsFunc(c.lines, Line.live)
	var last time.Time
	for _, l := range c.lines {
		if !l.Hidden && l.Payment == payment.CashOnDelivery && l.UpdatedAt.After(last) {
			last = l.UpdatedAt
		}
	}
	paidWereLast := c.StageAt != nil && last.Before(*c.StageAt)
	isNew := false
	for i, l := range c.lines {
		covered := l.live() || !anyLive && !paidWereLast && l.UpdatedAt.Equal(last)
		if covered && !l.Hidden && l.Payment == payment.CashOnDelivery {
			c.lines[i].Claimed, isNew = max(l.Claimed, l.Total), true
		}
	}
	if isNew {
		c.ClaimRoundOff = c.claimRoundOff()
	}
}

// recordPaidBy sets how a cash order was paid; "" means not paid yet. number returns a new number
// of a line.
func (c *orderChange) recordPaidBy(by PaidBy, reference string, number func() string) error {
	isClaimed := func(l Line) bool { return !l.Hidden && l.Payment == payment.CashOnDelivery && l.Claimed > 0 }
	answersClaim := c.ClaimOpen && c.Method == COD && (by == c.PaidBy || by == "" || slices.ContainsFunc(c.lines, isClaimed))
	c.ClaimOpen = false
	if answersClaim {
		c.answerClaim(by, number)
	} else if err := c.pay(by, number); err != nil {
		return err
	}
	if !answersClaim || c.PaidBy == "" || by == ByUPI {
		c.PaidBy, c.PaymentReference = by, reference
	}
	if by == "" {
		c.dropClaim()
		c.bookCash()
	}
	return nil
}

// answerClaim confirms or rejects an open claim. With ByUPI it settles the covered lines as paid by
// UPI, including lines that were put on the khata meanwhile. Otherwise it rejects the claim and
// applies payAtDoor to the lines still to be collected.
func (c *orderChange) answerClaim(by PaidBy, number func() string) {
	for i := range c.lines {
		l := &c.lines[i]
		switch {
		case l.Hidden, l.Claimed == 0, !l.awaitsClaim():
		case by == ByUPI:
			c.settleClaim(l, number)
		default:
			l.Claimed = 0
			if l.Payment == payment.CashOnDelivery {
				l.payAtDoor(by)
			}
		}
	}
}

// payAtDoor marks a delivered line as paid in cash or on the khata, and a line not delivered as to
// be collected.
func (l *Line) payAtDoor(by PaidBy) {
	l.Payment, l.PaidBy = payment.CashOnDelivery, ""
	if l.Delivery == Delivered {
		l.Payment, l.PaidBy = payment.Paid, ByCash
		if by == ByKhata {
			l.PaidBy = ByKhata
		}
	}
}

// dropClaim deletes the claim, because staff found no payment.
func (c *orderChange) dropClaim() {
	c.ClaimReference, c.ClaimedAt, c.ClaimRoundOff = "", nil, 0
	for i := range c.lines {
		c.lines[i].Claimed = 0
	}
}

// pay updates the lines of a cash order after its payment method was recorded, or reset with "".
// UPI pays all lines, or only the claimed ones if it confirms a claim. Any other method applies
// payAtDoor, and withdraws the refund of lines that UPI paid. After a return of paid goods, pay
// refuses everything except confirming a claim. number returns a new number of a line.
func (c *orderChange) pay(by PaidBy, number func() string) error {
	if c.Method != COD {
		return errNotCash
	}
	confirmed := by == ByUPI && c.PaidBy != ByUPI && slices.ContainsFunc(c.lines, func(l Line) bool { return l.Claimed > 0 && !l.Hidden })
	if !confirmed && slices.ContainsFunc(c.lines, func(l Line) bool { return l.Returned && !l.Hidden && l.received() }) {
		return errPaidReturned
	}
	for i := range c.lines {
		l := &c.lines[i]
		open := l.Payment == payment.CashOnDelivery || l.Payment == payment.Paid
		switch {
		case l.Hidden:
		case by != ByUPI && l.PaidBy == ByUPI && l.Payment == payment.RefundDue:
			l.Payment, l.PaidBy = payment.CashOnDelivery, ""
			l.Hidden = l.SplitOf != ""
		case confirmed && l.Claimed > 0 && l.awaitsClaim():
			c.settleClaim(l, number)
		case !l.live(), !open, confirmed && l.Payment == payment.CashOnDelivery:
		case by == ByUPI:
			l.Payment, l.PaidBy = payment.Paid, ByUPI
		default:
			l.payAtDoor(by)
		}
	}
	return nil
}

// payRest marks the lines of a cash order that are still to be collected as paid on delivery. With
// UPI it settles the lines that a claim covers. It leaves paid lines as they are.
func (c *orderChange) payRest(by PaidBy, number func() string) {
	for i := range c.lines {
		l := &c.lines[i]
		switch {
		case l.Hidden, l.Payment != payment.CashOnDelivery:
		case by == ByUPI && (c.ClaimOpen || c.PaidBy != ByUPI) && l.Claimed > 0 && (!l.live() || l.Claimed >= l.Total):
			c.settleClaim(l, number)
		case l.live():
			l.Payment, l.PaidBy = payment.Paid, by
		}
	}
	c.ClaimOpen = false
}

// settleClaim marks a line as paid by UPI with the claimed amount. If the line costs less now, or
// was canceled, the difference is RefundDue. If the line costs more, its whole total is collected
// and the claimed amount is RefundDue, because a line cannot be paid in part. The claimed amount of
// a line that was returned on the khata is RefundDue too, because the khata was credited already. A
// line recorded as paid in cash keeps its PaidAt, so that the correction changes the sums of that
// day.
func (c *orderChange) settleClaim(l *Line, number func() string) {
	covered := l.Claimed - c.givenBackOf(l.ID)
	if covered <= 0 && !l.live() {
		return
	}
	full := *l
	full.Payment, full.PaidBy = payment.Paid, ByUPI
	if l.PaidBy != ByCash {
		full.PaidAt = &c.at
	}
	full.RoundOff, c.ClaimRoundOff = c.ClaimRoundOff, 0
	full.Total, full.Quantity = covered, l.piecesFor(covered)
	isCredited := l.returnedOnKhata()
	if isCredited || l.live() && l.Total > covered {
		refund := missingPieces(Line{}, full, number())
		refund.RoundOff = full.RoundOff
		c.added = append(c.added, refund)
		l.Claimed = 0
		if !isCredited {
			if l.PaidBy != ByCash {
				l.PaidAt = nil
			}
			l.RoundOff = full.RoundOff
			l.payAtDoor(ByCash)
		}
		return
	}
	l.Payment, l.PaidBy, l.PaidAt, l.RoundOff = full.Payment, full.PaidBy, full.PaidAt, full.RoundOff
	if !l.live() {
		l.Payment = payment.RefundDue
		if l.Total > covered {
			l.Total, l.Quantity = full.Total, full.Quantity
		}
	}
	if l.Total < covered {
		c.added = append(c.added, missingPieces(*l, full, number()))
	}
}

// awaitsClaim reports whether the line can be paid by a claimed payment: it is to be collected, or
// has meanwhile been paid by another method.
func (l Line) awaitsClaim() bool {
	return l.Payment == payment.CashOnDelivery || l.Payment == payment.Paid && l.PaidBy != ByUPI || l.returnedOnKhata()
}

// returnedOnKhata reports whether the line was paid and returned on the khata.
func (l Line) returnedOnKhata() bool { return l.Payment == payment.Refunded && l.PaidBy == ByKhata }

// givenBackOf returns the amount already refunded for the missing pieces of a line, in paise, without
// what was credited on the khata.
func (c *orderChange) givenBackOf(lineID string) money.Paise {
	var sum money.Paise
	for _, l := range c.lines {
		if l.SplitOf == lineID && !l.Hidden && l.Payment == payment.Refunded && !l.returnedOnKhata() {
			sum += l.Total
		}
	}
	return sum
}

// piecesFor returns how many pieces an amount pays for, at least 1 and at most the number ordered.
func (l Line) piecesFor(amount money.Paise) int {
	price := l.Price - l.Discount
	if price <= 0 {
		return l.OrderedQuantity
	}
	return max(1, min(l.OrderedQuantity, int((amount+price-1)/price)))
}

// paidAt returns when the money of a line arrived: the stored time, or else the time at which the
// line is written. It is nil if no money arrived.
func (l Line) paidAt(now time.Time) *time.Time {
	switch {
	case !l.received():
		return nil
	case l.PaidAt == nil:
		return &now
	}
	return l.PaidAt
}
