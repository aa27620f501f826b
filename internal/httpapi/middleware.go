package httpapi

import (
	"cmp"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"runtime/debug"
	"strings"
)

// Middleware wraps all requests to API and pages: request log, panic recovery, security headers, CORS.
type Middleware struct {
	Log     *slog.Logger
	Origins []string            // origins that may call the API (KIRANA_CORS_ORIGINS)
	APIURL  string              // URL of this server as those origins see it, without a trailing slash
	Proxies []netip.Prefix      // trusted to set X-Forwarded-For
	TLS     bool                // the shop's public URL is https
	Policy  string              // content security policy of all pages; "" means the constant Policy
	Traced  bool                // create a span for each request
	Observe func(ServedRequest) // called at the end of each request, unless nil
}

// Wrap wraps a handler in all of the middleware.
func (m Middleware) Wrap(next http.Handler) http.Handler {
	return drainBodies(m.logRequests(m.warnOfProxy(m.recoverPanics(m.setSecurityHeaders(m.allowOrigins(refuseOddPaths(next)))))))
}

// recoverPanics responds to a panic with 500 instead of closing the connection, unless the response has begun. It runs inside
// logRequests.
func (m Middleware) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			failure := recover()
			if failure == nil {
				return
			}
			if failure == http.ErrAbortHandler { //nolint:errorlint // a panic value, not an error chain
				panic(failure)
			}
			m.Log.ErrorContext(r.Context(), "panic", "request", w.Header().Get(requestIDHeader), "panic", failure, "stack", string(debug.Stack()))
			if recorder, ok := w.(*statusRecorder); !ok || !recorder.wrote {
				WriteRefusal(r.Context(), w, http.StatusInternalServerError, codeInternal, msgInternal)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// Header values as http.Header stores them, shared by all requests. Appending to one copies it.
var (
	noSniff           = []string{"nosniff"}
	referrerPolicy    = []string{"strict-origin-when-cross-origin"}
	sameOrigin        = []string{"same-origin"}
	transportSecurity = []string{"max-age=31536000"}
	noStore           = []string{"no-store"}
	noDevices         = []string{"camera=(), microphone=(), geolocation=()"}
	ownCamera         = []string{"camera=(self), microphone=(), geolocation=()"}
)

func (m Middleware) setSecurityHeaders(next http.Handler) http.Handler {
	policy := []string{cmp.Or(m.Policy, Policy)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["X-Content-Type-Options"] = noSniff
		if m.TLS {
			h["Strict-Transport-Security"] = transportSecurity
		}
		if isSubresource(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		h["Referrer-Policy"] = referrerPolicy
		h["Content-Security-Policy"] = policy
		h["Cross-Origin-Opener-Policy"] = sameOrigin
		h["Permissions-Policy"] = permissionsOf(r.URL.Path)
		if isAPI(r) {
			h["Cache-Control"] = noStore
		}
		next.ServeHTTP(w, r)
	})
}

// isSubresource reports whether a path is a built script, style sheet or font. Browsers ignore page headers such as
// Content-Security-Policy for these. A page has up to 80 such files: without the headers, the checkout is 30 KB smaller over
// HTTP/1.1.
func isSubresource(address string) bool {
	if !strings.HasPrefix(address, "/assets/") {
		return false
	}
	switch path.Ext(address) {
	case ".js", ".css", ".woff2":
		return true
	}
	return false
}

// permissionsOf returns the permissions policy of a page. Staff's pages scan barcodes with the camera; other pages use no
// device.
func permissionsOf(path string) []string {
	if path == "/dashboard" || strings.HasPrefix(path, "/dashboard/") {
		return ownCamera
	}
	return noDevices
}

// refuseOddPaths responds with 404 to paths of calls that ServeMux would redirect with an HTML page: double slashes, dots,
// and /api itself.
func refuseOddPaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isAPI(r) && !isCanonical(r.URL) {
			WriteRefusal(r.Context(), w, http.StatusNotFound, "no_call", msgNoRoute)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isAPI(r *http.Request) bool {
	return r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/")
}

// isCanonical reports whether ServeMux serves a path without a redirect.
func isCanonical(address *url.URL) bool {
	escaped := address.EscapedPath()
	clean := path.Clean(escaped)
	if strings.HasSuffix(escaped, "/") {
		clean += "/"
	}
	return escaped == clean && escaped != "/api"
}

// statusRecorder records the status that a handler writes.
type statusRecorder struct {
	http.ResponseWriter

	status int
	wrote  bool
}

// WriteHeader records the first status.
func (r *statusRecorder) WriteHeader(status int) {
	if !r.wrote {
		r.status, r.wrote = status, true
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write records that the response has begun.
func (r *statusRecorder) Write(b []byte) (int, error) {
	r.wrote = true
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *statusRecorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
