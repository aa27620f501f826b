package drawing

import (
	"io/fs"
	"net/http"
	"path"
	"strings"

	"kirana/internal/httpcache"
)

// Handler serves the drawings under Prefix, cached as immutable. For the URL of another version, as from a page opened
// before an update, it serves the current drawing, which browsers must revalidate.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		head.Set("Cross-Origin-Resource-Policy", "cross-origin") // as for uploaded pictures
		of, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, Prefix), "/")
		body, contentType, found := file(name)
		if !found {
			head.Set("Cache-Control", "no-store")
			http.Error(w, "Picture not found", http.StatusNotFound)
			return
		}
		headers := httpcache.Headers{ContentType: contentType, CacheControl: httpcache.Immutable}
		if of != version() {
			headers.CacheControl = "no-cache"
		}
		httpcache.New(body, headers).ServeHTTP(w, r)
	})
}

// file returns the drawing with a file name, and its content type.
func file(name string) (body []byte, contentType string, found bool) {
	stem, ending := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name)
	switch ending {
	case ".svg":
		shape, tint, _ := strings.Cut(stem, "-")
		text, found := loadArt().svg(shape, tint)
		return []byte(text), "image/svg+xml", found
	case ".webp":
		body, err := fs.ReadFile(Pictures(), name)
		return body, "image/webp", err == nil
	}
	return nil, "", false
}
