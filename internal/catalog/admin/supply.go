package admin

import (
	"context"
	"fmt"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
)

// SupplyForm is a patch of a product's supply; nil fields are unchanged.
type SupplyForm struct {
	Supplier           *string
	PackSize, MinStock *int
	Cost               *money.Paise
}

func (f SupplyForm) fill(p *catalog.Product) {
	set(&p.Supplier, f.Supplier)
	if f.PackSize != nil {
		p.PackSize = *f.PackSize
	}
	if f.MinStock != nil {
		p.MinStock = *f.MinStock
	}
	if f.Cost != nil && (p.Cost == nil || p.Cost.Paise() != *f.Cost) { // the exact average has more decimals than the form shows
		cost := money.CostOf(*f.Cost, 1)
		p.Cost = &cost
	}
}

// check refuses a supplier that does not exist.
func (f SupplyForm) check(ctx context.Context, tx *db.Tx) error {
	if f.Supplier == nil || *f.Supplier == "" {
		return nil
	}
	known, err := db.Get[int](ctx, tx, `SELECT COUNT(*) FROM suppliers WHERE id = $1`, *f.Supplier)
	if err != nil {
		return fmt.Errorf("find the supplier: %w", err)
	}
	if known == 0 {
		return fault.InField("supplier", "This supplier does not exist.")
	}
	return nil
}
