package httpapi

import "net/url"

// Policy is the content security policy of all pages: no inline scripts or styles, and nothing from other hosts. The
// storefront adds hashes of the inline content of index.html (web/embed.go).
const Policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'"

// StripePolicy is Policy with the hosts that Stripe's script needs:
// https://docs.stripe.com/security/guide#content-security-policy
const StripePolicy = "default-src 'self'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self'; " +
	"img-src 'self' data: blob:; font-src 'self'; connect-src 'self' https://api.stripe.com; " +
	"frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; " +
	"frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'"

// ForeignPolicy returns the content security policy of a storefront by another team (KIRANA_WEB_DIR). Scripts come from this
// server and Stripe only. Styles may be inline. Style sheets, pictures, fonts, calls and forms may use any https host;
// pictures, calls and forms also apiURL. 'unsafe-inline' precedes 'self' so that web/embed.go adds no style hash: a hash
// would disable 'unsafe-inline'.
func ForeignPolicy(apiURL string) string {
	origin := ""
	if u, err := url.Parse(apiURL); err == nil && u.Host != "" {
		origin = " " + u.Scheme + "://" + u.Host
	}
	return "default-src 'self'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'unsafe-inline' 'self' https:; " +
		"img-src 'self' data: blob: https:" + origin + "; font-src 'self' data: https:; connect-src 'self' https:" + origin + "; " +
		"frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; " +
		"frame-ancestors 'none'; base-uri 'self'; form-action 'self' https:" + origin + "; object-src 'none'"
}
