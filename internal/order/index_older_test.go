package order_test

import (
	"context"
	"errors"
	"testing"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestIndexOlder_indexesOrdersOlderThanTheSearch(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal Unpolished", Stock: 200})
		ravi := s.shopper(t)
		var numbers []string
		for range 3 {
			numbers = append(numbers, ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].Number)
		}
		shoptest.ManyOrders(t, d, 600)
		// more than one batch of orders without search words, as the migration leaves them
		s.exec(t, `DELETE FROM checkout_words`)
		s.exec(t, `UPDATE checkouts SET searchable = FALSE`)
		find := func(q string) int {
			t.Helper()
			list, err := s.orders.List(t.Context(), owner, order.Filter{Search: q, Page: 1, Limit: 1})
			must(t, err)
			return list.Total
		}
		if n := find("unpolished"); n != 0 {
			t.Fatalf("%d are found before", n)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if err := s.orders.IndexOlder(stopped); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at once: %v", err)
		}
		must(t, s.orders.IndexOlder(t.Context()))
		must(t, s.orders.IndexOlder(t.Context()))
		for q, want := range map[string]int{"unpolished": 3, numbers[0]: 1, "1002": 1, "lake road": 123, "kulkarni": 3, "3210": 123, "ORD-1000507": 1} {
			if n := find(q); n != want {
				t.Errorf("%q finds %d, want %d", q, n, want)
			}
		}
		if left := s.count(t, "checkouts WHERE NOT searchable"); left != 0 {
			t.Errorf("%d are left", left)
		}
	})
}
