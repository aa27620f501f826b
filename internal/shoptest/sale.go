package shoptest

import (
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
)

// AddSale records that pieces of a product were sold and delivered at a time, for ₹50 each, and
// returns the order row's id. It takes nothing from the stock. The first order's number is 1.
func AddSale(t testing.TB, d *db.DB, userID, productID string, pieces int, at time.Time) string {
	t.Helper()
	checkoutID, rowID := id.New(), id.New()
	total := money.Rupees(50) * money.Paise(pieces)
	arrange(t, d, `
		INSERT INTO checkouts (id, user_id, payment_method, total, due_total, number, stage, created_at, updated_at)
		SELECT $1, $2, 'COD', $3, $3, COALESCE(MAX(number), 0) + 1, 'DONE', $4, $4 FROM checkouts`, checkoutID, userID, total, at)
	arrange(t, d, `
		INSERT INTO orders (id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, ordered_quantity, total, address,
			payment_method, payment_status, delivery_status, created_at, updated_at)
		SELECT $1, 'ORD-' || $1, $2, $3, id, name, unit, images, 5000, 0, $4, $4, $5, '{}', 'COD', 'PAID', 'DELIVERED', $6, $6
		FROM products
		WHERE id = $7`, rowID, checkoutID, userID, pieces, total, at, productID)
	return rowID
}
