package stock

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/db"
)

// ExportedEntry is an entry of the ledger with its product, as a table shows it.
type ExportedEntry struct {
	ID          string    `db:"id"`
	ProductID   string    `db:"product_id"`
	ProductName string    `db:"product_name"`
	Unit        string    `db:"unit"`
	CreatedAt   time.Time `db:"created_at"`
	Reason      Reason    `db:"reason"`
	Note        string    `db:"note"`
	Order       int       `db:"checkout_number"` // order number; 0: none
	Who         string    `db:"user_name"`
	Change      int       `db:"change"`
	Grams       int       `db:"grams"` // of goods sold by weight, in addition to the steps of Change
}

// ExportLedger returns up to limit entries of a product's ledger, or of the whole ledger if
// productID is "", in ascending order of product ID, time and ID. It continues after the entry
// `after`, of which only ProductID, CreatedAt and ID count; the zero value starts at the first.
func ExportLedger(ctx context.Context, q db.Querier, productID string, after ExportedEntry, limit int) ([]ExportedEntry, error) {
	rows, err := db.All[ExportedEntry](ctx, q, `
		SELECT m.id, m.product_id, p.name AS product_name, p.unit, m.created_at, m.reason, m.note, m.change, m.grams,
			COALESCE(c.number, 0) AS checkout_number, COALESCE(u.name, '') AS user_name
		FROM (
			SELECT id, product_id, created_at, reason, note, change, grams, order_id, user_id
			FROM stock_movements
			WHERE (product_id, created_at, id) > ($1, $2, $3) AND ($4 = '' OR product_id = $4)
			ORDER BY product_id, created_at, id
			LIMIT $5
		) m
		JOIN products p ON p.id = m.product_id
		LEFT JOIN orders o ON o.id = m.order_id
		LEFT JOIN checkouts c ON c.id = o.checkout_id
		LEFT JOIN users u ON u.id = m.user_id
		ORDER BY m.product_id, m.created_at, m.id`, after.ProductID, after.CreatedAt, after.ID, productID, limit)
	if err != nil {
		return nil, fmt.Errorf("export the ledger of the stock: %w", err)
	}
	return rows, nil
}
