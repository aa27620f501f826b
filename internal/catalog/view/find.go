package view

import (
	"iter"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/money"
)

// Sort is an order of products.
type Sort string

// The sort orders of a list. Prices are payable prices.
const (
	ByRelevance Sort = "relevance" // best match first; without words, what can be bought first
	ByNewest    Sort = "newest"
	ByPriceAsc  Sort = "priceAsc"
	ByPriceDesc Sort = "priceDesc"
	ByDiscount  Sort = "discount" // the most rupees off first
	ByName      Sort = "name"
	ByStock     Sort = "stock"   // the fewest pieces first
	ByOrigin    Sort = "origin"  // the country of origin
	ByPopular   Sort = "popular" // what can be bought first, then one thing before several together, what sells most, the name
)

// StockLevel is how much is left of a product.
type StockLevel string

// The stock filters.
const (
	OutOfStock  StockLevel = "out"
	LowOnStock  StockLevel = "low"
	SomeInStock StockLevel = "some"
)

// Valid reports whether the level is known; "" is any.
func (l StockLevel) Valid() bool {
	return slices.Contains([]StockLevel{"", OutOfStock, LowOnStock, SomeInStock}, l)
}

// LowStockThreshold is from how many pieces down a product is low on stock.
const LowStockThreshold = 5

// Includes reports whether that many pieces are at this level; any are at "".
func (l StockLevel) Includes(pieces int) bool {
	switch l {
	case OutOfStock:
		return pieces == 0
	case LowOnStock:
		return pieces > 0 && pieces <= LowStockThreshold
	case SomeInStock:
		return pieces > 0
	}
	return true
}

// MissingField is what a product does not have and could.
type MissingField string

// What products can lack.
const (
	WithoutPicture MissingField = "picture"
	WithoutUnit    MissingField = "unit"
)

// Matches reports whether a product lacks it; any does at "".
func (m MissingField) Matches(p *catalog.Product) bool {
	switch m {
	case WithoutPicture:
		return len(p.Images) == 0
	case WithoutUnit:
		return p.Unit == ""
	}
	return true
}

// Query is a filter of products. Zero values do not restrict.
type Query struct {
	Words         string
	CategoryID    string
	SubCategoryID string
	InStock       bool
	Min, Max      *money.Paise // of the payable price, both included
	Sort          Sort         // "" is relevance with words and newest without
	Page, Limit   int          // Page counts from 1; Limit 0 is everything
	Unpublished   bool         // an administrator sees these too
	Publish       *bool        // only what is published, or only what is not
	Stock         StockLevel   // "" is any
	Without       MissingField // "" is none

	Brands, Types, Sizes []string // any of them; Sizes are units
	Origins              []string // any of them: countries
	MinPercent           int      // the least discount, in per cent of the price
	Facets               bool     // count what the list can be narrowed to
	Also                 bool     // instead of what Words name: what they find by its unit, sub-category or category
}

// Found is one page of the products that match a query.
type Found struct {
	Products      []catalog.Product
	Total         int                 // on all pages
	Also          int                 // matches of the words by unit, sub-category or category alone, which are in no page unless the query asks for them
	Partial       bool                // no product has all the words; these have most of them
	Nearest       []string            // for words that find nothing: what the shop has that is spelled like them
	Facets        *Facets             // when the query asks for them
	SubCategories []SearchSubCategory // on the first page of a search of the whole shop: where its best matches stand
}

// maxNearest is how many other words are offered for those that find nothing.
const maxNearest = 3

// Find returns one page of the products that match a query.
func (s *Snapshot) Find(q Query) Found {
	found, products := s.page(q)
	found.Products = make([]catalog.Product, len(products))
	for i, p := range products {
		found.Products[i] = s.InPlace(*p)
	}
	return found
}

// page is Find with the products as the snapshot has them.
func (s *Snapshot) page(q Query) (Found, []*catalog.Product) {
	if words := strings.TrimSpace(q.Words); words != "" {
		return s.searchPage(q, words)
	}
	if q.Sort == ByName {
		return s.namedPage(q)
	}
	if newest := q.Sort == "" || q.Sort == ByNewest; newest && q.Limit > 0 && !q.Facets {
		return s.newestPage(q)
	}
	if q.Sort == ByPopular && q.Limit > 0 && max(q.Page, 1)*q.Limit <= maxPopularShown && !q.Facets {
		return s.popularPage(q)
	}
	products := s.listed(q)
	s.sort(q, products, false)
	found := Found{Total: len(products)}
	if q.Facets {
		found.Facets = q.facets(s.listed(q.withoutFacets()))
	}
	return found, q.pageOf(products)
}

// newestPage is page of a list in the order in which the products stand, of which only those of the page are kept.
func (s *Snapshot) newestPage(q Query) (found Found, shown []*catalog.Product) {
	from := (max(q.Page, 1) - 1) * q.Limit
	// A page of everything need not be counted through: after each edit that would be most of its time.
	needed, decide := q.traits()
	counted := decide && q.CategoryID == "" && q.SubCategoryID == ""
	for i := range s.accepted(q) {
		if counted && len(shown) == q.Limit {
			found.Total = s.products.count(needed)
			break
		}
		if found.Total >= from && len(shown) < q.Limit {
			shown = append(shown, s.products.at(i))
		}
		found.Total++
	}
	return found, shown
}

