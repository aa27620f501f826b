package order

import (
	"context"

	"kirana/internal/db"
)

// maxBought bounds the lines from which a ranking is made. At thirty lines a week they cover four
// months; older orders hardly count.
const maxBought = 500

// boughtBy reads the lines that a shopper bought, newest first: paid or to be paid on delivery, and
// not canceled.
func boughtBy(ctx context.Context, q db.Querier, userID string) ([]bought, error) {
	return db.All[bought](ctx, q, `
		SELECT product_id, created_at
		FROM orders
		WHERE user_id = $1 AND delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID')
		ORDER BY id DESC
		LIMIT $2`, userID, maxBought)
}

// lastOrder reads a shopper's newest order that was not canceled.
func lastOrder(ctx context.Context, q db.Querier, userID string) (LastOrder, error) {
	return db.Get[LastOrder](ctx, q, `
		SELECT id, number, item_count, created_at
		FROM checkouts
		WHERE user_id = $1 AND NOT unpaid AND item_count > 0
		ORDER BY created_at DESC, id DESC
		LIMIT 1`, userID)
}
