package app

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/httpcache"
)

// maxSitemapURLs is the maximum number of addresses in one sitemap file: https://www.sitemaps.org/protocol.html#index
const maxSitemapURLs = 50_000

const sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

// private lists prefixes of paths that search engines must not visit.
var private = []string{
	"/api/", bill.LinkPath, "/buy", "/dashboard", "/cart", "/CheckOutPage", "/success", "/cancel", "/userMenu", "/login", "/register", "/forgot-password",
	"/OTPVerify", "/ResetPassword", "/verify-email", "/undo-email", "/setup", "/join", "/invited", "/your-khata", "/complaint", "/search",
}

// isPrivate reports whether search engines must not visit a page.
func isPrivate(path string) bool {
	return slices.ContainsFunc(private, func(beginning string) bool { return strings.HasPrefix(path, beginning) })
}

// sitemaps serves the sitemap and robots.txt. It caches the files of one version of the catalog, because crawlers fetch
// several files.
type sitemaps struct {
	catalog   *view.View
	public    string   // the shop's address, without a trailing slash
	shopPages []string // paths of the pages about the shop
	perFile   int      // maximum number of addresses in one file

	mu      sync.Mutex
	version uint64
	listed  []location // all pages
	files   map[int]*httpcache.Response
}

// withSitemap adds robots.txt and the sitemap to the storefront. With more than maxSitemapURLs pages, sitemap.xml is an index
// of /sitemaps/1.xml and so on.
func withSitemap(catalog *view.View, publicURL string, site http.Handler) http.Handler {
	s := &sitemaps{catalog: catalog, public: publicURL, perFile: maxSitemapURLs, shopPages: []string{"/", "/about", "/contact", "/delivery", "/returns", "/privacy", "/terms"}}
	return s.handler(site)
}

// handler serves robots.txt and the sitemap, and site for all other paths.
func (s *sitemaps) handler(site http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /robots.txt", s.robots)
	mux.HandleFunc("GET /sitemap.xml", func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, 0) })
	mux.HandleFunc("GET /sitemaps/{file}", func(w http.ResponseWriter, r *http.Request) {
		number, err := strconv.Atoi(strings.TrimSuffix(r.PathValue("file"), ".xml"))
		if err != nil || number < 1 {
			http.NotFound(w, r)
			return
		}
		s.serve(w, r, number)
	})
	mux.Handle("/", site)
	return mux
}

// robots serves robots.txt: https://www.rfc-editor.org/rfc/rfc9309
func (s *sitemaps) robots(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	b.WriteString("User-agent: *\n")
	for _, path := range private {
		b.WriteString("Disallow: " + path + "\n")
	}
	b.WriteString("Sitemap: " + s.public + "/sitemap.xml\n")
	httpcache.New(b.Bytes(), httpcache.Headers{ContentType: "text/plain; charset=utf-8", CacheControl: "public, max-age=3600"}).ServeHTTP(w, r)
}

// serve sends a sitemap file: number 0 is sitemap.xml, others are parts of the index.
func (s *sitemaps) serve(w http.ResponseWriter, r *http.Request, number int) {
	file, err := s.file(number)
	switch {
	case err != nil:
		http.Error(w, "Something went wrong", http.StatusInternalServerError)
	case file == nil:
		http.NotFound(w, r)
	default:
		file.ServeHTTP(w, r)
	}
}

// file returns a sitemap file, or nil for an unknown number.
func (s *sitemaps) file(number int) (*httpcache.Response, error) {
	snapshot := s.catalog.Snapshot()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil || s.version != snapshot.Version() {
		s.version, s.listed, s.files = snapshot.Version(), s.pages(snapshot), map[int]*httpcache.Response{}
	}
	if file, kept := s.files[number]; kept {
		return file, nil
	}
	pages := s.listed
	parts := (len(pages) + s.perFile - 1) / s.perFile
	var document any
	switch {
	case number > 0 && (number > parts || parts == 1):
		return nil, nil //nolint:nilnil // no such file
	case number > 0:
		document = urlSet{Namespace: sitemapNamespace, URLs: pages[(number-1)*s.perFile : min(number*s.perFile, len(pages))]}
	case parts > 1:
		index := sitemapIndex{Namespace: sitemapNamespace}
		for part := range parts {
			index.Sitemaps = append(index.Sitemaps, location{URL: fmt.Sprintf("%s/sitemaps/%d.xml", s.public, part+1)})
		}
		document = index
	default:
		document = urlSet{Namespace: sitemapNamespace, URLs: pages}
	}
	body, err := xml.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("write the sitemap: %w", err)
	}
	headers := httpcache.Headers{ContentType: "application/xml; charset=utf-8", CacheControl: "public, max-age=300"}
	s.files[number] = httpcache.New(append([]byte(xml.Header), body...), headers)
	return s.files[number], nil
}

type urlSet struct {
	XMLName   struct{}   `xml:"urlset"`
	Namespace string     `xml:"xmlns,attr"`
	URLs      []location `xml:"url"`
}

type sitemapIndex struct {
	XMLName   struct{}   `xml:"sitemapindex"`
	Namespace string     `xml:"xmlns,attr"`
	Sitemaps  []location `xml:"sitemap"`
}

// location is a page's address. Modified is the day of the last edit in UTC, not counting stock.
type location struct {
	URL      string `xml:"loc"`
	Modified string `xml:"lastmod,omitempty"`
}

// pages returns all pages for search engines: the shop's own, listings and products.
func (s *sitemaps) pages(snapshot *view.Snapshot) []location {
	var pages []location
	for _, path := range s.shopPages {
		pages = append(pages, location{URL: s.public + path})
	}
	for _, category := range snapshot.Categories() {
		path := categoryCrumb(catalog.Reference{ID: category.ID, Name: category.Name}).path
		pages = append(pages, location{URL: s.public + escapedPath(path), Modified: category.UpdatedAt.UTC().Format(time.DateOnly)})
	}
	for _, sub := range snapshot.SubCategories() {
		pages = append(pages, location{URL: s.public + escapedPath(subCategoryPath(sub)), Modified: sub.UpdatedAt.UTC().Format(time.DateOnly)})
	}
	for p := range snapshot.Visible() {
		pages = append(pages, location{URL: s.public + escapedPath(productPath(p.Name, p.ID)), Modified: p.EditedAt.UTC().Format(time.DateOnly)})
	}
	return pages
}
