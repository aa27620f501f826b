package order

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
)

// Jobs that mail shoppers about their orders. Package mail runs them.
const (
	MailPlacedJob job.Kind[OrderPayload] = "order.placed" // confirms an order, once
	// MailOrderJob mails the shopper the changes of an order since their last mail.
	MailOrderJob job.Kind[OrderPayload] = "mail.checkout"
)

// mailDelay is how long a change waits to be mailed. Later changes join the same mail; changes
// undone in the meantime are not mailed.
const mailDelay = 30 * time.Second

// maxMailDelay is the longest that a change waits to be mailed, even if further changes follow.
const maxMailDelay = 2 * time.Minute

// OrderPayload is the payload of a job about an order.
type OrderPayload struct {
	OrderID string `json:"checkoutId"`
}

// enqueueMail enqueues the mail about an order's changes, due mailDelay after now (UTC). A mail
// that is waiting already is postponed instead, until at most maxMailDelay after its first change.
func enqueueMail(ctx context.Context, tx *db.Tx, now time.Time, orderID string) error {
	once := job.Once{Due: now.Add(mailDelay), Key: orderID, MaxDelay: maxMailDelay - mailDelay, Earliest: now.Add(undoWindow)}
	return job.AddOnce(ctx, tx, once, MailOrderJob, OrderPayload{orderID})
}

// enqueuePlaced enqueues the shopper's confirmation mail and the alert of staff.
func enqueuePlaced(ctx context.Context, tx *db.Tx, now time.Time, orderID string) error {
	if err := job.AddOnce(ctx, tx, job.Once{Due: now, Key: orderID}, MailPlacedJob, OrderPayload{orderID}); err != nil {
		return err
	}
	return enqueueAlert(ctx, tx, now, orderID)
}
