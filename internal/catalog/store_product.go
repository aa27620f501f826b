package catalog

import (
	"context"
	"slices"
	"strings"

	"kirana/internal/db"
)

// SelectProducts selects every column of the products p; the caller appends its
// conditions. A deleted product has no category: it reads as "".
var SelectProducts = "SELECT " + readColumns() + " FROM products p"

func readColumns() string {
	columns := make([]string, len(productColumns))
	for i, column := range productColumns {
		switch column {
		case "category_id", "sub_category_id":
			columns[i] = "COALESCE(p." + column + ", '') AS " + column
		default:
			columns[i] = "p." + column
		}
	}
	return strings.Join(columns, ", ")
}

// saveProducts inserts products, or updates those whose id exists.
var saveProducts = `
	INSERT INTO products (` + strings.Join(productColumns, ", ") + `)
	VALUES (:` + strings.Join(productColumns, ", :") + `)
	ON CONFLICT (id) DO UPDATE SET ` + assignments()

func assignments() string {
	var set []string
	for _, column := range productColumns {
		if column != "id" {
			set = append(set, column+" = excluded."+column)
		}
	}
	return strings.Join(set, ", ")
}

// SaveProducts inserts products, or updates those whose id exists; the caller has
// locked these. None may be deleted: a deleted product has no category.
func SaveProducts(ctx context.Context, tx *db.Tx, products ...Product) error {
	return db.Insert(ctx, tx, saveProducts, products...)
}

// LockProducts reads products by id, deleted ones too, and locks them in ascending
// order of id until the transaction ends.
func LockProducts(ctx context.Context, tx *db.Tx, ids []string) (map[string]Product, error) {
	rows, err := db.All[Product](ctx, tx, SelectProducts+`
		WHERE p.id IN (`+db.Placeholders(1, len(ids))+`)
		ORDER BY p.id`+tx.ForUpdate(), db.Args(ids)...)
	products := make(map[string]Product, len(rows))
	for _, product := range rows {
		products[product.ID] = product
	}
	return products, err
}

// AllProducts reads all products that are not deleted, each into memory of its own: one list
// of so many would be copied as it grows, and be kept whole by whoever keeps one of them.
func AllProducts(ctx context.Context, q db.Querier) ([]*Product, error) {
	return db.All[*Product](ctx, q, SelectProducts+` WHERE p.deleted_at IS NULL`)
}

// maxIDsPerSelect bounds an IN list: the SQLite driver binds parameters in time
// that grows with the square of their number.
const maxIDsPerSelect = 100

// ReadProducts reads products by id, deleted ones too, without the names of their
// categories.
func ReadProducts(ctx context.Context, q db.Querier, ids []string) ([]Product, error) {
	var products []Product
	for chunk := range slices.Chunk(ids, maxIDsPerSelect) {
		rows, err := db.All[Product](ctx, q, SelectProducts+` WHERE p.id IN (`+db.Placeholders(1, len(chunk))+`)`, db.Args(chunk)...)
		if err != nil {
			return nil, err
		}
		products = append(products, rows...)
	}
	return products, nil
}

// LockProductList is like LockProducts, as a slice by ascending id.
func LockProductList(ctx context.Context, tx *db.Tx, ids []string) ([]Product, error) {
	var products []Product
	for chunk := range slices.Chunk(slices.Sorted(slices.Values(ids)), maxIDsPerSelect) {
		rows, err := db.All[Product](ctx, tx, SelectProducts+`
			WHERE p.id IN (`+db.Placeholders(1, len(chunk))+`)
			ORDER BY p.id`+tx.ForUpdate(), db.Args(chunk)...)
		if err != nil {
			return nil, err
		}
		products = append(products, rows...)
	}
	return products, nil
}

// productInPlace is a product with the names of its category and sub-category.
type productInPlace struct {
	Product

	CategoryName    string `db:"category_name"`
	SubCategoryName string `db:"sub_category_name"`
}

// Products reads products that are not deleted, by id, with the names of their
// categories, as they are shown.
func Products(ctx context.Context, q db.Querier, ids []string) (map[string]Product, error) {
	if len(ids) == 0 {
		return map[string]Product{}, nil
	}
	rows, err := db.All[productInPlace](ctx, q, `
		SELECT `+readColumns()+`, c.name AS category_name, s.name AS sub_category_name
		FROM products p
		JOIN categories c ON c.id = p.category_id
		JOIN sub_categories s ON s.id = p.sub_category_id
		WHERE p.deleted_at IS NULL AND p.id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
	products := make(map[string]Product, len(rows))
	for _, row := range rows {
		row.Category = Reference{ID: row.CategoryID, Name: row.CategoryName}
		row.SubCategory = Reference{ID: row.SubCategoryID, Name: row.SubCategoryName}
		products[row.ID] = row.Shown().WithDerived(row.SubCategoryName, row.CategoryName)
	}
	return products, err
}
