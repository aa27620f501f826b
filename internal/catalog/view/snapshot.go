package view

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/catalog/search"
)

// Snapshot is the catalog at one moment. It never changes: writers build the next
// one, which shares with it what stayed the same. Only the search index is common
// to all snapshots; what it finds is looked up here.
type Snapshot struct {
	// version counts the changes that every response must show; stockVersion those
	// of the number of pieces alone, which a cached response may show a second late.
	version, stockVersion uint64

	categories       []catalog.Category    // by position
	subCategories    []catalog.SubCategory // the oldest first, with the names of their categories
	categoryNames    map[string]string     // by id
	subCategoryNames map[string]string

	products      productList      // not the deleted ones; the newest first
	places        placeTable       // of the products
	refs          []int32          // of the products, by index
	indexes       []int32          // into products, by ref; -1: it is not there any more
	byCategory    map[string][]int // indexes, by category id
	bySubCategory map[string][]int

	sold       map[string]int // pieces sold of late, by product id
	popularity *popularity    // shared by snapshots with the same names and sales
	names      *nameOrder

	search    *search.Index
	unindexed bool // the index is not built yet
}

func emptySnapshot(index *search.Index) *Snapshot {
	return &Snapshot{
		categories: []catalog.Category{}, subCategories: []catalog.SubCategory{}, // [] in JSON
		search: index, popularity: &popularity{}, names: &nameOrder{},
	}
}

// Version counts the changes of the catalog that readers see at once; the number of pieces is none of them.
func (s *Snapshot) Version() uint64 { return s.version }

// StockVersion counts the changes of the number of pieces.
func (s *Snapshot) StockVersion() uint64 { return s.stockVersion }

// Visible yields every product that shoppers see, the newest first. They must not be changed.
func (s *Snapshot) Visible() iter.Seq[*catalog.Product] {
	return func(yield func(*catalog.Product) bool) {
		for i := range s.products.length {
			if p := s.products.at(i); p.Visible() && !yield(p) {
				return
			}
		}
	}
}

// find returns the product of an id, or nil.
func (s *Snapshot) find(productID string) *catalog.Product {
	if p, found := s.place(productID); found {
		return s.products.at(int(p.index))
	}
	return nil
}

// update is the difference between the database and a snapshot.
type update struct {
	categories    []catalog.Category // nil: as they are
	subCategories []catalog.SubCategory
	products      []*catalog.Product // deleted ones too; the snapshot takes them
	complete      bool               // products are all that exist
	packed        bool               // products are as unpack returns them
	sold          map[string]int     // nil: as it is
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
	r := reindexing{changed: map[string]bool{}}
	visible, renamedSubCategories := next.setCategories(u)
	if s.products.length == 0 && u.complete {
		next.fill(u)
		r.all = true
		return &next, r
	}
	var added []*catalog.Product
	changed, removed := map[int]*catalog.Product{}, map[int]bool{}
	if u.complete {
		removed = s.missingFrom(u.products)
	}
	resort := false
	var renamedProducts []int32 // their indexes
	for _, product := range u.products {
		place, known := s.place(product.ID)
		index := int(place.index)
		switch {
		case known && !product.UpdatedAt.After(s.products.at(index).UpdatedAt):
			continue
		case product.DeletedAt != nil:
			if known {
				removed[index] = true
			}
			continue
		case !known:
			added = append(added, product)
			visible, r.changed[product.ID] = true, true
			continue
		}
		before := s.products.at(index)
		resort = resort || !samePlace(before, product)
		visible = visible || !before.EditedAt.Equal(product.EditedAt) || (before.Available() == 0) != (product.Available() == 0)
		if !sameWords(before, product) {
			r.changed[product.ID] = true
		}
		if before.Name != product.Name {
			renamedProducts = append(renamedProducts, place.index)
		}
		changed[index] = product
	}
	for index := range removed {
		r.removed = append(r.removed, s.products.at(index).ID)
	}
	if len(changed) > 0 {
		next.products = next.products.replace(changed)
		next.stockVersion++
	}
	visible = next.reorder(added, removed, resort, renamedProducts) || visible
	next.renew(renamedSubCategories, r)
	if u.sold != nil && !maps.Equal(u.sold, s.sold) {
		next.sold, next.popularity, visible = u.sold, &popularity{}, true
	}
	if len(r.changed)+len(r.removed) > 0 {
		next.popularity = &popularity{}
	}
	if visible {
		next.version++
	}
	return &next, r
}

