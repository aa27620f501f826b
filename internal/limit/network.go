package limit

import "net/netip"

// NetworkOf returns the key under which a client's address is counted. A home or a rented
// machine has 2^64 addresses of IPv6, so that these count by their network; what is no
// address is returned as it is.
func NetworkOf(address string) string {
	addr, err := netip.ParseAddr(address)
	if err != nil || addr.Unmap().Is4() {
		return address
	}
	network, err := addr.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return network.String()
}
