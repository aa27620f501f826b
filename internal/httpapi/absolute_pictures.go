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
	// maxAbsoluteBytes bounds the memory of the cached responses to other origins.
	maxAbsoluteBytes = 48 << 20
	// absoluteOverhead is the approximate size of an entry in bytes, without response and key.
	absoluteOverhead = 700
)

func newAbsoluteCache() *lru.Cache[string, *httpcache.Response] {
	return lru.New(maxAbsoluteBytes, func(etag string, response *httpcache.Response) int {
		return absoluteOverhead + len(etag) + response.Size()
	})
}

// picturePrefix begins the relative URL of a picture.
const picturePrefix = "/media/"

// absolutePictures makes the picture URLs in responses to other origins absolute: a browser would resolve relative ones
// against its own origin.
type absolutePictures struct {
	address  string                                  // URL of this server as those origins see it
	prepared *lru.Cache[string, *httpcache.Response] // by the ETag of the original response
}

// serve calls next, makes the picture URLs of its JSON response absolute, and sends it in the encoding that the client
// prefers.
func (a absolutePictures) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	inner := a.relative(r)
	// Get the whole body uncompressed, to change it, even if the client has it cached.
	inner.Header.Del("Accept-Encoding")
	inner.Header.Del("If-None-Match")
	buffer := &jsonBuffer{ResponseWriter: w, status: http.StatusOK}
	next.ServeHTTP(buffer, inner)
	r.Pattern = inner.Pattern // for metrics
	if !buffer.isJSON {
		return
	}
	w.Header().Del("Content-Length")
	a.absolute(w.Header(), buffer.body.Bytes()).Serve(w, r, buffer.status)
}

// absolute returns the response with absolute picture URLs. Responses with an ETag are cached: the whole catalog takes up to
// a second to compress.
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

// relative returns the request with relative picture URLs in its JSON body, as the shop's own pages send them.
func (a absolutePictures) relative(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	mediaType, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if strings.EqualFold(strings.TrimSpace(mediaType), "application/json") {
		r.Body = &relativeBody{ReadCloser: r.Body, from: a.address + picturePrefix}
		r.ContentLength = -1 // the body gets shorter
	}
	return r
}

// relativeBody makes the absolute picture URLs of a JSON body, which begin with `from`, relative. It reads the body at the
// first Read, so a call that is refused earlier reads nothing.
type relativeBody struct {
	io.ReadCloser

	from string
	rest io.Reader
}

// Read reads from the changed body.
func (b *relativeBody) Read(p []byte) (int, error) {
	if b.rest == nil {
		// Ignore the error: the call reads the rest from ReadCloser, where it meets a longer body or the read error itself.
		sent, _ := io.ReadAll(io.LimitReader(b.ReadCloser, CheckoutBody))
		b.rest = io.MultiReader(bytes.NewReader(replaceTextPrefix(sent, b.from, picturePrefix)), b.ReadCloser)
	}
	return b.rest.Read(p)
}

// replaceTextPrefix replaces the prefix `from` by `to` in all texts of JSON. A quote inside a text is escaped, so an
// unescaped quote before the prefix begins a text.
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

// jsonBuffer buffers a JSON response. It passes on responses of other types, such as event streams.
type jsonBuffer struct {
	http.ResponseWriter

	status int
	began  bool
	isJSON bool
	body   bytes.Buffer
}

// WriteHeader records the first status of a JSON response.
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

// Write buffers part of a JSON response.
func (b *jsonBuffer) Write(part []byte) (int, error) {
	b.WriteHeader(http.StatusOK)
	if b.isJSON {
		return b.body.Write(part)
	}
	return b.ResponseWriter.Write(part)
}

// Unwrap lets http.ResponseController reach the connection.
func (b *jsonBuffer) Unwrap() http.ResponseWriter { return b.ResponseWriter }
