package customer_test

import (
	"context"
	"testing"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// person is a shopper with an address.
type person struct{ name, email, mobile, street, pincode string }

// add registers a shopper and returns their id.
func add(t *testing.T, s *testshop.Shop, p person) string {
	t.Helper()
	user, err := s.Accounts.CreateShopper(t.Context(), p.name, p.email, "seven mangoes")
	if err != nil {
		t.Fatal(err)
	}
	exec(t, s.DB, `UPDATE users SET mobile = $2 WHERE id = $1`, user.ID, p.mobile)
	addressID := shoptest.AddAddress(t, s.DB, user.ID)
	exec(t, s.DB, `UPDATE addresses SET address_line = $2, pincode = $3 WHERE id = $1`, addressID, p.street, p.pincode)
	return user.ID
}

// buy places a cash order of some pieces, advances the clock by a minute and returns the order's id.
func buy(t *testing.T, s *testshop.Shop, userID, productID string, pieces int) string {
	t.Helper()
	addresses, err := s.Addresses.List(t.Context(), userID)
	if err != nil {
		t.Fatal(err)
	}
	items := []order.Item{{ProductID: productID, Quantity: pieces}}
	receipt, err := s.Orders.Place(t.Context(), userID, "", order.Request{Items: items, TotalQty: pieces, AddressID: addresses[0].ID})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := receipt.Lines()
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Minute)
	return lines[0].OrderID
}

// staff adds an administrator and returns the actor, and a context with that actor for the activity log.
func staff(t *testing.T, s *testshop.Shop) (order.Actor, context.Context) {
	t.Helper()
	userID := shoptest.AddAdministrator(t, s.DB)
	return order.Actor{Kind: order.ByStaff, UserID: userID, Name: "Sunita"}, audit.WithActor(t.Context(), audit.Actor{UserID: userID, Name: "Sunita"})
}

func exec(t testing.TB, d *db.DB, statement string, args ...any) {
	t.Helper()
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// expectSums fails the test unless each customer's stored sums equal those of their orders.
func expectSums(t *testing.T, d *db.DB) {
	t.Helper()
	type sums struct {
		UserID  string      `db:"user_id"`
		Orders  int         `db:"orders"`
		Spent   money.Paise `db:"spent"`
		Last    string      `db:"last"`
		Pincode string      `db:"pincode"`
	}
	stored, err := db.All[sums](t.Context(), d, `
		SELECT user_id, orders, spent, COALESCE(CAST(last_order_at AS TEXT), '') AS last, pincode
		FROM customer_sums ORDER BY user_id`)
	if err != nil {
		t.Fatal(err)
	}
	counted, err := db.All[sums](t.Context(), d, `
		SELECT u.id AS user_id, COUNT(c.id) AS orders, CAST(COALESCE(SUM(c.due_total), 0) AS BIGINT) AS spent,
			COALESCE(CAST(MAX(c.created_at) AS TEXT), '') AS last,
			COALESCE((SELECT n.pincode FROM checkouts n WHERE n.user_id = u.id AND NOT n.unpaid ORDER BY n.created_at DESC, n.id DESC LIMIT 1), '') AS pincode
		FROM users u
		LEFT JOIN checkouts c ON c.user_id = u.id AND NOT c.unpaid
		GROUP BY u.id ORDER BY u.id`)
	if err != nil {
		t.Fatal(err)
	}
	if len(stored) != len(counted) {
		t.Fatalf("sums of %d users are stored, want %d", len(stored), len(counted))
	}
	for i := range stored {
		if stored[i] != counted[i] {
			t.Errorf("the stored sums are %+v, want those of the orders, %+v", stored[i], counted[i])
		}
	}
}

// unregister ends the GST registration of the shop, so that it issues cash memos.
func unregister(t *testing.T, s *testshop.Shop) {
	t.Helper()
	if _, err := s.Settings.Update(t.Context(), []byte(`{"legal":{"gst":"UNREGISTERED","state":"Maharashtra"},"bill":{"prefix":"GK"}}`)); err != nil {
		t.Fatal(err)
	}
}
