package importer

import (
	"context"
	"slices"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/money"
)

// Row is one product of an import. Missing categories and sub-categories are created.
type Row struct {
	Line                    int    // in the list; 0 without one
	ID                      string // product id in a table exported by the shop; "" in any other list
	Key                     string // identifies the product in later imports
	FormerKey               string // key of an earlier import; see csvimport.Row
	CodeLost                bool   // a spreadsheet rounded the barcode or the SKU
	Category, SubCategory   string
	HasCategory             bool // the list has a category column
	Name, Unit, Description string
	Names                   catalog.Names // by language; stored names in other languages are kept
	CategoryNames           catalog.Names // by language; added where the category has no name in the language
	SubCategoryNames        catalog.Names // likewise, of the sub-category
	SoldBy                  string        // catalog.ByPiece or catalog.ByWeight; "" keeps the existing value
	Price, Discount         money.Paise
	Stock                   int
	StockKnown              bool // the list has the stock; if false, Stock is only for a new product
	Details                 catalog.Details
	Images                  catalog.Images // nil keeps the existing pictures
	ImageURLs               []string       // URLs of pictures, for a product without any
	Draft                   bool           // a new product is not published
	catalog.Facts                          // empty fields keep the existing values
	SupplierName            string         // looked up to set catalog.Facts.Supplier

	natural naturalKey // of Name and Unit
}

// batch is a part of a list that is saved in one transaction.
type batch struct {
	file    string // name of the list in the activity log; "": no entry
	rows    []Row
	unkeyed unkeyedIndex
	update  Update
	run     string // id of the import run; "": it cannot be undone
	digest  string // digest of a delivery's file
}

// Upsert inserts or updates the rows' products in one transaction, in order. It sets the stock, overwrites people's
// edits, and adds deleted products again. The view shows the changes after its next refresh.
func (s *Service) Upsert(ctx context.Context, rows []Row) error {
	lines := make(map[keyHash]int, len(rows))
	rows = slices.Clone(rows)
	for i, row := range rows {
		lines[hashOf(row.Key)] = row.Line
		rows[i].natural = naturalKeyOf(row.Name, row.Unit)
	}
	unkeyed, err := loadUnkeyedIndex(ctx, s.db, lines)
	if err != nil {
		return err
	}
	_, err = s.upsert(ctx, batch{rows: rows, unkeyed: unkeyed, update: Update{Stock: SetStock, OverwriteEdited: true, RestoreDeleted: true, TakeJumps: true}})
	return err
}

// upsert saves a batch of rows.
func (s *Service) upsert(ctx context.Context, b batch) (difference, error) {
	var d difference
	// A large batch needs longer than the default timeout.
	err := s.db.Tx(db.WithTimeout(ctx, batchTimeout), func(tx *db.Tx) error {
		if err := catalog.LockCodes(ctx, tx); err != nil {
			return err
		}
		existing, err := findExisting(ctx, tx, tx.ForUpdate(), b)
		if err != nil {
			return err
		}
		d = diff(b, existing)
		if err := s.apply(ctx, tx, b, &d); err != nil || b.file == "" || len(d.added)+len(d.changed) == 0 {
			return err
		}
		entry := audit.Entry{What: "products.import", Object: b.file, After: string(language.NewPhrase("%d new, %d changed", len(d.added), len(d.changed)).Store())}
		return audit.Write(ctx, tx, s.clock.Now(), entry)
	})
	return d, err
}

// compare is upsert without writing.
func (s *Service) compare(ctx context.Context, b batch) (difference, error) {
	existing, err := findExisting(ctx, s.db, "", b)
	if err != nil {
		return difference{}, err
	}
	d := diff(b, existing)
	d.categories, err = missingCategories(ctx, s.db, d.addedOrMoved())
	return d, err
}

// difference lists the changes that turn the existing products into a batch of rows.
type difference struct {
	added      []Row
	changed    []mergeResult
	unchanged  []mergeResult
	deleted    []Row // deleted in the shop, so skipped
	ambiguous  []Row // skipped: their code is damaged, and name and unit do not identify one product
	takenCodes []takenCode
	unsupplied []Row    // rows with an unknown supplier, which is ignored
	notInShop  int      // rows of new products, skipped by Update.Only
	categories []string // sub-categories that are created, such as "Staples > Dal"
}

func diff(b batch, existing existingProducts) difference {
	var d difference
	for _, row := range b.rows {
		row = d.withSupplier(row, existing)
		before, found := existing.take(row)
		switch {
		case !found && existing.deleted[row.Key] && !b.update.RestoreDeleted:
			d.deleted = append(d.deleted, row)
			continue
		case !found && len(b.update.Only) > 0:
			d.notInShop++
			continue
		case !found && existing.ambiguous(row):
			d.ambiguous = append(d.ambiguous, row)
			continue
		case !found:
			d.added = append(d.added, d.withoutTakenCodes(row, row.Key, existing))
			continue
		}
		m := existing.merge(row, before, b.update)
		if changesCode(before, m.after) {
			m = existing.merge(d.withoutTakenCodes(row, before.ID, existing), before, b.update)
		}
		if m.changes() {
			d.changed = append(d.changed, m)
		} else {
			d.unchanged = append(d.unchanged, m)
		}
	}
	return d
}

