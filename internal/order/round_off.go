package order

import (
	"slices"

	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/tax"
)

// amount returns the money of a line: its total with its part of the round-off.
func (l Line) amount() money.Paise { return l.Total + l.RoundOff.Paise() }

// roundable groups the lines of an order by how their money can still change.
type roundable struct {
	kept    []*Line // paid before the action, or by a claim
	claimed []*Line // covered by an unanswered claim
	fresh   []*Line // paid by the action
	open    []*Line // to be collected
	back    []*Line // refund due since the action
	// corrected: the action says that a payment did not come, or came in another way.
	corrected bool
}

// roundOff sets the round-off of the lines of an order, so that the amounts to collect, paid, and to
// refund are whole rupees each. before are the lines before the action.
func (w *orderChange) roundOff(before []Line) {
	if !w.Rounded || w.undone != nil { // an undo restores the paid amounts
		return
	}
	r := w.roundable(before)
	goods, paid := r.keepWhole()
	for _, group := range [][]*Line{r.claimed, r.fresh, r.open} {
		more, amount := sumsOf(group)
		goods += more
		whole := goods + tax.RoundOff(goods) - paid
		adjust(group, whole-amount)
		paid += whole
	}
}

// roundable returns the lines in their groups. A line that nobody pays has no round-off.
func (w *orderChange) roundable(before []Line) roundable {
	var r roundable
	for _, lines := range [][]Line{w.lines, w.added} {
		for i := range lines {
			l := &lines[i]
			was, isNew := lineBefore(before, *l)
			unpaid := l.Payment == payment.CashOnDelivery
			if was.received() && (unpaid || l.received() && l.PaidBy != was.PaidBy) {
				r.corrected = true
			}
			switch {
			case l.Hidden, unpaid && !l.live():
				l.RoundOff = 0
			case unpaid && w.ClaimOpen && l.Claimed > 0:
				r.claimed = append(r.claimed, l)
			case unpaid:
				r.open = append(r.open, l)
			case (l.Payment == payment.RefundDue || l.Payment == payment.Refunded) && (isNew || was.Payment == payment.Paid || was.Payment == payment.CashOnDelivery):
				r.back = append(r.back, l)
			case l.Payment != payment.Paid || !l.live():
			case was.received() || l.PaidAt != nil: // settleClaim sets PaidAt
				r.kept = append(r.kept, l)
			default:
				r.fresh = append(r.fresh, l)
			}
		}
	}
	return r
}

// lineBefore returns a line before an action; a new line stands for the one that it was split from or replaces.
func lineBefore(before []Line, l Line) (was Line, isNew bool) {
	for _, id := range []string{l.ID, l.SplitOf, l.Replaces} {
		if i := slices.IndexFunc(before, func(b Line) bool { return b.ID == id }); i >= 0 {
			return before[i], id != l.ID
		}
	}
	return Line{}, true
}

// keepWhole leaves whole rupees, the nearest, with the lines that are paid and kept, and moves the rest
// to those of the same payment that are given back. Without such a line only the paise of a correction
// move: sums received in cash or by UPI stay. It returns the sums of the kept lines.
func (r roundable) keepWhole() (goods, amount money.Paise) {
	goods, amount = sumsOf(r.kept)
	rest := amount - goods - tax.RoundOff(goods)
	if rest == 0 {
		return goods, amount
	}
	for _, back := range r.back {
		for _, kept := range r.kept {
			if back.paidWith(*kept) {
				kept.RoundOff -= money.Adjustment(rest)
				back.RoundOff += money.Adjustment(rest)
				return goods, amount - rest
			}
		}
	}
	if !r.corrected {
		rest %= money.Rupees(1)
	}
	adjust(r.kept, -rest)
	return goods, amount - rest
}

// paidWith reports whether two lines are of one payment, as the day close counts it.
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

// adjust adds to the round-off of lines: to the line that has one, or to the dearest.
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

// claimRoundOff returns the round-off of the UPI payment that a claim covers, beside what is paid already.
func (w *orderChange) claimRoundOff() money.Adjustment {
	if !w.Rounded {
		return 0
	}
	var kept []*Line
	var claimed money.Paise
	for i, l := range w.lines {
		switch {
		case l.Hidden:
		case l.Payment == payment.CashOnDelivery:
			claimed += l.Claimed
		case l.Payment == payment.Paid && l.live():
			kept = append(kept, &w.lines[i])
		}
	}
	goods, paid := sumsOf(kept)
	return money.Adjustment(goods + claimed + tax.RoundOff(goods+claimed) - paid - claimed)
}

// liveRoundOff sums the round-off of the lines that are not canceled.
func liveRoundOff(lines []Line) money.Paise {
	var sum money.Paise
	for _, l := range lines {
		if l.live() {
			sum += l.RoundOff.Paise()
		}
	}
	return sum
}
