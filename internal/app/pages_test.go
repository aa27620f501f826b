package app

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/idempotency"
	"kirana/internal/money"
)

// smallShop is a shop with one sub-category whose names need escaping.
type smallShop struct {
	subCategory          catalog.SubCategory
	dal, soldOut, hidden catalog.Product
	otherCategory        string
}

const evilName = `</script><b>"Toor" & Dal`

func (s *smallShop) stock(ctx context.Context, f *features) error {
	add := func(name string, stock int, publish bool) (catalog.Product, error) {
		unit, description, price, discount := "1 kg", strings.Repeat("Very good dal. ", 30), money.Rupees(160), money.Paise(1050)
		return f.admin.AddProduct(ctx, idempotency.Key{}, admin.ProductForm{
			Name: &name, Unit: &unit, Description: &description, Price: &price, Discount: &discount, Stock: &stock,
			CategoryID: &s.subCategory.CategoryID, SubCategoryID: &s.subCategory.ID, Publish: &publish,
		})
	}
	category, otherCategory, subCategory := "Dal, Rice & more", "Other", "Toor/Arhar"
	made, err := f.admin.AddCategory(ctx, admin.CategoryForm{Name: &category})
	if err != nil {
		return err
	}
	second, err := f.admin.AddCategory(ctx, admin.CategoryForm{Name: &otherCategory})
	if err != nil {
		return err
	}
	s.otherCategory = second.ID
	if s.subCategory, err = f.admin.AddSubCategory(ctx, admin.SubCategoryForm{Name: &subCategory, CategoryID: &made.ID}); err != nil {
		return err
	}
	if s.dal, err = add(evilName, 5, true); err != nil {
		return err
	}
	if s.soldOut, err = add("Sold out", 0, true); err != nil {
		return err
	}
	s.hidden, err = add("Hidden", 5, false)
	return err
}

func TestPages_returnNotFoundForUnknownAddresses(t *testing.T) {
	t.Parallel()
	var c smallShop
	base := openShop(t, "", c.stock)
	for path, status := range map[string]int{
		"/": 200, "/search": 200, "/search?q=dal": 200, "/login": 200, "/register": 200, "/forgot-password": 200, "/OTPVerify": 200, "/ResetPassword": 200,
		"/userMenu": 200, "/cart": 200, "/CheckOutPage": 200, "/success": 200, "/cancel": 200, "/dashboard": 200, "/dashboard/profile": 200,
		"/dashboard/address": 200, "/dashboard/myorders": 200, "/dashboard/Category": 200, "/dashboard/subCategory": 200,
		"/dashboard/uploadProduct": 200, "/dashboard/products": 200, "/dashboard/orders": 200, "/dashboard/books": 200, "/dashboard/desk": 200, "/dashboard/pick-list": 200, "/dashboard/phone-order": 200, "/dashboard/tax": 200, "/dashboard/pick-list?ids=a,b": 200, "/dashboard/print": 200, "/dashboard/labels": 200, "/dashboard/poster": 200, "/dashboard/print?ids=a,b&kind=slip": 200, "/dashboard/desk/1001": 200, "/dashboard/desk/1/2": 404, "/dashboard/bill/GK-26-27-00641": 200, "/dashboard/bill": 404, "/dashboard/customers/65f1a2b3c4d5e6f708192a3b": 200, "/dashboard/customers/1/2": 404,

		"/dashboard/nothing": 404,
		"/nothing":           404, "/a/b/c": 404, "/assets/none.js": 404, "/product": 404, "/product/": 404,

		"/product/anything-" + c.dal.ID: 200, "/product/" + c.dal.ID: 200, "/product/x-" + c.soldOut.ID: 200,
		"/product/x-" + c.hidden.ID: 404, "/product/x-65f1a2b3c4d5e6f708192a3b": 404, "/product/x-short": 404, "/product/x/y-" + c.dal.ID: 404,

		"/x-" + c.subCategory.CategoryID + "/y-" + c.subCategory.ID:           200,
		"/x-" + c.otherCategory + "/y-" + c.subCategory.ID:                    404,
		"/x-" + c.subCategory.CategoryID + "/All-" + c.subCategory.CategoryID: 200,
		"/x-" + c.otherCategory + "/All-" + c.subCategory.CategoryID:          404,
		"/x-" + c.subCategory.CategoryID + "/y-" + c.dal.ID:                   404,
		"/x-" + c.subCategory.CategoryID + "/y-" + c.subCategory.ID + "/":     200,
	} {
		got, body := get(t, base+path)
		if got != status {
			t.Errorf("%s returned %d, want %d", path, got, status)
		}
		if strings.HasPrefix(path, "/assets/") {
			continue
		}
		if missing := strings.Contains(body, "Page not found"); missing != (status == http.StatusNotFound) {
			t.Errorf("%s with status %d says that it is not found: %t, want it for a 404 only", path, status, missing)
		}
		if status == http.StatusNotFound && (!strings.Contains(body, `content="noindex"`) || strings.Contains(body, "canonical")) {
			t.Errorf("%s is a 404 that would be indexed, want noindex and no canonical link: %s", path, body)
		}
	}
}

