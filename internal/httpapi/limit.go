package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"kirana/internal/clock"
	"kirana/internal/fault"
)

// Limiter counts events by key in a sliding window, in bounded memory.
type Limiter struct {
	limit  int
	window time.Duration
	clock  clock.Clock

	mu   sync.Mutex
	seen map[string][]time.Time
}

// maxKeys bounds a limiter's memory.
const maxKeys = 50_000

// NewLimiter allows limit events a key in any window. limit 0 allows everything.
func NewLimiter(c clock.Clock, limit int, window time.Duration) *Limiter {
	return &Limiter{limit: limit, window: window, clock: c, seen: map[string][]time.Time{}}
}

// Check refuses with fault.TooMany while the key has used up its events.
func (l *Limiter) Check(key string) error {
	if l.limit == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.check(key)
}

// check refuses a key that has used up its events. The caller holds the lock.
func (l *Limiter) check(key string) error {
	now := l.clock.Now()
	times := l.fresh(key, now)
	if len(times) < l.limit {
		return nil
	}
	return fault.TryLater(times[len(times)-l.limit].Add(l.window).Sub(now))
}

// Allow is Check and Count in one step: of many concurrent events no more than the
// limit get through.
func (l *Limiter) Allow(key string) error {
	if l.limit == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.check(key); err != nil {
		return err
	}
	l.count(key)
	return nil
}

// Cancel removes the event that the last Allow counted, when its action failed.
func (l *Limiter) Cancel(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if times := l.seen[key]; len(times) > 1 {
		l.seen[key] = times[:len(times)-1]
	} else {
		delete(l.seen, key)
	}
}

// Count adds an event to the key.
func (l *Limiter) Count(key string) {
	if l.limit == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count(key)
}

// count adds an event. The caller holds the lock.
func (l *Limiter) count(key string) {
	now := l.clock.Now()
	if len(l.seen) >= maxKeys {
		l.shrink(now)
	}
	times := append(l.fresh(key, now), now)
	// More than the last limit events cannot change a result.
	if len(times) > l.limit {
		times = times[len(times)-l.limit:]
	}
	l.seen[key] = times
}

// Forget clears a key: the person proved who they are.
func (l *Limiter) Forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.seen, key)
}

// fresh drops the events that have left the window and returns the others. The caller holds the lock.
func (l *Limiter) fresh(key string, now time.Time) []time.Time {
	times := l.seen[key]
	for len(times) > 0 && !times[0].After(now.Add(-l.window)) {
		times = times[1:]
	}
	if len(times) == 0 {
		delete(l.seen, key)
		return nil
	}
	l.seen[key] = times
	return times
}

// shrink makes room: what has aged out goes, and when that is not enough, a
// tenth of the keys, whichever they are. The caller holds the lock.
func (l *Limiter) shrink(now time.Time) {
	for key := range l.seen {
		l.fresh(key, now)
	}
	for key := range l.seen {
		if len(l.seen) <= maxKeys*9/10 {
			return
		}
		delete(l.seen, key)
	}
}

// AddressKey returns the key under which a request's address is counted. A home or a rented
// machine has 2^64 addresses of IPv6, so that these count by their network.
func AddressKey(r *http.Request, trusted []netip.Prefix) string {
	return networkOf(ClientAddress(r, trusted))
}

// networkOf returns an address of IPv4, and the network of one of IPv6.
func networkOf(address string) string {
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

// ClientAddress returns the address that a request came from. X-Forwarded-For is believed
// only when it was set by a trusted proxy, and then read from the right: the
// first address that is not itself a trusted proxy.
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

// peerAddress is where a request's connection comes from.
func peerAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func within(host string, networks []netip.Prefix) bool {
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
