package httpapi

import (
	"context"
	"io"
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// maxKnownCalls limits the cached inputs, which take about 4 MB.
	maxKnownCalls = 4096
	// maxKnownCallBytes limits the length of the URL and the length of the body of a cached call. A longer call is parsed each
	// time.
	maxKnownCallBytes = 512
)

// knownCalls caches the parsed input of prepared calls by the bytes of the request. Public pages repeat the same few
// requests, and parsing one takes longer than sending the response.
type knownCalls struct {
	cache *lru.Cache[string, knownCall]
	posts map[string]bool // paths of POST calls: the body is part of the key
}

// knownCall is a call with its parsed input.
type knownCall struct {
	pattern string // of its route
	respond func(ctx context.Context) (*Prepared, error)
}

func newKnownCalls() *knownCalls {
	cache, err := lru.New[string, knownCall](maxKnownCalls)
	if err != nil {
		panic(err) // only for size 0
	}
	return &knownCalls{cache: cache, posts: map[string]bool{}}
}

// key returns the cache key of a request. It returns "" for requests with a token, which may change the response, and for
// requests that differ from those of the shop's pages. It replaces a body that is part of the key by a copy that can be read
// again.
func (k *knownCalls) key(w http.ResponseWriter, r *http.Request) string {
	if len(r.RequestURI) > maxKnownCallBytes || len(r.Header["Authorization"]) > 0 {
		return ""
	}
	if r.Method == http.MethodGet {
		return r.RequestURI
	}
	if r.Method != http.MethodPost || r.RequestURI == "" || !k.posts[r.URL.Path] {
		return ""
	}
	if contentType := r.Header["Content-Type"]; len(contentType) != 1 || contentType[0] != "application/json" {
		return ""
	}
	size := r.ContentLength
	if size <= 0 || size > maxKnownCallBytes {
		return ""
	}
	// A URL contains no space.
	key := make([]byte, 0, len(r.RequestURI)+1+int(size))
	key = append(append(key, r.RequestURI...), ' ')
	begin := len(key)
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime)) //nolint:forbidigo // a deadline of the network, not of the shop
	n, err := io.ReadFull(r.Body, key[begin:cap(key)])
	r.Body = &readBody{ReadCloser: r.Body, read: key[begin : begin+n], err: err}
	if err != nil {
		return ""
	}
	return string(key[:begin+n])
}

// readBody is a body whose first bytes have been read.
type readBody struct {
	io.ReadCloser

	read []byte
	err  error // of that read
}

// Read returns the bytes already read, then the rest.
func (b *readBody) Read(p []byte) (int, error) {
	if len(b.read) > 0 {
		n := copy(p, b.read)
		b.read = b.read[n:]
		return n, nil
	}
	if b.err != nil {
		return 0, b.err // do not wait twice for a body that does not arrive
	}
	return b.ReadCloser.Read(p)
}

type callKey struct{}

// keep caches a call under the key of its request, if any. The call's function must not change the input later.
func (k *knownCalls) keep(ctx context.Context, call knownCall) {
	if key, ok := ctx.Value(callKey{}).(string); ok {
		k.cache.Add(key, call)
	}
}

// serve sends the response of a cached call and reports whether it did. It sends nothing if the call is refused: the router
// then parses the request and writes the refusal with its headers.
func (k *knownCalls) serve(w http.ResponseWriter, r *http.Request, key string) bool {
	call, known := k.cache.Get(key)
	if !known {
		return false
	}
	prepared, err := call.respond(r.Context())
	if err != nil {
		return false
	}
	r.Pattern = call.pattern
	prepared.ServeHTTP(w, r)
	return true
}
