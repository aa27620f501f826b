// Package web serves the built storefront: its files, and index.html with each page's head, content and status.
package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"

	"kirana/internal/httpcache"
	"kirana/internal/language"
)

// headMark and dataMark mark the places in index.html of the head and of the JSON that the content was rendered from.
const (
	headMark = "<!--head-->"
	dataMark = "<!--data-->"
)

// serverScript is the web app built for rendering on the server; it is never served.
const serverScript = ".server/page.js"

// pageFiles lists the scripts and styles that each route needs besides the common ones (web/vite.pages.ts); it is never
// served.
const pageFiles = ".pages.json"

// maxPages is the maximum number of compressed pages in the cache: about 50 MB.
const maxPages = 400

//go:embed all:dist
var built embed.FS

// Built returns the embedded storefront.
func Built() fs.FS {
	files, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return files
}

// Head holds the values of a page's HTML head.
type Head struct {
	Status      int    // 200 or 404
	Redirect    string // URL of the page that a damaged link means; "" for none
	Title       string
	Description string
	Canonical   string // absolute; "" if the page's URL is a secret
	Image       string // absolute, for Open Graph; may be ""
	Type        string // Open Graph type
	LinkedData  []any  // JSON-LD objects without their context; empty for none
	Private     bool   // excluded from search engines
	Rendered    bool   // rendered on the server, the same for every visitor
	Route       string // the page's route in the web app, such as /product/$product; "" for none
	Branding    Branding
}

// Branding holds the shop's texts and colors shown on every page. It is also embedded in the page as JSON, for the web
// app's first paint.
type Branding struct {
	Name       string `json:"name"`
	Heading    string `json:"heading"` // of the home page's banner
	Logo       string `json:"logo"`    // URL of a picture; may be ""
	Accent     string `json:"accent"`  // #rrggbb; may be ""
	Icon       string `json:"-"`       // URL
	TouchIcon  string `json:"-"`       // URL of the icon for an iPhone's home screen; may be ""
	ThemeColor string `json:"-"`       // #rrggbb
	Stylesheet string `json:"-"`       // URL; may be ""
	ShowsName  bool   `json:"-"`       // the name is shown instead of the app's logo
}

// JSON returns the branding as JSON that is safe inside a script element.
func (b Branding) JSON() (template.JS, error) {
	text, err := json.Marshal(b)
	return template.JS(text), err //nolint:gosec // G203: json.Marshal writes <, > and & as escapes
}

// fill replaces the text between a pair of markers, if the page has them.
func fill(index []byte, placeholder, content string) []byte {
	before, rest, begun := bytes.Cut(index, []byte("<!--"+placeholder+"-->"))
	_, after, ended := bytes.Cut(rest, []byte("<!--/"+placeholder+"-->"))
	if !begun || !ended {
		return index
	}
	return slices.Concat(before, []byte(content), after)
}

// Content is the content of a page before any script runs.
type Content struct {
	HTML string // inside the root element
	Data []byte // the JSON that it was rendered from, safe inside a script element; nil if the app renders the page itself
	Key  string // identifies the content for caching; "" for content that is not cached
	// Stale reports that the content is outdated or missing, and cannot be rendered immediately.
	Stale bool
}

// Version identifies the state of all pages; it changes whenever any page may change.
type Version [3]uint64

// Pages provides the data of the storefront's pages.
type Pages struct {
	// Language returns the language of a request's page, and whether the shop offers several; nil means English only.
	Language func(r *http.Request) (lang string, choice bool)
	// Head returns the head of a requested page.
	Head func(r *http.Request) Head
	// Content returns the content of a page, and false for none; nil means none for any page.
	Content func(r *http.Request, head Head) (Content, bool)
	// Version returns the version of Head and Content; nil disables the cache by version.
	Version func(ctx context.Context) Version
}

// Languages returns the storefront of each language that was built; English is files itself.
func Languages(files fs.FS) (map[string]fs.FS, error) {
	found := map[string]fs.FS{language.English: files}
	for _, lang := range language.All()[1:] {
		folder := "." + lang
		if _, err := fs.Stat(files, folder+"/index.html"); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		part, err := fs.Sub(files, folder)
		if err != nil {
			return nil, fmt.Errorf("read the storefront in %s: %w", lang, err)
		}
		found[lang] = part
	}
	return found, nil
}

