package ucp

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
	"kirana/internal/catalog/view"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/slug"
)

// Price is an amount with its currency.
type Price struct {
	Amount   int64  `json:"amount" doc:"Amount in paise."`
	Currency string `json:"currency" enum:"INR"`
}

// PriceRange is the lowest and the highest price of a product's variants.
type PriceRange struct {
	Min Price `json:"min"`
	Max Price `json:"max"`
}

// Description is a text in one or more formats.
type Description struct {
	Plain string `json:"plain"`
}

// Category is one of the shop's categories.
type Category struct {
	Value    string `json:"value" doc:"Category and sub-category, separated by >."`
	Taxonomy string `json:"taxonomy" enum:"merchant"`
}

// Media is a picture.
type Media struct {
	Type string `json:"type" enum:"image"`
	URL  string `json:"url"`
	Alt  string `json:"alt_text"`
}

// Input is the requested id that matched a variant.
type Input struct {
	ID    string `json:"id"`
	Match string `json:"match" enum:"exact"`
}

// Availability is whether a variant can be bought.
type Availability struct {
	Available bool   `json:"available"`
	Status    string `json:"status" enum:"in_stock,out_of_stock"`
}

// Barcode is a GTIN.
type Barcode struct {
	Type  string `json:"type" enum:"GTIN"`
	Value string `json:"value"`
}

// Variant is the sellable unit of a product. Each product has exactly one, with the product's id.
type Variant struct {
	ID           string       `json:"id"`
	Title        string       `json:"title"`
	Description  Description  `json:"description"`
	Price        Price        `json:"price"`
	ListPrice    *Price       `json:"list_price,omitempty"`
	Availability Availability `json:"availability"`
	Barcodes     []Barcode    `json:"barcodes,omitempty"`
	Inputs       []Input      `json:"inputs,omitempty" doc:"Requested IDs that match the variant. Lookup only."`
}

// Product is a product of the catalog.
type Product struct {
	ID          string      `json:"id"`
	Title       string      `json:"title"`
	Description Description `json:"description"`
	URL         string      `json:"url"`
	Categories  []Category  `json:"categories"`
	PriceRange  PriceRange  `json:"price_range"`
	ListPrices  *PriceRange `json:"list_price_range,omitempty"`
	Media       []Media     `json:"media"`
	Variants    []Variant   `json:"variants"`
}

func priceOf(amount money.Paise) Price { return Price{int64(amount), currency} }

func titleOf(p catalog.Product) string {
	if p.Unit == "" || search.EndsWith(p.Name, p.Unit) {
		return p.Name
	}
	return p.Name + ", " + p.Unit
}

// product returns a product as shoppers see it.
func (s *Service) product(p catalog.Product, inputs []Input) Product {
	title, price := titleOf(p), priceOf(p.Payable())
	description := Description{cmp.Or(p.Description, title)}
	variant := Variant{
		ID: p.ID, Title: title, Description: description, Price: price, Inputs: inputs, Availability: Availability{p.Stock > 0, "out_of_stock"},
	}
	if p.Stock > 0 {
		variant.Availability.Status = "in_stock"
	}
	if gtin := p.ArticleNumber(); gtin != "" {
		variant.Barcodes = []Barcode{{"GTIN", gtin}}
	}
	shown := Product{
		ID: p.ID, Title: title, Description: description, URL: s.public + (&url.URL{Path: "/product/" + slug.Of(p.Name, p.ID)}).EscapedPath(),
		Categories: []Category{{p.Category.Name + view.CategorySeparator + p.SubCategory.Name, "merchant"}},
		PriceRange: PriceRange{price, price}, Media: make([]Media, len(p.DisplayImages)),
	}
	if p.Discount > 0 {
		list := priceOf(p.Price)
		variant.ListPrice, shown.ListPrices = &list, &PriceRange{list, list}
	}
	for i, image := range p.DisplayImages {
		shown.Media[i] = Media{"image", s.public + image, title}
	}
	shown.Variants = []Variant{variant}
	return shown
}

// Page sizes of a search.
const (
	defaultLimit = 20
	maxLimit     = 50
)