func TestPages_redirectToTheCanonicalAddress(t *testing.T) {
	t.Parallel()
	var c smallShop
	base := openShop(t, "", c.stock)
	product := escapedPath(productPath(c.dal.Name, c.dal.ID))
	listing := "/x-" + c.subCategory.CategoryID + "/y-" + c.subCategory.ID
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for path, want := range map[string]string{
		product + ".": product, product + ")": product, product + "%20": product, product + "%22)": product, product + "%E2%80%9D": product,
		"/product/Dal-" + strings.ToUpper(c.dal.ID): product,
		product + ".?q=dal":                         product + "?q=dal",
		listing + ".":                               subCategoryPath(c.subCategory),
		"/" + strings.ToUpper("x-"+c.subCategory.CategoryID+"/y-"+c.subCategory.ID): subCategoryPath(c.subCategory),
		"/login.": "/login", "/cart)": "/cart", "/checkoutpage": "/CheckOutPage", "/CART": "/cart", "/SEARCH?q=dal": "/search?q=dal", "/Login": "/login", "/usermenu": "/userMenu", "/dashboard/category": "/dashboard/Category",
		"/Dashboard/MyOrders.": "/dashboard/myorders", "/PRODUCT" + strings.TrimPrefix(product, "/product"): product,
		product: "", "/nothing.": "", "/.)": "", "/product/x-" + c.hidden.ID + ".": "",
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := stay.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if got := response.Header.Get("Location"); got != want {
			t.Errorf("%s redirects to %q, want %q", path, got, want)
		}
	}
}

