package payment

import (
	"net/url"
	"slices"
)

// maxURLLength limits the address of a provider's page, in bytes. Stripe's have a few hundred.
const maxURLLength = 4096

// SafeURL reports whether a shopper may be redirected to an address that a provider returned: any
// https page, or a page of one of the shop's own origins.
func SafeURL(address string, origins ...string) bool {
	if len(address) > maxURLLength {
		return false
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Opaque != "" {
		return false
	}
	if u.Scheme == "https" {
		return true
	}
	return u.Scheme == "http" && slices.ContainsFunc(origins, func(origin string) bool {
		own, err := url.Parse(origin)
		return err == nil && own.Scheme == "http" && own.Host == u.Host
	})
}
