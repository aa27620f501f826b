package stripe

import (
	"io"
	"net/http"
)

// maxResponse bounds a response, in bytes: more than any about one session or a list
// of refunds.
const maxResponse = 4 << 20

// limitedTransport truncates responses that are too long to be Stripe's: the library reads
// them whole. A response that is cut off is not JSON and ends as unreadable.
type limitedTransport struct{ next http.RoundTripper }

// RoundTrip calls next and truncates its response.
func (b limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.next.RoundTrip(r)
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
