package taxes

import (
	"context"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// subCategoryGoods reads what sub-categories give to their products, by id.
func subCategoryGoods(ctx context.Context, q db.Querier) (map[string]tax.Goods, error) {
	type row struct {
		ID string `db:"id"`
		tax.Goods
	}
	rows, err := db.All[row](ctx, q, `SELECT id, hsn, tax_condition, gst_rate FROM sub_categories WHERE hsn <> '' OR tax_condition <> '' OR gst_rate IS NOT NULL`)
	given := map[string]tax.Goods{}
	for _, r := range rows {
		given[r.ID] = r.Goods
	}
	return given, err
}

// Waiting are the orders whose goods left without a bill.
type Waiting struct {
	Bills int         `json:"bills" db:"bills"`
	Total money.Paise `json:"total" db:"total" doc:"rupees"`
}

// SchemaName is the name in the API document.
func (Waiting) SchemaName() string { return "WaitingBills" }

func waiting(ctx context.Context, q db.Querier) (Waiting, error) {
	return db.Get[Waiting](ctx, q, `SELECT COUNT(*) AS bills, COALESCE(SUM(due_total), 0) AS total FROM checkouts WHERE billing = 'WAITS'`)
}
