package order

import (
	"slices"

	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/payment"
)

// flagUnpaid flags a row that was delivered before it was paid.
const flagUnpaid = "It was delivered, but the payment never came."

// withPayment returns the rows of a checkout whose payment ended with a status (Paid, RefundDue,
// Expired or Failed), and the stock to release and to reserve again. Delivered rows stay delivered;
// canceled ones are revived only by a payment. opened reports whether the shopper reached the
// payment page: otherwise it was never an order, and is hidden.
func withPayment(orders []Order, status payment.Status, opened bool) (after []Order, release, reserve []stock.Line) {
	after = slices.Clone(orders)
	for i := range after {
		o := &after[i]
		o.Payment = status
		if status == payment.Paid {
			o.Flag = ""
		}
		switch {
		case status == payment.Paid && o.Delivery == Canceled:
			o.Delivery = Pending
			reserve = append(reserve, stockLines(after[i:i+1])...)
		case status == payment.Paid || o.Delivery == Canceled:
		case o.Delivery == Pending:
			o.Delivery = Canceled
			release = append(release, stockLines(after[i:i+1])...)
		case status != payment.RefundDue:
			o.Flag = flagUnpaid
		}
		o.Hidden = !opened && o.Flag == "" && (status == payment.Expired || status == payment.Failed)
	}
	return after, release, reserve
}

// withFlag returns the rows with a flag for the administrator.
func withFlag(orders []Order, flag string) []Order {
	rows := slices.Clone(orders)
	for i := range rows {
		rows[i].Flag, rows[i].Hidden = flag, false
	}
	return rows
}

// paidLines lists the cart lines that the rows were ordered from.
func paidLines(orders []Order) []cart.Ordered {
	var lines []cart.Ordered
	for _, o := range orders {
		if o.CartLineID != nil {
			lines = append(lines, cart.Ordered{LineID: *o.CartLineID, ProductID: o.ProductID, Quantity: o.Quantity})
		}
	}
	return lines
}
