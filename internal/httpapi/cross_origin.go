package httpapi

import (
	"net/http"
	"slices"
)

// allowOrigins sets the CORS headers for allowed origins, responds to preflight requests, and makes picture URLs in responses
// to them absolute.
func (m Middleware) allowOrigins(next http.Handler) http.Handler {
	pictures := absolutePictures{address: m.APIURL, prepared: newAbsoluteCache()}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isAPI(r) {
			next.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		if len(m.Origins) > 0 {
			h.Add("Vary", "Origin")
		}
		origin := r.Header.Get("Origin")
		allowed := origin != "" && slices.Contains(m.Origins, origin)
		if allowed {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key")
			h.Set("Access-Control-Expose-Headers", "Retry-After, ETag, X-Request-Id, Content-Disposition, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Deprecation, Sunset")
			h.Set("Access-Control-Max-Age", "600")
		}
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if !allowed || m.APIURL == "" {
			next.ServeHTTP(w, r)
			return
		}
		pictures.serve(w, r, next)
	})
}
