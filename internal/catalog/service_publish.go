package catalog

import (
	"context"
	"fmt"
	"slices"

	"kirana/internal/db"
	"kirana/internal/fault"
)

// MaxPublish is how many products can be published or hidden at once.
const MaxPublish = 100

// Publish shows the products to shoppers or hides them, all or none, and answers
// them in the order they were named. One that is as wanted already is not edited.
// Products that are not there are refused, each with its place in ids.
func (s *Service) Publish(ctx context.Context, ids []string, publish bool) ([]Product, error) {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		rows, err := LockProducts(ctx, tx, ids)
		if err != nil {
			return err
		}
		if err := allThere(ids, rows); err != nil {
			return err
		}
		at := s.clock.Now()
		for _, product := range rows {
			at = NextVersion(at, product.UpdatedAt)
		}
		return setPublish(ctx, tx, ids, publish, at)
	})
	if err != nil {
		return nil, err
	}
	if err := s.refresh(ctx, ids...); err != nil {
		return nil, err
	}
	found, err := productsByID(ctx, s.db, ids)
	if err != nil {
		return nil, err
	}
	products := make([]Product, 0, len(ids))
	for i, productID := range ids {
		if product, there := found[productID]; there && !slices.Contains(ids[:i], productID) {
			products = append(products, product)
		}
	}
	return products, nil
}

func allThere(ids []string, rows map[string]Product) error {
	var missing []fault.Field
	for i, productID := range ids {
		if product, known := rows[productID]; !known || product.DeletedAt != nil {
			missing = append(missing, fault.Field{Field: fmt.Sprintf("ids[%d]", i), Message: "This product does not exist."})
		}
	}
	return fault.Form(missing)
}
