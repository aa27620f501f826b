package order

import (
	"slices"

	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
)

// flagUnpaid is for what the administrator delivered before it was paid.
const flagUnpaid = "It was delivered, but the payment never came."

// conclusion is what becomes of the rows of a checkout when its payment ends.
type conclusion struct {
	after []Order      // the rows, in their order
	back  []stock.Line // pieces that go back into stock
	again []stock.Line // pieces that are to be taken again
}

// conclude works out what an end of the payment (Paid, RefundDue, Expired or
// Failed) makes of the rows. What was delivered stays delivered. What was
// canceled comes back to life only by being paid. opened tells whether the shopper
// was sent to the payment page: what ends before that was never an order.
func conclude(orders []Order, end Payment, opened bool) conclusion {
	c := conclusion{after: slices.Clone(orders)}
	for i := range c.after {
		o := &c.after[i]
		pieces := stock.Line{ProductID: o.ProductID, OrderID: o.ID, Quantity: o.Quantity}
		o.Payment = end
		if end == Paid {
			o.Flag = ""
		}
		switch {
		case end == Paid && o.Delivery == Canceled:
			o.Delivery = Waiting
			c.again = append(c.again, pieces)
		case end == Paid || o.Delivery == Canceled:
		case o.Delivery == Waiting:
			o.Delivery = Canceled
			c.back = append(c.back, pieces)
		case end != RefundDue:
			o.Flag = flagUnpaid
		}
		o.Hidden = !opened && o.Flag == "" && (end == Expired || end == Failed)
	}
	return c
}

// flagged is the rows with a flag for the administrator.
func flagged(orders []Order, flag string) []Order {
	rows := slices.Clone(orders)
	for i := range rows {
		rows[i].Flag, rows[i].Hidden = flag, false
	}
	return rows
}

// linesPaid are the cart lines that the rows were ordered from.
func linesPaid(orders []Order) []cart.Ordered {
	var lines []cart.Ordered
	for _, o := range orders {
		if o.CartLineID != nil {
			lines = append(lines, cart.Ordered{LineID: *o.CartLineID, ProductID: o.ProductID, Quantity: o.Quantity})
		}
	}
	return lines
}

// lineIDs are the ids of the cart lines that the rows were ordered from.
func lineIDs(orders []Order) []string {
	var ids []string
	for _, line := range linesPaid(orders) {
		ids = append(ids, line.LineID)
	}
	return ids
}
