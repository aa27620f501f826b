package web_test

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"kirana/internal/shoptest"
	"kirana/web"
)

func TestPage_policyAllowsItsOwnScriptsOnly(t *testing.T) {
	t.Parallel()
	const script, style = "\nlet a = 1\n", "p{color:red}"
	files := fstest.MapFS{"index.html": {Data: []byte(
		`<head><!--head--><style>` + style + `</style><script>` + script + `</script><script type="module" src="/a.js"></script></head>`,
	)}}
	site, err := web.New(files, web.Pages{Head: func(*http.Request) web.Head { return web.Head{Status: http.StatusOK} }})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'")
	site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))

	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	want := "default-src 'self'; script-src 'self' " + hash(script) + "; style-src 'self' " + hash(style) + "; img-src 'self'"
	if got := w.Header().Get("Content-Security-Policy"); got != want {
		t.Errorf("the policy is %s\nwant          %s", got, want)
	}
}

func TestSite_compressesFilesAndPagesAndSupportsETags(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("export const dal = 'dal'\n", 200)
	files := fstest.MapFS{
		"index.html":       {Data: []byte("<html><head><!--head--></head>" + strings.Repeat("<p>atta</p>", 200) + "</html>")},
		"assets/app-1.js":  {Data: []byte(text)},
		"assets/logo.webp": {Data: []byte(text)},
		"robots.txt":       {Data: []byte("User-agent: *")},
	}
	site, err := web.New(files, web.Pages{Head: func(r *http.Request) web.Head { return web.Head{Status: http.StatusOK, Title: r.URL.Path} }})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][2]string{
		"/assets/app-1.js":  {"br", "public, max-age=31536000, immutable"},
		"/assets/logo.webp": {"", "public, max-age=31536000, immutable"},
		"/robots.txt":       {"", "public, max-age=300"},
		"/cart":             {"br", "no-cache"},
	} {
		first := get(site, path, "Accept-Encoding", "gzip, deflate, br;q=1.0")
		if got := [2]string{first.Header().Get("Content-Encoding"), first.Header().Get("Cache-Control")}; got != want {
			t.Errorf("%s has the header %q, want %q", path, got, want)
		}
		again := get(site, path, "Accept-Encoding", "gzip, deflate, br;q=1.0", "If-None-Match", first.Header().Get("ETag"))
		if again.Code != http.StatusNotModified {
			t.Errorf("%s is sent again to a client that has it: %d", path, again.Code)
		}
	}
	if get(site, "/cart").Header().Get("ETag") == get(site, "/search").Header().Get("ETag") {
		t.Error("two pages have the same tag")
	}
	if missing := get(site, "/assets/app-2.js"); missing.Code != http.StatusNotFound {
		t.Errorf("a missing file returns %d", missing.Code)
	}
}

func TestSite_servesTheBuildsCompressedFiles(t *testing.T) {
	t.Parallel()
	script := strings.Repeat("export const dal = 'dal'\n", 200)
	files := fstest.MapFS{
		"index.html":         {Data: []byte("<html><head><!--head--></head></html>")},
		"assets/app-1.js":    {Data: []byte(script)},
		"assets/app-1.js.br": {Data: []byte("compressed by the build")},
		"archive.gz":         {Data: []byte("a file of its own")},
	}
	site, err := web.New(files, web.Pages{Head: func(*http.Request) web.Head { return web.Head{Status: http.StatusOK} }})
	if err != nil {
		t.Fatal(err)
	}
	for accepted, want := range map[string]string{"br": "compressed by the build", "": script} {
		if reply := get(site, "/assets/app-1.js", "Accept-Encoding", accepted); reply.Body.String() != want || reply.Header().Get("Content-Encoding") != accepted {
			t.Errorf("%q returned %q: %.100s", accepted, reply.Header().Get("Content-Encoding"), reply.Body)
		}
	}
	if reply := get(site, "/assets/app-1.js", "Accept-Encoding", "gzip"); decodedBody(t, reply) != script {
		t.Error("a response compressed by the server has another text")
	}
	if reply := get(site, "/assets/app-1.js.br", "Accept-Encoding", ""); reply.Code != http.StatusNotFound {
		t.Errorf("the compressed file has its own address: %d", reply.Code)
	}
	if reply := get(site, "/archive.gz", "Accept-Encoding", ""); reply.Code != http.StatusOK || reply.Body.String() != "a file of its own" {
		t.Errorf("a .gz file without an original returned %d", reply.Code)
	}
}

