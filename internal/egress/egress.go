// Package egress makes HTTP clients for untrusted addresses, which come from people, lists or
// browsers. The clients reach public addresses only, with time limits. They check the resolved
// address before each connection, also after redirects, so that no name can lead into the shop's own
// network.
package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ErrNotPublic is returned for an address that is not https or not on the public internet, and
// ErrRedirects for too many redirects.
var (
	ErrNotPublic = errors.New("egress: not a public https address")
	ErrRedirects = fmt.Errorf("egress: more than %d redirects", maxRedirects)
)

// maxRedirects is enough for any file that has moved; more is a loop.
const maxRedirects = 5

// Check returns ErrNotPublic for an address that is not a public https one, as far as can be told
// without DNS; the Client checks again when it connects.
func Check(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return ErrNotPublic
	}
	if port, err := strconv.ParseUint(u.Port(), 10, 16); u.Port() != "" && (err != nil || port == 0) {
		return ErrNotPublic
	}
	ip, err := netip.ParseAddr(u.Hostname())
	if err == nil && !IsPublic(ip) || err != nil && !IsPublicName(u.Hostname()) {
		return ErrNotPublic
	}
	return nil
}

// IsPublicName reports whether a name can be in the public DNS. Single words cannot, nor names in
// localhost, local or internal, nor names whose last part begins with a digit, which some resolvers
// read as an address (127.1).
func IsPublicName(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || dot == len(name)-1 {
		return false
	}
	domain := name[dot+1:]
	return !slices.Contains([]string{"localhost", "local", "internal"}, domain) && (domain[0] < '0' || domain[0] > '9')
}

// Client returns an HTTP client that reaches public https addresses only, without proxy or cookies,
// and with a timeout per call.
func Client(timeout time.Duration) *http.Client {
	return newClient(newDialer(timeout, IsPublic), "https")
}

// FileClient is Client that also allows plain http, for public files. allowed decides which
// addresses it connects to: IsPublic, except in tests.
func FileClient(timeout time.Duration, allowed func(netip.Addr) bool) *http.Client {
	return newClient(newDialer(timeout, allowed), "https", "http")
}

// newDialer returns a dialer that checks each address after DNS, at the socket that connects to it.
func newDialer(timeout time.Duration, allowed func(netip.Addr) bool) *net.Dialer {
	return &net.Dialer{
		Timeout: timeout,
		ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
			peer, err := netip.ParseAddrPort(address)
			if err != nil || !allowed(peer.Addr()) {
				return ErrNotPublic
			}
			return nil
		},
	}
}

func newClient(dialer *net.Dialer, schemes ...string) *http.Client {
	timeout := dialer.Timeout
	transport := &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: timeout, ResponseHeaderTimeout: timeout,
		ForceAttemptHTTP2: true, MaxIdleConns: 8, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10,
	}
	return &http.Client{
		Timeout: timeout, Transport: transport,
		CheckRedirect: func(next *http.Request, before []*http.Request) error {
			if !slices.Contains(schemes, next.URL.Scheme) {
				return ErrNotPublic
			}
			if len(before) > maxRedirects {
				return ErrRedirects
			}
			return nil
		},
	}
}

// notPublic are the special-purpose blocks of IANA's registries that netip has no method for
// (https://www.iana.org/assignments/iana-ipv4-special-registry and
// https://www.iana.org/assignments/iana-ipv6-special-registry).
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("::/96"), netip.MustParsePrefix("fec0::/10"), // deprecated, but still routed inside old networks
}

// IsPublic reports whether an address is on the public internet.
func IsPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.Zone() != "" {
		return false
	}
	for _, block := range notPublic {
		if block.Contains(ip) {
			return false
		}
	}
	return true
}
