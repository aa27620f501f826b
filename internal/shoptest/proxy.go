package shoptest

import (
	"bytes"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Proxy connects a shop to PostgreSQL or another server, so that a test can interrupt the
// connection.
type Proxy struct {
	t        testing.TB
	listener net.Listener
	network  string // of the server's address
	address  string

	mu     sync.Mutex
	change *sync.Cond // of frozen
	cut    bool
	frozen bool
	freeze []byte // text of a client that makes the proxy freeze; nil: none
	conns  map[net.Conn]bool
	all    sync.WaitGroup
}

// NewProxy starts a proxy for a database server and returns the database's URL through it.
func NewProxy(t testing.TB, databaseURL string) (proxy *Proxy, throughProxy string) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	network, address, query := "tcp", u.Host, u.Query()
	if socket := query.Get("host"); strings.HasPrefix(socket, "/") {
		network, address = "unix", filepath.Join(socket, ".s.PGSQL.5432")
	}
	proxy, u.Host = NewProxyTo(t, network, address)
	query.Del("host")
	query.Set("sslmode", "disable")
	u.RawQuery = query.Encode()
	return proxy, u.String()
}

// NewProxyTo starts a proxy for any server, and returns its address.
func NewProxyTo(t testing.TB, network, address string) (proxy *Proxy, listens string) {
	t.Helper()
	p := &Proxy{t: t, network: network, address: address, conns: map[net.Conn]bool{}}
	p.change = sync.NewCond(&p.mu)
	var err error
	if p.listener, err = (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	p.all.Go(p.accept)
	t.Cleanup(p.close)
	return p, p.listener.Addr().String()
}

// Cut closes every connection and refuses new ones.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = true
	for conn := range p.conns {
		_ = conn.Close()
	}
}

// Freeze holds back every byte, and keeps connections open.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = true
}

// FreezeAfter makes the proxy freeze when a client sends the text: the server receives it, but its response is
// held back.
func (p *Proxy) FreezeAfter(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.freeze = []byte(text)
}

// Restore lets everything through again.
func (p *Proxy) Restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut, p.frozen, p.freeze = false, false, nil
	p.change.Broadcast()
}

func (p *Proxy) close() {
	_ = p.listener.Close()
	p.Restore()
	p.Cut()
	p.all.Wait()
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial(p.network, p.address)
		if err != nil { // the server is being restarted
			_ = client.Close()
			continue
		}
		p.mu.Lock()
		if p.cut {
			_, _ = client.Close(), server.Close()
			p.mu.Unlock()
			continue
		}
		p.conns[client], p.conns[server] = true, true
		p.mu.Unlock()
		p.all.Go(func() { p.forward(server, client, true) })
		p.all.Go(func() { p.forward(client, server, false) })
	}
}

// forward copies one direction of a connection until either side closes.
func (p *Proxy) forward(to, from net.Conn, fromClient bool) {
	defer func() {
		_, _ = to.Close(), from.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.conns, to)
		delete(p.conns, from)
	}()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		p.mu.Lock()
		for p.frozen {
			p.change.Wait()
		}
		// Freeze before the server gets the text: its response must not pass.
		if fromClient && p.freeze != nil && bytes.Contains(buffer[:n], p.freeze) {
			p.frozen, p.freeze = true, nil
		}
		p.mu.Unlock()
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}
