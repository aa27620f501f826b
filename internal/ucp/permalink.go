package ucp

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

const (
	// linkPath is where links to a filled cart begin: /buy/ID:2,ID:1.
	linkPath = "/buy"
	// fillPath is the page that puts a link's items into the shopper's cart.
	fillPath = "/cart-link"
	// maxLink bounds the items of a link, in bytes.
	maxLink = 4096
)

// openLink redirects a link to the page that fills the cart, which says what it cannot read. The
// link itself changes nothing: crawlers and previews open it, too.
func openLink(w http.ResponseWriter, r *http.Request) {
	items := r.PathValue("items")
	if len(items) > maxLink {
		items = ""
	}
	query := url.Values{"items": {items}}
	if to := r.URL.Query()["continue_to"]; len(to) == 1 {
		query.Set("redirect", to[0])
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Location", fillPath+"?"+query.Encode())
	w.WriteHeader(http.StatusSeeOther)
}

// linkTo returns the address that fills a cart with lines.
func linkTo(publicURL string, lines []Line) string {
	items := make([]string, len(lines))
	for i, line := range lines {
		items[i] = fmt.Sprintf("%s:%d", line.Item.ID, line.Quantity)
	}
	return publicURL + linkPath + "/" + strings.Join(items, ",")
}
