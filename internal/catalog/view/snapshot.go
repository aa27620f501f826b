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

// Snapshot is the catalog at one moment. It never changes: writers build the next one, which shares with it what stayed the
// same. Every product has a number, its ref, that it keeps while the program runs; the lists and the search index hold refs.
// Only the index is common to all snapshots: what it finds is looked up here.
type Snapshot struct {
	// version counts the changes that every response must show; stockVersion those
	// of the number of pieces alone, which a cached response may show a second late.
	version, stockVersion uint64

	categories      []catalog.Category           // by position
	subCategories   []catalog.SubCategory        // the oldest first, with the names of their categories
	categoryRefs    map[string]catalog.Reference // by id
	subCategoryRefs map[string]catalog.Reference
	subCategoryTax  map[string]tax.Goods

	clock clock.Clock
	rates *tax.Table

	products productList      // by ref; nil where it is deleted
	refs     map[string]int32 // by product id, of deleted products too
	lists

	sold       map[string]int // pieces sold of late, by product id
	buyers     buyers
	popularity *popularity // shared by snapshots with the same names and sales

	search    *search.Index
	unindexed bool // the index is not built yet
}

func emptySnapshot(index *search.Index) *Snapshot {
	return &Snapshot{
		clock: clock.System{}, rates: tax.ShippedTable(),
		categories: []catalog.Category{}, subCategories: []catalog.SubCategory{}, // [] in JSON
		search: index, popularity: &popularity{},
	}
}

// Version counts the changes of the catalog that readers see at once, which a change of stock is not.
func (s *Snapshot) Version() uint64 { return s.version }

// StockVersion counts the changes of the number of pieces.
func (s *Snapshot) StockVersion() uint64 { return s.stockVersion }

// Visible yields every product that shoppers see, the newest first. They must not be changed.
func (s *Snapshot) Visible() iter.Seq[*catalog.Product] {
	return func(yield func(*catalog.Product) bool) {
		for _, ref := range s.published {
			if !yield(s.products.at(ref)) {
				return
			}
		}
	}
}

// All yields every product, hidden ones too, the newest first. They must not be changed.
func (s *Snapshot) All() iter.Seq[*catalog.Product] {
	return func(yield func(*catalog.Product) bool) {
		for _, ref := range s.newest {
			if !yield(s.products.at(ref)) {
				return
			}
		}
	}
}

// find returns the product of an id, or nil.
func (s *Snapshot) find(productID string) *catalog.Product {
	if ref, known := s.refs[productID]; known {
		return s.products.at(ref)
	}
	return nil
}

// update is the difference between the database and a snapshot.
type update struct {
	categories    []catalog.Category // nil: as they are
	subCategories []catalog.SubCategory
	rates         *tax.Table         // with the categories
	products      []*catalog.Product // deleted ones too; the snapshot takes them
	complete      bool               // products are all that exist
	sold          map[string]int     // nil: as it is, and so are the buyers
	buyers        buyers
}

// reindexing lists the changes of the search index that a new snapshot requires.
type reindexing struct {
	all     bool            // it is the first snapshot with products
	changed map[string]bool // ids of products with other words
	removed []string
}

// merge returns the snapshot with an update. A product that is older in the update
// than in the snapshot stays as it is.
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

// productChanges are the differences that an update makes to the products of a snapshot.
type productChanges struct {
	products   map[int32]*catalog.Product // by ref; nil: deleted
	added      map[string]int32           // refs of ids that the snapshot does not know
	out, in    []int32                    // refs to take out of the lists, and then to insert; of a product that moves, both
	visible    bool                       // readers must see it at once
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

// withStock returns the snapshot with the stock that committed orders left, or nil
// when it has that already. A product that another process has edited since this
// snapshot keeps its version, so that the edit is still read.
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

// setCategories takes the update's categories, if it has any. It reports whether
// something about them differs, and which sub-categories have another name or a
// category of another name. Only for a snapshot that nobody has seen.
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

// drawTiles gives every category and sub-category without an image a picture that none
// before it has.
func drawTiles(u update) {
	var tiles drawing.Tiles
	for i := range u.categories {
		u.categories[i].Draw(&tiles)
	}
	for i := range u.subCategories {
		u.subCategories[i].Draw(&tiles)
	}
}

// sameWords reports whether two states of a product are found by the same words,
// save the names of its categories.
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

// alsoKnownAs is the detail whose words a product is found by as well.
const alsoKnownAs = "also known as"

// document is the product of a ref as the search index reads it.
func (s *Snapshot) document(ref int32) search.Doc {
	p := s.products.at(ref)
	category, subCategory := s.categoryRefs[p.CategoryID], s.subCategoryRefs[p.SubCategoryID]
	doc := search.Doc{
		ID: p.ID, Ref: ref, Name: p.Name, Unit: p.Unit,
		Category:    strings.Join(slices.Concat([]string{category.Name}, category.Names.Words(), subCategory.Names.Words()), " "),
		SubCategory: subCategory.Name,
	}
	others := p.Names.Words()
	for _, detail := range p.Details {
		if strings.EqualFold(detail.Name, alsoKnownAs) {
			others = append(others, detail.Text)
		}
	}
	doc.Extra = strings.Join(others, ",")
	return doc
}

// WithNames returns the product with the names of its category and sub-category.
func (s *Snapshot) WithNames(p catalog.Product) catalog.Product {
	p.Category, p.SubCategory = s.categoryRefs[p.CategoryID], s.subCategoryRefs[p.SubCategoryID]
	return p
}

// InPlace returns the product as it is shown to shoppers: with the names of its category and sub-category, its unit price, and the
// picture that is drawn for it where it stands. The snapshot does not keep these: most products are not shown before they change.
func (s *Snapshot) InPlace(p catalog.Product) catalog.Product {
	return s.derived(p).ForShoppers()
}

// ForStaff is InPlace with the fields that only staff see, such as the tax rate.
func (s *Snapshot) ForStaff(p catalog.Product) catalog.Product {
	p = s.WithRate(s.derived(p))
	p.Barcodes = p.AllBarcodes()
	return p
}

// WithRate returns the product with the rate of its tax that is valid today.
func (s *Snapshot) WithRate(p catalog.Product) catalog.Product {
	p.TaxRate = s.taxRate(&p)
	return p
}

func (s *Snapshot) taxRate(p *catalog.Product) catalog.ShownRate {
	return catalog.RateOn(s.rates, s.TaxGoods(p.TaxFacts, p.SubCategoryID), s.day())
}

func (s *Snapshot) derived(p catalog.Product) catalog.Product {
	p = s.WithNames(p)
	return p.WithDerived(p.SubCategory.Name, p.Category.Name).Shown()
}

// TaxGoods returns what the tax of a product of a sub-category depends on: its own facts, or those that the sub-category gives.
func (s *Snapshot) TaxGoods(own catalog.TaxFacts, subCategoryID string) tax.Goods {
	return own.Goods().Or(s.subCategoryTax[subCategoryID])
}

// Rates returns the table of the tax rates.
func (s *Snapshot) Rates() *tax.Table { return s.rates }

// Conditions returns the conditions among which goods of an HSN choose today; an empty one is the rule.
func (s *Snapshot) Conditions(hsn string) []string { return s.rates.Conditions(hsn, s.day()) }

// day is the day by which rates are shown.
func (s *Snapshot) day() string { return tax.Day(s.clock.Now()) }

// NamedLanguages returns the languages in which something has a name of its own, in order.
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
