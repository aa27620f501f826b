package importer

import (
	"context"
	"maps"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// naturalKey recognizes a product that was made by hand: its name and unit, without
// regard to case and blanks. One piece is no more than a list that says no unit.
type naturalKey struct{ name, unit string }

// onePiece is what a person types for a unit that a price list leaves out.
const onePiece = "1 pc"

func naturalKeyOf(name, unit string) naturalKey {
	key := naturalKey{catalog.NameKey(name), catalog.NameKey(unit)}
	if key.unit == onePiece {
		key.unit = ""
	}
	return key
}

// unkeyedProducts are the ids of the products that no import has found yet.
type unkeyedProducts map[naturalKey]string

// loadUnkeyed reads the products that have no import key. It scans the table, so an
// import calls it once and not for each batch.
func loadUnkeyed(ctx context.Context, q db.Querier) (unkeyedProducts, error) {
	rows, err := db.All[struct {
		ID   string `db:"id"`
		Name string `db:"name"`
		Unit string `db:"unit"`
	}](ctx, q, `
		SELECT id, name, unit
		FROM products
		WHERE deleted_at IS NULL AND import_key IS NULL
		ORDER BY id`)
	unkeyed := make(unkeyedProducts, len(rows))
	for _, row := range rows {
		unkeyed[naturalKeyOf(row.Name, row.Unit)] = row.ID
	}
	return unkeyed, err
}

// existingProducts are the products that a batch of rows may update.
type existingProducts struct {
	keyed   map[string]catalog.Product // by import key
	unkeyed map[naturalKey]catalog.Product
}

// take returns the product of a row. A product that was made by hand becomes that of
// the first row with its natural key, and of no other.
func (e existingProducts) take(row Row) (catalog.Product, bool) {
	if product, found := e.keyed[row.Key]; found {
		return product, true
	}
	key := naturalKeyOf(row.Name, row.Unit)
	product, found := e.unkeyed[key]
	delete(e.unkeyed, key)
	return product, found
}

// findExisting reads the products that the rows may update; lock is the clause that
// locks them, or "".
func findExisting(ctx context.Context, q db.Querier, lock string, rows []Row, unkeyed unkeyedProducts) (existingProducts, error) {
	existing := existingProducts{keyed: map[string]catalog.Product{}, unkeyed: map[naturalKey]catalog.Product{}}
	keys := make([]string, len(rows))
	candidates := map[string]bool{}
	for i, row := range rows {
		keys[i] = row.Key
		if productID, found := unkeyed[naturalKeyOf(row.Name, row.Unit)]; found {
			candidates[productID] = true
		}
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
	if len(candidates) == 0 {
		return existing, nil
	}
	ids := slices.Sorted(maps.Keys(candidates))
	byHand, err := db.All[catalog.Product](ctx, q, catalog.SelectProducts+`
		WHERE p.deleted_at IS NULL AND p.import_key IS NULL AND p.id IN (`+db.Placeholders(1, len(ids))+`)
		ORDER BY p.id`+lock, db.Args(ids)...)
	for _, product := range byHand {
		existing.unkeyed[naturalKeyOf(product.Name, product.Unit)] = product
	}
	return existing, err
}
