package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"kirana/internal/id"
)

const (
	// saleInterval is the interval of sales of one device: two devices make 200 sales a minute.
	saleInterval = 600 * time.Millisecond
	// besideTime is the duration of selling while the same product is ordered online.
	besideTime = 15 * time.Second
	// besideStock is the product's stock: online orders use it up, while the counters continue.
	besideStock = 300
)

// tally counts the sold pieces of one product.
type tally struct {
	sync.Mutex
	online, refused, sold int
	times                 []time.Duration // duration of each sale
}

// beside sells one product at the counters while it is ordered online, and compares the sold pieces with the stock, and
// the bill numbers with the sales.
func (s *sales) beside(ctx context.Context, database string) error {
	productID := s.orders.shared
	path := s.orders.url + "/api/product/update/" + productID
	if err := call(ctx, endpoint{http.MethodPut, path, s.token}, map[string]int{"stock": besideStock}, nil); err != nil {
		return err
	}
	before, err := s.nextNumbers(ctx)
	if err != nil {
		return err
	}
	var t tally
	var errs [counters + clients]error
	until := time.Now().Add(besideTime)
	var running sync.WaitGroup
	for device := range counters {
		running.Go(func() { errs[device] = s.sellUntil(ctx, device, until, &t) })
	}
	for client := range clients {
		running.Go(func() { errs[counters+client] = s.orderUntil(ctx, client, until, &t) })
	}
	running.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	after, err := s.nextNumbers(ctx)
	if err != nil {
		return err
	}
	if after-before != t.sold {
		return fmt.Errorf("%d sales have %d numbers", t.sold, after-before)
	}
	left, missing, err := s.left(ctx, productID)
	if err != nil {
		return err
	}
	if t.online > besideStock || t.online+t.sold-missing != besideStock-left {
		return fmt.Errorf("of %d pieces %d were sold online and %d at the counter, %d of them missing, and %d are left", besideStock, t.online, t.sold, missing, left)
	}
	slices.Sort(t.times)
	fmt.Printf("counter/beside orders, %s: %d sales (200 a minute; median %.1f ms, p99 %.1f ms) and %d orders of %d pieces, %d orders refused, none oversold online, none lost\n",
		database, t.sold, milliseconds(t.times[len(t.times)/2]), milliseconds(t.times[len(t.times)*99/100]), t.online, besideStock, t.refused)
	return nil
}

// sellUntil sells a piece of the product at each interval.
func (s *sales) sellUntil(ctx context.Context, device int, until time.Time, t *tally) error {
	ticker := time.NewTicker(saleInterval)
	defer ticker.Stop()
	for time.Now().Before(until) {
		sale := map[string]any{
			"device": s.devices[device], "key": id.New(), "lines": []map[string]any{{"productId": s.orders.shared, "quantity": 1, "price": 1}},
			"payments": []map[string]any{{"by": "CASH", "amount": 1}},
		}
		start := time.Now()
		if err := call(ctx, endpoint{http.MethodPost, s.orders.url + "/api/counter/sales", s.token}, sale, nil); err != nil {
			return err
		}
		t.Lock()
		t.sold, t.times = t.sold+1, append(t.times, time.Since(start))
		t.Unlock()
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// orderUntil orders a piece of the product online repeatedly, even when it is out of stock.
func (s *sales) orderUntil(ctx context.Context, client int, until time.Time, t *tally) error {
	for time.Now().Before(until) {
		err := s.orders.shopOne(ctx, client)
		if err != nil && !strings.Contains(err.Error(), http.StatusText(http.StatusConflict)) {
			return err
		}
		t.Lock()
		if err == nil {
			t.online++
		} else {
			t.refused++
		}
		t.Unlock()
	}
	return nil
}

// nextNumbers returns the sum of the devices' next serials.
func (s *sales) nextNumbers(ctx context.Context) (sum int, err error) {
	for _, device := range s.devices {
		var d struct {
			Series struct {
				Next int `json:"next"`
			} `json:"series"`
		}
		if err := call(ctx, endpoint{http.MethodGet, s.orders.url + "/api/counter/devices/" + device, s.token}, nil, &d); err != nil {
			return 0, err
		}
		sum += d.Series.Next
	}
	return sum, nil
}

// left returns the stock of a product, and the pieces sold at the counter beyond the stock.
func (s *sales) left(ctx context.Context, productID string) (left, missing int, err error) {
	var product struct {
		Stock int `json:"stock"`
	}
	var problems struct {
		ToCount []struct {
			ProductID string `json:"productId"`
			Missing   int    `json:"missing"`
		} `json:"toCount"`
	}
	err = errors.Join(
		call(ctx, endpoint{http.MethodPost, s.orders.url + "/api/product/getProductById", s.token}, map[string]string{"productId": productID}, &product),
		call(ctx, endpoint{http.MethodGet, s.orders.url + "/api/counter/problems", s.token}, nil, &problems),
	)
	for _, p := range problems.ToCount {
		if p.ProductID == productID {
			missing = p.Missing
		}
	}
	return product.Stock, missing, err
}