// withSupplier returns the row with the id of its named supplier, and records a row with an unknown one.
func (d *difference) withSupplier(row Row, existing existingProducts) Row {
	if row.SupplierName == "" {
		return row
	}
	if row.Supplier = existing.supplierIDs[strings.ToLower(row.SupplierName)]; row.Supplier == "" {
		d.unsupplied = append(d.unsupplied, row)
	}
	return row
}

// merge compares a product with its row, by the rules of mergeExported if the row has an id. Changes name suppliers
// instead of their ids.
func (e existingProducts) merge(row Row, before catalog.Product, u Update) mergeResult {
	var m mergeResult
	if own, exported := e.exported[row.ID]; exported {
		m = mergeExported(row, own, e.baselines[before.ID], u)
	} else {
		damaged := row.undamageCodes(before)
		m = merge(row, before, e.baselines[before.ID], u)
		m.damaged = damaged
	}
	for _, changes := range [][]FieldChange{m.fields, m.edited} {
		for i, change := range changes {
			if change.Field == supplierField {
				changes[i].Old, changes[i].New = e.suppliers[change.Old], e.suppliers[change.New]
			}
		}
	}
	return m
}

// addedOrMoved returns the rows of products that are added or moved to another category.
func (d difference) addedOrMoved() []Row {
	rows := slices.Clone(d.added)
	for _, m := range d.changed {
		if m.moves {
			rows = append(rows, m.row)
		}
	}
	return rows
}

// applyTo returns the product with the row's values. It keeps stock, category, publication, an existing import key, and
// fields and pictures that the row lacks.
func (r Row) applyTo(p catalog.Product) catalog.Product {
	p.ImportKey = r.keyOf(p)
	for _, field := range productFields {
		if field.hasValue(r) {
			field.set(&p, r)
		}
	}
	if r.Images != nil {
		p.Images = r.Images
	}
	return p
}

// keyOf returns the product's import key. An existing key is kept, so that the list that set it finds the product
// again.
func (r Row) keyOf(p catalog.Product) *string {
	if p.ImportKey != nil {
		return p.ImportKey
	}
	return &r.Key
}

// apply saves a difference and sets d.categories to the created ones.
func (s *Service) apply(ctx context.Context, tx *db.Tx, b batch, d *difference) error {
	now := s.clock.Now()
	var err error
	if d.categories, err = missingCategories(ctx, tx, d.addedOrMoved()); err != nil {
		return err
	}
	subCategories, err := ensureCategories(ctx, tx, d.addedOrMoved(), now)
	if err != nil {
		return err
	}
	if err := nameCategories(ctx, tx, b.rows, b.update, now); err != nil {
		return err
	}
	w := writes{now: now, baselines: map[string]baseline{}}
	for _, row := range d.added {
		w.add(row, subCategories[subCategoryKeyOf(row)])
	}
	for _, m := range d.changed {
		if err := w.change(m, subCategories[subCategoryKeyOf(m.row)]); err != nil {
			return err
		}
	}
	for _, m := range d.unchanged {
		w.addImageURLs(m.row, m.after)
		if m.newBaseline {
			w.baselines[m.after.ID] = m.baseline
		}
	}
	if err := catalog.SaveProducts(ctx, tx, w.products...); err != nil {
		return err
	}
	if err := saveBaselines(ctx, tx, w.baselines); err != nil {
		return err
	}
	if err := recordRun(ctx, tx, b, now, w.undo); err != nil {
		return err
	}
	if err := saveImageURLs(ctx, tx, w.imageURLs); err != nil {
		return err
	}
	return stock.Apply(ctx, tx, w.ledger...)
}

// writes collects the rows that a batch writes.
type writes struct {
	now       time.Time
	products  []catalog.Product
	baselines map[string]baseline // by product id
	ledger    []stock.Entry
	undo      []runChange
	imageURLs []imageURL
}

func (w *writes) add(row Row, sub catalog.SubCategory) {
	product := row.applyTo(catalog.Product{ID: id.New(), Publish: !row.Draft, CreatedAt: w.now, EditedAt: w.now, UpdatedAt: w.now})
	product.Stock = row.Stock
	product.CategoryID, product.SubCategoryID = sub.CategoryID, sub.ID
	w.products = append(w.products, product)
	w.addImageURLs(row, product)
	w.baselines[product.ID] = baselineOf(row, product)
	w.undo = append(w.undo, runChange{ProductID: product.ID, StockChange: product.Stock, EditedAt: product.EditedAt})
	w.record(product, product.Stock, stock.Opening)
}

// change adds the changed product; sub is its new sub-category if it moves.
func (w *writes) change(m mergeResult, sub catalog.SubCategory) error {
	if m.moves {
		m.after.CategoryID, m.after.SubCategoryID = sub.CategoryID, sub.ID
		if m.row.ID == "" {
			m.baseline.setCategory(m.row, sub.ID)
		}
	}
	m.after.EditedAt = catalog.NextVersion(w.now, m.before.UpdatedAt)
	m.after.UpdatedAt = m.after.EditedAt
	w.products = append(w.products, m.after)
	w.addImageURLs(m.row, m.after)
	w.baselines[m.after.ID] = m.baseline
	w.record(m.after, m.after.Stock-m.before.Stock, stock.Import)
	undo, err := changeOf(m)
	w.undo = append(w.undo, undo)
	return err
}

func (w *writes) record(p catalog.Product, pieces int, reason stock.Reason) {
	if pieces != 0 {
		w.ledger = append(w.ledger, stock.Entry{ID: id.New(), ProductID: p.ID, Change: pieces, Reason: reason, CreatedAt: w.now})
	}
}
