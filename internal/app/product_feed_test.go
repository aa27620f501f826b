package app

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestFeedItem_hasNoInStoreNumberAsAGTIN(t *testing.T) {
	t.Parallel()
	for barcode, want := range map[string]string{"2001234567893": "", "0212345678909": "", "212345678909": "", "20123451": "", "9812345678902": "", "0512345678900": "", "02001234567893": "", "8901234567890": "8901234567890", "012345678905": "012345678905"} {
		item := (&productFeed{}).item(catalog.Product{Name: "Loose Paneer", Facts: catalog.Facts{Barcode: barcode}, Images: catalog.Images{"/media/x.jpg"}})
		if item.GTIN != want || (want == "") != (item.IdentifierExists == "no") {
			t.Errorf("barcode %s: GTIN %q with identifier_exists %q, want %q, and \"no\" if that is empty",
				barcode, item.GTIN, item.IdentifierExists, want)
		}
	}
}

func TestFeedItem_namesTheSizeOnce(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Toor Dal": "Toor Dal, 1 kg", "Toor Dal 1 kg": "Toor Dal 1 kg", "Toor Dal 1KG": "Toor Dal 1KG"} {
		item := (&productFeed{}).item(catalog.Product{Name: name, Unit: "1 kg", Images: catalog.Images{"/media/x.jpg"}})
		if item.Title != want {
			t.Errorf("the title of %q is %q, want %q", name, item.Title, want)
		}
	}
}

// feedDocument is the feed as a crawler parses it.
type feedDocument struct {
	Version string `xml:"version,attr"`
	Channel struct {
		Title       string     `xml:"title"`
		Link        string     `xml:"link"`
		Description string     `xml:"description"`
		Items       []readItem `xml:"item"`
	} `xml:"channel"`
}

type readItem struct {
	Attributes []struct {
		XMLName xml.Name
		Text    string `xml:",chardata"`
	} `xml:",any"`
}

// attribute is a rule of the product data specification:
// https://support.google.com/merchants/answer/7052112
type attribute struct {
	required, repeated bool
	longest            int // in characters; 0 is unlimited
	pattern            *regexp.Regexp
}

var (
	feedAmountPattern  = regexp.MustCompile(`^\d+\.\d{2} [A-Z]{3}$`)
	feedMeasurePattern = regexp.MustCompile(`^\d+(\.\d+)?(mg|g|kg|ml|cl|l|ct)$`)
	feedAttributes     = map[string]attribute{
		"id":                        {required: true, longest: 50},
		"title":                     {required: true, longest: 150},
		"description":               {required: true, longest: 5000},
		"link":                      {required: true, longest: 2000, pattern: regexp.MustCompile(`^https?://\S+$`)},
		"image_link":                {required: true, longest: 2000, pattern: regexp.MustCompile(`^https?://\S+$`)},
		"additional_image_link":     {repeated: true, longest: 2000, pattern: regexp.MustCompile(`^https?://\S+$`)},
		"availability":              {required: true, pattern: regexp.MustCompile(`^(in_stock|out_of_stock|preorder|backorder)$`)},
		"price":                     {required: true, pattern: feedAmountPattern},
		"sale_price":                {pattern: feedAmountPattern},
		"condition":                 {required: true, pattern: regexp.MustCompile(`^(new|refurbished|used)$`)},
		"brand":                     {longest: 70},
		"gtin":                      {longest: 14, pattern: regexp.MustCompile(`^(\d{8}|\d{12}|\d{13}|\d{14})$`)},
		"identifier_exists":         {pattern: regexp.MustCompile(`^(yes|no)$`)},
		"product_type":              {longest: 750},
		"unit_pricing_measure":      {pattern: feedMeasurePattern},
		"unit_pricing_base_measure": {pattern: regexp.MustCompile(`^(1|10|100|2|4|8)(mg|g|kg|ml|cl|l|ct)$`)},
	}
)

