package httpcache

// NewPrecompressed is like New, for a body that was compressed in advance at a level too slow for a request. encoded maps
// encodings to bytes that decode to body. Other encodings are compressed on demand.
func NewPrecompressed(body []byte, headers Headers, encoded map[string][]byte) *Response {
	r := New(body, headers)
	if len(encoded) > 0 && r.encoded == nil { // a small body, which New does not compress
		r.offerEncodings()
	}
	for i, encoding := range encodings[:len(r.encoded)] {
		if smaller, found := encoded[encoding]; found && len(smaller) < len(body) {
			e := r.encoded[i]
			e.once.Do(func() { e.representation = r.represent(smaller, encoding, "-"+encoding) })
		}
	}
	return r
}
