package httpapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
)

// Prepared is an answer that is kept encoded and compressed, and served by
// copying bytes.
type Prepared struct {
	body []byte
	gzip []byte
	etag string
}

// smallBody is the size under which compressing saves no packet.
const smallBody = 1 << 10

// Prepare encodes a body once for many readers.
func Prepare(body any) (*Prepared, error) {
	encoded, err := Encode(body)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(encoded)
	p := &Prepared{body: encoded, etag: `"` + hex.EncodeToString(sum[:12]) + `"`}
	if len(encoded) >= smallBody {
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.DefaultCompression)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(encoded); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		p.gzip = b.Bytes()
	}
	return p, nil
}

// Size is what the answer costs in memory, in bytes.
func (p *Prepared) Size() int { return len(p.body) + len(p.gzip) }

// ServeHTTP writes the answer, or 304 to a caller that has it already. Browsers
// keep it but ask each time, so that a change shows at once.
func (p *Prepared) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("ETag", p.etag)
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Accept-Encoding, Authorization")
	if r.Method != http.MethodPost && strings.Contains(r.Header.Get("If-None-Match"), p.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json")
	body := p.body
	if p.gzip != nil && acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		body = p.gzip
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body)
}

// acceptsGzip reads Accept-Encoding: gzip is named, and not refused with q=0.
func acceptsGzip(r *http.Request) bool {
	accepted := strings.ReplaceAll(r.Header.Get("Accept-Encoding"), " ", "")
	return strings.Contains(accepted, "gzip") && !strings.Contains(accepted, "gzip;q=0")
}
