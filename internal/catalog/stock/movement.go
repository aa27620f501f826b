package stock

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/db"
)

// Movement is a ledger entry for display.
type Movement struct {
	ID     string    `db:"id" json:"_id"`
	At     time.Time `db:"created_at" json:"at"`
	Reason Reason    `db:"reason" json:"reason" doc:"opening, order, cancel, expiry, edit, import, received, damaged, counted or sent_back."`
	Note   string    `db:"note" json:"note"`
	Order  *int      `db:"checkout_number" json:"order,omitempty" doc:"Order number."`
	Who    string    `db:"user_name" json:"who" doc:"Name of the user. Empty: the system, or unknown."`
	Before int       `db:"before" json:"before"`
	Change int       `db:"change" json:"change"`
	Grams  int       `db:"grams" json:"grams,omitempty" doc:"Change of a product sold by weight beyond whole steps, in grams."`
	After  int       `db:"after" json:"after"`
}

// LedgerPage returns one page, from 1, of a product's ledger, the newest entry first, and the
// number of entries, counted as by db.CountRange. An unknown product has no entries. The stock
// after an entry is computed back from the current stock: this reads only the page's entries, and
// newer changes from an index alone.
func LedgerPage(ctx context.Context, q db.Querier, productID string, page, limit int) ([]Movement, int, error) {
	length, offset := db.CountRange(page, limit)
	total, err := countMovements(ctx, q, productID, length, offset)
	if err != nil {
		return nil, 0, err
	}
	movements, err := db.All[Movement](ctx, q, `
		WITH newer AS (
			SELECT COALESCE(SUM(change), 0) AS pieces
			FROM (SELECT change FROM stock_movements WHERE product_id = $1`+newestFirst+` LIMIT $3) newest
		), page AS (
			SELECT id, created_at, change FROM stock_movements WHERE product_id = $1`+newestFirst+` LIMIT $2 OFFSET $3
		), counted AS (
			SELECT page.id, p.stock - CAST(newer.pieces + SUM(page.change) OVER (ORDER BY page.created_at DESC, page.id DESC) AS BIGINT) AS before
			FROM page
			CROSS JOIN newer
			JOIN products p ON p.id = $1
		)
		SELECT m.id, m.created_at, m.reason, m.note, m.change, m.grams, counted.before, counted.before + m.change AS after,
			c.number AS checkout_number, COALESCE(u.name, '') AS user_name
		FROM counted
		JOIN stock_movements m ON m.id = counted.id
		LEFT JOIN orders o ON o.id = m.order_id
		LEFT JOIN checkouts c ON c.id = o.checkout_id
		LEFT JOIN users u ON u.id = m.user_id
		ORDER BY m.created_at DESC, m.id DESC`, productID, limit, (page-1)*limit)
	if err != nil {
		return nil, 0, fmt.Errorf("read stock movements: %w", err)
	}
	if len(movements) == 0 && offset > 0 { // past the end
		total, err = countMovements(ctx, q, productID, db.MaxCounted, 0)
		return movements, total, err
	}
	return movements, offset + total, nil
}

// countMovements counts a product's ledger entries after an offset, up to `length`.
func countMovements(ctx context.Context, q db.Querier, productID string, length, offset int) (int, error) {
	total, err := db.Get[int](ctx, q, `
		SELECT COUNT(*) FROM (SELECT 1 FROM stock_movements WHERE product_id = $1 LIMIT $2 OFFSET $3) counted`, productID, length, offset)
	if err != nil {
		return 0, fmt.Errorf("count stock movements: %w", err)
	}
	return total, nil
}

// newestFirst is the order of an index that also contains the changes.
const newestFirst = ` ORDER BY created_at DESC, id DESC`
