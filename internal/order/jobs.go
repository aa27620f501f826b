package order

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
)

// The jobs that mail shoppers about their orders; package mail handles them.
const (
	MailPlacedJob job.Kind[Placed] = "order.placed" // once a checkout
	// MailCheckoutJob tells the shopper what has changed of a checkout since they were
	// last told, all at once.
	MailCheckoutJob job.Kind[Placed] = "mail.checkout"
)

// mailDelay is how long a change waits before the shopper is told: what follows it
// becomes part of the same mail, and what is undone is not told at all.
const mailDelay = 30 * time.Second

// Placed is the payload of both jobs.
type Placed struct {
	CheckoutID string `json:"checkoutId"`
}

// enqueueMail has the shopper told, some time after now, what has changed of a checkout.
func enqueueMail(ctx context.Context, tx *db.Tx, now time.Time, checkoutID string) error {
	return job.AddOnce(ctx, tx, job.Once{Due: now.Add(mailDelay), Key: checkoutID}, MailCheckoutJob, Placed{checkoutID})
}

// enqueuePlaced has the shopper told that the order is placed, and staff that it is to
// be packed.
func enqueuePlaced(ctx context.Context, tx *db.Tx, now time.Time, checkoutID string) error {
	if err := job.AddOnce(ctx, tx, job.Once{Due: now, Key: checkoutID}, MailPlacedJob, Placed{checkoutID}); err != nil {
		return err
	}
	return enqueueAlert(ctx, tx, now, checkoutID)
}
