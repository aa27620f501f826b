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

// unkeyedProducts are the ids of the products that no import has found yet.
type unkeyedProducts struct {
	byName    map[naturalKey]string
	byBarcode map[string]string // in lower case
}

// idsOf returns the ids that a row may mean.
func (u unkeyedProducts) idsOf(row Row) []string {
	var ids []string
	if productID, found := u.byBarcode[row.Label.Barcode]; found {
		ids = append(ids, productID)
	}
	if productID, found := u.byName[naturalKeyOf(row.Name, row.Unit)]; found {
		ids = append(ids, productID)
	}
	return ids
}

// loadUnkeyed reads the products that have no import key. It scans the table, so an
// import calls it once and not for each batch.
func loadUnkeyed(ctx context.Context, q db.Querier) (unkeyedProducts, error) {
	rows, err := db.All[struct {
		ID      string `db:"id"`
		Name    string `db:"name"`
		Unit    string `db:"unit"`
		Barcode string `db:"barcode"`
	}](ctx, q, `
		SELECT id, name, unit, barcode
		FROM products
		WHERE deleted_at IS NULL AND import_key IS NULL
		ORDER BY id`)
	unkeyed := unkeyedProducts{byName: make(map[naturalKey]string, len(rows)), byBarcode: map[string]string{}}
	for _, row := range rows {
		unkeyed.byName[naturalKeyOf(row.Name, row.Unit)] = row.ID
		if row.Barcode != "" {
			unkeyed.byBarcode[strings.ToLower(row.Barcode)] = row.ID
		}
	}
	return unkeyed, err
}

// existingProducts are the products that a batch of rows may update.
type existingProducts struct {
	keyed   map[string]catalog.Product // by import key
	unkeyed map[string]catalog.Product // by id
	ids     unkeyedProducts
	// deleted are the import keys of products that were deleted in the shop.
	deleted   map[string]bool
	baselines map[string]baseline // by product id
}

// take returns the product of a row. A product that was made by hand becomes that of
// the first row with its barcode or natural key, and of no other.
func (e existingProducts) take(row Row) (catalog.Product, bool) {
	if product, found := e.keyed[row.Key]; found {
		return product, true
	}
	for _, productID := range e.ids.idsOf(row) {
		if product, found := e.unkeyed[productID]; found {
			delete(e.unkeyed, productID)
			return product, true
		}
	}
	return catalog.Product{}, false
}

// findExisting reads the products that a batch may update; lock is the clause that
// locks them, or "".
func findExisting(ctx context.Context, q db.Querier, lock string, b batch) (existingProducts, error) {
	existing := existingProducts{
		keyed: map[string]catalog.Product{}, unkeyed: map[string]catalog.Product{}, ids: b.unkeyed, deleted: map[string]bool{},
	}
	keys := make([]string, len(b.rows))
	candidates := map[string]bool{}
	for i, row := range b.rows {
		keys[i] = row.Key
		for _, productID := range b.unkeyed.idsOf(row) {
			candidates[productID] = true
		}
	}
	keyed, err := db.All[catalog.Product](ctx, q, catalog.SelectProducts+`
		WHERE p.deleted_at IS NULL AND p.import_key IN (`+db.Placeholders(1, len(keys))+`)
		ORDER BY p.id`+lock, db.Args(keys)...)
	if err != nil {
		return existing, err
	}
	ids := make([]string, 0, len(keyed))
	for _, product := range keyed {
		existing.keyed[*product.ImportKey] = product
		ids = append(ids, product.ID)
	}
	if existing.baselines, err = loadBaselines(ctx, q, ids); err != nil {
		return existing, err
	}
	deleted, err := db.All[string](ctx, q, `
		SELECT import_key
		FROM products
		WHERE deleted_at IS NOT NULL AND import_key IN (`+db.Placeholders(1, len(keys))+`)`, db.Args(keys)...)
	for _, key := range deleted {
		existing.deleted[key] = true
	}
	if err != nil || len(candidates) == 0 {
		return existing, err
	}
	handmade := slices.Sorted(maps.Keys(candidates))
	byHand, err := db.All[catalog.Product](ctx, q, catalog.SelectProducts+`
		WHERE p.deleted_at IS NULL AND p.import_key IS NULL AND p.id IN (`+db.Placeholders(1, len(handmade))+`)
		ORDER BY p.id`+lock, db.Args(handmade)...)
	for _, product := range byHand {
		existing.unkeyed[product.ID] = product
	}
	return existing, err
}
