package app

import (
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"kirana/internal/catalog"
	"kirana/internal/config"
	"kirana/internal/language"
	"kirana/internal/payment"
)

// homeScript renders the home page as the names and prices of its rows, and any other page as its path.
const homeScript = `
globalThis.rendered = {}
globalThis.startRendering = (path, branding) => {
  const home = JSON.parse(JSON.parse(callShop('GET', '/api/product/home', '')).body)
  const products = home.data.flatMap(({ products }) => products)
  rendered.html = '<h1>' + path + '</h1>' + products.map(({ name, price }) => name + ' at ' + price).join(', ')
}`

// isPlain reports whether a page shows a product and embeds the data for the web app, which does
// not hydrate it.
func isPlain(page, name string) bool {
	return strings.Contains(page, ">"+html.EscapeString(name)+"</") && strings.Contains(page, `"plain":true`) && !strings.Contains(page, ">empty<")
}

// homeFiles is a storefront that renders its pages with homeScript.
var homeFiles = fstest.MapFS{
	"index.html":      {Data: []byte(`<head><!--head--></head><div id="root"><!--page-->empty<!--/page--></div><!--data-->`)},
	".server/page.js": {Data: []byte(homeScript)},
}

// openRenderedShop serves a demo shop whose storefront renders pages once prepare was called.
func openRenderedShop(t *testing.T, databaseURL string, files fs.FS) (base string, f *features, prepare func()) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	base = "http://" + server.Listener.Addr().String()
	server.Config.Handler, f, prepare = openRendered(t, databaseURL, files, base)
	server.Start()
	t.Cleanup(server.Close)
	return base, f, prepare
}

