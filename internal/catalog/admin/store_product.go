package admin

import (
	"context"
	"time"

	"kirana/internal/cart"
	"kirana/internal/catalog"
	"kirana/internal/db"
)

// checkKnown returns catalog.ErrNoProduct for an id that no product has ever had; a deleted product is known.
func (s *Service) checkKnown(ctx context.Context, productID string) error {
	known, err := db.Get[bool](ctx, s.db, `SELECT EXISTS (SELECT 1 FROM products WHERE id = $1)`, productID)
	if err == nil && !known {
		return catalog.ErrNoProduct
	}
	return err
}

// setPublish publishes or hides products; those already in that state are not edited.
func setPublish(ctx context.Context, tx *db.Tx, ids []string, publish bool, at time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE products
		SET publish = $1, edited_at = $2, updated_at = $2
		WHERE publish <> $1 AND id IN (`+db.Placeholders(3, len(ids))+`)`, append([]any{publish, at}, db.Args(ids)...)...)
}

// deleteProduct marks a product as deleted and removes it from every cart. Its row stays, without a category.
func deleteProduct(ctx context.Context, tx *db.Tx, productID string, at time.Time) (int64, error) {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE products
		SET deleted_at = $2, updated_at = $2, edited_at = $2, category_id = NULL, sub_category_id = NULL
		WHERE id = $1 AND deleted_at IS NULL`, productID, at)
	if err != nil || n == 0 {
		return n, err
	}
	return n, cart.RemoveProducts(ctx, tx, productID)
}

// moveProducts moves the products of a sub-category into a category.
func moveProducts(ctx context.Context, tx *db.Tx, subCategoryID, categoryID string, at time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE products
		SET category_id = $2, updated_at = $3, edited_at = $3
		WHERE sub_category_id = $1 AND category_id <> $2`, subCategoryID, categoryID, at)
}
