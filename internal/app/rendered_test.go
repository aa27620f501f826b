package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"kirana/internal/config"
	"kirana/internal/payment"
)

// homeScript renders the names and prices of home's rows, and any other page as its path.
const homeScript = `
globalThis.rendered = {}
globalThis.startRendering = (path, branding) => {
  const home = JSON.parse(JSON.parse(callShop('GET', '/api/product/home', '')).body)
  const products = home.data.flatMap(({ products }) => products)
  rendered.html = '<h1>' + path + '</h1>' + products.map(({ name, price }) => name + ' at ' + price).join(', ')
}`

func openRenderedShop(t *testing.T, databaseURL string) (base string, f *features) {
	t.Helper()
	settings := config.Config{CORSOrigins: []string{otherOrigin}}
	settings.DataDir, settings.DatabaseURL = t.TempDir(), databaseURL
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
	files := fstest.MapFS{
		"index.html":      {Data: []byte(`<head><!--head--></head><div id="root"><!--page-->outline<!--/page--></div><!--data-->`)},
		".server/page.js": {Data: []byte(homeScript)},
	}
	api := f.router("test")
	server := httptest.NewUnstartedServer(nil)
	base = "http://" + server.Listener.Addr().String()
	site, rendered, err := newSite(files, pages{f.view, f.settings, base, f.clock}, api, discard())
	if err != nil {
		t.Fatal(err)
	}
	rendered.Prepare()
	server.Config.Handler = f.handler(api, site, base)
	server.Start()
	t.Cleanup(server.Close)
	return base, f
}

func TestPages_comeWithWhatTheShopSells(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		base, f := openRenderedShop(t, databaseURL)
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
				t.Errorf("home has no %s", part)
			}
		}
		for _, path := range []string{"/?utm_source=mail", "/cart", "/dashboard", "/product/none-01m82hg5bnetxhy7yff421ecp4", "/.server/page.js"} {
			if page := get(path); !strings.Contains(page, "outline") || strings.Contains(page, "page-data") {
				t.Errorf("%s is %s", path, page)
			}
		}
		if page := getSaving("/", "on"); !strings.Contains(page, "outline") {
			t.Error("home has pictures of every size for who saves data")
		}
		path := productPath(product.Name, product.ID)
		if page := get(escapedPath(path)); !strings.Contains(page, "<h1>"+escapedPath(path)) {
			t.Errorf("%s is %s", path, page)
		}
		if page := get("/product/another-name-" + product.ID); !strings.Contains(page, "outline") {
			t.Error("a product is rendered for each name that somebody gives it")
		}
		client.login(demoAdminEmail, demoAdminPassword)
		client.must("PUT", "/product/update/"+product.ID, record{"price": 4321, "discount": 0})
		if page := get("/"); !strings.Contains(page, product.Name+" at 4321") {
			t.Error("a new price is not on home at once")
		}
	})
}
