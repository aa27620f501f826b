package drawing

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// fileOf returns the file name and label of a drawing, separated by a space.
func fileOf(d Drawing) string {
	name := d.URL[strings.LastIndexByte(d.URL, '/')+1:]
	if d.Label != "" {
		name += " " + d.Label
	}
	return name
}

func TestOf_showsTheThingOrItsPackage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		thing Thing
		want  string
	}{
		{Thing{Name: "Cauliflower, Medium", Category: "Fruits & Vegetables"}, "cauli-leaf.svg Gobhi"},
		{Thing{Name: "Bottle Gourd", Category: "Vegetables"}, "gourd-lime.svg Lauki"},
		{Thing{Name: "Fresh Okra", Category: "Vegetables"}, "pods-leaf.svg Bhindi"},
		{Thing{Name: "Aloo", Category: "Sabzi"}, "potato.webp"},
		{Thing{Name: "Pyaaz Nashik", Category: "Vegetables"}, "onion.webp"},
		{Thing{Name: "Doodh", Unit: "1 L"}, "carton-sky.svg Milk"},
		{Thing{Name: "பால்", Unit: "1 L"}, "carton-sky.svg Milk"},
		{Thing{Name: "Farm Brown Bread"}, "bread.webp"},
		{Thing{Name: "Country Eggs", Unit: "6 pcs"}, "egg.webp"},
		{Thing{Name: "Toor Dal, Unpolished", Unit: "1 kg"}, "pile-toor.svg Toor Dal"},
		{Thing{Name: "Tokri Shampoo for Men", Brand: "Tokri"}, "pump-pink.svg Shampoo"},
		{Thing{Name: "Neem Soap with Tulsi"}, "bar-leaf.svg Neem Soap"},
		{Thing{Name: "Mango Lassi", Unit: "200 ml"}, "carton-orange.svg Mango Lassi"},
		{Thing{Name: "Kachi Ghani Mustard Oil", Unit: "1 L"}, "bottle-toor.svg Mustard Oil"},
		{Thing{Name: "Butter Cookies"}, "cookie.webp"},
		{Thing{Name: "Crackle - Royale Chocolate", SubCategory: "Health Drinks"}, "jar-choco.svg Health Drink"},
		{Thing{Name: "Sour Cream Potato Chips", SubCategory: "Chips & Wafers"}, "pouch-amber.svg Chips"},
		{Thing{Name: "Chicken Treats", SubCategory: "Pet Food"}, "petbag-orange.svg Pet Treats"},
		{Thing{Name: "Gentle Shampoo", SubCategory: "Pet Grooming"}, "pump-brown.svg Pet Shampoo"},
		{Thing{Name: "Tokri Organic - Toor Dal", Brand: "Tokri", SubCategory: "Staples"}, "pile-toor.svg Toor Dal"},
		{Thing{Name: "Grandma's Cookies - Milk", SubCategory: "Biscuits"}, "cookie.webp"},
		{Thing{Name: "Tokri Coffee - Pure Milk Chocolate", Brand: "Tokri", SubCategory: "Chocolates & Biscuits"}, "bar-choco.svg Coffee Chocolate"},
		{Thing{Name: "Homestyle - Garlic Paste", SubCategory: "Masalas & Spices"}, "jar-coral.svg Garlic Paste"},
		{Thing{Name: "Wombat Deluxe", Type: "Lunch Boxes", SubCategory: "Storage & Accessories"}, "tiffin-coral.svg Lunch Box"},
		{Thing{Name: "Wombat Deluxe", SubCategory: "Shampoos"}, "pump-pink.svg Shampoo"},
		{Thing{Name: "Wombat Deluxe", Unit: "500 ml"}, "bottle-leaf.svg Wombat Deluxe"},
		{Thing{Name: "Wombat Deluxe"}, "pouch-leaf.svg Wombat Deluxe"},
	} {
		if got := fileOf(Of(c.thing)); got != c.want {
			t.Errorf("%+v is drawn as %s, want %s", c.thing, got, c.want)
		}
	}
}

func TestOf_ignoresTheBrandInTheName(t *testing.T) {
	t.Parallel()
	with, without := Of(Thing{Name: "Honey Bee Detergent Powder", Brand: "Honey Bee"}), Of(Thing{Name: "Detergent Powder"})
	with.Brand = "" // shown on the package, apart from the label
	if with != without {
		t.Errorf("drawn with the brand as %+v, without as %+v, want only the label to differ", with, without)
	}
	if got := Of(Thing{Name: "Tokri", Brand: "Tokri"}); got.Label != "Tokri" {
		t.Errorf("a thing that is called like its brand is labeled %q, want %q", got.Label, "Tokri")
	}
}

