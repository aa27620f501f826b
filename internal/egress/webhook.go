package egress

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// WebhookClient returns a Client that also reaches the given hosts (host:port, in lower case) in the shop's own
// network. It does not follow redirects, so that bodies go to one address only.
func WebhookClient(timeout time.Duration, hosts []string) *http.Client {
	client := Client(timeout)
	transport := client.Transport.(*http.Transport)
	guarded, direct := transport.DialContext, (&net.Dialer{Timeout: timeout}).DialContext
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if slices.Contains(hosts, strings.ToLower(address)) {
			return direct(ctx, network, address)
		}
		return guarded(ctx, network, address)
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client
}

// HostPort returns the host and port of an http or https URL, in lower case.
func HostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}
