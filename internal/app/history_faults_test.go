package app

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"

	"github.com/anishathalye/porcupine"

	"kirana/internal/db"
)

// These tests check that a fault of the shop would be found. Its real guards work, so a trigger or a proxy makes one
// fail.

func TestHistory_findsAKeyThatIsForgotten(t *testing.T) {
	t.Parallel()
	_, calls := histories(t)
	shop := newSingleNode(t)
	plant(t, shop, `CREATE TRIGGER planted AFTER INSERT ON idempotency_keys BEGIN DELETE FROM idempotency_keys WHERE key = NEW.key; END`)
	expectFound(t, shop, calls/10)
}

// The trigger keeps the balance with the later time instead of that of the later transaction, which loses an entry when
// the clock is moved back.
func TestHistory_findsABalanceLostToAClockChange(t *testing.T) {
	t.Parallel()
	_, calls := histories(t)
	shop := newSingleNode(t)
	plant(t, shop, `CREATE TRIGGER planted BEFORE UPDATE OF balance ON khata_accounts WHEN NEW.updated_at < OLD.updated_at BEGIN SELECT RAISE(IGNORE); END`)
	expectFound(t, failsOnlyBy{shop, func(random *rand.Rand) (string, error) { return "clock moved", shop.clock.move(random) }}, calls/4)
}

// The proxy confirms an order although its commit failed because the disk was full.
func TestHistory_findsAnOrderLostToAFullDisk(t *testing.T) {
	t.Parallel()
	_, calls := histories(t)
	shop := newSingleNode(t)
	if shop.disk == nil {
		t.Skip("no disk of its own can be mounted here")
	}
	expectFound(t, confirming{failsOnlyBy{shop, shop.fillDisk}, newConfirmingProxy(t, shop.bases()[0])}, calls/4)
}

func plant(t *testing.T, shop *singleNode, trigger string) {
	t.Helper()
	if err := databaseOf(t, "", shop.dir).Tx(t.Context(), func(tx *db.Tx) error { return db.Exec(t.Context(), tx, trigger) }); err != nil {
		t.Fatal(err)
	}
}

// expectFound fails if ten histories are linearizable despite the planted fault: a fast shop makes the calls of one
// before it fails in the way that shows the fault.
func expectFound(t *testing.T, shop failingShop, calls int) {
	t.Helper()
	r := newRecorder(t, shop, 6)
	for seed := range 10 {
		if !porcupine.CheckOperations(shopModel, r.record(t, uint64(seed), calls)) {
			t.Logf("found in history %d; failures: %v", seed+1, r.failures)
			return
		}
	}
	t.Errorf("ten histories with a planted fault are linearizable, want the fault found; failures: %v, unexplained: %v", r.failures, r.wrong[:min(3, len(r.wrong))])
}

// failsOnlyBy is a node that fails only by failure.
type failsOnlyBy struct {
	*singleNode

	failure func(*rand.Rand) (string, error)
}

func (f failsOnlyBy) fail(_ *testing.T, random *rand.Rand) (string, error) { return f.failure(random) }

// confirming is a shop behind a proxy that confirms orders that the shop refuses.
type confirming struct {
	failsOnlyBy

	proxy string
}

func (c confirming) bases() []string { return []string{c.proxy} }

// newConfirmingProxy starts a proxy that replaces a response 503 to an order by the last confirmation.
func newConfirmingProxy(t *testing.T, base string) string {
	t.Helper()
	to, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var confirmation []byte
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) },
		ModifyResponse: func(r *http.Response) error {
			if r.Request.URL.Path != "/api/order/cod" {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case r.StatusCode == http.StatusOK:
				body, err := io.ReadAll(r.Body)
				confirmation, r.Body = body, io.NopCloser(bytes.NewReader(body))
				return err
			case r.StatusCode == http.StatusServiceUnavailable && confirmation != nil:
				r.StatusCode, r.Body, r.ContentLength = http.StatusOK, io.NopCloser(bytes.NewReader(confirmation)), int64(len(confirmation))
				r.Header.Del("Content-Length")
				r.Header.Del("Content-Encoding")
			}
			return nil
		},
	})
	t.Cleanup(proxy.Close)
	return proxy.URL
}
