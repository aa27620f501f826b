// Package plain makes the storefront's public pages from one template, without the web app:
// the same names, prices, pictures and links, and a search form that works without a script. A
// page costs a few milliseconds at most, so pages that nobody has rendered ahead, such as those
// of a search, come from here; the web app takes over from it without a further request.
package plain

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/money"
	"kirana/internal/render"
)

// Kind is one of the public pages.
type Kind int

// The public pages.
const (
	Home Kind = iota + 1
	Listing
	Product
	Search
)

// Shop has what every page shows of the shop.
type Shop struct {
	Name      string
	Heading   string // of home's banner
	Logo      string // address of a picture; may be empty
	ShowsName bool   // the name stands in the place of the app's own logo
}

// Address is what a page is to show.
type Address struct {
	Kind        Kind
	Path        string // decoded
	Query       url.Values
	Category    string // id, for a listing
	SubCategory string // id, for a listing of a sub-category
	Product     string // id, for a product
	SavesData   bool   // the visitor asks for small pictures
}

// Paths returns where the page of something is: they are those of the web app's links.
type Paths struct {
	Product     func(name, id string) string
	Category    func(name, id string) string
	SubCategory func(categoryName, categoryID, name, id string) string
}

// Page is a page made of responses of the shop's API.
type Page struct {
	HTML      string // of the root element
	Requests  []render.Request
	Responses []render.Response
}

//go:embed plain.html
var source string

// Maker makes pages.
type Maker struct{ page *template.Template }

// New returns a Maker whose pages lead to paths.
func New(paths Paths) *Maker {
	page := template.Must(template.New("plain").Funcs(template.FuncMap{
		"productPath":  func(p product) string { return paths.Product(p.Name, p.ID) },
		"categoryPath": func(c named) string { return paths.Category(c.Name, c.ID) },
		"shelfPath": func(p product) string {
			return paths.SubCategory(p.Category.Name, p.Category.ID, p.SubCategory.Name, p.SubCategory.ID)
		},
		"subCategoryPath": func(s subCategory) string { return paths.SubCategory(s.Category.Name, s.Category.ID, s.Name, s.ID) },
		"cards":           func(v view, level int, products []product) cards { return cards{v, level, products} },
	}).Parse(source))
	return &Maker{page}
}

// Page makes a page of what fetch returns, and reports whether there is one: false where the shop's
// API refuses a part of it. Request and Response are those of rendered pages, for the web app.
func (m *Maker) Page(shop Shop, address Address, fetch func(render.Request) render.Response) (Page, bool) {
	page := Page{Requests: address.requests()}
	v := view{Shop: shop, Address: address, Text: strings.TrimSpace(address.Query.Get("q"))}
	for _, request := range page.Requests {
		response := fetch(request)
		if response.Status != http.StatusOK || v.read(request.Path, response.Body) != nil {
			return Page{}, false
		}
		page.Responses = append(page.Responses, response)
	}
	v.arrange()
	var html strings.Builder
	if err := m.page.Execute(&html, v); err != nil {
		return Page{}, false
	}
	page.HTML = html.String()
	return page, true
}

// named is a category or sub-category.
type named struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

type subCategory struct {
	named

	Category named `json:"category"`
}

type product struct {
	named

	Image       []string    `json:"image"`
	Unit        string      `json:"unit"`
	Price       money.Paise `json:"price"`
	Discount    money.Paise `json:"discount"`
	Stock       int         `json:"stock"`
	Description string      `json:"discription"`
	Category    named       `json:"category"`
	SubCategory named       `json:"subCategory"`
	Picture     struct {
		URL string `json:"url"`
	} `json:"picture"`
}

// Payable is the price after the discount.
func (p product) Payable() money.Paise { return p.Price - p.Discount }

type row struct {
	Category named     `json:"category"`
	Products []product `json:"products"`
}

// view is what the template shows.
type view struct {
	Shop    Shop
	Address Address
	Text    string // that is searched for

	Title      string
	Categories []named
	Shelves    []subCategory // of a listing's category
	Products   []product     // of a listing or a search, or similar to a product
	Total      int
	Pages      int
	Partial    bool
	Item       product // of a product's page
	Popular    []product
	Rows       []row
}

