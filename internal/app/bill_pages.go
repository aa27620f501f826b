package app

import (
	"net/http"
	"strings"

	"kirana/internal/bill"
	"kirana/internal/fault"
)

// The storefront's paths for shared bills: they replace the link's own path, which is a secret. The page at endedPage
// has status 404.
const (
	billPage  = "/b"
	endedPage = "/b/ended"
)

// billPages serves shared bills, and 404 for unknown or expired links. It keeps the secret addresses out of caches,
// search engines and referrers.
func (f *features) billPages(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
		r = r.Clone(r.Context())
		if _, err := f.bills.ByLink(r.Context(), strings.TrimPrefix(r.URL.Path, bill.LinkPath)); !fault.Is(err, fault.NotFound) {
			r.URL.Path = billPage
		} else {
			r.URL.Path = endedPage
		}
		pages.ServeHTTP(w, r)
	})
}
