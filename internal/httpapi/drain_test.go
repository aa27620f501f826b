package httpapi_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"kirana/internal/httpapi"
)

// connect returns a connection to a server with a call that takes a form.
func connect(t *testing.T) net.Conn {
	t.Helper()
	shop := registerNote(newRouter(quiet()), httpapi.Route{Method: "POST", Path: "/note/leave", Access: httpapi.Authenticated})
	server := httptest.NewServer(httpapi.Middleware{Log: quiet()}.Wrap(shop))
	t.Cleanup(server.Close)
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func TestMiddleware_respondsToClientsThatSendTheWholeBodyFirst(t *testing.T) {
	t.Parallel()
	conn := connect(t)
	body := bytes.Repeat([]byte("a"), 20<<20)
	for _, c := range []struct {
		path, headers string
		want          int
	}{
		{"/api/note/leave", "", http.StatusUnauthorized},
		{"/api/no/call", "", http.StatusNotFound},
		{"/api//note/leave", "", http.StatusNotFound},
		{"/api/note/leave", "Content-Type: application/json\r\nAuthorization: Bearer ravi\r\n", http.StatusRequestEntityTooLarge},
	} {
		// The connection stays open for the next request.
		if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: shop.test\r\nContent-Length: %d\r\n%s\r\n", c.path, len(body), c.headers); err != nil {
			t.Fatal(c, err)
		}
		if _, err := conn.Write(body); err != nil {
			t.Fatal(c, err)
		}
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(c, err)
		}
		_ = response.Body.Close()
		if response.StatusCode != c.want {
			t.Errorf("%v: the status is %d, want %d", c, response.StatusCode, c.want)
		}
	}
}

func TestMiddleware_refusesBeforeAClientSendsABodyWithExpect(t *testing.T) {
	t.Parallel()
	conn := connect(t)
	if _, err := fmt.Fprintf(conn, "POST /api/note/leave HTTP/1.1\r\nHost: shop.test\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", 20<<20); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("the status is %d, want %d", response.StatusCode, http.StatusUnauthorized)
	}
}
