package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	"kirana/internal/httpcache"
)

// picturePrefix begins the address of a picture on this server.
const picturePrefix = "/media/"

// absolutePictures serves calls of other origins, to which a relative address means their
// own server.
type absolutePictures struct {
	address  string // this server's, as they see it
	prepared *absoluteCache
}

// serve serves a call with this server's address before each picture of the response,
// compressed as the client prefers.
func (a absolutePictures) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	inner := a.relative(r)
	// The body is changed below: it must come uncompressed, and whole even where the
	// client has the unchanged one.
	inner.Header.Del("Accept-Encoding")
	inner.Header.Del("If-None-Match")
	buffer := &jsonBuffer{ResponseWriter: w, status: http.StatusOK}
	next.ServeHTTP(buffer, inner)
	r.Pattern = inner.Pattern // the route, for what is counted of the request
	if !buffer.isJSON {
		return
	}
	w.Header().Del("Content-Length")
	a.absolute(w.Header(), buffer.body.Bytes()).Serve(w, r, buffer.status)
}

// absolute returns a response with this server's address before each picture. One that was
// prepared for all (it has an ETag) is prepared for other origins once, too: it may be the
// whole catalog, and costs a second to compress.
func (a absolutePictures) absolute(h http.Header, body []byte) *httpcache.Response {
	etag := h.Get("ETag")
	if prepared, found := a.prepared.get(etag); found {
		return prepared
	}
	response := httpcache.New(replaceTextPrefix(body, picturePrefix, a.address+picturePrefix), httpcache.Headers{
		ContentType: h.Get("Content-Type"), CacheControl: h.Get("Cache-Control"),
	})
	a.prepared.add(etag, response)
	return response
}

// relative returns the request with its JSON body as the shop's own pages would
// send it: this server's address is taken off pictures that it sent as absolute ones.
func (a absolutePictures) relative(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	mediaType, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if strings.EqualFold(strings.TrimSpace(mediaType), "application/json") {
		r.Body = &relativeBody{ReadCloser: r.Body, from: a.address + picturePrefix}
		r.ContentLength = -1 // becomes less
	}
	return r
}

// relativeBody is a JSON body in which texts that begin with from begin with
// picturePrefix. It is read at the first Read: a call that refuses its caller reads nothing.
type relativeBody struct {
	io.ReadCloser

	from string
	rest io.Reader
}

// Read reads the changed body.
func (b *relativeBody) Read(p []byte) (int, error) {
	if b.rest == nil {
		// What is longer, or fails, is refused by the call that reads on.
		sent, _ := io.ReadAll(io.LimitReader(b.ReadCloser, CheckoutBody))
		b.rest = io.MultiReader(bytes.NewReader(replaceTextPrefix(sent, b.from, picturePrefix)), b.ReadCloser)
	}
	return b.rest.Read(p)
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