// hiddenFolder matches the folder of a translated storefront.
var hiddenFolder = regexp.MustCompile(`^\.[a-z]+/`)

// TestBuilt_hasThePicturesOfRenderedPages needs a built web app (make build).
func TestBuilt_hasThePicturesOfRenderedPages(t *testing.T) {
	t.Parallel()
	files := web.Built()
	script, err := fs.ReadFile(files, ".server/page.js")
	if err != nil {
		shoptest.SkipWithout(t, "the web app is not built: make build")
	}
	named := regexp.MustCompile(`/(assets/[\w.-]+\.(?:svg|webp|png))`).FindAllSubmatch(script, -1)
	for _, name := range named {
		if _, err := fs.Stat(files, string(name[1])); err != nil {
			t.Errorf("a rendered page has the picture %s: %v", name[1], err)
		}
	}
	if len(named) < 5 {
		t.Errorf("rendered pages have only %d pictures", len(named))
	}
}

// TestBuilt_isTheSameInEveryEncoding needs a built web app (make build).
func TestBuilt_isTheSameInEveryEncoding(t *testing.T) {
	t.Parallel()
	files := web.Built()
	site, err := web.New(files, web.Pages{})
	if err != nil {
		shoptest.SkipWithout(t, "the web app is not built: make build")
	}
	compressed := 0
	err = fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
		of, found := strings.CutSuffix(name, ".br")
		if err != nil || !found {
			return err
		}
		compressed++
		plain, err := fs.ReadFile(files, of)
		if err != nil {
			return err
		}
		tags := map[string]string{}
		for encoding, ending := range map[string]string{"": "", "br": ".br", "gzip": ".gz"} {
			if _, err := fs.Stat(files, of+ending); err != nil {
				continue // the build omits gzip where it saves nothing
			}
			reply := get(site, "/"+hiddenFolder.ReplaceAllString(of, ""), "Accept-Encoding", encoding)
			if got := reply.Header().Get("Content-Encoding"); got != encoding || decodedBody(t, reply) != string(plain) {
				t.Errorf("%s, requested in %q, was sent in %q with another text", of, encoding, got)
			}
			tag := reply.Header().Get("ETag")
			if other, taken := tags[tag]; taken {
				t.Errorf("%s has the same strong tag in %q and %q", of, encoding, other)
			}
			tags[tag] = encoding
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if compressed == 0 {
		t.Error("the build has compressed nothing")
	}
}

func TestPage_saysWithoutScriptsThatItIsNotFound(t *testing.T) {
	t.Parallel()
	site, err := web.New(fstest.MapFS{"index.html": {Data: []byte(`<head><!--head--></head><noscript><!--title--><!--/title--><p>Home</p></noscript>`)}}, web.Pages{
		Head: func(r *http.Request) web.Head {
			if r.URL.Path == "/cart" {
				return web.Head{Status: http.StatusOK, Title: "Cart"}
			}
			return web.Head{Status: http.StatusNotFound, Title: "No <page>"}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/nothing": "<noscript><h1>No &lt;page&gt;</h1><p>Home</p></noscript>", "/cart": "<noscript><!--title--><!--/title--><p>Home</p></noscript>",
	} {
		if page := get(site, path).Body.String(); !strings.Contains(page, want) {
			t.Errorf("%s is %s, want %s", path, page, want)
		}
	}
}

func TestPage_linksTheFilesOfItsRoute(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"index.html": {Data: []byte(`<head><!--head--><script type="module" src="/assets/app.js"></script><link rel="stylesheet" href="/assets/app.css"></head>` +
			`<div id="root"><!--page--><!--/page--></div><!--data--><noscript></noscript>`)},
		".pages.json": {Data: []byte(`{"/cart":["/assets/cart.js","/assets/cart.css"]}`)},
	}
	contents := map[string]web.Content{
		"rendered": {HTML: "<p>atta</p>", Data: []byte("{}"), Key: "1"},
		"skeleton": {HTML: "<p>a skeleton</p>", Key: "2"},
	}
	site, err := web.New(files, web.Pages{
		Head: func(r *http.Request) web.Head {
			return web.Head{Status: http.StatusOK, Title: r.URL.RawQuery, Route: r.URL.Path}
		},
		Content: func(r *http.Request, _ web.Head) (web.Content, bool) {
			content, found := contents[r.URL.RawQuery]
			return content, found
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	// The browser shows nothing of a page before its stylesheets are loaded.
	const links = `<link rel="stylesheet" href="/assets/app.css"><link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/cart.js">` +
		`<link rel="stylesheet" crossorigin href="/assets/cart.css"></head>`
	for query, root := range map[string]string{
		"rendered": `<div id="root"><p>atta</p></div><script type="application/json" id="page-data">{}</script><noscript>`,
		"skeleton": `<div id="root"><p>a skeleton</p></div><noscript>`,
		"empty":    `<div id="root"><!--page--><!--/page--></div><noscript>`,
	} {
		page := get(site, "/cart?"+query).Body.String()
		if !strings.Contains(page, links) || !strings.Contains(page, root) {
			t.Errorf("the %s page is %s, want %s and %s", query, page, links, root)
		}
	}
	if page := get(site, "/search?empty").Body.String(); strings.Contains(page, "cart.js") {
		t.Error("a page names the files of another")
	}
}

// get requests a path. headers are pairs of name and value.
func get(site *web.Site, path string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, request)
	return w
}

func decodedBody(t *testing.T, reply *httptest.ResponseRecorder) string {
	t.Helper()
	var reader io.Reader = reply.Body
	switch reply.Header().Get("Content-Encoding") {
	case "br":
		reader = brotli.NewReader(reader)
	case "gzip":
		var err error
		if reader, err = gzip.NewReader(reader); err != nil {
			t.Fatal(err)
		}
	}
	body, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestPage_isMadeAgainOnlyWhenItMayHaveChanged(t *testing.T) {
	t.Parallel()
	version, made := web.Version{1}, 0
	content := web.Content{HTML: "dal at 90", Key: "a"}
	status := http.StatusOK
	site, err := web.New(fstest.MapFS{"index.html": {Data: []byte(`<head><!--head--></head><div><!--page-->empty<!--/page--></div><!--data-->`)}}, web.Pages{
		Head:    func(*http.Request) web.Head { made++; return web.Head{Status: status, Rendered: true} },
		Content: func(*http.Request, web.Head) (web.Content, bool) { return content, content.HTML != "" },
		Version: func(context.Context) web.Version { return version },
	})
	if err != nil {
		t.Fatal(err)
	}
	expect := func(what, text string, times int) {
		t.Helper()
		made = 0
		for range 2 {
			if page := get(site, "/").Body.String(); !strings.Contains(page, text) {
				t.Errorf("%s: the page is %s", what, page)
			}
		}
		if made != times {
			t.Errorf("%s: made %d times, want %d", what, made, times)
		}
	}
	expect("a page", "dal at 90", 1)
	content = web.Content{HTML: "dal at 95", Key: "b"}
	expect("the same version", "dal at 90", 0)
	version = web.Version{1, 1}
	expect("another version", "dal at 95", 1)

	version, content.Stale = web.Version{2}, true
	expect("a page that waits to be rendered again", "dal at 95", 2)
	version, content = web.Version{3}, web.Content{}
	expect("a page that is not rendered yet", "empty", 2)
	version, content = web.Version{4}, web.Content{HTML: "plain dal"}
	expect("plain content", "plain dal", 2)
	version, content, status = web.Version{5}, web.Content{HTML: "no dal", Key: "c"}, http.StatusNotFound
	expect("a page that there is not", "no dal", 2)

	status, made = http.StatusOK, 0
	for range 2 {
		get(site, "/?q=dal")
		get(site, "/", "Save-Data", "on")
	}
	if made != 4 {
		t.Errorf("pages of their own were made %d times, want 4", made)
	}
}
