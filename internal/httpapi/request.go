package httpapi

import (
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// RawRequest gives a call in whose input it is embedded the request itself, for
// bodies that are streamed (uploads) and for addresses, and a way to set cookies.
type RawRequest struct {
	request *http.Request
	context huma.Context
}

// Resolve takes the request as it comes.
func (i *RawRequest) Resolve(hc huma.Context) []error {
	request, _ := humago.Unwrap(hc)
	i.context = hc
	i.request = request.WithContext(hc.Context()) // which knows the caller
	return nil
}

// Request is the HTTP request; its body has not been read.
func (i *RawRequest) Request() *http.Request { return i.request }

// SetCookie sends a cookie with the response.
func (i *RawRequest) SetCookie(cookie *http.Cookie) {
	i.context.AppendHeader("Set-Cookie", cookie.String())
}

// SentParameters gives a call in whose input it is embedded the query parameters as they were sent: an empty one was, too.
type SentParameters struct{ sent url.Values }

// Resolve reads the query.
func (p *SentParameters) Resolve(hc huma.Context) []error {
	address := hc.URL()
	p.sent = address.Query()
	return nil
}

// HasSent reports whether a parameter was sent.
func (p *SentParameters) HasSent(name string) bool { return p.sent.Has(name) }