// reorder makes the lists anew where products were added, removed or moved, and reports whether it did; otherwise only the order
// by name differs. renamed are the indexes of the renamed products. Only for a snapshot that nobody has seen.
func (s *Snapshot) reorder(added []*catalog.Product, removed map[int]bool, moved bool, renamed []int32) bool {
	if len(added)+len(removed) > 0 || moved {
		s.rebuildLists(added, removed)
		s.names = &nameOrder{}
		return true
	}
	if len(renamed) > 0 {
		s.names = s.names.withRenamed(renamed)
	}
	return false
}

// fill takes all products of an update. Only for a snapshot without products that nobody has seen.
func (s *Snapshot) fill(u update) {
	products := slices.DeleteFunc(u.products, func(p *catalog.Product) bool { return p.DeletedAt != nil })
	slices.SortFunc(products, newestFirst)
	if !u.packed {
		repack(products)
	}
	s.rebuildLists(products, nil)
	if u.sold != nil {
		s.sold = u.sold
	}
	s.popularity, s.names = &popularity{}, &nameOrder{}
	s.version++
}

// renew gives the products of renamed sub-categories other pointers, by which what was prepared of them is known, and has
// them indexed anew. Only for a snapshot that nobody has seen.
func (s *Snapshot) renew(renamed []string, r reindexing) {
	renewed := map[int]*catalog.Product{}
	for _, subCategoryID := range renamed {
		for _, index := range s.bySubCategory[subCategoryID] {
			product := *s.products.at(index)
			renewed[index], r.changed[product.ID] = &product, true
		}
	}
	if len(renewed) > 0 {
		s.products = s.products.replace(renewed)
	}
}

// missingFrom returns the indexes of the products that are not among those.
func (s *Snapshot) missingFrom(products []*catalog.Product) map[int]bool {
	existing := make(map[string]bool, len(products))
	for _, product := range products {
		existing[product.ID] = true
	}
	missing := map[int]bool{}
	for index, product := range s.products.all() {
		if !existing[product.ID] {
			missing[index] = true
		}
	}
	return missing
}

