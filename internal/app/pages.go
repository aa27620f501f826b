package app

import (
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/language"
	"kirana/internal/settings"
	"kirana/internal/slug"
	"kirana/web"
)

// pages builds the HTML head of the storefront's pages.
type pages struct {
	catalog  *view.View
	settings *settings.Service
	public   string
}

// page builds the head of one page with a version of the shop's settings.
type page struct {
	pages

	shop    settings.Settings
	version int
	lang    string
}

const searchPath = "/search"

// Routes of the web app's router.
const (
	listingRoute = "/$category/$subCategory"
	productRoute = "/product/$product"
	billRoute    = "/b/$token"
)

const shopDescription = "Sabzi, dal, doodh and the rest. Delivery is free, always."

// titles has the titles of pages with a fixed path. Paths are case-sensitive, as in the specification.
var titles = map[string]string{
	"/": "", "/search": "Search", "/login": "Login", "/register": "Register", "/forgot-password": "Forgot password",
	"/OTPVerify": "Verify OTP", "/ResetPassword": "Reset password", "/verify-email": "Confirm your email", "/undo-email": "Take a change of email back",
	"/userMenu": "My Account", "/cart": "Cart", "/cart-link": "Cart", "/CheckOutPage": "Checkout", "/success": "Success", "/cancel": "Cancelled",
	"/dashboard": "Dashboard", "/dashboard/profile": "Profile", "/dashboard/address": "Saved Address", "/dashboard/myorders": "My Orders",
	"/dashboard/Category": "Category", "/dashboard/subCategory": "Sub Category", "/dashboard/uploadProduct": "Upload Product",
	"/dashboard/products": "Products", "/dashboard/import": "Import", "/dashboard/orders": "Orders", "/dashboard/desk": "Desk", "/dashboard/pick-list": "Pick list", "/dashboard/phone-order": "Phone order",
	"/dashboard/settings": "Settings", "/dashboard/staff": "Staff", "/dashboard/programs": "Programs", "/dashboard/activity": "Activity", "/dashboard/books": "Books", "/dashboard/customers": "Customers", "/dashboard/khata": "Khata", "/dashboard/purchases": "Purchases", "/dashboard/counter": "Counter", "/dashboard/counter/problems": "Counter problems", "/your-khata": "Your khata", "/invited": "Your login",
	"/dashboard/complaints": "Complaints", "/dashboard/tax": "Tax", "/complaint": "Complaint", "/dashboard/print": "Print", "/dashboard/labels": "Labels", "/dashboard/poster": "Tell your customers", "/setup": "Set up your shop", "/join": "Join the shop",
	"/contact": "Contact", "/about": "About the shop", "/delivery": "Delivery", "/returns": "Returns and refunds", "/privacy": "Privacy", "/terms": "Terms",
}

// head returns the HTML head of the requested page, with status 404 for an unknown page.
func (p pages) head(r *http.Request) web.Head {
	shop, version := p.settings.GetOrLast(r.Context())
	found := page{p, shop, version, language.Of(r.Context())}
	head := found.head(r.URL.Path)
	if head.Route == searchPath {
		head.Title = found.searchTitle(r.URL.Query().Get("q"))
	}
	if head.Status == http.StatusNotFound {
		head.Redirect = found.repairLink(r.URL)
	}
	head.Branding = found.branding()
	if head.Image == "" {
		// Pages without a picture are shared with the shop's icon.
		head.Image = found.absolute(head.Branding.TouchIcon)
	}
	return head
}

// searchTitle returns the title of a search, like search-page.tsx.
func (p page) searchTitle(text string) string {
	title := p.text(titles[searchPath])
	if text = strings.TrimSpace(text); text != "" {
		title = text + " - " + title
	}
	return title + " - " + p.shop.Name
}

// branding returns the shop's branding. The default banner is translated.
func (p page) branding() web.Branding {
	branding := brandingOf(p.shop, p.version)
	branding.Heading = language.Text(p.lang, branding.Heading)
	return branding
}

// repairLink returns the intended address of a damaged link, or "" if there is no such page. It removes punctuation at
// the end, which mail programs add, and corrects the case of ids and page names.
func (p page) repairLink(address *url.URL) string {
	path := strings.TrimRightFunc(address.Path, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsSymbol(r) })
	for fixed := range titles {
		if strings.EqualFold(fixed, path) {
			path = fixed
		}
	}
	parts := strings.Split(path, "/")
	if len(parts) > 1 && strings.EqualFold(parts[1], "product") {
		parts[1] = "product"
	}
	for i, part := range parts {
		if at := strings.LastIndexByte(part, '-'); at >= 0 {
			parts[i] = part[:at] + strings.ToLower(part[at:])
		}
	}
	for _, path := range []string{path, strings.Join(parts, "/")} {
		if head := p.head(path); path != "" && head.Status == http.StatusOK {
			target, err := url.Parse(strings.TrimPrefix(head.Canonical, p.public))
			if err != nil {
				return ""
			}
			target.RawQuery = address.RawQuery
			return target.String()
		}
	}
	return ""
}

