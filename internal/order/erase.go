package order

import (
	"context"
	"strconv"

	"kirana/internal/db"
	"kirana/internal/fault"
)

var errOrderUnderWay = fault.New(fault.Conflict, "order_under_way",
	"You have an order under way. Please cancel it, or delete your account once it has arrived.")

// RefuseOpen returns a fault.Conflict if the user has an order that is not DONE.
func RefuseOpen(ctx context.Context, tx *db.Tx, userID string) error {
	open, err := db.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM checkouts WHERE user_id = $1 AND stage <> 'DONE')`, userID)
	if err == nil && open {
		err = errOrderUnderWay
	}
	return err
}

// ErasePerson erases a user's personal data from their orders: addresses, buyer, notes, reasons, payment
// references, search words, and names and details in the timeline. The orders keep the user's id and the
// amounts paid by each method.
func ErasePerson(ctx context.Context, tx *db.Tx, userID string) error {
	for _, statement := range []string{
		`DELETE FROM checkout_words WHERE checkout_id IN (SELECT id FROM checkouts WHERE user_id = $1)`,
		`UPDATE checkouts SET buyer_name = '', buyer_gstin = '', buyer_address = '', staff_note = '', reason = '', claim_reference = '', payment_reference = '' WHERE user_id = $1`,
		`UPDATE checkout_payments SET reference = '' WHERE checkout_id IN (SELECT id FROM checkouts WHERE user_id = $1)`,
		// Column undo contains the address; details contain notes and references.
		`UPDATE checkout_events SET undo = '', details = '{}' WHERE checkout_id IN (SELECT id FROM checkouts WHERE user_id = $1)`,
		`UPDATE checkout_events SET actor_name = '' WHERE actor_id = $1`,
	} {
		if err := db.Exec(ctx, tx, statement, userID); err != nil {
			return err
		}
	}
	if err := db.Exec(ctx, tx, `UPDATE orders SET address = $2 WHERE user_id = $1`, userID, Destination{}); err != nil {
		return err
	}
	orders, err := db.All[Order](ctx, tx, `SELECT `+OrderColumns+` FROM checkouts WHERE user_id = $1`, userID)
	if err != nil {
		return err
	}
	for _, o := range orders {
		lines, err := linesByOrder(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		if mailed := lastMailed(o, lines); mailed.Reason != "" {
			mailed.Reason = ""
			if err := storeMailed(ctx, tx, o.ID, mailed); err != nil {
				return err
			}
		}
		if err := IndexWords(ctx, tx, o.ID, append(lineTexts(lines), strconv.FormatInt(o.Number, 10))...); err != nil {
			return err
		}
	}
	return nil
}

// MoveTo moves the orders of one user to another.
func MoveTo(ctx context.Context, tx *db.Tx, from, into string) error {
	// Update checkouts first: the lock of an order covers its lines.
	for _, table := range []string{"checkouts", "orders"} {
		if err := db.Exec(ctx, tx, `UPDATE `+table+` SET user_id = $2 WHERE user_id = $1`, from, into); err != nil {
			return err
		}
	}
	return nil
}
