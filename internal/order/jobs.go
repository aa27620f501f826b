package order

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
)

// Jobs that mail shoppers about their orders; package mail handles them.
const (
	MailPlacedJob job.Kind[Placed] = "order.placed" // once per order
	// MailOrderJob mails the shopper all changes of an order since their last mail.
	MailOrderJob job.Kind[Placed] = "mail.checkout"
)

// mailDelay is the delay of a change's mail: later changes join the same mail, and undone ones are
// not mailed.
const mailDelay = 30 * time.Second

// maxMailDelay bounds the delay of the first unmailed change.
const maxMailDelay = 2 * time.Minute

// Placed is the payload of jobs about an order.
type Placed struct {
	OrderID string `json:"checkoutId"`
}

// enqueueMail adds the job that mails an order's changes, mailDelay after now.
func enqueueMail(ctx context.Context, tx *db.Tx, now time.Time, orderID string) error {
	once := job.Once{Due: now.Add(mailDelay), Key: orderID, MaxDelay: maxMailDelay - mailDelay, Earliest: now.Add(undoWindow)}
	return job.AddOnce(ctx, tx, once, MailOrderJob, Placed{orderID})
}

// enqueuePlaced adds the shopper's confirmation mail and the alert for staff.
func enqueuePlaced(ctx context.Context, tx *db.Tx, now time.Time, orderID string) error {
	if err := job.AddOnce(ctx, tx, job.Once{Due: now, Key: orderID}, MailPlacedJob, Placed{orderID}); err != nil {
		return err
	}
	return enqueueAlert(ctx, tx, now, orderID)
}
