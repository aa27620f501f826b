package importer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
)

// Row is one product of an import, with the names of its category and
// sub-category, which are made where they are missing.
type Row struct {
	Key                     string // by which a later import finds the product again
	Category, SubCategory   string
	Name, Unit, Description string
	Price, Discount         money.Paise
	Stock                   int
	StockKnown              bool // false: Stock is for a new product only
	Details                 catalog.Details
	Images                  catalog.Images // nil keeps those of an existing product
	Label                   Label
}

// Label is what stands on a packet beside its price and size; an empty text keeps what an
// existing product has.
type Label struct{ Barcode, Maker, Origin, BestBefore, ConsumerCare string }

// applyTo puts into a product what the label says.
func (l Label) applyTo(p *catalog.Product) {
	p.Barcode = cmp.Or(l.Barcode, p.Barcode)
	p.Maker, p.Origin = cmp.Or(l.Maker, p.Maker), cmp.Or(l.Origin, p.Origin)
	p.BestBefore, p.ConsumerCare = cmp.Or(l.BestBefore, p.BestBefore), cmp.Or(l.ConsumerCare, p.ConsumerCare)
}

// labelOf returns the label of a product.
func labelOf(p catalog.Product) Label {
	return Label{p.Barcode, p.Maker, p.Origin, p.BestBefore, p.ConsumerCare}
}

// counts are the numbers of a batch's rows by outcome.
type counts struct{ added, changed, unchanged int }

// Upsert inserts or updates the rows' products in one transaction, in the order of
// the rows. The view shows them when it next refreshes.
func (s *Service) Upsert(ctx context.Context, rows []Row) error {
	unkeyed, err := loadUnkeyed(ctx, s.db)
	if err != nil {
		return err
	}
	_, err = s.upsert(ctx, "", rows, unkeyed)
	return err
}

// upsert saves a batch of rows; the activity log names the file that they come from,
// and nothing is written there without one.
func (s *Service) upsert(ctx context.Context, file string, rows []Row, unkeyed unkeyedProducts) (counts, error) {
	var c counts
	// A file of many products takes its time, and nothing else waits for its commit.
	err := s.db.Tx(db.WithTimeout(ctx, batchTimeout), func(tx *db.Tx) error {
		existing, err := findExisting(ctx, tx, tx.ForUpdate(), rows, unkeyed)
		if err != nil {
			return err
		}
		d := diff(rows, existing)
		c = d.counts()
		if err := s.apply(ctx, tx, d); err != nil || file == "" || c.added+c.changed == 0 {
			return err
		}
		entry := audit.Entry{What: "products.import", Object: file, After: fmt.Sprintf("%d new, %d changed", c.added, c.changed)}
		return audit.Write(ctx, tx, s.clock.Now(), entry)
	})
	return c, err
}

// compare is upsert that writes nothing.
func (s *Service) compare(ctx context.Context, _ string, rows []Row, unkeyed unkeyedProducts) (counts, error) {
	existing, err := findExisting(ctx, s.db, "", rows, unkeyed)
	if err != nil {
		return counts{}, err
	}
	return diff(rows, existing).counts(), nil
}

// difference lists the changes that turn the existing products into a batch of rows.
type difference struct {
	added     []Row
	changed   []change
	unchanged int
}

type change struct{ before, after catalog.Product }

func (d difference) counts() counts {
	return counts{added: len(d.added), changed: len(d.changed), unchanged: d.unchanged}
}

func diff(rows []Row, existing existingProducts) difference {
	var d difference
	for _, row := range rows {
		before, found := existing.take(row)
		if !found {
			d.added = append(d.added, row)
			continue
		}
		if after := row.applyTo(before); !sameProduct(before, after) {
			d.changed = append(d.changed, change{before, after})
		} else {
			d.unchanged++
		}
	}
	return d
}

// applyTo returns the product as the row would have it. What the row does not say
// stays, as do its category, whether it is published and its pictures: the shopkeeper
// may have arranged them.
func (r Row) applyTo(p catalog.Product) catalog.Product {
	p.Name, p.Price, p.Discount = r.Name, r.Price, r.Discount
	p.ImportKey = &r.Key
	if r.Unit != "" {
		p.Unit = r.Unit
	}
	if r.Description != "" {
		p.Description = r.Description
	}
	if len(r.Details) > 0 {
		p.Details = r.Details
	}
	if r.Images != nil {
		p.Images = r.Images
	}
	if r.StockKnown {
		p.Stock = r.Stock
	}
	r.Label.applyTo(&p)
	return p
}

