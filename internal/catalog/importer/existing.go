package importer

import (
	"context"
	"maps"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/db"
	"kirana/internal/unicodetext"
)

// naturalKey identifies a product by name and unit, ignoring case and blanks in sizes ("1kg" equals "1 kg"). "1 pc"
// equals no unit, and the name may end with the unit.
type naturalKey struct{ name, unit string }

// onePiece is the unit, without blanks, that staff enter for a product whose list has no unit.
const onePiece = "1pc"

func naturalKeyOf(name, unit string) naturalKey {
	if unit == "" {
		unit = csvimport.UnitOfName(name)
	}
	size := csvimport.SizeKey(catalog.NameKey(unit))
	key := naturalKey{csvimport.SizeKey(catalog.NameKey(name)), strings.ReplaceAll(size, " ", "")}
	if size != "" {
		key.name = strings.TrimSuffix(key.name, " "+size)
	}
	if key.unit == onePiece {
		key.unit = ""
	}
	return key
}

// unkeyedIndex finds a row's product if its import key is not the row's: by natural key and, for a product without an
// import key, by barcode and SKU.
type unkeyedIndex struct {
	byName    map[naturalKey][]namesake
	byBarcode map[string]string // keys normalized by unicodetext.Barcode
	bySKU     map[string]string // keys in lower case
	// lines maps the key of each product of the list to its first line.
	lines map[keyHash]int
	// claimed maps a barcode to the key of the list's first row with it, if the product with the barcode has another
	// list's key. The row is matched to that product.
	claimed map[string]string
	// named maps the id of a product matched by name to the key of its row.
	named map[string]string
}

// namesake is a product with the name and unit of a row.
type namesake struct{ id, importKey, barcode, sku string }

// loadUnkeyedIndex scans the table of products; call it once per import, not per batch.
func loadUnkeyedIndex(ctx context.Context, q db.Querier, lines map[keyHash]int) (unkeyedIndex, error) {
	found := unkeyedIndex{byName: map[naturalKey][]namesake{}, byBarcode: map[string]string{}, bySKU: map[string]string{}, lines: lines, claimed: map[string]string{}, named: map[string]string{}}
	products, err := db.All[struct {
		ID      string `db:"id"`
		Name    string `db:"name"`
		Unit    string `db:"unit"`
		Barcode string `db:"barcode"`
		SKU     string `db:"sku"`
		Key     string `db:"import_key"`
	}](ctx, q, `
		SELECT id, name, unit, barcode, sku, coalesce(import_key, '') AS import_key
		FROM products
		WHERE deleted_at IS NULL
		ORDER BY id`)
	for _, product := range products {
		key := naturalKeyOf(product.Name, product.Unit)
		found.byName[key] = append(found.byName[key], namesake{product.ID, product.Key, product.Barcode, product.SKU})
		if product.Key != "" {
			continue
		}
		barcode := unicodetext.Barcode(product.Barcode)
		if barcode != "" {
			found.byBarcode[barcode] = product.ID
		}
		if product.SKU != "" {
			found.bySKU[strings.ToLower(product.SKU)] = product.ID
		}
	}
	return found, err
}

// findOtherKeys returns the ids of products with a row's barcode, by the key of the row. It returns only products whose
// import key no row of the list has: staff scanned the barcode, or two lists name the product differently.
func (i unkeyedIndex) findOtherKeys(ctx context.Context, q db.Querier, rows []Row) (map[string]string, error) {
	byKey := map[string]string{}
	keyOf := map[string]string{} // key of the first row, by barcode
	var barcodes []string
	for _, row := range rows {
		for _, code := range []string{row.Barcode, unicodetext.OtherBarcode(row.Barcode)} {
			barcode := unicodetext.Barcode(code)
			if _, repeated := keyOf[barcode]; !repeated && barcode != "" {
				keyOf[barcode] = row.Key
				barcodes = append(barcodes, unicodetext.Barcodes(code)...)
			}
		}
	}
	if len(barcodes) == 0 {
		return byKey, nil
	}
	products, err := db.All[struct {
		ID        string `db:"id"`
		Barcode   string `db:"barcode"`
		ImportKey string `db:"import_key"`
	}](ctx, q, `
		SELECT id, barcode, import_key
		FROM products
		WHERE deleted_at IS NULL AND import_key IS NOT NULL AND barcode <> '' AND lower(barcode) IN (`+db.Placeholders(1, len(barcodes))+`)
		ORDER BY id`, db.Args(barcodes)...)
	for _, product := range products {
		if _, listed := i.lines[hashOf(product.ImportKey)]; listed {
			continue
		}
		barcode := unicodetext.Barcode(product.Barcode)
		key := keyOf[barcode]
		if claimant, claimed := i.claimed[barcode]; claimed && claimant != key {
			continue
		}
		i.claimed[barcode] = key
		byKey[key] = product.ID
	}
	return byKey, err
}

