package catalog

import (
	"context"
	"slices"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
)

// Entry is one product as it is put in many at a time, with the names of where
// it stands; both are made where they are missing.
type Entry struct {
	Key                     string // what it is found again by
	Category, SubCategory   string
	Name, Unit, Description string
	Price, Discount         money.Paise
	Stock                   int
	StockKnown              bool // false: Stock is for a new product only
	Details                 Details
	Images                  Images // nil keeps those of a product that is there
}

type putResult struct{ added, changed, unchanged int }

// PutIn puts entries into the shop, in their order, in one transaction.
func (s *Service) PutIn(ctx context.Context, entries []Entry) error {
	_, err := s.putIn(ctx, entries, false)
	return err
}

// putIn finds which entries are new and which differ from what is there, and
// writes those unless it is only asked to count.
func (s *Service) putIn(ctx context.Context, entries []Entry, countOnly bool) (putResult, error) {
	if countOnly {
		plan, err := s.plan(ctx, s.db, "", entries)
		return plan.result(), err
	}
	var result putResult
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		plan, err := s.plan(ctx, tx, tx.ForUpdate(), entries)
		if err != nil {
			return err
		}
		result = plan.result()
		return s.carryOut(ctx, tx, plan)
	})
	return result, err
}

// plan is what is to be done for a batch of entries.
type plan struct {
	added     []Entry
	changed   []change
	unchanged int
}

type change struct {
	before, next Product
}

func (p plan) result() putResult {
	return putResult{added: len(p.added), changed: len(p.changed), unchanged: p.unchanged}
}

func (s *Service) plan(ctx context.Context, q db.Querier, lock string, entries []Entry) (plan, error) {
	known, err := knownProducts(ctx, q, lock, entries)
	if err != nil {
		return plan{}, err
	}
	var p plan
	for _, entry := range entries {
		before, found := known[entry.Key]
		if !found {
			// Made by hand; it becomes the first entry's that is like it, and no other's.
			before, found = known[likeness(entry.Name, entry.Unit)]
			delete(known, likeness(entry.Name, entry.Unit))
		}
		if !found {
			p.added = append(p.added, entry)
			continue
		}
		if next := entry.onto(before); !sameGoods(before, next) {
			p.changed = append(p.changed, change{before, next})
		} else {
			p.unchanged++
		}
	}
	return p, nil
}

// likeness is how a product that was not imported is recognised: by name and unit.
func likeness(name, unit string) string { return "\x00" + foldName(name) + "\x00" + foldName(unit) }

// knownProducts finds what is there for the entries: by the key of an earlier
// import, else a product made by hand with the same name and unit.
func knownProducts(ctx context.Context, q db.Querier, lock string, entries []Entry) (map[string]Product, error) {
	keys, names := make([]string, len(entries)), make([]string, len(entries))
	for i, entry := range entries {
		keys[i], names[i] = entry.Key, entry.Name
	}
	imported, err := db.All[Product](ctx, q, `
		SELECT `+productRow+`
		FROM products
		WHERE deleted_at IS NULL AND import_key IN (`+db.Placeholders(1, len(keys))+`)
		ORDER BY id`+lock, db.Args(keys)...)
	if err != nil {
		return nil, err
	}
	byHand, err := db.All[Product](ctx, q, `
		SELECT `+productRow+`
		FROM products
		WHERE deleted_at IS NULL AND import_key IS NULL AND name IN (`+db.Placeholders(1, len(names))+`)
		ORDER BY id`+lock, db.Args(names)...)
	if err != nil {
		return nil, err
	}
	known := make(map[string]Product, len(imported)+len(byHand))
	for _, product := range byHand {
		known[likeness(product.Name, product.Unit)] = product
	}
	for _, product := range imported {
		known[*product.ImportKey] = product
	}
	return known, nil
}

