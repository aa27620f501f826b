package app

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/httpcache"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/ucp"
)

// Limits of the product data specification, in characters: https://support.google.com/merchants/answer/7052112
const (
	maxFeedTitle       = 150
	maxFeedDescription = 5000
	maxFeedBrand       = 70
	maxFeedType        = 750
)

// productFeed serves the published products with a price and their own picture to shopping search engines, as RSS 2.0 with
// the namespace http://base.google.com/ns/1.0. It returns 404 until the owner enables it.
type productFeed struct {
	catalog  *view.View
	settings *settings.Service
	clock    clock.Clock
	public   string // the shop's address, without a trailing slash

	// The feed is cached: encoding that of a large shop takes as long as a thousand calls, and anybody may request it.
	mu      sync.Mutex
	cached  *httpcache.Response
	version feedVersion
}

// feedVersion has the versions of the data in a feed, and when it was encoded.
type feedVersion struct {
	catalog, stock uint64
	settings       int
	at             time.Time
}

// feedMaxAge is how long a feed may show an old stock, because every order changes the stock. It is also the feed's
// max-age.
const feedMaxAge = 5 * time.Minute

// isFresh reports whether a feed of version v may be served instead of a new one.
func (v feedVersion) isFresh(next feedVersion) bool {
	return v.catalog == next.catalog && v.settings == next.settings && (v.stock == next.stock || next.at.Sub(v.at) < feedMaxAge)
}

func newProductFeed(f *features, publicURL string) *productFeed {
	return &productFeed{catalog: f.view, settings: f.settings, clock: f.clock, public: publicURL}
}

// withFiles adds the files for programs to the storefront: sitemap, robots.txt, product feed, and the profile for shopping
// agents.
func (f *features) withFiles(publicURL string, site http.Handler) http.Handler {
	return ucp.Pages(publicURL, withSitemap(f.view, publicURL, withProductFeed(newProductFeed(f, publicURL), site)))
}

func withProductFeed(feed *productFeed, site http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /feed/products.xml", feed)
	mux.Handle("/", site)
	return mux
}

// ServeHTTP serves the feed.
func (f *productFeed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	shop, version := f.settings.GetOrLast(r.Context())
	if !shop.ProductFeed {
		http.NotFound(w, r)
		return
	}
	feed, err := f.current(shop, version)
	if err != nil {
		http.Error(w, "Something went wrong", http.StatusInternalServerError)
		return
	}
	feed.ServeHTTP(w, r)
}

// current returns the cached feed, or encodes it again if it is not fresh.
func (f *productFeed) current(shop settings.Settings, version int) (*httpcache.Response, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	snapshot := f.catalog.Snapshot()
	next := feedVersion{snapshot.Version(), snapshot.StockVersion(), version, f.clock.Now()}
	if f.cached != nil && f.version.isFresh(next) {
		return f.cached, nil
	}
	var document bytes.Buffer
	if err := f.write(&document, shop, snapshot); err != nil {
		return nil, fmt.Errorf("write the product feed: %w", err)
	}
	f.cached = httpcache.New(document.Bytes(), httpcache.Headers{
		ContentType: "application/xml; charset=utf-8", CacheControl: "public, max-age=300", LastModified: next.at,
	})
	f.version = next
	return f.cached, nil
}

func (f *productFeed) write(w io.Writer, shop settings.Settings, snapshot *view.Snapshot) error {
	_, err := io.WriteString(w, xml.Header+`<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>`)
	if err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	channel := []struct{ name, text string }{
		{"title", shop.Name}, {"link", f.public + "/"}, {"description", shopDescription},
	}
	for _, e := range channel {
		if err := encoder.EncodeElement(e.text, xml.StartElement{Name: xml.Name{Local: e.name}}); err != nil {
			return err
		}
	}
	for p := range snapshot.Visible() {
		if p.Payable() <= 0 || len(p.Images) == 0 {
			continue
		}
		if err := encoder.EncodeElement(f.item(snapshot.ForShoppers(*p)), xml.StartElement{Name: xml.Name{Local: "item"}}); err != nil {
			return err
		}
	}
	if err := encoder.Close(); err != nil {
		return err
	}
	_, err = io.WriteString(w, "</channel></rss>\n")
	return err
}

// feedItem is a product with the field names of the product data specification.
type feedItem struct {
	ID               string   `xml:"g:id"`
	Title            string   `xml:"g:title"`
	Description      string   `xml:"g:description"`
	Link             string   `xml:"g:link"`
	Image            string   `xml:"g:image_link"`
	MoreImages       []string `xml:"g:additional_image_link"`
	Availability     string   `xml:"g:availability"`
	Price            string   `xml:"g:price"`
	SalePrice        string   `xml:"g:sale_price,omitempty"`
	Condition        string   `xml:"g:condition"`
	Brand            string   `xml:"g:brand,omitempty"`
	GTIN             string   `xml:"g:gtin,omitempty"`
	IdentifierExists string   `xml:"g:identifier_exists,omitempty"`
	ProductType      string   `xml:"g:product_type"`
	Measure          string   `xml:"g:unit_pricing_measure,omitempty"`
	BaseMeasure      string   `xml:"g:unit_pricing_base_measure,omitempty"`
}

// item returns the feed item of a product. The product needs the names of its category and sub-category.
func (f *productFeed) item(p catalog.Product) feedItem {
	title := p.Name
	if p.Unit != "" && !search.EndsWith(p.Name, p.Unit) {
		title += ", " + p.Unit
	}
	description := p.Description
	if description == "" {
		description = title
	}
	images := make([]string, len(p.Images))
	for i, image := range p.Images {
		images[i] = f.public + image
	}
	i := feedItem{
		ID: p.ID, Title: truncate(title, maxFeedTitle), Description: truncate(description, maxFeedDescription),
		Link: f.public + escapedPath(productPath(p.Name, p.ID)), Image: images[0], MoreImages: images[1:],
		Availability: "out_of_stock", Price: feedPrice(p.Price), Condition: "new", Brand: truncate(p.Brand(), maxFeedBrand),
		ProductType: truncate(p.Category.Name+" > "+p.SubCategory.Name, maxFeedType),
	}
	if p.Stock > 0 {
		i.Availability = "in_stock"
	}
	if p.Discount > 0 {
		i.SalePrice = feedPrice(p.Payable())
	}
	if i.GTIN = p.ArticleNumber(); i.GTIN == "" && i.Brand == "" {
		i.IdentifierExists = "no" // neither a GTIN nor a brand with a part number
	}
	i.Measure, i.BaseMeasure = feedMeasure(p.Unit)
	return i
}

// feedPrice formats an amount as "160.00 INR".
func feedPrice(amount money.Paise) string { return fmt.Sprintf("%d.%02d INR", amount/100, amount%100) }

// feedMeasure returns the amount of a unit and the reference amount of its unit price; "" for units without a weight or
// volume.
func feedMeasure(unit string) (measure, base string) {
	size, ok := search.Size(unit)
	switch {
	case !ok || size.Kind == search.Count:
		return "", ""
	case size.Kind == search.Mass:
		return thousandths(size.Value) + "g", "100g"
	}
	return thousandths(size.Value) + "ml", "100ml"
}

// thousandths formats milligrams as grams, or microliters as milliliters: "500", "0.5".
func thousandths(n int64) string {
	number := fmt.Sprintf("%d.%03d", n/1000, n%1000)
	return strings.TrimRight(strings.TrimRight(number, "0"), ".")
}

// truncate returns up to limit characters of a text.
func truncate(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit])
	}
	return text
}
