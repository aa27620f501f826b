package importer

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"kirana/internal/cart"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/id"
)

// undoBatch undoes the changes of some products and deletes their undo records, so that another call skips them. Kept
// products keep their records.
func (s *Service) undoBatch(ctx context.Context, tx *db.Tx, changes []runChange) (UndoReport, error) {
	u := undoing{now: s.clock.Now(), categoryOf: map[string]string{}, baselines: map[string]baseline{}, report: newUndoReport()}
	ids := make([]string, len(changes))
	for i, change := range changes {
		ids[i] = change.ProductID
	}
	products, err := catalog.LockProducts(ctx, tx, ids)
	if err != nil {
		return u.report, err
	}
	subCategories, err := catalog.AllSubCategories(ctx, tx)
	if err != nil {
		return u.report, err
	}
	for _, sub := range subCategories {
		u.categoryOf[sub.ID] = sub.CategoryID
	}
	if u.since, err = stockedSince(ctx, tx, changes[0].RunID, ids); err != nil {
		return u.report, err
	}
	for _, change := range changes {
		product := products[change.ProductID]
		switch {
		case product.DeletedAt != nil, !product.EditedAt.Equal(change.EditedAt), change.Before == "" && u.since[product.ID] != "":
			u.report.Kept = append(u.report.Kept, product.Name)
		case change.Before == "":
			u.removed = append(u.removed, product.ID)
			u.now = catalog.NextVersion(u.now, product.UpdatedAt)
		default:
			if err := u.restore(product, change); err != nil {
				return u.report, err
			}
		}
	}
	if u.report.Barcodes, err = u.keepForeign(ctx, tx, barcodeCode, products); err != nil {
		return u.report, err
	}
	if u.report.SKUs, err = u.keepForeign(ctx, tx, skuCode.uniqueCode, products); err != nil {
		return u.report, err
	}
	if u.report.ItemCodes, err = u.keepForeign(ctx, tx, itemCode.uniqueCode, products); err != nil {
		return u.report, err
	}
	u.report.Restored, u.report.Removed = len(u.restored), len(u.removed)
	return u.report, u.save(ctx, tx, changes[0].RunID)
}

// stockedSince returns the products whose stock a person changed since the run, with a reason: stock.Counted if the
// stock was counted or edited since, otherwise stock.Received or stock.Damaged.
func stockedSince(ctx context.Context, tx *db.Tx, runID string, ids []string) (map[string]stock.Reason, error) {
	args := append([]any{runID, stock.Received, stock.Damaged, stock.Counted, stock.Edit}, db.Args(ids)...)
	rows, err := db.All[struct {
		ProductID string       `db:"product_id"`
		Reason    stock.Reason `db:"reason"`
	}](ctx, tx, `
		SELECT m.product_id, m.reason
		FROM stock_movements m
		JOIN import_run_changes c ON c.product_id = m.product_id AND c.run_id = $1
		WHERE m.created_at > c.edited_at AND m.reason IN ($2, $3, $4, $5) AND m.product_id IN (`+db.Placeholders(6, len(ids))+`)`, args...)
	since := map[string]stock.Reason{}
	for _, row := range rows {
		if row.Reason == stock.Edit {
			row.Reason = stock.Counted
		}
		if since[row.ProductID] != stock.Counted {
			since[row.ProductID] = row.Reason
		}
	}
	return since, err
}

// undoing collects the rows that a batch of the undo writes.
type undoing struct {
	now        time.Time
	categoryOf map[string]string       // of each sub-category
	since      map[string]stock.Reason // reason of a person's later stock change, by product id
	restored   []catalog.Product
	removed    []string // ids
	ledger     []stock.Entry
	baselines  map[string]baseline
	report     UndoReport
}

func (u *undoing) restore(product catalog.Product, change runChange) error {
	var state undoState
	if err := json.Unmarshal([]byte(change.Before), &state); err != nil {
		return fmt.Errorf("read product as it was: %w", err)
	}
	before := product.Stock
	state.restore(&product, u.categoryOf)
	u.restoreStock(&product, change.StockChange)
	product.EditedAt = catalog.NextVersion(u.now, product.UpdatedAt)
	product.UpdatedAt = product.EditedAt
	u.restored = append(u.restored, product)
	if pieces := product.Stock - before; pieces != 0 {
		u.ledger = append(u.ledger, stock.Entry{ID: id.New(), ProductID: product.ID, Change: pieces, Reason: stock.Import, CreatedAt: u.now})
	}
	b := baseline{}
	if change.Baseline == "" { // first import of the product
		u.baselines[product.ID] = b
		return nil
	}
	if err := json.Unmarshal([]byte(change.Baseline), &b); err != nil {
		return fmt.Errorf("read import baseline: %w", err)
	}
	u.baselines[product.ID] = b
	return nil
}

