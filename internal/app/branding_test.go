package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"kirana/internal/config"
	"kirana/web"
)

const ganeshHours = `"hours":[["07:00","22:00"],["07:00","22:00"],["07:00","22:00"],["07:00","22:00"],["07:00","22:00"],["07:00","22:00"],[]],`

const ganesh = `{"name":"Ganesh <Stores>","tagline":"Fresh from the mandi.","phone":"90000 00012","address":"4 Main Road, Pune",
	"accent":"#4659a8",` + ganeshHours + `
	"legal":{"name":"Ganesh Traders"}}`

// openNamedShop serves the storefront's own index.html and returns the shop's address and services.
func openNamedShop(t *testing.T) (string, *features, *smallShop) {
	t.Helper()
	settings := config.Config{RateLimits: true}
	settings.DataDir = t.TempDir()
	f, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	var c smallShop
	if err := c.stock(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if err := f.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile("../../web/index.html")
	if err != nil {
		t.Fatal(err)
	}
	site, err := web.New(fstest.MapFS{"index.html": {Data: index}}, web.Pages{Head: pages{f.view, f.settings, "http://shop.example"}.head})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(f.handler(f.router("test"), site, "http://shop.test"))
	t.Cleanup(server.Close)
	return server.URL, f, &c
}

func TestBranding_isTheShopsOwnOnEveryPage(t *testing.T) {
	t.Parallel()
	base, f, c := openNamedShop(t)
	if _, err := f.settings.Update(t.Context(), []byte(ganesh)); err != nil {
		t.Fatal(err)
	}
	paths := []string{
		"/nothing", "/product/x-" + c.dal.ID, "/product/x-" + c.hidden.ID, "/x-" + c.subCategory.CategoryID + "/y-" + c.subCategory.ID,
		"/manifest.webmanifest", "/shop.css?v=1", "/shop-icon.svg?v=1", "/api/settings",
		"/api/docs", "/api/openapi.json",
	}
	for path := range titles {
		paths = append(paths, path)
	}
	for _, path := range paths {
		_, body := get(t, base+path)
		body = strings.ReplaceAll(body, "kirana_reset", "") // a cookie's name, which nobody reads
		for _, foreign := range []string{"kirana", "kırana"} {
			if strings.Contains(strings.ToLower(body), foreign) {
				t.Errorf("%s has the name %s, want no other than the shop's: %s", path, foreign, textAround(body, foreign))
			}
		}
		if strings.Contains(body, "<Stores>") && !strings.HasPrefix(body, "{") {
			t.Errorf("%s holds <Stores>, want the name escaped: %s", path, body)
		}
	}
	_, home := get(t, base+"/")
	for _, part := range []string{
		"<title>Ganesh &lt;Stores&gt;</title>", `property="og:site_name" content="Ganesh &lt;Stores&gt;"`,
		`<meta name="theme-color" content="#4659a8">`, `href="/shop.css?v=1"`,
		"Ganesh &lt;Stores&gt; needs JavaScript",
	} {
		if !strings.Contains(home, part) {
			t.Errorf("home lacks %s:\n%s", part, home)
		}
	}
	linked := linkedData(t, home, "GroceryStore")
	hours, ok := linked["openingHoursSpecification"].([]any)
	if linked["@type"] != "GroceryStore" || linked["name"] != "Ganesh <Stores>" || linked["telephone"] != "90000 00012" ||
		linked["legalName"] != "Ganesh Traders" || !ok || len(hours) != 6 {
		t.Errorf("home is linked as %v, want the GroceryStore Ganesh <Stores> with its phone, legal name and 6 opening hours", linked)
	}
	if _, css := get(t, base+"/shop.css"); !strings.Contains(css, "--header:#4659a8") {
		t.Errorf("the stylesheet is %s, want the header's color #4659a8", css)
	}
	var app struct {
		Name  string
		Icons []struct{ Src string }
	}
	if _, text := get(t, base+"/manifest.webmanifest"); json.Unmarshal([]byte(text), &app) != nil || app.Name != "Ganesh <Stores>" || app.Icons[0].Src != "/shop-icon.svg?v=1" {
		t.Errorf("the manifest is %s, want the name Ganesh <Stores> and the icon /shop-icon.svg?v=1", text)
	}
}

func TestBranding_isInRenderedPages(t *testing.T) {
	t.Parallel()
	base, f, prepare := openRenderedShop(t, "", builtFiles(t))
	prepare()
	expect := func(path string, parts ...string) {
		t.Helper()
		_, page := get(t, base+path)
		for _, part := range parts {
			if !strings.Contains(page, part) {
				t.Errorf("%s lacks %s:\n%s", path, part, page)
			}
		}
	}
	for _, path := range []string{"/", "/login", "/dashboard/myorders"} {
		expect(path, `aria-label="kirana"`)
	}
	// Without opening hours, because a closed shop has another heading.
	if _, err := f.settings.Update(t.Context(), []byte(strings.Replace(ganesh, ganeshHours, "", 1))); err != nil {
		t.Fatal(err)
	}
	const logo = `<span class="logo_name">Ganesh &lt;Stores&gt;</span>`
	expect("/", logo, "<h1>Fresh from the mandi.</h1>")
	expect("/login", logo)
	expect("/dashboard/myorders", logo)
}

func TestBranding_ofANewShopIsTheDefault(t *testing.T) {
	t.Parallel()
	base, _, _ := openNamedShop(t)
	_, home := get(t, base+"/")
	for _, part := range []string{
		"<title>Kirana</title>", "The corner shop, at your door. Sabzi, dal, doodh and the rest.", `content="#0a4252"`, `href="/favicon.svg"`, "Kirana needs JavaScript",
		`<a href="/">Go to Home</a></p></noscript>`,
	} {
		if !strings.Contains(home, part) {
			t.Errorf("home lacks %s:\n%s", part, home)
		}
	}
	for _, absent := range []string{"/shop.css", "GroceryStore"} {
		if strings.Contains(home, absent) {
			t.Errorf("home of a shop without branding holds %s:\n%s", absent, home)
		}
	}
}

func TestBranding_showsAChangeWithinASecond(t *testing.T) {
	t.Parallel()
	base, f, _ := openNamedShop(t)
	get(t, base+"/")
	if _, err := f.settings.Update(t.Context(), []byte(`{"name":"Ganesh Stores"}`)); err != nil {
		t.Fatal(err)
	}
	if _, page := get(t, base+"/"); !strings.Contains(page, "<title>Ganesh Stores</title>") {
		t.Errorf("home of the renamed shop lacks the title Ganesh Stores:\n%s", page)
	}
}

func TestBranding_isServedWhileTheDatabaseIsUnreachable(t *testing.T) {
	t.Parallel()
	base, f, _ := openNamedShop(t)
	if _, err := f.settings.Update(t.Context(), []byte(`{"name":"Ganesh Stores"}`)); err != nil {
		t.Fatal(err)
	}
	_ = f.db.Close()
	// After the cache of the settings has expired, reading them fails.
	for _, err := f.settings.Get(t.Context()); err == nil; _, err = f.settings.Get(t.Context()) {
	}
	for range 2 {
		status, page := get(t, base+"/cart")
		if status != 200 || !strings.Contains(page, "<title>Cart - Ganesh Stores</title>") {
			t.Fatalf("the cart page: %d, want 200 with the title Cart - Ganesh Stores\n%s", status, page)
		}
	}
}

// textAround returns the text around the first occurrence of a word.
func textAround(text, word string) string {
	at := strings.Index(strings.ToLower(text), word)
	return text[max(0, at-60):min(len(text), at+60)]
}

func TestBranding_hasPNGIconsOfTheLogoOrInitial(t *testing.T) {
	t.Parallel()
	base, f, _ := openNamedShop(t)
	red := image.NewRGBA(image.Rect(0, 0, 300, 100))
	draw.Draw(red, red.Bounds(), image.NewUniform(color.RGBA{0xd0, 0, 0, 0xff}), image.Point{}, draw.Src)
	var upload bytes.Buffer
	if err := png.Encode(&upload, red); err != nil {
		t.Fatal(err)
	}
	logo, err := f.pictures.Accept(t.Context(), &upload)
	if err != nil {
		t.Fatal(err)
	}
	isRed := func(c color.Color) bool { r, g, _, _ := c.RGBA(); return r > 0xb000 && g < 0x2000 }
	isAccent := func(c color.Color) bool { return c == color.RGBA{0x46, 0x59, 0xa8, 0xff} }
	isWhite := func(c color.Color) bool { return c == color.RGBA{0xff, 0xff, 0xff, 0xff} }
	for _, want := range []struct {
		settings     string
		middle, edge func(color.Color) bool
	}{
		{`{"name":"Ganesh Stores","accent":"#4659a8","logo":"` + logo + `"}`, isRed, isWhite},
		{`{"name":"Hari","accent":"#4659a8","logo":""}`, not(isAccent), isAccent},
		{`{"name":"गणेश","accent":"#4659a8","logo":"/media/00000000000000000000000000.png"}`, not(isAccent), isAccent},
	} {
		if _, err := f.settings.Update(t.Context(), []byte(want.settings)); err != nil {
			t.Fatal(err)
		}
		var app struct {
			Icons []struct{ Src, Sizes, Purpose string }
		}
		if _, text := get(t, base+"/manifest.webmanifest"); json.Unmarshal([]byte(text), &app) != nil || len(app.Icons) != 4 {
			t.Fatalf("the manifest is %s, want four icons", text)
		}
		_, home := get(t, base+"/")
		_, touch, found := strings.Cut(home, `rel="apple-touch-icon" href="`)
		touch, _, _ = strings.Cut(touch, `"`)
		if !found {
			t.Fatalf("home has no apple-touch-icon:\n%s", home)
		}
		icons := map[string]string{touch: "180x180"}
		for _, icon := range app.Icons[1:] {
			icons[icon.Src] = icon.Sizes
		}
		for address, size := range icons {
			status, body := get(t, base+address)
			icon, err := png.Decode(strings.NewReader(body))
			if err != nil {
				t.Fatalf("%s: %d, %v, want a PNG", address, status, err)
			}
			bounds := icon.Bounds()
			if got := fmt.Sprintf("%dx%d", bounds.Dx(), bounds.Dy()); got != size {
				t.Errorf("%s is %s, want %s", address, got, size)
			}
			if middle := icon.At(bounds.Dx()/2, bounds.Dy()/2); !want.middle(middle) {
				t.Errorf("%s of %s has %v in its middle, want red for a logo, otherwise no accent", address, want.settings, middle)
			}
			if edge := icon.At(1, 1); !want.edge(edge) {
				t.Errorf("%s of %s has %v at its edge, want white around the logo, otherwise the accent", address, want.settings, edge)
			}
		}
	}
}

func not(is func(color.Color) bool) func(color.Color) bool {
	return func(c color.Color) bool { return !is(c) }
}
