package httpapi

import (
	"io"
	"net/http"
)

// drainLimit bounds how much of a refused body is read and discarded.
const drainLimit = 32 << 20

// drainBodies reads what a handler left of a body before the connection closes: a client that is cut off while it
// sends, as browsers are, reports a lost connection instead of the response.
func drainBodies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		body := &sentBody{Reader: r.Body, coming: r.Header.Get("Expect") == ""}
		sent := *r // the server looks at its own request for a body that is waiting
		sent.Body = body
		next.ServeHTTP(w, &sent)
		if body.coming {
			_, _ = io.CopyN(io.Discard, body, drainLimit) // the response does not depend on it
		}
	})
}

// sentBody is a request's body. A client that expects a "100 Continue" sends it once it is read.
type sentBody struct {
	io.Reader

	coming bool
}

// Read reads from the body.
func (b *sentBody) Read(p []byte) (int, error) {
	b.coming = true
	return b.Reader.Read(p)
}

// Close leaves the body to the server: closed, it could not be drained.
func (b *sentBody) Close() error { return nil }
