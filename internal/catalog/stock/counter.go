package stock

import (
	"context"
	"fmt"
	"maps"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/id"
)

// LockForCounter locks the lines' products and returns them by id, including deleted ones.
func (s *Service) LockForCounter(ctx context.Context, tx *db.Tx, lines []Line) (map[string]catalog.Product, error) {
	return catalog.LockProductsForSale(ctx, tx, sortedIDs(quantities(lines)))
}

// Sell removes the lines' pieces from the stock of locked products after a counter sale. It never refuses: pieces that the stock
// lacks are entered as counted, so the stock becomes 0, and the product has a shortfall until it is counted.
func (s *Service) Sell(ctx context.Context, tx *db.Tx, products map[string]catalog.Product, lines []Line) error {
	var ledger []Entry
	counted := maps.Clone(products) // with the missing pieces added
	sold := amounts(products, lines)
	for _, productID := range sortedIDs(sold) {
		product := products[productID]
		missing := sold[productID] - product.Amount()
		if missing <= 0 {
			continue
		}
		found := product.WithAmount(sold[productID])
		counted[productID] = found
		ledger = append(ledger, Entry{
			ID: id.New(), ProductID: productID, Change: found.Stock - product.Stock, Grams: found.LooseGrams - product.LooseGrams,
			Reason: Counted, Note: beyondStock,
		})
		step := max(product.StepGrams, 1)
		if err := addShortfall(ctx, tx, productID, (missing+step-1)/step, s.clock.Now()); err != nil {
			return err
		}
	}
	return s.change(ctx, tx, products, append(ledger, weighedEntries(counted, lines, Order, -1)...))
}

func addShortfall(ctx context.Context, tx *db.Tx, productID string, missing int, at time.Time) error {
	return db.Exec(ctx, tx, `
		INSERT INTO stock_shortfalls (product_id, pieces, since)
		VALUES ($1, $2, $3)
		ON CONFLICT (product_id) DO UPDATE SET pieces = stock_shortfalls.pieces + excluded.pieces`, productID, missing, at)
}

// endShortfall ends the shortfall of a counted product.
func endShortfall(ctx context.Context, tx *db.Tx, productID string) error {
	return db.Exec(ctx, tx, `DELETE FROM stock_shortfalls WHERE product_id = $1`, productID)
}

// Shortfall is a product that the counter has sold beyond its stock.
type Shortfall struct {
	ProductID string    `db:"product_id" json:"productId"`
	Name      string    `db:"name" json:"name"`
	Unit      string    `db:"unit" json:"unit"`
	Missing   int       `db:"pieces" json:"missing" doc:"Pieces sold beyond the stock."`
	Since     time.Time `db:"since" json:"since"`
}

// maxShortfalls limits the list of shortfalls.
const maxShortfalls = 500

// Shortfalls returns up to maxShortfalls shortfalls, oldest first, without deleted products. CROSS JOIN keeps SQLite from
// scanning all products.
func Shortfalls(ctx context.Context, q db.Querier) ([]Shortfall, error) {
	list, err := db.All[Shortfall](ctx, q, fmt.Sprintf(`
		SELECT s.product_id, p.name, p.unit, s.pieces, s.since
		FROM stock_shortfalls s CROSS JOIN products p
		WHERE p.id = s.product_id AND p.deleted_at IS NULL
		ORDER BY s.since, s.product_id LIMIT %d`, maxShortfalls))
	if list == nil {
		list = []Shortfall{}
	}
	return list, err
}
