package app

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"kirana/internal/language"
	"kirana/internal/shoptest"
	"kirana/web"
)

// Budget of a first visit to home, in bytes compressed with brotli: what a slow line must load
// before the page reacts, and what is prefetched afterwards. docs/adr/0034 has the reason for each
// increase.
const (
	maxScripts     = 127_000
	maxPageScripts = 129_500 // of publicPages
	maxAllScripts  = 188_000 // of home, including prefetched ones
	maxDocument    = 29_000  // the document with its data, and the stylesheets
	maxTranslated  = 2_000   // of home's scripts in another language, beyond those in English
)

// Prefetched for visitors who are not logged in: the pages of web/src/prefetch.ts, and the dialogs
// of home and its header.
var (
	pagesAhead   = []string{productRoute, listingRoute, searchPath, "/cart", "/login"}
	dialogsAhead = regexp.MustCompile(`^assets/(cart-drawer|cart-panel|filter-drawer|zoom-dialog|replace-dialog)-[^/]*\.js$`)
)

// publicPages are the other pages whose scripts have a budget.
var publicPages = []struct{ name, route string }{
	{"a product", productRoute},
	{"a listing", listingRoute},
	{"a search", searchPath},
}

// firstVisit holds the sizes, in bytes, of the files that a browser loads for home, and of the
// scripts of publicPages by name.
type firstVisit struct {
	scripts, allScripts, document int
	ofPages                       map[string]int
}

// overBudget returns the exceeded budgets, or "".
func (v firstVisit) overBudget() string {
	type part struct {
		name      string
		size, max int
	}
	parts := []part{
		{"scripts of home", v.scripts, maxScripts},
		{"scripts of home with those fetched ahead", v.allScripts, maxAllScripts},
		{"document and the styles of home", v.document, maxDocument},
	}
	for _, page := range publicPages {
		parts = append(parts, part{"scripts of " + page.name, v.ofPages[page.name], maxPageScripts})
	}
	var over []string
	for _, part := range parts {
		if part.size > part.max {
			over = append(over, fmt.Sprintf("the %s have %d bytes, %d more than their budget", part.name, part.size, part.size-part.max))
		}
	}
	return strings.Join(over, "; ")
}

var (
	scriptLinks = regexp.MustCompile(`(?:src|href)="/(assets/[^"]+\.js)"`)
	styleLinks  = regexp.MustCompile(`<link rel="stylesheet"[^>]* href="/(assets/[^"]+\.css)"`)
	imports     = regexp.MustCompile(`(?:from|import)\s*["']\./([^"']+\.js)["']`)
)

// measure returns how many bytes a file takes on the wire. The document has the name "".
type measure func(name string, body []byte) int

// visitOf sums a document, its linked files, its scripts' static imports, and prefetched files.
func visitOf(files fs.FS, document []byte, size measure) (firstVisit, error) {
	visit := firstVisit{document: size("", document), ofPages: map[string]int{}}
	for _, link := range styleLinks.FindAllSubmatch(document, -1) {
		css, err := fs.ReadFile(files, string(link[1]))
		if err != nil {
			return visit, fmt.Errorf("read a stylesheet: %w", err)
		}
		visit.document += size(string(link[1]), css)
	}
	var scripts []string
	for _, link := range scriptLinks.FindAllSubmatch(document, -1) {
		scripts = append(scripts, string(link[1]))
	}
	if len(scripts) == 0 {
		return visit, errors.New("no script is linked to")
	}
	counted := map[string]bool{}
	var err error
	if visit.scripts, err = withImports(files, scripts, counted, size); err != nil {
		return visit, err
	}
	ofPages, err := scriptsOfPages(files)
	if err != nil {
		return visit, err
	}
	for _, page := range publicPages {
		own, err := withImports(files, ofPages[page.route], maps.Clone(counted), size)
		if err != nil {
			return visit, err
		}
		visit.ofPages[page.name] = visit.scripts + own
	}
	ahead, err := fetchedAhead(files, ofPages)
	if err != nil {
		return visit, err
	}
	visit.allScripts, err = withImports(files, ahead, counted, size)
	visit.allScripts += visit.scripts
	return visit, err
}

