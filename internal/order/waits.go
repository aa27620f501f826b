package order

// Waits is what the administrator still has to see to before an order row is done with.
type Waits string

// What rows wait for.
const (
	ForDelivery Waits = "delivery" // to be paid in cash, or paid
	ForPayment  Waits = "payment"  // its online payment is still open
	ForRefund   Waits = "refund"   // its money has to go back
)

// Rows is the rows that wait for it, as a condition on orders in SQL; "" when
// there is no such thing to wait for.
func (w Waits) Rows() string {
	switch w {
	case ForDelivery:
		return `delivery_status = 'PENDING' AND payment_status IN ('COD', 'PAID')`
	case ForPayment:
		return `delivery_status = 'PENDING' AND payment_status = 'PENDING'`
	case ForRefund:
		return `attention = TRUE AND payment_status = 'REFUND DUE'`
	}
	return ""
}

// Statuses counts order rows by their delivery status.
type Statuses struct {
	Pending   int `db:"pending" json:"PENDING"`
	Delivered int `db:"delivered" json:"DELIVERED"`
	Canceled  int `db:"canceled" json:"CANCELED"`
}

// Of is how many rows have that status, or any at "".
func (s Statuses) Of(d Delivery) int {
	switch d {
	case Waiting:
		return s.Pending
	case Delivered:
		return s.Delivered
	case Canceled:
		return s.Canceled
	}
	return s.Pending + s.Delivered + s.Canceled
}
