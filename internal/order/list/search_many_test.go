package list_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
)

func TestSearch_ofManyOrdersFindsRareWordsAndCountsCommonOnesUpToABound(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.ManyOrders(t, d, 20_000) // 4,000 orders; only the newest 2,000 are searched for parts of words
		t.Run("rows", func(t *testing.T) { t.Parallel(); s.searchManyLines(t) })
		t.Run("orders", func(t *testing.T) { t.Parallel(); s.searchManyOrders(t) })
	})
}

func (s shop) searchManyLines(t *testing.T) {
	t.Helper()
	for name, c := range map[string]struct {
		filter list.LineFilter
		want   list.DeliveryCounts
	}{
		"a part of a new row's number":          {list.LineFilter{Search: "015678"}, list.DeliveryCounts{Pending: 1}},
		"a part of an old row's number":         {list.LineFilter{Search: "000123"}, list.DeliveryCounts{}},
		"an old row's whole number":             {list.LineFilter{Search: "ORD-1000123"}, list.DeliveryCounts{Delivered: 1}},
		"the number of an old row and checkout": {list.LineFilter{Search: "1000123"}, list.DeliveryCounts{Delivered: 4, Pending: 1, Canceled: 1}},
		"an old checkout's number":              {list.LineFilter{Search: "#1000007"}, list.DeliveryCounts{Delivered: 3, Pending: 1, Canceled: 1}},
		"a shopper's email, old rows too":       {list.LineFilter{Search: "shopper777@"}, list.DeliveryCounts{Delivered: 12, Pending: 4, Canceled: 4}},
		"a product that half the rows have":     {list.LineFilter{Search: "1"}, list.DeliveryCounts{Delivered: 1600, Pending: 200, Canceled: 200}},
		"everything":                            {list.LineFilter{}, list.DeliveryCounts{Delivered: 10_000, Pending: 2000, Canceled: 2000}},
		"everything, far down":                  {list.LineFilter{Page: 600}, list.DeliveryCounts{Delivered: 12_020, Pending: 2000, Canceled: 2000}},
	} {
		c.filter.Page, c.filter.Limit = max(c.filter.Page, 1), 20
		_, counts, err := s.Lists.ListLines(t.Context(), c.filter)
		if err != nil || counts != c.want {
			t.Errorf("%s: %+v, %v, want %+v", name, counts, err, c.want)
		}
	}
}

func (s shop) searchManyOrders(t *testing.T) {
	t.Helper()
	for q, want := range map[string]struct {
		total int
		first int64
	}{
		"1000000":      {1, 1000000}, // the oldest order
		"lake road":    {1000, 1003999},
		"lake 1000007": {2, 1000007}, // also the order of line ORD-1000007
		"lake zzz":     {0, 0},
	} {
		got, err := s.Lists.List(t.Context(), owner, list.Filter{Search: q, Page: 1, Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		first := int64(0)
		if len(got.Orders) > 0 {
			first = got.Orders[0].Number
		}
		if got.Total != want.total || first != want.first {
			t.Errorf("%q finds %d, first %d, want %+v", q, got.Total, first, want)
		}
	}
	seen := map[int64]bool{}
	for page := 1; page <= 3; page++ {
		got, err := s.Lists.List(t.Context(), owner, list.Filter{Search: "lake", Stage: order.StageDone, Page: page, Limit: 400})
		if want := min(400, 1000-400*(page-1)); err != nil || len(got.Orders) != want {
			t.Fatalf("page %d has %d orders, %v, want %d", page, len(got.Orders), err, want)
		}
		for _, c := range got.Orders {
			if seen[c.Number] || c.Stage != order.StageDone {
				t.Fatalf("#%d in %s is listed twice or is not done", c.Number, c.Stage)
			}
			seen[c.Number] = true
		}
	}
}