// It requests every route in TanStack Router's list, because a page that the server does not know would be served as
// not found.
func TestPages_knowEveryRouteOfTheWebApp(t *testing.T) {
	t.Parallel()
	tree, err := os.ReadFile("../../web/src/routeTree.gen.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(tree), "export interface FileRoutesByTo {")
	list, _, _ = strings.Cut(list, "}")
	routes := regexp.MustCompile(`(?m)^  '([^']+)':`).FindAllStringSubmatch(list, -1)
	if len(routes) < 30 {
		t.Fatalf("the list of routes has %d entries, want at least 30", len(routes))
	}
	var c smallShop
	base := openShop(t, "", c.stock)
	paths := map[string]string{
		"/$category/$subCategory":        "/x-" + c.subCategory.CategoryID + "/y-" + c.subCategory.ID,
		"/product/$product":              "/product/x-" + c.dal.ID,
		"/dashboard/customers/$id":       "/dashboard/customers/65f1a2b3c4d5e6f708192a3b",
		"/dashboard/customers/$id/merge": "/dashboard/customers/65f1a2b3c4d5e6f708192a3b/merge",
		"/b/$token":                      "", // 404 for a link that has ended: bill_pages_test.go
		"/dashboard/desk/$number":        "/dashboard/desk/1001",
		"/dashboard/bill/$number":        "/dashboard/bill/GK-26-27-00641",
		"/dashboard/$":                   "", // any path without another route
	}
	for _, route := range routes {
		path, known := paths[route[1]]
		if !known {
			path = route[1]
		}
		if path == "" {
			continue
		}
		if status, _ := get(t, base+path); status != http.StatusOK {
			t.Errorf("%s is answered with %d, want %d", path, status, http.StatusOK)
		}
	}
}

func TestProductPage_hasItsHeadBeforeAnyScriptRuns(t *testing.T) {
	t.Parallel()
	var c smallShop
	base := openShop(t, "", c.stock)
	_, page := get(t, base+"/product/whatever-"+c.dal.ID)
	canonical := "http://shop.example/product/" + `%3C-script%3E%3Cb%3E%22Toor%22---Dal-` + c.dal.ID
	for _, part := range []string{
		"<title>" + html.EscapeString(evilName+" - Kirana") + "</title>",
		`<link rel="canonical" href="` + canonical + `">`,
		`<meta property="og:url" content="` + canonical + `">`,
		`<meta property="og:type" content="product">`,
		`<meta property="og:image" content="http://shop.example/icons/apple-touch-icon.png">`,
		`<meta name="description" content="Very good dal. `,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the product's page lacks %s:\n%s", part, page)
		}
	}
	if strings.Contains(page, "<b>") {
		t.Errorf("the product's name put a <b> into the page, want it escaped:\n%s", page)
	}
	description := regexp.MustCompile(`name="description" content="([^"]*)"`).FindStringSubmatch(page)
	if len(description) != 2 || len([]rune(description[1])) > 160 {
		t.Errorf("the description is %q, want one of at most 160 letters", description)
	}
	linked := linkedData(t, page, "Product")
	offer, ok := linked["offers"].(record)
	if !ok || linked["@type"] != "Product" || linked["name"] != evilName || offer["price"] != 149.5 || offer["priceCurrency"] != "INR" ||
		offer["availability"] != "https://schema.org/InStock" || offer["url"] != canonical {
		t.Errorf("the product is linked as %v, want its name, price 149.5 INR, InStock and the canonical address", linked)
	}
	_, page = get(t, base+"/product/x-"+c.soldOut.ID)
	if offer, ok := linkedData(t, page, "Product")["offers"].(record); !ok || offer["availability"] != "https://schema.org/OutOfStock" {
		t.Errorf("the sold-out product is linked as %v, want OutOfStock", offer)
	}
}

// linkedData returns the object of the given type in a page's JSON-LD.
func linkedData(t *testing.T, page, kind string) record {
	t.Helper()
	script := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`).FindAllStringSubmatch(page, -1)
	if len(script) != 1 {
		t.Fatalf("the page has %d scripts of linked data, want one:\n%s", len(script), page)
	}
	var linked struct {
		Context string   `json:"@context"`
		Graph   []record `json:"@graph"`
	}
	if err := json.Unmarshal([]byte(script[0][1]), &linked); err != nil || linked.Context != "https://schema.org" {
		t.Fatalf("linked data: %v, want the context https://schema.org in %s", err, script[0][1])
	}
	for _, object := range linked.Graph {
		if object["@type"] == kind {
			return object
		}
	}
	t.Fatalf("the linked data have no %s: %s", kind, script[0][1])
	return nil
}

// crumbs returns the names and addresses of a page's breadcrumb.
func crumbs(t *testing.T, page string) string {
	t.Helper()
	var crumbs []string
	for i, item := range linkedData(t, page, "BreadcrumbList")["itemListElement"].([]any) {
		step := item.(record)
		if step["position"] != float64(i+1) {
			t.Errorf("breadcrumb %d has the position %v, want %d", i+1, step["position"], i+1)
		}
		crumbs = append(crumbs, fmt.Sprintf("%v %v", step["name"], step["item"]))
	}
	return strings.Join(crumbs, "\n")
}

func TestPages_haveBreadcrumbsAndASearchActionForSearchEngines(t *testing.T) {
	t.Parallel()
	var c smallShop
	base := openShop(t, "", c.stock)
	category := "Dal, Rice & more http://shop.example/Dal--Rice---more-" + c.subCategory.CategoryID + "/All-" + c.subCategory.CategoryID
	shelf := "Toor/Arhar http://shop.example/Dal--Rice---more-" + c.subCategory.CategoryID + "/Toor-Arhar-" + c.subCategory.ID
	product := evilName + " http://shop.example/product/%3C-script%3E%3Cb%3E%22Toor%22---Dal-" + c.dal.ID
	for path, want := range map[string]string{
		"/x-" + c.subCategory.CategoryID + "/x-" + c.subCategory.CategoryID: category,
		"/x-" + c.subCategory.CategoryID + "/x-" + c.subCategory.ID:         category + "\n" + shelf,
		"/product/x-" + c.dal.ID: category + "\n" + shelf + "\n" + product,
	} {
		_, page := get(t, base+path)
		if got := crumbs(t, page); got != want {
			t.Errorf("%s is reached by\n%s, want\n%s", path, got, want)
		}
	}
	_, home := get(t, base+"/")
	if search := linkedData(t, home, "WebSite")["potentialAction"].(record); search["target"] != "http://shop.example/search?q={search_term_string}" {
		t.Errorf("the linked search action opens %v, want /search?q={search_term_string}", search["target"])
	}
}

func TestPages_hidePrivatePagesFromSearchEngines(t *testing.T) {
	t.Parallel()
	base := openShop(t, "", nil)
	const hidden = `<meta name="robots" content="noindex">`
	for path, private := range map[string]bool{"/": false, "/about": false, "/cart": true, "/dashboard/orders": true, "/dashboard/desk/1001": true, "/search": true, "/nowhere": true} {
		if _, page := get(t, base+path); strings.Contains(page, hidden) != private {
			t.Errorf("%s is hidden from search engines: %t, want %t", path, !private, private)
		}
	}
}

func TestPages_ofUnknownAddressesAreIdentical(t *testing.T) {
	t.Parallel()
	base := openShop(t, "", nil)
	for _, below := range []string{"/dashboard/desk/", "/dashboard/customers/"} {
		_, missingPage := get(t, base+below+"1001")
		if _, page := get(t, base+below+"something-made-up"); page != missingPage {
			t.Errorf("an unknown address below %s has its own page, want the page of all unknown addresses", below)
		}
	}
	_, missing := get(t, base+"/nothing-1")
	if _, page := get(t, base+"/nothing-2"); page != missing {
		t.Error("each address without a page has its own page")
	}
}

func TestListingPage_hasTitleAndCanonicalAddressOfItsSubCategory(t *testing.T) {
	t.Parallel()
	var c smallShop
	base := openShop(t, "", c.stock)
	_, page := get(t, base+"/old-name-"+c.subCategory.CategoryID+"/old-"+c.subCategory.ID)
	for _, part := range []string{
		"<title>Toor/Arhar - Kirana</title>",
		`href="http://shop.example/Dal--Rice---more-` + c.subCategory.CategoryID + `/Toor-Arhar-` + c.subCategory.ID + `"`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the category's page lacks %s:\n%s", part, page)
		}
	}
}
