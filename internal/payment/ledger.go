package payment

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/language"
)

// Ledger keeps the orders that payments are for, and their lines. Package order
// implements it. Locks are taken in one order everywhere: the user, the attempt,
// the order with its lines, the products.
type Ledger interface {
	// Lines lists the lines of an order as the provider's page shows them.
	Lines(ctx context.Context, q db.Querier, orderID string) ([]Line, error)
	// Status returns the payment status of an order.
	Status(ctx context.Context, q db.Querier, orderID string) (Status, error)
	// Lock locks an order with its lines until the transaction ends.
	Lock(ctx context.Context, tx *db.Tx, orderID string) error
	// ApplyOutcome sets the payment of an order's rows: stock is released or
	// reserved again, and what was paid leaves the cart. duplicate reports that the
	// same cart was paid for already, so that all that was taken has to go back.
	ApplyOutcome(ctx context.Context, tx *db.Tx, o Outcome) (duplicate bool, err error)
	// ApplyRefund marks the rows of a refund as refunded, or flags them when the
	// provider refused.
	ApplyRefund(ctx context.Context, tx *db.Tx, o RefundOutcome) error
}

// RefundOutcome is the final state of a refund.
type RefundOutcome struct {
	OrderID string
	LineID  string          // the row it is for; "" for every row of the order
	Flag    language.Stored // why the provider refused it, for the administrator; "" when the money went back
	Actor   Actor
	At      time.Time
}
