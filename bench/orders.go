package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"time"
)

// orderLines is the number of products per order.
const orderLines = 3

// orderShop is the demo shop with the accounts of shoppers, and the bare database that is its limit.
type orderShop struct {
	*shop

	database string // name of the database system
	own      *sql.DB
	bare     *bareShop
	admin    client
	shoppers []shopper
	shared   string // ID of the product that all clients order
}

type shopper struct {
	client

	addressID string
	products  []string
}

// eachOrderShop runs a measurement with a new orderShop on each database system.
func eachOrderShop(ctx context.Context, measure func(o *orderShop)) {
	eachDatabase(func(d database) {
		o := &orderShop{shop: openDemo(ctx, binary, d.url), database: d.name}
		defer o.shop.close()
		o.own = openSQL(d.url, o.dir)
		defer func() { _ = o.own.Close() }()
		o.bare = openBare(ctx, d.url)
		defer o.bare.close()
		o.register(ctx)
		measure(o)
	})
}

// register creates shoppers who order different products: an order does not wait for the row locks of another.
func (o *orderShop) register(ctx context.Context) {
	o.admin = logIn(ctx, o.url, admin, adminPassword)
	var products []namedRow
	check(o.admin.call(ctx, http.MethodGet, "/api/product/getAll", nil, &products))
	for _, p := range products[:maxClients*orderLines+1] {
		o.setStock(ctx, p.ID, 1_000_000)
	}
	o.shared = products[maxClients*orderLines].ID
	for n := range maxClients {
		s := shopper{client: register(ctx, o.url, fmt.Sprintf("shopper-%d", n))}
		form := map[string]string{
			"address_line": "1 Bench Road", "city": "Pune", "state": "Maharashtra",
			"pincode": "411004", "country": "India", "mobile": "9822041873",
		}
		var address namedRow
		check(s.call(ctx, http.MethodPost, "/api/address/create", form, &address))
		s.addressID = address.ID
		for _, p := range products[n*orderLines:][:orderLines] {
			s.products = append(s.products, p.ID)
		}
		o.shoppers = append(o.shoppers, s)
	}
}

func (o *orderShop) setStock(ctx context.Context, productID string, stock int) {
	check(o.admin.call(ctx, http.MethodPut, "/api/product/update/"+productID, map[string]int{"stock": stock}, nil))
}

// order orders products that no other client orders.
func (o *orderShop) order(ctx context.Context, client int) error {
	return o.shoppers[client].order(ctx, o.shoppers[client].products)
}

// orderShared orders the product that all clients order.
func (o *orderShop) orderShared(ctx context.Context, client int) error {
	return o.shoppers[client].order(ctx, []string{o.shared})
}

func (s shopper) order(ctx context.Context, productIDs []string) error {
	var items []map[string]any
	for _, id := range productIDs {
		items = append(items, map[string]any{"productId": id, "quantity": 1})
	}
	order := map[string]any{"list_items": items, "totalQty": len(items), "addressId": s.addressID}
	return s.call(ctx, http.MethodPost, "/api/order/cod", order, nil)
}

// jobsPollInterval is the interval at which waiting jobs are counted.
const jobsPollInterval = 500 * time.Millisecond

// waitForJobs waits until no due job is left to claim, so that jobs of earlier orders are not measured with the next ones. The last
// claimed jobs may still be running.
func (o *orderShop) waitForJobs(ctx context.Context) {
	for due := 1; due > 0; wait(ctx, jobsPollInterval) {
		check(o.own.QueryRowContext(ctx, `SELECT COUNT(*) FROM jobs WHERE due_at <= $1 AND given_up_at IS NULL`, time.Now().UTC()).Scan(&due))
	}
}

// benchOrders compares cash-on-delivery orders with the bare statements that an order needs, in one transaction, on the same
// database system.
func benchOrders(ctx context.Context) {
	t := comparisons("shop", "limit")
	eachOrderShop(ctx, func(o *orderShop) {
		for _, n := range []int{8, clients, maxClients} {
			name := fmt.Sprintf("order/cod, 3 lines, %d clients, %s", n, o.database)
			loop{clients: n, duration: roundTime}.compare(ctx, t, name, side{made: o.order}, side{made: o.bare.order})
			o.waitForJobs(ctx)
		}
		loop{clients: clients, duration: roundTime}.compare(ctx, t, "order/cod, one product for all, "+o.database,
			side{made: o.orderShared}, side{made: o.bare.orderShared})
	})
}