// withImports sums scripts and their static imports, each file once.
func withImports(files fs.FS, scripts []string, counted map[string]bool, size measure) (int, error) {
	sum := 0
	for len(scripts) > 0 {
		name := scripts[0]
		scripts = scripts[1:]
		if counted[name] {
			continue
		}
		counted[name] = true
		script, err := fs.ReadFile(files, name)
		if err != nil {
			return 0, fmt.Errorf("read a script: %w", err)
		}
		sum += size(name, script)
		for _, imported := range imports.FindAllSubmatch(script, -1) {
			scripts = append(scripts, path.Join(path.Dir(name), string(imported[1])))
		}
	}
	return sum, nil
}

// scriptsOfPages returns the scripts that each page needs besides the first ones, by route.
func scriptsOfPages(files fs.FS) (map[string][]string, error) {
	var ofPages map[string][]string
	text, err := fs.ReadFile(files, ".pages.json")
	if err == nil {
		err = json.Unmarshal(text, &ofPages)
	}
	if err != nil {
		return nil, fmt.Errorf("read which files pages need: %w", err)
	}
	scripts := map[string][]string{}
	for page, names := range ofPages {
		for _, name := range names {
			if path.Ext(name) == ".js" {
				scripts[page] = append(scripts[page], strings.TrimPrefix(name, "/"))
			}
		}
	}
	return scripts, nil
}

// fetchedAhead returns the scripts of the pages and dialogs that are prefetched.
func fetchedAhead(files fs.FS, ofPages map[string][]string) ([]string, error) {
	var ahead []string
	for _, page := range pagesAhead {
		if len(ofPages[page]) == 0 {
			return nil, fmt.Errorf("%s has no scripts", page)
		}
		ahead = append(ahead, ofPages[page]...)
	}
	names, err := fs.Glob(files, "assets/*.js")
	for _, name := range names {
		if dialogsAhead.MatchString(name) {
			ahead = append(ahead, name)
		}
	}
	return ahead, err
}

func gzipped(_ string, body []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(body) // a buffer never fails
	_ = w.Close()
	return b.Len()
}

// sentBy returns a function that measures the bytes that the shop at base sends to a browser.
func sentBy(t *testing.T, base string) measure {
	t.Helper()
	return func(name string, _ []byte) int {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/"+name, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		sent, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("/%s returned %d: %v, want %d", name, response.StatusCode, err, http.StatusOK)
		}
		return len(sent)
	}
}

// builtFiles returns the built storefront (make build). Without one, it skips or fails the test.
func builtFiles(t *testing.T) fs.FS {
	t.Helper()
	files := web.Built()
	if web.ServerScript(files) == nil {
		shoptest.SkipWithout(t, "the web app is not built: make build")
	}
	return files
}

// TestHome_staysWithinItsBudget measures the built storefront on the real app.
func TestHome_staysWithinItsBudget(t *testing.T) {
	t.Parallel()
	files := builtFiles(t)
	base, _, prepare := openRenderedShop(t, "", files)
	prepare()
	_, body := get(t, base+"/")
	document := []byte(body)
	if !bytes.Contains(document, []byte(`"responses":[`)) || bytes.Contains(document, []byte(`"plain":true`)) {
		t.Fatalf("home is not rendered, want embedded responses and not the plain page: %.2000s", document)
	}
	visit, err := visitOf(files, document, sentBy(t, base))
	if err != nil {
		t.Fatal(err)
	}
	zipped, err := visitOf(files, document, gzipped)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("bytes as sent and after gzip: scripts of home %d and %d, of others %v and %v, with those fetched ahead %d and %d, document and styles %d and %d",
		visit.scripts, zipped.scripts, visit.ofPages, zipped.ofPages, visit.allScripts, zipped.allScripts, visit.document, zipped.document)
	if over := visit.overBudget(); over != "" {
		t.Error(over)
	}
	parts, err := web.Languages(files)
	if err != nil {
		t.Fatal(err)
	}
	delete(parts, language.English)
	for lang, part := range parts {
		document, err := fs.ReadFile(part, "index.html")
		if err != nil {
			t.Fatal(err)
		}
		both := layered{part, files}
		sent, err := visitOf(both, document, sentBy(t, base))
		zipped, zippedErr := visitOf(both, document, gzipped)
		if err = errors.Join(err, zippedErr); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: scripts of home %d and %d, of others %v and %v", lang, sent.scripts, zipped.scripts, sent.ofPages, zipped.ofPages)
		if grown := sent.scripts - visit.scripts; grown > maxTranslated {
			t.Errorf("the scripts of home in %s have %d bytes more than in English, want at most %d", lang, grown, maxTranslated)
		}
	}
}