// ServerScript returns the script that renders pages on the server; nil if the storefront has none.
func ServerScript(files fs.FS) []byte {
	script, err := fs.ReadFile(files, serverScript)
	if err != nil {
		return nil
	}
	return script
}

// Site serves one built storefront.
type Site struct {
	files map[string]func() *httpcache.Response   // by path; read at the first request, since most are never requested
	index map[string]index                        // by language
	pages *lru.Cache[string, *httpcache.Response] // by language, HTML of the head, route and the content's key
	// own maps a directive of the content policy to the sources of inline scripts or styles in index.html.
	own    map[string]string
	policy atomic.Pointer[policy]
	source Pages
	// current holds the last page sent, by language and path, with its version.
	current *lru.Cache[string, currentPage]
}

// index is index.html in one language.
type index struct {
	html  []byte
	links map[string][]byte // links to the scripts and styles of each route
}

// policy is a content security policy with and without the sources of index.html.
type policy struct {
	before string   // without the sources
	values []string // with the sources, as in http.Header
}

// currentPage is a page that can be sent again at the same version.
type currentPage struct {
	version  Version
	response *httpcache.Response
}

// New indexes the storefront's files and reads its index.html in each language.
func New(files fs.FS, source Pages) (*Site, error) {
	pages, err := lru.New[string, *httpcache.Response](maxPages)
	if err != nil {
		return nil, err
	}
	current, err := lru.New[string, currentPage](maxPages)
	if err != nil {
		return nil, err
	}
	site := &Site{
		files: map[string]func() *httpcache.Response{}, index: map[string]index{}, own: map[string]string{},
		source: source, pages: pages, current: current,
	}
	languages, err := Languages(files)
	if err != nil {
		return nil, err
	}
	for lang, files := range languages {
		if err := site.add(lang, files); err != nil {
			return nil, fmt.Errorf("read the storefront: %w", err)
		}
	}
	if site.index[language.English].html == nil {
		return nil, fmt.Errorf("the storefront has no index.html: build it first (make build)")
	}
	for lang, page := range site.index {
		for directive, tag := range map[string]string{"script-src": "script", "style-src": "style"} {
			if named := sources(page.html, tag); !strings.Contains(site.own[directive], named) {
				site.own[directive] += named
			}
		}
		if !bytes.Contains(page.html, []byte(headMark)) {
			// A storefront without the marker gets its head before </head>.
			page.html = bytes.Replace(page.html, []byte("</head>"), []byte(headMark+"</head>"), 1)
		}
		if page.links, err = linksOf(languages[lang]); err != nil {
			return nil, err
		}
		site.index[lang] = page
	}
	return site, nil
}

// add indexes the files of a storefront in one language.
func (s *Site) add(lang string, files fs.FS) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(path.Base(name), ".")
		if err == nil && hidden && entry.IsDir() {
			return fs.SkipDir
		}
		if err != nil || hidden || !entry.Type().IsRegular() {
			return err
		}
		switch {
		case name == "index.html":
			var html []byte
			html, err = fs.ReadFile(files, name)
			s.index[lang] = index{html: html}
		case !isCompressed(files, name):
			s.files["/"+name] = sync.OnceValue(func() *httpcache.Response { return newFile(files, name) })
		}
		return err
	})
}

// linksOf returns the links to the scripts and styles of each route; nil if the storefront has no list of them.
func linksOf(files fs.FS) (map[string][]byte, error) {
	text, err := fs.ReadFile(files, pageFiles)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var byRoute map[string][]string
	if err == nil {
		err = json.Unmarshal(text, &byRoute)
	}
	if err != nil {
		return nil, fmt.Errorf("read which files pages need: %w", err)
	}
	links := map[string][]byte{}
	for route, names := range byRoute {
		var b bytes.Buffer
		for _, name := range names {
			link := `<link rel="modulepreload" fetchpriority="low" crossorigin href="%s">`
			if path.Ext(name) == ".css" {
				link = `<link rel="stylesheet" crossorigin href="%s">`
			}
			fmt.Fprintf(&b, link, template.HTMLEscapeString(name))
		}
		links[route] = b.Bytes()
	}
	return links, nil
}

