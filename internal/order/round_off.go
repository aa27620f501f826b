package order

import (
	"slices"

	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/tax"
)

// amount returns the money of a row: its total with its part of the round-off.
func (o Order) amount() money.Paise { return o.Total + o.RoundOff.Paise() }

// roundable groups the rows of a checkout by how their money can still change.
type roundable struct {
	kept    []*Order // paid before the action, or by a claim
	claimed []*Order // covered by an unanswered claim
	fresh   []*Order // paid by the action
	open    []*Order // to be collected
	back    []*Order // refund due since the action
	// corrected: the action says that a payment did not come, or came in another way.
	corrected bool
}

// roundOff sets the round-off of the rows of a checkout, so that what is collected, what is paid and
// kept, and what is given back are whole rupees each. before are the rows before the action.
func (w *checkoutChange) roundOff(before []Order) {
	if !w.Rounded || w.undone != nil { // an undo restores what was paid
		return
	}
	r := w.roundable(before)
	goods, paid := r.keepWhole()
	for _, group := range [][]*Order{r.claimed, r.fresh, r.open} {
		more, amount := sumsOf(group)
		goods += more
		whole := goods + tax.RoundOff(goods) - paid
		adjust(group, whole-amount)
		paid += whole
	}
}

// roundable returns the rows in their groups. A row that nobody pays has no round-off.
func (w *checkoutChange) roundable(before []Order) roundable {
	var r roundable
	for _, rows := range [][]Order{w.rows, w.added} {
		for i := range rows {
			o := &rows[i]
			was, isNew := rowBefore(before, *o)
			unpaid := o.Payment == payment.CashOnDelivery
			if was.received() && (unpaid || o.received() && o.PaidBy != was.PaidBy) {
				r.corrected = true
			}
			switch {
			case o.Hidden, unpaid && !o.live():
				o.RoundOff = 0
			case unpaid && w.ClaimOpen && o.Claimed > 0:
				r.claimed = append(r.claimed, o)
			case unpaid:
				r.open = append(r.open, o)
			case (o.Payment == payment.RefundDue || o.Payment == payment.Refunded) && (isNew || was.Payment == payment.Paid || was.Payment == payment.CashOnDelivery):
				r.back = append(r.back, o)
			case o.Payment != payment.Paid || !o.live():
			case was.received() || o.PaidAt != nil: // settleClaim sets PaidAt
				r.kept = append(r.kept, o)
			default:
				r.fresh = append(r.fresh, o)
			}
		}
	}
	return r
}

// rowBefore returns a row as it was before an action; for a new one that whose pieces or money it has.
func rowBefore(before []Order, o Order) (was Order, isNew bool) {
	for _, id := range []string{o.ID, o.SplitOf, o.Replaces} {
		if i := slices.IndexFunc(before, func(b Order) bool { return b.ID == id }); i >= 0 {
			return before[i], id != o.ID
		}
	}
	return Order{}, true
}

// keepWhole leaves whole rupees, the nearest, with the rows that are paid and kept, and moves the rest
// to those of the same payment that are given back. Without such a row only the paise of a correction
// move: what came in cash or by UPI stays what it was. It returns the sums of the kept rows.
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

// paidWith reports whether two rows are of one payment, as the day close counts it.
func (o Order) paidWith(other Order) bool {
	if o.PaidBy != ByCash || other.PaidBy != ByCash {
		return o.PaidBy == other.PaidBy
	}
	return o.PaidAt != nil && other.PaidAt != nil && o.PaidAt.Equal(*other.PaidAt)
}

func sumsOf(rows []*Order) (goods, amount money.Paise) {
	for _, o := range rows {
		goods, amount = goods+o.Total, amount+o.amount()
	}
	return goods, amount
}

// adjust adds to the round-off of rows: to the row that has one, or to the dearest.
func adjust(rows []*Order, difference money.Paise) {
	if difference == 0 || len(rows) == 0 {
		return
	}
	carrier := slices.MaxFunc(rows, func(a, b *Order) int {
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
func (w *checkoutChange) claimRoundOff() money.Adjustment {
	if !w.Rounded {
		return 0
	}
	var kept []*Order
	var claimed money.Paise
	for i, o := range w.rows {
		switch {
		case o.Hidden:
		case o.Payment == payment.CashOnDelivery:
			claimed += o.Claimed
		case o.Payment == payment.Paid && o.live():
			kept = append(kept, &w.rows[i])
		}
	}
	goods, paid := sumsOf(kept)
	return money.Adjustment(goods + claimed + tax.RoundOff(goods+claimed) - paid - claimed)
}

// liveRoundOff sums the round-off of the rows that are not canceled.
func liveRoundOff(rows []Order) money.Paise {
	var sum money.Paise
	for _, o := range rows {
		if o.live() {
			sum += o.RoundOff.Paise()
		}
	}
	return sum
}
