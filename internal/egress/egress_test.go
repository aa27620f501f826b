package egress

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

func TestCheck_acceptsPublicHTTPSOnly(t *testing.T) {
	t.Parallel()
	for address, ok := range map[string]bool{
		"https://push.example.com/send/abc": true,
		"https://8.8.8.8/x":                 true,
		"https://[2606:4700::1111]/":        true,
		"http://push.example.com/":          false,
		"https://user:pass@example.com/":    false,
		"https:///nothing":                  false,
		"https://localhost/":                false,
		"https://LOCALHOST./":               false,
		"https://shop.localhost/":           false,
		"https://till/":                     false,
		"https://till.local/":               false,
		"https://metadata.google.internal/": false,
		"https://2130706433/":               false,
		"https://127.1/":                    false,
		"https://0x7f000001/":               false,
		"https://127.0.0.1.example.com/":    true, // refused when connecting if it resolves to a private address
		"https://push.example.com:8443/":    true,
		"https://push.example.com:99999/":   false,
		"https://push.example.com:0/":       false,
		"https://127.0.0.1/":                false,
		"https://10.1.2.3/":                 false,
		"https://169.254.169.254/latest":    false,
		"https://100.64.0.1/":               false,
		"https://0.0.0.0/":                  false,
		"https://[::1]/":                    false,
		"https://[fe80::1]/":                false,
		"https://[fd00::1]/":                false,
		"https://[::ffff:192.168.1.1]/":     false,
		"https://[64:ff9b::7f00:1]/":        false,
		"https://[::127.0.0.1]/":            false,
		"https://[fec0::1]/":                false,
		"file:///etc/passwd":                false,
		"://":                               false,
	} {
		if err := Check(address); (err == nil) != ok || (err != nil && !errors.Is(err, ErrNotPublic)) {
			t.Errorf("check %s: %v, want it allowed: %t", address, err, ok)
		}
	}
}

func TestClient_refusesANameThatResolvesToThisMachine(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a server on this machine was called")
	}))
	t.Cleanup(server.Close)
	// A public name that DNS resolves to this machine is refused on connecting. The test uses the server's own address
	// instead.
	_, err := Client(5 * time.Second).Get(server.URL)
	if !errors.Is(err, ErrNotPublic) {
		t.Errorf("a call to this machine: %v, want ErrNotPublic", err)
	}
}

func TestClient_refusesARedirectToPlainHTTPAndALoop(t *testing.T) {
	t.Parallel()
	var server *httptest.Server
	server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := "http://example.com/"
		if r.URL.Path == "/loop" {
			to = server.URL + "/loop"
		}
		http.Redirect(w, r, to, http.StatusFound)
	}))
	t.Cleanup(server.Close)
	client := newClient(newDialer(5*time.Second, func(netip.Addr) bool { return true }), "https")
	client.Transport.(*http.Transport).TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
	if _, err := client.Get(server.URL + "/plain"); !errors.Is(err, ErrNotPublic) {
		t.Errorf("a redirect to plain http: %v, want ErrNotPublic", err)
	}
	if _, err := client.Get(server.URL + "/loop"); err == nil {
		t.Error("a loop of redirects ended in an answer")
	}
}