// pageOf returns the page of products that the query asks for.
func (q *Query) pageOf(products []*catalog.Product) []*catalog.Product {
	if q.Limit <= 0 {
		return products
	}
	from := min((max(q.Page, 1)-1)*q.Limit, len(products))
	return products[from:min(from+q.Limit, len(products))]
}

// listed returns the products that a query without words accepts, the newest first.
func (s *Snapshot) listed(q Query) []*catalog.Product {
	var listed []*catalog.Product
	for i := range s.accepted(q) {
		listed = append(listed, s.products.at(i))
	}
	return listed
}

// accepted yields the indexes of the products that a query without words accepts, the newest first. Where their traits
// decide, it looks at no product.
func (s *Snapshot) accepted(q Query) iter.Seq[int] {
	accepts := func(i int) bool { return q.accepts(s.products.at(i)) }
	if needed, decide := q.traits(); decide {
		accepts = func(i int) bool { return s.products.traits(i)&needed == needed }
	}
	return func(yield func(int) bool) {
		if q.SubCategoryID == "" && q.CategoryID == "" {
			for i := range s.products.length {
				if accepts(i) && !yield(i) {
					return
				}
			}
			return
		}
		indexes := s.byCategory[q.CategoryID]
		if q.SubCategoryID != "" { // the smallest list that holds all the query can accept
			indexes = s.bySubCategory[q.SubCategoryID]
		}
		for _, i := range indexes {
			if accepts(i) && !yield(i) {
				return
			}
		}
	}
}

// traits returns what a product needs to be accepted, and whether that decides for all that accepted looks at.
func (q *Query) traits() (needed traits, decide bool) {
	plain := *q
	plain.InStock = false
	if q.CategoryID == "" || q.SubCategoryID == "" { // all that accepted looks at are in the other
		plain.CategoryID, plain.SubCategoryID = "", ""
	}
	if !q.Unpublished {
		needed |= isPublished
	}
	if q.InStock {
		needed |= isAvailable
	}
	return needed, plain.acceptsEveryVisible()
}

// acceptsAll reports whether the query restricts nothing, as the administrator's list of everything does.
func (q *Query) acceptsAll() bool { return q.Unpublished && q.acceptsEveryVisible() }

// acceptsEveryVisible reports whether the query accepts whatever its caller may see.
func (q *Query) acceptsEveryVisible() bool {
	return q.CategoryID == "" && q.SubCategoryID == "" && !q.InStock && q.Publish == nil && q.Stock == "" && q.Without == "" &&
		q.Min == nil && q.Max == nil && q.MinPercent == 0 && q.Brands == nil && q.Types == nil && q.Sizes == nil && q.Origins == nil
}

func (q *Query) accepts(p *catalog.Product) bool {
	return (p.Publish || q.Unpublished) &&
		(q.CategoryID == "" || p.CategoryID == q.CategoryID) &&
		(q.SubCategoryID == "" || p.SubCategoryID == q.SubCategoryID) &&
		(!q.InStock || p.Available() > 0) &&
		(q.Publish == nil || p.Publish == *q.Publish) &&
		q.Stock.Includes(p.Available()) &&
		q.Without.Matches(p) &&
		(q.Min == nil || p.Payable() >= *q.Min) &&
		(q.Max == nil || p.Payable() <= *q.Max) &&
		(q.MinPercent == 0 || percentOff(p) >= q.MinPercent) &&
		(q.Brands == nil || slices.Contains(q.Brands, p.Brand())) &&
		(q.Types == nil || slices.Contains(q.Types, p.Type())) &&
		(q.Sizes == nil || slices.Contains(q.Sizes, p.Unit)) &&
		(q.Origins == nil || slices.Contains(q.Origins, p.Origin))
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Product returns one product; unpublished ones only when unpublished is set. Otherwise it
// is catalog.ErrNoProduct.
func (s *Snapshot) Product(productID string, unpublished bool) (catalog.Product, error) {
	p := s.find(productID)
	if p == nil || (!p.Publish && !unpublished) {
		return catalog.Product{}, catalog.ErrNoProduct
	}
	return s.InPlace(*p), nil
}

// Categories returns all categories by position.
func (s *Snapshot) Categories() []catalog.Category { return slices.Clone(s.categories) }

// SubCategories returns all sub-categories, the oldest first.
func (s *Snapshot) SubCategories() []catalog.SubCategory { return slices.Clone(s.subCategories) }

// HomeRow is one category of the home page with the first of its products,
// without their long texts.
type HomeRow struct {
	Category catalog.Category  `json:"category"`
	Products []catalog.Product `json:"products"`
}

// homeRowLimit is how many products a row of the home page has.
const homeRowLimit = 12

// Home returns the home page: a row for each category that has published products, what
// sells first.
func (s *Snapshot) Home() []HomeRow {
	rows := []HomeRow{}
	for _, category := range s.categories {
		products := s.Find(Query{CategoryID: category.ID, Sort: ByPopular, Page: 1, Limit: homeRowLimit}).Products
		if len(products) == 0 {
			continue
		}
		for i := range products {
			products[i].Description, products[i].Details = "", nil
		}
		rows = append(rows, HomeRow{Category: category, Products: products})
	}
	return rows
}
