package stock

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
)

// Adjustment is a manual change of a product's stock.
type Adjustment struct {
	ProductID string
	Change    int  // pieces to add, or to remove if negative; ignored with Count
	Count     *int // counted pieces; nil: apply Change
	InGrams   bool `json:",omitempty"` // Change and Count are in grams, for a product sold by weight
	Waiting   int  // counted pieces that orders have already taken out of the stock
	Reason    Reason
	Note      string // "" for none
}

// Adjust applies an adjustment in one guarded statement, so that concurrent reservations are kept, and records it in the
// ledger, unless the stock stays the same. It returns the product before and after, catalog.ErrNoProduct for a missing or
// deleted product, and fault.Conflict for a stock below 0, or raised above catalog.MaxStock. Added stock removes the
// sold-out mark; a count ends the shortfall.
func Adjust(ctx context.Context, tx *db.Tx, at time.Time, a Adjustment) (before, after catalog.Product, err error) {
	rows, err := catalog.LockProducts(ctx, tx, []string{a.ProductID})
	if err != nil {
		return before, after, err
	}
	before, known := rows[a.ProductID]
	if !known || before.DeletedAt != nil {
		return before, after, catalog.ErrNoProduct
	}
	if a.InGrams && !before.IsSoldByWeight() {
		return before, after, fault.New(fault.Invalid, "not_by_weight", "%s is not sold by weight: please say how many pieces.", before.Name)
	}
	if after = before.WithAmount(a.amountAfter(before)); a.Count != nil {
		if err := endShortfall(ctx, tx, a.ProductID); err != nil {
			return before, after, err
		}
	}
	change, grams := after.Stock-before.Stock, after.LooseGrams-before.LooseGrams
	more := after.Amount() > before.Amount()
	if change == 0 && grams == 0 {
		return before, after, nil
	}
	after.UpdatedAt = catalog.NextVersion(at, before.UpdatedAt)
	if more {
		after.SoldOutUntil = nil
	}
	changed, err := db.ExecRows(ctx, tx, `
		UPDATE products
		SET stock = stock + $2, loose_grams = loose_grams + $5, sold_out_until = CASE WHEN $6 THEN NULL ELSE sold_out_until END, updated_at = $3
		WHERE id = $1 AND deleted_at IS NULL AND stock + $2 >= 0 AND stock + $2 <= $4 AND loose_grams + $5 >= 0`,
		a.ProductID, change, after.UpdatedAt, max(catalog.MaxStock, before.Stock), grams, more)
	if err != nil {
		return before, after, fmt.Errorf("adjust stock: %w", err)
	}
	if changed == 0 && after.Amount() < 0 {
		return before, after, tooFew(before, before.Stock)
	}
	if changed == 0 {
		return before, after, errTooMany
	}
	entry := Entry{ID: id.New(), ProductID: a.ProductID, Change: change, Grams: grams, Reason: a.Reason, Note: a.Note, CreatedAt: after.UpdatedAt}
	if err := addUndated(ctx, tx, additions([]Entry{entry})); err != nil {
		return before, after, fmt.Errorf("add to lots: %w", err)
	}
	return before, after, record(ctx, tx, entry)
}

// amountAfter returns the stock after the adjustment, in the unit of Product.Amount.
func (a Adjustment) amountAfter(p catalog.Product) int {
	step := max(p.StepGrams, 1)
	unit := step
	if a.InGrams {
		unit = 1
	}
	if a.Count != nil {
		return max(*a.Count*unit-a.Waiting*step, 0)
	}
	return p.Amount() + a.Change*unit
}

// AdjustMany adds pieces, by product ID, to stocks as edits with one note. See MoveMany.
func AdjustMany(ctx context.Context, tx *db.Tx, at time.Time, pieces map[string]int, note string) error {
	moves := make([]Move, 0, len(pieces))
	for _, productID := range sortedIDs(pieces) {
		moves = append(moves, Move{ProductID: productID, Pieces: pieces[productID], Reason: Edit, Note: note})
	}
	return MoveMany(ctx, tx, at, moves)
}

// Move is a number of pieces to add to a product's stock, or to remove if negative.
type Move struct {
	ProductID string
	Pieces    int
	Grams     int // of goods sold by weight, in addition to the steps
	Reason    Reason
	Note      string // "" for none
}

// MoveMany adds or removes pieces of many products in guarded statements, and records each move. The caller has locked the rows
// and computed the pieces from them: a missing product, or a stock that would become negative, fails with fault.Conflict. Added pieces
// remove a product's sold-out mark.
func MoveMany(ctx context.Context, tx *db.Tx, at time.Time, moves []Move) error {
	moved, ledger := map[string]amount{}, make([]Entry, len(moves))
	for i, m := range moves {
		ledger[i] = Entry{ID: id.New(), ProductID: m.ProductID, Change: m.Pieces, Grams: m.Grams, Reason: m.Reason, Note: m.Note, CreatedAt: at}
		moved[m.ProductID] = moved[m.ProductID].plus(ledger[i])
	}
	for ids := range slices.Chunk(sortedIDs(moved), maxChangedPerStatement) {
		rows := values{args: []any{at}}
		for _, productID := range ids {
			rows.add(text(productID), integer(moved[productID].pieces), integer(moved[productID].grams))
		}
		everyRow := db.Guard[string]{Rows: len(ids), Refusal: errTooFew}
		err := db.ExecGuarded(ctx, tx, everyRow, `
			WITH changes (id, change, grams) AS (VALUES `+rows.rows()+`)
			UPDATE products
			SET stock = products.stock + changes.change, loose_grams = products.loose_grams + changes.grams, updated_at = $1,
				sold_out_until = CASE WHEN changes.change > 0 THEN NULL ELSE products.sold_out_until END
			FROM changes
			WHERE products.id = changes.id AND products.deleted_at IS NULL AND products.stock + changes.change >= 0 AND products.loose_grams + changes.grams >= 0
			RETURNING products.id`, rows.args...)
		if err != nil {
			return fmt.Errorf("adjust stocks: %w", err)
		}
	}
	if err := addUndated(ctx, tx, additions(ledger)); err != nil {
		return fmt.Errorf("add to lots: %w", err)
	}
	return record(ctx, tx, ledger...)
}
