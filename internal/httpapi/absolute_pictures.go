package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	"kirana/internal/httpcache"
	"kirana/internal/lru"
)

const (
	// maxAbsoluteBytes bounds the memory of the responses for other origins.
	maxAbsoluteBytes = 48 << 20
	// absoluteOverhead is about the memory of an entry besides its response and its key, in bytes.
	absoluteOverhead = 700
)

func newAbsoluteCache() *lru.Cache[string, *httpcache.Response] {
	return lru.New(maxAbsoluteBytes, func(etag string, response *httpcache.Response) int {
		return absoluteOverhead + len(etag) + response.Size()
	})
}

// picturePrefix begins the relative address of a picture.
const picturePrefix = "/media/"

// absolutePictures serves calls of other origins, for which a relative address would mean their own
// server.
type absolutePictures struct {
	address  string                                  // this server's address as those origins see it
	prepared *lru.Cache[string, *httpcache.Response] // by the ETag of the original
}

// serve serves a call and makes the response's pictures absolute, compressed as the client prefers.
func (a absolutePictures) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	inner := a.relative(r)
	// The body is changed below, so it must come uncompressed, and whole even if the client has the
	// unchanged one.
	inner.Header.Del("Accept-Encoding")
	inner.Header.Del("If-None-Match")
	buffer := &jsonBuffer{ResponseWriter: w, status: http.StatusOK}
	next.ServeHTTP(buffer, inner)
	r.Pattern = inner.Pattern // for the metrics
	if !buffer.isJSON {
		return
	}
	w.Header().Del("Content-Length")
	a.absolute(w.Header(), buffer.body.Bytes()).Serve(w, r, buffer.status)
}

// absolute returns the response with absolute pictures. A prepared response (one with an ETag) is
// converted and compressed once for all other origins: it may be the whole catalog, which takes a
// second to compress.
func (a absolutePictures) absolute(h http.Header, body []byte) *httpcache.Response {
	etag := h.Get("ETag")
	if prepared, found := a.prepared.Get(etag); found && etag != "" {
		return prepared
	}
	response := httpcache.New(replaceTextPrefix(body, picturePrefix, a.address+picturePrefix), httpcache.Headers{
		ContentType: h.Get("Content-Type"), CacheControl: h.Get("Cache-Control"),
	})
	if etag != "" {
		a.prepared.Put(etag, response)
	}
	return response
}

// relative returns the request with its JSON body as the shop's own pages would send it, with
// relative pictures.
func (a absolutePictures) relative(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	mediaType, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if strings.EqualFold(strings.TrimSpace(mediaType), "application/json") {
		r.Body = &relativeBody{ReadCloser: r.Body, from: a.address + picturePrefix}
		r.ContentLength = -1 // the body gets shorter
	}
	return r
}

// relativeBody is a JSON body in which the prefix `from` of each text is replaced by picturePrefix.
// Nothing is read before the first Read, so a refused call reads nothing.
type relativeBody struct {
	io.ReadCloser

	from string
	rest io.Reader
}

// Read reads the changed body.
func (b *relativeBody) Read(p []byte) (int, error) {
	if b.rest == nil {
		// A longer body or a read error is refused by the call, which reads on.
		sent, _ := io.ReadAll(io.LimitReader(b.ReadCloser, CheckoutBody))
		b.rest = io.MultiReader(bytes.NewReader(replaceTextPrefix(sent, b.from, picturePrefix)), b.ReadCloser)
	}
	return b.rest.Read(p)
}

// replaceTextPrefix returns JSON in which every text that begins with `from` begins with `to`
// instead. The quote before it cannot occur inside a text, where it would be escaped.
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

// jsonBuffer holds back a JSON response; any other type (such as an event stream) is passed on at
// once.
type jsonBuffer struct {
	http.ResponseWriter

	status int
	began  bool
	isJSON bool
	body   bytes.Buffer
}

// WriteHeader stores the first status of a JSON response.
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

// Write buffers a part of a JSON response.
func (b *jsonBuffer) Write(part []byte) (int, error) {
	b.WriteHeader(http.StatusOK)
	if b.isJSON {
		return b.body.Write(part)
	}
	return b.ResponseWriter.Write(part)
}

// Unwrap lets http.ResponseController reach the connection.
func (b *jsonBuffer) Unwrap() http.ResponseWriter { return b.ResponseWriter }
