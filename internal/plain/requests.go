package plain

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kirana/internal/render"
)

const (
	// pageSize is PAGE_SIZE of web/src/features/catalog/api.ts. similarSize is SIMILAR_LIMIT of that file
	// plus 1, for the product itself.
	pageSize    = 30
	similarSize = 13
)

var (
	settings      = render.Request{Method: http.MethodGet, Path: "/api/settings"}
	categories    = render.Request{Method: http.MethodGet, Path: "/api/category/get"}
	subCategories = render.Request{Method: http.MethodPost, Path: "/api/subCategory/get"}
	home          = render.Request{Method: http.MethodGet, Path: "/api/product/home"}
)

// requests returns the first calls that the web app makes for the page, spelled as the app spells them,
// so that the app takes the responses from the page instead of making the calls.
func (a Address) requests() []render.Request {
	switch a.Kind {
	case Home:
		return []render.Request{settings, home, categories, subCategories}
	case Listing:
		return []render.Request{settings, categories, subCategories, a.list()}
	case Search:
		return []render.Request{settings, categories, a.list()}
	case Product:
		body, err := json.Marshal(map[string]string{"productId": a.Product})
		if err != nil {
			panic(err) // a map[string]string always encodes
		}
		return []render.Request{settings, categories, {Method: http.MethodPost, Path: "/api/product/getProductById", Body: string(body)}, a.similar()}
	}
	return nil
}

var sorts = []string{"relevance", "popular", "newest", "priceAsc", "priceDesc", "discount", "name", "origin"}

// list returns the call for a page of a listing or a search, as parseListingSearch and parametersOf
// of the web app build it.
func (a Address) list() render.Request {
	var p parameters
	text := strings.TrimSpace(a.Query.Get("q"))
	if a.Kind != Search {
		text = ""
	}
	p.add("q", text)
	p.add("category", a.Category)
	if a.Kind == Search {
		p.add("subCategory", a.Query.Get("subCategory"))
	} else {
		p.add("subCategory", a.SubCategory)
	}
	if a.Query.Get("inStock") == "true" {
		p.add("inStock", "true")
	}
	for _, name := range []string{"minPrice", "maxPrice"} {
		p.add(name, canonicalInteger(a.Query.Get(name), 1, 1<<53-1))
	}
	for _, name := range []string{"brand", "type", "size", "origin"} {
		p.add(name, a.Query.Get(name))
	}
	p.add("minDiscount", canonicalInteger(a.Query.Get("minDiscount"), 1, 99))
	sort := a.Query.Get("sort")
	if !slices.Contains(sorts, sort) {
		sort = "popular"
		if text != "" {
			sort = "relevance"
		}
	}
	p.add("sort", sort)
	p.add("page", strconv.Itoa(pageOf(a.Query)))
	p.add("limit", strconv.Itoa(pageSize))
	return p.request()
}

// similar returns the call for the products of the sub-category, which the page of a product shows as similar.
func (a Address) similar() render.Request {
	var p parameters
	p.add("category", a.Category)
	p.add("subCategory", a.SubCategory)
	p.add("sort", "popular")
	p.add("page", "1")
	p.add("limit", strconv.Itoa(similarSize))
	return p.request()
}

func pageOf(query url.Values) int {
	page, err := strconv.Atoi(canonicalInteger(query.Get("page"), 2, 1<<53-1))
	if err != nil {
		return 1
	}
	return page
}

// canonicalInteger returns a text in canonical form if it is an integer between low and high, otherwise "".
func canonicalInteger(text string, low, high int) string {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return ""
	}
	return strconv.Itoa(n)
}

// parameters is a query string, in the order and the encoding of the web app.
type parameters []string

// add appends a parameter unless its value is empty.
func (p *parameters) add(name, value string) {
	if value != "" {
		*p = append(*p, name+"="+strings.ReplaceAll(url.QueryEscape(value), "+", "%20"))
	}
}

func (p parameters) request() render.Request {
	return render.Request{Method: http.MethodGet, Path: "/api/product/getAll?" + strings.Join(p, "&")}
}
