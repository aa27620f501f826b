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
	// suggestionMatches is how many of the best matches sub-categories are suggested by: more would name those that have
	// the word somewhere, and a letter finds half of the catalog.
	suggestionMatches = 60
)

// searchSubCategories returns the sub-categories of the best matches, that of most of them and of the best first.
func (s *Snapshot) searchSubCategories(ranked []*catalog.Product) []SearchSubCategory {
	weights := map[string]float64{}
	var best []*catalog.Product // one of each sub-category
	for i, p := range ranked[:min(len(ranked), suggestionMatches)] {
		if weights[p.SubCategoryID] == 0 {
			best = append(best, p)
		}
		// The first match counts as much as some of the last ones.
		weights[p.SubCategoryID] += 1 / float64(10+i)
	}
	slices.SortStableFunc(best, func(a, b *catalog.Product) int {
		return cmp.Compare(weights[b.SubCategoryID], weights[a.SubCategoryID])
	})
	var subCategories []SearchSubCategory
	for _, p := range best[:min(len(best), maxSearchSubCategories)] {
		subCategories = append(subCategories, SearchSubCategory{
			Category:    catalog.Reference{ID: p.CategoryID, Name: s.categoryNames[p.CategoryID]},
			SubCategory: catalog.Reference{ID: p.SubCategoryID, Name: s.subCategoryNames[p.SubCategoryID]},
		})
	}
	return subCategories
}
