package customer

import (
	"context"
	"fmt"
	"strconv"

	"kirana/internal/db"
)

// ExportCustomers returns the next customers of a filter by ascending id. after is the last id of
// the previous page, "" for the first page. Sort, Sums, Page and Limit of f are ignored: email and
// sums are always included.
func ExportCustomers(ctx context.Context, q db.Querier, f Filter, after string, limit int) ([]Customer, error) {
	f.Sort, f.Sums = ByLastOrder, true
	where, args := f.conditions()
	n := len(args)
	rows, err := db.All[Customer](ctx, q, `
		SELECT `+customerColumns+`
		FROM customer_sums s JOIN users u ON u.id = s.user_id`+where+` AND s.user_id > $`+strconv.Itoa(n+1)+`
		ORDER BY s.user_id
		LIMIT $`+strconv.Itoa(n+2), append(args, after, limit)...)
	if err != nil {
		return nil, fmt.Errorf("export customers: %w", err)
	}
	return rows, nil
}
