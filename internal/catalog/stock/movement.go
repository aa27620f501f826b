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

// maxCounted is how far the entries of a product are counted: to count every one would read
// all of its ledger for each page.
const maxCounted = 10_000

// LedgerPage returns one page, from 1, of a product's ledger, the newest first, and how many
// entries it has: at most maxCounted, or where the next page ends. A product that never was has
// none. The stock after an entry is what is there now without what changed since: it reads the
// ledger no further than the page.
func LedgerPage(ctx context.Context, q db.Querier, productID string, page, limit int) ([]Movement, int, error) {
	total, err := db.Get[int](ctx, q, `
		SELECT COUNT(*) FROM (SELECT 1 FROM stock_movements WHERE product_id = $1 LIMIT $2) counted`, productID, max(maxCounted, (page+1)*limit))
	if err != nil {
		return nil, 0, fmt.Errorf("count stock movements: %w", err)
	}
	movements, err := db.All[Movement](ctx, q, `
		WITH newest AS (
			SELECT id, created_at, change
			FROM stock_movements
			WHERE product_id = $1
			ORDER BY created_at DESC, id DESC
			LIMIT $2
		), page AS (
			SELECT newest.id, p.stock - CAST(SUM(newest.change) OVER (ORDER BY newest.created_at DESC, newest.id DESC) AS BIGINT) AS before
			FROM newest
			JOIN products p ON p.id = $1
			ORDER BY newest.created_at DESC, newest.id DESC
			LIMIT $3 OFFSET $4
		)
		SELECT m.id, m.created_at, m.reason, m.note, m.change, page.before, page.before + m.change AS after,
			c.number AS checkout_number, COALESCE(u.name, '') AS user_name
		FROM page
		JOIN stock_movements m ON m.id = page.id
		LEFT JOIN orders o ON o.id = m.order_id
		LEFT JOIN checkouts c ON c.id = o.checkout_id
		LEFT JOIN users u ON u.id = m.user_id
		ORDER BY m.created_at DESC, m.id DESC`, productID, page*limit, limit, (page-1)*limit)
	if err != nil {
		return nil, 0, fmt.Errorf("read stock movements: %w", err)
	}
	return movements, total, nil
}
