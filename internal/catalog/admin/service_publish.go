package admin

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// MaxPublish limits the products of one call.
const MaxPublish = 100

// Publish publishes or hides products, all or none, and returns them in the order of ids, without duplicates. Products
// that are already in that state are not edited. Unknown products are refused, each with its index in ids.
func (s *Service) Publish(ctx context.Context, ids []string, publish bool) ([]catalog.Product, error) {
	var found map[string]catalog.Product
	err := s.edit(ctx, func(tx *db.Tx) error {
		rows, err := catalog.LockProducts(ctx, tx, ids)
		if err != nil {
			return err
		}
		if err := requireAll(ids, rows); err != nil {
			return err
		}
		at := s.clock.Now()
		for _, product := range rows {
			at = catalog.NextVersion(at, product.UpdatedAt)
		}
		if err := setPublish(ctx, tx, ids, publish, at); err != nil {
			return err
		}
		for _, productID := range slices.Sorted(maps.Keys(rows)) {
			if before := rows[productID]; before.Publish != publish {
				after := before
				after.Publish, after.UpdatedAt = publish, at
				if err := RecordChange(ctx, tx, before, after); err != nil {
					return err
				}
			}
		}
		found, err = catalog.ProductsForStaff(ctx, tx, ids)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.view.ShowCommitted(ctx)
	products := make([]catalog.Product, 0, len(ids))
	for i, productID := range ids {
		if product, ok := found[productID]; ok && !slices.Contains(ids[:i], productID) {
			products = append(products, seenBy(ctx, s.view.Snapshot().WithRate(product)))
		}
	}
	return products, nil
}

func requireAll(ids []string, rows map[string]catalog.Product) error {
	var missing []fault.Field
	for i, productID := range ids {
		if product, known := rows[productID]; !known || product.DeletedAt != nil {
			missing = append(missing, fault.Field{Field: fmt.Sprintf("ids[%d]", i), Message: "This product does not exist."})
		}
	}
	return fault.Form(missing)
}