// onto is the product as the entry would have it. Where it stands, whether it is
// published and its pictures stay: the shopkeeper may have arranged them.
func (e Entry) onto(p Product) Product {
	p.Name, p.Unit, p.Price, p.Discount = e.Name, e.Unit, e.Price, e.Discount
	p.ImportKey = &e.Key
	if e.Description != "" {
		p.Description = e.Description
	}
	if len(e.Details) > 0 {
		p.Details = e.Details
	}
	if e.Images != nil {
		p.Images = e.Images
	}
	if e.StockKnown {
		p.Stock = e.Stock
	}
	return p
}

func sameGoods(a, b Product) bool {
	return a.Name == b.Name && a.Unit == b.Unit && a.Price == b.Price && a.Discount == b.Discount && a.Stock == b.Stock &&
		a.Description == b.Description && slices.Equal(a.Details, b.Details) && slices.Equal(a.Images, b.Images) &&
		a.ImportKey != nil && *a.ImportKey == *b.ImportKey
}

func (s *Service) carryOut(ctx context.Context, tx *db.Tx, p plan) error {
	at := s.clock.Now()
	places, err := s.openPlaces(ctx, tx, p.added)
	if err != nil {
		return err
	}
	var products []Product
	var movements []movement
	moved := func(productID string, change int, why string) {
		if change != 0 {
			movements = append(movements, movement{ID: id.New(), ProductID: productID, Change: change, Reason: why, CreatedAt: at})
		}
	}
	for _, entry := range p.added {
		product := entry.onto(Product{ID: id.New(), Publish: true, CreatedAt: at, EditedAt: at, UpdatedAt: at})
		product.Stock = entry.Stock
		place := places[placeOf(entry)]
		product.CategoryID, product.SubCategoryID = place.CategoryID, place.ID
		products = append(products, product)
		moved(product.ID, product.Stock, "opening")
	}
	if err := insertProducts(ctx, tx, products); err != nil {
		return err
	}
	for _, c := range p.changed {
		c.next.EditedAt = NextVersion(at, c.before.UpdatedAt)
		c.next.UpdatedAt = c.next.EditedAt
		if err := updateProduct(ctx, tx, c.next); err != nil {
			return err
		}
		moved(c.next.ID, c.next.Stock-c.before.Stock, "import")
	}
	return insertMovements(ctx, tx, movements)
}

func placeOf(e Entry) [2]string { return [2]string{foldName(e.Category), foldName(e.SubCategory)} }

// openPlaces finds the sub-category of each entry, and makes it and its category
// as they are met.
func (s *Service) openPlaces(ctx context.Context, tx *db.Tx, entries []Entry) (map[[2]string]SubCategory, error) {
	places := map[[2]string]SubCategory{}
	if len(entries) == 0 {
		return places, nil
	}
	categories, err := allCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	subCategories, err := allSubCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	shelves, keyOf, last := map[string]Category{}, map[string]string{}, 0
	for _, category := range categories {
		shelves[category.NameKey], keyOf[category.ID] = category, category.NameKey
		last = max(last, category.Position)
	}
	for _, sub := range subCategories {
		places[[2]string{keyOf[sub.CategoryID], sub.NameKey}] = sub
	}
	now := s.clock.Now()
	for _, entry := range entries {
		place := placeOf(entry)
		if _, open := places[place]; open {
			continue
		}
		category, open := shelves[place[0]]
		if !open {
			last++
			category = Category{ID: id.New(), Name: entry.Category, NameKey: place[0], Position: last, CreatedAt: now, UpdatedAt: now}
			if err := insertCategory(ctx, tx, category); err != nil {
				return nil, err
			}
			shelves[place[0]] = category
		}
		sub := SubCategory{ID: id.New(), CategoryID: category.ID, Name: entry.SubCategory, NameKey: place[1], CreatedAt: now, UpdatedAt: now}
		if err := insertSubCategory(ctx, tx, sub); err != nil {
			return nil, err
		}
		places[place] = sub
	}
	return places, nil
}
