package importer

import (
	"context"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// exportedProduct is a product whose id is in the shop's exported table, with its category and sub-category.
type exportedProduct struct {
	catalog.Product

	CategoryKey    string `db:"category_key"`
	SubCategoryKey string `db:"sub_category_key"`
}

// findExported reads the products of rows with an id. It adds the row's key to deleted if the product was deleted.
func (e *existingProducts) findExported(ctx context.Context, q db.Querier, lock string, rows []Row) error {
	e.exported = map[string]exportedProduct{}
	keys := map[string]string{}
	var ids []string
	for _, row := range rows {
		if row.ID != "" {
			ids, keys[row.ID] = append(ids, row.ID), row.Key
		}
	}
	if len(ids) == 0 {
		return nil
	}
	products, err := db.All[catalog.Product](ctx, q, catalog.SelectProducts+` WHERE p.id IN (`+db.Placeholders(1, len(ids))+`) ORDER BY p.id`+lock, db.Args(ids)...)
	if err != nil {
		return err
	}
	places, err := db.All[struct {
		ID             string `db:"id"`
		CategoryKey    string `db:"category_key"`
		SubCategoryKey string `db:"sub_category_key"`
	}](ctx, q, `
		SELECT s.id, c.name_key AS category_key, s.name_key AS sub_category_key
		FROM sub_categories s JOIN categories c ON c.id = s.category_id`)
	if err != nil {
		return err
	}
	bySubCategory := map[string]exportedProduct{}
	for _, place := range places {
		bySubCategory[place.ID] = exportedProduct{CategoryKey: place.CategoryKey, SubCategoryKey: place.SubCategoryKey}
	}
	for _, product := range products {
		if product.DeletedAt != nil {
			e.deleted[keys[product.ID]] = true
			continue
		}
		own := bySubCategory[product.SubCategoryID]
		own.Product = product
		e.exported[product.ID] = own
	}
	return nil
}

// mergeExported compares a product with its row in the shop's exported table. Differences count as edits by a person:
// the baseline stays, so that a later list does not overwrite them.
func mergeExported(row Row, own exportedProduct, previous baseline, u Update) mergeResult {
	u.OverwriteEdited = true
	// Workbooks are read without line breaks: ignore differences in blanks.
	if slices.Equal(strings.Fields(row.Description), strings.Fields(own.Description)) {
		row.Description = own.Description
	}
	damaged := row.undamage(own.Product)
	m := merge(row, own.Product, nil, u)
	m.damaged = damaged
	m.previousBaseline, m.baseline, m.newBaseline = previous, previous, false
	m.after.ImportKey = own.ImportKey
	listed := subCategoryKeyOf(row)
	if row.HasCategory && u.mayChange(categoryField) && (listed.category != own.CategoryKey || listed.subCategory != own.SubCategoryKey) {
		m.moves = true
		m.fields = append(m.fields, FieldChange{Field: categoryField, New: categoryText(row)})
	}
	return m
}
