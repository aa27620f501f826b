package admin

import (
	"context"
	"errors"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// BulkUndone is the result of undoing a bulk change.
type BulkUndone struct {
	Restored int      `json:"restored" doc:"Number of restored products."`
	Kept     int      `json:"kept" doc:"Number of products that were edited or deleted since and stay unchanged."`
	Names    []string `json:"names" doc:"Names of the first unchanged products."`
	ToCount  []string `json:"toCount" doc:"Names of restored products that lacked the pieces to take back, because they were sold since. Their stock is 0 and has to be counted."`
}

// UndoBulk reverts a bulk change, once and within 7 days. Products that were edited or deleted since keep their values;
// the result names them.
func (s *Service) UndoBulk(ctx context.Context, bulkID string) (BulkUndone, error) {
	var undone BulkUndone
	err := s.edit(db.WithTimeout(ctx, bulkTimeout), func(tx *db.Tx) error {
		record, err := db.Get[BulkRecord](ctx, tx, selectBulkChanges+` WHERE id = $1`+tx.ForUpdate(), bulkID)
		switch {
		case errors.Is(err, db.ErrNoRow) || err == nil && record.CreatedAt.Before(s.clock.Now().Add(-undoWindow)):
			return fault.New(fault.NotFound, "no_bulk_change", "This change cannot be undone any more.")
		case err != nil:
			return err
		case record.UndoneAt != nil:
			return fault.New(fault.Conflict, "undone", "This change has been undone already.")
		}
		last, err := lastEditInBulk(ctx, tx, bulkID)
		if err != nil {
			return err
		}
		if undone, err = record.undo(ctx, tx, catalog.NextVersion(s.clock.Now(), last)); err != nil {
			return err
		}
		if err := db.Exec(ctx, tx, `UPDATE bulk_changes SET undone_at = $2 WHERE id = $1`, bulkID, s.clock.Now()); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{
			What: "products.undone", Object: string(productCount(undone.Restored).Store()), Before: record.Title,
		})
	})
	if err != nil {
		return BulkUndone{}, err
	}
	s.view.ShowCommitted(ctx)
	return undone, nil
}

// undo reverts the change of all products that were not edited since.
func (r BulkRecord) undo(ctx context.Context, tx *db.Tx, at time.Time) (BulkUndone, error) {
	if r.OfStock {
		return undoBulkStock(ctx, tx, r, at)
	}
	undone := BulkUndone{ToCount: []string{}}
	restored, err := undoBulk(ctx, tx, r.ID, at)
	if err != nil {
		return undone, err
	}
	undone.Restored, undone.Kept = int(restored), r.Products-int(restored)
	undone.Names, err = namesNotUndone(ctx, tx, r.ID, at)
	return undone, err
}
