package limit

import (
	"context"
	"net/netip"

	"kirana/internal/db"
)

// Prefix lengths of IPv6 networks in bits. A home or a rented machine has a network of nearBits, and easily gets one of
// wideBits, whose limit is wideFactor times as high.
const (
	nearBits   = 64
	wideBits   = 48
	wideFactor = 8
)

// NetworkOf returns the key of a client's address: the network of an IPv6 address, because a home has 2^64 addresses, or an
// IPv4 address. It returns other texts unchanged.
func NetworkOf(address string) string {
	if network, ok := networkOf(address, nearBits); ok {
		return network
	}
	if addr, err := netip.ParseAddr(address); err == nil {
		return addr.Unmap().String()
	}
	return address
}

// WideNetworkOf returns the wider network of an IPv6 address, which contains 65,536 networks of NetworkOf, or "" for any
// other address.
func WideNetworkOf(address string) string {
	network, _ := networkOf(address, wideBits)
	return network
}

func networkOf(address string, bits int) (network string, ok bool) {
	addr, err := netip.ParseAddr(address)
	if err != nil || addr.Unmap().Is4() {
		return "", false
	}
	prefix, err := addr.WithZone("").Prefix(bits)
	return prefix.String(), err == nil
}

// Client is the key of a NetworkLimiter: an address, and optionally a subject such as an account.
type Client struct{ Address, About string }

func (c Client) near() string { return NetworkOf(c.Address) + " " + c.About }

// wide returns the key in the wider network, or "".
func (c Client) wide() string {
	network := WideNetworkOf(c.Address)
	if network == "" {
		return ""
	}
	return network + " " + c.About
}

// NetworkLimiter counts the events of one rule by the client's network, and for IPv6 also by the
// wider network.
type NetworkLimiter struct{ near, wide *Limiter }

// NetworkLimiter returns the limiter of a rule keyed by network address.
func (s *Store) NetworkLimiter(r Rule) *NetworkLimiter {
	wide := r
	wide.Name, wide.Max = r.Name+".wide", r.Max*wideFactor
	return &NetworkLimiter{near: s.Limiter(r), wide: s.Limiter(wide)}
}

// Counts reports whether events are counted, that is, whether the shop has limits.
func (l *NetworkLimiter) Counts() bool { return l.near.store != nil }

// Check is Limiter.Check.
func (l *NetworkLimiter) Check(ctx context.Context, c Client) error {
	return l.each(c, func(limiter *Limiter, key string) error { return limiter.Check(ctx, key) })
}

// Allow is Limiter.Allow.
func (l *NetworkLimiter) Allow(ctx context.Context, c Client) error {
	return l.each(c, func(limiter *Limiter, key string) error { return limiter.Allow(ctx, key) })
}

// AllowTx is Limiter.AllowTx.
func (l *NetworkLimiter) AllowTx(ctx context.Context, tx *db.Tx, c Client) error {
	return l.each(c, func(limiter *Limiter, key string) error { return limiter.AllowTx(ctx, tx, key) })
}

// Count is Limiter.Count.
func (l *NetworkLimiter) Count(ctx context.Context, c Client) error {
	return l.each(c, func(limiter *Limiter, key string) error { return limiter.Count(ctx, key) })
}

// Cancel is Limiter.Cancel.
func (l *NetworkLimiter) Cancel(ctx context.Context, c Client) error {
	return l.each(c, func(limiter *Limiter, key string) error { return limiter.Cancel(ctx, key) })
}

// Forget is Limiter.Forget for the client's network. The events of the wider network stay, as it contains other clients.
func (l *NetworkLimiter) Forget(ctx context.Context, c Client) error {
	return l.near.Forget(ctx, c.near())
}

// each runs `call` for the client's network and then for the wider one. The order is fixed, so that transactions do not
// deadlock.
func (l *NetworkLimiter) each(c Client, call func(limiter *Limiter, key string) error) error {
	err := call(l.near, c.near())
	if err != nil || c.wide() == "" {
		return err
	}
	return call(l.wide, c.wide())
}
