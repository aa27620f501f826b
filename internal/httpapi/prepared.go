package httpapi

import "kirana/internal/httpcache"

// Prepared is an encoded and compressed response, to be sent many times.
type Prepared = httpcache.Response

// Prepare encodes a body. Browsers store the response but revalidate it each time, so that changes
// show immediately.
func Prepare(body any) (*Prepared, error) {
	encoded, err := Encode(body)
	if err != nil {
		return nil, err
	}
	return httpcache.New(encoded, preparedHeaders), nil
}

// PrepareRare is like Prepare, for an encoded body that is probably sent only once.
func PrepareRare(encoded []byte) *Prepared { return httpcache.NewRare(encoded, preparedHeaders) }

var preparedHeaders = httpcache.Headers{ContentType: "application/json", CacheControl: "no-cache", Vary: "Authorization"}
