package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/diet"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// LabelForm is a patch of the texts and codes on a packet, the shop's own codes and the veg mark; nil fields are
// unchanged.
type LabelForm struct {
	SKU, Barcode, ItemCode, Diet *string

	Texts map[string]*string // by name, see catalog.LabelTexts

	Barcodes *[]string // all barcodes, the main one first; replaces Barcode
}

func (f LabelForm) fill(p *catalog.Product) {
	set(&p.SKU, f.SKU)
	if f.Barcode != nil {
		p.Barcode = catalog.BarcodeOf(*f.Barcode)
	}
	if f.Barcodes != nil {
		p.Barcode, p.MoreBarcodes = "", nil
		for i, code := range *f.Barcodes {
			if i == 0 {
				p.Barcode = catalog.BarcodeOf(code)
			} else {
				p.MoreBarcodes = append(p.MoreBarcodes, catalog.BarcodeOf(code))
			}
		}
	}
	set(&p.ItemCode, f.ItemCode)
	for _, label := range catalog.LabelTexts {
		set(label.Of(&p.Facts), f.Texts[label.Name])
	}
	set(&p.Diet, f.Diet)
	if mark, ok := diet.Parse(p.Diet); ok {
		p.Diet = string(mark)
	}
}

// checkDiet refuses an unknown veg mark.
func (f LabelForm) checkDiet() []fault.Field {
	if f.Diet == nil {
		return nil
	}
	if _, ok := diet.Parse(*f.Diet); !ok {
		return []fault.Field{{Field: "diet", Message: "The veg mark is VEG, NON_VEG or NONE."}}
	}
	return nil
}

// lockCodes calls catalog.LockCodes if the form sets a code.
func (f LabelForm) lockCodes(ctx context.Context, tx *db.Tx) error {
	if f.SKU == nil && f.Barcode == nil && f.Barcodes == nil && f.ItemCode == nil {
		return nil
	}
	return catalog.LockCodes(ctx, tx)
}

// checkCodes refuses barcodes that scanners cannot read, and codes of other products. It checks only codes in the form.
func checkCodes(ctx context.Context, tx *db.Tx, p catalog.Product, form LabelForm) error {
	if form.Barcode != nil || form.Barcodes != nil {
		if err := checkBarcodes(ctx, tx, p); err != nil {
			return err
		}
	}
	if form.ItemCode != nil && p.ItemCode != "" {
		if err := checkUnused(ctx, tx, p, "item_code", strings.ToLower(p.ItemCode)); err != nil {
			return err
		}
	}
	if form.SKU != nil && p.SKU != "" {
		return checkUnused(ctx, tx, p, "sku", strings.ToLower(p.SKU))
	}
	return nil
}

// checkBarcodes refuses barcodes that scanners cannot read, and barcodes of other products.
func checkBarcodes(ctx context.Context, tx *db.Tx, p catalog.Product) error {
	codes := p.AllBarcodes()
	if len(codes) > maxBarcodes {
		return fault.InField("barcodes", "A product can have at most %d barcodes.", maxBarcodes)
	}
	for i, code := range codes {
		field := "barcode"
		if i > 0 {
			field = fmt.Sprintf("barcodes[%d]", i)
		}
		if !catalog.IsBarcode(code) {
			return errInvalidBarcode(field)
		}
		if slices.Contains(codes[:i], code) {
			return fault.InField(field, "A barcode is listed twice.")
		}
		owner, err := ownerOf(ctx, tx, p.ID, code)
		if err == nil {
			return fault.InField(field, "%s has this barcode already.", owner.Name)
		}
		if !errors.Is(err, db.ErrNoRow) {
			return fmt.Errorf("look for a barcode: %w", err)
		}
	}
	return nil
}

// checkUnused refuses a code that another product has in a column. forms are spellings of the code in lower case.
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
	if column == "item_code" {
		return fault.InField("itemCode", "%s has this item code already.", name)
	}
	return fault.InField(column, "%s has this SKU already.", name)
}
