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
// whose price list names exactly this SKU, whatever its case; none is fault.NotFound.
func (s *Service) ProductByCode(ctx context.Context, code string) (catalog.Product, error) {
	written := unicodetext.Barcodes(code)
	barcodes := db.Placeholders(2, len(written))
	productID, err := db.Get[string](ctx, s.db, `
		SELECT id
		FROM products
		WHERE deleted_at IS NULL AND id IN (
			SELECT id FROM products WHERE lower(barcode) IN (`+barcodes+`) AND barcode <> ''
			UNION ALL
			SELECT id FROM products WHERE import_key = $1
		)
		ORDER BY CASE WHEN lower(barcode) IN (`+barcodes+`) THEN 0 ELSE 1 END, id
		LIMIT 1`, append([]any{"sku\t" + strings.ToLower(unicodetext.Visible(code))}, db.Args(written)...)...)
	if errors.Is(err, db.ErrNoRow) {
		return catalog.Product{}, catalog.ErrNoProduct
	}
	if err != nil {
		return catalog.Product{}, fmt.Errorf("find a product by its code: %w", err)
	}
	return s.view.Snapshot().Product(productID, true)
}
