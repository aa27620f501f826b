package admin

import (
	"context"
	"fmt"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/idempotency"
)

// AdjustStock changes the stock of one product by some pieces, or sets it to a count, and
// returns the product. Edits of the product's other fields that are under way are not
// refused because of it. A key makes repeating safe, see idempotency.Do.
func (s *Service) AdjustStock(ctx context.Context, key idempotency.Key, a stock.Adjustment) (catalog.Product, error) {
	fingerprint, err := idempotency.Fingerprint(struct {
		Call string
		stock.Adjustment
	}{"stock", a})
	if err != nil {
		return catalog.Product{}, err
	}
	return s.saveProduct(ctx, func(tx *db.Tx) (catalog.Product, error) {
		request := idempotency.Request{Fingerprint: fingerprint, Thing: "change", At: s.clock.Now()}
		_, err := idempotency.Do(ctx, tx, key, request, func() (any, error) { return struct{}{}, s.adjustStock(ctx, tx, a) })
		return catalog.Product{ID: a.ProductID}, err
	})
}

func (s *Service) adjustStock(ctx context.Context, tx *db.Tx, a stock.Adjustment) error {
	before, after, err := stock.Adjust(ctx, tx, s.clock.Now(), a)
	if err != nil {
		return err
	}
	what := "stock.set"
	if a.Reason != stock.Edit {
		what = "stock." + string(a.Reason)
	}
	entry := audit.Entry{What: what, Object: before.Name, Before: fmt.Sprint(before.Stock), After: fmt.Sprint(after.Stock)}
	if a.Note != "" {
		entry.After += ", " + a.Note
	}
	return audit.Write(ctx, tx, s.clock.Now(), entry)
}
