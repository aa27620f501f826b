package order

import (
	"context"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
)

// The jobs that mail shoppers about their orders; package mail handles them.
const (
	MailPlacedJob   job.Kind[Placed]          = "order.placed" // once a checkout
	MailDeliveryJob job.Kind[DeliveryChanged] = "order.moved"  // delivered or canceled
	// MailCheckoutJob tells the shopper what has changed of a checkout since they were
	// last told, all at once.
	MailCheckoutJob job.Kind[Placed] = "mail.checkout"
)

// mailDelay is how long a change waits before the shopper is told: what follows it
// becomes part of the same mail, and what is undone is not told at all.
const mailDelay = 30 * time.Second

// Placed is the payload of MailPlacedJob.
type Placed struct {
	CheckoutID string `json:"checkoutId"`
}

// DeliveryChanged is the payload of MailDeliveryJob.
type DeliveryChanged struct {
	OrderID  string   `json:"orderId"`
	Delivery Delivery `json:"delivery"`
}

// enqueueDeliveryMail mails the shopper that the order was delivered or canceled;
// nothing is mailed of an order that is pending again.
func enqueueDeliveryMail(ctx context.Context, tx *db.Tx, now time.Time, orderID string, to Delivery) error {
	if to == Pending {
		return nil
	}
	return job.Add(ctx, tx, now, MailDeliveryJob, DeliveryChanged{OrderID: orderID, Delivery: to})
}
