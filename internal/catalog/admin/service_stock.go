package admin

import (
	"context"
	"encoding/json"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/idempotency"
	"kirana/internal/language"
)

// AdjustedProduct is a product after an adjustment of its stock.
type AdjustedProduct struct {
	catalog.Product

	Waiting int `json:"waiting" doc:"Counted pieces that are reserved for orders. The stock excludes them."`
}

// AdjustStock changes the stock of one product by a number of pieces, or sets it to a count, and returns the product.
// It causes no conflict with concurrent edits of other fields. The key makes the call repeatable, see idempotency.Do.
// A count includes the pieces reserved for orders, which AdjustStock subtracts.
func (s *Service) AdjustStock(ctx context.Context, key idempotency.Key, a stock.Adjustment) (AdjustedProduct, error) {
	fingerprint, err := idempotency.Fingerprint(struct {
		Call string
		stock.Adjustment
	}{"stock", a})
	if err != nil {
		return AdjustedProduct{}, err
	}
	var adjusted AdjustedProduct
	adjusted.Product, err = s.saveProduct(ctx, func(tx *db.Tx) (catalog.Product, error) {
		request := idempotency.Request{Fingerprint: fingerprint, Thing: language.Word("change"), At: s.clock.Now()}
		response, err := idempotency.Do(ctx, tx, key, request, func() (any, error) { return s.adjustStock(ctx, tx, a) })
		if err == nil {
			err = json.Unmarshal(response, &adjusted.Waiting)
		}
		return catalog.Product{ID: a.ProductID}, err
	})
	return adjusted, err
}

// adjustStock adjusts the stock and returns how many of the counted pieces are reserved by orders.
func (s *Service) adjustStock(ctx context.Context, tx *db.Tx, a stock.Adjustment) (waiting int, err error) {
	if a.Reason == stock.Counted && s.CountWaiting != nil {
		// The lock makes orders wait: none is placed between reading the reserved pieces and setting the stock.
		if _, err := catalog.LockProducts(ctx, tx, []string{a.ProductID}); err != nil {
			return 0, err
		}
		if a.Waiting, err = s.CountWaiting(ctx, tx, a.ProductID); err != nil {
			return 0, err
		}
	}
	before, after, err := stock.Adjust(ctx, tx, s.clock.Now(), a)
	if err != nil {
		return 0, err
	}
	what := "stock.set"
	if a.Reason != stock.Edit {
		what = "stock." + string(a.Reason)
	}
	entry := audit.Entry{What: what, Object: before.Name, Before: stockText(before), After: stockText(after)}
	if a.Note != "" {
		entry.After += ", " + a.Note
	}
	return a.Waiting, audit.Write(ctx, tx, s.clock.Now(), entry)
}
