package catalog

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"kirana/internal/catalog/search"
)

// shelf is the whole catalogue in memory, as the database had it a moment ago.
// Every read of shoppers is answered from it; the checkout reads the database.
type shelf struct {
	refreshing sync.Mutex // held before mu

	mu            sync.RWMutex
	products      map[string]*Product // not the deleted ones; a *Product never changes, it is replaced
	categories    []Category          // by position
	subCategories []SubCategory
	newest        []string            // ids of products, the newest first
	byCategory    map[string][]string // likewise, by category and sub-category
	bySubCategory map[string][]string
	index         *search.Index
	seen          time.Time // the newest change that is on the shelf
	seenAt        time.Time // when it came
	readAt        time.Time // when the last refresh that succeeded began to read

	// shown counts the changes that every reader must see at once, counted those
	// of stock alone, which may show a second later.
	shown, counted atomic.Uint64
}

func newShelf() *shelf {
	return &shelf{
		// Lists are [] from the start: nothing is renamed in an empty shop.
		categories: []Category{}, subCategories: []SubCategory{},
		products: map[string]*Product{}, byCategory: map[string][]string{}, bySubCategory: map[string][]string{},
		index: search.New(),
	}
}

// overlap is how far back a refresh reads again: on PostgreSQL a transaction may
// commit later than another that began after it, and clocks of machines differ.
// Once nothing new was found for as long, there is nothing to wait for any more,
// and an idle shop does not read the same import again and again.
const overlap = 10 * time.Second

// followEvery is how long a change made elsewhere may take to show here.
const followEvery = 500 * time.Millisecond

// Refresh brings the shelf up to date with the database.
func (s *Service) Refresh(ctx context.Context) error { return s.refresh(ctx) }

// refresh also reads products of which the caller knows that they have changed:
// those show whatever this machine's clock said when they did.
func (s *Service) refresh(ctx context.Context, known ...string) error {
	// One at a time: what was read first must not be put on the shelf last.
	s.shelf.refreshing.Lock()
	defer s.shelf.refreshing.Unlock()
	now := s.clock.Now()
	categories, err := allCategories(ctx, s.db)
	if err != nil {
		return err
	}
	subCategories, err := allSubCategories(ctx, s.db)
	if err != nil {
		return err
	}
	changed, err := s.changedProducts(ctx, known)
	if err != nil {
		return err
	}
	s.shelf.take(now, categories, subCategories, changed)
	return nil
}

// changedProducts reads what is not on the shelf as it is in the database, and the known.
func (s *Service) changedProducts(ctx context.Context, known []string) ([]Product, error) {
	s.shelf.mu.RLock()
	since, idle := s.shelf.seen, s.shelf.readAt.Sub(s.shelf.seenAt) > overlap
	s.shelf.mu.RUnlock()
	if since.IsZero() {
		return allProducts(ctx, s.db)
	}
	if !idle {
		since = since.Add(-overlap)
	}
	newer, err := writtenSince(ctx, s.db, since)
	if err != nil {
		return nil, err
	}
	// Most of the overlap is on the shelf already: after an import that is the whole catalogue.
	return productRows(ctx, s.db, append(s.shelf.without(newer), known...))
}

// without are the newer products that the shelf does not show yet.
func (sh *shelf) without(newer []written) []string {
	sh.mu.RLock()
	defer sh.mu.RUnlock()
	var ids []string
	for _, w := range newer {
		if p := sh.products[w.ProductID]; p == nil || w.UpdatedAt.After(p.UpdatedAt) {
			ids = append(ids, w.ProductID)
		}
	}
	return ids
}

// Follow keeps the shelf up to date until the context ends. A failure is logged
// once and tried again.
func (s *Service) Follow(ctx context.Context) {
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		err := s.Refresh(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			s.log.Error("follow the catalogue", "error", err.Error())
		}
		failing = err != nil
	}
}

// take puts what was read onto the shelf, then into the index: that may take
// seconds after an import, and readers go on meanwhile. One caller at a time.
func (sh *shelf) take(now time.Time, categories []Category, subCategories []SubCategory, changed []Product) {
	words, gone := sh.place(now, categories, subCategories, changed)
	for _, productID := range gone {
		sh.index.Remove(productID)
	}
	sh.reindex(words)
}

// place puts what was read onto the shelf and answers whose words are new and
// which products are gone.
func (sh *shelf) place(now time.Time, categories []Category, subCategories []SubCategory, changed []Product) (words map[string]bool, gone []string) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	sh.readAt = now
	arranged, relabelled := sh.label(categories, subCategories)
	moved, shown := false, arranged
	words = map[string]bool{}
	for i := range changed {
		next := &changed[i]
		if next.UpdatedAt.After(sh.seen) {
			sh.seen, sh.seenAt = next.UpdatedAt, now
		}
		last := sh.products[next.ID]
		if last != nil && !next.UpdatedAt.After(last.UpdatedAt) {
			continue
		}
		if next.DeletedAt != nil {
			if last != nil {
				delete(sh.products, next.ID)
				gone = append(gone, next.ID)
				moved = true
			}
			continue
		}
		if last == nil || last.CategoryID != next.CategoryID || last.SubCategoryID != next.SubCategoryID {
			moved = true
		}
		if last == nil || !last.EditedAt.Equal(next.EditedAt) || (last.Stock == 0) != (next.Stock == 0) {
			shown = true
		}
		if last == nil || !sameWords(last, next) {
			words[next.ID] = true
		}
		sh.products[next.ID] = next
		sh.counted.Add(1)
	}
	if moved {
		sh.arrange()
	}
	for _, subCategoryID := range relabelled {
		for _, productID := range sh.bySubCategory[subCategoryID] {
			words[productID] = true
		}
	}
	if shown || moved {
		sh.shown.Add(1)
	}
	return words, gone
}

