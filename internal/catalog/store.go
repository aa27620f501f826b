package catalog

import (
	"context"
	"slices"
	"time"

	"kirana/internal/db"
)

// productColumns is a product as it is written; productRow as it is read: a
// deleted product belongs to no category any more.
const (
	productColumns = `id, category_id, sub_category_id, name, unit, images, price, discount, stock, description, details,
	publish, import_key, created_at, edited_at, updated_at, deleted_at`
	productRow = `id, COALESCE(category_id, '') AS category_id, COALESCE(sub_category_id, '') AS sub_category_id, name, unit,
	images, price, discount, stock, description, details, publish, import_key, created_at, edited_at, updated_at, deleted_at`
)

// movement is a row of stock_movements.
type movement struct {
	ID        string    `db:"id"`
	ProductID string    `db:"product_id"`
	Change    int       `db:"change"`
	Reason    string    `db:"reason"`
	OrderID   *string   `db:"order_id"`
	CreatedAt time.Time `db:"created_at"`
}

func insertMovements(ctx context.Context, tx *db.Tx, movements []movement) error {
	return db.Insert(ctx, tx, `
		INSERT INTO stock_movements (id, product_id, change, reason, order_id, created_at)
		VALUES (:id, :product_id, :change, :reason, :order_id, :created_at)`, movements...)
}

// movedSince is how much a product's stock has changed after a moment.
func movedSince(ctx context.Context, q db.Querier, productID string, since time.Time) (int, error) {
	return db.Get[int](ctx, q, `
		SELECT CAST(COALESCE(SUM(change), 0) AS BIGINT)
		FROM stock_movements
		WHERE product_id = $1 AND created_at > $2`, productID, since)
}

// LockProducts reads products by id, deleted ones too, and locks them in ascending
// order of id until the transaction ends.
func LockProducts(ctx context.Context, tx *db.Tx, ids []string) (map[string]Product, error) {
	rows, err := db.All[Product](ctx, tx, `
		SELECT `+productRow+`
		FROM products
		WHERE id IN (`+db.Placeholders(1, len(ids))+`)
		ORDER BY id`+tx.ForUpdate(), db.Args(ids)...)
	return byID(rows), err
}

func byID(rows []Product) map[string]Product {
	products := make(map[string]Product, len(rows))
	for _, product := range rows {
		products[product.ID] = product
	}
	return products
}

// namedProduct is a product with the names of where it stands.
type namedProduct struct {
	Product

	CategoryName    string `db:"category_name"`
	SubCategoryName string `db:"sub_category_name"`
}

func productsByID(ctx context.Context, q db.Querier, ids []string) (map[string]Product, error) {
	if len(ids) == 0 {
		return map[string]Product{}, nil
	}
	rows, err := db.All[namedProduct](ctx, q, `
		SELECT p.id, p.category_id, p.sub_category_id, p.name, p.unit, p.images, p.price, p.discount, p.stock, p.description,
			p.details, p.publish, p.import_key, p.created_at, p.edited_at, p.updated_at, p.deleted_at,
			c.name AS category_name, s.name AS sub_category_name
		FROM products p
		JOIN categories c ON c.id = p.category_id
		JOIN sub_categories s ON s.id = p.sub_category_id
		WHERE p.deleted_at IS NULL AND p.id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
	products := make(map[string]Product, len(rows))
	for _, row := range rows {
		row.Category = Reference{ID: row.CategoryID, Name: row.CategoryName}
		row.SubCategory = Reference{ID: row.SubCategoryID, Name: row.SubCategoryName}
		products[row.ID] = row.Product
	}
	return products, err
}

// written tells when a product was last written, also when it was deleted.
type written struct {
	ProductID string    `db:"id"`
	UpdatedAt time.Time `db:"updated_at"`
}

// writtenSince are the products that were written since a moment.
func writtenSince(ctx context.Context, q db.Querier, since time.Time) ([]written, error) {
	return db.All[written](ctx, q, `SELECT id, updated_at FROM products WHERE updated_at >= $1`, since)
}

// allProducts are all products, deleted ones too.
func allProducts(ctx context.Context, q db.Querier) ([]Product, error) {
	return db.All[Product](ctx, q, `SELECT `+productRow+` FROM products`)
}

// productRows reads products, deleted ones too.
func productRows(ctx context.Context, q db.Querier, ids []string) ([]Product, error) {
	var products []Product
	for some := range slices.Chunk(ids, 100) {
		rows, err := db.All[Product](ctx, q, `SELECT `+productRow+` FROM products WHERE id IN (`+db.Placeholders(1, len(some))+`)`, db.Args(some)...)
		if err != nil {
			return nil, err
		}
		products = append(products, rows...)
	}
	return products, nil
}

func insertProducts(ctx context.Context, tx *db.Tx, products []Product) error {
	return db.Insert(ctx, tx, `
		INSERT INTO products (`+productColumns+`)
		VALUES (:id, :category_id, :sub_category_id, :name, :unit, :images, :price, :discount, :stock, :description, :details,
			:publish, :import_key, :created_at, :edited_at, :updated_at, :deleted_at)`, products...)
}

func updateProduct(ctx context.Context, tx *db.Tx, p Product) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE products
		SET category_id = $2, sub_category_id = $3, name = $4, unit = $5, images = $6, price = $7, discount = $8, stock = $9,
			description = $10, details = $11, publish = $12, import_key = $13, edited_at = $14, updated_at = $15
		WHERE id = $1`,
		p.ID, p.CategoryID, p.SubCategoryID, p.Name, p.Unit, p.Images, p.Price, p.Discount, p.Stock,
		p.Description, p.Details, p.Publish, p.ImportKey, p.EditedAt, p.UpdatedAt)
	return err
}

func setPublish(ctx context.Context, tx *db.Tx, ids []string, publish bool, at time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE products
		SET publish = $1, edited_at = $2, updated_at = $2
		WHERE publish <> $1 AND id IN (`+db.Placeholders(3, len(ids))+`)`, append([]any{publish, at}, db.Args(ids)...)...)
	return err
}

// removeProduct takes a product out of the shop and out of every cart. Its row
// stays, without a place in the catalogue.
func removeProduct(ctx context.Context, tx *db.Tx, productID string, at time.Time) (int64, error) {
	n, err := db.Exec(ctx, tx, `
		UPDATE products
		SET deleted_at = $2, updated_at = $2, edited_at = $2, category_id = NULL, sub_category_id = NULL
		WHERE id = $1 AND deleted_at IS NULL`, productID, at)
	if err != nil || n == 0 {
		return n, err
	}
	// The cart's rows reference the product and go with it, as ON DELETE CASCADE
	// would have it for a row that is really deleted.
	_, err = db.Exec(ctx, tx, `DELETE FROM cart_lines WHERE product_id = $1`, productID)
	return n, err
}

func moveProducts(ctx context.Context, tx *db.Tx, subCategoryID, categoryID string, at time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE products
		SET category_id = $2, updated_at = $3, edited_at = $3
		WHERE sub_category_id = $1 AND category_id <> $2`, subCategoryID, categoryID, at)
	return err
}
