package app

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kirana/web"
)

// accountForms are pages with a form that is the same for all visitors except for the redirect target.
var accountForms = []string{"/login", "/register", "/forgot-password"}

// skeletonPages are the shopper's own pages, and pages with texts of the operator. The server renders header, footer and a
// skeleton between them (web/vite.server.config.ts), which the web app replaces. Other pages are served empty: the frame of
// staff's pages differs, and some pages have none.
var skeletonPages = []string{
	"/userMenu", "/CheckOutPage", "/success", "/cancel", "/complaint", "/verify-email", "/undo-email",
	"/dashboard/profile", "/dashboard/address", "/dashboard/myorders",
	"/contact", "/about", "/delivery", "/returns", "/privacy", "/terms",
}

// Redirect targets for which a form is rendered. The login's text depends on the first two. All others are rendered as
// otherRedirect, which accountContent replaces, so that invented targets are neither rendered nor cached.
const (
	cartPath      = "/cart"
	orderPath     = "/CheckOutPage"
	otherRedirect = "/redirect-placeholder"
)

// accountContent returns the content of a page without the catalog, as the web app renders it for a visitor who is not logged
// in.
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
	page, found := c.rendered(r).Page(r.Context(), address, string(branding))
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

// formAddress returns the address under which the form at u is rendered, and the replacement for otherRedirect in it, or "".
func formAddress(u *url.URL) (address, redirect string, err error) {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return "", "", err
	}
	target := redirectTarget(query["redirect"])
	switch target {
	case "":
		return u.Path, "", nil
	case cartPath, orderPath:
	default:
		target, redirect = otherRedirect, target
	}
	return u.Path + "?redirect=" + url.QueryEscape(target), redirect, nil
}

// redirectTarget returns the address after a login, like redirectSearch in web/src/routes/-shell/redirect-search.ts. It
// accepts only addresses of this shop.
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
