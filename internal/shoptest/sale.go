package shoptest

import (
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
)

// Sale is sold and delivered pieces of a product.
type Sale struct {
	UserID, ProductID string
	Pieces            int
	At                time.Time
}

// AddSale records a sale at ₹50 a piece and returns the line's id. It does not change the
// stock. The first order's number is 1.
func AddSale(t testing.TB, d *db.DB, s Sale) string {
	t.Helper()
	orderID, rowID := id.New(), id.New()
	total := money.Rupees(50) * money.Paise(s.Pieces)
	arrange(t, d, `
		INSERT INTO checkouts (id, user_id, payment_method, total, due_total, number, stage, created_at, updated_at)
		SELECT $1, $2, 'COD', $3, $3, COALESCE(MAX(number), 0) + 1, 'DONE', $4, $4 FROM checkouts`, orderID, s.UserID, total, s.At)
	arrange(t, d, `
		INSERT INTO orders (id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, ordered_quantity, total, address,
			payment_method, payment_status, delivery_status, created_at, updated_at)
		SELECT $1, 'ORD-' || $1, $2, $3, id, name, unit, images, 5000, 0, $4, $4, $5, '{}', 'COD', 'PAID', 'DELIVERED', $6, $6
		FROM products
		WHERE id = $7`, rowID, orderID, s.UserID, s.Pieces, total, s.At, s.ProductID)
	return rowID
}
