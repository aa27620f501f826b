package payment

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/language"
)

// Ledger holds the orders to be paid, with their lines. Package order implements it. Locks are always
// taken in this order: user, attempt, order with its lines, products.
type Ledger interface {
	// Lines lists the lines of an order as the provider's page shows them.
	Lines(ctx context.Context, q db.Querier, orderID string) ([]Line, error)
	// Status returns the payment status of an order.
	Status(ctx context.Context, q db.Querier, orderID string) (Status, error)
	// Lock locks an order with its lines until the transaction ends.
	Lock(ctx context.Context, tx *db.Tx, orderID string) error
	// ApplyOutcome sets the payment of an order's lines, releases stock or reserves it again, and
	// removes paid lines from the cart. duplicate reports that another order of the same cart was paid
	// online: this payment must be refunded as a whole.
	ApplyOutcome(ctx context.Context, tx *db.Tx, o Outcome) (duplicate bool, err error)
	// ApplyRefund marks the lines of a refund as refunded, or flags them if the provider refused.
	ApplyRefund(ctx context.Context, tx *db.Tx, o RefundOutcome) error
}

// RefundOutcome is the final state of a refund.
type RefundOutcome struct {
	OrderID string
	LineID  string          // the refunded line; "" for every line of the order
	Flag    language.Stored // for the administrator, if the provider refused; "" if the money was refunded
	Actor   Actor
	At      time.Time
}
