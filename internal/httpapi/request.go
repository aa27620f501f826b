package httpapi

import (
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// RawRequest gives access to the HTTP request, such as an upload or the caller's IP address, and sets cookies. Embed it in the
// input of a call.
type RawRequest struct {
	request *http.Request
	context huma.Context
}

// Resolve stores the request.
func (r *RawRequest) Resolve(hc huma.Context) []error {
	request, _ := humago.Unwrap(hc)
	r.context = hc
	r.request = request.WithContext(hc.Context()) // its context has the caller
	return nil
}

// Request returns the HTTP request. Its body is unread unless the input has a Body.
func (r *RawRequest) Request() *http.Request { return r.request }

// SetCookie sends a cookie with the response.
func (r *RawRequest) SetCookie(cookie *http.Cookie) {
	r.context.AppendHeader("Set-Cookie", cookie.String())
}

// SentParameters distinguishes empty query parameters from absent ones. Embed it in the input of a call.
type SentParameters struct{ sent url.Values }

// Resolve stores the query.
func (p *SentParameters) Resolve(hc huma.Context) []error {
	address := hc.URL()
	p.sent = address.Query()
	return nil
}

// HasSent reports whether a parameter was sent.
func (p *SentParameters) HasSent(name string) bool { return p.sent.Has(name) }
