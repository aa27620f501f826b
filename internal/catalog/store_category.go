package catalog

import (
	"context"

	"kirana/internal/db"
)

// SelectCategories and SelectSubCategories select all columns; callers append conditions.
const (
	SelectCategories    = `SELECT ` + categoryColumns + ` FROM categories`
	SelectSubCategories = `SELECT ` + subCategoryColumns + ` FROM sub_categories`

	categoryColumns    = `id, name, names, name_key, image, position, created_at, updated_at`
	subCategoryColumns = `id, category_id, name, names, name_key, image, hsn, tax_condition, gst_rate, created_at, updated_at`
)

// AllCategories reads all categories, by position.
func AllCategories(ctx context.Context, q db.Querier) ([]Category, error) {
	return db.All[Category](ctx, q, SelectCategories+` ORDER BY position, id`)
}

// AllSubCategories reads all sub-categories, the oldest first, without the names of their categories.
func AllSubCategories(ctx context.Context, q db.Querier) ([]SubCategory, error) {
	return db.All[SubCategory](ctx, q, SelectSubCategories+` ORDER BY id`)
}

// InsertCategory inserts a category.
func InsertCategory(ctx context.Context, tx *db.Tx, category Category) error {
	return db.Insert(ctx, tx, `
		INSERT INTO categories (`+categoryColumns+`)
		VALUES (:id, :name, :names, :name_key, :image, :position, :created_at, :updated_at)`, category)
}

// InsertSubCategory inserts a sub-category.
func InsertSubCategory(ctx context.Context, tx *db.Tx, sub SubCategory) error {
	return db.Insert(ctx, tx, `
		INSERT INTO sub_categories (`+subCategoryColumns+`)
		VALUES (:id, :category_id, :name, :names, :name_key, :image, :hsn, :tax_condition, :gst_rate, :created_at, :updated_at)`, sub)
}

// SetCategoryNames saves a category's Names and UpdatedAt.
func SetCategoryNames(ctx context.Context, tx *db.Tx, category Category) error {
	return db.Exec(ctx, tx, `UPDATE categories SET names = $2, updated_at = $3 WHERE id = $1`, category.ID, category.Names, category.UpdatedAt)
}

// SetSubCategoryNames saves a sub-category's Names and UpdatedAt.
func SetSubCategoryNames(ctx context.Context, tx *db.Tx, sub SubCategory) error {
	return db.Exec(ctx, tx, `UPDATE sub_categories SET names = $2, updated_at = $3 WHERE id = $1`, sub.ID, sub.Names, sub.UpdatedAt)
}
