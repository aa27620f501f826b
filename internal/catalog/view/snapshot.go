package view

import (
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/catalog/search"
	"kirana/internal/clock"
	"kirana/internal/tax"
)

// Snapshot is an immutable state of the catalog. Writers build the next one, which shares all unchanged parts. Every product
// has a ref, a number that it keeps while the program runs; lists and search index hold refs. All snapshots share one index,
// whose matches are looked up here.
type Snapshot struct {
	// version counts the changes that every response must show immediately. stockVersion counts changes of stock, which a
	// cached response may show a second late.
	version, stockVersion uint64

	categories      []catalog.Category           // by position
	subCategories   []catalog.SubCategory        // the oldest first, with the name of the category
	categoryRefs    map[string]catalog.Reference // by id
	subCategoryRefs map[string]catalog.Reference
	subCategoryTax  map[string]tax.Goods

	clock clock.Clock
	rates *tax.Table

	products productList      // by ref; nil if deleted
	refs     map[string]int32 // by product id, including deleted products
	lists

	sold       map[string]int // pieces sold in salesPeriod, by product id
	buyers     buyers
	popularity *popularity // shared by snapshots with the same names and sales

	search    *search.Index
	unindexed bool // the index is not built yet
}

func emptySnapshot(index *search.Index) *Snapshot {
	return &Snapshot{
		clock: clock.System{}, rates: tax.ShippedTable(),
		categories: []catalog.Category{}, subCategories: []catalog.SubCategory{}, // encode as [], not null
		search: index, popularity: &popularity{},
	}
}

// Version counts the changes that every response must show immediately. A change of stock counts if a product sells out or is
// back in stock.
func (s *Snapshot) Version() uint64 { return s.version }

// StockVersion changes with every change of products, including stock.
func (s *Snapshot) StockVersion() uint64 { return s.stockVersion }

// Visible yields all products that shoppers see, the newest first. Callers must not change them.
func (s *Snapshot) Visible() iter.Seq[*catalog.Product] {
	return func(yield func(*catalog.Product) bool) {
		for _, ref := range s.published {
			if !yield(s.products.at(ref)) {
				return
			}
		}
	}
}

// All yields all products, including hidden ones, the newest first. Callers must not change them.
func (s *Snapshot) All() iter.Seq[*catalog.Product] {
	return func(yield func(*catalog.Product) bool) {
		for _, ref := range s.newest {
			if !yield(s.products.at(ref)) {
				return
			}
		}
	}
}

// find returns a product by id, or nil.
func (s *Snapshot) find(productID string) *catalog.Product {
	if ref, known := s.refs[productID]; known {
		return s.products.at(ref)
	}
	return nil
}

// update holds the changes that a read of the database found.
type update struct {
	categories    []catalog.Category // nil: unchanged
	subCategories []catalog.SubCategory
	rates         *tax.Table         // read with the categories
	products      []*catalog.Product // including deleted ones; the snapshot takes ownership
	complete      bool               // products has all that exist
	sold          map[string]int     // nil: sold and buyers unchanged
	buyers        buyers
}

// reindexing lists the changes to make in the search index.
type reindexing struct {
	all     bool            // the first snapshot with products
	changed map[string]bool // ids of products with changed words
	removed []string
}

// merge returns the next snapshot and the changes for the search index. Products that are not newer than in s stay unchanged.
func (s *Snapshot) merge(u update) (*Snapshot, reindexing) {
	next := *s
	categoriesDiffer, renamedSubCategories := next.setCategories(u)
	c := s.compare(u)
	next.products = s.products.with(c.products)
	if len(c.added) > 0 {
		next.refs = make(map[string]int32, len(s.refs)+len(c.added))
		maps.Copy(next.refs, s.refs)
		maps.Copy(next.refs, c.added)
	}
	if len(c.in)+len(c.out) > 0 {
		next.relist(s.products, c.out, c.in)
	}
	if len(c.products) > 0 {
		next.stockVersion++
	}
	for _, subCategoryID := range renamedSubCategories {
		for _, ref := range next.bySubCategory[subCategoryID] {
			c.reindexing.changed[next.products.at(ref).ID] = true
		}
	}
	visible := categoriesDiffer || c.visible
	if u.sold != nil && !maps.Equal(u.sold, s.sold) {
		next.sold, next.popularity, visible = u.sold, &popularity{}, true
	}
	if u.sold != nil && !u.buyers.equal(s.buyers) {
		next.buyers, visible = u.buyers, true
	}
	if len(c.reindexing.changed)+len(c.reindexing.removed) > 0 {
		next.popularity = &popularity{}
	}
	if visible {
		next.version++
	}
	return &next, c.reindexing
}

// productChanges are the changes that an update makes to the products of a snapshot.
type productChanges struct {
	products   map[int32]*catalog.Product // by ref; nil: deleted
	added      map[string]int32           // refs of new ids
	out, in    []int32                    // refs to remove from the lists, and refs to insert; a moved product is in both
	visible    bool                       // readers must see the change immediately
	reindexing reindexing
}

