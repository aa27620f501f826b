package main

import (
	"context"
	"fmt"
	"net/http"

	"kirana/internal/id"
)

const (
	saleLines = 5 // products of a sale at the counter
	devices   = 2
)

// sales is a shop with several devices that sell at the counter.
type sales struct {
	*orderShop

	devices []string
}

// benchCounter compares sales at the counter with their bare statements.
func benchCounter(ctx context.Context) {
	eachOrderShop(ctx, func(o *orderShop) {
		s := &sales{orderShop: o}
		s.open(ctx)
		name := fmt.Sprintf("counter/sales, %d lines and bill, %s", saleLines, o.database)
		loop{clients: devices, duration: roundTime}.compare(ctx, comparisons("shop", "limit"), name, side{made: s.sale}, side{made: s.bare.sale})
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

// sale sells products of several shoppers, which differ between devices.
func (s *sales) sale(ctx context.Context, device int) error {
	var lines []map[string]any
	for _, shopper := range s.shoppers[device*saleLines:][:saleLines] {
		lines = append(lines, map[string]any{"productId": shopper.products[0], "quantity": 1, "price": 1})
	}
	sale := map[string]any{
		"device": s.devices[device], "key": id.New(), "lines": lines,
		"payments": []map[string]any{{"by": "CASH", "amount": len(lines)}},
	}
	return s.admin.call(ctx, http.MethodPost, "/api/counter/sales", sale, nil)
}