// label takes the categories and sub-categories as they are now. It tells
// whether anything about them differs, and which sub-categories or their
// categories have another name. The caller holds the lock.
func (sh *shelf) label(categories []Category, subCategories []SubCategory) (differ bool, relabelled []string) {
	if slices.EqualFunc(sh.categories, categories, sameCategory) && slices.EqualFunc(sh.subCategories, subCategories, sameSubCategory) {
		return false, nil
	}
	names := make(map[string]string, len(categories))
	for _, c := range categories {
		names[c.ID] = c.Name
	}
	before := make(map[string]SubCategory, len(sh.subCategories))
	for _, sub := range sh.subCategories {
		before[sub.ID] = sub
	}
	for i := range subCategories {
		sub := &subCategories[i]
		sub.Category = Reference{ID: sub.CategoryID, Name: names[sub.CategoryID]}
		if last := before[sub.ID]; last.Name != sub.Name || last.Category.Name != sub.Category.Name {
			relabelled = append(relabelled, sub.ID)
		}
	}
	sh.categories, sh.subCategories = categories, subCategories
	return true, relabelled
}

// sameWords tells whether two states of a product are found by the same words,
// but for the names of where it stands.
func sameWords(a, b *Product) bool {
	return a.Name == b.Name && a.Unit == b.Unit && a.CategoryID == b.CategoryID && a.SubCategoryID == b.SubCategoryID &&
		slices.Equal(a.Details, b.Details)
}

// ShowStock shows at once, on this node, the stock that a committed order left of
// the products. A product that another process has edited since this node last
// read it keeps its version, so that the edit is still read.
func (s *Service) ShowStock(changed []Product) {
	for i := range changed {
		s.shelf.setStock(&changed[i])
	}
}

func (sh *shelf) setStock(row *Product) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	last := sh.products[row.ID]
	if last == nil || !row.UpdatedAt.After(last.UpdatedAt) {
		return
	}
	next := *last
	next.Stock = row.Stock
	if last.EditedAt.Equal(row.EditedAt) {
		next.UpdatedAt = row.UpdatedAt
		if row.UpdatedAt.After(sh.seen) {
			sh.seen, sh.seenAt = row.UpdatedAt, row.UpdatedAt
		}
	}
	sh.products[row.ID] = &next
	if (last.Stock == 0) != (next.Stock == 0) {
		sh.shown.Add(1)
		return
	}
	sh.counted.Add(1)
}

// arrange sorts the products anew. The caller holds the lock.
func (sh *shelf) arrange() {
	sh.newest = make([]string, 0, len(sh.products))
	for productID := range sh.products {
		sh.newest = append(sh.newest, productID)
	}
	slices.SortFunc(sh.newest, func(a, b string) int {
		if order := sh.products[b].CreatedAt.Compare(sh.products[a].CreatedAt); order != 0 {
			return order
		}
		return strings.Compare(b, a)
	})
	sh.byCategory, sh.bySubCategory = map[string][]string{}, map[string][]string{}
	for _, productID := range sh.newest {
		p := sh.products[productID]
		sh.byCategory[p.CategoryID] = append(sh.byCategory[p.CategoryID], productID)
		sh.bySubCategory[p.SubCategoryID] = append(sh.bySubCategory[p.SubCategoryID], productID)
	}
}

// manyDocs is from how many changed products on building the index anew is
// cheaper than changing it one by one.
const manyDocs = 500

// reindex puts the words of products into the index.
func (sh *shelf) reindex(words map[string]bool) {
	if len(words) == 0 {
		return
	}
	all := len(words) > manyDocs
	sh.mu.RLock()
	var docs []search.Doc
	for productID, p := range sh.products {
		if all || words[productID] {
			docs = append(docs, sh.doc(p))
		}
	}
	sh.mu.RUnlock()
	if all {
		sh.index.Build(docs)
		return
	}
	for _, doc := range docs {
		sh.index.Put(doc)
	}
}

// alsoKnownAs is the detail whose words a product is found by as well.
const alsoKnownAs = "also known as"

func (sh *shelf) doc(p *Product) search.Doc {
	doc := search.Doc{ID: p.ID, Name: p.Name, Unit: p.Unit}
	doc.Category, doc.SubCategory = sh.names(p)
	for _, detail := range p.Details {
		if strings.EqualFold(detail.Name, alsoKnownAs) {
			doc.Extra = detail.Text
		}
	}
	return doc
}

func (sh *shelf) names(p *Product) (category, subCategory string) {
	for i := range sh.categories {
		if sh.categories[i].ID == p.CategoryID {
			category = sh.categories[i].Name
		}
	}
	for i := range sh.subCategories {
		if sh.subCategories[i].ID == p.SubCategoryID {
			subCategory = sh.subCategories[i].Name
		}
	}
	return category, subCategory
}

// named is a product with the names of its category and sub-category.
func (sh *shelf) named(p *Product) Product {
	named := *p
	category, subCategory := sh.names(p)
	named.Category = Reference{ID: p.CategoryID, Name: category}
	named.SubCategory = Reference{ID: p.SubCategoryID, Name: subCategory}
	return named
}

func sameCategory(a, b Category) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Image == b.Image && a.Position == b.Position && a.UpdatedAt.Equal(b.UpdatedAt)
}

func sameSubCategory(a, b SubCategory) bool {
	return a.ID == b.ID && a.CategoryID == b.CategoryID && a.Name == b.Name && a.Image == b.Image && a.UpdatedAt.Equal(b.UpdatedAt)
}
