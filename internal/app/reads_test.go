package app

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"kirana/web"
)

// BenchmarkReads measures the shop's own work for a read, without the network.
func BenchmarkReads(b *testing.B) {
	handler, f, prepare := openRendered(b, "", web.Built(), "http://shop.test")
	prepare()
	product := f.view.Snapshot().Home()[0].Products[0]
	for _, read := range []struct{ name, method, path, body string }{
		{"HTML of home", http.MethodGet, "/", ""},
		{"home", http.MethodGet, "/api/product/home", ""},
		{"listing", http.MethodGet, "/api/product/getAll?limit=24&page=1&category=" + product.CategoryID, ""},
		{"search", http.MethodGet, "/api/product/getAll?limit=24&page=1&q=dal", ""},
		{"product", http.MethodPost, "/api/product/getProductById", `{"productId":"` + product.ID + `"}`},
	} {
		b.Run(read.name, func(b *testing.B) {
			request, err := http.NewRequestWithContext(b.Context(), read.method, "http://shop.test"+read.path, http.NoBody)
			if err != nil {
				b.Fatal(err)
			}
			request.RequestURI, request.RemoteAddr = read.path, "127.0.0.1:40000"
			request.Header.Set("Accept-Encoding", "gzip")
			send := func() {
				next := *request
				if read.body != "" {
					next.Header["Content-Type"] = []string{"application/json"} // parsing changes the header
				}
				next.Body, next.ContentLength = io.NopCloser(strings.NewReader(read.body)), int64(len(read.body))
				w := &discardingWriter{header: http.Header{}, status: http.StatusOK}
				handler.ServeHTTP(w, &next)
				if w.status != http.StatusOK || w.written == 0 {
					b.Fatalf("the read returned %d with %d bytes, want 200 with some", w.status, w.written)
				}
			}
			send() // prepares the response
			b.ReportAllocs()
			for b.Loop() {
				send()
			}
		})
	}
}

// discardingWriter counts the bytes of a response.
type discardingWriter struct {
	header          http.Header
	status, written int
}

// Header returns the response's headers.
func (w *discardingWriter) Header() http.Header { return w.header }

// WriteHeader stores the status.
func (w *discardingWriter) WriteHeader(status int) { w.status = status }

// Write counts a part of the body.
func (w *discardingWriter) Write(part []byte) (int, error) {
	w.written += len(part)
	return len(part), nil
}
