package admin

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// ProductByCode returns the product whose price list names exactly this barcode or SKU,
// whatever its case; none is fault.NotFound.
func (s *Service) ProductByCode(ctx context.Context, code string) (catalog.Product, error) {
	code = strings.ToLower(strings.TrimSpace(code))
	productID, err := db.Get[string](ctx, s.db, `
		SELECT id
		FROM products
		WHERE import_key IN ($1, $2) AND deleted_at IS NULL
		ORDER BY import_key
		LIMIT 1`, "barcode\t"+code, "sku\t"+code)
	if errors.Is(err, db.ErrNoRow) {
		return catalog.Product{}, catalog.ErrNoProduct
	}
	if err != nil {
		return catalog.Product{}, fmt.Errorf("find a product by its code: %w", err)
	}
	return s.view.Snapshot().Product(productID, true)
}
