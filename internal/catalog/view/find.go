package view

import (
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// Sort is a sort order of products.
type Sort string

// The sort orders of a list. Prices are payable prices.
const (
	ByRelevance Sort = "relevance" // best match first; without words, products in stock first
	ByNewest    Sort = "newest"
	ByPriceAsc  Sort = "priceAsc"
	ByPriceDesc Sort = "priceDesc"
	ByDiscount  Sort = "discount" // largest discount in rupees first
	ByName      Sort = "name"
	ByStock     Sort = "stock"   // fewest pieces first
	ByOrigin    Sort = "origin"  // by country of origin, products without one last
	ByPopular   Sort = "popular" // in stock, single products before combos, best-selling, by name
)

// StockLevel filters products by stock.
type StockLevel string

// The stock filters.
const (
	OutOfStock  StockLevel = "out"
	LowOnStock  StockLevel = "low"
	SomeInStock StockLevel = "some"
)

// Valid reports whether the level is known. "" means any.
func (l StockLevel) Valid() bool {
	return slices.Contains([]StockLevel{"", OutOfStock, LowOnStock, SomeInStock}, l)
}

// LowStockThreshold is the number of pieces up to which a product is low on stock.
const LowStockThreshold = 5

// Includes reports whether a number of pieces is at this level. "" includes any number.
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

// MissingField is an optional field; the filter selects products without it.
type MissingField string

// The fields to filter by.
const (
	WithoutPicture MissingField = "picture"
	WithoutUnit    MissingField = "unit"
	WithoutHSN     MissingField = "hsn"  // neither its own nor of its sub-category
	WithoutRate    MissingField = "rate" // no rate is valid today, or its condition is not set
)

// Valid reports whether the field is known. "" means no filter.
func (m MissingField) Valid() bool {
	return slices.Contains([]MissingField{"", WithoutPicture, WithoutUnit, WithoutHSN, WithoutRate}, m)
}

// lacks reports whether a product lacks the field of the query. Without a field it returns true.
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

// Query filters, sorts and pages products. Zero values do not restrict, except those of Unpublished and Also.
type Query struct {
	Words         string
	CategoryID    string
	SubCategoryID string
	InStock       bool
	Min, Max      *money.Paise // payable price, both included
	Sort          Sort         // "": relevance with words, newest without
	Page, Limit   int          // Page counts from 1; Limit 0 returns all
	Unpublished   bool         // include unpublished products, for administrators
	Costs         bool         // include purchase costs, for owners and managers
	Publish       *bool        // true: published products only; false: unpublished ones only; nil: both
	Stock         StockLevel   // "": any
	Without       MissingField // "": no filter
	TaxRate       *tax.Percent // GST valid today; nil: no filter

	Brands, Types, Sizes []string  // any of these; Sizes are units
	CategoryNames        []string  // any of these: a category, or category and sub-category joined by CategorySeparator
	Origins              []string  // any of these countries
	MinPercent           int       // minimum discount, in per cent of the price
	Facets               bool      // count the values of each facet
	snapshot             *Snapshot // for tax rates and the names of categories
	Also                 bool      // true: only matches by unit, sub-category or category; false: only matches by name
}

// CategorySeparator separates the names of a category and its sub-category.
const CategorySeparator = " > "

// Found is one page of the products that match a query.
type Found struct {
	Products      []catalog.Product
	Total         int                 // number of products on all pages
	Also          int                 // matches by unit, sub-category or category only; a page has them only if Query.Also is set
	Partial       bool                // no product has all words; these have most of them
	Nearest       []string            // without matches: similarly spelled words of the shop
	SameShelf     []catalog.Product   // without matches: substitutes for the thing that the words name
	Facets        *Facets             // nil unless Query.Facets is set
	SubCategories []SearchSubCategory // sub-categories of the best matches, on the first page of a search of the whole shop
}

// maxNearest and maxSameShelf limit what Found offers when words find nothing.
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

// page is like Find but returns refs instead of products.
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

// pageOf returns the page of refs that the query asks for.
func (q *Query) pageOf(refs []int32) []int32 {
	if q.Limit <= 0 {
		return refs
	}
	from := min((max(q.Page, 1)-1)*q.Limit, len(refs))
	return refs[from:min(from+q.Limit, len(refs))]
}

// listed returns the refs that a query without words accepts: by name if the query sorts the whole shop by name, otherwise the
// newest first. The result may be a list of the snapshot; do not change it.
func (s *Snapshot) listed(q Query) []int32 {
	list, filter := s.newest, q // the shortest list with all candidates, and the filters still to apply
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

// acceptsAll reports whether the query has no filter.
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

// isNamed reports whether CategoryNames has the product's category or sub-category.
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

// Product returns one product, or catalog.ErrNoProduct. If unpublished is true, it also returns unpublished products, with the
// fields and costs for staff.
func (s *Snapshot) Product(productID string, unpublished bool) (catalog.Product, error) {
	p := s.find(productID)
	if p == nil || (!p.Publish && !unpublished) {
		return catalog.Product{}, catalog.ErrNoProduct
	}
	return s.shown(*p, unpublished, unpublished), nil
}

// shown returns a product as staff see it, with or without costs, or as shoppers see it.
func (s *Snapshot) shown(p catalog.Product, staff, costs bool) catalog.Product {
	switch {
	case staff && costs:
		return s.ForStaff(p)
	case staff:
		return s.ForStaff(p).WithoutCost()
	}
	return s.ForShoppers(p)
}

// Categories returns a copy of all categories, by position.
func (s *Snapshot) Categories() []catalog.Category { return slices.Clone(s.categories) }

// SubCategories returns a copy of all sub-categories, the oldest first.
func (s *Snapshot) SubCategories() []catalog.SubCategory { return slices.Clone(s.subCategories) }

// HomeRow is a category of the home page with its best-selling products, without their descriptions and details.
type HomeRow struct {
	Category catalog.Category  `json:"category"`
	Products []catalog.Product `json:"products"`
}

// homeRowLimit is the number of products in a row of the home page.
const homeRowLimit = 12

// Home returns a row for each category with published products. The products are sorted by ByPopular.
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
