package importer

import (
	"context"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/db"
	"kirana/internal/unicodetext"
)

// uniqueCode is a code that only one product may have.
type uniqueCode struct {
	column string // of the table products
	of     func(*catalog.Facts) *string
	forms  func(code string) []string // every stored form of a code, in lower case
	normal func(code string) string   // normalized form of a code
}

func lowerCase(code string) []string { return []string{strings.ToLower(code)} }

var barcodeCode = uniqueCode{"barcode", func(f *catalog.Facts) *string { return &f.Barcode }, unicodetext.Barcodes, unicodetext.Barcode}

// ownCode is a code that the shop assigns itself.
type ownCode struct {
	uniqueCode

	heading string // in the shop's exported table
	taken   csvimport.Note
}

var (
	skuCode  = ownCode{uniqueCode{"sku", func(f *catalog.Facts) *string { return &f.SKU }, lowerCase, strings.ToLower}, "SKU", csvimport.NoteSKUTaken}
	itemCode = ownCode{uniqueCode{"item_code", func(f *catalog.Facts) *string { return &f.ItemCode }, lowerCase, strings.ToLower}, "Tile code", csvimport.NoteItemCodeTaken}
	ownCodes = []ownCode{skuCode, itemCode}
)

// takenCode is a row's code that is ignored because another product has it.
type takenCode struct {
	ownCode

	row Row
}

// withoutTakenCodes removes a row's codes that other products have, and assigns the rest to the product so that later
// rows cannot take them. product is the product's id, or the row's key for a new one.
func (d *difference) withoutTakenCodes(row Row, product string, existing existingProducts) Row {
	for _, code := range ownCodes {
		value, owners := code.of(&row.Facts), existing.owners[code.column]
		key := strings.ToLower(*value)
		if key == "" {
			continue
		}
		if owner, taken := owners[key]; taken && owner != product {
			d.takenCodes = append(d.takenCodes, takenCode{code, row})
			*value = ""
			continue
		}
		owners[key] = product
	}
	return row
}

// changesCode reports whether any of the product's own codes changes.
func changesCode(before, after catalog.Product) bool {
	for _, code := range ownCodes {
		if *code.of(&before.Facts) != *code.of(&after.Facts) {
			return true
		}
	}
	return false
}

// ownersOfCodes returns the ids of the products that have a row's code, by column and code in lower case.
func ownersOfCodes(ctx context.Context, q db.Querier, rows []Row) (map[string]map[string]string, error) {
	owners := map[string]map[string]string{}
	for _, code := range ownCodes {
		owners[code.column] = map[string]string{}
		var values []string
		for _, row := range rows {
			if value := *code.of(&row.Facts); value != "" {
				values = append(values, strings.ToLower(value))
			}
		}
		if len(values) == 0 {
			continue
		}
		products, err := db.All[struct {
			ID   string `db:"id"`
			Code string `db:"code"`
		}](ctx, q, `
			SELECT id, lower(`+code.column+`) AS code
			FROM products
			WHERE deleted_at IS NULL AND `+code.column+` <> '' AND lower(`+code.column+`) IN (`+db.Placeholders(1, len(values))+`)
			ORDER BY id`, db.Args(values)...)
		if err != nil {
			return nil, err
		}
		for _, product := range products {
			owners[code.column][product.Code] = product.ID
		}
	}
	return owners, nil
}
