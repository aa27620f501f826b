package order

import (
	"context"
	"encoding/json"
	"fmt"

	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/language"
)

// UnmailedChanges returns the changes of a checkout since its shopper's last mail; empty if there
// are none, or if a later job will mail them with newer ones. An unknown checkout is
// fault.NotFound.
func (s *Service) UnmailedChanges(ctx context.Context, checkoutID string) (Changes, error) {
	c, err := checkoutByID(ctx, s.db, checkoutID)
	if err != nil {
		return Changes{}, err
	}
	orders, err := currentByCheckout(ctx, s.db, checkoutID)
	if err != nil {
		return Changes{}, fmt.Errorf("read a checkout: %w", err)
	}
	if len(orders) == 0 {
		return Changes{}, errNoCheckout
	}
	rows := make([]Order, len(orders))
	for i, o := range orders {
		rows[i] = o.Order
	}
	// After the reads: every later change adds its own job.
	waits, err := job.Waits(ctx, s.db, MailCheckoutJob, checkoutID)
	if err != nil {
		return Changes{}, fmt.Errorf("look for a later mail: %w", err)
	}
	now := mailedStateOf(c, rows)
	if waits || c.Unpaid {
		return Changes{now: lastMailed(c, rows)}, nil
	}
	n := difference(lastMailed(c, rows), now)
	n.Number, n.Name, n.Email, n.At = c.Number, orders[0].Customer, orders[0].Email, c.UpdatedAt
	return n, nil
}

// MarkMailed records that a checkout's shopper was mailed these changes.
func (s *Service) MarkMailed(ctx context.Context, checkoutID string, n Changes) error {
	if n.now.Rows == nil {
		return nil
	}
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := storeMailed(ctx, tx, checkoutID, n.now); err != nil || n.Empty() {
			return err
		}
		if err := s.clearUndeliverable(ctx, tx, checkoutID); err != nil {
			return err
		}
		return recordOf(ctx, tx, checkoutID, action{"mail", eventDetails{Text: language.Word("mailed the shopper")}, s.clock.Now()})
	})
	if err != nil {
		return fmt.Errorf("record a mail to a shopper: %w", err)
	}
	return nil
}

// storeMailed stores the state as of the shopper's last mail. It does not raise the checkout's
// version, so actions can still be undone.
func storeMailed(ctx context.Context, tx *db.Tx, checkoutID string, t mailedState) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return db.Exec(ctx, tx, `UPDATE checkouts SET mailed = $2 WHERE id = $1`, checkoutID, string(text))
}
