package list

import "kirana/internal/order"

// Queue is a list of lines that staff works through.
type Queue string

// The queues.
const (
	DeliveryQueue Queue = "delivery" // to be delivered: paid, or cash on delivery
	PaymentQueue  Queue = "payment"  // the online payment is open
	RefundQueue   Queue = "refund"   // a refund is due
)

// Condition returns the SQL condition of the queue on table orders, or "" for an unknown queue.
func (q Queue) Condition() string {
	switch q {
	case DeliveryQueue:
		return `delivery_status = 'PENDING' AND payment_status IN ('COD', 'PAID')`
	case PaymentQueue:
		return `delivery_status = 'PENDING' AND payment_status = 'PENDING'`
	case RefundQueue:
		return `attention = TRUE AND payment_status = 'REFUND DUE'`
	}
	return ""
}

// DeliveryCounts counts lines by delivery status.
type DeliveryCounts struct {
	Pending   int `db:"pending" json:"PENDING"`
	Delivered int `db:"delivered" json:"DELIVERED"`
	Canceled  int `db:"canceled" json:"CANCELED"`
}

// Of returns the number of lines with status d, or of all lines for "".
func (c DeliveryCounts) Of(d order.Delivery) int {
	switch d {
	case order.Pending:
		return c.Pending
	case order.Delivered:
		return c.Delivered
	case order.Canceled:
		return c.Canceled
	}
	return c.Pending + c.Delivered + c.Canceled
}

func (c *DeliveryCounts) add(d order.Delivery, rows int) {
	switch d {
	case order.Pending:
		c.Pending += rows
	case order.Delivered:
		c.Delivered += rows
	case order.Canceled:
		c.Canceled += rows
	}
}