// openRendered is openRenderedShop without a server: it returns the handler.
func openRendered(t testing.TB, databaseURL string, files fs.FS, base string) (handler http.Handler, f *features, prepare func()) {
	t.Helper()
	settings := config.Config{CORSOrigins: []string{otherOrigin}}
	settings.DataDir, settings.DatabaseURL = t.TempDir(), databaseURL
	if databaseURL == "" {
		copyDemo(t, settings.DataDir)
	}
	f, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	f.takeOrders(payment.Config{})
	if err := stockDemo(t.Context(), f, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := f.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	api := f.router("test")
	site, rendered, err := newSite(files, pages{f.view, f.settings, base}, api, discard())
	if err != nil {
		t.Fatal(err)
	}
	return f.handler(api, site, base), f, rendered[language.English].Prepare
}

func TestAccountPages_areRenderedOnceForAllRedirectTargets(t *testing.T) {
	t.Parallel()
	base, _, prepare := openRenderedShop(t, "", fstest.MapFS{
		"index.html": homeFiles["index.html"],
		".server/page.js": {Data: []byte(`
globalThis.rendered = {}
let count = 0
globalThis.startRendering = (path) => {
  callShop('GET', '/api/settings', '')
  rendered.html = ` + "`<h1 data-count=\"${++count}\">${path}</h1>`" + `
}`)},
	})
	prepare()
	for _, page := range []struct{ address, content string }{
		{"/login", `<h1 data-count="1">/login</h1>`},
		{"/login?utm_source=mail", `<h1 data-count="1">/login</h1>`},
		{"/login?redirect=/cart", `<h1 data-count="2">/login?redirect=%2Fcart</h1>`},
		{"/login?redirect=%2Fcart", `<h1 data-count="2">/login?redirect=%2Fcart</h1>`},
		{"/login?redirect=/CheckOutPage", `<h1 data-count="3">/login?redirect=%2FCheckOutPage</h1>`},
		{"/login?redirect=/search?q=a+b%26c", `<h1 data-count="4">/login?redirect=%2Fsearch%3Fq%3Da%20b%26c</h1>`},
		{"/login?redirect=/b&redirect=/a", `<h1 data-count="4">/login?redirect=%2Fa</h1>`},
		{`/login?redirect=/"><script>alert(1)</script>`, `<h1 data-count="4">/login?redirect=%2F%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E</h1>`},
		{"/login?redirect=//evil.example", `<h1 data-count="1">/login</h1>`},
		{`/login?redirect=/\evil.example`, `<h1 data-count="1">/login</h1>`},
		{"/login?redirect=https://evil.example", `<h1 data-count="1">/login</h1>`},
		{"/login?redirect=%zz", ">empty<"},
		{"/register?redirect=/a", `<h1 data-count="5">/register?redirect=%2Fa</h1>`},
		{"/forgot-password", `<h1 data-count="6">/forgot-password</h1>`},
	} {
		_, body := get(t, base+strings.ReplaceAll(strings.ReplaceAll(page.address, `"`, "%22"), `\`, "%5C"))
		hasData := strings.Contains(body, `<script type="application/json" id="page-data">{"path":"/`)
		if !strings.Contains(body, page.content) || hasData != (page.content != ">empty<") {
			t.Errorf("%s is %s, want %s", page.address, body, page.content)
		}
	}
	// The web app replaces a skeleton by its own page, so a skeleton has no embedded data.
	_, body := get(t, base+"/dashboard/myorders?page=2")
	if !strings.Contains(body, `<h1 data-count="7">/dashboard/myorders</h1>`) || strings.Contains(body, "page-data") {
		t.Errorf("the page of orders is %s, want a skeleton with the heading and no embedded data", body)
	}
}

func TestPages_embedTheShopsProducts(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		base, f, prepare := openRenderedShop(t, databaseURL, homeFiles)
		prepare()
		client := &client{t: t, base: base}
		getSaving := func(path, saveData string) string {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Save-Data", saveData)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			return string(body)
		}
		get := func(path string) string { return getSaving(path, "") }
		product := f.view.Snapshot().Home()[0].Products[0]
		home := get("/")
		for _, part := range []string{product.Name + " at ", `<h1>/</h1>`, `<script type="application/json" id="page-data">{"path":"/"`} {
			if !strings.Contains(home, part) {
				t.Errorf("home lacks %s", part)
			}
		}
		for _, path := range []string{"/cart", "/dashboard", "/dashboard/desk/1042", "/product/none-01m82hg5bnetxhy7yff421ecp4", "/.server/page.js"} {
			if page := get(path); !strings.Contains(page, ">empty<") || strings.Contains(page, "page-data") {
				t.Errorf("%s is %s, want the empty document without embedded data", path, page)
			}
		}
		if page := getSaving("/", "on"); !isPlain(page, product.Name) {
			t.Error("home has pictures of every size for who saves data")
		}
		path := productPath(product.Name, product.ID)
		if page := get(escapedPath(path)); !strings.Contains(page, "<h1>"+escapedPath(path)) {
			t.Errorf("%s is %s, want its heading rendered", path, page)
		}
		if page := get("/?utm_source=mail"); !isPlain(page, product.Name) {
			t.Error("home is rendered for each query that somebody gives it")
		}
		if page := get("/product/another-name-" + product.ID); !isPlain(page, product.Name) {
			t.Error("a product is rendered for each name that somebody gives it")
		}
		client.login(demoAdminEmail, demoAdminPassword)
		client.must("PUT", "/product/update/"+product.ID, record{"price": 4321, "discount": 0})
		if page := get("/"); !strings.Contains(page, product.Name+" at 4321") {
			t.Error("a new price is not on home at once")
		}
	})
}

func TestPlainPages_showNamesPricesAndLinks(t *testing.T) {
	t.Parallel()
	base, f, _ := openRenderedShop(t, "", homeFiles)
	product := f.view.Snapshot().Home()[0].Products[0]
	word, _, _ := strings.Cut(product.Name, " ")
	shelf := escapedPath(subCategoryPath(catalog.SubCategory{
		ID: product.SubCategory.ID, Name: product.SubCategory.Name, CategoryID: product.Category.ID, Category: product.Category,
	}))
	link := `href="` + html.EscapeString(escapedPath(productPath(product.Name, product.ID))) + `"`
	for path, parts := range map[string][]string{
		"/":                            {link, ">" + product.Payable().String()},
		"/search?q=" + word:            {link, "Results for “" + word + "”", `<form action="/search"`, `name="q" value="` + word + `"`, ">" + product.Payable().String()},
		"/search?q=nothing+like%20it+": {"<title>nothing like it - Search - Kirana</title>", "No products found", `value="nothing like it"`},
		"/search?q=%3Cb%3E":            {"<title>&lt;b&gt; - Search - Kirana</title>"},
		"/search?q=&page=2":            {"<title>Search - Kirana</title>", "All products", `href="?q="`, `href="?page=3&amp;q="`},
		shelf + "?sort=name":           {link, "<h1>" + html.EscapeString(product.SubCategory.Name) + "</h1>"},
		"/product/other-" + product.ID: {"<h1>" + html.EscapeString(product.Name) + "</h1>", ">" + product.Payable().String()},
	} {
		status, page := get(t, base+path)
		if status != http.StatusOK || !strings.Contains(page, `"plain":true`) {
			t.Errorf("%s: %d, want 200 and the plain page:\n%s", path, status, page)
			continue
		}
		for _, part := range parts {
			if !strings.Contains(page, part) {
				t.Errorf("%s lacks %s:\n%s", path, part, page)
			}
		}
	}
	if _, page := get(t, base+`/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E`); strings.Contains(page, "<script>alert") {
		t.Error("a searched address lost its position")
	}
}

// It compares the class names of plain pages with those of the CSS modules.
func TestPlainPages_useTheClassesOfTheWebApp(t *testing.T) {
	t.Parallel()
	template, err := os.ReadFile("../plain/plain.html")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	err = filepath.WalkDir("../../web/src", func(path string, _ fs.DirEntry, err error) error {
		module, isModule := strings.CutSuffix(filepath.Base(path), ".module.css")
		if err != nil || !isModule {
			return err
		}
		css, err := os.ReadFile(path)
		for _, class := range regexp.MustCompile(`\.([a-zA-Z]\w*)`).FindAllStringSubmatch(string(css), -1) {
			known[module+"_"+class[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, class := range regexp.MustCompile(`[a-z-]+_[a-zA-Z]+`).FindAllString(string(template), -1) {
		if !known[class] {
			t.Errorf("the plain page's template has the class %s, want only classes of modules", class)
		}
	}
}