// endings are the name suffixes of precompressed files (web/vite.compressed.ts), by encoding.
var endings = map[string]string{"br": ".br", "gzip": ".gz"}

// isCompressed reports whether a file is the compressed form of another file.
func isCompressed(files fs.FS, name string) bool {
	for _, ending := range endings {
		if original, found := strings.CutSuffix(name, ending); found {
			_, err := fs.Stat(files, original)
			return err == nil
		}
	}
	return false
}

// newFile returns a file of the storefront as a response; nil if it cannot be read.
func newFile(files fs.FS, name string) *httpcache.Response {
	body, err := fs.ReadFile(files, name)
	if err != nil {
		return nil
	}
	headers := httpcache.Headers{ContentType: mime.TypeByExtension(path.Ext(name)), CacheControl: "public, max-age=300"}
	switch {
	case path.Ext(name) == ".webmanifest":
		headers.ContentType = "application/manifest+json"
	case headers.ContentType == "":
		headers.ContentType = "application/octet-stream"
	}
	// The build puts a content hash into the names of these files.
	if strings.HasPrefix(name, "assets/") {
		headers.CacheControl = httpcache.Immutable
	}
	encoded := map[string][]byte{}
	for encoding, ending := range endings {
		// Without precompressed files, the response is compressed on request.
		if compressed, err := fs.ReadFile(files, name+ending); err == nil {
			encoded[encoding] = compressed
		}
	}
	return httpcache.NewPrecompressed(body, headers, encoded)
}

// sources returns the hashes of the texts between <tag> and </tag> as sources of a content policy: " 'sha256-…'" for
// each.
func sources(page []byte, tag string) string {
	var named strings.Builder
	for _, found := range regexp.MustCompile("(?s)<"+tag+">(.*?)</"+tag+">").FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(found[1])
		named.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return named.String()
}

// ServeHTTP serves a file of the storefront, or the page at the path.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address does not answer that method.", http.StatusMethodNotAllowed)
		return
	}
	if file, found := s.files[r.URL.Path]; found {
		if response := file(); response != nil {
			response.ServeHTTP(w, r)
			return
		}
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		http.NotFound(w, r)
		return
	}
	s.page(w, r)
}

// page sends index.html with the page's head and content.
func (s *Site) page(w http.ResponseWriter, r *http.Request) {
	s.allowOwn(w.Header())
	// Cache only pages without a query: there are few of them. Requests with Save-Data get another page.
	if s.source.Version == nil || r.URL.RawQuery != "" || len(r.Header["Save-Data"]) > 0 {
		s.sendNew(w, r)
		return
	}
	// Read the version before making the page, so that the page is never older than its version.
	version := s.source.Version(r.Context())
	lang, _ := s.language(r)
	key := lang + r.URL.Path
	if page, known := s.current.Get(key); known && page.version == version {
		page.response.Serve(w, r, http.StatusOK)
		return
	}
	if page, lasts := s.sendNew(w, r); lasts {
		s.current.Add(key, currentPage{version, page})
	}
}

// language returns the language of a request's page, limited to those of the storefront, and whether the shop offers
// several.
func (s *Site) language(r *http.Request) (lang string, choice bool) {
	lang = language.English
	if s.source.Language != nil {
		lang, choice = s.source.Language(r)
	}
	if s.index[lang].html == nil {
		lang = language.English
	}
	return lang, choice
}

