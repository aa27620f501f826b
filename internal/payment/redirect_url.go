package payment

import "net/url"

// maxURLLength bounds the address of a provider's page, in bytes; those of Stripe
// have some hundred.
const maxURLLength = 4096

// SafeURL reports whether a shopper may be redirected to an address that a
// provider returned: any https page, or one of the shop's own origin.
func SafeURL(address, shop string) bool {
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
	shopURL, err := url.Parse(shop)
	return err == nil && u.Scheme == "http" && shopURL.Scheme == "http" && u.Host == shopURL.Host
}
