package order

import (
	"slices"

	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/tax"
)

// amount returns the money of a line, in paise: its total with its round-off.
func (l Line) amount() money.Paise { return l.Total + l.RoundOff.Paise() }

// roundable groups the lines of an order by how their amounts can still change.
type roundable struct {
	kept     []*Line // paid before the action, or by a claim
	claimed  []*Line // covered by an open claim
	fresh    []*Line // paid by the action
	open     []*Line // to be collected
	refunded []*Line // made RefundDue or Refunded by the action
	due      []*Line // RefundDue already before the action
	// corrected reports whether the action corrects a payment: the money did not arrive, or arrived
	// by another method.
	corrected bool
}

// roundOff sets the round-off of the lines of an order, so that the amounts paid, to collect and to
// refund are whole rupees each. before are the lines before the action.
func (c *orderChange) roundOff(before []Line) {
	if !c.Rounded || c.undone != nil { // an undo restores the round-off
		return
	}
	r := c.roundable(before)
	goods, paid := r.keepWhole()
	for _, group := range [][]*Line{r.claimed, r.fresh, r.open} {
		if len(group) == 0 {
			continue
		}
		more, amount := sumsOf(group)
		goods += more
		payable := goods + tax.RoundOff(goods) - paid
		adjust(group, payable-amount)
		paid += payable
	}
}

// roundable groups the lines. Hidden lines, and canceled ones that are not paid, lose their
// round-off.
func (c *orderChange) roundable(before []Line) roundable {
	var r roundable
	for _, lines := range [][]Line{c.lines, c.added} {
		for i := range lines {
			l := &lines[i]
			previous, isNew := lineBefore(before, *l)
			unpaid := l.Payment == payment.CashOnDelivery
			if previous.received() && (unpaid || l.received() && l.PaidBy != previous.PaidBy) {
				r.corrected = true
			}
			switch {
			case l.Hidden, unpaid && !l.live():
				l.RoundOff = 0
			case unpaid && c.ClaimOpen && l.Claimed > 0:
				r.claimed = append(r.claimed, l)
			case unpaid:
				r.open = append(r.open, l)
			case (l.Payment == payment.RefundDue || l.Payment == payment.Refunded) && (isNew || previous.Payment == payment.Paid || previous.Payment == payment.CashOnDelivery):
				r.refunded = append(r.refunded, l)
			case l.Payment == payment.RefundDue:
				r.due = append(r.due, l)
			case l.Payment != payment.Paid || !l.live():
			case previous.received() || l.PaidAt != nil: // settleClaim sets PaidAt
				r.kept = append(r.kept, l)
			default:
				r.fresh = append(r.fresh, l)
			}
		}
	}
	return r
}

// lineBefore returns a line as it was before an action. A new line was split from its previous
// line, or replaces it, or has none: then previous is the zero Line.
func lineBefore(before []Line, l Line) (previous Line, isNew bool) {
	for _, id := range []string{l.ID, l.SplitOf, l.Replaces} {
		if i := slices.IndexFunc(before, func(b Line) bool { return b.ID == id }); i >= 0 {
			return before[i], id != l.ID
		}
	}
	return Line{}, true
}

// keepWhole adjusts the round-off of the kept lines so that their amount is the rounded sum of
// their totals. It returns the sum of the totals as goods, and the amount. The difference moves to
// a refunded line of the same payment. Without such a line, a correction of a payment drops the
// whole difference; any other action drops only its paise, because the customer has paid the
// rupees.
//
// If goods are returned while a claim is open, the kept and the claimed lines are rounded together.
// The shopper has probably sent the claimed amount, so the refund carries the whole difference.
func (r roundable) keepWhole() (goods, amount money.Paise) {
	goods, amount = sumsOf(r.kept)
	difference := amount - goods - tax.RoundOff(goods)
	if claimed, sent := sumsOf(r.claimed); len(r.kept) > 0 && len(r.refunded) > 0 && sent%money.Rupees(1) == 0 {
		difference = amount + sent - goods - claimed - tax.RoundOff(goods+claimed)
	}
	if difference == 0 {
		return goods, amount
	}
	for _, returned := range slices.Concat(r.refunded, r.due) {
		for _, kept := range r.kept {
			if returned.paidWith(*kept) {
				kept.RoundOff -= money.Adjustment(difference)
				returned.RoundOff += money.Adjustment(difference)
				return goods, amount - difference
			}
		}
	}
	if !r.corrected {
		difference %= money.Rupees(1)
	}
	adjust(r.kept, -difference)
	return goods, amount - difference
}

// paidWith reports whether two lines were paid together, as the day close counts payments.
func (l Line) paidWith(other Line) bool {
	if l.PaidBy != ByCash || other.PaidBy != ByCash {
		return l.PaidBy == other.PaidBy
	}
	return l.PaidAt != nil && other.PaidAt != nil && l.PaidAt.Equal(*other.PaidAt)
}

func sumsOf(lines []*Line) (goods, amount money.Paise) {
	for _, l := range lines {
		goods, amount = goods+l.Total, amount+l.amount()
	}
	return goods, amount
}

// adjust adds a difference, in paise, to the round-off of one line: the dearest of those that have
// a round-off already, or else the dearest of all.
func adjust(lines []*Line, difference money.Paise) {
	if difference == 0 || len(lines) == 0 {
		return
	}
	carrier := slices.MaxFunc(lines, func(a, b *Line) int {
		if (a.RoundOff != 0) != (b.RoundOff != 0) {
			if a.RoundOff != 0 {
				return 1
			}
			return -1
		}
		return int(a.Total - b.Total)
	})
	carrier.RoundOff += money.Adjustment(difference)
}

// claimRoundOff returns the round-off of the claimed UPI payment: with it, the claimed and the paid
// amounts add up to whole rupees.
func (c *orderChange) claimRoundOff() money.Adjustment {
	if !c.Rounded {
		return 0
	}
	var kept []*Line
	var claimed money.Paise
	for i, l := range c.lines {
		switch {
		case l.Hidden:
		case l.Payment == payment.CashOnDelivery:
			claimed += l.Claimed
		case l.Payment == payment.Paid && l.live():
			kept = append(kept, &c.lines[i])
		}
	}
	goods, paid := sumsOf(kept)
	return money.Adjustment(goods + claimed + tax.RoundOff(goods+claimed) - paid - claimed)
}

// liveRoundOff sums the round-off of the lines that are not canceled, in paise.
func liveRoundOff(lines []Line) money.Paise {
	var sum money.Paise
	for _, l := range lines {
		if l.live() {
			sum += l.RoundOff.Paise()
		}
	}
	return sum
}
