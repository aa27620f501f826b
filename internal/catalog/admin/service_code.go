package admin

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/unicodetext"
)

// ProductByCode returns the product with this barcode, in whichever of its forms, or the one
// with exactly this SKU, or whose price list named it so, whatever its case; none is fault.NotFound.
func (s *Service) ProductByCode(ctx context.Context, code string) (catalog.Product, error) {
	written := unicodetext.Barcodes(code)
	barcodes := db.Placeholders(3, len(written))
	sku := strings.ToLower(unicodetext.Visible(code))
	productID, err := db.Get[string](ctx, s.db, `
		SELECT id
		FROM products
		WHERE deleted_at IS NULL AND id IN (
			SELECT id FROM products WHERE lower(barcode) IN (`+barcodes+`) AND barcode <> ''
			UNION ALL
			SELECT id FROM products WHERE lower(sku) = $1 AND sku <> ''
			UNION ALL
			SELECT id FROM products WHERE import_key = $2
		)
		ORDER BY CASE WHEN lower(barcode) IN (`+barcodes+`) THEN 0 WHEN lower(sku) = $1 THEN 1 ELSE 2 END, id
		LIMIT 1`, append([]any{sku, "sku\t" + sku}, db.Args(written)...)...)
	if errors.Is(err, db.ErrNoRow) {
		return catalog.Product{}, catalog.ErrNoProduct
	}
	if err != nil {
		return catalog.Product{}, fmt.Errorf("find a product by its code: %w", err)
	}
	return s.view.Snapshot().Product(productID, true)
}
