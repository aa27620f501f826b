package limit

import (
	"context"
	"net/netip"

	"kirana/internal/db"
)

// Of IPv6 a home or a rented machine has a whole network of near bits, and who asks for
// more gets one of wide bits with ease: it may have wideFactor times as many events.
const (
	nearBits   = 64
	wideBits   = 48
	wideFactor = 8
)

// NetworkOf returns the key under which a client's address is counted. A home or a rented
// machine has 2^64 addresses of IPv6, so that these count by their network; what is no
// address is returned as it is.
func NetworkOf(address string) string {
	if network, ok := networkOf(address, nearBits); ok {
		return network
	}
	if addr, err := netip.ParseAddr(address); err == nil {
		return addr.Unmap().String()
	}
	return address
}

// WideNetworkOf returns the wider network of an address of IPv6, which may have
// 65,536 of those of NetworkOf; "" of any other address.
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

// Client is what the events of a NetworkLimiter are counted under: a client's network
// address, and what else tells them apart, such as the account that they are about.
type Client struct{ Address, About string }

func (c Client) near() string { return NetworkOf(c.Address) + " " + c.About }

// wide returns the key in the wider network, "" where there is none.
func (c Client) wide() string {
	network := WideNetworkOf(c.Address)
	if network == "" {
		return ""
	}
	return network + " " + c.About
}

// NetworkLimiter counts the events of one rule by the client's network, and for IPv6 by
// the wider network as well.
type NetworkLimiter struct{ near, wide *Limiter }

// NetworkLimiter returns the limiter of a rule whose keys are network addresses.
func (s *Store) NetworkLimiter(r Rule) *NetworkLimiter {
	wide := r
	wide.Name, wide.Max = r.Name+".wide", r.Max*wideFactor
	return &NetworkLimiter{near: s.Limiter(r), wide: s.Limiter(wide)}
}

// Counts reports whether events are counted: in a shop without limits they are not.
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

// Forget clears the key of a client who proved who they are. Their wider network keeps
// its events: others are in it, too.
func (l *NetworkLimiter) Forget(ctx context.Context, c Client) error {
	return l.near.Forget(ctx, c.near())
}

// each calls with the wider network last: always in one order, so that two transactions
// never wait for each other.
func (l *NetworkLimiter) each(c Client, call func(limiter *Limiter, key string) error) error {
	err := call(l.near, c.near())
	if err != nil || c.wide() == "" {
		return err
	}
	return call(l.wide, c.wide())
}
