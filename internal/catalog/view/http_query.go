package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// listing is the query string of a product list. All parameters are strings, parsed by query, because an empty one counts as
// sent.
type listing struct {
	httpapi.SentParameters
	httpapi.SinceQuery

	Q           string `query:"q" doc:"Words of the name, in any order. Partial and misspelled words match."`
	Category    string `query:"category" doc:"Category ID."`
	SubCategory string `query:"subCategory" doc:"Sub-category ID."`
	InStock     string `query:"inStock" doc:"true: products in stock only."`
	MinPrice    string `query:"minPrice" doc:"Lowest payable price, in rupees."`
	MaxPrice    string `query:"maxPrice" doc:"Highest payable price, in rupees."`
	Sort        string `query:"sort" enum:"relevance,popular,newest,priceAsc,priceDesc,discount,name,origin,stock" doc:"Sort order. popular: bestsellers first. stock: lowest stock first."`

	Brands      []string `query:"brand,explode" maxItems:"50" doc:"Brands. Matches any of them."`
	Types       []string `query:"type,explode" maxItems:"50" doc:"Product types. Matches any of them."`
	Sizes       []string `query:"size,explode" maxItems:"50" doc:"Units. Matches any of them."`
	Origins     []string `query:"origin,explode" maxItems:"50" doc:"Countries of origin. Matches any of them."`
	MinDiscount string   `query:"minDiscount" doc:"Minimum discount in per cent of the price, 1 to 99."`
	Facets      string   `query:"facets" doc:"true: includes facets, the values to narrow the list."`
	Also        string   `query:"also" doc:"true: lists products that match q by unit, sub-category or category only."`

	Publish string `query:"publish" enum:"true,false" doc:"Filters by publication. Unpublished products are visible to staff only."`
	Stock   string `query:"stock" doc:"out: out of stock. low: 1 to 5 left. some: in stock."`
	Without string `query:"without" doc:"Filters by a missing value. picture: no image. unit: unit not recognized. hsn: no HSN, neither of the product nor of its sub-category. rate: tax rate unknown today."`
	TaxRate string `query:"taxRate" doc:"GST rate valid today, in per cent."`
	Page    string `query:"page" doc:"Page number, from 1."`
	Limit   string `query:"limit" doc:"Page size, 1 to 100."`

	parsed *keyedQuery // cached by the first call with this input
}

// keyedQuery is a query with its cache key.
type keyedQuery struct {
	Query

	cacheKey string
}

// sorts are the valid values of the parameter sort.
var sorts = []Sort{ByRelevance, ByNewest, ByPriceAsc, ByPriceDesc, ByDiscount, ByName, ByStock, ByPopular, ByOrigin}

// query parses the parameters. If any is sent, the list is paged.
func (l *listing) query() (Query, error) {
	var wrong parameterFaults
	q := Query{
		Words:         l.Q,
		CategoryID:    wrong.id("category", l.Category),
		SubCategoryID: wrong.id("subCategory", l.SubCategory),
		InStock:       wrong.boolean("inStock", l.InStock),
		Sort:          Sort(l.Sort),
		Stock:         StockLevel(l.Stock),
		Without:       MissingField(l.Without),
		Brands:        l.Brands,
		Types:         l.Types,
		Sizes:         l.Sizes,
		Origins:       l.Origins,
		MinPercent:    wrong.integer("minDiscount", l.MinDiscount, 99),
		Facets:        wrong.boolean("facets", l.Facets),
		Also:          wrong.boolean("also", l.Also),
	}
	if publish := wrong.boolean("publish", l.Publish); l.Publish != "" {
		q.Publish = &publish
	}
	if !q.Stock.Valid() {
		wrong.refuse("stock", "The value of %s must be out, low or some.")
	}
	if !q.Without.Valid() {
		wrong.refuse("without", "The value of %s must be picture, unit, hsn or rate.")
	}
	q.Min, q.Max = wrong.rupees("minPrice", l.MinPrice), wrong.rupees("maxPrice", l.MaxPrice)
	if q.Sort != "" && !slices.Contains(sorts, q.Sort) {
		wrong.refuse("sort", "The value of %s must be relevance, popular, newest, priceAsc, priceDesc, discount, name, origin or stock.")
	}
	q.Page, q.Limit = max(wrong.integer("page", l.Page, 1_000_000), 1), wrong.integer("limit", l.Limit, 100)
	if q.Limit == 0 && l.hasParameter() {
		q.Limit = defaultPageSize
	}
	rate, err := ParseTaxRate(l.TaxRate)
	q.TaxRate = rate
	return q, cmp.Or(fault.Form(wrong), err)
}

