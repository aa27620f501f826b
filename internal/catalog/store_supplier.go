package catalog

import (
	"context"

	"kirana/internal/db"
)

// SupplierNames returns the names of all suppliers by id.
func SupplierNames(ctx context.Context, q db.Querier) (map[string]string, error) {
	suppliers, err := db.All[struct {
		ID   string `db:"id"`
		Name string `db:"name"`
	}](ctx, q, `SELECT id, name FROM suppliers`)
	names := make(map[string]string, len(suppliers))
	for _, supplier := range suppliers {
		names[supplier.ID] = supplier.Name
	}
	return names, err
}
