// Package httpcache serves bodies that are the same for many readers: prepared responses, and the storefront's files and
// pages. It compresses a body once per encoding, and responds with 304 to a client that has it.
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

// Immutable is the Cache-Control of content-addressed files.
const Immutable = "public, max-age=31536000, immutable"

// smallBody is the size in bytes below which compression saves no packet.
const smallBody = 1 << 10

// Response is a body with its headers. It can be sent any number of times, concurrently.
type Response struct {
	plain        representation
	hash         string
	lastModified time.Time
	rare         bool           // see NewRare
	encoded      []*encodedBody // by index of the encoding; empty if compression is useless

	// Header values as http.Header stores them, shared by all requests.
	contentType, cacheControl, modified [1]string
	vary                                []string
}

// Headers are the headers of a Response that describe its body.
type Headers struct {
	ContentType  string
	CacheControl string
	Vary         string    // request headers that the body depends on, besides Accept-Encoding
	LastModified time.Time // zero: not sent
}

// representation is a body in one encoding, with its headers.
type representation struct {
	body                   []byte
	encoding, etag, length [1]string // encoding[0] is "" for none
}

// encodedBody is a body in one encoding, compressed when first requested.
type encodedBody struct {
	once sync.Once
	representation

	again atomic.Bool // it was sent before; see NewRare
}

// New returns a Response for a body, which must not be changed afterwards.
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

// offerEncodings enables compression for clients that accept it.
func (r *Response) offerEncodings() {
	r.vary = slices.Clip(append(r.vary, "Accept-Encoding"))
	r.encoded = make([]*encodedBody, len(encodings))
	for i := range encodings {
		r.encoded[i] = &encodedBody{}
	}
}

// represent returns a representation of the response. variant is a suffix of its ETag.
func (r *Response) represent(body []byte, encoding, variant string) representation {
	return representation{
		body: body, encoding: [1]string{encoding}, etag: [1]string{`"` + r.hash + variant + `"`}, length: [1]string{strconv.Itoa(len(body))},
	}
}

// NewRare is like New, for a body that is probably sent only once, such as an unusual search. The first request compresses it
// quickly, the second one well.
func NewRare(body []byte, headers Headers) *Response {
	r := New(body, headers)
	r.rare = true
	return r
}

// compressible reports whether a content type is text.
func compressible(contentType string) bool {
	for _, kind := range []string{"text/", "json", "javascript", "xml"} {
		if strings.Contains(contentType, kind) {
			return true
		}
	}
	return false
}

// Size returns the approximate memory of the response in bytes, assuming that it is sent in all encodings, each at most a
// quarter of the text.
func (r *Response) Size() int {
	if r.encoded == nil {
		return len(r.plain.body)
	}
	return len(r.plain.body) + len(r.plain.body)/2
}

// ServeHTTP sends the response with status 200.
func (r *Response) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.Serve(w, req, http.StatusOK)
}

// Serve sends the response with a status, in the encoding that the client prefers. Instead of 200 it sends 304 to a GET or
// HEAD if If-None-Match matches or, without that header, if If-Modified-Since is not before LastModified.
func (r *Response) Serve(w http.ResponseWriter, req *http.Request, status int) {
	chosen := r.choose(req.Header["Accept-Encoding"])
	h := w.Header()
	// All requests share the values. Appending to one copies it.
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

// fastVariant is the ETag suffix of a quickly compressed body.
const fastVariant = "-fast"

// choose returns the representation for the accepted encodings.
func (r *Response) choose(accepted []string) *representation {
	if r.encoded == nil {
		return &r.plain
	}
	index := negotiate(accepted)
	if index == noEncoding {
		return &r.plain
	}
	encoding, e := encodings[index], r.encoded[index]
	if r.rare && !e.again.Swap(true) { // these bytes are not reused
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

// isKnown reports whether a client has the body: by its ETag, by the ETag of its quickly compressed variant, or by date if
// the client sends no ETag (RFC 9110, section 13.2.2).
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

// matches reports whether If-None-Match has the ETag, by weak comparison (RFC 9110, section 13.1.2).
func matches(header []string, etag string) bool {
	for tag := range strings.SplitSeq(strings.Join(header, ","), ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if tag == etag || tag == "*" {
			return true
		}
	}
	return false
}
