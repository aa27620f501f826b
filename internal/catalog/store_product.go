package catalog

import (
	"context"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"kirana/internal/db"
)

// SelectProducts selects all columns of products, with the alias p; callers append conditions. Category and
// sub-category of a deleted product are "".
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

// saveProducts is the statement of SaveProducts.
var saveProducts = func() string {
	columns := slices.DeleteFunc(slices.Clone(productColumns), func(column string) bool { return column == "stock" || column == "loose_grams" })
	var set []string
	for _, column := range columns {
		if column != "id" {
			set = append(set, column+" = excluded."+column)
		}
	}
	return `
	INSERT INTO products (` + strings.Join(columns, ", ") + `, stock)
	VALUES (:` + strings.Join(columns, ", :") + `, 0)
	ON CONFLICT (id) DO UPDATE SET ` + strings.Join(set, ", ")
}()

// SaveProducts inserts products, or updates existing ones, which the caller has locked. It cannot save deleted
// products, which have no category. It does not save the stock: a new product has 0, and stock.Apply changes it.
func SaveProducts(ctx context.Context, tx *db.Tx, products ...Product) error {
	return db.Insert(ctx, tx, saveProducts, products...)
}

// LockProducts reads products by id, including deleted ones, and locks them in ascending order of id until the transaction
// ends.
func LockProducts(ctx context.Context, tx *db.Tx, ids []string) (map[string]Product, error) {
	return lockProducts(ctx, tx, SelectProducts, ids)
}

// selectForSale selects the columns that an order needs, without the long texts.
const selectForSale = `
		SELECT p.id, COALESCE(p.category_id, '') AS category_id, p.name, p.names, p.unit, p.images, p.price, p.discount, p.stock, p.step_grams, p.loose_grams, p.expired, p.sold_out_until,
			p.publish, p.edited_at, p.updated_at, p.deleted_at
		FROM products p`

// LockProductsForSale is like LockProducts, but reads only the columns that an order needs.
func LockProductsForSale(ctx context.Context, tx *db.Tx, ids []string) (map[string]Product, error) {
	return lockProducts(ctx, tx, selectForSale, ids)
}

// ProductsForSale is like LockProductsForSale without locks: the products may change before the transaction ends.
func ProductsForSale(ctx context.Context, tx *db.Tx, ids []string) (map[string]Product, error) {
	return productsByID(ctx, tx, selectForSale, ids, "")
}

func lockProducts(ctx context.Context, tx *db.Tx, selectColumns string, ids []string) (map[string]Product, error) {
	return productsByID(ctx, tx, selectColumns, ids, tx.ForUpdate())
}

func productsByID(ctx context.Context, tx *db.Tx, selectColumns string, ids []string, lock string) (map[string]Product, error) {
	rows, err := db.All[Product](ctx, tx, selectColumns+`
		WHERE p.id IN (`+db.Placeholders(1, len(ids))+`)
		ORDER BY p.id`+lock, db.Args(ids)...)
	products := make(map[string]Product, len(rows))
	for _, product := range rows {
		products[product.ID] = product
	}
	return products, err
}

// maxReaders limits the concurrent queries of AllProducts.
const maxReaders = 4

// AllProducts reads all products except deleted ones, in no particular order. Each has an allocation of its own, so that one
// product in use does not keep all in memory. It reads ranges of ids concurrently, as scanning rows takes most of the time;
// therefore q must not be a transaction.
func AllProducts(ctx context.Context, q db.Querier) ([]*Product, error) {
	bounds, err := idBounds(ctx, q, min(runtime.GOMAXPROCS(0), maxReaders))
	if err != nil {
		return nil, err
	}
	parts := make([][]*Product, len(bounds)+1)
	group, ctx := errgroup.WithContext(ctx)
	for i := range parts {
		query, args := SelectProducts+` WHERE p.deleted_at IS NULL`, []any{}
		if i > 0 {
			args = append(args, bounds[i-1])
			query += ` AND p.id >= $` + strconv.Itoa(len(args))
		}
		if i < len(bounds) {
			args = append(args, bounds[i])
			query += ` AND p.id < $` + strconv.Itoa(len(args))
		}
		group.Go(func() (err error) {
			parts[i], err = db.All[*Product](ctx, q, query, args...)
			return err
		})
	}
	err = group.Wait()
	return slices.Concat(parts...), err
}

// idBounds returns ids that split the products into ranges of about equal size.
func idBounds(ctx context.Context, q db.Querier, ranges int) ([]string, error) {
	total, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM products`)
	if err != nil || total < ranges {
		return nil, err
	}
	bounds := make([]string, ranges-1)
	for i := range bounds {
		const nth = `SELECT COALESCE(MIN(id), '') FROM (SELECT id FROM products ORDER BY id LIMIT 1 OFFSET $1) nth`
		if bounds[i], err = db.Get[string](ctx, q, nth, total*(i+1)/ranges); err != nil {
			return nil, err
		}
	}
	return bounds, nil
}

// maxIDsPerSelect bounds an IN list: the SQLite driver binds n parameters in O(n²).
const maxIDsPerSelect = 100

// ReadProducts reads products by id, including deleted ones, without the names of their categories.
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

// LockCodes serializes the transactions that set SKUs, barcodes or item codes. Lock before reading products, so that
// lookups of codes see what other transactions have committed.
func LockCodes(ctx context.Context, tx *db.Tx) error { return tx.Lock(ctx, "codes of products") }

// LockProductList is like LockProducts but returns a slice by ascending id.
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

// productWithCategory is a product with the names of its category and sub-category.
type productWithCategory struct {
	Product

	CategoryName     string `db:"category_name"`
	CategoryNames    Names  `db:"category_names"`
	SubCategoryName  string `db:"sub_category_name"`
	SubCategoryNames Names  `db:"sub_category_names"`
}

// Products reads products by id, with the fields for shoppers only. It includes unpublished products but not deleted ones.
func Products(ctx context.Context, q db.Querier, ids []string) (map[string]Product, error) {
	products, err := ProductsForStaff(ctx, q, ids)
	for productID, product := range products {
		products[productID] = product.ForShoppers()
	}
	return products, err
}

// ProductsForStaff is like Products, with the fields for staff except the tax rate.
func ProductsForStaff(ctx context.Context, q db.Querier, ids []string) (map[string]Product, error) {
	if len(ids) == 0 {
		return map[string]Product{}, nil
	}
	rows, err := db.All[productWithCategory](ctx, q, `
		SELECT `+readColumns()+`, c.name AS category_name, c.names AS category_names, s.name AS sub_category_name, s.names AS sub_category_names
		FROM products p
		JOIN categories c ON c.id = p.category_id
		JOIN sub_categories s ON s.id = p.sub_category_id
		WHERE p.deleted_at IS NULL AND p.id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
	products := make(map[string]Product, len(rows))
	for _, row := range rows {
		row.Category = Reference{row.CategoryID, row.CategoryName, row.CategoryNames}
		row.SubCategory = Reference{row.SubCategoryID, row.SubCategoryName, row.SubCategoryNames}
		row.Barcodes = row.AllBarcodes()
		products[row.ID] = row.WithAvailableStock().WithDerived(row.SubCategoryName, row.CategoryName)
	}
	return products, err
}