// ParseTaxRate parses the parameter taxRate. It returns nil for "".
func ParseTaxRate(text string) (*tax.Percent, error) {
	if text == "" {
		return nil, nil
	}
	rate, err := tax.ParsePercent(text)
	if err != nil {
		return nil, fault.InField("taxRate", "The value of taxRate must be a number of per cent from 0 to 100.")
	}
	return &rate, nil
}

// hasParameter reports whether any parameter of the list was sent, even an empty one.
func (l *listing) hasParameter() bool {
	return slices.ContainsFunc(listParameters, l.HasSent)
}

// listParameters are the parameters that filter, sort and page products.
var listParameters = []string{
	"q", "category", "subCategory", "inStock", "minPrice", "maxPrice", "sort", "page", "limit", "publish", "stock", "without", "taxRate",
	"brand", "type", "size", "origin", "minDiscount", "facets", "also",
}

// parameterFaults collects the faults of the parameters.
type parameterFaults []fault.Field

// refuse adds a fault. The first verb of format is the parameter's name.
func (f *parameterFaults) refuse(name, format string, args ...any) {
	*f = append(*f, fault.InvalidField(name, format, append([]any{name}, args...)...))
}

func (f *parameterFaults) id(name, text string) string {
	if text != "" && !id.Valid(text) {
		f.refuse(name, "The value of %s is not a valid id.")
	}
	return text
}

func (f *parameterFaults) boolean(name, text string) bool {
	if text != "" && text != "true" && text != "false" {
		f.refuse(name, "The value of %s must be true or false.")
	}
	return text == "true"
}

// rupees parses an amount in rupees. It returns nil for "".
func (f *parameterFaults) rupees(name, text string) *money.Paise {
	if text == "" {
		return nil
	}
	paise, err := money.Parse(text)
	if err != nil {
		f.refuse(name, "The value of %s must be an amount in rupees.")
	}
	return &paise
}

// integer parses a whole number from 1 to limit. It returns 0 for "".
func (f *parameterFaults) integer(name, text string, limit int) int {
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > limit {
		f.refuse(name, "The value of %s must be a whole number from 1 to %d.", limit)
	}
	return n
}

// keyed returns the query with its cache key. The key quotes client input.
func (q Query) keyed() *keyedQuery {
	amount := func(p *money.Paise) string {
		if p == nil {
			return "-"
		}
		return p.Number()
	}
	rate := ""
	if q.TaxRate != nil {
		rate = q.TaxRate.String()
	}
	publish := "any"
	if q.Publish != nil {
		publish = strconv.FormatBool(*q.Publish)
	}
	key := fmt.Sprint("list ", q.CategoryID, " ", q.SubCategoryID, " ", q.InStock, " ", amount(q.Min), " ", amount(q.Max), " ",
		q.Sort, " ", q.chosenKey(), " ", q.MinPercent, " ", q.Facets, " ", q.Also, " ", q.Page, " ", q.Limit, " ", q.Unpublished, " ", q.Costs, " ", q.Stock, " ", q.Without, " ", rate, " ", publish)
	if q.Words != "" {
		key += " " + strconv.Quote(q.Words)
	}
	return &keyedQuery{q, key}
}
