package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
)

// listing compares a page of products with a server that does nothing but write
// the same bytes.
type listing struct {
	shopURL, limitURL string
	server            *http.Server
}

func newListing(ctx context.Context, s *shop) (*listing, error) {
	var subs []struct {
		ID       string `json:"_id"`
		Category struct {
			ID string `json:"_id"`
		} `json:"category"`
	}
	if err := call(ctx, endpoint{http.MethodPost, s.url + "/api/subCategory/get", ""}, struct{}{}, &subs); err != nil {
		return nil, err
	}
	if len(subs) == 0 {
		return nil, fmt.Errorf("the demo shop has no sub-category")
	}
	l := &listing{shopURL: fmt.Sprintf("%s/api/product/getAll?category=%s&limit=24&page=1", s.url, subs[0].Category.ID)}
	body, header, err := fetch(ctx, l.shopURL)
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l.limitURL = "http://" + listener.Addr().String() + "/"
	l.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, values := range header {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	}), ReadHeaderTimeout: roundTime}
	go func() { _ = l.server.Serve(listener) }()
	return l, nil
}

// fetch reads a page as it is sent, still compressed.
func fetch(ctx context.Context, url string) ([]byte, http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := browser.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return body, response.Header, err
}

func (l *listing) shop(ctx context.Context, _ int) error  { return get(ctx, l.shopURL) }
func (l *listing) limit(ctx context.Context, _ int) error { return get(ctx, l.limitURL) }
func (l *listing) close()                                 { _ = l.server.Close() }
