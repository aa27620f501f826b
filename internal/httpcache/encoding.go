package httpcache

import (
	"bytes"
	"compress/gzip"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	fastgzip "github.com/klauspost/compress/gzip"
)

// encodings are the content codings of a body, the preferred first among those that
// a client accepts with equal quality.
var encodings = []string{"br", "gzip"}

// brotliLevel compresses as fast as gzip at its default, and a sixth smaller. The fast levels take a quarter of its time for
// a tenth more bytes.
const (
	brotliLevel     = 5
	fastBrotliLevel = 1
	fastGzipLevel   = 3
)

// compressor is a writer that can be used again.
type compressor interface {
	io.WriteCloser
	Reset(w io.Writer)
}

var compressors = map[string]*sync.Pool{
	"br":   {New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }},
	"gzip": {New: func() any { return gzip.NewWriter(nil) }},
}

// fastCompressors are for what may be sent once.
var fastCompressors = map[string]*sync.Pool{
	"br": {New: func() any { return brotli.NewWriterV2(nil, fastBrotliLevel) }},
	"gzip": {New: func() any {
		w, _ := fastgzip.NewWriterLevel(nil, fastGzipLevel) // fails for an unknown level only
		return w
	}},
}

func compress(pool *sync.Pool, body []byte) []byte {
	w := pool.Get().(compressor)
	defer pool.Put(w)
	var b bytes.Buffer
	w.Reset(&b)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// noEncoding is the index of the encoding of who accepts none.
const noEncoding = -1

// negotiate returns the index of the encoding that an Accept-Encoding header likes best
// (RFC 9110, section 12.5.3), or noEncoding. Who sends no header gets none.
func negotiate(header []string) int {
	if len(header) == 0 {
		return noEncoding
	}
	if len(header) == 1 {
		switch header[0] { // what browsers and Go's client send
		case "gzip, deflate, br, zstd", "gzip, deflate, br", "br":
			return 0
		case "gzip", "gzip, deflate":
			return 1
		}
	}
	weights := map[string]float64{}
	for part := range strings.SplitSeq(strings.Join(header, ","), ",") {
		coding, parameters, _ := strings.Cut(part, ";")
		weights[strings.ToLower(strings.TrimSpace(coding))] = weight(parameters)
	}
	best, most := noEncoding, weights["identity"]
	for i, encoding := range encodings {
		q, named := weights[encoding]
		if !named {
			q = weights["*"]
		}
		if q > most || (q == most && q > 0 && best == noEncoding) {
			best, most = i, q
		}
	}
	return best
}

// weight reads "q=0.8": 1 when it is not there, 0 when it cannot be read.
func weight(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || q < 0 || q > 1 {
			return 0
		}
		return q
	}
	return 1
}
