// Package plain renders the storefront's public pages from one Go template, without the web app.
// The pages have the same names, prices, pictures and links, and a search form that works without
// JavaScript. A page takes a few milliseconds at most, so this package renders the pages that are
// not pre-rendered, such as search results. The web app then replaces the page without a further
// request.
package plain

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/render"
)

// Kind identifies one of the public pages.
type Kind int

// The public pages.
const (
	Home Kind = iota + 1
	Listing
	Product
	Search
)

// Shop holds the shop's data shown on every page.
type Shop struct {
	Name      string
	Heading   string // of the banner on the home page
	Logo      string // picture URL; may be empty
	ShowsName bool   // show the name instead of the app's logo
}

// Address selects the page and its content.
type Address struct {
	Kind        Kind
	Path        string // decoded
	Query       url.Values
	Category    string // category ID, for a listing
	SubCategory string // sub-category ID, for a listing of a sub-category
	Product     string // product ID, for a product page
	SavesData   bool   // the visitor asks for small pictures
}

// Paths returns the paths of pages, as in the web app's links.
type Paths struct {
	Product     func(name, id string) string
	Category    func(name, id string) string
	SubCategory func(categoryName, categoryID, name, id string) string
}

// Page is a rendered page, with the API responses that it was rendered from.
type Page struct {
	HTML      string // of the root element
	Requests  []render.Request
	Responses []render.Response
}

//go:embed plain.html
var source string

// Renderer renders pages.
type Renderer struct{ page *template.Template }

// New returns a Renderer whose links have these paths.
func New(paths Paths) *Renderer {
	page := template.Must(template.New("plain").Funcs(template.FuncMap{
		"productPath":  func(p product) string { return paths.Product(p.Name, p.ID) },
		"categoryPath": func(c namedRecord) string { return paths.Category(c.Name, c.ID) },
		"subCategoryPathOf": func(p product) string {
			return paths.SubCategory(p.Category.Name, p.Category.ID, p.SubCategory.Name, p.SubCategory.ID)
		},
		"subCategoryPath": func(s subCategory) string { return paths.SubCategory(s.Category.Name, s.Category.ID, s.Name, s.ID) },
		"cards":           func(v view, level int, products []product) cards { return cards{v, level, products} },
		"diet":            func(v view, p product) dietMark { return dietMark{v, p.DietMark} },
	}).Parse(source))
	return &Renderer{page}
}

// Page renders a page in a language from the responses that fetch returns. ok is false if fetch returns
// a refusal, or a response that cannot be rendered. The result has the same requests and responses as
// a page rendered by the web app.
func (r *Renderer) Page(lang string, shop Shop, address Address, fetch func(render.Request) render.Response) (page Page, ok bool) {
	page.Requests = address.requests()
	v := view{lang: lang, Shop: shop, Address: address, Text: strings.TrimSpace(address.Query.Get("q"))}
	for _, request := range page.Requests {
		response := fetch(request)
		if response.Status != http.StatusOK || v.read(request.Path, response.Body) != nil {
			return Page{}, false
		}
		page.Responses = append(page.Responses, response)
	}
	v.complete()
	var html strings.Builder
	if err := r.page.Execute(&html, v); err != nil {
		return Page{}, false
	}
	page.HTML = html.String()
	return page, true
}

// namedRecord is a record with an ID and a name, such as a category.
type namedRecord struct {
	ID    string            `json:"_id"`
	Name  string            `json:"name"`
	Names map[string]string `json:"names"` // by language
}

func (n namedRecord) nameIn(lang string) string { return cmp.Or(n.Names[lang], n.Name) }

type subCategory struct {
	namedRecord

	Category namedRecord `json:"category"`
}

type product struct {
	namedRecord

	Image       []string    `json:"image"`
	OwnImages   bool        `json:"ownImages"`
	Unit        string      `json:"unit"`
	UnitPrice   *unitPrice  `json:"unitPrice"`
	DietMark    string      `json:"dietMark"` // VEG, NON_VEG or ""
	Price       money.Paise `json:"price"`
	Discount    money.Paise `json:"discount"`
	Stock       int         `json:"stock"`
	Description string      `json:"discription"`
	Category    namedRecord `json:"category"`
	SubCategory namedRecord `json:"subCategory"`
}

// unitPrice is the price of a measure, such as 100 g or a piece.
type unitPrice struct {
	Price money.Paise `json:"price"`
	Per   string      `json:"per"`
}

// Payable returns the price after the discount.
func (p product) Payable() money.Paise { return p.Price - p.Discount }

type row struct {
	Category namedRecord `json:"category"`
	Products []product   `json:"products"`
}

// view is the template's data.
type view struct {
	lang    string
	Shop    Shop
	Address Address
	Text    string // search text

	Title         string
	Categories    []namedRecord
	SubCategories []subCategory // of a listing's category
	Products      []product     // of a listing or a search, or similar to a product
	Total         int
	Pages         int
	Partial       bool
	Item          product // of a product page
	Popular       []product
	Everyday      bool // Popular holds everyday needs
	Rows          []row
}

