package admin

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/unicodetext"
)

// LabelForm is a patch of what stands on a packet beside its price and size; a nil field
// stays as it is.
type LabelForm struct {
	Barcode, Maker, Origin, BestBefore, ConsumerCare *string
}

func (f LabelForm) fill(p *catalog.Product) {
	if f.Barcode != nil {
		p.Barcode = unicodetext.Digits(*f.Barcode)
	}
	set(&p.Maker, f.Maker)
	set(&p.Origin, f.Origin)
	set(&p.BestBefore, f.BestBefore)
	set(&p.ConsumerCare, f.ConsumerCare)
}

// checkBarcode refuses a barcode that no scanner reads, and one that another product has:
// a scan names one product.
func checkBarcode(ctx context.Context, tx *db.Tx, p catalog.Product, form LabelForm) error {
	if form.Barcode == nil || p.Barcode == "" {
		return nil
	}
	if !catalog.IsBarcode(p.Barcode) {
		return fault.InField("barcode", "A barcode has letters, digits and signs, without spaces.")
	}
	written := unicodetext.Barcodes(p.Barcode)
	name, err := db.Get[string](ctx, tx, `
		SELECT name
		FROM products
		WHERE lower(barcode) IN (`+db.Placeholders(2, len(written))+`) AND barcode <> '' AND id <> $1 AND deleted_at IS NULL
		ORDER BY id
		LIMIT 1`, append([]any{p.ID}, db.Args(written)...)...)
	if errors.Is(err, db.ErrNoRow) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for the barcode: %w", err)
	}
	return fault.InField("barcode", "%s has this barcode already.", name)
}
