package admin

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/unicodetext"
)

// LabelForm is a patch of what stands on a packet beside its price and size, and of the shop's own
// code; a nil field stays as it is.
type LabelForm struct {
	SKU, Barcode, Maker, Origin, BestBefore, ConsumerCare *string
}

func (f LabelForm) fill(p *catalog.Product) {
	set(&p.SKU, f.SKU)
	if f.Barcode != nil {
		p.Barcode = unicodetext.Digits(*f.Barcode)
	}
	set(&p.Maker, f.Maker)
	set(&p.Origin, f.Origin)
	set(&p.BestBefore, f.BestBefore)
	set(&p.ConsumerCare, f.ConsumerCare)
}

// lockCodes makes other transactions that give codes wait, if the form gives one.
func (f LabelForm) lockCodes(ctx context.Context, tx *db.Tx) error {
	if f.SKU == nil && f.Barcode == nil {
		return nil
	}
	return catalog.LockCodes(ctx, tx)
}

// checkCodes refuses a barcode that no scanner reads, and a code that another product has: it names one product.
func checkCodes(ctx context.Context, tx *db.Tx, p catalog.Product, form LabelForm) error {
	if form.Barcode != nil && p.Barcode != "" {
		if !catalog.IsBarcode(p.Barcode) {
			return fault.InField("barcode", "A barcode has letters, digits and signs, without spaces.")
		}
		if err := checkUnused(ctx, tx, p, "barcode", unicodetext.Barcodes(p.Barcode)...); err != nil {
			return err
		}
	}
	if form.SKU != nil && p.SKU != "" {
		return checkUnused(ctx, tx, p, "sku", strings.ToLower(p.SKU))
	}
	return nil
}

// checkUnused refuses a code that another product has in a column, in one of its forms.
func checkUnused(ctx context.Context, tx *db.Tx, p catalog.Product, column string, forms ...string) error {
	name, err := db.Get[string](ctx, tx, `
		SELECT name
		FROM products
		WHERE lower(`+column+`) IN (`+db.Placeholders(2, len(forms))+`) AND `+column+` <> '' AND id <> $1 AND deleted_at IS NULL
		ORDER BY id
		LIMIT 1`, append([]any{p.ID}, db.Args(forms)...)...)
	if errors.Is(err, db.ErrNoRow) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for the %s: %w", column, err)
	}
	return fault.InField(column, "%s has this %s already.", name, map[string]string{"barcode": "barcode", "sku": "SKU"}[column])
}
