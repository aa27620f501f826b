package httpapi

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"go.opentelemetry.io/otel/trace"
)

// ServedRequest describes a served request for the metrics.
type ServedRequest struct {
	Route    string // as registered, such as "/api/order/cod", never the path itself
	Method   string // "other" unless it is a common one
	Status   int
	Code     string // of a refusal, or ""
	Duration time.Duration
}

// requestIDHeader has the id of the request's log line.
const requestIDHeader = "X-Request-Id"

// maxLoggedPath bounds the logged path, in bytes.
const maxLoggedPath = 200

// secretPaths are the path prefixes that a secret token follows.
var secretPaths = []string{"/b/", "/api/bills/shared/"}

// loggedPath returns a path for the log: without secrets, and truncated.
func loggedPath(path string) string {
	for _, before := range secretPaths {
		if strings.HasPrefix(path, before) {
			return before + "…"
		}
	}
	return truncate(path, maxLoggedPath)
}

// outcome collects what handlers report about a request for its log line.
type outcome struct {
	userID string
	code   string
}

type outcomeKey struct{}

// noteCaller records the caller of the request for its log line.
func noteCaller(ctx context.Context, userID string) {
	if o, ok := ctx.Value(outcomeKey{}).(*outcome); ok {
		o.userID = userID
	}
}

// noteRefusal records the refusal's code for the log line.
func noteRefusal(ctx context.Context, code string) {
	if o, ok := ctx.Value(outcomeKey{}).(*outcome); ok {
		o.code = code
	}
}

// requestScope holds a request's context, recorder and id in one allocation.
type requestScope struct {
	ctx       requestContext
	recorder  statusRecorder
	requestID [1]string // as http.Header stores it
}

// requestContext is the context of a request with its outcome.
type requestContext struct {
	context.Context

	outcome outcome
}

// Value returns the outcome, or the value of the parent context.
func (c *requestContext) Value(key any) any {
	if key == (outcomeKey{}) {
		return &c.outcome
	}
	return c.Context.Value(key)
}

// logRequests logs each request without query, headers and body.
func (m Middleware) logRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now() //nolint:forbidigo // only the duration is logged
		scope := &requestScope{
			ctx:      requestContext{Context: r.Context()},
			recorder: statusRecorder{ResponseWriter: w, status: http.StatusOK}, requestID: [1]string{newRequestID()},
		}
		w.Header()[requestIDHeader] = scope.requestID[:]
		r = r.WithContext(&scope.ctx)
		var span trace.Span
		if m.Traced {
			r, span = m.startSpan(r)
		}
		defer func() {
			status, o, took := scope.recorder.status, &scope.ctx.outcome, time.Since(started)
			m.Log.LogAttrs(r.Context(), level(status), "request", slog.String("request", scope.requestID[0]),
				slog.String("method", truncate(r.Method, 16)), slog.String("path", loggedPath(r.URL.Path)), slog.Int("status", status),
				slog.String("user", o.userID), slog.String("address", ClientAddress(r, m.Proxies)), slog.String("outcome", o.code),
				slog.Int64("micros", took.Microseconds()))
			served := ServedRequest{Route: routeOf(r), Method: methodOf(r), Status: status, Code: o.code, Duration: took}
			if m.Traced {
				endSpan(span, served)
			}
			if m.Observe != nil {
				m.Observe(served)
			}
		}()
		next.ServeHTTP(&scope.recorder, r)
	})
}

// routeOf returns the route of a request, without the method, or "none".
func routeOf(r *http.Request) string {
	if r.Pattern == "" {
		return "none"
	}
	return r.Pattern[strings.IndexByte(r.Pattern, '/'):]
}

func methodOf(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions:
		return r.Method
	}
	return "other"
}

// truncate cuts an untrusted text to at most maxBytes bytes of whole characters, and appends "…" if it cuts.
func truncate(text string, maxBytes int) string {
	if len(text) <= maxBytes {
		return text
	}
	for maxBytes > 0 && !utf8.RuneStart(text[maxBytes]) {
		maxBytes--
	}
	return text[:maxBytes] + "…"
}

// warnOfProxy logs once that an untrusted sender set X-Forwarded-For. Behind a proxy that is not configured, all shoppers
// share one address and its limits.
func (m Middleware) warnOfProxy(next http.Handler) http.Handler {
	var warned atomic.Bool
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Forwarded-For") != "" && !within(peerAddress(r), m.Proxies) && warned.CompareAndSwap(false, true) {
			m.Log.WarnContext(r.Context(), "a request has X-Forwarded-For, and who sent it is no trusted proxy: if it is yours, name it in KIRANA_TRUSTED_PROXIES", "address", peerAddress(r))
		}
		next.ServeHTTP(w, r)
	})
}

func level(status int) slog.Level {
	if status >= http.StatusInternalServerError {
		return slog.LevelError
	}
	return slog.LevelInfo
}

// newRequestID returns a unique id, which is not secret.
func newRequestID() string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], rand.Uint64()) //nolint:gosec // G404: see above
	var text [2 * len(b)]byte
	hex.Encode(text[:], b[:])
	return string(text[:])
}