func (s *Snapshot) compare(u update) productChanges {
	c := productChanges{products: map[int32]*catalog.Product{}, added: map[string]int32{}, reindexing: reindexing{changed: map[string]bool{}}}
	c.reindexing.all = len(s.newest) == 0 && u.complete
	existing := make([]bool, len(s.refs)) // by ref
	for _, product := range u.products {
		ref, known := s.refs[product.ID]
		var before *catalog.Product
		if known {
			before = s.products.at(ref)
			existing[ref] = true
		}
		switch {
		case before != nil && !product.UpdatedAt.After(before.UpdatedAt):
		case product.DeletedAt != nil:
			if before != nil {
				c.remove(ref, before)
			}
		case before != nil:
			c.replace(ref, before, product)
		default:
			if !known {
				ref = int32(len(s.refs) + len(c.added)) //nolint:gosec // G115: there are not two billion products
				c.added[product.ID] = ref
			}
			c.add(ref, product)
		}
	}
	if u.complete {
		for _, ref := range s.newest {
			if !existing[ref] {
				c.remove(ref, s.products.at(ref))
			}
		}
	}
	return c
}

func (c *productChanges) add(ref int32, product *catalog.Product) {
	c.products[ref], c.visible, c.reindexing.changed[product.ID] = product, true, true
	c.in = append(c.in, ref)
}

func (c *productChanges) remove(ref int32, before *catalog.Product) {
	c.products[ref], c.visible = nil, true
	c.out, c.reindexing.removed = append(c.out, ref), append(c.reindexing.removed, before.ID)
}

func (c *productChanges) replace(ref int32, before, product *catalog.Product) {
	c.products[ref] = product
	c.visible = c.visible || !before.EditedAt.Equal(product.EditedAt) || (before.Available() == 0) != (product.Available() == 0)
	if !sameWords(before, product) {
		c.reindexing.changed[product.ID] = true
	}
	if !sameLists(before, product) {
		c.out, c.in, c.visible = append(c.out, ref), append(c.in, ref), true
	}
}

// withStock returns the snapshot with the stock after committed orders, or nil if nothing is newer. A product that another
// process has edited since keeps its UpdatedAt, so that Refresh still reads the edit.
func (s *Snapshot) withStock(rows []catalog.Product) *Snapshot {
	changed := map[int32]*catalog.Product{}
	visible := false
	for i := range rows {
		row := &rows[i]
		before := s.find(row.ID)
		if before == nil || !row.UpdatedAt.After(before.UpdatedAt) {
			continue
		}
		product := *before
		product.Stock, product.LooseGrams = row.Stock, row.LooseGrams
		if before.EditedAt.Equal(row.EditedAt) {
			product.UpdatedAt = row.UpdatedAt
		}
		visible = visible || (before.Available() == 0) != (product.Available() == 0)
		changed[s.refs[row.ID]] = &product
	}
	if len(changed) == 0 {
		return nil
	}
	next := *s
	next.products = s.products.with(changed)
	next.stockVersion++
	if visible {
		next.version++
	}
	return &next
}

// setCategories replaces the categories by those of the update, if any. It reports whether they differ, and which
// sub-categories have a new name or a category with a new name. Call it before the snapshot is published.
func (s *Snapshot) setCategories(u update) (differ bool, renamed []string) {
	if u.categories == nil {
		return false, nil
	}
	rates := s.rates
	s.rates = u.rates
	if reflect.DeepEqual(rates, u.rates) && slices.EqualFunc(s.categories, u.categories, sameCategory) && slices.EqualFunc(s.subCategories, u.subCategories, sameSubCategory) {
		return false, nil
	}
	previous := make(map[string]catalog.SubCategory, len(s.subCategories))
	for _, sub := range s.subCategories {
		previous[sub.ID] = sub
	}
	s.categoryRefs = make(map[string]catalog.Reference, len(u.categories))
	for _, category := range u.categories {
		s.categoryRefs[category.ID] = category.Reference()
	}
	s.subCategoryRefs = make(map[string]catalog.Reference, len(u.subCategories))
	s.subCategoryTax = make(map[string]tax.Goods, len(u.subCategories))
	for i := range u.subCategories {
		sub := &u.subCategories[i]
		sub.Category = s.categoryRefs[sub.CategoryID]
		s.subCategoryRefs[sub.ID], s.subCategoryTax[sub.ID] = sub.Reference(), sub.Goods()
		if before := previous[sub.ID]; !sameReference(before.Reference(), sub.Reference()) || !sameReference(before.Category, sub.Category) {
			renamed = append(renamed, sub.ID)
		}
	}
	drawTiles(u)
	s.categories, s.subCategories = u.categories, u.subCategories
	return true, renamed
}

