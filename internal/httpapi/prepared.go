package httpapi

import "kirana/internal/httpcache"

// Prepared is a response that is stored encoded and compressed, and served by copying bytes.
type Prepared = httpcache.Response

// Prepare encodes a body once for many readers. Browsers store it but revalidate each time, so that
// a change shows at once.
func Prepare(body any) (*Prepared, error) {
	encoded, err := Encode(body)
	if err != nil {
		return nil, err
	}
	return httpcache.New(encoded, preparedHeaders), nil
}

// PrepareRare is Prepare for an encoded body that is likely sent only once.
func PrepareRare(encoded []byte) *Prepared { return httpcache.NewRare(encoded, preparedHeaders) }

var preparedHeaders = httpcache.Headers{ContentType: "application/json", CacheControl: "no-cache", Vary: "Authorization"}
