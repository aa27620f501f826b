package view

import (
	"cmp"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/money"
)

// maxReplacements limits the products that Replacements returns.
const maxReplacements = 6

// Replacements returns products in stock of the same category, the most similar first: of the same sub-category, then of
// the same size, then with more words of the name in common, then nearest in price. It returns catalog.ErrNoProduct for a
// product that shoppers do not see.
func (s *Snapshot) Replacements(productID string) ([]catalog.Product, error) {
	p, err := s.visible(productID)
	if err != nil {
		return nil, err
	}
	return s.replacements(p), nil
}

// visible returns a product that shoppers see, or catalog.ErrNoProduct.
func (s *Snapshot) visible(productID string) (*catalog.Product, error) {
	p := s.find(productID)
	if p == nil || !p.Visible() {
		return nil, catalog.ErrNoProduct
	}
	return p, nil
}

func (s *Snapshot) replacements(p *catalog.Product) []catalog.Product {
	words := strings.Fields(catalog.NameKey(p.Name))
	var found []replacement
	for _, ref := range s.listed(Query{CategoryID: p.CategoryID, InStock: true}) {
		if candidate := s.products.at(ref); candidate.ID != p.ID {
			found = append(found, replacementOf(p, candidate, words))
		}
	}
	slices.SortStableFunc(found, replacement.compare)
	products := []catalog.Product{} // encode as [], not null
	for _, r := range found[:min(len(found), maxReplacements)] {
		products = append(products, s.ForShoppers(*r.product))
	}
	return products
}

// replacement is a candidate to replace a product, with how it differs.
type replacement struct {
	product          *catalog.Product
	otherSubCategory bool
	otherSize        bool
	sharedWords      int
	priceGap         money.Paise
}

func replacementOf(p, candidate *catalog.Product, words []string) replacement {
	r := replacement{
		product:          candidate,
		otherSubCategory: candidate.SubCategoryID != p.SubCategoryID,
		otherSize:        sizeKey(candidate.Unit) != sizeKey(p.Unit),
		priceGap:         max(candidate.Payable(), p.Payable()) - min(candidate.Payable(), p.Payable()),
	}
	for _, word := range strings.Fields(catalog.NameKey(candidate.Name)) {
		if slices.Contains(words, word) {
			r.sharedWords++
		}
	}
	return r
}

// compare sorts the more similar replacement first.
func (r replacement) compare(other replacement) int {
	return cmp.Or(
		cmp.Compare(boolToInt(r.otherSubCategory), boolToInt(other.otherSubCategory)),
		cmp.Compare(boolToInt(r.otherSize), boolToInt(other.otherSize)),
		cmp.Compare(other.sharedWords, r.sharedWords),
		cmp.Compare(r.priceGap, other.priceGap),
	)
}

// sizeKey returns the same key for "500 g" and "500G".
func sizeKey(unit string) string { return strings.ReplaceAll(catalog.NameKey(unit), " ", "") }