// existingProducts are the products that a batch of rows may update.
type existingProducts struct {
	keyed   map[string]catalog.Product // by import key
	unkeyed map[string]catalog.Product // by id
	ids     unkeyedIndex
	// byOtherKey maps a row's key to the id of its product if the product has the key of another list.
	byOtherKey map[string]string
	// deleted holds the import keys of products deleted in the shop.
	deleted   map[string]bool
	exported  map[string]exportedProduct // by the product id in the exported table
	baselines map[string]baseline        // by product id
	suppliers map[string]string          // names by id
	// supplierIDs maps names in lower case to ids.
	supplierIDs map[string]string
	owners      map[string]map[string]string // see ownersOfCodes
}

// take returns the product of a row, found by id, key, former key, barcode, SKU or natural key. A product found by
// barcode, SKU or natural key is returned for one row only.
func (e existingProducts) take(row Row) (catalog.Product, bool) {
	if own, found := e.exported[row.ID]; found {
		return own.Product, true
	}
	if product, found := e.keyed[row.Key]; found {
		return product, true
	}
	// An earlier import stored the former key.
	if product, found := e.keyed[row.FormerKey]; found && naturalKeyOf(product.Name, product.Unit) == row.natural {
		return product, true
	}
	for _, productID := range e.idsOf(row) {
		if product, found := e.unkeyed[productID]; found {
			delete(e.unkeyed, productID)
			e.ids.named[productID] = row.Key
			return product, true
		}
	}
	return catalog.Product{}, false
}

// idsOf returns the ids of unkeyed products that may match a row, most likely first. Packets with the same name but
// different barcodes are different products.
func (e existingProducts) idsOf(row Row) []string {
	var ids []string
	barcode := unicodetext.Barcode(row.Barcode)
	for _, code := range []string{barcode, unicodetext.Barcode(unicodetext.OtherBarcode(barcode))} {
		if productID, found := e.ids.byBarcode[code]; found {
			ids = append(ids, productID)
		}
	}
	if productID, found := e.byOtherKey[row.Key]; found {
		ids = append(ids, productID)
	}
	if productID, found := e.ids.bySKU[strings.ToLower(row.SKU)]; found {
		ids = append(ids, productID)
	}
	namesakes := e.ids.namesakes(row)
	if row.CodeLost && len(namesakes) > 1 {
		return ids
	}
	for _, product := range slices.Backward(namesakes) {
		if product.importKey == "" || len(namesakes) == 1 && !e.ids.isListed(row, product) {
			ids = append(ids, product.id)
		}
	}
	return ids
}

// namesakes returns the products with the row's name and unit whose codes do not contradict the row's. A product that an import
// has matched must have the row's codes, unless the row has none: otherwise it belongs to another list.
func (i unkeyedIndex) namesakes(row Row) []namesake {
	var found []namesake
	for _, product := range i.byName[row.natural] {
		handmade := product.importKey == ""
		if mayHave(product.barcode, row.Barcode, handmade) && (handmade || mayHave(product.sku, row.SKU, row.CodeLost)) {
			found = append(found, product)
		}
	}
	return found
}

// mayHave reports whether a row's code (is) matches the product's (was), exactly or after a spreadsheet has damaged it.
// A row without a code matches. A product without a code matches a row with one only if allowEmpty is set.
func mayHave(was, is string, allowEmpty bool) bool {
	if is == "" || was == "" {
		return is == "" || allowEmpty
	}
	return unicodetext.Barcode(was) == unicodetext.Barcode(is) || digitsLost(was, is)
}

