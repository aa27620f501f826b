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
func (p Shopper) Request(items ...order.Item) order.Request {
	r := order.Request{Items: items, AddressID: p.AddressID}
	for _, item := range items {
		r.TotalQty += item.Quantity
	}
	return r
}

// Place places an order and returns its lines.
func (p Shopper) Place(t testing.TB, orders *order.Service, items ...order.Item) []order.LineView {
	t.Helper()
	receipt, err := orders.Place(t.Context(), p.ID, "", p.Request(items...))
	if err != nil {
		t.Fatalf("place an order: %v", err)
	}
	lines, err := receipt.Lines()
	if err != nil {
		t.Fatalf("read the receipt: %v", err)
	}
	return lines
}