// sameProduct reports whether an import would leave a product as it is.
func sameProduct(a, b catalog.Product) bool {
	return a.Name == b.Name && a.Unit == b.Unit && a.Price == b.Price && a.Discount == b.Discount && a.Stock == b.Stock &&
		a.Description == b.Description && slices.Equal(a.Details, b.Details) && slices.Equal(a.Images, b.Images) &&
		labelOf(a) == labelOf(b) && a.ImportKey != nil && *a.ImportKey == *b.ImportKey
}

// apply writes a difference.
func (s *Service) apply(ctx context.Context, tx *db.Tx, d difference) error {
	now := s.clock.Now()
	subCategories, err := ensureCategories(ctx, tx, d.added, now)
	if err != nil {
		return err
	}
	products := make([]catalog.Product, 0, len(d.added)+len(d.changed))
	var ledger []stock.Entry
	record := func(p catalog.Product, pieces int, reason stock.Reason) {
		if pieces != 0 {
			ledger = append(ledger, stock.Entry{ID: id.New(), ProductID: p.ID, Change: pieces, Reason: reason, CreatedAt: now})
		}
	}
	for _, row := range d.added {
		product := row.applyTo(catalog.Product{ID: id.New(), Publish: true, CreatedAt: now, EditedAt: now, UpdatedAt: now})
		product.Stock = row.Stock
		sub := subCategories[subCategoryKeyOf(row)]
		product.CategoryID, product.SubCategoryID = sub.CategoryID, sub.ID
		products = append(products, product)
		record(product, product.Stock, stock.Opening)
	}
	for _, c := range d.changed {
		c.after.EditedAt = catalog.NextVersion(now, c.before.UpdatedAt)
		c.after.UpdatedAt = c.after.EditedAt
		products = append(products, c.after)
		record(c.after, c.after.Stock-c.before.Stock, stock.Import)
	}
	if err := catalog.SaveProducts(ctx, tx, products...); err != nil {
		return err
	}
	return stock.Record(ctx, tx, ledger...)
}

// subCategoryKey is the normalized names of a category and one of its sub-categories.
type subCategoryKey struct{ category, subCategory string }

func subCategoryKeyOf(r Row) subCategoryKey {
	return subCategoryKey{catalog.NameKey(r.Category), catalog.NameKey(r.SubCategory)}
}

// ensureCategories returns the sub-category of each row, and makes those that are
// missing, and their categories, in the order of the rows.
func ensureCategories(ctx context.Context, tx *db.Tx, rows []Row, now time.Time) (map[subCategoryKey]catalog.SubCategory, error) {
	bySubCategory := map[subCategoryKey]catalog.SubCategory{}
	if len(rows) == 0 {
		return bySubCategory, nil
	}
	categories, err := catalog.AllCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	subCategories, err := catalog.AllSubCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	byName, nameKeys, last := map[string]catalog.Category{}, map[string]string{}, 0
	for _, category := range categories {
		byName[category.NameKey], nameKeys[category.ID] = category, category.NameKey
		last = max(last, category.Position)
	}
	for _, sub := range subCategories {
		bySubCategory[subCategoryKey{nameKeys[sub.CategoryID], sub.NameKey}] = sub
	}
	for _, row := range rows {
		key := subCategoryKeyOf(row)
		if _, exists := bySubCategory[key]; exists {
			continue
		}
		category, exists := byName[key.category]
		if !exists {
			last++
			category = catalog.Category{ID: id.New(), Name: row.Category, NameKey: key.category, Position: last, CreatedAt: now, UpdatedAt: now}
			if err := catalog.InsertCategory(ctx, tx, category); err != nil {
				return nil, err
			}
			byName[key.category] = category
		}
		sub := catalog.SubCategory{ID: id.New(), CategoryID: category.ID, Name: row.SubCategory, NameKey: key.subCategory, CreatedAt: now, UpdatedAt: now}
		if err := catalog.InsertSubCategory(ctx, tx, sub); err != nil {
			return nil, err
		}
		bySubCategory[key] = sub
	}
	return bySubCategory, nil
}
