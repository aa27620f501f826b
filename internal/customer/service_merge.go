package customer

import (
	"context"
	"fmt"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/order"
)

// Merge merges customer m.From into m.Into permanently: orders, bills, addresses, khata and mobile numbers move, and
// m.From is in no list afterwards. Names on issued bills stay. Merge returns fault.Conflict if m.From has a login. limit is
// the khata limit of the result; nil keeps that of m.Into or, without one, that of m.From.
func (s *Service) Merge(ctx context.Context, m account.Merge, limit *money.Paise) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		from, into, err := s.Accounts.LockMerge(ctx, tx, m)
		if err != nil {
			return err
		}
		for _, move := range []func(ctx context.Context, tx *db.Tx, from, into string) error{order.MoveTo, bill.MoveTo, address.MoveTo, moveSums} {
			if err := move(ctx, tx, m.From, m.Into); err != nil {
				return err
			}
		}
		if err := khata.MoveTo(ctx, tx, m.From, m.Into, s.clock.Now()); err != nil {
			return err
		}
		if limit != nil {
			if err := s.Khata.SetLimitTx(ctx, tx, m.Into, limit); err != nil {
				return err
			}
		}
		return s.Accounts.FinishMerge(ctx, tx, m, from, into)
	})
	if err != nil {
		return fmt.Errorf("merge two customers: %w", err)
	}
	return nil
}

// moveSums adds a customer's order sums to another's. The caller holds the locks of both users and of the moved orders, so
// the sums of from cannot change meanwhile; the UPDATE adds to those of into.
func moveSums(ctx context.Context, tx *db.Tx, from, into string) error {
	err := db.Exec(ctx, tx, `
		UPDATE customer_sums
		SET orders = customer_sums.orders + f.orders, spent = customer_sums.spent + f.spent,
			pincode = CASE WHEN f.last_order_at > customer_sums.last_order_at OR customer_sums.last_order_at IS NULL THEN f.pincode ELSE customer_sums.pincode END,
			last_order_at = CASE WHEN f.last_order_at > customer_sums.last_order_at OR customer_sums.last_order_at IS NULL THEN f.last_order_at ELSE customer_sums.last_order_at END
		FROM (SELECT orders, spent, last_order_at, pincode FROM customer_sums WHERE user_id = $1) AS f
		WHERE customer_sums.user_id = $2`, from, into)
	if err != nil {
		return err
	}
	return DropSums(ctx, tx, from)
}

// DropSums deletes a user's order sums, which removes the user from the lists of customers.
func DropSums(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `DELETE FROM customer_sums WHERE user_id = $1`, userID)
}
