package order

import (
	"context"

	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/notify"
)

// markUndeliverable lists an order under Problems because its shopper cannot be mailed and staff
// must call. The mark is cleared by the next mail that is sent, or by staff. Neither the mark nor a
// mail raises the version, because neither affects actions on the order.
func (s *Service) markUndeliverable(ctx context.Context, tx *db.Tx, orderID string) error {
	now := s.clock.Now()
	n, err := db.ExecRows(ctx, tx, `
		UPDATE checkouts SET undeliverable = TRUE, problem = TRUE, updated_at = $2
		WHERE id = $1 AND NOT undeliverable`, orderID, now)
	if err != nil || n == 0 {
		return err
	}
	tx.Notify(notify.Topic)
	return recordOf(ctx, tx, orderID, action{"mail", eventDetails{Text: language.Word("could not mail the shopper")}, now})
}

// clearUndeliverable clears the mark that markUndeliverable set.
func (s *Service) clearUndeliverable(ctx context.Context, tx *db.Tx, orderID string) error {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE checkouts
		SET undeliverable = FALSE, problem = s.problems > 0 OR claim_open OR billing = 'WAITS', updated_at = $2
		FROM `+sums+`
		WHERE checkouts.id = $1 AND undeliverable`, orderID, s.clock.Now())
	if err != nil || n == 0 {
		return err
	}
	tx.Notify(notify.Topic)
	return nil
}
