package order

import (
	"slices"

	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/language"
	"kirana/internal/payment"
)

// flagUnpaid is the flag of a line that was delivered before its payment failed or expired.
var flagUnpaid = language.Word("It was delivered, but the payment never came.").Store()

// withPayment returns the lines of an order after its payment ended as Paid, RefundDue, Expired or
// Failed, and the stock to release and to reserve again. Paid revives canceled lines; every other
// status cancels pending lines. Expired and Failed flag delivered lines. They also hide the lines,
// without a flag, if the payment page was never opened.
func withPayment(lines []Line, status payment.Status, opened bool) (after []Line, release, reserve []stock.Line) {
	after = slices.Clone(lines)
	for i := range after {
		l := &after[i]
		l.Payment = status
		if status == payment.Paid {
			l.Flag = ""
		}
		switch {
		case status == payment.Paid && l.Delivery == Canceled:
			l.Delivery = Pending
			reserve = append(reserve, stockLines(after[i:i+1])...)
		case status == payment.Paid || l.Delivery == Canceled:
		case l.Delivery == Pending:
			l.Delivery = Canceled
			release = append(release, stockLines(after[i:i+1])...)
		case status != payment.RefundDue:
			l.Flag = flagUnpaid
		}
		l.Hidden = !opened && l.Flag == "" && (status == payment.Expired || status == payment.Failed)
	}
	return after, release, reserve
}

// withFlag returns the lines with a flag for the administrator, or without one for "". It shows
// hidden lines again.
func withFlag(lines []Line, flag language.Stored) []Line {
	after := slices.Clone(lines)
	for i := range after {
		after[i].Flag, after[i].Hidden = flag, false
	}
	return after
}

// paidLines lists the cart lines from which the lines were ordered.
func paidLines(lines []Line) []cart.OrderedLine {
	var ordered []cart.OrderedLine
	for _, l := range lines {
		if l.CartLineID != nil {
			ordered = append(ordered, cart.OrderedLine{LineID: *l.CartLineID, ProductID: l.ProductID, Quantity: l.Quantity})
		}
	}
	return ordered
}