// cards is a list of products below headings of one level.
type cards struct {
	View     view
	Level    int
	Products []product
}

// dietMark is the vegetarian mark of a product.
type dietMark struct {
	View view
	Mark string
}

// read decodes the parts of a response that the template shows.
func (v *view) read(path, body string) error {
	path, _, _ = strings.Cut(path, "?")
	var target any
	var list struct {
		Data    []product `json:"data"`
		Total   int       `json:"totalCount"`
		Pages   int       `json:"totalNoPage"`
		Partial bool      `json:"partial"`
	}
	var home struct {
		Data    []row     `json:"data"`
		Popular []product `json:"popular"`

		Everyday bool `json:"everyday"`
	}
	switch path {
	case "/api/category/get":
		target = &struct{ Data *[]namedRecord }{&v.Categories}
	case "/api/subCategory/get":
		target = &struct{ Data *[]subCategory }{&v.SubCategories}
	case "/api/product/getProductById":
		target = &struct{ Data *product }{&v.Item}
	case "/api/product/home":
		target = &home
	case "/api/product/getAll":
		target = &list
	default:
		return nil
	}
	if err := json.Unmarshal([]byte(body), target); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	if target == &home {
		v.Rows, v.Popular, v.Everyday = home.Data, home.Popular, home.Everyday
	}
	if target == &list {
		v.Products, v.Total, v.Pages, v.Partial = list.Data, list.Total, list.Pages, list.Partial
	}
	return nil
}

// T returns a message in the page's language.
func (v view) T(format string, args ...any) string { return language.Text(v.lang, format, args...) }

// Name returns the name of a record in the page's language.
func (v view) Name(record interface{ nameIn(lang string) string }) string {
	return record.nameIn(v.lang)
}

// Unit returns the unit of a product in the page's language.
func (v view) Unit(p product) string { return language.Unit(v.lang, p.Unit) }

// PerMeasure returns a unit price as the web app's cards show it: "₹5.60 per 100 g".
func (v view) PerMeasure(u unitPrice) string {
	if u.Per == "piece" {
		return v.T("%s per piece", u.Price)
	}
	return v.T("%s per %s", u.Price, u.Per)
}

// complete sets the title, and removes records that the page does not show.
func (v *view) complete() {
	switch v.Address.Kind {
	case Search:
		v.Title = v.T("All products")
		if v.Text != "" {
			v.Title = v.T("Results for “%s”", v.Text)
		}
	case Listing:
		var subCategories []subCategory
		for _, s := range v.SubCategories {
			if s.Category.ID == v.Address.Category {
				subCategories = append([]subCategory{s}, subCategories...)
			}
			if s.ID == v.Address.SubCategory {
				v.Title = v.Name(s)
			}
		}
		v.SubCategories = subCategories
		for _, category := range v.Categories {
			if v.Title == "" && category.ID == v.Address.Category {
				v.Title = v.Name(category)
			}
		}
	case Product:
		v.Title = v.Name(v.Item)
		rest := v.Products[:0]
		for _, similar := range v.Products {
			if similar.ID != v.Item.ID {
				rest = append(rest, similar)
			}
		}
		v.Products = rest
	case Home:
		v.Title = v.Shop.Heading
	}
}

// tones are the color sets of the categories, in the order of web/src/ui/tone.ts.
var tones = [...]string{"coriander", "papaya", "sky", "turmeric", "chilli", "beetroot", "mint", "indigo"}

// Tone returns the color set of a category; "" for an unknown one.
func (v view) Tone(category string) string {
	for i, c := range v.Categories {
		if c.ID == category {
			return tones[i%len(tones)]
		}
	}
	return ""
}

// Page returns the number of the list's current page.
func (v view) Page() int { return pageOf(v.Address.Query) }

// PageLink returns the query for another page of the list.
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

// Next returns the number of the next page, or 0.
func (v view) Next() int {
	if v.Page() >= v.Pages {
		return 0
	}
	return v.Page() + 1
}

// Previous returns the number of the previous page, or 0.
func (v view) Previous() int { return v.Page() - 1 }

var storedImage = regexp.MustCompile(`^(/media/[0-9a-z]{26})(\.[a-z]+)$`)

// Small returns the URL of a product's picture in a list: an uploaded picture with its longer side of
// at most 320 pixels.
func (v view) Small(p product) string { return v.sized(p, "-320") }

// Large returns the URL of a product's picture on the product's page, of at most 640 pixels or, for a
// visitor who saves data, the URL of Small.
func (v view) Large(p product) string {
	if v.Address.SavesData {
		return v.Small(p)
	}
	return v.sized(p, "-640")
}

func (v view) sized(p product, size string) string {
	if !p.OwnImages {
		return p.Image[0]
	}
	return storedImage.ReplaceAllString(p.Image[0], "${1}"+size+"${2}")
}
