package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
	"time"
)

// balancer is a load balancer in front of several nodes. It polls each node's readiness, and sends a request that could
// not connect, or that only reads and failed, to another node.
type balancer struct {
	*httptest.Server

	transport *http.Transport
	mu        sync.Mutex
	nodes     []string // base URLs
	ready     map[string]bool
	next      int
}

const readyInterval = 100 * time.Millisecond

func newBalancer(t *testing.T, nodes ...*served) *balancer {
	t.Helper()
	b := &balancer{ready: map[string]bool{}, transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	b.Server = httptest.NewServer(&httputil.ReverseProxy{
		Transport: b,
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetXForwarded() },
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			w.WriteHeader(http.StatusBadGateway)
		},
	})
	for _, node := range nodes {
		b.set(node.base, true)
	}
	watching, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.watch(watching)
	}()
	t.Cleanup(func() {
		stop()
		<-done
		b.Close()
		b.transport.CloseIdleConnections()
	})
	return b
}

// set adds a node, or sets its readiness.
func (b *balancer) set(base string, ready bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, known := b.ready[base]; !known {
		b.nodes = append(b.nodes, base)
	}
	b.ready[base] = ready
}

// watch polls each node's readiness.
func (b *balancer) watch(ctx context.Context) {
	probe := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		b.mu.Lock()
		nodes := append([]string{}, b.nodes...)
		b.mu.Unlock()
		for _, base := range nodes {
			request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/readyz", http.NoBody)
			if err != nil {
				continue
			}
			response, err := probe.Do(request)
			if err == nil {
				_ = response.Body.Close()
			}
			b.set(base, err == nil && response.StatusCode == http.StatusOK)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(readyInterval):
		}
	}
}

// pick returns the ready nodes in the order in which to try them: each request begins with another one.
func (b *balancer) pick() (nodes []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	for i := range b.nodes {
		if base := b.nodes[(b.next+i)%len(b.nodes)]; b.ready[base] {
			nodes = append(nodes, base)
		}
	}
	return nodes
}

var errNoNode = errors.New("no node is ready")

// RoundTrip sends a request to a ready node. A request that did not connect, or only reads, is
// retried on another node.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	err := errNoNode
	for _, base := range b.pick() {
		target, parseErr := url.Parse(base)
		if parseErr != nil {
			return nil, parseErr
		}
		attempt := r.Clone(r.Context())
		attempt.URL.Scheme, attempt.URL.Host = target.Scheme, target.Host
		var response *http.Response
		if response, err = b.transport.RoundTrip(attempt); err == nil {
			return response, nil
		}
		b.set(base, false)
		var network *net.OpError
		if dialing := errors.As(err, &network) && network.Op == "dial"; !dialing && r.Method != http.MethodGet {
			return nil, err
		}
	}
	return nil, err
}
