package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// ClientAddress returns the IP address of a request's client: the remote address or, if that is a trusted proxy, the last
// address of X-Forwarded-For that is not a trusted proxy.
func ClientAddress(r *http.Request, trusted []netip.Prefix) string {
	host := peerAddress(r)
	if !within(host, trusted) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop := strings.TrimSpace(hops[i])
		if _, err := netip.ParseAddr(hop); err != nil {
			break
		}
		host = hop
		if !within(hop, trusted) {
			break
		}
	}
	return host
}

// peerAddress returns the remote address of a request's connection.
func peerAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func within(host string, networks []netip.Prefix) bool {
	if len(networks) == 0 {
		return false
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, network := range networks {
		if network.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}
