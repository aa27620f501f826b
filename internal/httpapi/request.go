package httpapi

import (
	"net/http"

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
