package ucp

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

const (
	// linkPath is the prefix of links that fill a cart: /buy/ID:2,ID:1.
	linkPath = "/buy"
	// fillPath is the page that adds a link's items to the shopper's cart.
	fillPath = "/cart-link"
	// maxLink is the maximum length of a link's items, in bytes.
	maxLink = 4096
)

// openLink redirects to the page that fills the cart, which also reports unreadable items. The link itself changes
// nothing, since crawlers and previews open it.
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

// linkTo returns the URL that fills a cart with lines.
func linkTo(publicURL string, lines []Line) string {
	items := make([]string, len(lines))
	for i, line := range lines {
		items[i] = fmt.Sprintf("%s:%d", line.Item.ID, line.Quantity)
	}
	return publicURL + linkPath + "/" + strings.Join(items, ",")
}
