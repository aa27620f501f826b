package httpapi

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// Border is what every request passes on its way in, API or page.
type Border struct {
	Log     *slog.Logger
	Origins []string // may call the API from another origin (KIRANA_CORS_ORIGINS)
	TLS     bool     // the shop's public address is https
	Stripe  bool     // pages may load Stripe's script
}

// Policy is the content security policy of every page: nothing inline, nothing
// from anywhere else. The storefront's pages add the hashes of what stands in
// index.html itself (web/embed.go).
const Policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'"

// StripePolicy is Policy with the hosts that Stripe's script needs:
// https://docs.stripe.com/security/guide#content-security-policy
const StripePolicy = "default-src 'self'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self'; " +
	"img-src 'self' data: blob:; font-src 'self'; connect-src 'self' https://api.stripe.com; " +
	"frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; " +
	"frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'"

// Wrap guards a handler: security headers, CORS, one log line a request, and a
// panic becomes an answer instead of a lost connection.
func (b Border) Wrap(next http.Handler) http.Handler {
	policy := Policy
	if b.Stripe {
		policy = StripePolicy
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now() //nolint:forbidigo // only how long it took is told
		requestID := newRequestID()
		seen := &statusRecorder{ResponseWriter: w, status: http.StatusOK}
		h := w.Header()
		h.Set("X-Request-Id", requestID)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Content-Security-Policy", policy)
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		if b.TLS {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		defer func() {
			if failure := recover(); failure != nil {
				if failure == http.ErrAbortHandler { //nolint:errorlint // a panic value, not an error chain
					panic(failure)
				}
				b.Log.Error("panic", "request", requestID, "panic", failure, "stack", string(debug.Stack()))
				if !seen.wrote {
					WriteRefusal(seen, http.StatusInternalServerError, msgInternal)
				}
			}
			b.Log.LogAttrs(r.Context(), level(seen.status), "request", slog.String("request", requestID),
				slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", seen.status),
				slog.Int64("micros", time.Since(started).Microseconds()))
		}()
		if r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") {
			h.Set("Cache-Control", "no-store")
			if b.preflight(seen, r) {
				return
			}
			if !plainPath(r.URL) {
				WriteRefusal(seen, http.StatusNotFound, msgNoRoute)
				return
			}
		}
		next.ServeHTTP(seen, r)
	})
}

// plainPath tells the path of a call from those that a ServeMux answers with a
// redirect in HTML: doubled slashes, dots, and /api itself.
func plainPath(address *url.URL) bool {
	written := address.EscapedPath()
	clean := path.Clean(written)
	if strings.HasSuffix(written, "/") {
		clean += "/"
	}
	return written == clean && written != "/api"
}

// preflight sets the CORS headers for an allowed origin and answers OPTIONS.
func (b Border) preflight(w http.ResponseWriter, r *http.Request) (answered bool) {
	origin := r.Header.Get("Origin")
	if len(b.Origins) > 0 {
		w.Header().Add("Vary", "Origin")
	}
	allowed := origin != "" && slices.Contains(b.Origins, origin)
	if allowed {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key")
		h.Set("Access-Control-Expose-Headers", "Retry-After")
		h.Set("Access-Control-Max-Age", "600")
	}
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	w.WriteHeader(http.StatusNoContent)
	return true
}

func level(status int) slog.Level {
	if status >= http.StatusInternalServerError {
		return slog.LevelError
	}
	return slog.LevelInfo
}

func newRequestID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// statusRecorder remembers what was answered.
type statusRecorder struct {
	http.ResponseWriter

	status int
	wrote  bool
}

// WriteHeader remembers the first status.
func (o *statusRecorder) WriteHeader(status int) {
	if !o.wrote {
		o.status, o.wrote = status, true
	}
	o.ResponseWriter.WriteHeader(status)
}

// Write remembers that something was answered.
func (o *statusRecorder) Write(b []byte) (int, error) {
	o.wrote = true
	return o.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (o *statusRecorder) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// Ready answers probes: each check that fails is logged, never shown.
func Ready(log *slog.Logger, checks ...func(context.Context) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
		defer cancel()
		for _, check := range checks {
			if err := check(ctx); err != nil {
				log.ErrorContext(ctx, "not ready", "error", err.Error())
				WriteRefusal(w, http.StatusServiceUnavailable, "The shop is not ready.")
				return
			}
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_ = writeJSON(w, OK("ok", map[string]string{}))
	}
}
