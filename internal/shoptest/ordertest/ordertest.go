// Package ordertest places orders for tests.
package ordertest

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// Shopper is a customer with an address.
type Shopper struct {
	ID        string
	AddressID string
}

// AddShopper adds a customer with an address.
func AddShopper(t testing.TB, d *db.DB) Shopper {
	t.Helper()
	userID := shoptest.AddShopper(t, d)
	return Shopper{ID: userID, AddressID: shoptest.AddAddress(t, d, userID)}
}

// Request returns a request for the items, to the shopper's address.
func (s Shopper) Request(items ...order.Item) order.Request {
	r := order.Request{Items: items, AddressID: s.AddressID}
	for _, item := range items {
		r.TotalQty += item.Quantity
	}
	return r
}

// Place places an order and returns its lines.
func (s Shopper) Place(t testing.TB, orders *order.Service, items ...order.Item) []order.LineView {
	t.Helper()
	receipt, err := orders.Place(t.Context(), s.ID, "", s.Request(items...))
	if err != nil {
		t.Fatalf("place an order: %v", err)
	}
	lines, err := receipt.Lines()
	if err != nil {
		t.Fatalf("read the receipt: %v", err)
	}
	return lines
}
