package httpapi

import (
	"context"
	"io"
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// maxKnownCalls bounds the cached inputs: some 4 MB.
	maxKnownCalls = 4096
	// maxKnownCallBytes bounds the address and body of a cached call; longer ones are parsed each
	// time.
	maxKnownCallBytes = 512
)

// knownCalls caches the parsed input of prepared calls by the bytes of their requests. Public pages
// send the same few requests, and parsing one takes longer than sending its response.
type knownCalls struct {
	cache *lru.Cache[string, knownCall]
	posts map[string]bool // paths of the calls whose body is part of the key
}

// knownCall is a call with its parsed input.
type knownCall struct {
	pattern string // of its route
	respond func(ctx context.Context) (*Prepared, error)
}

func newKnownCalls() *knownCalls {
	cache, err := lru.New[string, knownCall](maxKnownCalls)
	if err != nil {
		panic(err) // only for a size of 0
	}
	return &knownCalls{cache: cache, posts: map[string]bool{}}
}

// key returns the cache key of a request, or "" for a request that must be parsed: with a token,
// which may change the response, or not a prepared call as the shop's own pages send it. If the
// body is part of the key, it is replaced by a body that can be read again.
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
	// An address contains no space.
	key := make([]byte, 0, len(r.RequestURI)+1+int(size))
	key = append(append(key, r.RequestURI...), ' ')
	begin := len(key)
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime)) //nolint:forbidigo // no time of the shop
	n, err := io.ReadFull(r.Body, key[begin:cap(key)])
	r.Body = &readBody{ReadCloser: r.Body, read: key[begin : begin+n], err: err}
	if err != nil {
		return ""
	}
	return string(key[:begin+n])
}

// readBody is a body whose beginning was already read.
type readBody struct {
	io.ReadCloser

	read []byte
	err  error // that ended the reading
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

// keep caches a call under its request's key, if it has one. The call's function must not change
// the input later.
func (k *knownCalls) keep(ctx context.Context, call knownCall) {
	if key, ok := ctx.Value(callKey{}).(string); ok {
		k.cache.Add(key, call)
	}
}

// serve serves a cached call, and reports whether there is one. A refused call is parsed again,
// because a refusal is more than its body.
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
