package list_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
)

func TestExport_hasEachOrderOfItsFilterOnceWithAllItsLines(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shoptest.ManyOrders(t, d, 100) // 20 orders of five lines
		for name, c := range map[string]struct {
			filter list.ExportFilter
			want   int
		}{
			"all":              {list.ExportFilter{}, 20},
			"with a row open":  {list.ExportFilter{Delivery: order.Pending}, 10},
			"what waits":       {list.ExportFilter{Queue: list.DeliveryQueue}, 10},
			"delivered":        {list.ExportFilter{Filter: list.Filter{Stage: order.StageDone}}, 10},
			"a number":         {list.ExportFilter{Filter: list.Filter{Search: "1000007"}}, 2}, // also the order of line ORD-1000007
			"nothing like it":  {list.ExportFilter{Filter: list.Filter{Search: "zzz"}}, 0},
			"a page is no bar": {list.ExportFilter{Filter: list.Filter{Page: 3, Limit: 2}}, 20},
		} {
			last, orders, lines := "", 0, 0
			for {
				page, err := list.ExportOrders(t.Context(), d, c.filter, last, 7)
				must(t, err)
				rows, err := list.ExportLines(t.Context(), d, c.filter, last, 7)
				must(t, err)
				if len(page) == 0 {
					break
				}
				for _, row := range rows {
					if row.OrderID < page[0].ID || row.OrderID > page[len(page)-1].ID {
						t.Errorf("%s: a line of #%d is in another order's group", name, row.OrderNumber)
					}
				}
				for _, o := range page {
					if o.ID <= last {
						t.Errorf("%s: #%d comes after a later order", name, o.Number)
					}
					last = o.ID
				}
				orders, lines = orders+len(page), lines+len(rows)
			}
			if orders != c.want || lines != 5*c.want {
				t.Errorf("%s: %d orders with %d lines, want %d", name, orders, lines, c.want)
			}
		}
	})
	for _, f := range []list.ExportFilter{{Delivery: "LOST"}, {Queue: "LOST"}} {
		if err := f.Check(); !fault.Is(err, fault.Invalid) {
			t.Errorf("Check() of %+v = %v, want fault.Invalid", f, err)
		}
	}
}
