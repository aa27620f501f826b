package order

import (
	"slices"
	"time"

	"kirana/internal/money"
	"kirana/internal/payment"
)

// coverByClaim marks what the shopper claims to have paid by UPI: every row that is to be paid, as it
// costs now. Of an order that is canceled it is what was to be paid until then: the rows that
// were canceled last. What an earlier claim covered stays covered.
func (w *checkoutChange) coverByClaim() {
	anyLive := slices.ContainsFunc(w.rows, Order.live)
	var last time.Time
	for _, o := range w.rows {
		if !o.Hidden && o.Payment == payment.CashOnDelivery && o.UpdatedAt.After(last) {
			last = o.UpdatedAt
		}
	}
	for i, o := range w.rows {
		meant := o.live() || !anyLive && o.UpdatedAt.Equal(last)
		if meant && !o.Hidden && o.Payment == payment.CashOnDelivery {
			w.rows[i].Claimed = max(o.Claimed, o.Total)
		}
	}
}

// say sets how a cash order was paid, as staff says; "" is not paid yet. number makes the
// number of a row.
func (w *checkoutChange) say(by PaidBy, reference string, number func() string) error {
	isClaimed := func(o Order) bool { return !o.Hidden && o.Payment == payment.CashOnDelivery && o.Claimed > 0 }
	ofClaim := w.ClaimOpen && w.Method == COD && (by == w.PaidBy || by == "" || slices.ContainsFunc(w.rows, isClaimed))
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

// answerClaim settles the rows that an open claim covers, and leaves the others as they are:
// paid by UPI, or else in cash with the delivery.
func (w *checkoutChange) answerClaim(by PaidBy, number func() string) {
	for i := range w.rows {
		o := &w.rows[i]
		switch {
		case o.Hidden, o.Payment != payment.CashOnDelivery, o.Claimed == 0:
		case by == ByUPI:
			w.settleClaim(o, number)
		default:
			o.Claimed = 0
			o.payInCash()
		}
	}
}

// payInCash makes a row paid in cash if it is delivered; before that nothing is collected.
func (o *Order) payInCash() {
	o.Payment, o.PaidBy = payment.CashOnDelivery, ""
	if o.Delivery == Delivered {
		o.Payment, o.PaidBy = payment.Paid, ByCash
	}
}

// dropClaim forgets the claim: staff has seen that nothing came.
func (w *checkoutChange) dropClaim() {
	w.ClaimReference, w.ClaimedAt = "", nil
	for i := range w.rows {
		w.rows[i].Claimed = 0
	}
}

// pay changes the rows of a cash order once staff has recorded how it was paid, or has
// taken that back (by ""). Once money is due, or was given back, for goods that the
// customer returned, that is settled, and refused but for a claim that is confirmed. Paid by UPI, nothing is left to collect before delivery but
// what a claim does not cover. Not paid by UPI after all, nothing is due back of what was
// canceled. number makes the number of a row.
func (w *checkoutChange) pay(by PaidBy, number func() string) error {
	if w.Method != COD {
		return errNotCash
	}
	confirmed := by == ByUPI && w.PaidBy != ByUPI && slices.ContainsFunc(w.rows, func(o Order) bool { return o.Claimed > 0 && !o.Hidden })
	if !confirmed && slices.ContainsFunc(w.rows, func(o Order) bool { return o.Returned && !o.Hidden && o.received() }) {
		return errPaidReturned
	}
	for i := range w.rows {
		o := &w.rows[i]
		open := o.Payment == payment.CashOnDelivery || o.Payment == payment.Paid
		switch {
		case o.Hidden:
		case by != ByUPI && o.PaidBy == ByUPI && o.Payment == payment.RefundDue:
			o.Payment, o.PaidBy = payment.CashOnDelivery, ""
			o.Hidden = o.SplitOf != ""
		case confirmed && open && o.Claimed > 0:
			w.settleClaim(o, number)
		case !o.live(), !open, confirmed && o.Payment == payment.CashOnDelivery:
		case by == ByUPI:
			o.Payment, o.PaidBy = payment.Paid, ByUPI
		default:
			o.payInCash()
		}
	}
	return nil
}

// payRest pays what is still to be collected of a cash order, as at the door. Rows that
// are paid already stay as they are.
func (w *checkoutChange) payRest(by PaidBy, number func() string) {
	for i := range w.rows {
		o := &w.rows[i]
		switch {
		case o.Hidden, o.Payment != payment.CashOnDelivery:
		case by == ByUPI && (w.ClaimOpen || w.PaidBy != ByUPI) && o.Claimed > 0 && (!o.live() || o.Claimed >= o.Total):
			w.settleClaim(o, number)
		case o.live():
			o.Payment, o.PaidBy = payment.Paid, by
		}
	}
	w.ClaimOpen = false
}

// settleClaim makes a row paid by UPI with what the shopper had claimed for it. What it
// costs less by now, all of it when it was canceled, is due back: the pieces that were
// paid for and are missing become a row of their own, as of an online payment. What costs more by
// now is collected whole, and what came for it is due back: half a row cannot be paid.
func (w *checkoutChange) settleClaim(o *Order, number func() string) {
	covered := o.Claimed - w.givenBackOf(o.ID)
	if covered <= 0 && !o.live() {
		return
	}
	o.Payment, o.PaidBy, o.PaidAt = payment.Paid, ByUPI, &w.at
	full := *o
	full.Total, full.Quantity = covered, o.piecesFor(covered)
	if o.live() && o.Total > covered {
		came := missingPieces(Order{}, full, number())
		w.added = append(w.added, came)
		o.Claimed, o.PaidAt = 0, nil
		o.payInCash()
		return
	}
	if !o.live() {
		o.Payment = payment.RefundDue
		if o.Total > covered {
			o.Total, o.Quantity = full.Total, full.Quantity
		}
	}
	if o.Total < covered {
		w.added = append(w.added, missingPieces(*o, full, number()))
	}
}

// givenBackOf returns what was given back already of the missing pieces of a row.
func (w *checkoutChange) givenBackOf(rowID string) money.Paise {
	var sum money.Paise
	for _, o := range w.rows {
		if o.SplitOf == rowID && !o.Hidden && o.Payment == payment.Refunded {
			sum += o.Total
		}
	}
	return sum
}

// piecesFor returns how many pieces of a row an amount has paid for.
func (o Order) piecesFor(amount money.Paise) int {
	price := o.Price - o.Discount
	if price <= 0 {
		return o.OrderedQuantity
	}
	return max(1, min(o.OrderedQuantity, int((amount+price-1)/price)))
}

// paidAt returns when the money of a row came, for one that is written at a time.
func (o Order) paidAt(written time.Time) *time.Time {
	switch {
	case !o.received():
		return nil
	case o.PaidAt == nil:
		return &written
	}
	return o.PaidAt
}
