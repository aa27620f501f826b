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

// load is what one address has.
type load struct{ open, unfinished int }

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
	address := limit.NetworkOf(host)
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.loads[address]
	if l == nil {
		l = &load{}
		c.loads[address] = l
	}
	if l.open >= c.maxOpen || l.unfinished >= c.maxUnfinished {
		return nil, false
	}
	l.open++
	l.unfinished++ // nothing has arrived yet
	return &countedConn{Conn: conn, bounds: c, address: address, unfinished: true}, true
}

// countedConn is a connection that counts for its address until it is closed.
type countedConn struct {
	net.Conn

	bounds     *Connections
	address    string
	unfinished bool // guarded by bounds.mu, as is closed
	closed     bool
}

// Close closes the connection, which then counts no more.
func (c *countedConn) Close() error {
	c.bounds.mu.Lock()
	if !c.closed {
		c.closed = true
		c.count(false)
		l := c.bounds.loads[c.address]
		if l.open--; l.open == 0 {
			delete(c.bounds.loads, c.address)
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
	l := c.bounds.loads[c.address]
	if unfinished {
		l.unfinished++
	} else {
		l.unfinished--
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
