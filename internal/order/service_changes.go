package order

import (
	"context"
	"encoding/json"
	"fmt"

	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/language"
)

// UnmailedChanges returns the changes of an order since its last mail. It returns none if a later
// job will mail them, or if the online payment of the order has not succeeded. An unknown order is
// fault.NotFound.
func (s *Service) UnmailedChanges(ctx context.Context, orderID string) (Changes, error) {
	o, err := orderByID(ctx, s.db, orderID)
	if err != nil {
		return Changes{}, err
	}
	current, err := currentByOrder(ctx, s.db, orderID)
	if err != nil {
		return Changes{}, fmt.Errorf("read an order: %w", err)
	}
	if len(current) == 0 {
		return Changes{}, errNoOrder
	}
	lines := make([]Line, len(current))
	for i, l := range current {
		lines[i] = l.Line
	}
	// Look for the job last: a change after the reads above adds a job.
	waits, err := job.Waits(ctx, s.db, MailOrderJob, orderID)
	if err != nil {
		return Changes{}, fmt.Errorf("look for a later mail: %w", err)
	}
	now := mailedStateOf(o, lines)
	if waits || o.Unpaid {
		return Changes{now: lastMailed(o, lines)}, nil
	}
	n := difference(lastMailed(o, lines), now)
	n.Number, n.Name, n.Email, n.At = o.Number, current[0].Customer, current[0].Email, o.UpdatedAt
	return n, nil
}

// MarkMailed records that the changes of an order were mailed to its shopper.
func (s *Service) MarkMailed(ctx context.Context, orderID string, n Changes) error {
	if n.now.Lines == nil {
		return nil
	}
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := storeMailed(ctx, tx, orderID, n.now); err != nil || n.Empty() {
			return err
		}
		if err := s.clearUndeliverable(ctx, tx, orderID); err != nil {
			return err
		}
		return recordOf(ctx, tx, orderID, action{"mail", eventDetails{Text: language.Word("mailed the shopper")}, s.clock.Now()})
	})
	if err != nil {
		return fmt.Errorf("record a mail to a shopper: %w", err)
	}
	return nil
}

// storeMailed stores the state at the shopper's last mail. It does not raise the version of the
// order, so that actions can still be undone.
func storeMailed(ctx context.Context, tx *db.Tx, orderID string, t mailedState) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return db.Exec(ctx, tx, `UPDATE checkouts SET mailed = $2 WHERE id = $1`, orderID, string(text))
}
