package pictures_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog/pictures"
	"kirana/internal/db"
	"kirana/internal/egress"
	"kirana/internal/shoptest"
)

// atOnce is the number of addresses that a node fetches concurrently.
const atOnce = 4

// holdingServer serves pictures by number. It holds each request until the test releases it.
type holdingServer struct {
	*httptest.Server

	arrived, release chan struct{}

	mu           sync.Mutex
	active, peak int
}

func newHoldingServer(t *testing.T, files int) *holdingServer {
	t.Helper()
	s := &holdingServer{arrived: make(chan struct{}, files), release: make(chan struct{})}
	mux := http.NewServeMux()
	for n := range files {
		content := photo(t, n, 100, 80)
		mux.HandleFunc(fmt.Sprintf("/%d", n), func(w http.ResponseWriter, r *http.Request) {
			s.count(1)
			s.arrived <- struct{}{}
			select {
			case <-s.release:
			case <-r.Context().Done():
			}
			s.count(-1) // before the client gets the picture and starts the next fetch
			_, _ = w.Write(content)
		})
	}
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func (s *holdingServer) count(change int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.active += change
	s.peak = max(s.peak, s.active)
}

func (s *holdingServer) peakAtOnce() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peak
}

func TestRun_fetchesFourAddressesAtATime(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		const files = 3 * atOnce
		s, web := newShop(t, d), newHoldingServer(t, files)
		features := s.Features
		// Held requests must not time out.
		features.Client = egress.FileClient(time.Hour, func(ip netip.Addr) bool { return ip == netip.MustParseAddr("127.0.0.1") })
		s.Service = pictures.New(features)
		for n := range files {
			s.addresses(t, s.product(t, fmt.Sprint("Product ", n), "", ""), fmt.Sprintf("%s/%d", web.URL, n))
		}
		ctx, stop := context.WithCancel(audit.WithActor(t.Context(), audit.Actor{Name: "Asha"}))
		if _, err := s.ScheduleFetch(ctx); err != nil {
			t.Fatal(err)
		}
		var running sync.WaitGroup
		t.Cleanup(running.Wait)
		t.Cleanup(stop)
		running.Go(func() { s.Run(ctx) })
		for range atOnce { // all arrive before the first one ends
			<-web.arrived
		}
		// A fifth worker would have claimed an address before this transaction, or would send a request below.
		s.exec(t, `UPDATE products SET unit = ''`)
		claimed, err := db.Get[int](ctx, d, `SELECT COUNT(*) FROM product_image_urls WHERE attempts > 0`)
		if err != nil || claimed != atOnce {
			t.Errorf("%d addresses are claimed, want %d: %v", claimed, atOnce, err)
		}
		for range files - atOnce {
			web.release <- struct{}{}
			<-web.arrived
		}
		for range atOnce {
			web.release <- struct{}{}
		}
		stop()
		running.Wait()
		links, err := s.Links(t.Context())
		if err != nil || links.Fetched != files || web.peakAtOnce() != atOnce {
			t.Errorf("%d fetched at once, %+v, %v, want %d at once and all %d", web.peakAtOnce(), links, err, atOnce, files)
		}
	})
}
