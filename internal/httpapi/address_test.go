package httpapi_test

import (
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"kirana/internal/httpapi"
)

func TestClientAddress_trustsTheHeaderOnlyFromTrustedProxies(t *testing.T) {
	t.Parallel()
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		remote    string
		forwarded []string
		want      string
	}{
		{"203.0.113.9:4711", nil, "203.0.113.9"},
		{"203.0.113.9:4711", []string{"198.51.100.1"}, "203.0.113.9"}, // a shopper forges the header
		{"10.1.2.3:80", []string{"198.51.100.1"}, "198.51.100.1"},
		{"[::ffff:10.1.2.3]:80", []string{"198.51.100.1"}, "198.51.100.1"},
		{"[fd00::1]:80", []string{"2001:db8::7"}, "2001:db8::7"},
		{"10.1.2.3:80", []string{"1.1.1.1, 198.51.100.1"}, "198.51.100.1"}, // the first address is forged
		{"10.1.2.3:80", []string{"1.1.1.1", "198.51.100.1"}, "198.51.100.1"},
		{"10.1.2.3:80", []string{"198.51.100.1, 10.9.9.9"}, "198.51.100.1"},
		{"10.1.2.3:80", []string{"10.8.8.8, 10.9.9.9"}, "10.8.8.8"},
		{"10.1.2.3:80", []string{"198.51.100.1, rubbish"}, "10.1.2.3"},
		{"10.1.2.3:80", []string{""}, "10.1.2.3"},
		{"10.1.2.3:80", nil, "10.1.2.3"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		r.RemoteAddr = c.remote
		for _, value := range c.forwarded {
			r.Header.Add("X-Forwarded-For", value)
		}
		if got := httpapi.ClientAddress(r, proxies); got != c.want {
			t.Errorf("from %s with %q: %s, want %s", c.remote, c.forwarded, got, c.want)
		}
		if got := httpapi.ClientAddress(r, nil); !strings.Contains(c.remote, got) {
			t.Errorf("from %s with %q and no trusted proxy: %s, want the remote address", c.remote, c.forwarded, got)
		}
	}
}
