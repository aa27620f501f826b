package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"sync"

	"kirana/internal/limit"
)

// Limits of the connections from one network address. They exceed the needs of some hundred shoppers, because a whole town
// may share an address. An idle connection counts toward MaxConnections only.
const (
	MaxConnections = 2000
	MaxUnfinished  = 300 // with a request being received or served
	// wideFactor multiplies the limits for a wider IPv6 network.
	wideFactor = 8
)

// Connections limits, for each network address, the open connections and the connections with an unfinished request, so
// that a slow-request attack uses up only its own share. Trusted proxies have no limit, as they forward many addresses.
type Connections struct {
	maxOpen, maxUnfinished int
	trusted                []netip.Prefix

	mu    sync.Mutex
	loads map[string]*load
}

// load is the current load of one network.
type load struct{ open, unfinished int }

// networks returns the networks that an address belongs to, each with the factor of its limits.
func networks(address string) map[string]int {
	all := map[string]int{limit.NetworkOf(address): 1}
	if wide := limit.WideNetworkOf(address); wide != "" {
		all[wide] = wideFactor
	}
	return all
}

// NewConnections returns limits for all network addresses except trusted proxies.
func NewConnections(maxOpen, maxUnfinished int, trusted []netip.Prefix) *Connections {
	return &Connections{maxOpen: maxOpen, maxUnfinished: maxUnfinished, trusted: trusted, loads: map[string]*load{}}
}

// Listen returns a listener that immediately closes connections above the limits. Set ServerState as the ConnState of the
// server.
func (c *Connections) Listen(l net.Listener) net.Listener { return &boundedListener{l, c} }

type boundedListener struct {
	net.Listener

	bounds *Connections
}

// Accept waits for a connection within the limits.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if counted, ok := l.bounds.admit(conn); ok {
			return counted, nil
		}
		_ = conn.Close()
	}
}

// admit returns the connection, or false if it exceeds a limit. It counts connections except those from trusted proxies.
func (c *Connections) admit(conn net.Conn) (net.Conn, bool) {
	host, _, err := net.SplitHostPort(conn.RemoteAddr().String())
	if err != nil || within(host, c.trusted) {
		return conn, true
	}
	counted := &countedConn{Conn: conn, bounds: c, unfinished: true} // nothing has arrived yet
	c.mu.Lock()
	defer c.mu.Unlock()
	all := networks(host)
	for network, factor := range all {
		if l := c.loads[network]; l != nil && (l.open >= c.maxOpen*factor || l.unfinished >= c.maxUnfinished*factor) {
			return nil, false
		}
	}
	for network := range all {
		l := c.loads[network]
		if l == nil {
			l = &load{}
			c.loads[network] = l
		}
		l.open++
		l.unfinished++
		counted.networks = append(counted.networks, network)
	}
	return counted, true
}

// countedConn is a connection that counts toward the limits of its networks until it is closed.
type countedConn struct {
	net.Conn

	bounds     *Connections
	networks   []string
	unfinished bool // like closed, guarded by bounds.mu
	closed     bool
}

// Close closes the connection and stops counting it.
func (c *countedConn) Close() error {
	c.bounds.mu.Lock()
	if !c.closed {
		c.closed = true
		c.count(false)
		for _, network := range c.networks {
			l := c.bounds.loads[network]
			if l.open--; l.open == 0 {
				delete(c.bounds.loads, network)
			}
		}
	}
	c.bounds.mu.Unlock()
	return c.Conn.Close()
}

// count records whether the connection has an unfinished request. The caller holds bounds.mu.
func (c *countedConn) count(unfinished bool) {
	if c.unfinished == unfinished {
		return
	}
	c.unfinished = unfinished
	change := -1
	if unfinished {
		change = 1
	}
	for _, network := range c.networks {
		c.bounds.loads[network].unfinished += change
	}
}

// ServerState updates the count of unfinished requests when a connection becomes active or idle.
func (c *Connections) ServerState(conn net.Conn, state http.ConnState) {
	if outer, ok := conn.(interface{ NetConn() net.Conn }); ok { // a TLS connection
		conn = outer.NetConn()
	}
	counted, ok := conn.(*countedConn)
	if !ok || (state != http.StateActive && state != http.StateIdle) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !counted.closed {
		counted.count(state == http.StateActive)
	}
}
