package taxes

import (
	"context"

	"kirana/internal/db"
	"kirana/internal/money"
)

// Waiting counts the orders whose goods left without a bill.
type Waiting struct {
	Bills int         `json:"bills" db:"bills"`
	Total money.Paise `json:"total" db:"total" doc:"Total in rupees."`
}

// SchemaName returns the name in the API document.
func (Waiting) SchemaName() string { return "WaitingBills" }

func waiting(ctx context.Context, q db.Querier) (Waiting, error) {
	return db.Get[Waiting](ctx, q, `SELECT COUNT(*) AS bills, COALESCE(SUM(due_total), 0) AS total FROM checkouts WHERE billing = 'WAITS'`)
}