// Pagination is the position of the next page.
type Pagination struct {
	Cursor  string `json:"cursor,omitempty" doc:"Cursor of the next page."`
	HasNext bool   `json:"has_next_page"`
	Total   int    `json:"total_count"`
}

// SearchResult is a page of a search.
type SearchResult struct {
	UCP        Metadata   `json:"ucp"`
	Products   []Product  `json:"products"`
	Pagination Pagination `json:"pagination"`
	Messages   []Message  `json:"messages,omitempty"`
}

var (
	errNoInput  = fault.InField("query", "Say what you are looking for.")
	errBadPage  = fault.InField("pagination.cursor", "The cursor is not one that a search returned.")
	errTooLarge = fault.New(fault.Invalid, "request_too_large", "Look up at most %d ids at once.", maxLookup)
)

// search returns a page of the products that match a request.
func (s *Service) search(lang string, request searchForm) (SearchResult, error) {
	filters := request.Filters
	query := view.Query{
		Words: request.Query.Value, CategoryNames: textsOf(filters.Categories),
		Limit: min(cmp.Or(request.Pagination.Limit.Value, defaultLimit), maxLimit), Page: 1,
	}
	if request.Query.Value == "" && filters.Categories == nil && !filters.Price.Min.Set && !filters.Price.Max.Set {
		return SearchResult{}, errNoInput
	}
	if cursor := request.Pagination.Cursor.Value; cursor != "" {
		page, err := strconv.Atoi(cursor)
		if err != nil || page < 1 {
			return SearchResult{}, errBadPage
		}
		query.Page = page
	}
	result := SearchResult{UCP: success(searchCapability), Products: []Product{}}
	query.Min, query.Max, result.Messages = filters.bounds(lang, request.Context.Currency.Value)
	found := s.view.Snapshot().Find(query)
	for _, p := range found.Products {
		result.Products = append(result.Products, s.product(p, nil))
	}
	result.Pagination = Pagination{HasNext: query.Page*query.Limit < found.Total, Total: found.Total}
	if result.Pagination.HasNext {
		result.Pagination.Cursor = strconv.Itoa(query.Page + 1)
	}
	return result, nil
}

// maxLookup bounds the ids of one lookup.
const maxLookup = 100

// LookupResult holds the products of a lookup.
type LookupResult struct {
	UCP      Metadata  `json:"ucp"`
	Products []Product `json:"products"`
	Messages []Message `json:"messages,omitempty"`
}

// lookup returns the products of ids, each once, that pass the price filter, and messages about unknown ids.
func (s *Service) lookup(lang string, request lookupForm) (LookupResult, error) {
	if len(request.IDs) > maxLookup {
		return LookupResult{}, errTooLarge
	}
	ids := textsOf(request.IDs)
	slices.Sort(ids)
	minimum, maximum, messages := request.Filters.bounds(lang, request.Context.Currency.Value)
	result := LookupResult{UCP: success(lookupCapability), Products: []Product{}, Messages: messages}
	snapshot := s.view.Snapshot()
	for _, id := range slices.Compact(ids) {
		p, err := snapshot.Product(id, false)
		if err != nil {
			result.Messages = append(result.Messages, information("not_found", id))
			continue
		}
		if (minimum == nil || p.Payable() >= *minimum) && (maximum == nil || p.Payable() <= *maximum) {
			result.Products = append(result.Products, s.product(p, []Input{{id, "exact"}}))
		}
	}
	return result, nil
}

// ProductResult holds one product, or a message with the reason for its absence.
type ProductResult struct {
	UCP      Metadata  `json:"ucp"`
	Product  *Product  `json:"product,omitempty"`
	Messages []Message `json:"messages,omitempty"`
}

func (s *Service) find(lang, id string) ProductResult {
	p, err := s.view.Snapshot().Product(id, false)
	if err != nil {
		return ProductResult{UCP: failure(lookupCapability), Messages: []Message{unrecoverable(lang, "not_found", catalog.ErrNoProduct)}}
	}
	shown := s.product(p, nil)
	return ProductResult{UCP: success(lookupCapability), Product: &shown}
}
