package httpapi

import (
	"context"
	"io"
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// maxKnownCalls bounds the calls whose parsed input is kept: some 4 MB.
	maxKnownCalls = 4096
	// maxKnownCallBytes is the size of an address with its body from which on a call is parsed each time.
	maxKnownCallBytes = 512
)

// knownCalls keeps the parsed input of prepared calls, by the bytes of their requests. What everybody reads is requested
// with the same few, and to parse one takes longer than to send its response.
type knownCalls struct {
	cache *lru.Cache[string, knownCall]
	posts map[string]bool // paths of the calls whose body is a part of the key
}

// knownCall is a call with its input.
type knownCall struct {
	pattern string // of its route
	respond func(ctx context.Context) (*Prepared, error)
}

func newKnownCalls() *knownCalls {
	cache, err := lru.New[string, knownCall](maxKnownCalls)
	if err != nil {
		panic(err) // its size is a positive constant
	}
	return &knownCalls{cache: cache, posts: map[string]bool{}}
}

// key returns the key of a request, or "" for one that is parsed each time: of somebody with a token, who may get another
// response, or one that is no prepared call as the shop's own pages send it. Where the body is a part of the key, the
// request gets one that can be read again.
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
	// An address has no space.
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

// readBody is a body of which a part has been read.
type readBody struct {
	io.ReadCloser

	read []byte
	err  error // that ended the reading
}

// Read reads what was read before, and then the rest.
func (b *readBody) Read(p []byte) (int, error) {
	if len(b.read) > 0 {
		n := copy(p, b.read)
		b.read = b.read[n:]
		return n, nil
	}
	if b.err != nil {
		return 0, b.err // no second wait for a body that does not come
	}
	return b.ReadCloser.Read(p)
}

type callKey struct{}

// keep keeps a call under the key of its request, if it has one. Its function must not change the input any more.
func (k *knownCalls) keep(ctx context.Context, call knownCall) {
	if key, ok := ctx.Value(callKey{}).(string); ok {
		k.cache.Add(key, call)
	}
}

// serve serves a call that is known, and reports whether it is. One that is refused is parsed again, since a refusal has
// more than a response.
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
