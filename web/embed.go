// Package web serves the built storefront: its files, and index.html with the
// right head and status for every page.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
)

//go:embed all:dist
var built embed.FS

// Built is the storefront that comes with the program.
func Built() fs.FS {
	files, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return files
}

// Head is what a page's HTML says of it before any script runs.
type Head struct {
	Status      int // 200 or 404
	Title       string
	Description string
	Canonical   string // absolute
	Image       string // absolute, for Open Graph; may be empty
	Type        string // Open Graph type
	LinkedData  any    // JSON-LD; nil for none
}

// Site serves one built storefront.
type Site struct {
	files map[string]*file
	index []byte
	// own are the content policy's sources for the scripts and styles that
	// stand in index.html itself, by directive.
	own  map[string]string
	head func(r *http.Request) Head
}

type file struct {
	body, gzip []byte
	kind       string
	immutable  bool
}

// mark is where the head goes in index.html.
const mark = "<!--head-->"

// New reads the storefront's files into memory. head says what stands in the
// head of each page.
func New(files fs.FS, head func(r *http.Request) Head) (*Site, error) {
	site := &Site{files: map[string]*file{}, head: head}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(path.Base(name), ".")
		if err == nil && hidden && entry.IsDir() {
			return fs.SkipDir
		}
		if err != nil || hidden || !entry.Type().IsRegular() {
			return err
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			site.index = body
			return nil
		}
		site.files["/"+name], err = prepare(name, body)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the storefront: %w", err)
	}
	if site.index == nil {
		return nil, fmt.Errorf("the storefront has no index.html: build it first (make build)")
	}
	site.own = map[string]string{"script-src": sources(site.index, "script"), "style-src": sources(site.index, "style")}
	if !bytes.Contains(site.index, []byte(mark)) {
		// A storefront built elsewhere gets its head all the same.
		site.index = bytes.Replace(site.index, []byte("</head>"), []byte(mark+"</head>"), 1)
	}
	return site, nil
}

func prepare(name string, body []byte) (*file, error) {
	f := &file{body: body, kind: mime.TypeByExtension(path.Ext(name))}
	if f.kind == "" {
		f.kind = "application/octet-stream"
	}
	if path.Ext(name) == ".webmanifest" {
		f.kind = "application/manifest+json"
	}
	// The build puts a hash of the content into the names of these.
	f.immutable = strings.HasPrefix(name, "assets/")
	if !strings.HasPrefix(f.kind, "text/") && !strings.Contains(f.kind, "javascript") && !strings.Contains(f.kind, "json") && !strings.Contains(f.kind, "svg") {
		return f, nil
	}
	var err error
	f.gzip, err = zip(body, gzip.BestCompression)
	return f, err
}

func zip(body []byte, level int) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// sources names what stands between <tag> and </tag> by its hash, as a content
// policy wants it: " 'sha256-…'" for each.
func sources(page []byte, tag string) string {
	var named strings.Builder
	for _, found := range regexp.MustCompile("(?s)<"+tag+">(.*?)</"+tag+">").FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(found[1])
		named.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return named.String()
}

// ServeHTTP answers a file of the storefront, or the page at that path.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address does not answer that method.", http.StatusMethodNotAllowed)
		return
	}
	if f, found := s.files[r.URL.Path]; found {
		f.serve(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		http.NotFound(w, r)
		return
	}
	s.page(w, r)
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	if f.immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "public, max-age=300")
	}
	send(w, r, http.StatusOK, f.body, f.gzip)
}

func (s *Site) page(w http.ResponseWriter, r *http.Request) {
	head := s.head(r)
	var b bytes.Buffer
	if err := headTemplate.Execute(&b, head); err != nil {
		http.Error(w, "Something went wrong", http.StatusInternalServerError)
		return
	}
	body := bytes.Replace(s.index, []byte(mark), b.Bytes(), 1)
	compressed, err := zip(body, gzip.BestSpeed)
	if err != nil {
		http.Error(w, "Something went wrong", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	policy := h.Get("Content-Security-Policy")
	for directive, named := range s.own {
		policy = strings.Replace(policy, directive+" 'self'", directive+" 'self'"+named, 1)
	}
	h.Set("Content-Security-Policy", policy)
	send(w, r, head.Status, body, compressed)
}

func send(w http.ResponseWriter, r *http.Request, status int, body, compressed []byte) {
	h := w.Header()
	if compressed != nil {
		h.Add("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			h.Set("Content-Encoding", "gzip")
			body = compressed
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// JSON is the linked data as it can stand inside a script element: json.Marshal
// writes <, > and & as escapes.
func (h Head) JSON() (template.JS, error) {
	text, err := json.Marshal(h.LinkedData)
	return template.JS(text), err //nolint:gosec // G203: escaped as said above
}

var headTemplate = template.Must(template.New("head").Parse(`<title>{{.Title}}</title>
    <meta name="description" content="{{.Description}}">
    {{- if eq .Status 200}}
    <link rel="canonical" href="{{.Canonical}}">
    <meta property="og:url" content="{{.Canonical}}">
    {{- else}}
    <meta name="robots" content="noindex">
    {{- end}}
    <meta property="og:site_name" content="Kirana">
    <meta property="og:type" content="{{.Type}}">
    <meta property="og:title" content="{{.Title}}">
    <meta property="og:description" content="{{.Description}}">
    {{- if .Image}}
    <meta property="og:image" content="{{.Image}}">
    {{- end}}
    {{- if .LinkedData}}
    <script type="application/ld+json">{{.JSON}}</script>
    {{- end}}`))

// acceptsGzip reads Accept-Encoding: gzip is named, and not refused with q=0.
func acceptsGzip(r *http.Request) bool {
	accepted := strings.ReplaceAll(r.Header.Get("Accept-Encoding"), " ", "")
	return strings.Contains(accepted, "gzip") && !strings.Contains(accepted, "gzip;q=0")
}
