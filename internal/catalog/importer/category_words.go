package importer

import (
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
)

// CategoryWords say which categories of the shop the categories of a list are, by how the list
// writes them: "VEG", or "VEG > Leafy" for one of its sub-categories.
type CategoryWords map[string]categoryTarget

// categoryTarget is a category of the shop, made where it is missing; without a sub-category
// the list's stays.
type categoryTarget struct{ category, subCategory string }

// ParseCategoryWords reads words as a command or a form has them: "VEG=Vegetables" or
// "VEG > Leafy=Vegetables > Greens". Other texts are fault.Invalid.
func ParseCategoryWords(texts []string) (CategoryWords, error) {
	words := CategoryWords{}
	for _, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		word, target, _ := strings.Cut(text, "=")
		from, to := categoryNamed(word), categoryNamed(target)
		if from.category == "" || to.category == "" {
			return nil, fault.InField("category", "Write a category as the list's word=the shop's category, as in VEG=Vegetables or VEG > Leafy=Vegetables > Greens.")
		}
		if len([]rune(to.category)) > csvimport.MaxCategory || len([]rune(to.subCategory)) > csvimport.MaxCategory {
			return nil, fault.InField("category", "The name of a category can have at most %d characters.", csvimport.MaxCategory)
		}
		words[from.key()] = to
	}
	return words, nil
}

func categoryNamed(text string) categoryTarget {
	category, subCategory, _ := strings.Cut(text, ">")
	return categoryTarget{strings.TrimSpace(category), strings.TrimSpace(subCategory)}
}

func (t categoryTarget) key() string {
	if t.subCategory == "" {
		return catalog.NameKey(t.category)
	}
	return catalog.NameKey(t.category) + " > " + catalog.NameKey(t.subCategory)
}

// place moves a row to the category that its words stand for, if they are among them; the word
// for its sub-category decides before that for its category.
func (w CategoryWords) place(row *Row) {
	listed := categoryTarget{row.Category, row.SubCategory}
	target, named := w[listed.key()]
	if !named {
		if target, named = w[catalog.NameKey(row.Category)]; !named {
			return
		}
	}
	switch {
	case target.subCategory != "":
		row.SubCategory = target.subCategory
	case row.SubCategory == row.Category:
		// The list has no sub-category: it is called as its category.
		row.SubCategory = target.category
	}
	row.Category = target.category
}
