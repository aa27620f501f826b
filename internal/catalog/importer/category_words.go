package importer

import (
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
)

// CategoryWords maps category names of a list to categories of the shop. The keys are normalized names: "veg" for a
// category, "veg > leafy" for a sub-category.
type CategoryWords map[string]categoryTarget

// categoryTarget names a category of the shop, which is created if missing. A row keeps its sub-category if
// subCategory is "".
type categoryTarget struct{ category, subCategory string }

// ParseCategoryWords parses mappings such as "VEG=Vegetables" and "VEG > Leafy=Vegetables > Greens", and skips empty
// texts. It returns fault.Invalid for an invalid text.
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

// place moves a row to the mapped category. A mapping of its sub-category takes precedence over one of its category.
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
		// The list has no sub-category: use the category's name.
		row.SubCategory = target.category
	}
	row.Category = target.category
}
