package stripe

import (
	"io"
	"net/http"
)

// maxResponse limits a response, in bytes. A session or a list of refunds is smaller.
const maxResponse = 4 << 20

// limitedTransport truncates responses at maxResponse, because the library reads them whole. A
// truncated response is invalid JSON and becomes an error.
type limitedTransport struct{ next http.RoundTripper }

// RoundTrip calls next and truncates its response.
func (t limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	response.Body = body{io.LimitReader(response.Body, maxResponse), response.Body}
	return response, nil
}

type body struct {
	io.Reader
	io.Closer
}
