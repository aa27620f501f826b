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

// orderShop is the demo shop with shoppers who order, and the bare database that it is compared with.
type orderShop struct {
	*shop

	database string // its name
	own      *sql.DB
	bare     *bareShop
	admin    client
	shoppers []shopper
	shared   string // a product that everybody orders
}

type shopper struct {
	client

	addressID string
	products  []string
}

// eachOrderShop measures a shop with orders on each kind of database.
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

// register gives each shopper products of their own, so that none waits for another's row, and all of them one more.
func (o *orderShop) register(ctx context.Context) {
	o.admin = logIn(ctx, o.url, admin, adminPassword)
	var products []named
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
		var address named
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

// order orders a client's own products.
func (o *orderShop) order(ctx context.Context, client int) error {
	return o.shoppers[client].order(ctx, o.shoppers[client].products)
}

// orderShared orders the product that everybody orders.
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

// jobsPollInterval is the interval of counting waiting jobs.
const jobsPollInterval = 500 * time.Millisecond

// waitForJobs waits until no job of the orders so far is left to be claimed, so that they are not measured with the orders of the next
// line; the last ones may still be running.
func (o *orderShop) waitForJobs(ctx context.Context) {
	for due := 1; due > 0; wait(ctx, jobsPollInterval) {
		check(o.own.QueryRowContext(ctx, `SELECT COUNT(*) FROM jobs WHERE due_at <= $1 AND given_up_at IS NULL`, time.Now().UTC()).Scan(&due))
	}
}

// benchOrders compares cash on delivery with the bare statements that no order can do without, one transaction each, on the same
// kind of database.
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
