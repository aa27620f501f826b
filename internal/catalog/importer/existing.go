package importer

import (
	"context"
	"maps"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// naturalKey recognizes a product that was made by hand: its name and unit, without
// regard to case and blanks ("1kg" is "1 kg"). One piece is no more than a list that says no unit.
type naturalKey struct{ name, unit string }

// onePiece is what a person types for a unit that a price list leaves out, without blanks.
const onePiece = "1pc"

func naturalKeyOf(name, unit string) naturalKey {
	key := naturalKey{catalog.NameKey(name), strings.ReplaceAll(catalog.NameKey(unit), " ", "")}
	if key.unit == onePiece {
		key.unit = ""
	}
	return key
}

// foundOtherwise are the ids of the products that a row may mean though they do not have its key.
type foundOtherwise struct {
	byName    map[naturalKey][]handmade
	byBarcode map[string]string // in lower case
	// byOtherKey are those that have the key of another list, by the key of the one row that
	// has their barcode.
	byOtherKey map[string]string
}

// handmade is a product that no import has found yet.
type handmade struct{ id, barcode string }

// idsOf returns the ids that a row may mean, the likeliest first. Of one name, packets with
// different barcodes are different products.
func (f foundOtherwise) idsOf(row Row) []string {
	var ids []string
	barcode := strings.ToLower(row.Label.Barcode)
	if productID, found := f.byBarcode[barcode]; found {
		ids = append(ids, productID)
	}
	if productID, found := f.byOtherKey[row.Key]; found {
		ids = append(ids, productID)
	}
	for _, product := range slices.Backward(f.byName[naturalKeyOf(row.Name, row.Unit)]) {
		if barcode == "" || product.barcode == "" || product.barcode == barcode {
			ids = append(ids, product.id)
		}
	}
	return ids
}

// loadFoundOtherwise reads the products that have no import key, and those that have another
// key than any row but the barcode of one: somebody has scanned it, or two lists name their
// products differently. It scans the table, so an import calls it once and not for each batch.
func loadFoundOtherwise(ctx context.Context, q db.Querier, rows []Row) (foundOtherwise, error) {
	products, err := db.All[struct {
		ID        string  `db:"id"`
		Name      string  `db:"name"`
		Unit      string  `db:"unit"`
		Barcode   string  `db:"barcode"`
		ImportKey *string `db:"import_key"`
	}](ctx, q, `
		SELECT id, name, unit, barcode, import_key
		FROM products
		WHERE deleted_at IS NULL AND (import_key IS NULL OR barcode <> '')
		ORDER BY id`)
	keys := make(map[string]bool, len(rows))
	keyOf := map[string]string{} // of the first row, by barcode
	for _, row := range rows {
		keys[row.Key] = true
		barcode := strings.ToLower(row.Label.Barcode)
		if _, repeated := keyOf[barcode]; !repeated && barcode != "" {
			keyOf[barcode] = row.Key
		}
	}
	found := foundOtherwise{byName: map[naturalKey][]handmade{}, byBarcode: map[string]string{}, byOtherKey: map[string]string{}}
	for _, product := range products {
		barcode := strings.ToLower(product.Barcode)
		if product.ImportKey != nil {
			if key, listed := keyOf[barcode]; listed && !keys[*product.ImportKey] {
				found.byOtherKey[key] = product.ID
			}
			continue
		}
		key := naturalKeyOf(product.Name, product.Unit)
		found.byName[key] = append(found.byName[key], handmade{product.ID, barcode})
		if barcode != "" {
			found.byBarcode[barcode] = product.ID
		}
	}
	return found, err
}

// existingProducts are the products that a batch of rows may update.
type existingProducts struct {
	keyed     map[string]catalog.Product // by import key
	otherwise map[string]catalog.Product // by id
	ids       foundOtherwise
	// deleted are the import keys of products that were deleted in the shop.
	deleted   map[string]bool
	baselines map[string]baseline // by product id
}

// take returns the product of a row. A product that does not have its key becomes that of the
// first row with its barcode or, made by hand, its natural key, and of no other.
func (e existingProducts) take(row Row) (catalog.Product, bool) {
	if product, found := e.keyed[row.Key]; found {
		return product, true
	}
	for _, productID := range e.ids.idsOf(row) {
		if product, found := e.otherwise[productID]; found {
			delete(e.otherwise, productID)
			return product, true
		}
	}
	return catalog.Product{}, false
}

// findExisting reads the products that a batch may update; lock is the clause that
// locks them, or "".
func findExisting(ctx context.Context, q db.Querier, lock string, b batch) (existingProducts, error) {
	existing := existingProducts{
		keyed: map[string]catalog.Product{}, otherwise: map[string]catalog.Product{}, ids: b.otherwise, deleted: map[string]bool{},
	}
	keys := make([]string, len(b.rows))
	for i, row := range b.rows {
		keys[i] = row.Key
	}
	keyed, err := db.All[catalog.Product](ctx, q, catalog.SelectProducts+`
		WHERE p.deleted_at IS NULL AND p.import_key IN (`+db.Placeholders(1, len(keys))+`)
		ORDER BY p.id`+lock, db.Args(keys)...)
	if err != nil {
		return existing, err
	}
	for _, product := range keyed {
		existing.keyed[*product.ImportKey] = product
	}
	deleted, err := db.All[string](ctx, q, `
		SELECT import_key
		FROM products
		WHERE deleted_at IS NOT NULL AND import_key IN (`+db.Placeholders(1, len(keys))+`)`, db.Args(keys)...)
	if err != nil {
		return existing, err
	}
	for _, key := range deleted {
		existing.deleted[key] = true
	}
	if err := existing.findOtherwise(ctx, q, lock, b); err != nil {
		return existing, err
	}
	var ids []string
	for _, product := range existing.keyed {
		ids = append(ids, product.ID)
	}
	existing.baselines, err = loadBaselines(ctx, q, append(ids, slices.Collect(maps.Keys(existing.otherwise))...))
	return existing, err
}

// findOtherwise reads the products of a batch that do not have the key of their row.
func (e existingProducts) findOtherwise(ctx context.Context, q db.Querier, lock string, b batch) error {
	candidates, otherKeys := map[string]bool{}, map[string]bool{}
	for _, row := range b.rows {
		for _, productID := range e.ids.idsOf(row) {
			candidates[productID] = true
		}
		otherKeys[e.ids.byOtherKey[row.Key]] = true
	}
	// Many products may have the name of a row, so there can be more ids than rows.
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(candidates)), batchSize) {
		products, err := db.All[catalog.Product](ctx, q, catalog.SelectProducts+`
			WHERE p.deleted_at IS NULL AND p.id IN (`+db.Placeholders(1, len(ids))+`)
			ORDER BY p.id`+lock, db.Args(ids)...)
		if err != nil {
			return err
		}
		for _, product := range products {
			if product.ImportKey == nil || otherKeys[product.ID] { // else a row of an earlier batch has it
				e.otherwise[product.ID] = product
			}
		}
	}
	return nil
}
