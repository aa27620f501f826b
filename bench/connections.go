package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// slowConnections is how many connections send a request a byte at a time.
	slowConnections = 2_000
	// slowAddresses is how many network addresses they come from in the second trial: each then has fewer
	// than the shop allows one.
	slowAddresses = 20
	slowInterval  = time.Second // between two bytes
	// redialPause is the pause before a connection that the shop has closed is opened again.
	redialPause = 200 * time.Millisecond
	// slowTime is how long each trial takes.
	slowTime = 15 * time.Second
	// browsers is how many other clients send a request every browsePause meanwhile, as shoppers do.
	browsers    = 8
	browsePause = 20 * time.Millisecond
	// slowBound is how long the 99th percentile of the other clients' requests may take.
	slowBound = 50 * time.Millisecond
)

// benchConnections measures normal requests while thousands of connections send theirs a byte at a time.
func benchConnections(ctx context.Context) error {
	s, err := openShopWith(ctx, "", shopOptions{limits: true})
	if err != nil {
		return err
	}
	defer s.close()
	token, err := logIn(ctx, s.url, "shopper@kirana.test", "kirana-shopper-demo")
	if err != nil {
		return err
	}
	fmt.Printf("\nNormal requests (home's page and API, a search, the caller's cart) of %d clients, one each %s:\n", browsers, browsePause)
	for _, trial := range []struct {
		name            string
		slow, addresses int
	}{
		{"no others", 0, 1},
		{"beside 2,000 slow connections of one address", slowConnections, 1},
		{"beside 2,000 slow connections of 20 addresses", slowConnections, slowAddresses},
	} {
		if err := measureBeside(ctx, s, token, slowLoad{trial.name, trial.slow, trial.addresses}); err != nil {
			return fmt.Errorf("%s: %w", trial.name, err)
		}
	}
	return nil
}

// slowLoad is how many connections send slowly, and of how many addresses.
type slowLoad struct {
	name        string
	connections int
	addresses   int
}

func measureBeside(ctx context.Context, s *shop, token string, l slowLoad) error {
	address, err := url.Parse(s.url)
	if err != nil {
		return err
	}
	trial, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	slow := slowClients{address: address.Host}
	for i := range l.connections {
		from := net.IPv4(127, 0, 1, byte(1+i%l.addresses))
		group.Go(func() { slow.send(trial, from, i%2 == 0) })
	}
	defer group.Wait()
	defer stop()
	if l.connections > 0 { // until they are open
		select {
		case <-time.After(5 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	took, err := browse(trial, s.url, token)
	if err != nil {
		return err
	}
	slices.Sort(took)
	p99, warning := took[len(took)*99/100], ""
	if p99 > slowBound {
		warning = " TOO MUCH"
	}
	fmt.Printf("%-48s %6d requests: median %5.1f ms, p99 %5.1f ms of at most %s%s; %d slow ones open, %d closed by the shop\n", l.name, len(took),
		milliseconds(took[len(took)/2]), milliseconds(p99), slowBound, warning, slow.open.Load(), slow.closed.Load())
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// browse sends the requests of shoppers for slowTime, and returns how long each took.
func browse(ctx context.Context, base, token string) ([]time.Duration, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, slowTime, nil)
	defer cancel()
	var mu sync.Mutex
	var all []time.Duration
	var failure error
	var group sync.WaitGroup
	paths := []string{"/", "/api/product/home", "/api/product/getAll?q=dal&page=1&limit=20", "/api/cart/get"}
	for client := range browsers {
		group.Go(func() {
			tick := time.NewTicker(browsePause)
			defer tick.Stop()
			for n := client; ; n++ {
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
				began := time.Now()
				err := get(context.WithoutCancel(ctx), base+paths[n%len(paths)], token)
				mu.Lock()
				all, failure = append(all, time.Since(began)), errors.Join(failure, err)
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	group.Wait()
	if failure == nil && len(all) == 0 {
		failure = errors.New("no request was sent in time")
	}
	return all, failure
}

// get reads a page or a call as who has the token; "" is nobody.
func get(ctx context.Context, url, token string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := browser.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, response.Status)
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// slowClients send requests a byte at a time, and count their connections.
type slowClients struct {
	address string // of the shop
	open    atomic.Int64
	closed  atomic.Int64 // by the shop so far, or refused
}

// send sends a header, or a body, a byte at a time from a loopback address until the context ends, and
// reconnects whenever the shop closes the connection.
func (c *slowClients) send(ctx context.Context, from net.IP, header bool) {
	text := "GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: "
	if !header {
		text = "POST /api/user/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n"
	}
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}
	for ctx.Err() == nil {
		conn, err := dialer.DialContext(ctx, "tcp", c.address)
		if err == nil {
			c.open.Add(1)
			_, err = io.WriteString(conn, text)
			for err == nil && sleep(ctx, slowInterval) {
				_, err = io.WriteString(conn, "x")
			}
			c.open.Add(-1)
			_ = conn.Close()
		}
		if ctx.Err() == nil {
			c.closed.Add(1)
		}
		sleep(ctx, redialPause)
	}
}

// sleep pauses for d, and reports false when the context ends before.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
