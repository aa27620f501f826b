package httpapi_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"kirana/internal/httpapi"
)

// newRouter returns a router with two callers whose tokens are their names: asha, an administrator, and ravi, a shopper.
func newRouter(log *slog.Logger) *httpapi.Router {
	return httpapi.New(httpapi.Options{
		Version: "test", Log: log,
		Identify: func(_ context.Context, token string) (httpapi.Identity, error) {
			switch token {
			case "asha", "ravi":
				return httpapi.Identity{UserID: token, LoginID: token, Admin: token == "asha"}, nil
			}
			return httpapi.Identity{}, httpapi.ErrUnauthenticated
		},
	})
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// bufferedLog returns a logger and the buffer it writes to.
func bufferedLog() (*slog.Logger, *bytes.Buffer) {
	var written bytes.Buffer
	return slog.New(slog.NewJSONHandler(&written, nil)), &written
}

type noInput struct{}

// register registers a call that returns "done".
func register(r *httpapi.Router, call httpapi.Route) {
	httpapi.Handle(r, call, func(context.Context, *noInput) (string, error) { return "done", nil })
}

func send(t *testing.T, h http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, path, http.NoBody)
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	h.ServeHTTP(recorder, request)
	return recorder
}
