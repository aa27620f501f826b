package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
)

// What orders tell shoppers through the outbox; the mail package writes it.
const (
	TellPlaced job.Kind[Placed] = "order.placed" // once a checkout
	TellMoved  job.Kind[Moved]  = "order.moved"  // delivered or canceled
)

// Placed names the checkout that a shopper is told of.
type Placed struct {
	CheckoutID string `json:"checkoutId"`
}

// Moved names the order, and the status that a shopper is told of.
type Moved struct {
	OrderID  string   `json:"orderId"`
	Delivery Delivery `json:"delivery"`
}

// OfCheckout is the rows of a checkout as an administrator sees them, as they
// stood in the cart. It is fault.NotFound when there is none.
func (s *Service) OfCheckout(ctx context.Context, checkoutID string) ([]Row, error) {
	found, err := db.All[shownOrder](ctx, s.db, shownColumns+`
	FROM orders o`+beside+`
	WHERE o.checkout_id = $1
	ORDER BY o.id`, checkoutID)
	if err != nil {
		return nil, fmt.Errorf("read a checkout: %w", err)
	}
	if len(found) == 0 {
		return nil, errNoOrder
	}
	rows := make([]Row, len(found))
	for i, one := range found {
		rows[i] = one.rowForAdmin()
	}
	return rows, nil
}

// Order is one row as an administrator sees it; none is fault.NotFound.
func (s *Service) Order(ctx context.Context, orderID string) (Row, error) {
	found, err := shownByID(ctx, s.db, orderID)
	if errors.Is(err, db.ErrNoRow) {
		return Row{}, errNoOrder
	}
	if err != nil {
		return Row{}, fmt.Errorf("read an order: %w", err)
	}
	return found.rowForAdmin(), nil
}

// tellMoved tells the shopper that the order was delivered or canceled; that it
// waits again is nothing to write about.
func tellMoved(ctx context.Context, tx *db.Tx, now time.Time, orderID string, to Delivery) error {
	if to == Waiting {
		return nil
	}
	return job.Add(ctx, tx, now, TellMoved, Moved{OrderID: orderID, Delivery: to})
}