// drawTiles draws a picture for each category and sub-category without an image, and avoids equal pictures.
func drawTiles(u update) {
	var tiles drawing.Tiles
	for i := range u.categories {
		u.categories[i].Draw(&tiles)
	}
	for i := range u.subCategories {
		u.subCategories[i].Draw(&tiles)
	}
}

// sameWords reports whether two versions of a product have the same search document, apart from the names of categories.
func sameWords(a, b *catalog.Product) bool {
	return a.Name == b.Name && maps.Equal(a.Names, b.Names) && a.Unit == b.Unit && a.CategoryID == b.CategoryID && a.SubCategoryID == b.SubCategoryID && slices.Equal(a.Details, b.Details)
}

func sameReference(a, b catalog.Reference) bool {
	return a.ID == b.ID && a.Name == b.Name && maps.Equal(a.Names, b.Names)
}

func sameCategory(a, b catalog.Category) bool {
	return sameReference(a.Reference(), b.Reference()) && a.Image == b.Image && a.Position == b.Position && a.UpdatedAt.Equal(b.UpdatedAt)
}

func sameSubCategory(a, b catalog.SubCategory) bool {
	return sameReference(a.Reference(), b.Reference()) && a.CategoryID == b.CategoryID && a.Image == b.Image &&
		reflect.DeepEqual(a.TaxFacts, b.TaxFacts) && a.UpdatedAt.Equal(b.UpdatedAt)
}

// alsoKnownAs is the name of the detail that holds other names of a product.
const alsoKnownAs = "also known as"

// document returns the search document of a product.
func (s *Snapshot) document(ref int32) search.Doc {
	p := s.products.at(ref)
	category, subCategory := s.categoryRefs[p.CategoryID], s.subCategoryRefs[p.SubCategoryID]
	doc := search.Doc{
		ID: p.ID, Ref: ref, Name: p.Name, Unit: p.Unit,
		Category:    strings.Join(slices.Concat([]string{category.Name}, category.Names.Words(), subCategory.Names.Words()), " "),
		SubCategory: subCategory.Name,
	}
	names := p.Names.Words()
	for _, detail := range p.Details {
		if strings.EqualFold(detail.Name, alsoKnownAs) {
			names = append(names, detail.Text)
		}
	}
	doc.Extra = strings.Join(names, ",")
	return doc
}

// WithNames returns the product with the names of its category and sub-category.
func (s *Snapshot) WithNames(p catalog.Product) catalog.Product {
	p.Category, p.SubCategory = s.categoryRefs[p.CategoryID], s.subCategoryRefs[p.SubCategoryID]
	return p
}

// ForShoppers returns the product as shoppers see it: with the names of its category and sub-category, its unit price and its
// drawn picture. They are computed per call, since most products change before anyone sees them.
func (s *Snapshot) ForShoppers(p catalog.Product) catalog.Product {
	return s.derived(p).ForShoppers()
}

// ForStaff is like ForShoppers, with the fields for staff, such as the tax rate.
func (s *Snapshot) ForStaff(p catalog.Product) catalog.Product {
	p = s.WithRate(s.derived(p))
	p.Barcodes = p.AllBarcodes()
	return p
}

// WithRate returns the product with today's tax rate.
func (s *Snapshot) WithRate(p catalog.Product) catalog.Product {
	p.TaxRate = s.taxRate(&p)
	return p
}

func (s *Snapshot) taxRate(p *catalog.Product) catalog.ShownRate {
	return catalog.RateOn(s.rates, s.TaxGoods(p.TaxFacts, p.SubCategoryID), s.day())
}

func (s *Snapshot) derived(p catalog.Product) catalog.Product {
	p = s.WithNames(p)
	return p.WithDerived(p.SubCategory.Name, p.Category.Name).WithAvailableStock()
}

// TaxGoods returns the facts that decide a product's tax: its own, or else those of its sub-category.
func (s *Snapshot) TaxGoods(own catalog.TaxFacts, subCategoryID string) tax.Goods {
	return own.Goods().Or(s.subCategoryTax[subCategoryID])
}

// Rates returns the table of tax rates.
func (s *Snapshot) Rates() *tax.Table { return s.rates }

// Conditions returns today's conditions of an HSN to choose from. An empty condition is the default.
func (s *Snapshot) Conditions(hsn string) []string { return s.rates.Conditions(hsn, s.day()) }

// day returns today in India, the day whose tax rates are shown.
func (s *Snapshot) day() string { return tax.Day(s.clock.Now()) }

// NamedLanguages returns the languages in which a product, category or sub-category has a name, sorted.
func (s *Snapshot) NamedLanguages() []string {
	found := map[string]bool{}
	add := func(names catalog.Names) {
		for lang := range names {
			found[lang] = true
		}
	}
	for _, category := range s.categories {
		add(category.Names)
	}
	for _, sub := range s.subCategories {
		add(sub.Names)
	}
	for _, ref := range s.newest {
		add(s.products.at(ref).Names)
	}
	return slices.Sorted(maps.Keys(found))
}
