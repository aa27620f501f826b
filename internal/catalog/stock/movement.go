package stock

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/db"
)

// Movement is an entry of a product's ledger as people read it.
type Movement struct {
	ID     string    `db:"id" json:"_id"`
	At     time.Time `db:"created_at" json:"at"`
	Reason Reason    `db:"reason" json:"reason" doc:"opening, order, cancel, expiry, edit, import, received, damaged or counted"`
	Note   string    `db:"note" json:"note"`
	Order  *int      `db:"checkout_number" json:"order,omitempty" doc:"the order's number"`
	Who    string    `db:"user_name" json:"who" doc:"empty: the program itself, or nobody who is known"`
	Before int       `db:"before" json:"before"`
	Change int       `db:"change" json:"change"`
	After  int       `db:"after" json:"after"`
}

// LedgerPage returns one page, from 1, of a product's ledger, the newest first, and how many
// entries it has. A product that never was has none.
func LedgerPage(ctx context.Context, q db.Querier, productID string, page, limit int) ([]Movement, int, error) {
	total, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM stock_movements WHERE product_id = $1`, productID)
	if err != nil {
		return nil, 0, fmt.Errorf("count stock movements: %w", err)
	}
	movements, err := db.All[Movement](ctx, q, `
		SELECT m.id, m.created_at, m.reason, m.note, m.change, m.after - m.change AS before, m.after,
			c.number AS checkout_number, COALESCE(u.name, '') AS user_name
		FROM (
			SELECT id, created_at, reason, note, change, order_id, user_id,
				CAST(SUM(change) OVER (ORDER BY created_at, id) AS BIGINT) AS after
			FROM stock_movements
			WHERE product_id = $1
			ORDER BY created_at DESC, id DESC
			LIMIT $2 OFFSET $3
		) m
		LEFT JOIN orders o ON o.id = m.order_id
		LEFT JOIN checkouts c ON c.id = o.checkout_id
		LEFT JOIN users u ON u.id = m.user_id
		ORDER BY m.created_at DESC, m.id DESC`, productID, limit, (page-1)*limit)
	if err != nil {
		return nil, 0, fmt.Errorf("read stock movements: %w", err)
	}
	return movements, total, nil
}
