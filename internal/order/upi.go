package order

import (
	"slices"
	"time"

	"kirana/internal/money"
	"kirana/internal/payment"
)

// coverByClaim marks what the shopper's UPI claim covers: every payable row at its current price.
// For a canceled order these are the rows canceled last. What an earlier claim covered stays
// covered.
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
	w.ClaimRoundOff = w.claimRoundOff()
}

// recordPaidBy sets how a cash order was paid, as staff says; "" is not paid yet. number makes a row's
// number.
func (w *checkoutChange) recordPaidBy(by PaidBy, reference string, number func() string) error {
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

// answerClaim settles only the rows covered by an open claim: paid by UPI, or else in cash on
// delivery.
func (w *checkoutChange) answerClaim(by PaidBy, number func() string) {
	for i := range w.rows {
		o := &w.rows[i]
		switch {
		case o.Hidden, o.Payment != payment.CashOnDelivery, o.Claimed == 0:
		case by == ByUPI:
			w.settleClaim(o, number)
		default:
			o.Claimed = 0
			o.payAtDoor(by)
		}
	}
}

// payAtDoor marks a delivered row as paid in cash, or put on the khata; before delivery nothing is
// collected.
func (o *Order) payAtDoor(by PaidBy) {
	o.Payment, o.PaidBy = payment.CashOnDelivery, ""
	if o.Delivery == Delivered {
		o.Payment, o.PaidBy = payment.Paid, ByCash
		if by == ByKhata {
			o.PaidBy = ByKhata
		}
	}
}

// dropClaim forgets the claim, because no payment arrived.
func (w *checkoutChange) dropClaim() {
	w.ClaimReference, w.ClaimedAt, w.ClaimRoundOff = "", nil, 0
	for i := range w.rows {
		w.rows[i].Claimed = 0
	}
}

// pay changes the rows of a cash order after staff has recorded how it was paid, or taken that back
// (by ""). If money for returned goods is due or was given back, it only confirms a claim, and
// refuses anything else. Paid by UPI, nothing beyond the claim is left to collect before delivery;
// not paid by UPI, no refund of canceled rows is due. number makes a row's number.
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
			o.payAtDoor(by)
		}
	}
	return nil
}

// payRest pays what is still to be collected of a cash order, as on delivery. Paid rows are not
// changed.
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

// settleClaim marks a row as paid by UPI with the claimed amount. If it costs less now, or was
// canceled, the difference is due back: missing pieces become their own row, as for an online
// payment. If it costs more, the whole price is collected and the claimed amount is due back,
// because a row cannot be paid in part.
func (w *checkoutChange) settleClaim(o *Order, number func() string) {
	covered := o.Claimed - w.givenBackOf(o.ID)
	if covered <= 0 && !o.live() {
		return
	}
	o.Payment, o.PaidBy, o.PaidAt = payment.Paid, ByUPI, &w.at
	o.RoundOff, w.ClaimRoundOff = w.ClaimRoundOff, 0
	full := *o
	full.Total, full.Quantity = covered, o.piecesFor(covered)
	if o.live() && o.Total > covered {
		came := missingPieces(Order{}, full, number())
		came.RoundOff = o.RoundOff
		w.added = append(w.added, came)
		o.Claimed, o.PaidAt = 0, nil
		o.payAtDoor(ByCash)
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

// givenBackOf returns the amount already given back for the missing pieces of a row.
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

// paidAt returns when the money of a row came, for a row written at a time.
func (o Order) paidAt(written time.Time) *time.Time {
	switch {
	case !o.received():
		return nil
	case o.PaidAt == nil:
		return &written
	}
	return o.PaidAt
}
