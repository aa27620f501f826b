package importer

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
	"kirana/internal/db"
	"kirana/internal/id"
)

// subCategoryKey holds the normalized names of a category and one of its sub-categories.
type subCategoryKey struct{ category, subCategory string }

func subCategoryKeyOf(r Row) subCategoryKey {
	return subCategoryKey{catalog.NameKey(r.Category), catalog.NameKey(r.SubCategory)}
}

// ensureCategories returns the sub-categories by name, including those of the rows. It creates missing sub-categories
// and categories in the order of search.CategoryRank, then of the rows.
func ensureCategories(ctx context.Context, tx *db.Tx, rows []Row, now time.Time) (map[subCategoryKey]catalog.SubCategory, error) {
	bySubCategory := map[subCategoryKey]catalog.SubCategory{}
	if len(rows) == 0 {
		return bySubCategory, nil
	}
	categories, err := catalog.AllCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	subCategories, err := catalog.AllSubCategories(ctx, tx)
	if err != nil {
		return nil, err
	}
	byName, nameKeys, last := map[string]catalog.Category{}, map[string]string{}, 0
	for _, category := range categories {
		byName[category.NameKey], nameKeys[category.ID] = category, category.NameKey
		last = max(last, category.Position)
	}
	for _, sub := range subCategories {
		bySubCategory[subCategoryKey{nameKeys[sub.CategoryID], sub.NameKey}] = sub
	}
	for _, row := range byCategoryRank(rows) {
		key := subCategoryKeyOf(row)
		if _, exists := bySubCategory[key]; exists {
			continue
		}
		category, exists := byName[key.category]
		if !exists {
			last++
			category = catalog.Category{ID: id.New(), Name: row.Category, NameKey: key.category, Position: last, CreatedAt: now, UpdatedAt: now}
			if err := catalog.InsertCategory(ctx, tx, category); err != nil {
				return nil, err
			}
			byName[key.category] = category
		}
		sub := catalog.SubCategory{ID: id.New(), CategoryID: category.ID, Name: row.SubCategory, NameKey: key.subCategory, CreatedAt: now, UpdatedAt: now}
		if err := catalog.InsertSubCategory(ctx, tx, sub); err != nil {
			return nil, err
		}
		bySubCategory[key] = sub
	}
	return bySubCategory, nil
}

// byCategoryRank returns one row per sub-category, sorted by rank: vegetables and fruit, dairy and staples first, names that begin
// with a digit last.
func byCategoryRank(rows []Row) []Row {
	var first []Row
	seen := map[subCategoryKey]bool{}
	for _, row := range rows {
		if key := subCategoryKeyOf(row); !seen[key] {
			seen[key] = true
			first = append(first, row)
		}
	}
	slices.SortStableFunc(first, func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(rankOf(a.Category), rankOf(b.Category)),
			cmp.Compare(rankOf(a.SubCategory), rankOf(b.SubCategory)),
		)
	})
	return first
}

// rankOf is search.CategoryRank, but sorts names that begin with a digit last.
func rankOf(name string) int {
	if catalog.BeginsWithDigit(name) {
		return math.MaxInt
	}
	return search.CategoryRank(name)
}

// missingCategories returns the sub-categories that ensureCategories would create, such as "Staples > Dal", in row
// order.
func missingCategories(ctx context.Context, q db.Querier, rows []Row) ([]string, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	categories, err := catalog.AllCategories(ctx, q)
	if err != nil {
		return nil, err
	}
	subCategories, err := catalog.AllSubCategories(ctx, q)
	if err != nil {
		return nil, err
	}
	nameKeys := map[string]string{}
	for _, category := range categories {
		nameKeys[category.ID] = category.NameKey
	}
	exists := map[subCategoryKey]bool{}
	for _, sub := range subCategories {
		exists[subCategoryKey{nameKeys[sub.CategoryID], sub.NameKey}] = true
	}
	var missing []string
	for _, row := range rows {
		if key := subCategoryKeyOf(row); !exists[key] {
			exists[key] = true
			missing = append(missing, categoryText(row))
		}
	}
	return missing, nil
}

// nameCategories adds the translated names of the rows to categories and sub-categories that have none in that language.
func nameCategories(ctx context.Context, tx *db.Tx, rows []Row, u Update, now time.Time) error {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return len(r.CategoryNames)+len(r.SubCategoryNames) == 0 })
	if len(rows) == 0 || !u.mayChange(categoryField) {
		return nil
	}
	categories, err := catalog.AllCategories(ctx, tx)
	if err != nil {
		return err
	}
	subCategories, err := catalog.AllSubCategories(ctx, tx)
	if err != nil {
		return err
	}
	categoryNames, subCategoryNames, keys := map[string]catalog.Names{}, map[subCategoryKey]catalog.Names{}, map[string]string{}
	for _, row := range rows {
		key := subCategoryKeyOf(row)
		categoryNames[key.category] = row.CategoryNames.With(categoryNames[key.category])
		subCategoryNames[key] = row.SubCategoryNames.With(subCategoryNames[key])
	}
	for _, category := range categories {
		keys[category.ID] = category.NameKey
		if names := categoryNames[category.NameKey].With(category.Names); len(names) > len(category.Names) {
			category.Names, category.UpdatedAt = names, catalog.NextVersion(now, category.UpdatedAt)
			if err := catalog.SetCategoryNames(ctx, tx, category); err != nil {
				return err
			}
		}
	}
	for _, sub := range subCategories {
		if names := subCategoryNames[subCategoryKey{keys[sub.CategoryID], sub.NameKey}].With(sub.Names); len(names) > len(sub.Names) {
			sub.Names, sub.UpdatedAt = names, catalog.NextVersion(now, sub.UpdatedAt)
			if err := catalog.SetSubCategoryNames(ctx, tx, sub); err != nil {
				return err
			}
		}
	}
	return nil
}