// cards is a list of products with headings of one level.
type cards struct {
	View     view
	Level    int
	Products []product
}

// read takes the parts that the template shows from a response.
func (v *view) read(path, body string) error {
	path, _, _ = strings.Cut(path, "?")
	var into any
	var list struct {
		Data    []product `json:"data"`
		Total   int       `json:"totalCount"`
		Pages   int       `json:"totalNoPage"`
		Partial bool      `json:"partial"`
	}
	var home struct {
		Data    []row     `json:"data"`
		Popular []product `json:"popular"`
	}
	switch path {
	case "/api/category/get":
		into = &struct{ Data *[]named }{&v.Categories}
	case "/api/subCategory/get":
		into = &struct{ Data *[]subCategory }{&v.Shelves}
	case "/api/product/getProductById":
		into = &struct{ Data *product }{&v.Item}
	case "/api/product/home":
		into = &home
	case "/api/product/getAll":
		into = &list
	default:
		return nil
	}
	if err := json.Unmarshal([]byte(body), into); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	if into == &home {
		v.Rows, v.Popular = home.Data, home.Popular
	}
	if into == &list {
		v.Products, v.Total, v.Pages, v.Partial = list.Data, list.Total, list.Pages, list.Partial
	}
	return nil
}

// arrange names the page and leaves out what it does not show.
func (v *view) arrange() {
	switch v.Address.Kind {
	case Search:
		v.Title = "All products"
		if v.Text != "" {
			v.Title = "Results for “" + v.Text + "”"
		}
	case Listing:
		var shelves []subCategory
		for _, shelf := range v.Shelves {
			if shelf.Category.ID == v.Address.Category {
				shelves = append([]subCategory{shelf}, shelves...)
			}
			if shelf.ID == v.Address.SubCategory {
				v.Title = shelf.Name
			}
		}
		v.Shelves = shelves
		for _, category := range v.Categories {
			if v.Title == "" && category.ID == v.Address.Category {
				v.Title = category.Name
			}
		}
	case Product:
		v.Title = v.Item.Name
		others := v.Products[:0]
		for _, similar := range v.Products {
			if similar.ID != v.Item.ID {
				others = append(others, similar)
			}
		}
		v.Products = others
	case Home:
		v.Title = v.Shop.Heading
	}
}

// tones are the hues of the categories in their order: web/src/ui/tone.ts.
var tones = [...]string{"coriander", "papaya", "sky", "turmeric", "chilli", "beetroot", "mint", "indigo"}

// Tone is the hue of a category; empty for one that is not among the shop's.
func (v view) Tone(category string) string {
	for i, c := range v.Categories {
		if c.ID == category {
			return tones[i%len(tones)]
		}
	}
	return ""
}

// Page is the number of the list's page.
func (v view) Page() int { return pageOf(v.Address.Query) }

// PageLink is the query of another page of the list.
func (v view) PageLink(number int) string {
	query := url.Values{}
	for name, values := range v.Address.Query {
		query[name] = values
	}
	query.Del("page")
	if number > 1 {
		query.Set("page", strconv.Itoa(number))
	}
	return "?" + query.Encode()
}

// Next and Before are the numbers of the pages beside the present one; 0 for none.
func (v view) Next() int {
	if v.Page() >= v.Pages {
		return 0
	}
	return v.Page() + 1
}

// Before is the number of the page before; 0 for none.
func (v view) Before() int { return v.Page() - 1 }

var stored = regexp.MustCompile(`^(/media/[0-9a-z]{26})(\.[a-z]+)$`)

// Small is a product's picture as a list shows it, 320 px wide where the shop keeps that size.
func (v view) Small(p product) string { return v.sized(p, "-320") }

// Large is a product's picture as its own page shows it.
func (v view) Large(p product) string {
	if v.Address.SavesData {
		return v.Small(p)
	}
	return v.sized(p, "-640")
}

func (v view) sized(p product, size string) string {
	if len(p.Image) == 0 || p.Image[0] == "" {
		return p.Picture.URL
	}
	return stored.ReplaceAllString(p.Image[0], "${1}"+size+"${2}")
}
