package csvimport

import (
	"strconv"

	"kirana/internal/catalog"
	"kirana/internal/money"
)

// setSupply takes what decides when a product is ordered again, and its cost. What cannot be read is left out alone.
func (r *Reader) setSupply(row *Row, get func(Field) string) {
	row.SupplierName = value(get(Supplier))
	for _, taken := range []struct {
		into  *int
		field Field
		most  int
	}{
		{&row.PackSize, PackSize, catalog.MaxPackSize},
		{&row.MinStock, MinStock, catalog.MaxStock},
	} {
		text := ungrouped(number(get(taken.field)))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > taken.most {
			row.remark(NoteSupplyOdd, r.columnOf(taken.field), get(taken.field))
			continue
		}
		*taken.into = n
	}
	amount, said, err := r.pricing.amount(r.columnOf(Cost), get(Cost))
	switch {
	case err != nil:
		row.remark(NoteAmountUnread, r.columnOf(Cost), get(Cost))
	case said:
		r.remarkRounded(row, get, Cost)
		cost := money.CostOf(amount, 1)
		row.Cost = &cost
	}
}
