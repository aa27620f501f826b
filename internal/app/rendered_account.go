package app

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kirana/web"
)

// accountForms are the pages whose form is alike for everybody, but for the address that they lead to afterwards.
var accountForms = []string{"/login", "/register", "/forgot-password"}

// skeletonPages are the shopper's own pages, and those with much of the operator's text. The server renders their
// header and footer, and a skeleton between (web/vite.server.config.ts); the web app renders its own page in their
// place. The other pages come empty: an administrator's have another frame, and some have none.
var skeletonPages = []string{
	"/userMenu", "/CheckOutPage", "/success", "/cancel", "/complaint", "/verify-email", "/undo-email",
	"/dashboard/profile", "/dashboard/address", "/dashboard/myorders",
	"/contact", "/about", "/delivery", "/returns", "/privacy", "/terms",
}

// The addresses that a form is rendered for. The login's text depends on the first two, so all others are rendered as
// otherRedirect, which accountContent replaces: made-up addresses must neither be rendered nor fill the cache.
const (
	cartPath      = "/cart"
	checkoutPath  = "/CheckOutPage"
	otherRedirect = "/redirect-placeholder"
)

// accountContent returns the content of a page without the catalog, as the web app renders it for a stranger.
func (c publicContent) accountContent(r *http.Request, head web.Head) (web.Content, bool) {
	branding, err := head.Branding.JSON()
	if err != nil || head.Status != http.StatusOK {
		return web.Content{}, false
	}
	isForm := slices.Contains(accountForms, r.URL.Path)
	if !isForm && !slices.Contains(skeletonPages, r.URL.Path) {
		return web.Content{}, false
	}
	address, redirect := r.URL.Path, ""
	if isForm {
		if address, redirect, err = formAddress(r.URL); err != nil {
			return web.Content{}, false
		}
	}
	page, found := c.render.Page(r.Context(), address, string(branding))
	if !found {
		return web.Content{Stale: true}, false
	}
	content := web.Content{HTML: page.HTML, Key: page.Key, Stale: page.Stale}
	if isForm {
		content.Data = page.Data
	}
	if redirect != "" {
		content.HTML = strings.ReplaceAll(page.HTML, url.QueryEscape(otherRedirect), strings.ReplaceAll(url.QueryEscape(redirect), "+", "%20"))
		content.Key = ""
	}
	return content, true
}

// formAddress returns the address under which the form at u is rendered, and what takes the place of otherRedirect in
// it: empty for nothing.
func formAddress(u *url.URL) (address, redirect string, err error) {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return "", "", err
	}
	target := redirectTarget(query["redirect"])
	switch target {
	case "":
		return u.Path, "", nil
	case cartPath, checkoutPath:
	default:
		target, redirect = otherRedirect, target
	}
	return u.Path + "?redirect=" + url.QueryEscape(target), redirect, nil
}

// redirectTarget returns where a login leads, as redirectSearch of the web app does (web/src/routes/-shell/redirect-search.ts):
// only to an address of this shop.
func redirectTarget(values []string) string {
	if len(values) == 0 {
		return ""
	}
	target := values[len(values)-1]
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") || strings.HasPrefix(target, `/\`) {
		return ""
	}
	return target
}
