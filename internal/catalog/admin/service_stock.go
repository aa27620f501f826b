package admin

import (
	"context"
	"fmt"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
)

// AdjustStock changes the stock of one product by some pieces, or sets it to a count, and
// returns the product. Edits of the product's other fields that are under way are not
// refused because of it.
func (s *Service) AdjustStock(ctx context.Context, a stock.Adjustment) (catalog.Product, error) {
	return s.saveProduct(ctx, func(tx *db.Tx) (catalog.Product, error) {
		before, after, err := stock.Adjust(ctx, tx, s.clock.Now(), a)
		if err != nil {
			return before, err
		}
		what := "stock.set"
		if a.Reason != stock.Edit {
			what = "stock." + string(a.Reason)
		}
		entry := audit.Entry{What: what, Object: before.Name, Before: fmt.Sprint(before.Stock), After: fmt.Sprint(after.Stock)}
		if a.Note != "" {
			entry.After += ", " + a.Note
		}
		return after, audit.Write(ctx, tx, s.clock.Now(), entry)
	})
}
