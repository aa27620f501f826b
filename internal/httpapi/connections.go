package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"sync"

	"kirana/internal/limit"
)

// Bounds of the connections from one network address. Whole towns share an address, so
// they are far above what a street of shoppers needs; a connection between two requests
// counts as open only.
const (
	MaxConnections = 2000
	MaxUnfinished  = 300 // requests that are arriving or being served
	// wideFactor is how many times as many a wider network of IPv6 may have.
	wideFactor = 8
)

// Connections bounds how many connections one network address has open, and how many of
// them are in the middle of a request: whoever sends thousands of requests a byte at a
// time uses up its own share only. Trusted proxies stand for many addresses and have no
// bound.
type Connections struct {
	maxOpen, maxUnfinished int
	trusted                []netip.Prefix

	mu    sync.Mutex
	loads map[string]*load
}

// load is what one network has.
type load struct{ open, unfinished int }

// networks returns those that an address counts for, each with how many times the bounds
// it may have.
func networks(address string) map[string]int {
	all := map[string]int{limit.NetworkOf(address): 1}
	if wide := limit.WideNetworkOf(address); wide != "" {
		all[wide] = wideFactor
	}
	return all
}

// NewConnections returns bounds for every network address that is not a trusted proxy.
func NewConnections(maxOpen, maxUnfinished int, trusted []netip.Prefix) *Connections {
	return &Connections{maxOpen: maxOpen, maxUnfinished: maxUnfinished, trusted: trusted, loads: map[string]*load{}}
}

// Listen returns a listener that closes at once what is too much. ServerState must be the
// ConnState of the server that serves it.
func (c *Connections) Listen(l net.Listener) net.Listener { return &boundedListener{l, c} }

type boundedListener struct {
	net.Listener

	bounds *Connections
}

// Accept waits for the next connection that is within the bounds.
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

// admit counts a connection, or refuses it.
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

// countedConn is a connection that counts for its networks until it is closed.
type countedConn struct {
	net.Conn

	bounds     *Connections
	networks   []string
	unfinished bool // guarded by bounds.mu, as is closed
	closed     bool
}

// Close closes the connection, which then counts no more.
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

// count records whether the connection is in the middle of a request. The caller holds
// bounds.mu.
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

// ServerState follows a connection: between two requests it is not in the middle of one.
func (c *Connections) ServerState(conn net.Conn, state http.ConnState) {
	if outer, ok := conn.(interface{ NetConn() net.Conn }); ok { // of TLS
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
