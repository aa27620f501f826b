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

// ProductByCode returns the product with a barcode (in any of its forms), an item code, an SKU, or the SKU of its
// import key, in this order, ignoring case. Without a match, it tries the other reading of a barcode, see
// unicodetext.OtherBarcode. For an unknown code, the error is fault.NotFound.
func (s *Service) ProductByCode(ctx context.Context, code string) (catalog.Product, error) {
	product, err := s.productByCode(ctx, code)
	if reading := unicodetext.OtherBarcode(catalog.BarcodeOf(code)); errors.Is(err, catalog.ErrNoProduct) && reading != "" {
		return s.productByCode(ctx, reading)
	}
	return product, err
}

func (s *Service) productByCode(ctx context.Context, code string) (catalog.Product, error) {
	written := unicodetext.Barcodes(catalog.BarcodeOf(code))
	barcodes := db.Placeholders(3, len(written))
	sku := strings.ToLower(unicodetext.Visible(code))
	args := append([]any{sku, "sku\t" + sku}, db.Args(written)...)
	among, args := amongCodes(written, args)
	productID, err := db.Get[string](ctx, s.db, `
		SELECT id
		FROM products
		WHERE deleted_at IS NULL AND id IN (
			SELECT id FROM products WHERE lower(barcode) IN (`+barcodes+`) AND barcode <> ''
			UNION ALL
			SELECT id FROM products WHERE more_barcodes <> '' AND (`+among+`)
			UNION ALL
			SELECT id FROM products WHERE lower(item_code) = $1 AND item_code <> ''
			UNION ALL
			SELECT id FROM products WHERE lower(sku) = $1 AND sku <> ''
			UNION ALL
			SELECT id FROM products WHERE import_key = $2
		)
		ORDER BY CASE WHEN lower(barcode) IN (`+barcodes+`) THEN 0 WHEN more_barcodes <> '' AND (`+among+`) THEN 1 WHEN lower(item_code) = $1 THEN 2 WHEN lower(sku) = $1 THEN 3 ELSE 4 END, id
		LIMIT 1`, args...)
	if errors.Is(err, db.ErrNoRow) {
		return catalog.Product{}, catalog.ErrNoProduct
	}
	if err != nil {
		return catalog.Product{}, fmt.Errorf("find a product by its code: %w", err)
	}
	return s.view.Snapshot().Product(productID, true)
}
