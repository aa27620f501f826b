package order

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
)

// Jobs that mail shoppers about their orders; package mail handles them.
const (
	MailPlacedJob job.Kind[Placed] = "order.placed" // once per checkout
	// MailCheckoutJob mails the shopper all changes of a checkout since their last mail.
	MailCheckoutJob job.Kind[Placed] = "mail.checkout"
)

// mailDelay is the delay of a change's mail: later changes join the same mail, and undone ones are
// not mailed.
const mailDelay = 30 * time.Second

// maxMailDelay bounds the delay of the first unmailed change.
const maxMailDelay = 2 * time.Minute

// Placed is the payload of jobs about a checkout.
type Placed struct {
	CheckoutID string `json:"checkoutId"`
}

// enqueueMail adds the job that mails a checkout's changes, mailDelay after now.
func enqueueMail(ctx context.Context, tx *db.Tx, now time.Time, checkoutID string) error {
	once := job.Once{Due: now.Add(mailDelay), Key: checkoutID, MaxDelay: maxMailDelay - mailDelay, Earliest: now.Add(undoWindow)}
	return job.AddOnce(ctx, tx, once, MailCheckoutJob, Placed{checkoutID})
}

// enqueuePlaced adds the shopper's confirmation mail and the alert for staff.
func enqueuePlaced(ctx context.Context, tx *db.Tx, now time.Time, checkoutID string) error {
	if err := job.AddOnce(ctx, tx, job.Once{Due: now, Key: checkoutID}, MailPlacedJob, Placed{checkoutID}); err != nil {
		return err
	}
	return enqueueAlert(ctx, tx, now, checkoutID)
}