// check checks an item against the rules and returns its attributes by name.
func (i readItem) check(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, a := range i.Attributes {
		name, text := a.XMLName.Local, a.Text
		rule, known := feedAttributes[name]
		switch {
		case !known || a.XMLName.Space != "http://base.google.com/ns/1.0":
			t.Errorf("the feed has %v, want attributes of the specification only", a.XMLName)
		case text == "" || rule.longest > 0 && utf8.RuneCountInString(text) > rule.longest || rule.pattern != nil && !rule.pattern.MatchString(text):
			t.Errorf("the attribute %s is %q, want at most %d letters of %v", name, text, rule.longest, rule.pattern)
		case len(found[name]) > 0 && !rule.repeated:
			t.Errorf("the attribute %s is repeated, want it once", name)
		}
		found[name] = append(found[name], text)
	}
	for name, rule := range feedAttributes {
		if rule.required && found[name] == nil {
			t.Errorf("the required attribute %s is missing in %v", name, found)
		}
	}
	return found
}

func readFeed(t *testing.T, base string) []map[string][]string {
	t.Helper()
	status, body := get(t, base+"/feed/products.xml")
	var document feedDocument
	if err := xml.Unmarshal([]byte(body), &document); err != nil || status != http.StatusOK || document.Version != "2.0" {
		t.Fatalf("the feed: %d, version %q, %v, want %d and %q", status, document.Version, err, http.StatusOK, "2.0")
	}
	if c := document.Channel; c.Title == "" || c.Description == "" || c.Link != "http://shop.example/" {
		t.Errorf("the channel is %+v, want a title, a description and the link http://shop.example/", c)
	}
	var items []map[string][]string
	for _, item := range document.Channel.Items {
		items = append(items, item.check(t))
	}
	return items
}

func TestProductFeed_listsPublishedProductsWithPicturesOnceEnabled(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		var c smallShop
		var f *features
		base := openShop(t, databaseURL, func(ctx context.Context, opened *features) error {
			f = opened
			return c.stock(ctx, f)
		})
		if status, _ := get(t, base+"/feed/products.xml"); status != http.StatusNotFound {
			t.Errorf("a feed that nobody switched on: %d, want %d", status, http.StatusNotFound)
		}
		if _, err := f.settings.Update(t.Context(), []byte(`{"productFeed":true}`)); err != nil {
			t.Fatal(err)
		}
		if items := readFeed(t, base); len(items) != 0 {
			t.Errorf("the feed lists %v, want none: the products have no pictures of their own", items)
		}
		images := catalog.Images{"/media/front.webp", "/media/back.webp"}
		details := catalog.Details{{Name: "Brand", Text: "Tata & Sons"}}
		barcode, name, unit := "8901030875021", strings.Repeat("Long ", 40), "6 x 200 ml"
		for _, id := range []string{c.dal.ID, c.soldOut.ID, c.hidden.ID} {
			if err := f.db.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, `UPDATE products SET images = $1 WHERE id = $2`, images, id)
			}); err != nil {
				t.Fatal(err)
			}
		}
		form := admin.ProductForm{Name: &name, Unit: &unit, Details: &details, Label: admin.LabelForm{Barcode: &barcode}}
		if _, err := f.admin.UpdateProduct(t.Context(), c.soldOut.ID, form); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{c.dal.ID, c.hidden.ID} {
			stock := 6
			if _, err := f.admin.UpdateProduct(t.Context(), id, admin.ProductForm{Stock: &stock}); err != nil {
				t.Fatal(err)
			}
		}
		items := readFeed(t, base)
		if len(items) != 2 {
			t.Fatalf("%d products, want the two that are published: %v", len(items), items)
		}
		slices.SortFunc(items, func(a, b map[string][]string) int { return len(a["gtin"]) - len(b["gtin"]) })
		dal, soldOut := items[0], items[1]
		for name, want := range map[string]string{
			"id": c.dal.ID, "title": evilName + ", 1 kg", "price": "160.00 INR", "sale_price": "149.50 INR", "availability": "in_stock", "condition": "new",
			"image_link": "http://shop.example/media/front.webp", "additional_image_link": "http://shop.example/media/back.webp", "identifier_exists": "no",
			"product_type": "Dal, Rice & more > Toor/Arhar", "unit_pricing_measure": "1000g", "unit_pricing_base_measure": "100g",
		} {
			if got := strings.Join(dal[name], "|"); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		for name, want := range map[string]string{
			"gtin": barcode, "brand": "Tata & Sons", "availability": "out_of_stock", "unit_pricing_measure": "1200ml", "identifier_exists": "",
		} {
			if got := strings.Join(soldOut[name], "|"); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		link, err := url.Parse(dal["link"][0])
		if err != nil {
			t.Fatal(err)
		}
		if status, _ := get(t, base+link.EscapedPath()); status != http.StatusOK {
			t.Errorf("%s responds with %d, want %d", link, status, http.StatusOK)
		}
	})
}

