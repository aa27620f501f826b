package view

import (
	"cmp"
	"slices"

	"kirana/internal/catalog"
)

// SearchSubCategory is a sub-category in which some of the best matches of a search stand.
type SearchSubCategory struct {
	Category    catalog.Reference `json:"category"`
	SubCategory catalog.Reference `json:"subCategory"`
}

const (
	maxSearchSubCategories = 4
	// suggestionMatches is the number of best matches by which sub-categories are suggested: more would name those that have
	// the word somewhere, and a letter finds half of the catalog.
	suggestionMatches = 60
)

// searchSubCategories returns the sub-categories of the best matches, that of most of them and of the best first.
func (s *Snapshot) searchSubCategories(ranked []int32) []SearchSubCategory {
	type weighted struct {
		product *catalog.Product // the best one of the sub-category
		weight  float64
	}
	var best []weighted // few: looking through them takes less than a map
	for i, ref := range ranked[:min(len(ranked), suggestionMatches)] {
		p := s.products.at(ref)
		at := slices.IndexFunc(best, func(w weighted) bool { return w.product.SubCategoryID == p.SubCategoryID })
		if at < 0 {
			at = len(best)
			best = append(best, weighted{product: p})
		}
		// The first match counts as much as some of the last ones.
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
