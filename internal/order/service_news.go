package order

import (
	"context"
	"encoding/json"
	"fmt"

	"kirana/internal/db"
	"kirana/internal/job"
)

// News returns what the shopper of a checkout has not been told yet; empty when that
// is nothing, or when a later job tells it with what has happened since. No checkout
// is fault.NotFound.
func (s *Service) News(ctx context.Context, checkoutID string) (News, error) {
	c, err := checkoutByID(ctx, s.db, checkoutID)
	if err != nil {
		return News{}, err
	}
	orders, err := currentByCheckout(ctx, s.db, checkoutID)
	if err != nil {
		return News{}, fmt.Errorf("read a checkout: %w", err)
	}
	if len(orders) == 0 {
		return News{}, errNoCheckout
	}
	rows := make([]Order, len(orders))
	for i, o := range orders {
		rows[i] = o.Order
	}
	// After the reads: whoever changes the checkout from here on adds a job of their own.
	waits, err := job.Waits(ctx, s.db, MailCheckoutJob, checkoutID)
	if err != nil {
		return News{}, fmt.Errorf("look for a later mail: %w", err)
	}
	now := toldOf(c, rows)
	if waits || c.Unpaid {
		return News{now: lastTold(c, rows)}, nil
	}
	n := difference(lastTold(c, rows), now)
	n.Number, n.Name, n.Email, n.At = c.Number, orders[0].Customer, orders[0].Email, c.UpdatedAt
	return n, nil
}

// MarkTold keeps that a checkout's shopper was told the news.
func (s *Service) MarkTold(ctx context.Context, checkoutID string, n News) error {
	if n.now.Rows == nil {
		return nil
	}
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := setTold(ctx, tx, checkoutID, n.now); err != nil || n.Empty() {
			return err
		}
		if err := s.clearUndeliverable(ctx, tx, checkoutID); err != nil {
			return err
		}
		return recordOf(ctx, tx, checkoutID, act{"mail", eventDetails{Text: "mailed the shopper"}, s.clock.Now()})
	})
	if err != nil {
		return fmt.Errorf("keep what a shopper was told: %w", err)
	}
	return nil
}

// setTold writes what a shopper knows. It is no change of the checkout: its version
// stays, and with it what can be undone.
func setTold(ctx context.Context, tx *db.Tx, checkoutID string, t told) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `UPDATE checkouts SET mailed = $2 WHERE id = $1`, checkoutID, string(text))
	return err
}
