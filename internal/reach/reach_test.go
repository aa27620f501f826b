package reach

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/egress"
	"kirana/internal/health"
)

func serve(t *testing.T, start func(http.Handler) *httptest.Server, handler http.HandlerFunc) string {
	t.Helper()
	server := start(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// anywhere lets tests reach servers of this machine.
func anywhere(netip.Addr) bool { return true }

func TestCheck_reportsWhatThePublicAddressReturns(t *testing.T) {
	t.Parallel()
	shop := serve(t, httptest.NewServer, health.ServeLive)
	visited := false
	elsewhere := serve(t, httptest.NewServer, func(http.ResponseWriter, *http.Request) { visited = true })
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for name, c := range map[string]struct {
		address string
		want    State
	}{
		"the shop":                 {shop, Reached},
		"a parked name":            {serve(t, httptest.NewServer, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>For sale</html>")) }), OtherSite},
		"another site's error":     {serve(t, httptest.NewServer, http.NotFound), OtherSite},
		"a redirect elsewhere":     {serve(t, httptest.NewServer, http.RedirectHandler("http://localhost"+elsewhere[len("http://127.0.0.1"):], http.StatusFound).ServeHTTP), OtherSite},
		"an untrusted certificate": {serve(t, httptest.NewTLSServer, health.ServeLive), NoCertificate},
		"nothing":                  {closed.URL, NoAnswer},
		"a name at home":           {"http://counter:8080", Local},
		"a name of the router":     {"http://counter.local", Local},
		"a name of a provider":     {"http://counter.internal", Local},
	} {
		if got := newWithAllowed(c.address, clock.System{}, anywhere).Check(t.Context()); got.State != c.want || got.Address != c.address {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
	if visited {
		t.Error("followed a redirect to another host")
	}
	if got := New(shop, clock.System{}).Check(t.Context()); got.State != Local {
		t.Errorf("an address of this machine: %s, want %s", got.State, Local)
	}
	for err, want := range map[error]State{&net.DNSError{IsNotFound: true}: NoName, egress.ErrNotPublic: Local} {
		if got := stateOf(err); got != want {
			t.Errorf("%v: %s, want %s", err, got, want)
		}
	}
}

// steppedClock is a clock that the test sets.
type steppedClock struct{ now time.Time }

func (c *steppedClock) Now() time.Time { return c.now }

func TestCheck_asksOnceAMinute(t *testing.T) {
	t.Parallel()
	asked := 0
	address := serve(t, httptest.NewServer, func(w http.ResponseWriter, r *http.Request) {
		asked++
		health.ServeLive(w, r)
	})
	c := &steppedClock{time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)}
	s := newWithAllowed(address, c, anywhere)
	for _, step := range []time.Duration{0, 59 * time.Second, 2 * time.Second} {
		c.now = c.now.Add(step)
		s.Check(t.Context())
	}
	if asked != 2 {
		t.Errorf("asked %d times within 61 seconds, want 2", asked)
	}
}
