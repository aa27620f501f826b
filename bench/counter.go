package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"kirana/internal/id"
)

const (
	saleLines = 5 // products of a sale at the counter
	devices   = 2
	// saleInterval is between two sales of one device: two devices make 200 sales a minute.
	saleInterval = 600 * time.Millisecond
	// besideTime is how long they sell beside online orders of the same product.
	besideTime = 15 * time.Second
	// besideStock is how many pieces of it there are: online orders take them all, the counters go on.
	besideStock = 300
)

// sales are the counters of a shop.
type sales struct {
	*orderShop

	devices []string
}

// benchCounter measures sales at the counter, alone and beside online orders.
func benchCounter(ctx context.Context) {
	eachOrderShop(ctx, func(o *orderShop) {
		s := &sales{orderShop: o}
		s.open(ctx)
		name := fmt.Sprintf("counter/sales, %d lines and bill, %s", saleLines, o.database)
		loop{clients: devices, duration: roundTime}.compare(ctx, comparisons("shop", "limit"), name, side{made: s.sale}, side{made: s.bare.sale})
		s.besideOrders(ctx)
	})
}

// open sets up the devices in a shop that makes bills.
func (s *sales) open(ctx context.Context) {
	settings := map[string]any{"legal": map[string]string{"gst": "UNREGISTERED", "state": "Maharashtra"}}
	check(s.admin.call(ctx, http.MethodPut, "/api/settings", settings, nil))
	for n := range devices {
		var made struct {
			Device string `json:"device"`
		}
		check(s.admin.call(ctx, http.MethodPost, "/api/counter/devices", map[string]string{"name": fmt.Sprintf("Counter %d", n+1)}, &made))
		s.devices = append(s.devices, made.Device)
	}
}

// sale sells products of several shoppers, each device its own.
func (s *sales) sale(ctx context.Context, device int) error {
	var productIDs []string
	for _, shopper := range s.shoppers[device*saleLines:][:saleLines] {
		productIDs = append(productIDs, shopper.products[0])
	}
	return s.sell(ctx, device, productIDs)
}

func (s *sales) sell(ctx context.Context, device int, productIDs []string) error {
	var lines []map[string]any
	for _, productID := range productIDs {
		lines = append(lines, map[string]any{"productId": productID, "quantity": 1, "price": 1})
	}
	sale := map[string]any{
		"device": s.devices[device], "key": id.New(), "lines": lines,
		"payments": []map[string]any{{"by": "CASH", "amount": len(lines)}},
	}
	return s.admin.call(ctx, http.MethodPost, "/api/counter/sales", sale, nil)
}

// besideOrders sells one product at the counters while it is ordered online, and compares what was sold with what is left, and the
// numbers of the bills with the sales.
func (s *sales) besideOrders(ctx context.Context) {
	s.setStock(ctx, s.shared, besideStock)
	before := s.nextNumbers(ctx)
	var ordered, refused atomic.Int64
	counters, online := loop{devices, saleInterval, besideTime}, loop{clients: clients, duration: besideTime}
	sold, _ := counters.beside(ctx, online,
		func(ctx context.Context, device int) error { return s.sell(ctx, device, []string{s.shared}) },
		func(ctx context.Context, client int) error {
			err := s.orderShared(ctx, client)
			if r := (*refusal)(nil); errors.As(err, &r) && r.status == http.StatusConflict {
				refused.Add(1)
				return nil
			}
			ordered.Add(1)
			return err
		})
	left, missing := s.left(ctx)
	numbers, orders, sales := s.nextNumbers(ctx)-before, int(ordered.Load()), len(sold.times)
	if numbers != sales || orders > besideStock || orders+sales-missing != besideStock-left {
		check(fmt.Errorf("of %d pieces %d were sold online and %d at the counter, %d of them missing, with %d numbers of bills, and %d are left",
			besideStock, orders, sales, missing, numbers, left))
	}
	newTable(fmt.Sprintf("%d pieces online and at the counter", besideStock), "sales", "sales "+times, "orders", "refused").
		row("counter/beside orders, "+s.database, sales, sold, orders, refused.Load())
}

// nextNumbers adds up the next serials of the devices.
func (s *sales) nextNumbers(ctx context.Context) (sum int) {
	for _, device := range s.devices {
		var d struct {
			Series struct {
				Next int `json:"next"`
			} `json:"series"`
		}
		check(s.admin.call(ctx, http.MethodGet, "/api/counter/devices/"+device, nil, &d))
		sum += d.Series.Next
	}
	return sum
}

// left returns how many pieces of the shared product are left, and how many were sold at the counter that the stock did not have.
func (s *sales) left(ctx context.Context) (left, missing int) {
	var product struct {
		Stock int `json:"stock"`
	}
	check(s.admin.call(ctx, http.MethodPost, "/api/product/getProductById", map[string]string{"productId": s.shared}, &product))
	var problems struct {
		ToCount []struct {
			ProductID string `json:"productId"`
			Missing   int    `json:"missing"`
		} `json:"toCount"`
	}
	check(s.admin.call(ctx, http.MethodGet, "/api/counter/problems", nil, &problems))
	for _, p := range problems.ToCount {
		if p.ProductID == s.shared {
			missing = p.Missing
		}
	}
	return product.Stock, missing
}
