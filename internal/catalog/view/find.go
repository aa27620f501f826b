package view

import (
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/money"
	"kirana/internal/tax"
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

// StockLevel is a class of the remaining stock.
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

// MissingField is an optional field that a product lacks.
type MissingField string

// Attributes that a product can lack.
const (
	WithoutPicture MissingField = "picture"
	WithoutUnit    MissingField = "unit"
	WithoutHSN     MissingField = "hsn"  // nor has its sub-category one
	WithoutRate    MissingField = "rate" // none is valid today, or a condition is to be chosen
)

// Valid reports whether the field is known; "" is none.
func (m MissingField) Valid() bool {
	return slices.Contains([]MissingField{"", WithoutPicture, WithoutUnit, WithoutHSN, WithoutRate}, m)
}

// lacks reports whether a product lacks the attribute of the query; with "" it is always true.
func (q *Query) lacks(p *catalog.Product) bool {
	switch q.Without {
	case WithoutHSN:
		return q.snapshot.TaxGoods(p.TaxFacts, p.SubCategoryID).HSN == ""
	case WithoutRate:
		return q.snapshot.taxRate(p) == catalog.UnknownRate
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
	Costs         bool         // an owner or manager sees what products cost
	Publish       *bool        // only what is published, or only what is not
	Stock         StockLevel   // "" is any
	Without       MissingField // "": not filtered
	TaxRate       *tax.Percent // of the tax that is valid today; nil: not filtered

	Brands, Types, Sizes []string  // any of them; Sizes are units
	CategoryNames        []string  // any of them: a category, or one with a sub-category behind CategorySeparator
	Origins              []string  // any of them: countries
	MinPercent           int       // the least discount, in per cent of the price
	Facets               bool      // count the products under each filter
	snapshot             *Snapshot // that decides the tax of products
	Also                 bool      // instead of what Words name: what they find by its unit, sub-category or category
}

// CategorySeparator is between the names of a category and a sub-category.
const CategorySeparator = " > "

// Found is one page of the products that match a query.
type Found struct {
	Products      []catalog.Product
	Total         int                 // on all pages
	Also          int                 // matches of the words by unit, sub-category or category alone, which are in no page unless the query asks for them
	Partial       bool                // no product has all the words; these have most of them
	Nearest       []string            // for words that find nothing: what the shop has that is spelled like them
	SameShelf     []catalog.Product   // for words that find nothing: substitutes for the thing that they name
	Facets        *Facets             // when the query asks for them
	SubCategories []SearchSubCategory // on the first page of a search of the whole shop: where its best matches stand
}

// maxNearest and maxSameShelf are how many other words and products are offered for words that find nothing.
const (
	maxNearest   = 3
	maxSameShelf = 12
)

// Find returns one page of the products that match a query.
func (s *Snapshot) Find(q Query) Found {
	found, refs := s.page(q)
	found.Products = make([]catalog.Product, len(refs))
	for i, ref := range refs {
		found.Products[i] = s.shown(*s.products.at(ref), q.Unpublished, q.Costs)
	}
	return found
}

// page is Find with the refs of the products.
func (s *Snapshot) page(q Query) (Found, []int32) {
	q.snapshot = s
	if words := strings.TrimSpace(q.Words); words != "" {
		return s.searchPage(q, words)
	}
	refs := s.sorted(q, s.listed(q), false)
	found := Found{Total: len(refs)}
	if q.Facets {
		found.Facets = s.facets(q, s.listed(q.withoutFacets()))
	}
	return found, q.pageOf(refs)
}

// pageOf returns the page of a list that the query asks for.
func (q *Query) pageOf(refs []int32) []int32 {
	if q.Limit <= 0 {
		return refs
	}
	from := min((max(q.Page, 1)-1)*q.Limit, len(refs))
	return refs[from:min(from+q.Limit, len(refs))]
}

// listed returns what a query without words accepts: of the whole shop by name where it is sorted so, and the newest first
// otherwise. It may be a list of the snapshot.
func (s *Snapshot) listed(q Query) []int32 {
	list, filter := s.newest, q // the smallest list that holds all the query can accept, and what it does not decide
	switch {
	case q.SubCategoryID != "":
		list = s.bySubCategory[q.SubCategoryID]
	case q.CategoryID != "":
		list = s.byCategory[q.CategoryID]
	case q.Sort == ByName:
		list = s.byName
	case !q.Unpublished:
		list, filter.Unpublished = s.published, true
	}
	if filter.acceptsAll() {
		return list
	}
	listed := make([]int32, 0, len(list))
	for _, ref := range list {
		if filter.accepts(s.products.at(ref)) {
			listed = append(listed, ref)
		}
	}
	return listed
}

// acceptsAll reports whether the query restricts nothing.
func (q *Query) acceptsAll() bool {
	return q.Unpublished && q.CategoryID == "" && q.SubCategoryID == "" && !q.InStock && q.Publish == nil && q.Stock == "" && q.Without == "" && q.TaxRate == nil &&
		q.Min == nil && q.Max == nil && q.MinPercent == 0 && q.Brands == nil && q.Types == nil && q.Sizes == nil && q.Origins == nil && q.CategoryNames == nil
}

func (q *Query) accepts(p *catalog.Product) bool {
	return (p.Publish || q.Unpublished) &&
		(q.CategoryID == "" || p.CategoryID == q.CategoryID) &&
		(q.SubCategoryID == "" || p.SubCategoryID == q.SubCategoryID) &&
		(!q.InStock || p.Available() > 0) &&
		(q.Publish == nil || p.Publish == *q.Publish) &&
		q.Stock.Includes(p.Available()) &&
		q.lacks(p) &&
		(q.TaxRate == nil || q.snapshot.taxRate(p) == catalog.ShownRate(q.TaxRate.String())) &&
		(q.Min == nil || p.Payable() >= *q.Min) &&
		(q.Max == nil || p.Payable() <= *q.Max) &&
		(q.MinPercent == 0 || percentOff(p) >= q.MinPercent) &&
		(q.Brands == nil || slices.Contains(q.Brands, p.Brand())) &&
		(q.Types == nil || slices.Contains(q.Types, p.Type())) &&
		(q.Sizes == nil || slices.Contains(q.Sizes, p.Unit)) &&
		(q.Origins == nil || slices.Contains(q.Origins, p.Origin)) &&
		(q.CategoryNames == nil || q.isNamed(p))
}

// isNamed reports whether the query names the product's category, or its sub-category.
func (q *Query) isNamed(p *catalog.Product) bool {
	category := q.snapshot.categoryRefs[p.CategoryID].Name
	return slices.Contains(q.CategoryNames, category) || slices.Contains(q.CategoryNames, category+CategorySeparator+q.snapshot.subCategoryRefs[p.SubCategoryID].Name)
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
	return s.shown(*p, unpublished, unpublished), nil
}

// shown returns a product for staff, who see unpublished ones, or for shoppers.
func (s *Snapshot) shown(p catalog.Product, staff, costs bool) catalog.Product {
	switch {
	case staff && costs:
		return s.ForStaff(p)
	case staff:
		return s.ForStaff(p).WithoutCost()
	}
	return s.InPlace(p)
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

// homeRowLimit is the number of products that a row of the home page has.
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
