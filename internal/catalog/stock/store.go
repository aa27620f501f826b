package stock

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// takeRequest holds what take needs: the pieces of one product that an order takes.
type takeRequest struct {
	product   catalog.Product // as it was read
	pieces    int
	at        time.Time
	committed func(left remainingStock)
}

// remainingStock is a product's stock as a transaction leaves it.
type remainingStock struct {
	Stock      int       `db:"stock"`
	LooseGrams int       `db:"loose_grams"`
	UpdatedAt  time.Time `db:"updated_at"`
}

// take takes pieces of a product in one statement, which fails the transaction with db.ErrStale if
// the product was edited since it was read, cannot be sold, or has too few pieces.
func take(ctx context.Context, tx *db.Tx, t takeRequest) error {
	unchanged := db.Guard[remainingStock]{
		Rows: 1, Refusal: db.ErrStale,
		Committed: func(rows []remainingStock) { t.committed(rows[0]) },
	}
	return db.ExecGuarded(ctx, tx, unchanged, `
		UPDATE products
		SET stock = stock - $2, updated_at = `+tx.NextVersion("$3", "updated_at")+`
		WHERE id = $1 AND stock - expired >= $2 AND edited_at = $4 AND price = $5 AND discount = $6
			AND publish AND deleted_at IS NULL AND sold_out_until IS NULL
		RETURNING stock, loose_grams, updated_at`, t.product.ID, t.pieces, t.at, t.product.EditedAt, t.product.Price, t.product.Discount)
}

// errTooFew refuses a change that would leave a stock below 0.
var errTooFew = fault.New(fault.Conflict, "out_of_stock", "Not enough is left in stock.")

// errTooMany refuses a stock above the limit.
var errTooMany = fault.New(fault.Conflict, "too_many", "Stock can be at most %d.", catalog.MaxStock)

// maxChangedPerStatement is the largest number of products that one statement changes.
const maxChangedPerStatement = 50

// amount is a number of pieces, or of steps and loose grams for goods sold by weight.
type amount struct{ pieces, grams int }

func (a amount) plus(e Entry) amount { return amount{a.pieces + e.Change, a.grams + e.Grams} }

// applyGuarded adds the changes, by product id, to the stocks in one statement.
func applyGuarded(ctx context.Context, tx *db.Tx, changes map[string]amount, at time.Time) error {
	rows := values{args: []any{at}}
	for _, productID := range sortedIDs(changes) {
		rows.add(text(productID), integer(changes[productID].pieces), integer(changes[productID].grams))
	}
	return applyRows(ctx, tx, rows, ", updated_at = $1")
}

// applyRows adds changes, as rows of product, pieces and loose grams, to the stocks in one statement that leaves
// none below zero. It does not rely on the caller's check of the locked rows: the database decides
// what can be sold. set is SQL that sets further columns, or "".
func applyRows(ctx context.Context, tx *db.Tx, rows values, set string) error {
	everyRow := db.Guard[string]{Rows: len(rows.list), Refusal: errTooFew}
	err := db.ExecGuarded(ctx, tx, everyRow, `
		WITH changes (id, change, grams) AS (VALUES `+rows.rows()+`)
		UPDATE products
		SET stock = products.stock + changes.change, loose_grams = products.loose_grams + changes.grams`+set+`
		FROM changes
		WHERE products.id = changes.id AND products.stock + changes.change >= 0 AND products.loose_grams + changes.grams >= 0
		RETURNING products.id`, rows.args...)
	if err != nil {
		return fmt.Errorf("change stock: %w", err)
	}
	return nil
}
