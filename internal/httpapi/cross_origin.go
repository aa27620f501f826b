package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"kirana/internal/httpcache"
)

// picturePrefix begins the address of a picture on this server.
const picturePrefix = "/media/"

// allowOrigins sets the CORS headers of a call from an allowed origin, serves preflight
// requests, and sends such an origin the pictures' addresses as absolute ones: relative
// they would mean that origin's own server.
func (m Middleware) allowOrigins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isAPI(r) {
			next.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		if len(m.Origins) > 0 {
			h.Add("Vary", "Origin")
		}
		origin := r.Header.Get("Origin")
		allowed := origin != "" && slices.Contains(m.Origins, origin)
		if allowed {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key")
			h.Set("Access-Control-Expose-Headers", "Retry-After")
			h.Set("Access-Control-Max-Age", "600")
		}
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if !allowed || m.APIURL == "" {
			next.ServeHTTP(w, r)
			return
		}
		m.serveAbsolutePictures(w, r, next)
	})
}

// serveAbsolutePictures serves a call with this server's address before each picture of
// the response, compressed as the client prefers.
func (m Middleware) serveAbsolutePictures(w http.ResponseWriter, r *http.Request, next http.Handler) {
	inner := m.relativePictures(w, r)
	// The body is changed below: it must come uncompressed, and whole even where the
	// client has the unchanged one.
	inner.Header.Del("Accept-Encoding")
	inner.Header.Del("If-None-Match")
	buffer := &jsonBuffer{ResponseWriter: w, status: http.StatusOK}
	next.ServeHTTP(buffer, inner)
	if !buffer.isJSON {
		return
	}
	h := w.Header()
	h.Del("Content-Length")
	body := replaceTextPrefix(buffer.body.Bytes(), picturePrefix, m.APIURL+picturePrefix)
	httpcache.New(body, httpcache.Headers{
		ContentType: h.Get("Content-Type"), CacheControl: h.Get("Cache-Control"),
	}).Serve(w, r, buffer.status)
}

// relativePictures returns the request with its JSON body as the shop's own pages would
// send it: this server's address is taken off pictures that it sent as absolute ones.
func (m Middleware) relativePictures(w http.ResponseWriter, r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	mediaType, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(mediaType), "application/json") {
		return r
	}
	deadline := time.Now().Add(bodyTime) //nolint:forbidigo // of the connection, which knows no other clock
	_ = http.NewResponseController(w).SetReadDeadline(deadline)
	// What is longer, or fails, is refused by the call that reads on.
	sent, _ := io.ReadAll(io.LimitReader(r.Body, CheckoutBody))
	body := replaceTextPrefix(sent, m.APIURL+picturePrefix, picturePrefix)
	if r.ContentLength >= 0 {
		r.ContentLength += int64(len(body) - len(sent))
	}
	rest := r.Body
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), rest), rest}
	return r
}

// replaceTextPrefix returns JSON in which every text that begins with one prefix begins
// with another. Inside a text the quote before it would be escaped.
func replaceTextPrefix(body []byte, from, to string) []byte {
	parts := bytes.Split(body, []byte(`"`+from))
	var b bytes.Buffer
	b.Grow(len(body) + (len(parts)-1)*max(len(to)-len(from), 0))
	for i, part := range parts {
		switch {
		case i == 0:
		case bytes.HasSuffix(parts[i-1], []byte(`\`)):
			b.WriteString(`"` + from)
		default:
			b.WriteString(`"` + to)
		}
		b.Write(part)
	}
	return b.Bytes()
}

// jsonBuffer holds back a JSON response; of any other type (a stream of events) every
// byte goes on at once.
type jsonBuffer struct {
	http.ResponseWriter

	status int
	began  bool
	isJSON bool
	body   bytes.Buffer
}

// WriteHeader keeps the first status of a JSON response.
func (b *jsonBuffer) WriteHeader(status int) {
	if b.began {
		return
	}
	b.began, b.status = true, status
	b.isJSON = strings.HasPrefix(b.Header().Get("Content-Type"), "application/json")
	if !b.isJSON {
		b.ResponseWriter.WriteHeader(status)
	}
}

// Write keeps a part of a JSON response.
func (b *jsonBuffer) Write(part []byte) (int, error) {
	b.WriteHeader(http.StatusOK)
	if b.isJSON {
		return b.body.Write(part)
	}
	return b.ResponseWriter.Write(part)
}

// Unwrap lets http.ResponseController reach the connection.
func (b *jsonBuffer) Unwrap() http.ResponseWriter { return b.ResponseWriter }
