package payment

import "net/url"

// longestURL bounds the address of a provider's page; those of Stripe have some
// hundred characters.
const longestURL = 4096

// SafeURL tells whether a shopper may be sent to an address that a provider has
// answered: any page over https, or one of the shop's own.
func SafeURL(address, shop string) bool {
	if len(address) > longestURL {
		return false
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Opaque != "" {
		return false
	}
	if u.Scheme == "https" {
		return true
	}
	own, err := url.Parse(shop)
	return err == nil && u.Scheme == "http" && own.Scheme == "http" && u.Host == own.Host
}
