package admin

import (
	"context"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// BulkRecord is a row of bulk_changes: a bulk change that can be undone.
type BulkRecord struct {
	ID        string     `db:"id" json:"_id"`
	Title     string     `db:"title" json:"title"`
	OfStock   bool       `db:"of_stock" json:"-"`
	UserName  string     `db:"user_name" json:"who"`
	Products  int        `db:"products" json:"products"`
	CreatedAt time.Time  `db:"created_at" json:"at"`
	UndoneAt  *time.Time `db:"undone_at" json:"undoneAt,omitempty"`
}

// bulkRow is a row of bulk_change_rows: the values of a product before and after.
type bulkRow struct {
	BulkID              string      `db:"bulk_id"`
	ProductID           string      `db:"product_id"`
	PriceBefore         money.Paise `db:"price_before"`
	PriceAfter          money.Paise `db:"price_after"`
	DiscountBefore      money.Paise `db:"discount_before"`
	DiscountAfter       money.Paise `db:"discount_after"`
	UnitBefore          string      `db:"unit_before"`
	UnitAfter           string      `db:"unit_after"`
	PublishBefore       bool        `db:"publish_before"`
	PublishAfter        bool        `db:"publish_after"`
	CategoryIDBefore    string      `db:"category_id_before"`
	CategoryIDAfter     string      `db:"category_id_after"`
	SubCategoryIDBefore string      `db:"sub_category_id_before"`
	SubCategoryIDAfter  string      `db:"sub_category_id_after"`

	HSNBefore          string       `db:"hsn_before"`
	HSNAfter           string       `db:"hsn_after"`
	TaxConditionBefore string       `db:"tax_condition_before"`
	TaxConditionAfter  string       `db:"tax_condition_after"`
	GSTRateBefore      *tax.Percent `db:"gst_rate_before"`
	GSTRateAfter       *tax.Percent `db:"gst_rate_after"`

	StockChange  int        `db:"stock_change" json:",omitempty"`
	SoldOutUntil *time.Time `db:"sold_out_until" json:"-"` // the sold-out mark that added pieces removed
}

func bulkRowOf(bulkID string, before, after catalog.Product) bulkRow {
	row := bulkRow{
		BulkID: bulkID, ProductID: before.ID,
		PriceBefore: before.Price, PriceAfter: after.Price, DiscountBefore: before.Discount, DiscountAfter: after.Discount,
		UnitBefore: before.Unit, UnitAfter: after.Unit, PublishBefore: before.Publish, PublishAfter: after.Publish,
		CategoryIDBefore: before.CategoryID, CategoryIDAfter: after.CategoryID,
		SubCategoryIDBefore: before.SubCategoryID, SubCategoryIDAfter: after.SubCategoryID,
		HSNBefore: before.HSN, HSNAfter: after.HSN,
		TaxConditionBefore: before.TaxCondition, TaxConditionAfter: after.TaxCondition,
		GSTRateBefore: before.GSTRate, GSTRateAfter: after.GSTRate,
		StockChange: after.Stock - before.Stock,
	}
	if after.SoldOutUntil == nil {
		row.SoldOutUntil = before.SoldOutUntil
	}
	return row
}

const selectBulkChanges = `SELECT id, title, of_stock, user_name, products, created_at, undone_at FROM bulk_changes`

func insertBulk(ctx context.Context, tx *db.Tx, record BulkRecord, rows []bulkRow) error {
	err := db.Insert(ctx, tx, `
		INSERT INTO bulk_changes (id, title, of_stock, user_name, products, created_at)
		VALUES (:id, :title, :of_stock, :user_name, :products, :created_at)`, record)
	if err != nil {
		return err
	}
	return db.Insert(ctx, tx, `
		INSERT INTO bulk_change_rows (bulk_id, product_id, price_before, price_after, discount_before, discount_after, unit_before, unit_after,
			publish_before, publish_after, category_id_before, category_id_after, sub_category_id_before, sub_category_id_after,
			hsn_before, hsn_after, tax_condition_before, tax_condition_after, gst_rate_before, gst_rate_after, stock_change, sold_out_until)
		VALUES (:bulk_id, :product_id, :price_before, :price_after, :discount_before, :discount_after, :unit_before, :unit_after,
			:publish_before, :publish_after, :category_id_before, :category_id_after, :sub_category_id_before, :sub_category_id_after,
			:hsn_before, :hsn_after, :tax_condition_before, :tax_condition_after, :gst_rate_before, :gst_rate_after, :stock_change, :sold_out_until)`, rows...)
}

func (r BulkRecord) apply(ctx context.Context, tx *db.Tx, changed []BulkLine) error {
	if !r.OfStock {
		return applyBulk(ctx, tx, r.ID, r.CreatedAt)
	}
	pieces := make(map[string]int, len(changed))
	for _, line := range changed {
		pieces[line.Before.ID] = line.After.Stock - line.Before.Stock
	}
	return stock.AdjustMany(ctx, tx, r.CreatedAt, pieces, "changed in bulk")
}

// applyBulk changes the products of a bulk change, except stocks, in one statement.
func applyBulk(ctx context.Context, tx *db.Tx, bulkID string, at time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE products
		SET price = r.price_after, discount = r.discount_after, unit = r.unit_after, publish = r.publish_after,
			category_id = r.category_id_after, sub_category_id = r.sub_category_id_after,
			hsn = r.hsn_after, tax_condition = r.tax_condition_after, gst_rate = r.gst_rate_after, edited_at = $2, updated_at = $2
		FROM bulk_change_rows r
		WHERE r.bulk_id = $1 AND r.product_id = products.id`, bulkID, at)
}

// undoBulk restores the products of a bulk change that still have its values, and returns their number. A product whose
// former sub-category has been deleted or moved is left unchanged.
func undoBulk(ctx context.Context, tx *db.Tx, bulkID string, at time.Time) (int64, error) {
	return db.ExecRows(ctx, tx, `
		UPDATE products
		SET price = r.price_before, discount = r.discount_before, unit = r.unit_before, publish = r.publish_before,
			category_id = r.category_id_before, sub_category_id = r.sub_category_id_before,
			hsn = r.hsn_before, tax_condition = r.tax_condition_before, gst_rate = r.gst_rate_before, edited_at = $2, updated_at = $2
		FROM bulk_change_rows r
		WHERE r.bulk_id = $1 AND r.product_id = products.id AND products.deleted_at IS NULL
			AND products.price = r.price_after AND products.discount = r.discount_after AND products.unit = r.unit_after
			AND products.publish = r.publish_after AND products.sub_category_id = r.sub_category_id_after
			AND products.hsn = r.hsn_after AND products.tax_condition = r.tax_condition_after AND products.gst_rate IS NOT DISTINCT FROM r.gst_rate_after
			AND EXISTS (SELECT 1 FROM sub_categories s WHERE s.id = r.sub_category_id_before AND s.category_id = r.category_id_before)`, bulkID, at)
}

// lastEditInBulk locks the products of a bulk change and returns their latest UpdatedAt.
func lastEditInBulk(ctx context.Context, tx *db.Tx, bulkID string) (time.Time, error) {
	times, err := db.All[time.Time](ctx, tx, `
		SELECT p.updated_at
		FROM products p
		WHERE p.id IN (SELECT product_id FROM bulk_change_rows WHERE bulk_id = $1)
		ORDER BY p.id`+tx.ForUpdate(), bulkID)
	var last time.Time
	for _, at := range times {
		if at.After(last) {
			last = at
		}
	}
	return last, err
}

// maxNotUndone limits the names that namesNotUndone returns.
const maxNotUndone = 20

// namesNotUndone returns the names of the first products that the undo of a bulk change left unchanged.
func namesNotUndone(ctx context.Context, tx *db.Tx, bulkID string, at time.Time) ([]string, error) {
	return db.All[string](ctx, tx, `
		SELECT p.name
		FROM products p JOIN bulk_change_rows r ON r.product_id = p.id
		WHERE r.bulk_id = $1 AND p.updated_at <> $2
		ORDER BY p.name, p.id
		LIMIT $3`, bulkID, at, maxNotUndone)
}
