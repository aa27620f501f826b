package shoptest

import (
	"context"
	"testing"

	"kirana/internal/db"
)

// ManyProducts adds n generated products of ₹10 to ₹509, named "Many … i", and one more, a Toor Dal. Of every ten, one
// is out of stock, one has 3 pieces and the others 50; of every twenty, the last is not published. The ledger does not
// have their stock.
func ManyProducts(t testing.TB, d *db.DB, n int) {
	t.Helper()
	if err := FillProducts(t.Context(), d, n); err != nil {
		t.Fatalf("arrange the test: %v", err)
	}
}

// FillProducts is ManyProducts outside of tests.
func FillProducts(ctx context.Context, d *db.DB, n int) error {
	if _, err := addProduct(ctx, d, Product{Stock: 50}); err != nil { // all share its sub-category
		return err
	}
	return run(ctx, d, `
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($1 AS INTEGER) - 1)
		INSERT INTO products (id, category_id, sub_category_id, name, unit, price, discount, stock, publish, created_at, edited_at, updated_at)
		SELECT 'manyproduct' || (1000000 + i), $2, $3,
			'Many ' || CASE i % 4 WHEN 0 THEN 'Toor Dal ' WHEN 1 THEN 'basmati Rice ' WHEN 2 THEN 'Mustard Oil ' ELSE 'Wheat Atta ' END || i,
			'1 kg', 1000 + (i % 500) * 100, 0, CASE i % 10 WHEN 0 THEN 0 WHEN 1 THEN 3 ELSE 50 END, i % 20 <> 19, $4, $4, $4
		FROM n`, n, categoryID, subCategoryID, Epoch)
}
