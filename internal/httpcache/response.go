// Package httpcache delivers bodies that many readers get alike: prepared responses,
// the storefront's files and its pages. It compresses a body once for each encoding
// that clients accept, and responds with 304 to a client that has the body.
package httpcache

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
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
	plain        representation
	hash         string
	lastModified time.Time
	rare         bool           // see NewRare
	encoded      []*encodedBody // by the index of the encoding; empty when compressing is no use

	// Header values as http.Header holds them, made once for all requests.
	contentType, cacheControl, modified [1]string
	vary                                []string
}

// Headers are the header values of a Response that describe its body.
type Headers struct {
	ContentType  string
	CacheControl string
	Vary         string    // request headers on which the body depends, besides Accept-Encoding
	LastModified time.Time // zero: not sent
}

// representation is a body in one encoding, with the header values that are its own.
type representation struct {
	body                   []byte
	encoding, etag, length [1]string // encoding[0] is "" for none
}

// encodedBody is a body in one encoding, compressed at the first request for it.
type encodedBody struct {
	once sync.Once
	representation

	again atomic.Bool // it was sent before; see NewRare
}

// New prepares a body. It must not be changed afterwards.
func New(body []byte, headers Headers) *Response {
	sum := sha256.Sum256(body)
	r := &Response{hash: hex.EncodeToString(sum[:12]), lastModified: headers.LastModified}
	r.plain = r.represent(body, "", "")
	r.contentType[0], r.cacheControl[0] = headers.ContentType, headers.CacheControl
	if !headers.LastModified.IsZero() {
		r.modified[0] = headers.LastModified.UTC().Format(http.TimeFormat)
	}
	if headers.Vary != "" {
		r.vary = []string{headers.Vary}
	}
	if len(body) >= smallBody && compressible(headers.ContentType) {
		r.offerEncodings()
	}
	return r
}

// offerEncodings has the body compressed for who accepts that.
func (r *Response) offerEncodings() {
	r.vary = slices.Clip(append(r.vary, "Accept-Encoding"))
	r.encoded = make([]*encodedBody, len(encodings))
	for i := range encodings {
		r.encoded[i] = &encodedBody{}
	}
}

// represent returns a representation of the response. variant ends its tag.
func (r *Response) represent(body []byte, encoding, variant string) representation {
	return representation{
		body: body, encoding: [1]string{encoding}, etag: [1]string{`"` + r.hash + variant + `"`}, length: [1]string{strconv.Itoa(len(body))},
	}
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
		return len(r.plain.body)
	}
	return len(r.plain.body) + len(r.plain.body)/2
}

// ServeHTTP sends the response with the status 200.
func (r *Response) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.Serve(w, req, http.StatusOK)
}

// Serve sends the response with a status, compressed as the client prefers. Instead
// of a 200 it sends 304 to a GET or HEAD whose If-None-Match names the response, or, without one, whose If-Modified-Since
// is not before its LastModified.
func (r *Response) Serve(w http.ResponseWriter, req *http.Request, status int) {
	chosen := r.choose(req.Header["Accept-Encoding"])
	h := w.Header()
	// The values are shared by all requests: whoever adds to one makes a longer copy of it.
	h["Etag"], h["Cache-Control"] = chosen.etag[:], r.cacheControl[:]
	if before := h["Vary"]; len(before) == 0 && len(r.vary) > 0 {
		h["Vary"] = r.vary
	} else if len(r.vary) > 0 {
		h["Vary"] = slices.Concat(before, r.vary)
	}
	if r.modified[0] != "" {
		h["Last-Modified"] = r.modified[:]
	}
	isRead := req.Method == http.MethodGet || req.Method == http.MethodHead
	if status == http.StatusOK && isRead && r.isKnown(req.Header, chosen) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h["Content-Type"], h["Content-Length"] = r.contentType[:], chosen.length[:]
	if chosen.encoding[0] != "" {
		h["Content-Encoding"] = chosen.encoding[:]
	}
	w.WriteHeader(status)
	if req.Method != http.MethodHead {
		_, _ = w.Write(chosen.body)
	}
}

// fastVariant ends the tag of a body that was compressed quickly.
const fastVariant = "-fast"

// choose returns the representation for a client who accepts these encodings.
func (r *Response) choose(accepted []string) *representation {
	if r.encoded == nil {
		return &r.plain
	}
	index := negotiate(accepted)
	if index == noEncoding {
		return &r.plain
	}
	encoding, e := encodings[index], r.encoded[index]
	if r.rare && !e.again.Swap(true) { // nobody needs these bytes again
		if smaller := compress(fastCompressors[encoding], r.plain.body); len(smaller) < len(r.plain.body) {
			fast := r.represent(smaller, encoding, "-"+encoding+fastVariant)
			return &fast
		}
		return &r.plain
	}
	e.once.Do(func() {
		if smaller := compress(compressors[encoding], r.plain.body); len(smaller) < len(r.plain.body) {
			e.representation = r.represent(smaller, encoding, "-"+encoding)
		}
	})
	if e.body == nil {
		return &r.plain
	}
	return &e.representation
}

// isKnown reports whether a client has the body: under this tag, or compressed quickly when it was new, or since its last
// change where the client knows no tag (RFC 9110, section 13.2.2).
func (r *Response) isKnown(h http.Header, chosen *representation) bool {
	header := h["If-None-Match"]
	if len(header) == 0 {
		if r.lastModified.IsZero() {
			return false
		}
		since, err := http.ParseTime(h.Get("If-Modified-Since"))
		return err == nil && !r.lastModified.Truncate(time.Second).After(since)
	}
	encoding := chosen.encoding[0]
	return matches(header, chosen.etag[0]) || r.rare && encoding != "" && matches(header, `"`+r.hash+"-"+encoding+fastVariant+`"`)
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
