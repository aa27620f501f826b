package list_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/ordertest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

var (
	owner = order.Viewer{UserID: "owner", StaffRole: "OWNER"}
	staff = order.Actor{Kind: order.ByStaff, UserID: "asha", Name: "Asha"}
)

type shop struct{ *testshop.Shop }

func newShop(t testing.TB, d *db.DB) shop {
	t.Helper()
	return shop{testshop.New(t, d)}
}

// placeOrder places an order of a new shopper and returns its lines.
func (s shop) placeOrder(t testing.TB, items ...order.Item) []order.LineView {
	t.Helper()
	return ordertest.AddShopper(t, s.DB).Place(t, s.Orders, items...)
}

func (s shop) exec(t testing.TB, statement string, args ...any) {
	t.Helper()
	must(t, s.DB.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	}))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
