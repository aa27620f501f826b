package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
)

// plainPages serves a shop's pages without their scripts, and their files, from memory: the lower limit for a browser.
// Each is fetched from the shop once.
type plainPages struct {
	url    string
	shop   string
	server *http.Server

	mutex sync.Mutex
	kept  map[string]*plainResponse // by path
}

type plainResponse struct {
	header http.Header
	body   []byte
}

var scriptElements = regexp.MustCompile(`(?s)<script\b.*?</script>|<link rel="modulepreload"[^>]*>`)

func newPlainPages(ctx context.Context, shop string) (*plainPages, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &plainPages{url: "http://" + listener.Addr().String(), shop: shop, kept: map[string]*plainResponse{}}
	p.server = &http.Server{ReadHeaderTimeout: time.Minute, Handler: p}
	go func() { _ = p.server.Serve(listener) }()
	return p, nil
}

func (p *plainPages) close() { _ = p.server.Close() }

func (p *plainPages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	response, err := p.response(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	for _, name := range []string{"Content-Type", "Content-Encoding", "Cache-Control"} {
		if value := response.header.Get(name); value != "" {
			w.Header().Set(name, value)
		}
	}
	_, _ = w.Write(response.body)
}

func (p *plainPages) response(r *http.Request) (*plainResponse, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	path := r.URL.RequestURI()
	if kept := p.kept[path]; kept != nil {
		return kept, nil
	}
	request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, p.shop+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	isPage := strings.Contains(r.Header.Get("Accept"), "text/html")
	request.Header.Set("Accept", r.Header.Get("Accept"))
	if !isPage {
		request.Header.Set("Accept-Encoding", r.Header.Get("Accept-Encoding"))
	}
	fetched, err := browser.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = fetched.Body.Close() }()
	response := &plainResponse{header: fetched.Header}
	if response.body, err = io.ReadAll(fetched.Body); err != nil {
		return nil, err
	}
	if isPage {
		response.header.Set("Content-Encoding", "gzip")
		var compressed bytes.Buffer
		writer := gzip.NewWriter(&compressed)
		_, _ = writer.Write(scriptElements.ReplaceAll(response.body, nil)) // writing to a buffer does not fail
		_ = writer.Close()
		response.body = compressed.Bytes()
	}
	p.kept[path] = response
	return response, nil
}
