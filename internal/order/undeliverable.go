package order

import (
	"context"

	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/notify"
)

// markUndeliverable lists a checkout among the problems because a mail did not reach its shopper:
// staff must call. A later mail, or staff, clears the mark.
func (s *Service) markUndeliverable(ctx context.Context, tx *db.Tx, checkoutID string) error {
	now := s.clock.Now()
	n, err := db.ExecRows(ctx, tx, `
		UPDATE checkouts SET undeliverable = TRUE, problem = TRUE, version = version + 1, updated_at = $2
		WHERE id = $1 AND NOT undeliverable`, checkoutID, now)
	if err != nil || n == 0 {
		return err
	}
	tx.Notify(notify.Topic)
	return recordOf(ctx, tx, checkoutID, action{"mail", eventDetails{Text: language.Word("could not mail the shopper")}, now})
}

// clearUndeliverable removes the mark of a checkout whose shopper was reached.
func (s *Service) clearUndeliverable(ctx context.Context, tx *db.Tx, checkoutID string) error {
	n, err := db.ExecRows(ctx, tx, `UPDATE checkouts SET undeliverable = FALSE WHERE id = $1 AND undeliverable`, checkoutID)
	if err != nil || n == 0 {
		return err
	}
	tx.Notify(notify.Topic)
	return refreshCheckout(ctx, tx, checkoutID, s.clock.Now())
}
