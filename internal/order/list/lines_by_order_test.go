package list_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
)

// expectWholeOrders fails the test unless lines hold whole, contiguous orders. It returns their IDs
// in list order.
func expectWholeOrders(t *testing.T, name string, lines []order.LineView, linesOf map[string]int) []string {
	t.Helper()
	var ids []string
	counted := map[string]int{}
	for _, line := range lines {
		if len(ids) == 0 || ids[len(ids)-1] != line.OrderID {
			ids = append(ids, line.OrderID)
		}
		counted[line.OrderID]++
	}
	if len(ids) != len(counted) {
		t.Errorf("%s: the lines form %d groups, want one of each of %d orders", name, len(ids), len(counted))
	}
	for id, n := range counted {
		if n != linesOf[id] {
			t.Errorf("%s: %d lines of %s, want %d", name, n, id, linesOf[id])
		}
	}
	return ids
}

func TestListByOrder_neverSplitsAnOrderAcrossPages(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.ManyOrders(t, d, 600) // 120 orders of five lines
		linesOf := map[string]int{}
		all, _, err := s.Lists.ListLines(t.Context(), list.LineFilter{})
		must(t, err)
		for _, line := range all {
			linesOf[line.OrderID]++
		}
		for name, c := range map[string]struct {
			filter list.LineFilter
			want   int
		}{
			"all":                 {list.LineFilter{}, 120},
			"rows to deliver":     {list.LineFilter{Delivery: order.Pending}, 60},
			"delivered rows":      {list.LineFilter{Delivery: order.Delivered}, 120},
			"canceled rows":       {list.LineFilter{Delivery: order.Canceled}, 60},
			"what waits":          {list.LineFilter{Queue: list.DeliveryQueue}, 60},
			"what waits, by both": {list.LineFilter{Queue: list.DeliveryQueue, Delivery: order.Canceled}, 0},
			"a product":           {list.LineFilter{Search: "assam tea"}, 60},
			"a product, canceled": {list.LineFilter{Search: "assam tea", Delivery: order.Canceled}, 60},
			"a number of a row":   {list.LineFilter{Search: "ORD-1000007"}, 1},
			"a shopper":           {list.LineFilter{Search: "shopper5@"}, 4},
			"nothing like it":     {list.LineFilter{Search: "zzz"}, 0},
		} {
			var ids []string
			for c.filter.Page, c.filter.Limit = 1, 7; ; c.filter.Page++ {
				lines, counts, err := s.Lists.ListLinesByOrder(t.Context(), c.filter)
				must(t, err)
				if total := counts.Of(c.filter.Delivery); total != c.want {
					t.Errorf("%s: %d orders, want %d", name, total, c.want)
				}
				page := expectWholeOrders(t, name, lines, linesOf)
				if len(page) == 0 {
					break
				}
				if want := min(7, c.want-len(ids)); len(page) != want {
					t.Errorf("%s: %d orders on page %d, want %d", name, len(page), c.filter.Page, want)
				}
				ids = append(ids, page...)
			}
			slices.Sort(ids)
			if once := len(slices.Compact(ids)); once != c.want {
				t.Errorf("%s: %d orders on the pages, want %d", name, once, c.want)
			}
		}
	})
}

func TestListByOrder_keepsWhatWasAddedLaterWithItsOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		poha, jaggery := shoptest.AddProduct(t, d, shoptest.Product{Name: "Poha", Stock: 50}), shoptest.AddProduct(t, d, shoptest.Product{Name: "Jaggery", Stock: 50})
		first := s.placeOrder(t, order.Item{ProductID: poha, Quantity: 2})[0]
		s.Clock.Advance(time.Minute)
		s.placeOrder(t, order.Item{ProductID: poha, Quantity: 1})
		s.Clock.Advance(time.Minute)
		_, err := s.Orders.Add(t.Context(), staff, first.OrderID, order.Addition{ProductID: jaggery, Quantity: 1})
		must(t, err)
		lines, _, err := s.Lists.ListLinesByOrder(t.Context(), list.LineFilter{Page: 2, Limit: 1})
		must(t, err)
		ids := expectWholeOrders(t, "the older order", lines, map[string]int{first.OrderID: 2})
		if diff := cmp.Diff([]string{first.OrderID}, ids); diff != "" {
			t.Errorf("checkouts of page 2 (-want +got):\n%s", diff)
		}
	})
}

func TestListByOrder_countsAnOrderForEachStatusOfItsRows(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		asha := shoptest.AddAdministrator(t, d)
		poha, jaggery := shoptest.AddProduct(t, d, shoptest.Product{Name: "Poha", Stock: 50}), shoptest.AddProduct(t, d, shoptest.Product{Name: "Jaggery", Stock: 50})
		both := s.placeOrder(t, order.Item{ProductID: poha, Quantity: 2}, order.Item{ProductID: jaggery, Quantity: 1})
		s.placeOrder(t, order.Item{ProductID: poha, Quantity: 1})
		_, err := s.Orders.SetDelivery(t.Context(), asha, both[1].ID, order.Canceled)
		must(t, err)
		for path, want := range map[string]string{
			"&page=1&limit=1":          "2 of 2 in 2 pages, pending 2, canceled 1, 1 orders here",
			"":                         "2 of 2 in 1 pages, pending 2, canceled 1, 2 orders here",
			"&page=1&status=CANCELED":  "1 of 2 in 1 pages, pending 2, canceled 1, 1 orders here",
			"&page=1&status=DELIVERED": "0 of 2 in 0 pages, pending 2, canceled 1, 0 orders here",
			"&page=1&q=jaggery":        "1 of 1 in 1 pages, pending 0, canceled 1, 1 orders here",
		} {
			var page struct {
				Data                         []struct{ CheckoutID string }
				TotalCount, TotalNoPage, All int
				ByStatus                     list.DeliveryCounts
			}
			reply := shoptest.As(s, asha).Request(t, "GET", "/order/getAllOrderDetails?by=checkout"+path, "").Expect(t, 200, "")
			must(t, json.Unmarshal(reply.Bytes, &page))
			here := map[string]bool{}
			for _, row := range page.Data {
				here[row.CheckoutID] = true
			}
			got := fmt.Sprintf("%d of %d in %d pages, pending %d, canceled %d, %d orders here",
				page.TotalCount, page.All, page.TotalNoPage, page.ByStatus.Pending, page.ByStatus.Canceled, len(here))
			if got != want {
				t.Errorf("%s: %s, want %s", path, got, want)
			}
		}
		shoptest.As(s, asha).Request(t, "GET", "/order/getAllOrderDetails?by=row", "").Expect(t, 400, "The value of by must be checkout.")
	})
}
