package payment

import (
	"context"
	"time"

	"kirana/internal/db"
)

// Ledger keeps the checkouts that payments are for, and their order rows. Package order
// implements it. Locks are taken in one order everywhere: the user, the attempt,
// the checkout with its order rows, the products.
type Ledger interface {
	// Lines lists the order rows of a checkout as the provider's page shows them.
	Lines(ctx context.Context, q db.Querier, checkoutID string) ([]Line, error)
	// Status returns the payment status of a checkout.
	Status(ctx context.Context, q db.Querier, checkoutID string) (Status, error)
	// Lock locks a checkout with its order rows until the transaction ends.
	Lock(ctx context.Context, tx *db.Tx, checkoutID string) error
	// ApplyOutcome sets the payment of a checkout's rows: stock is released or
	// reserved again, and what was paid leaves the cart. duplicate reports that the
	// same cart was paid for already, so that all that was taken has to go back.
	ApplyOutcome(ctx context.Context, tx *db.Tx, o Outcome) (duplicate bool, err error)
	// ApplyRefund marks the rows of a refund as refunded, or flags them when the
	// provider refused.
	ApplyRefund(ctx context.Context, tx *db.Tx, o RefundOutcome) error
}

// RefundOutcome is the final state of a refund.
type RefundOutcome struct {
	CheckoutID string
	OrderID    string // the row it is for; "" for every row of the checkout
	Flag       string // why the provider refused it, for the administrator; "" when the money went back
	Actor      Actor
	At         time.Time
}