func TestProductFeed_returnsNotModifiedUntilSomethingChanges(t *testing.T) {
	t.Parallel()
	var c smallShop
	var f *features
	base := openShop(t, "", func(ctx context.Context, opened *features) error {
		f = opened
		return c.stock(ctx, f)
	})
	if _, err := f.settings.Update(t.Context(), []byte(`{"productFeed":true}`)); err != nil {
		t.Fatal(err)
	}
	if err := f.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `UPDATE products SET images = $1 WHERE id = $2`, catalog.Images{"/media/front.webp"}, c.dal.ID)
	}); err != nil {
		t.Fatal(err)
	}
	if err := f.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	request := func(header, value string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/feed/products.xml", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set(header, value)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = response.Body.Close() })
		return response
	}
	const byTag, byDate = "If-None-Match", "If-Modified-Since"
	first := request("Accept", "*/*")
	tag, modified := first.Header.Get("ETag"), first.Header.Get("Last-Modified")
	if response := request(byTag, tag); tag == "" || response.StatusCode != http.StatusNotModified {
		t.Errorf("If-None-Match with the tag %q of an unchanged feed: %s, want 304", tag, response.Status)
	}
	at, err := http.ParseTime(modified)
	if err != nil {
		t.Fatalf("Last-Modified is %q, want a time: %v", modified, err)
	}
	if response := request(byDate, modified); response.StatusCode != http.StatusNotModified || response.Header.Get("Last-Modified") != modified {
		t.Errorf("If-Modified-Since %s of an unchanged feed: %s, want 304 with the same Last-Modified", modified, response.Status)
	}
	if response := request(byDate, at.Add(-time.Second).Format(http.TimeFormat)); response.StatusCode != http.StatusOK {
		t.Errorf("If-Modified-Since a second before the feed was written: %s, want 200", response.Status)
	}
	price := c.dal.Price + 100
	if _, err := f.admin.UpdateProduct(t.Context(), c.dal.ID, admin.ProductForm{Price: &price}); err != nil {
		t.Fatal(err)
	}
	if response := request(byTag, tag); response.StatusCode != http.StatusOK || response.Header.Get("ETag") == tag {
		t.Errorf("after a price changed: %s with the tag %s, want 200 with another", response.Status, response.Header.Get("ETag"))
	}
}

func TestFeedVersion_isStaleForStockOnlyAfterFiveMinutes(t *testing.T) {
	t.Parallel()
	c := shoptest.Clock()
	written := feedVersion{catalog: 1, stock: 1, settings: 1, at: c.Now()}
	serves := func(changed feedVersion) bool {
		changed.at = c.Now()
		return written.isFresh(changed)
	}
	c.Advance(feedMaxAge - time.Second)
	switch {
	case !serves(feedVersion{catalog: 1, stock: 9, settings: 1}):
		t.Error("an order makes the next request write the feed again")
	case serves(feedVersion{catalog: 2, stock: 1, settings: 1}), serves(feedVersion{catalog: 1, stock: 1, settings: 2}):
		t.Error("a change by staff is not in the feed at once")
	}
	c.Advance(time.Second)
	if serves(feedVersion{catalog: 1, stock: 9, settings: 1}) || !serves(feedVersion{catalog: 1, stock: 1, settings: 1}) {
		t.Error("after five minutes the feed is not the newest, or it is written again though nothing changed")
	}
}
