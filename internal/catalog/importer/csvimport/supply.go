package csvimport

import (
	"strconv"

	"kirana/internal/catalog"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// setSupply sets the cost and the fields for reordering. Unreadable cells are ignored with a remark.
func (r *Reader) setSupply(row *Row, get func(Field) string) {
	row.SupplierName = value(get(Supplier))
	for _, taken := range []struct {
		into  *int
		field Field
		limit int
	}{
		{&row.PackSize, PackSize, catalog.MaxPackSize},
		{&row.MinStock, MinStock, catalog.MaxStock},
	} {
		text := unicodetext.RemoveGrouping(number(get(taken.field)))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > taken.limit {
			row.remark(NoteSupplyInvalid, r.columnOf(taken.field), get(taken.field))
			continue
		}
		*taken.into = n
	}
	amount, ok, err := r.pricing.amount(r.columnOf(Cost), get(Cost))
	switch {
	case err != nil:
		row.remark(NoteAmountUnread, r.columnOf(Cost), get(Cost))
	case ok:
		r.remarkRounded(row, get, Cost)
		cost := money.CostOf(amount, 1)
		row.Cost = &cost
	}
}
