package catalog

import (
	"cmp"
	"context"
	"slices"

	"kirana/internal/db"
)

const (
	categoryColumns    = `id, name, name_key, image, position, created_at, updated_at`
	subCategoryColumns = `id, category_id, name, name_key, image, created_at, updated_at`
)

// uses is how many records keep another one from being deleted.
type uses struct {
	SubCategories int `db:"sub_categories"`
	Products      int `db:"products"`
}

func allCategories(ctx context.Context, q db.Querier) ([]Category, error) {
	return db.All[Category](ctx, q, `SELECT `+categoryColumns+` FROM categories ORDER BY position, id`)
}

func allSubCategories(ctx context.Context, q db.Querier) ([]SubCategory, error) {
	return db.All[SubCategory](ctx, q, `SELECT `+subCategoryColumns+` FROM sub_categories ORDER BY id`)
}

func lastPosition(ctx context.Context, tx *db.Tx) (int, error) {
	return db.Get[int](ctx, tx, `SELECT COALESCE(MAX(position), 0) FROM categories`)
}

func lockCategory(ctx context.Context, tx *db.Tx, categoryID string) (Category, error) {
	return db.Get[Category](ctx, tx, `SELECT `+categoryColumns+` FROM categories WHERE id = $1`+tx.ForUpdate(), categoryID)
}

// lockCategories are all categories in the shop's order, held until the transaction
// ends; they are locked by id, so that two moves at once wait for each other.
func lockCategories(ctx context.Context, tx *db.Tx) ([]Category, error) {
	categories, err := db.All[Category](ctx, tx, `SELECT `+categoryColumns+` FROM categories ORDER BY id`+tx.ForUpdate())
	slices.SortStableFunc(categories, func(a, b Category) int { return cmp.Compare(a.Position, b.Position) })
	return categories, err
}

func lockSubCategory(ctx context.Context, tx *db.Tx, subCategoryID string) (SubCategory, error) {
	return db.Get[SubCategory](ctx, tx, `SELECT `+subCategoryColumns+` FROM sub_categories WHERE id = $1`+tx.ForUpdate(), subCategoryID)
}

func insertCategory(ctx context.Context, tx *db.Tx, category Category) error {
	return db.Insert(ctx, tx, `
		INSERT INTO categories (`+categoryColumns+`)
		VALUES (:id, :name, :name_key, :image, :position, :created_at, :updated_at)`, category)
}

func updateCategory(ctx context.Context, tx *db.Tx, c Category) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE categories
		SET name = $2, name_key = $3, image = $4, position = $5, updated_at = $6
		WHERE id = $1`, c.ID, c.Name, c.NameKey, c.Image, c.Position, c.UpdatedAt)
	return err
}

func deleteCategory(ctx context.Context, tx *db.Tx, categoryID string) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM categories WHERE id = $1`, categoryID)
}

func insertSubCategory(ctx context.Context, tx *db.Tx, sub SubCategory) error {
	return db.Insert(ctx, tx, `
		INSERT INTO sub_categories (`+subCategoryColumns+`)
		VALUES (:id, :category_id, :name, :name_key, :image, :created_at, :updated_at)`, sub)
}

func updateSubCategory(ctx context.Context, tx *db.Tx, sub SubCategory) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE sub_categories
		SET category_id = $2, name = $3, name_key = $4, image = $5, updated_at = $6
		WHERE id = $1`, sub.ID, sub.CategoryID, sub.Name, sub.NameKey, sub.Image, sub.UpdatedAt)
	return err
}

func deleteSubCategory(ctx context.Context, tx *db.Tx, subCategoryID string) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM sub_categories WHERE id = $1`, subCategoryID)
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
