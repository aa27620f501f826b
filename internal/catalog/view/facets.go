package view

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/money"
)

// Facets lists the values by which a list can be filtered. Each value has the number of products that it would show under the
// query's other filters.
type Facets struct {
	Brands    []FacetValue    `json:"brands" doc:"Brands, those with the most products first."`
	Types     []FacetValue    `json:"types" doc:"Product types, as named in the shop's price list."`
	Sizes     []FacetValue    `json:"sizes" doc:"Units, such as 500 g or 1 L."`
	Origins   []FacetValue    `json:"origins" doc:"Countries of origin."`
	Discounts []DiscountValue `json:"discounts"`
	Prices    []PriceValue    `json:"prices"`
}

// FacetValue is one value of a facet.
type FacetValue struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

// DiscountValue counts products with at least this discount, in per cent.
type DiscountValue struct {
	Percent int `json:"percent"`
	Count   int `json:"count"`
}

// PriceValue counts products in a range of payable prices, both ends included.
type PriceValue struct {
	Min   *money.Paise `json:"minPrice,omitempty" doc:"Lowest price in rupees."`
	Max   *money.Paise `json:"maxPrice,omitempty" doc:"Highest price in rupees."`
	Count int          `json:"count"`
}

// maxFacetValues limits the values of a facet, not counting selected ones.
const maxFacetValues = 60

// discountSteps are the discounts offered as filters, in per cent.
var discountSteps = []int{5, 10, 25, 50}

// priceSteps are the boundaries of the price ranges offered as filters.
var priceSteps = []money.Paise{money.Rupees(50), money.Rupees(200), money.Rupees(500)}

// facetFilters returns a predicate for each facet filter of the query.
func (q Query) facetFilters() [6]func(p *catalog.Product) bool {
	anyOf := func(chosen []string, value func(p *catalog.Product) string) func(p *catalog.Product) bool {
		return func(p *catalog.Product) bool { return len(chosen) == 0 || slices.Contains(chosen, value(p)) }
	}
	return [6]func(p *catalog.Product) bool{
		anyOf(q.Brands, (*catalog.Product).Brand),
		anyOf(q.Types, (*catalog.Product).Type),
		anyOf(q.Sizes, unitOf),
		anyOf(q.Origins, originOf),
		func(p *catalog.Product) bool { return percentOff(p) >= q.MinPercent },
		func(p *catalog.Product) bool {
			return (q.Min == nil || p.Payable() >= *q.Min) && (q.Max == nil || p.Payable() <= *q.Max)
		},
	}
}

func unitOf(p *catalog.Product) string { return p.Unit }

func originOf(p *catalog.Product) string { return p.Origin }

// percentOff returns the discount in per cent of the price, rounded down.
func percentOff(p *catalog.Product) int {
	if p.Price <= 0 {
		return 0
	}
	return int(p.Discount * 100 / p.Price)
}

// facets counts the facet values of refs, which pass all filters of q that are not facets.
func (s *Snapshot) facets(q Query, refs []int32) *Facets {
	facetFilters := q.facetFilters()
	brands, types, sizes, origins := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	f := &Facets{}
	for _, percent := range discountSteps {
		f.Discounts = append(f.Discounts, DiscountValue{Percent: percent})
	}
	for i := range len(priceSteps) + 1 {
		f.Prices = append(f.Prices, priceRange(i))
	}
	for _, ref := range refs {
		p := s.products.at(ref)
		refused, refusing := 0, -1
		for i, accepts := range facetFilters {
			if !accepts(p) {
				refused, refusing = refused+1, i
			}
		}
		// Count a product in a facet if all other facets accept it.
		counts := func(facet int) bool { return refused == 0 || refused == 1 && refusing == facet }
		for i, values := range []map[string]int{brands, types, sizes, origins} {
			if value := [...]string{p.Brand(), p.Type(), unitOf(p), originOf(p)}[i]; value != "" && counts(i) {
				values[value]++
			}
		}
		if counts(4) {
			for i := range f.Discounts {
				f.Discounts[i].Count += boolToInt(percentOff(p) >= f.Discounts[i].Percent)
			}
		}
		if counts(5) {
			for i := range f.Prices {
				f.Prices[i].Count += boolToInt(f.Prices[i].includes(p.Payable()))
			}
		}
	}
	f.Brands, f.Types = facetValues(brands, q.Brands), facetValues(types, q.Types)
	f.Sizes, f.Origins = facetValues(sizes, q.Sizes), facetValues(origins, q.Origins)
	return f
}

// facetValues returns the most frequent values, and all selected ones, by descending count.
func facetValues(counts map[string]int, chosen []string) []FacetValue {
	values := []FacetValue{}
	for _, value := range slices.Sorted(maps.Keys(counts)) {
		values = append(values, FacetValue{value, counts[value]})
	}
	slices.SortStableFunc(values, func(a, b FacetValue) int { return cmp.Compare(b.Count, a.Count) })
	if len(values) > maxFacetValues {
		values = slices.Concat(values[:maxFacetValues], slices.DeleteFunc(values[maxFacetValues:], func(v FacetValue) bool { return !slices.Contains(chosen, v.Value) }))
	}
	for _, value := range chosen {
		if counts[value] == 0 {
			values = append(values, FacetValue{Value: value})
		}
	}
	return values
}

// priceRange returns the ith range between priceSteps; the first and the last are open.
func priceRange(i int) PriceValue {
	var v PriceValue
	if i > 0 {
		v.Min = &priceSteps[i-1]
	}
	if i < len(priceSteps) {
		v.Max = &priceSteps[i]
	}
	return v
}

func (v PriceValue) includes(price money.Paise) bool {
	return (v.Min == nil || price >= *v.Min) && (v.Max == nil || price <= *v.Max)
}

// withoutFacets returns the query without its facet filters.
func (q Query) withoutFacets() Query {
	q.Brands, q.Types, q.Sizes, q.Origins, q.MinPercent, q.Min, q.Max = nil, nil, nil, nil, 0, nil, nil
	return q
}

// chosenKey returns the selected brands, types, sizes and origins as a part of a cache key. It quotes the values, so that no
// value reads as another filter.
func (q Query) chosenKey() string {
	return fmt.Sprintf("%q", [][]string{q.Brands, q.Types, q.Sizes, q.Origins})
}