// restoreStock subtracts the pieces that the import added, unless the stock was counted since.
func (u *undoing) restoreStock(product *catalog.Product, change int) {
	switch {
	case change == 0:
	case u.since[product.ID] == stock.Counted:
		u.report.Counted = append(u.report.Counted, product.Name)
	case product.Stock < change:
		product.Stock = 0
		u.report.ToCount = append(u.report.ToCount, product.Name)
	default:
		product.Stock -= change
	}
}

// keepForeign keeps the import's code of each product whose former code now belongs to another product, and returns the
// names of these products.
func (u *undoing) keepForeign(ctx context.Context, tx *db.Tx, code uniqueCode, before map[string]catalog.Product) ([]string, error) {
	names := []string{}
	taken, err := u.takenCodes(ctx, tx, code, before)
	if err != nil || len(taken) == 0 {
		return names, err
	}
	// A kept code may be the former code of another product in the batch: repeat until stable.
	for again := true; again; {
		again = false
		for i, product := range u.restored {
			current, earlier := before[product.ID], code.of(&u.restored[i].Facts)
			now := *code.of(&current.Facts)
			if *earlier == now || !taken[code.normal(*earlier)] {
				continue
			}
			*earlier = now
			names = append(names, product.Name)
			taken[code.normal(now)], again = now != "", true
		}
	}
	return names, nil
}

// takenCodes reports, for each code to restore, whether a product that the undo does not change has it.
func (u *undoing) takenCodes(ctx context.Context, tx *db.Tx, code uniqueCode, before map[string]catalog.Product) (map[string]bool, error) {
	var forms []string
	ends := map[string]bool{} // products of the undo: their current codes become free
	for _, product := range u.restored {
		ends[product.ID] = true
		current := before[product.ID]
		if restored := *code.of(&product.Facts); restored != "" && restored != *code.of(&current.Facts) {
			forms = append(forms, code.forms(restored)...)
		}
	}
	if len(forms) == 0 {
		return nil, nil
	}
	for _, productID := range u.removed {
		ends[productID] = true
	}
	rows, err := db.All[struct {
		ID   string `db:"id"`
		Code string `db:"code"`
	}](ctx, tx, `
		SELECT id, `+code.column+` AS code
		FROM products
		WHERE deleted_at IS NULL AND `+code.column+` <> '' AND lower(`+code.column+`) IN (`+db.Placeholders(1, len(forms))+`)`, db.Args(forms)...)
	taken := map[string]bool{}
	for _, row := range rows {
		normal := code.normal(row.Code)
		taken[normal] = taken[normal] || !ends[row.ID]
	}
	return taken, err
}

func (u *undoing) save(ctx context.Context, tx *db.Tx, runID string) error {
	if err := catalog.SaveProducts(ctx, tx, u.restored...); err != nil {
		return err
	}
	if err := saveBaselines(ctx, tx, u.baselines); err != nil {
		return err
	}
	if err := stock.Apply(ctx, tx, u.ledger...); err != nil {
		return err
	}
	undone := append([]string{}, u.removed...)
	for _, product := range u.restored {
		undone = append(undone, product.ID)
	}
	if len(undone) > 0 {
		err := db.Exec(ctx, tx, `DELETE FROM import_run_changes WHERE run_id = $1 AND product_id IN (`+db.Placeholders(2, len(undone))+`)`, append([]any{runID}, db.Args(undone)...)...)
		if err != nil {
			return err
		}
	}
	return u.remove(ctx, tx)
}

// remove deletes the products that the import added.
func (u *undoing) remove(ctx context.Context, tx *db.Tx) error {
	if len(u.removed) == 0 {
		return nil
	}
	// Clear the key, so that the same list can be imported again.
	list, args := db.Placeholders(2, len(u.removed)), append([]any{u.now}, db.Args(u.removed)...)
	err := db.Exec(ctx, tx, `
		UPDATE products
		SET deleted_at = $1, updated_at = $1, edited_at = $1, category_id = NULL, sub_category_id = NULL, import_key = NULL
		WHERE deleted_at IS NULL AND id IN (`+list+`)`, args...)
	if err != nil {
		return err
	}
	if err := cart.RemoveProducts(ctx, tx, u.removed...); err != nil {
		return err
	}
	return db.Exec(ctx, tx, `DELETE FROM product_image_urls WHERE product_id IN (`+db.Placeholders(1, len(u.removed))+`)`, db.Args(u.removed)...)
}
