package view

import (
	"cmp"
	"slices"

	"kirana/internal/catalog"
)

// SearchSubCategory is a sub-category of some of a search's best matches.
type SearchSubCategory struct {
	Category    catalog.Reference `json:"category"`
	SubCategory catalog.Reference `json:"subCategory"`
}

const (
	maxSearchSubCategories = 4
	// suggestionMatches is the number of best matches that suggest sub-categories. Later ones match by less: a letter finds
	// half of the catalog.
	suggestionMatches = 60
)

// searchSubCategories returns the sub-categories of the best matches. A sub-category weighs more with more and with better
// matches.
func (s *Snapshot) searchSubCategories(ranked []int32) []SearchSubCategory {
	type weighted struct {
		product *catalog.Product // the best match in the sub-category
		weight  float64
	}
	var best []weighted // few, so a scan is faster than a map
	for i, ref := range ranked[:min(len(ranked), suggestionMatches)] {
		p := s.products.at(ref)
		at := slices.IndexFunc(best, func(w weighted) bool { return w.product.SubCategoryID == p.SubCategoryID })
		if at < 0 {
			at = len(best)
			best = append(best, weighted{product: p})
		}
		// The first match counts as much as several late ones.
		best[at].weight += 1 / float64(10+i)
	}
	slices.SortStableFunc(best, func(a, b weighted) int { return cmp.Compare(b.weight, a.weight) })
	var subCategories []SearchSubCategory
	for _, w := range best[:min(len(best), maxSearchSubCategories)] {
		p := w.product
		subCategories = append(subCategories, SearchSubCategory{
			Category:    s.categoryRefs[p.CategoryID],
			SubCategory: s.subCategoryRefs[p.SubCategoryID],
		})
	}
	return subCategories
}
