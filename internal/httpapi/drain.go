package httpapi

import (
	"io"
	"net/http"
)

// drainLimit bounds the bytes that drainBodies discards.
const drainLimit = 32 << 20

// drainBodies reads the rest of a request's body after its handler. If the connection is closed while a browser still sends,
// the browser reports a lost connection instead of the response.
func drainBodies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		body := &trackedBody{Reader: r.Body, started: r.Header.Get("Expect") == ""}
		wrapped := *r // copy: the server checks the original Body of its own request
		wrapped.Body = body
		next.ServeHTTP(w, &wrapped)
		if body.started {
			_, _ = io.CopyN(io.Discard, body, drainLimit) // the response does not depend on it
		}
	})
}

// trackedBody is a request's body. With "Expect: 100-continue", the client sends it only after the first Read.
type trackedBody struct {
	io.Reader

	started bool // the client sends or has sent the body
}

// Read marks the body as started and reads from it.
func (b *trackedBody) Read(p []byte) (int, error) {
	b.started = true
	return b.Reader.Read(p)
}

// Close does nothing: a closed body could not be drained. The server closes it.
func (b *trackedBody) Close() error { return nil }