// isListed reports whether another row of the list has the product's key or id, or was matched to the product.
func (i unkeyedIndex) isListed(row Row, product namesake) bool {
	if key, taken := i.named[product.id]; taken && key != row.Key {
		return true
	}
	for _, key := range []string{product.importKey, csvimport.IDKey(product.id)} {
		if _, listed := i.lines[hashOf(key)]; listed && key != row.Key {
			return true
		}
	}
	return false
}

// ambiguous reports whether a row that take did not match must be skipped: its code is damaged, and products of the
// shop have its name and unit.
func (e existingProducts) ambiguous(row Row) bool {
	return row.CodeLost && len(e.ids.namesakes(row)) > 0
}

// findExisting reads the products that a batch may update; lock is the SQL clause that locks them, or "".
func findExisting(ctx context.Context, q db.Querier, lock string, b batch) (existingProducts, error) {
	existing := existingProducts{
		keyed: map[string]catalog.Product{}, unkeyed: map[string]catalog.Product{}, ids: b.unkeyed, deleted: map[string]bool{},
	}
	keys := make([]string, 0, len(b.rows))
	for _, row := range b.rows {
		if keys = append(keys, row.Key); row.FormerKey != "" {
			keys = append(keys, row.FormerKey)
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
	if existing.byOtherKey, err = b.unkeyed.findOtherKeys(ctx, q, b.rows); err != nil {
		return existing, err
	}
	if err := existing.findExported(ctx, q, lock, b.rows); err != nil {
		return existing, err
	}
	if err := existing.loadUnkeyed(ctx, q, lock, b); err != nil {
		return existing, err
	}
	if err := existing.findSuppliers(ctx, q, b.rows); err != nil {
		return existing, err
	}
	if existing.owners, err = ownersOfCodes(ctx, q, b.rows); err != nil {
		return existing, err
	}
	var ids []string
	for _, product := range existing.keyed {
		ids = append(ids, product.ID)
	}
	ids = append(ids, slices.Collect(maps.Keys(existing.exported))...)
	existing.baselines, err = loadBaselines(ctx, q, append(ids, slices.Collect(maps.Keys(existing.unkeyed))...))
	return existing, err
}

// findSuppliers reads the shop's suppliers if a row names one.
func (e *existingProducts) findSuppliers(ctx context.Context, q db.Querier, rows []Row) (err error) {
	if !slices.ContainsFunc(rows, func(r Row) bool { return r.SupplierName != "" }) {
		return nil
	}
	e.suppliers, err = catalog.SupplierNames(ctx, q)
	e.supplierIDs = make(map[string]string, len(e.suppliers))
	for supplierID, name := range e.suppliers {
		e.supplierIDs[strings.ToLower(name)] = supplierID
	}
	return err
}

// loadUnkeyed reads the products of a batch whose import key is not their row's.
func (e existingProducts) loadUnkeyed(ctx context.Context, q db.Querier, lock string, b batch) error {
	candidates, otherKeys := map[string]bool{}, map[string]bool{}
	for _, row := range b.rows {
		for _, productID := range e.idsOf(row) {
			candidates[productID] = true
		}
		otherKeys[e.byOtherKey[row.Key]] = true
		for _, product := range e.ids.namesakes(row) {
			otherKeys[product.id] = true
		}
	}
	// Several products may share a row's name, so there can be more ids than rows.
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(candidates)), batchSize) {
		products, err := db.All[catalog.Product](ctx, q, catalog.SelectProducts+`
			WHERE p.deleted_at IS NULL AND p.id IN (`+db.Placeholders(1, len(ids))+`)
			ORDER BY p.id`+lock, db.Args(ids)...)
		if err != nil {
			return err
		}
		for _, product := range products {
			if product.ImportKey == nil || otherKeys[product.ID] { // otherwise a row of an earlier batch was matched to it
				e.unkeyed[product.ID] = product
			}
		}
	}
	return nil
}