// withStock returns the snapshot with the stock that committed orders left, or nil
// when it has that already. A product that another process has edited since this
// snapshot keeps its version, so that the edit is still read.
func (s *Snapshot) withStock(rows []catalog.Product) *Snapshot {
	changed := map[int]*catalog.Product{}
	visible := false
	for i := range rows {
		row := &rows[i]
		place, known := s.place(row.ID)
		index := int(place.index)
		if !known || !row.UpdatedAt.After(s.products.at(index).UpdatedAt) {
			continue
		}
		before := s.products.at(index)
		product := *before
		product.Stock = row.Stock
		if before.EditedAt.Equal(row.EditedAt) {
			product.UpdatedAt = row.UpdatedAt
		}
		visible = visible || (before.Available() == 0) != (product.Available() == 0)
		changed[index] = &product
	}
	if len(changed) == 0 {
		return nil
	}
	next := *s
	next.products = s.products.replace(changed)
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
	if u.categories == nil ||
		slices.EqualFunc(s.categories, u.categories, sameCategory) && slices.EqualFunc(s.subCategories, u.subCategories, sameSubCategory) {
		return false, nil
	}
	previous := make(map[string]catalog.SubCategory, len(s.subCategories))
	for _, sub := range s.subCategories {
		previous[sub.ID] = sub
	}
	s.categoryNames = make(map[string]string, len(u.categories))
	for _, category := range u.categories {
		s.categoryNames[category.ID] = category.Name
	}
	s.subCategoryNames = make(map[string]string, len(u.subCategories))
	for i := range u.subCategories {
		sub := &u.subCategories[i]
		sub.Category = catalog.Reference{ID: sub.CategoryID, Name: s.categoryNames[sub.CategoryID]}
		s.subCategoryNames[sub.ID] = sub.Name
		if before := previous[sub.ID]; before.Name != sub.Name || before.Category.Name != sub.Category.Name {
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

// rebuildLists sorts the products with the added and without the removed ones, and
// groups them anew. Only for a snapshot that nobody has seen.
func (s *Snapshot) rebuildLists(added []*catalog.Product, removed map[int]bool) {
	type listed struct {
		product *catalog.Product
		ref     int32
	}
	next := make([]listed, 0, s.products.length+len(added)-len(removed))
	for index := range s.products.length {
		if !removed[index] {
			next = append(next, listed{s.products.at(index), s.refs[index]})
		}
	}
	refs := int32(len(s.indexes)) //nolint:gosec // G115: there are not two billion products
	for _, product := range added {
		next = append(next, listed{product, refs})
		refs++
	}
	slices.SortFunc(next, func(a, b listed) int { return newestFirst(a.product, b.product) })
	products := make([]*catalog.Product, len(next))
	s.refs, s.indexes = make([]int32, len(next)), slices.Repeat([]int32{-1}, int(refs))
	s.byCategory, s.bySubCategory = map[string][]int{}, map[string][]int{}
	for index, n := range next {
		p := n.product
		products[index], s.refs[index], s.indexes[n.ref] = p, n.ref, int32(index)
		s.byCategory[p.CategoryID] = append(s.byCategory[p.CategoryID], index)
		s.bySubCategory[p.SubCategoryID] = append(s.bySubCategory[p.SubCategoryID], index)
	}
	s.products = newProductList(products)
	s.places = newPlaceTable(s.products, s.refs)
}

func newestFirst(a, b *catalog.Product) int {
	if order := b.CreatedAt.Compare(a.CreatedAt); order != 0 {
		return order
	}
	return strings.Compare(b.ID, a.ID)
}

func samePlace(a, b *catalog.Product) bool {
	return a.CategoryID == b.CategoryID && a.SubCategoryID == b.SubCategoryID
}

// sameWords reports whether two states of a product are found by the same words,
// save the names of its categories.
func sameWords(a, b *catalog.Product) bool {
	return a.Name == b.Name && a.Unit == b.Unit && samePlace(a, b) && slices.Equal(a.Details, b.Details)
}

func sameCategory(a, b catalog.Category) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Image == b.Image && a.Position == b.Position && a.UpdatedAt.Equal(b.UpdatedAt)
}

func sameSubCategory(a, b catalog.SubCategory) bool {
	return a.ID == b.ID && a.CategoryID == b.CategoryID && a.Name == b.Name && a.Image == b.Image && a.UpdatedAt.Equal(b.UpdatedAt)
}

// alsoKnownAs is the detail whose words a product is found by as well.
const alsoKnownAs = "also known as"

// document is the product at an index as the search index reads it.
func (s *Snapshot) document(index int) search.Doc {
	p, ref := s.products.at(index), s.refs[index]
	doc := search.Doc{
		ID: p.ID, Ref: ref, Name: p.Name, Unit: p.Unit,
		Category: s.categoryNames[p.CategoryID], SubCategory: s.subCategoryNames[p.SubCategoryID],
	}
	for _, detail := range p.Details {
		if strings.EqualFold(detail.Name, alsoKnownAs) {
			doc.Extra = detail.Text
		}
	}
	return doc
}

// WithNames returns the product with the names of its category and sub-category.
func (s *Snapshot) WithNames(p catalog.Product) catalog.Product {
	p.Category = catalog.Reference{ID: p.CategoryID, Name: s.categoryNames[p.CategoryID]}
	p.SubCategory = catalog.Reference{ID: p.SubCategoryID, Name: s.subCategoryNames[p.SubCategoryID]}
	return p
}

// InPlace returns the product as it is shown: with the names of its category and sub-category, its unit price, and the
// picture that is drawn for it where it stands. The snapshot does not keep these: most products are not shown before they change.
func (s *Snapshot) InPlace(p catalog.Product) catalog.Product {
	p = s.WithNames(p)
	return p.WithDerived(p.SubCategory.Name, p.Category.Name).Shown()
}
