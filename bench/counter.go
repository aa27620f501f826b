package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"kirana/internal/id"
)

const (
	// saleLines is the number of products per sale.
	saleLines = 5
	// counters is the number of devices.
	counters = 2
)

// sales compares sales at the counter, each with its bill, with the minimal statements for the same rows.
type sales struct {
	orders  *orders
	token   string
	devices []string
	lines   [][]map[string]any // by device
	sums    []float64
}

// benchSales measures sales at the counter, alone and beside online orders.
func benchSales(ctx context.Context, o *orders, database string) error {
	s := &sales{orders: o}
	if err := s.prepare(ctx); err != nil {
		return fmt.Errorf("prepare the counter: %w", err)
	}
	if err := compareWith(ctx, counters, fmt.Sprintf("counter/sales, 5 lines and bill, %d devices, %s", counters, database), s.shop, s.limit); err != nil {
		return err
	}
	return s.beside(ctx, database)
}

// prepare makes the shop issue bills and adds the devices, each with products of its own.
func (s *sales) prepare(ctx context.Context) error {
	var err error
	if s.token, err = logIn(ctx, s.orders.url, demoAdmin, demoAdminPassword); err != nil {
		return err
	}
	settings := map[string]any{"legal": map[string]string{"gst": "UNREGISTERED", "state": "Maharashtra"}}
	if err := call(ctx, endpoint{http.MethodPut, s.orders.url + "/api/settings", s.token}, settings, nil); err != nil {
		return err
	}
	for device := range counters {
		var made struct {
			Device string `json:"device"`
		}
		if err := call(ctx, endpoint{http.MethodPost, s.orders.url + "/api/counter/devices", s.token}, map[string]string{"name": fmt.Sprintf("Counter %d", device+1)}, &made); err != nil {
			return err
		}
		var lines []map[string]any
		var sum float64
		for i := range saleLines {
			// Use products of several clients whose orders have been measured.
			client := device*saleLines + i
			lines = append(lines, map[string]any{"productId": s.orders.shoppers[client].productIDs[0], "quantity": 1, "price": 1})
			sum++
		}
		s.devices, s.lines, s.sums = append(s.devices, made.Device), append(s.lines, lines), append(s.sums, sum)
	}
	return nil
}

func (s *sales) shop(ctx context.Context, device int) error {
	sale := map[string]any{
		"device": s.devices[device], "key": id.New(), "lines": s.lines[device],
		"payments": []map[string]any{{"by": "CASH", "amount": s.sums[device]}},
	}
	return call(ctx, endpoint{http.MethodPost, s.orders.url + "/api/counter/sales", s.token}, sale, nil)
}

// limit writes the rows of a sale only: an order, its payment, and its bill.
func (s *sales) limit(ctx context.Context, device int) error {
	o, now := s.orders, time.Now().UTC()
	billID := id.New()
	return o.write(ctx, o.userIDs[device], o.products[device*saleLines:][:saleLines], func(orderID string) []statement {
		return []statement{
			{`INSERT INTO bill_series (prefix, year, next) VALUES ($1, '26-27', 2) ON CONFLICT (prefix, year) DO UPDATE SET next = bill_series.next + 1`, []any{fmt.Sprintf("C%d", device+1)}},
			{`INSERT INTO bills (id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, issued_at, place_of_supply, total, round_off, payable, document)
			SELECT $1, $1, $1, $2, '26-27', next, 'CASH_MEMO', $5, $3, $4, '27', 500, 0, 500, '{}' FROM bill_series WHERE prefix = $2`, []any{billID, fmt.Sprintf("C%d", device+1), o.userIDs[device], now, orderID}},
		}
	})
}