// layered opens each file in the first of its file systems that has it.
type layered []fs.FS

func (l layered) Open(name string) (file fs.File, err error) {
	for _, layer := range l {
		if file, err = layer.Open(name); err == nil {
			return file, nil
		}
	}
	return nil, err
}

// A file that the document does not link arrives a round trip later.
func TestDocuments_linkTheFilesOfTheirPage(t *testing.T) {
	t.Parallel()
	files := builtFiles(t)
	base, f, _ := openRenderedShop(t, "", files)
	ofPages, err := scriptsOfPages(files)
	if err != nil {
		t.Fatal(err)
	}
	snapshot := f.view.Snapshot()
	product := snapshot.Home()[0].Products[0]
	paths := map[string]string{
		listingRoute: subCategoryPath(snapshot.SubCategories()[0]), productRoute: productPath(product.Name, product.ID), searchPath: searchPath,
	}
	for _, page := range publicPages {
		_, document := get(t, base+escapedPath(paths[page.route]))
		if len(ofPages[page.route]) == 0 {
			t.Errorf("the manifest lists no script of %s, want at least one", page.route)
		}
		for _, script := range ofPages[page.route] {
			if !strings.Contains(document, script) {
				t.Errorf("the document of %s does not load its script %s", page.name, script)
			}
		}
	}
}

func TestBudget_countsImportedAndPrefetchedFiles(t *testing.T) {
	t.Parallel()
	noise := func(size int) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, "%x", i*2654435761)
		}
		return b.String()
	}
	pages := func(search string) []byte {
		return []byte(`{"/product/$product":["/assets/side.js"],"/$category/$subCategory":["/assets/side.js"],"/search":["` + search + `"],"/cart":["/assets/side.js"],` +
			`"/login":["/assets/side.js","/assets/a.css"]}`)
	}
	files := fstest.MapFS{
		".pages.json":     {Data: pages("/assets/side.js")},
		"assets/index.js": {Data: []byte(`import{a}from"./lib.js";import"./side.js";const later=()=>import("./later.js")`)},
		"assets/lib.js":   {Data: []byte(noise(3 * maxScripts))},
		"assets/side.js":  {Data: []byte(`let a = 1`)},
		"assets/later.js": {Data: []byte(noise(3 * maxScripts))},
		"assets/ahead.js": {Data: []byte(noise(3 * maxAllScripts))},
		"assets/a.css":    {Data: []byte(noise(3 * maxDocument))},
	}
	small, err := visitOf(files, []byte(`<script type="module" crossorigin src="/assets/side.js"></script>`), gzipped)
	if err != nil || small.overBudget() != "" {
		t.Errorf("a small page: error %v, over budget by %q, want neither", err, small.overBudget())
	}
	files[".pages.json"].Data = pages("/assets/ahead.js")
	large, err := visitOf(files, []byte(`<link rel="stylesheet" crossorigin href="/assets/a.css"><script type="module" crossorigin src="/assets/index.js"></script>`), gzipped)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"scripts of home have", "scripts of a listing have", "fetched ahead have", "styles of home have"} {
		if over := large.overBudget(); !strings.Contains(over, part) {
			t.Errorf("a large page is over its budget with %q, want %q in it", over, part)
		}
	}
	if once := gzipped("", files["assets/lib.js"].Data); large.scripts > once+1000 {
		t.Errorf("scripts of the large page: %d bytes, want those of lib.js, %d, without what is fetched later", large.scripts, once)
	}
}
