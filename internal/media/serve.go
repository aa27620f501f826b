package media

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
)

// Handler serves the pictures under Prefix. The picture of a name never changes, so clients may cache
// it forever. A picture opened as a page may run no script.
func (s *Service) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		// Storefronts on other origins show the same pictures.
		head.Set("Cross-Origin-Resource-Policy", "cross-origin")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			head.Set("Allow", "GET, HEAD")
			http.Error(w, "Pictures can only be read here.", http.StatusMethodNotAllowed)
			return
		}

		name := strings.TrimPrefix(r.URL.Path, Prefix)
		names, contentType, ok := candidates(name)
		if !ok {
			refuseUnknown(w)
			return
		}
		object, found, err := s.openFirst(r.Context(), names)
		if errors.Is(err, ErrNotFound) {
			refuseUnknown(w)
			return
		}
		if err != nil {
			s.log.ErrorContext(r.Context(), "picture cannot be served", "error", err.Error())
			head.Set("Retry-After", strconv.Itoa(retryPicturesAfter))
			head.Set("Cache-Control", "no-store")
			http.Error(w, "Pictures cannot be shown right now.", http.StatusServiceUnavailable)
			return
		}
		defer object.Close()
		head.Set("Content-Type", contentType)
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
		head.Set("ETag", `"`+found+`"`)
		http.ServeContent(w, r, found, object.ModTime, object)
	})
}

// openFirst opens the first existing picture of names and returns its name as found, or returns ErrNotFound.
func (s *Service) openFirst(ctx context.Context, names []string) (object *Object, found string, err error) {
	for _, found = range names {
		object, err = s.store.Open(ctx, found)
		if !errors.Is(err, ErrNotFound) || errors.Is(err, errNoSize) {
			break
		}
	}
	return object, found, err
}

// refuseUnknown responds with 404 and forbids caching, as another node may be storing the picture now.
func refuseUnknown(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "Picture not found", http.StatusNotFound)
}
