package order_test

import (
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestPlace_countsOpenOrdersOnlyUpToItsLimit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		asha := s.shopper(t)
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati Rice", Price: money.Rupees(10), Stock: 50})
		shoptest.ManyOrders(t, d, 200) // 40 orders
		s.exec(t, `UPDATE checkouts SET user_id = $1, stage = 'NEW', collect = 1000`, asha.id)

		ctx, recorded := db.RecordReads(t.Context())
		_, err := s.orders.Place(ctx, asha.id, "", asha.wants(asha.addToCart(t, rice, 1)))
		refused(t, err, fault.Conflict, "You have more than 10 cash orders under way already. Please wait until one is delivered.")

		counts := 0
		for _, r := range *recorded {
			if !strings.Contains(r.Query, "FROM checkouts") {
				continue
			}
			counts++
			counted, err := db.Get[struct {
				Name, Mobile string
				Verified     bool `db:"verify_email"`
				Orders       int
				Total        money.Paise
			}](t.Context(), d, r.Query, r.Args...)
			must(t, err)
			if counted.Orders != 12 || counted.Total != money.Rupees(120) {
				t.Errorf("of 40 open orders %d are counted with a total of %s; want 12 of ₹10", counted.Orders, counted.Total)
			}
		}
		if counts != 1 {
			t.Errorf("%d statements count open orders, want 1", counts)
		}
	})
}
