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
	// MailCheckoutJob mails the shopper all changes of a checkout since their last
	// mail.
	MailCheckoutJob job.Kind[Placed] = "mail.checkout"
)

// mailDelay is how long a change waits for its mail: later changes become part of
// the same mail, and what is undone is not mailed at all.
const mailDelay = 30 * time.Second

// maxMailDelay is how long after the first change that is not mailed yet the mail goes out, however
// much changes in between.
const maxMailDelay = 2 * time.Minute

// Placed is the payload of both jobs.
type Placed struct {
	CheckoutID string `json:"checkoutId"`
}

// enqueueMail adds the job that mails the shopper a checkout's changes, mailDelay after now.
func enqueueMail(ctx context.Context, tx *db.Tx, now time.Time, checkoutID string) error {
	once := job.Once{Due: now.Add(mailDelay), Key: checkoutID, MaxDelay: maxMailDelay - mailDelay, Earliest: now.Add(undoWindow)}
	return job.AddOnce(ctx, tx, once, MailCheckoutJob, Placed{checkoutID})
}

// enqueuePlaced adds the mail to the shopper that the order is placed, and the alert for staff that it is to
// be packed.
func enqueuePlaced(ctx context.Context, tx *db.Tx, now time.Time, checkoutID string) error {
	if err := job.AddOnce(ctx, tx, job.Once{Due: now, Key: checkoutID}, MailPlacedJob, Placed{checkoutID}); err != nil {
		return err
	}
	return enqueueAlert(ctx, tx, now, checkoutID)
}
