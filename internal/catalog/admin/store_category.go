package admin

import (
	"cmp"
	"context"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// uses counts the records that refer to a record and prevent its deletion.
type uses struct {
	SubCategories int `db:"sub_categories"`
	Products      int `db:"products"`
}

func lastPosition(ctx context.Context, tx *db.Tx) (int, error) {
	return db.Get[int](ctx, tx, `SELECT COALESCE(MAX(position), 0) FROM categories`)
}

func lockCategory(ctx context.Context, tx *db.Tx, categoryID string) (catalog.Category, error) {
	return db.Get[catalog.Category](ctx, tx, catalog.SelectCategories+` WHERE id = $1`+tx.ForUpdate(), categoryID)
}

// lockCategories reads all categories, sorted by position, and locks them until the end of the transaction. It locks
// them in order of their ids, so that concurrent moves wait for each other without a deadlock.
func lockCategories(ctx context.Context, tx *db.Tx) ([]catalog.Category, error) {
	categories, err := db.All[catalog.Category](ctx, tx, catalog.SelectCategories+` ORDER BY id`+tx.ForUpdate())
	slices.SortStableFunc(categories, func(a, b catalog.Category) int { return cmp.Compare(a.Position, b.Position) })
	return categories, err
}

func lockSubCategory(ctx context.Context, tx *db.Tx, subCategoryID string) (catalog.SubCategory, error) {
	return db.Get[catalog.SubCategory](ctx, tx, catalog.SelectSubCategories+` WHERE id = $1`+tx.ForUpdate(), subCategoryID)
}

func updateCategory(ctx context.Context, tx *db.Tx, c catalog.Category) error {
	return db.Exec(ctx, tx, `
		UPDATE categories
		SET name = $2, names = $3, name_key = $4, image = $5, position = $6, updated_at = $7
		WHERE id = $1`, c.ID, c.Name, c.Names, c.NameKey, c.Image, c.Position, c.UpdatedAt)
}

func updateSubCategory(ctx context.Context, tx *db.Tx, sub catalog.SubCategory) error {
	return db.Exec(ctx, tx, `
		UPDATE sub_categories
		SET category_id = $2, name = $3, names = $4, name_key = $5, image = $6, hsn = $7, tax_condition = $8, gst_rate = $9, updated_at = $10
		WHERE id = $1`, sub.ID, sub.CategoryID, sub.Name, sub.Names, sub.NameKey, sub.Image, sub.HSN, sub.TaxCondition, sub.GSTRate, sub.UpdatedAt)
}

func deleteCategory(ctx context.Context, tx *db.Tx, categoryID string) (name string, err error) {
	return db.Get[string](ctx, tx, `DELETE FROM categories WHERE id = $1 RETURNING name`, categoryID)
}

func deleteSubCategory(ctx context.Context, tx *db.Tx, subCategoryID string) (name string, err error) {
	return db.Get[string](ctx, tx, `DELETE FROM sub_categories WHERE id = $1 RETURNING name`, subCategoryID)
}

func usesOfCategory(ctx context.Context, q db.Querier, categoryID string) (uses, error) {
	return db.Get[uses](ctx, q, `
		SELECT (SELECT COUNT(*) FROM sub_categories WHERE category_id = $1) AS sub_categories,
			(SELECT COUNT(*) FROM products WHERE category_id = $1) AS products`, categoryID)
}

func usesOfSubCategory(ctx context.Context, q db.Querier, subCategoryID string) (uses, error) {
	return db.Get[uses](ctx, q, `
		SELECT 0 AS sub_categories, (SELECT COUNT(*) FROM products WHERE sub_category_id = $1) AS products`, subCategoryID)
}
