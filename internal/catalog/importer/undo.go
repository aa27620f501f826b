package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
)

// UndoReport says what became of an import that was undone.
type UndoReport struct {
	Restored int      `json:"restored" doc:"products as they were before"`
	Removed  int      `json:"removed" doc:"products that the import had added"`
	Kept     []string `json:"kept" doc:"names of the products that were edited or deleted since, and stay as they are"`
}

var (
	errNoRun  = fault.New(fault.NotFound, "no_import", "This import does not exist.")
	errUndone = fault.New(fault.Conflict, "import_undone", "This import was undone already.")
	errTooOld = fault.New(fault.Conflict, "import_too_old", "An import can be undone for 7 days.")
)

// Undo takes an import back: products that nobody edited since are as they were, and those
// that it added leave the shop. Pieces that were sold since stay sold. What a person or a later
// import has changed since stays and is named. An unknown run is fault.NotFound; one that
// is undone or older than seven days is fault.Conflict.
func (s *Service) Undo(ctx context.Context, runID string) (UndoReport, error) {
	report := UndoReport{Kept: []string{}}
	run, err := db.Get[Run](ctx, s.db, `
		SELECT id, file, who, created_at, imported, updated, undone_at
		FROM import_runs
		WHERE id = $1`, runID)
	switch {
	case errors.Is(err, db.ErrNoRow):
		return report, errNoRun
	case err != nil:
		return report, err
	case run.UndoneAt != nil:
		return report, errUndone
	case !run.CreatedAt.After(s.clock.Now().Add(-undoTime)):
		return report, errTooOld
	}
	changes, err := db.All[runChange](ctx, s.db, `
		SELECT run_id, product_id, before, baseline, stock_change, edited_at
		FROM import_run_changes
		WHERE run_id = $1
		ORDER BY product_id`, runID)
	if err != nil {
		return report, err
	}
	for chunk := range slices.Chunk(changes, batchSize) {
		err := s.db.Tx(db.WithTimeout(ctx, batchTimeout), func(tx *db.Tx) error { return s.undoBatch(ctx, tx, chunk, &report) })
		if err != nil {
			return report, err
		}
	}
	return report, s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()
		n, err := db.Exec(ctx, tx, `UPDATE import_runs SET undone_at = $2 WHERE id = $1 AND undone_at IS NULL`, runID, now)
		if err == nil && n == 0 {
			err = errUndone
		}
		if err != nil {
			return err
		}
		after := fmt.Sprintf("%d restored, %d removed, %d kept", report.Restored, report.Removed, len(report.Kept))
		return audit.Write(ctx, tx, now, audit.Entry{What: "products.import-undo", Object: run.File, After: after})
	})
}

// undoBatch undoes the changes of some products in a transaction. A product that is undone has a
// new version, so that a second attempt leaves it alone.
func (s *Service) undoBatch(ctx context.Context, tx *db.Tx, changes []runChange, report *UndoReport) error {
	ids := make([]string, len(changes))
	for i, change := range changes {
		ids[i] = change.ProductID
	}
	products, err := catalog.LockProducts(ctx, tx, ids)
	if err != nil {
		return err
	}
	subCategories, err := catalog.AllSubCategories(ctx, tx)
	if err != nil {
		return err
	}
	u := undoing{now: s.clock.Now(), categoryOf: map[string]string{}, baselines: map[string]baseline{}}
	for _, sub := range subCategories {
		u.categoryOf[sub.ID] = sub.CategoryID
	}
	var kept []string
	for _, change := range changes {
		product := products[change.ProductID]
		switch {
		case product.DeletedAt != nil || !product.EditedAt.Equal(change.EditedAt):
			kept = append(kept, product.Name)
		case change.Before == "":
			u.removed = append(u.removed, product.ID)
			u.now = catalog.NextVersion(u.now, product.UpdatedAt)
		default:
			if err := u.restore(product, change); err != nil {
				return err
			}
		}
	}
	if err := u.save(ctx, tx); err != nil {
		return err
	}
	report.Restored += len(u.restored)
	report.Removed += len(u.removed)
	report.Kept = append(report.Kept, kept...)
	return nil
}

// undoing collects what undoing a batch writes.
type undoing struct {
	now        time.Time
	categoryOf map[string]string // of each sub-category
	restored   []catalog.Product
	removed    []string // ids
	ledger     []stock.Entry
	baselines  map[string]baseline
}

func (u *undoing) restore(product catalog.Product, change runChange) error {
	var state undoState
	if err := json.Unmarshal([]byte(change.Before), &state); err != nil {
		return fmt.Errorf("read product as it was: %w", err)
	}
	before := product.Stock
	state.restore(&product, u.categoryOf)
	product.Stock = max(0, product.Stock-change.StockChange)
	product.EditedAt = catalog.NextVersion(u.now, product.UpdatedAt)
	product.UpdatedAt = product.EditedAt
	u.restored = append(u.restored, product)
	if pieces := product.Stock - before; pieces != 0 {
		u.ledger = append(u.ledger, stock.Entry{ID: id.New(), ProductID: product.ID, Change: pieces, Reason: stock.Import, CreatedAt: u.now})
	}
	b := baseline{}
	if change.Baseline == "" { // there was no import before
		u.baselines[product.ID] = b
		return nil
	}
	if err := json.Unmarshal([]byte(change.Baseline), &b); err != nil {
		return fmt.Errorf("read import baseline: %w", err)
	}
	u.baselines[product.ID] = b
	return nil
}

func (u *undoing) save(ctx context.Context, tx *db.Tx) error {
	if err := catalog.SaveProducts(ctx, tx, u.restored...); err != nil {
		return err
	}
	if err := saveBaselines(ctx, tx, u.baselines); err != nil {
		return err
	}
	if err := stock.Record(ctx, tx, u.ledger...); err != nil {
		return err
	}
	if len(u.removed) == 0 {
		return nil
	}
	// Without its key: the same list may be imported again.
	list, args := db.Placeholders(2, len(u.removed)), append([]any{u.now}, db.Args(u.removed)...)
	_, err := db.Exec(ctx, tx, `
		UPDATE products
		SET deleted_at = $1, updated_at = $1, edited_at = $1, category_id = NULL, sub_category_id = NULL, import_key = NULL
		WHERE deleted_at IS NULL AND id IN (`+list+`)`, args...)
	if err != nil {
		return err
	}
	for _, table := range []string{"cart_lines", "product_image_urls"} {
		if _, err := db.Exec(ctx, tx, `DELETE FROM `+table+` WHERE product_id IN (`+db.Placeholders(1, len(u.removed))+`)`, db.Args(u.removed)...); err != nil {
			return err
		}
	}
	return nil
}
