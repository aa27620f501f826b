package shoptest

import (
	"context"
	"errors"
	"testing"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
)

// Product holds the fields of a product that a test sets; zero fields get defaults: a name, a price
// of ₹50.
type Product struct {
	Name            string
	Price, Discount money.Paise
	Stock           int
	Unpublished     bool
}

const (
	categoryID    = "groceries0000000"
	subCategoryID = "everyday00000000"
)

// AddProduct adds a product and returns its id. Its stock has an opening movement.
func AddProduct(t testing.TB, d *db.DB, g Product) string {
	t.Helper()
	productID, err := addProduct(t.Context(), d, g)
	if err != nil {
		t.Fatalf("arrange the test: %v", err)
	}
	return productID
}

func addProduct(ctx context.Context, d *db.DB, g Product) (productID string, err error) {
	if g.Name == "" {
		g.Name = "Toor Dal"
	}
	if g.Price == 0 {
		g.Price = money.Rupees(50)
	}
	productID = id.New()
	err = errors.Join(
		addCategories(ctx, d),
		run(ctx, d, `
			INSERT INTO products (id, category_id, sub_category_id, name, unit, images, price, discount, stock, publish, created_at, edited_at, updated_at)
			VALUES ($1, $2, $3, $4, '1 kg', '["/media/dal.webp","/media/dal-back.webp"]', $5, $6, $7, $8, $9, $9, $9)`,
			productID, categoryID, subCategoryID, g.Name, g.Price, g.Discount, g.Stock, !g.Unpublished, Epoch),
	)
	if g.Stock > 0 && err == nil {
		err = run(ctx, d, `
			INSERT INTO stock_movements (id, product_id, change, reason, created_at)
			VALUES ($1, $2, $3, 'opening', $4)`, id.New(), productID, g.Stock, Epoch)
	}
	return productID, err
}

// addCategories inserts the category and sub-category of the products.
func addCategories(ctx context.Context, d *db.DB) error {
	err := run(ctx, d, `
		INSERT INTO categories (id, name, name_key, position, created_at, updated_at)
		VALUES ($1, 'Groceries', 'groceries', 1, $2, $2)
		ON CONFLICT DO NOTHING`, categoryID, Epoch)
	if err != nil {
		return err
	}
	return run(ctx, d, `
		INSERT INTO sub_categories (id, category_id, name, name_key, created_at, updated_at)
		VALUES ($1, $2, 'Everyday', 'everyday', $3, $3)
		ON CONFLICT DO NOTHING`, subCategoryID, categoryID, Epoch)
}

// Stock returns the stock of a product. It fails the test unless all its movements add up to it.
func Stock(t testing.TB, d *db.DB, productID string) int {
	t.Helper()
	stock, err := db.Get[int](t.Context(), d, `SELECT stock FROM products WHERE id = $1`, productID)
	if err != nil {
		t.Fatalf("read the stock: %v", err)
	}
	moved, err := db.Get[int](t.Context(), d, `SELECT CAST(COALESCE(SUM(change), 0) AS BIGINT) FROM stock_movements WHERE product_id = $1`, productID)
	if err != nil {
		t.Fatalf("read the stock's movements: %v", err)
	}
	if moved != stock {
		t.Errorf("the movements add up to %d, want the stock, %d", moved, stock)
	}
	return stock
}

// Reprice changes a product's price.
func Reprice(t testing.TB, d *db.DB, productID string, price money.Paise) {
	t.Helper()
	arrange(t, d, `UPDATE products SET price = $2, discount = 0 WHERE id = $1`, productID, price)
}

// Unpublish hides a product from shoppers.
func Unpublish(t testing.TB, d *db.DB, productID string) {
	t.Helper()
	arrange(t, d, `UPDATE products SET publish = FALSE WHERE id = $1`, productID)
}

// Restock sets the stock of a product, with a movement.
func Restock(t testing.TB, d *db.DB, productID string, stock int) {
	t.Helper()
	change := stock - Stock(t, d, productID)
	arrange(t, d, `UPDATE products SET stock = $2 WHERE id = $1`, productID, stock)
	if change != 0 {
		arrange(t, d, `
			INSERT INTO stock_movements (id, product_id, change, reason, created_at)
			VALUES ($1, $2, $3, 'edit', $4)`, id.New(), productID, change, Epoch)
	}
}
