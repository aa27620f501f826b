// Package httpcache delivers bodies that many readers get alike: prepared responses,
// the storefront's files and its pages. It compresses a body once for each encoding
// that clients accept, and responds with 304 to a client that has the body.
package httpcache

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Immutable is the Cache-Control of what never changes under its address.
const Immutable = "public, max-age=31536000, immutable"

// smallBody is the size in bytes under which compressing saves no packet.
const smallBody = 1 << 10

// Response is a body with its headers, ready to be sent any number of times, by
// many goroutines at once.
type Response struct {
	body    []byte
	hash    string
	headers Headers
	rare    bool                    // see NewRare
	encoded map[string]*encodedBody // by encoding; empty when compressing is no use
}

// Headers are the header values of a Response that describe its body.
type Headers struct {
	ContentType  string
	CacheControl string
	Vary         string    // request headers on which the body depends, besides Accept-Encoding
	LastModified time.Time // zero: not sent
}

// encodedBody is a body in one encoding, compressed at the first request for it.
type encodedBody struct {
	once sync.Once
	body []byte // nil when it is no smaller

	again atomic.Bool // it was sent before; see NewRare
}

// New prepares a body. It must not be changed afterwards.
func New(body []byte, headers Headers) *Response {
	sum := sha256.Sum256(body)
	r := &Response{body: body, hash: hex.EncodeToString(sum[:12]), headers: headers}
	if len(body) >= smallBody && compressible(headers.ContentType) {
		r.encoded = map[string]*encodedBody{}
		for _, encoding := range encodings {
			r.encoded[encoding] = &encodedBody{}
		}
	}
	return r
}

// NewRare is New for a body that will most likely be sent once, such as of a search that nobody has typed before: the
// first time it is compressed quickly, and well only when it is asked for again.
func NewRare(body []byte, headers Headers) *Response {
	r := New(body, headers)
	r.rare = true
	return r
}

// compressible reports whether a content type is text of some kind.
func compressible(contentType string) bool {
	for _, kind := range []string{"text/", "json", "javascript", "xml"} {
		if strings.Contains(contentType, kind) {
			return true
		}
	}
	return false
}

// Size is about what the response takes in memory, in bytes, once it has been sent
// in every encoding: text shrinks to a quarter or less in each.
func (r *Response) Size() int {
	if r.encoded == nil {
		return len(r.body)
	}
	return len(r.body) + len(r.body)/2
}

// ServeHTTP sends the response with the status 200.
func (r *Response) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.Serve(w, req, http.StatusOK)
}

// Serve sends the response with a status, compressed as the client prefers. Instead
// of a 200 it sends 304 to a GET or HEAD whose If-None-Match names the response, or, without one, whose If-Modified-Since
// is not before its LastModified.
func (r *Response) Serve(w http.ResponseWriter, req *http.Request, status int) {
	encoding, variant, body := r.choose(req.Header.Values("Accept-Encoding"))
	h := w.Header()
	etag := `"` + r.hash + variant + `"`
	h.Set("ETag", etag)
	h.Set("Cache-Control", r.headers.CacheControl)
	if r.headers.Vary != "" {
		h.Add("Vary", r.headers.Vary)
	}
	if r.encoded != nil {
		h.Add("Vary", "Accept-Encoding")
	}
	if !r.headers.LastModified.IsZero() {
		h.Set("Last-Modified", r.headers.LastModified.UTC().Format(http.TimeFormat))
	}
	isRead := req.Method == http.MethodGet || req.Method == http.MethodHead
	if status == http.StatusOK && isRead && r.isKnown(req.Header, etag, encoding) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", r.headers.ContentType)
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if req.Method != http.MethodHead {
		_, _ = w.Write(body) //nolint:gosec // G705: the body is the shop's own, escaped by who made it
	}
}

// fastVariant ends the tag of a body that was compressed quickly.
const fastVariant = "-fast"

// choose returns the encoding to send in ("" for none), how the tag of that representation ends, and the body in it.
func (r *Response) choose(accepted []string) (encoding, variant string, body []byte) {
	if r.encoded == nil {
		return "", "", r.body
	}
	encoding = negotiate(accepted)
	if encoding == "" {
		return "", "", r.body
	}
	e := r.encoded[encoding]
	if r.rare && !e.again.Swap(true) { // nobody needs these bytes again
		if smaller := compress(fastCompressors[encoding], r.body); len(smaller) < len(r.body) {
			return encoding, "-" + encoding + fastVariant, smaller
		}
		return "", "", r.body
	}
	e.once.Do(func() {
		if smaller := compress(compressors[encoding], r.body); len(smaller) < len(r.body) {
			e.body = smaller
		}
	})
	if e.body == nil {
		return "", "", r.body
	}
	return encoding, "-" + encoding, e.body
}

// isKnown reports whether a client has the body: under this tag, or compressed quickly when it was new, or since its last
// change where the client knows no tag (RFC 9110, section 13.2.2).
func (r *Response) isKnown(h http.Header, etag, encoding string) bool {
	header := h.Values("If-None-Match")
	if len(header) == 0 && !r.headers.LastModified.IsZero() {
		since, err := http.ParseTime(h.Get("If-Modified-Since"))
		return err == nil && !r.headers.LastModified.Truncate(time.Second).After(since)
	}
	return matches(header, etag) || r.rare && encoding != "" && matches(header, `"`+r.hash+"-"+encoding+fastVariant+`"`)
}

// matches reports whether an If-None-Match names the tag, weakly compared
// (RFC 9110, section 13.1.2).
func matches(header []string, etag string) bool {
	for tag := range strings.SplitSeq(strings.Join(header, ","), ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if tag == etag || tag == "*" {
			return true
		}
	}
	return false
}
