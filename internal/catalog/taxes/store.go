package taxes

import (
	"context"

	"kirana/internal/db"
	"kirana/internal/money"
)

// WaitingBills counts the orders whose goods left without a bill.
type WaitingBills struct {
	Bills int         `json:"bills" db:"bills"`
	Total money.Paise `json:"total" db:"total" doc:"Total in rupees."`
}

// SchemaName returns the name in the API document.
func (WaitingBills) SchemaName() string { return "WaitingBills" }

func waiting(ctx context.Context, q db.Querier) (WaitingBills, error) {
	return db.Get[WaitingBills](ctx, q, `SELECT COUNT(*) AS bills, COALESCE(SUM(due_total), 0) AS total FROM checkouts WHERE billing = 'WAITS'`)
}
