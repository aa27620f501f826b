package stripe

import (
	"io"
	"net/http"
)

// maxAnswer is more than any answer of Stripe's about one session or a list of
// refunds.
const maxAnswer = 4 << 20

// bounded cuts answers off that are too long to be Stripe's: the library reads
// them whole. What is cut off is not JSON any more and ends as unreadable.
type bounded struct{ next http.RoundTripper }

// RoundTrip does what next does.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = body{io.LimitReader(answer.Body, maxAnswer), answer.Body}
	return answer, nil
}

type body struct {
	io.Reader
	io.Closer
}
