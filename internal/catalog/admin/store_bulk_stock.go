package admin

import (
	"context"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
)

// bulkStockRow is a row of a bulk change of stocks with the current state of its product.
type bulkStockRow struct {
	ProductID    string `db:"product_id"`
	Name         string `db:"name"`
	Stock        int    `db:"stock"`
	StockChange  int    `db:"stock_change"`
	Deleted      bool   `db:"deleted"`
	ChangedSince bool   `db:"since"` // the stock was set, counted or imported since
}

// undoBulkStock reverts a bulk change of stocks. It keeps later sales, receipts and write-offs. A stock that was
// counted, edited or imported since stays unchanged, and so does one that would exceed catalog.MaxStock. If fewer
// pieces are left than the undo takes, the stock becomes 0.
func undoBulkStock(ctx context.Context, tx *db.Tx, r BulkRecord, at time.Time) (BulkUndone, error) {
	undone := BulkUndone{Names: []string{}, ToCount: []string{}}
	rows, err := db.All[bulkStockRow](ctx, tx, `
		SELECT r.product_id, p.name, p.stock, r.stock_change, p.deleted_at IS NOT NULL AS deleted,
			EXISTS (
				SELECT 1
				FROM stock_movements m
				WHERE m.product_id = p.id AND m.created_at > $2 AND m.reason IN ($3, $4, $5)
			) AS since
		FROM bulk_change_rows r JOIN products p ON p.id = r.product_id
		WHERE r.bulk_id = $1
		ORDER BY p.name, p.id`, r.ID, r.CreatedAt, stock.Counted, stock.Edit, stock.Import)
	if err != nil {
		return undone, err
	}
	pieces := map[string]int{}
	for _, row := range rows {
		change := max(-row.StockChange, -row.Stock)
		if row.Deleted || row.ChangedSince || row.Stock+change > catalog.MaxStock {
			undone.Kept++
			if len(undone.Names) < maxNotUndone {
				undone.Names = append(undone.Names, row.Name)
			}
			continue
		}
		undone.Restored++
		if change != -row.StockChange && len(undone.ToCount) < maxNotUndone {
			undone.ToCount = append(undone.ToCount, row.Name)
		}
		if change != 0 {
			pieces[row.ProductID] = change
		}
	}
	if err := stock.AdjustMany(ctx, tx, at, pieces, "change in bulk undone"); err != nil {
		return undone, err
	}
	return undone, markSoldOutAgain(ctx, tx, r.ID, at)
}

// markSoldOutAgain restores the sold-out marks that an undone bulk change had removed by adding pieces, unless they
// have expired.
func markSoldOutAgain(ctx context.Context, tx *db.Tx, bulkID string, at time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE products
		SET sold_out_until = r.sold_out_until
		FROM bulk_change_rows r
		WHERE r.bulk_id = $1 AND r.product_id = products.id AND products.updated_at = $2
			AND products.sold_out_until IS NULL AND r.sold_out_until > $2`, bulkID, at)
}
