package importer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// UndoReport is the result of undoing an import.
type UndoReport struct {
	Restored  int      `json:"restored" doc:"Number of products restored to their earlier state."`
	Removed   int      `json:"removed" doc:"Number of removed products, which the import had added."`
	Kept      []string `json:"kept" doc:"Names of products that stay unchanged, because they were edited or deleted since, or added by the import and counted or restocked since."`
	Counted   []string `json:"counted" doc:"Names of restored products that keep their stock, because it was counted since."`
	ToCount   []string `json:"toCount" doc:"Names of restored products of which more pieces are gone than could be subtracted. Their stock is 0 and has to be counted."`
	Barcodes  []string `json:"barcodes" doc:"Names of restored products that keep the barcode of the import, because another product now has the earlier one."`
	SKUs      []string `json:"skus" doc:"Names of restored products that keep the SKU of the import, because another product now has the earlier one."`
	ItemCodes []string `json:"itemCodes" doc:"Names of restored products that keep the item code of the import, because another product now has the earlier one."`
}

func newUndoReport() UndoReport {
	return UndoReport{Kept: []string{}, Counted: []string{}, ToCount: []string{}, Barcodes: []string{}, SKUs: []string{}, ItemCodes: []string{}}
}

func (r *UndoReport) add(batch UndoReport) {
	r.Restored += batch.Restored
	r.Removed += batch.Removed
	r.Kept = append(r.Kept, batch.Kept...)
	r.Counted = append(r.Counted, batch.Counted...)
	r.ToCount = append(r.ToCount, batch.ToCount...)
	r.Barcodes = append(r.Barcodes, batch.Barcodes...)
	r.SKUs = append(r.SKUs, batch.SKUs...)
	r.ItemCodes = append(r.ItemCodes, batch.ItemCodes...)
}

var (
	errNoRun   = fault.New(fault.NotFound, "no_import", "This import does not exist.")
	errUndone  = fault.New(fault.Conflict, "import_undone", "This import was undone already.")
	errTooOld  = fault.New(fault.Conflict, "import_too_old", "An import can be undone for 7 days.")
	errRunning = fault.New(fault.Conflict, "import_running", "This import is not done yet. Please undo it then.")
)

// abandonedAfter is the age at which an import without a report counts as aborted.
const abandonedAfter = time.Hour

// undoRefusal returns the reason why a run cannot be undone, or nil.
func (r Run) undoRefusal(now time.Time) error {
	switch {
	case r.UndoneAt != nil:
		return errUndone
	case !r.CreatedAt.After(now.Add(-undoWindow)):
		return errTooOld
	case !r.Finished && r.CreatedAt.After(now.Add(-abandonedAfter)):
		return errRunning
	}
	return nil
}

// Undo reverts an import: changed products get their former values, added ones are deleted, sold pieces stay sold.
// Products that a person or a later import changed since are kept and named, as is a stock counted since. After an
// error some batches may be undone, and another call continues after them. Undo fails with fault.NotFound for an
// unknown run, and with fault.Conflict for a run that is running, undone or older than seven days.
func (s *Service) Undo(ctx context.Context, runID string) (UndoReport, error) {
	report, last, finished := newUndoReport(), "", false
	for !finished {
		var batch UndoReport
		next := ""
		err := s.db.Tx(db.WithTimeout(ctx, batchTimeout), func(tx *db.Tx) (err error) {
			batch, next, err = s.undoNext(ctx, tx, runID, last)
			if err == nil && next == "" {
				err = s.endUndo(ctx, tx, runID, len(report.Kept)+len(batch.Kept))
			}
			return err
		})
		if err != nil {
			return report, err
		}
		report.add(batch)
		last, finished = next, next == ""
	}
	return report, nil
}

// undoNext undoes one batch of a run's changes, those after the product `last`. It returns the last product of the batch, or ""
// after the final one. The lock of the run excludes the import itself and other undos.
func (s *Service) undoNext(ctx context.Context, tx *db.Tx, runID, last string) (UndoReport, string, error) {
	if err := catalog.LockCodes(ctx, tx); err != nil {
		return UndoReport{}, "", err
	}
	run, err := db.Get[Run](ctx, tx, `
		SELECT file, created_at, undone_at, report <> '' AS finished
		FROM import_runs
		WHERE id = $1`+tx.ForUpdate(), runID)
	if errors.Is(err, db.ErrNoRow) {
		err = errNoRun
	}
	if err == nil {
		err = run.undoRefusal(s.clock.Now())
	}
	if err != nil {
		return UndoReport{}, "", err
	}
	changes, err := db.All[runChange](ctx, tx, fmt.Sprintf(`
		SELECT run_id, product_id, before, baseline, stock_change, edited_at
		FROM import_run_changes
		WHERE run_id = $1 AND product_id > $2
		ORDER BY product_id
		LIMIT %d`, batchSize), runID, last)
	if err != nil || len(changes) == 0 {
		return UndoReport{}, "", err
	}
	report, err := s.undoBatch(ctx, tx, changes)
	if err != nil {
		return report, "", err
	}
	after := string(language.NewPhrase("%d restored, %d removed, %d kept", report.Restored, report.Removed, len(report.Kept)).Store())
	if err := audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "products.import-undo", Object: run.File, After: after}); err != nil {
		return report, "", err
	}
	next := ""
	if len(changes) == batchSize {
		next = changes[len(changes)-1].ProductID
	}
	return report, next, nil
}

// endUndo marks a run as undone. It returns errRunning if more changes remain than the kept ones.
func (s *Service) endUndo(ctx context.Context, tx *db.Tx, runID string, kept int) error {
	left, err := db.Get[int](ctx, tx, `SELECT COUNT(*) FROM import_run_changes WHERE run_id = $1`, runID)
	if err != nil {
		return err
	}
	if left != kept {
		return errRunning
	}
	return db.Exec(ctx, tx, `UPDATE import_runs SET undone_at = $2 WHERE id = $1`, runID, s.clock.Now())
}
