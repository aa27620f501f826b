package order_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestListCheckouts_findsRareWordsInEveryOrderAndCountsCommonOnesUpToABound(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		shoptest.ManyOrders(t, d, 20_000)
		for q, want := range map[string]struct {
			total int
			first int64
		}{
			"1000000":      {1, 1000000}, // the oldest of all
			"lake road":    {1000, 1003999},
			"lake 1000007": {2, 1000007}, // and the one with row ORD-1000007
			"lake zzz":     {0, 0},
		} {
			list, err := s.orders.ListCheckouts(t.Context(), owner, order.CheckoutFilter{Search: q, Page: 1, Limit: 5})
			if err != nil {
				t.Fatal(err)
			}
			first := int64(0)
			if len(list.Checkouts) > 0 {
				first = list.Checkouts[0].Number
			}
			if list.Total != want.total || first != want.first {
				t.Errorf("%q finds %d, first %d, want %+v", q, list.Total, first, want)
			}
		}
		seen := map[int64]bool{}
		for page := 1; page <= 3; page++ {
			list, err := s.orders.ListCheckouts(t.Context(), owner, order.CheckoutFilter{Search: "lake", Stage: order.StageDone, Page: page, Limit: 400})
			if want := min(400, 1000-400*(page-1)); err != nil || len(list.Checkouts) != want {
				t.Fatalf("page %d has %d orders, %v, want %d", page, len(list.Checkouts), err, want)
			}
			for _, c := range list.Checkouts {
				if seen[c.Number] || c.Stage != order.StageDone {
					t.Fatalf("#%d comes twice or is not done: %s", c.Number, c.Stage)
				}
				seen[c.Number] = true
			}
		}
	})
}