// sendNew makes and sends the page of a request. lasts reports whether the page can be cached for its version.
func (s *Site) sendNew(w http.ResponseWriter, r *http.Request) (page *httpcache.Response, lasts bool) {
	head := s.source.Head(r)
	if head.Redirect != "" {
		http.Redirect(w, r, head.Redirect, http.StatusMovedPermanently)
		return nil, false
	}
	var b bytes.Buffer
	if err := headTemplate.Execute(&b, head); err != nil {
		http.Error(w, "Something went wrong", http.StatusInternalServerError)
		return nil, false
	}
	var content Content
	if s.source.Content != nil {
		content, _ = s.source.Content(r, head)
	}
	// Do not cache content without a key, such as search results, nor pages that lack their content.
	keeps := content.Key != "" || content.HTML == "" && !head.Rendered
	lang, choice := s.language(r)
	vary := "Save-Data"
	if choice {
		vary += ", Cookie, Accept-Language"
	}
	key := lang + vary + b.String() + head.Route + content.Key
	page, known := s.pages.Get(key)
	if !known || !keeps {
		html := bytes.Replace(s.compose(lang, head, content), []byte(headMark), b.Bytes(), 1)
		// The links follow the app's own script, by whose name the service worker identifies the version.
		html = bytes.Replace(html, []byte("</head>"), slices.Concat(s.index[lang].links[head.Route], []byte("</head>")), 1)
		page = httpcache.New(html, httpcache.Headers{ContentType: "text/html; charset=utf-8", CacheControl: "no-cache", Vary: vary})
		if keeps {
			s.pages.Add(key, page)
		}
	}
	page.Serve(w, r, head.Status)
	// Do not keep a page whose rendering is pending: it is plain or empty, and a later request gets the rendered one.
	waits := head.Rendered && s.source.Content != nil && content.Key == ""
	return page, head.Status == http.StatusOK && keeps && !waits && !content.Stale
}

// allowOwn adds the inline scripts and styles of index.html to a response's content policy.
func (s *Site) allowOwn(h http.Header) {
	before := h.Get("Content-Security-Policy")
	known := s.policy.Load()
	if known == nil || known.before != before {
		value := before
		for directive, named := range s.own {
			value = strings.Replace(value, directive+" 'self'", directive+" 'self'"+named, 1)
		}
		known = &policy{before, []string{value}}
		s.policy.Store(known)
	}
	h["Content-Security-Policy"] = known.values
}

// compose returns index.html with the shop's name and a page's content. For status 404, it also shows the title without
// scripts.
func (s *Site) compose(lang string, head Head, content Content) []byte {
	page := fill(s.index[lang].html, "name", template.HTMLEscapeString(head.Branding.Name))
	if head.Status == http.StatusNotFound {
		page = fill(page, "title", "<h1>"+template.HTMLEscapeString(head.Title)+"</h1>")
	}
	if content.HTML != "" {
		page = fill(page, "page", content.HTML)
	}
	var data []byte
	if content.Data != nil {
		data = slices.Concat([]byte(`<script type="application/json" id="page-data">`), content.Data, []byte(`</script>`))
	}
	return bytes.Replace(page, []byte(dataMark), data, 1)
}

// JSON returns the linked data for a script element: json.Marshal escapes <, > and &.
func (h Head) JSON() (template.JS, error) {
	text, err := json.Marshal(map[string]any{"@context": "https://schema.org", "@graph": h.LinkedData})
	return template.JS(text), err //nolint:gosec // G203: escaped, see above
}

var headTemplate = template.Must(template.New("head").Parse(`<title>{{.Title}}</title>
    <meta name="description" content="{{.Description}}">
    {{- if and (eq .Status 200) .Canonical}}
    <link rel="canonical" href="{{.Canonical}}">
    <meta property="og:url" content="{{.Canonical}}">
    {{- end}}
    {{- if or .Private (ne .Status 200)}}
    <meta name="robots" content="noindex">
    {{- end}}
    <meta name="theme-color" content="{{.Branding.ThemeColor}}">
    <link rel="icon" href="{{.Branding.Icon}}">
    <link rel="manifest" href="/manifest.webmanifest">
    {{- with .Branding.TouchIcon}}
    <link rel="apple-touch-icon" href="{{.}}">
    {{- end}}
    {{- with .Branding.Stylesheet}}
    <link rel="stylesheet" href="{{.}}">
    {{- end}}
    <script type="application/json" id="shop-branding">{{.Branding.JSON}}</script>
    <meta property="og:site_name" content="{{.Branding.Name}}">
    <meta property="og:type" content="{{.Type}}">
    <meta property="og:title" content="{{.Title}}">
    <meta property="og:description" content="{{.Description}}">
    {{- if .Image}}
    <meta property="og:image" content="{{.Image}}">
    {{- end}}
    {{- if .LinkedData}}
    <script type="application/ld+json">{{.JSON}}</script>
    {{- end}}`))
