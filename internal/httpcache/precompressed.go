package httpcache

// NewPrecompressed is New for a body that was compressed before, with more time than a request has: encoded has it by
// encoding, and each must decode to body. Other encodings are compressed when they are asked for.
func NewPrecompressed(body []byte, headers Headers, encoded map[string][]byte) *Response {
	r := New(body, headers)
	if len(encoded) > 0 && r.encoded == nil { // a small body, whose compression costs nothing now
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