func TestTable_refersToExistingDrawings(t *testing.T) {
	t.Parallel()
	w := table()
	words := 0
	for _, p := range []*phrases{w.names, w.weakNames, w.produce, w.categories, w.wide, w.units} {
		for phrase, meanings := range p.entries {
			words++
			for _, e := range meanings {
				if e.picture == swallow {
					continue
				}
				d := w.draw(e, Thing{Name: phrase}, wordsOf(phrase))
				if _, _, found := file(d.URL[strings.LastIndexByte(d.URL, '/')+1:]); !found {
					t.Errorf("%q is drawn at %s, which does not exist", phrase, d.URL)
				}
			}
		}
	}
	for phrase, meanings := range w.flavors.entries {
		if _, found := loadArt().svg("pouch", meanings[0].tint); !found {
			t.Errorf("the flavor %q has the tint %q, which does not exist", phrase, meanings[0].tint)
		}
	}
	if words < 600 {
		t.Errorf("the table has %d phrases, want at least 600", words)
	}
}

func TestTiles_areAllDifferent(t *testing.T) {
	t.Parallel()
	var tiles Tiles
	seen := map[string]string{}
	add := func(thing Thing) {
		d := tiles.Assign(thing)
		if other, found := seen[d.URL]; found {
			t.Errorf("%s and %s have the same picture %s", other, thing.SubCategory, d.URL)
		}
		seen[d.URL] = thing.SubCategory
	}
	for _, category := range []string{"Vegetables", "Organic Vegetables", "Snacks", "Gourmet Snacks", "Zzz"} {
		add(Thing{Category: category})
		for _, sub := range []string{"Fresh Vegetables", "Cut Vegetables", "Breads", "Bread & Buns", "Tea", "Tea Bags", "Qqq", "Other"} {
			add(Thing{SubCategory: sub, Category: category})
		}
	}
	if got := fileOf(*new(Tiles).Assign(Thing{Category: "Dals & Pulses"})); got != "pile-toor.svg Dal" {
		t.Errorf("the tile of dals is %s, want pile-toor.svg Dal", got)
	}
}

func TestHandler_servesWellFormedDrawingsAsImmutable(t *testing.T) {
	t.Parallel()
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return w
	}
	for shape := range loadArt().symbols {
		w := get(urlOf(shape + "-gold.svg"))
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, headers %v, want 200 image/svg+xml, immutable", shape, w.Code, w.Header())
		}
		if text := w.Body.String(); strings.Contains(text, "var(") || len(text) > 9_000 {
			t.Errorf("%s has %d bytes, want at most 9000 and no var(): %.80s", shape, len(text), text)
		}
		for decoder := xml.NewDecoder(w.Body); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(shape, err)
			}
		}
	}
	if w := get(urlOf("tomato.webp")); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/webp" {
		t.Errorf("tomato: %d, headers %v, want 200 image/webp", w.Code, w.Header())
	}
	if w := get(Prefix + "00000000/jar-gold.svg"); w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("a drawing of another version: %d, headers %v, want 200 no-cache", w.Code, w.Header())
	}
	for _, name := range []string{"jar-nothing.svg", "nothing-gold.svg", "nothing.webp", "jar.svg", "../words.csv", ""} {
		if w := get(urlOf(name)); w.Code != http.StatusNotFound || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%q: %d, headers %v, want 404 no-store", name, w.Code, w.Header())
		}
	}
}

func BenchmarkOf(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		Of(Thing{Name: fmt.Sprintf("Tokri Butter %d - Salted, Pasteurised", i%7), Brand: "Tokri", Unit: "500 g", SubCategory: "Butter & Cheese", Category: "Dairy"})
	}
}

func TestOf_showsAShortBrandOnAPackage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		thing Thing
		want  string
	}{
		{Thing{Name: "Mango Pickle", Brand: "Tokri"}, "Tokri"},
		{Thing{Name: "Toor Dal", Brand: "Tokri"}, ""},
		{Thing{Name: "Mango Pickle", Brand: "A brand that is much too long"}, ""},
		{Thing{Name: "Mango Pickle"}, ""},
	} {
		if got := Of(c.thing).Brand; got != c.want {
			t.Errorf("%+v has the brand %q, want %q", c.thing, got, c.want)
		}
	}
}