func (p page) head(address string) web.Head {
	path := strings.TrimSuffix(address, "/")
	if path == "" {
		path = "/"
	}
	if title, fixed := titles[path]; fixed {
		return p.titledHead(path, title)
	}
	if path == billPage {
		head := p.titledHead(path, "Bill")
		head.Route, head.Private, head.Canonical = billRoute, true, ""
		return head
	}
	first, second, hasSecond := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch {
	case hasSecond && first == "dashboard" && isBelow("desk", second):
		return p.titledHead("/dashboard/desk", "Desk")
	case hasSecond && first == "dashboard" && isBelow("customers", strings.TrimSuffix(second, "/merge")):
		return p.titledHead("/dashboard/customers", "Customers")
	case hasSecond && first == "dashboard" && isBelow("khata", second):
		return p.titledHead("/dashboard/khata", "Khata")
	case hasSecond && first == "dashboard" && isBelow("purchases", second):
		return p.titledHead("/dashboard/purchases", "Purchases")
	case hasSecond && first == "dashboard" && isBelow("bill", second):
		return p.titledHead("/dashboard/bill", "Bill")
	case hasSecond && first == "product" && !strings.Contains(second, "/"):
		return p.product(slug.ID(second))
	case hasSecond && !strings.Contains(second, "/") && first != "dashboard" && first != "product":
		return p.listing(slug.ID(first), slug.ID(second))
	}
	return p.missing()
}

// titledHead returns the head of a page with a fixed path. Paths below a staff page share its head, so that invented paths do not
// fill the page cache.
func (p page) titledHead(path, title string) web.Head {
	head := p.newHead(path, p.text(title), p.description())
	head.Route = path
	head.Private = isPrivate(path)
	head.Rendered = path == "/" || path == searchPath
	if path == "/" {
		head.LinkedData = p.linkedHome()
	}
	return head
}

// isBelow reports whether a path names a record of a staff page, such as desk/1042. It does not look up the record:
// only staff may learn whether it exists.
func isBelow(page, path string) bool {
	name, found := strings.CutPrefix(path, page+"/")
	return found && name != "" && !strings.Contains(name, "/")
}

// description returns the description of pages without one of their own.
func (p page) description() string {
	return strings.TrimRight(p.branding().Heading, ".।") + p.text(". ") + p.text(shopDescription)
}

// text returns a message in the page's language.
func (p page) text(format string, args ...any) string { return language.Text(p.lang, format, args...) }

func (p page) newHead(path, title, description string) web.Head {
	if title == "" {
		title = p.shop.Name
	} else {
		title += " - " + p.shop.Name
	}
	return web.Head{Status: http.StatusOK, Title: title, Description: description, Canonical: p.public + escapedPath(path), Type: "website"}
}

func (p page) missing() web.Head {
	return web.Head{Status: http.StatusNotFound, Title: p.text("Page not found") + " - " + p.shop.Name, Description: p.description(), Type: "website"}
}

// listing returns the head of a sub-category's page or, if both ids are the category's, of the page of all its products.
func (p page) listing(categoryID, subCategoryID string) web.Head {
	for _, category := range p.catalog.Snapshot().Categories() {
		if categoryID == subCategoryID && category.ID == categoryID {
			name := category.Names.In(p.lang, category.Name)
			path := categoryCrumb(category.Reference()).path
			head := p.newHead(path, name, p.text("All of %s. Delivery is free, always.", name))
			head.Route, head.Rendered = listingRoute, true
			head.Image = p.absolute(category.Image)
			head.LinkedData = []any{p.breadcrumb(crumb{name, path})}
			return head
		}
	}
	for _, sub := range p.catalog.Snapshot().SubCategories() {
		if sub.ID == subCategoryID && sub.CategoryID == categoryID {
			name := sub.Names.In(p.lang, sub.Name)
			head := p.newHead(subCategoryPath(sub), name, p.text("%s in %s. Delivery is free, always.", name, sub.Category.Names.In(p.lang, sub.Category.Name)))
			head.Route, head.Rendered = listingRoute, true
			head.Image = p.absolute(sub.Image)
			head.LinkedData = []any{p.breadcrumb(categoryCrumb(sub.Category), crumb{name, subCategoryPath(sub)})}
			return head
		}
	}
	return p.missing()
}

func (p page) product(productID string) web.Head {
	product, err := p.catalog.Snapshot().Product(productID, false)
	if err != nil {
		return p.missing()
	}
	name, description := product.Names.In(p.lang, product.Name), product.Description
	if description == "" {
		description = p.text("%s, %s, at %s.", name, language.Unit(p.lang, product.Unit), product.Payable())
		if product.Unit == "" {
			description = p.text("%s, at %s.", name, product.Payable())
		}
	}
	if cut := []rune(description); len(cut) > 160 {
		description = strings.TrimSpace(string(cut[:159])) + "…"
	}
	head := p.newHead(productPath(product.Name, product.ID), name, description)
	head.Type, head.Route, head.Rendered = "product", productRoute, true
	images := []string{}
	for _, image := range product.Images {
		images = append(images, p.absolute(image))
	}
	if len(images) > 0 {
		head.Image = images[0]
	}
	head.LinkedData = []any{
		linkedProduct(product, head.Canonical, images),
		p.breadcrumb(categoryCrumb(product.Category), crumb{product.SubCategory.Name, subCategoryPath(catalog.SubCategory{
			ID: product.SubCategory.ID, Name: product.SubCategory.Name, CategoryID: product.Category.ID, Category: product.Category,
		})}, crumb{name, productPath(product.Name, product.ID)}),
	}
	return head
}

func (p page) absolute(url string) string {
	if url == "" {
		return ""
	}
	return p.public + url
}

func subCategoryPath(sub catalog.SubCategory) string {
	return "/" + slug.Of(sub.Category.Name, sub.CategoryID) + "/" + slug.Of(sub.Name, sub.ID)
}

func productPath(name, productID string) string { return "/product/" + slug.Of(name, productID) }

func escapedPath(path string) string { return (&url.URL{Path: path}).EscapedPath() }
