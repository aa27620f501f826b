package admin

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// ProductByCode returns the product with exactly this barcode, or the one whose price list
// names exactly this SKU, whatever its case; none is fault.NotFound.
func (s *Service) ProductByCode(ctx context.Context, code string) (catalog.Product, error) {
	code = strings.ToLower(strings.TrimSpace(code))
	productID, err := db.Get[string](ctx, s.db, `
		SELECT id
		FROM products
		WHERE deleted_at IS NULL AND id IN (
			SELECT id FROM products WHERE lower(barcode) = $1 AND barcode <> ''
			UNION ALL
			SELECT id FROM products WHERE import_key = $2
		)
		ORDER BY CASE WHEN lower(barcode) = $1 THEN 0 ELSE 1 END, id
		LIMIT 1`, code, "sku\t"+code)
	if errors.Is(err, db.ErrNoRow) {
		return catalog.Product{}, catalog.ErrNoProduct
	}
	if err != nil {
		return catalog.Product{}, fmt.Errorf("find a product by its code: %w", err)
	}
	return s.view.Snapshot().Product(productID, true)
}
