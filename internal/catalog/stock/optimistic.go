package stock

import (
	"context"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// minOptimisticStock is how many pieces an order must leave for its products not to be locked to begin with: so many that other
// orders can hardly take them all meanwhile, and the order must hardly ever be retried.
const minOptimisticStock = 100

// remainingStock is a product's stock as a transaction leaves it.
type remainingStock struct {
	ProductID string    `db:"id"`
	Stock     int       `db:"stock"`
	UpdatedAt time.Time `db:"updated_at"`
}

// reserveOptimistically is Reserve with optimistic locking, for products of which minOptimisticStock is left; it reports whether
// that is so of all. It reads the products without a lock. Deferred statements, which are sent with the transaction's next read or
// with its COMMIT, change the stock of those that are otherwise as they were read, and fail with db.ErrStale where one is not. So
// everybody who orders the same product waits for the COMMIT of the other orders only, and not for their round trips to the database.
func (s *Service) reserveOptimistically(ctx context.Context, tx *db.Tx, lines []Line, pieces map[string]int) (products map[string]catalog.Product, reserved bool, err error) {
	ids := sortedIDs(pieces)
	products, err = catalog.ProductsForSale(ctx, tx, ids)
	if err != nil {
		return nil, false, err
	}
	for _, productID := range ids {
		product, known := products[productID]
		if !known || !product.Visible() || product.SoldOutUntil != nil || product.Stock-pieces[productID] < minOptimisticStock {
			return nil, false, nil
		}
	}
	at := s.timeOfChange(products)
	remaining, err := takeUnchanged(ctx, tx, products, pieces, at)
	if err != nil {
		return nil, false, err
	}
	tx.AfterCommit(func() {
		changed := make([]catalog.Product, 0, len(ids))
		for _, row := range remaining.Committed() {
			product := products[row.ProductID]
			product.Stock, product.UpdatedAt = row.Stock, row.UpdatedAt
			changed = append(changed, product)
		}
		s.committed(changed)
	})
	return products, true, recordAtVersion(ctx, tx, entries(lines, Order, -1))
}

// takeUnchanged queues the statement that takes pieces, by product id, out of the stock of products that are as they were
// read. It is for PostgreSQL: the time of the change follows that of a change which the transaction has not seen.
func takeUnchanged(ctx context.Context, tx *db.Tx, products map[string]catalog.Product, pieces map[string]int, at time.Time) (*db.DeferredRows[remainingStock], error) {
	ids := sortedIDs(pieces)
	if len(ids) > 1 { // an UPDATE locks its rows in any order
		err := db.Exec(ctx, tx, `SELECT id FROM products WHERE id IN (`+db.Placeholders(1, len(ids))+`) ORDER BY id`+tx.ForUpdate(), db.Args(ids)...)
		if err != nil {
			return nil, err
		}
	}
	taken := values{args: []any{at}}
	for _, productID := range ids {
		product := products[productID]
		taken.add(text(productID), integer(pieces[productID]), integer(product.Price), integer(product.Discount), timestamp(product.EditedAt))
	}
	unchanged := db.ExpectedRows{Count: int64(len(ids)), Refusal: db.ErrStale}
	return db.AllDeferredExpecting[remainingStock](ctx, tx, unchanged, `
		WITH taken (id, pieces, price, discount, edited_at) AS (VALUES `+taken.rows()+`)
		UPDATE products
		SET stock = products.stock - taken.pieces, updated_at = `+tx.NextVersion("$1", "products.updated_at")+`
		FROM taken
		WHERE products.id = taken.id AND products.stock >= taken.pieces
			AND products.edited_at = taken.edited_at AND products.price = taken.price AND products.discount = taken.discount
			AND products.publish AND products.deleted_at IS NULL AND products.sold_out_until IS NULL
		RETURNING products.id, products.stock, products.updated_at`, taken.args...), nil
}
