package list_test

import (
	"context"
	"errors"
	"testing"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/ordertest"
)

func TestIndexOlder_indexesOrdersOlderThanTheSearch(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal Unpolished", Stock: 200})
		ravi := ordertest.AddShopper(t, d)
		var numbers []string
		for range 3 {
			numbers = append(numbers, ravi.Place(t, s.Orders, order.Item{ProductID: dal, Quantity: 1})[0].Number)
		}
		shoptest.ManyOrders(t, d, 600)
		// more than one batch of orders without search words, as the migration leaves them
		s.exec(t, `DELETE FROM checkout_words`)
		s.exec(t, `UPDATE checkouts SET searchable = FALSE`)
		find := func(q string) int {
			t.Helper()
			got, err := s.Lists.List(t.Context(), owner, list.Filter{Search: q, Page: 1, Limit: 1})
			must(t, err)
			return got.Total
		}
		if n := find("unpolished"); n != 0 {
			t.Fatalf("%d are found before, want 0", n)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if err := s.Lists.IndexOlder(stopped); !errors.Is(err, context.Canceled) {
			t.Errorf("index with a canceled context: %v, want context.Canceled", err)
		}
		must(t, s.Lists.IndexOlder(t.Context()))
		must(t, s.Lists.IndexOlder(t.Context()))
		for q, want := range map[string]int{"unpolished": 3, numbers[0]: 1, "1002": 1, "lake road": 123, "kulkarni": 3, "3210": 123, "ORD-1000507": 1} {
			if n := find(q); n != want {
				t.Errorf("search %q finds %d orders, want %d", q, n, want)
			}
		}
		left, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM checkouts WHERE NOT searchable`)
		if err != nil || left != 0 {
			t.Errorf("%d are left, %v, want 0", left, err)
		}
	})
}
