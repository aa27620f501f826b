package httpapi_test

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"kirana/internal/httpapi"
)

func prepared(t *testing.T, text string) http.Handler {
	t.Helper()
	response, err := httpapi.Prepare(httpapi.OK("", text))
	if err != nil {
		t.Fatal(err)
	}
	if response.Size() < len(text) {
		t.Errorf("the response's size is %d, want at least its text's, %d", response.Size(), len(text))
	}
	r := newRouter(quiet())
	for _, method := range []string{"GET", "POST"} {
		httpapi.HandlePrepared[noInput, httpapi.Envelope[string]](r, httpapi.Route{Method: method, Path: "/product/" + method, Access: httpapi.Public},
			func(context.Context, *noInput) (*httpapi.Prepared, error) { return response, nil })
	}
	return httpapi.Middleware{Log: quiet()}.Wrap(r)
}

func TestPrepared_responds304ForAMatchingETag(t *testing.T) {
	t.Parallel()
	shop := prepared(t, strings.Repeat("atta ", 1000))
	first := send(t, shop, "GET", "/api/product/GET")
	etag := first.Header().Get("ETag")
	if first.Code != http.StatusOK || etag == "" || first.Header().Get("Cache-Control") != "no-cache" {
		t.Fatalf("returned %d %v, want 200 with an ETag and no-cache", first.Code, first.Header())
	}
	for _, known := range []string{etag, `"other", ` + etag, "W/" + etag} {
		again := send(t, shop, "GET", "/api/product/GET", "If-None-Match", known)
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 || again.Header().Get("ETag") != etag {
			t.Errorf("If-None-Match %s: %d with %d bytes, want 304 with none", known, again.Code, again.Body.Len())
		}
	}
	if again := send(t, shop, "GET", "/api/product/GET", "If-None-Match", `"other"`); again.Code != http.StatusOK {
		t.Errorf("who has another one got %d, want %d", again.Code, http.StatusOK)
	}
	if again := send(t, shop, "POST", "/api/product/POST", "If-None-Match", etag); again.Code != http.StatusOK {
		t.Errorf("a POST got %d, want %d", again.Code, http.StatusOK)
	}
	if besan := send(t, prepared(t, "besan"), "GET", "/api/product/GET"); besan.Header().Get("ETag") == etag {
		t.Error("another answer has the same ETag")
	}
}

func TestPrepared_compressesLargeResponsesForClientsThatAcceptIt(t *testing.T) {
	t.Parallel()
	shop := prepared(t, strings.Repeat("atta ", 1000))
	plain := send(t, shop, "GET", "/api/product/GET")
	small := send(t, shop, "GET", "/api/product/GET", "Accept-Encoding", "gzip")
	if plain.Header().Get("Content-Encoding") != "" || small.Header().Get("Content-Encoding") != "gzip" || small.Body.Len() >= plain.Body.Len() {
		t.Fatalf("%d bytes plain and %d bytes as %q, want fewer with gzip",
			plain.Body.Len(), small.Body.Len(), small.Header().Get("Content-Encoding"))
	}
	if !strings.Contains(strings.Join(small.Header().Values("Vary"), ","), "Accept-Encoding") {
		t.Error("a cache may return the compressed response to a client that cannot read it")
	}
	reader, err := gzip.NewReader(small.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil || string(text) != plain.Body.String() {
		t.Errorf("unpack the compressed response: %v, %d bytes, want the plain text of %d", err, len(text), plain.Body.Len())
	}
	tiny := send(t, prepared(t, "besan"), "GET", "/api/product/GET", "Accept-Encoding", "gzip")
	if tiny.Header().Get("Content-Encoding") != "" {
		t.Error("compressed what fits a packet")
	}
}
