package httpapi_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"kirana/internal/httpapi"
)

// startLimited starts a server on loopback with limits of connections and returns its address. It responds "done".
func startLimited(t *testing.T, maxOpen, maxUnfinished int, trusted ...netip.Prefix) string {
	t.Helper()
	connections := httpapi.NewConnections(maxOpen, maxUnfinished, trusted)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "done") }))
	server.Listener = connections.Listen(server.Listener)
	server.Config.ConnState = connections.ServerState
	server.Start()
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// dial opens a connection from a loopback address and sends a request or its beginning.
func dial(t *testing.T, from, address, sends string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, _ = io.WriteString(conn, sends)
	return conn
}

const (
	beginning = "GET / HTTP/1.1\r\nHost: shop\r\n"
	whole     = beginning + "\r\n"
)

// isServed reports whether a request on the connection gets a response.
func isServed(conn net.Conn) bool {
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err == nil && response.StatusCode == http.StatusOK
}

func TestConnections_limitUnfinishedRequestsPerAddress(t *testing.T) {
	t.Parallel()
	address := startLimited(t, 100, 3)
	slow := make([]net.Conn, 3)
	for i := range slow {
		slow[i] = dial(t, "127.0.0.2", address, beginning)
	}
	if isServed(dial(t, "127.0.0.2", address, whole)) {
		t.Error("a fourth request of the same address was served")
	}
	if !isServed(dial(t, "127.0.0.3", address, whole)) {
		t.Error("another address was not served")
	}
	// A finished request is not counted, though its connection stays open.
	if _, err := io.WriteString(slow[0], "\r\n"); err != nil || !isServed(slow[0]) {
		t.Errorf("finish the slow request: %v, want it served", err)
	}
	served := false
	for range 100 { // until the server has seen the request end
		if served = isServed(dial(t, "127.0.0.2", address, whole)); served {
			break
		}
	}
	if !served {
		t.Error("a finished call did not make room")
	}
}

func TestConnections_limitOpenConnectionsExceptOfTrustedProxies(t *testing.T) {
	t.Parallel()
	address := startLimited(t, 2, 100, netip.MustParsePrefix("127.0.0.9/32"))
	first := dial(t, "127.0.0.2", address, whole)
	if !isServed(first) || !isServed(dial(t, "127.0.0.2", address, whole)) || isServed(dial(t, "127.0.0.2", address, whole)) {
		t.Error("not two connections of one address are served")
	}
	for range 5 {
		if !isServed(dial(t, "127.0.0.9", address, whole)) {
			t.Error("a trusted proxy was refused")
		}
	}
}
