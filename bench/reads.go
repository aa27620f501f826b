package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// largeList is a real price list of some 27,000 products, beside the project where it is at hand.
const largeList = "../shared/data/bigbasket_28k.csv"

// benchCatalogs measures what visitors read in the demo shop and in a large one: the reads whose names begin with a text.
// Reads come from memory, whatever the database is.
func benchCatalogs(ctx context.Context, only string) error {
	printHead()
	catalogs := []struct{ name, list string }{{"demo", ""}, {"27,000", largeList}}
	if _, err := os.Stat(largeList); err != nil {
		fmt.Printf("(27,000 products are left out: %s is not here)\n", largeList)
		catalogs = catalogs[:1]
	}
	for _, catalog := range catalogs {
		s, err := openShop(ctx, "", catalog.list)
		if err != nil {
			return err
		}
		err = benchReads(ctx, s, catalog.name, only)
		s.close()
		if err != nil {
			return fmt.Errorf("%s: %w", catalog.name, err)
		}
	}
	return nil
}

// read is a kind of request: target returns the nth one of all clients together.
type read struct {
	name   string
	target func(n int) target
}

type target struct{ method, path, body string }

// benchReads compares what visitors read with a server that writes the same bytes and does nothing else. For searches, whose
// responses differ, that server writes those of some of the queries in turn.
func benchReads(ctx context.Context, s *shop, name, only string) error {
	q, err := newQueries(ctx, s)
	if err != nil {
		return err
	}
	reads, err := readsOf(ctx, s, q)
	if err != nil {
		return err
	}
	for _, r := range reads {
		if !strings.HasPrefix(r.name, only) {
			continue
		}
		baseline, err := newBaselineServer(ctx, s.url, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		var shopCount, limitCount counter
		err = compare(ctx, r.name+", "+name,
			func(ctx context.Context, _ int) error { return r.send(ctx, s.url, shopCount.next()) },
			func(ctx context.Context, _ int) error { return r.send(ctx, baseline.url, limitCount.next()) })
		baseline.close()
		if err != nil {
			return err
		}
	}
	return nil
}

// readsOf returns what is measured, each with one category, product and page of this shop.
func readsOf(ctx context.Context, s *shop, q *queries) ([]read, error) {
	var subCategories []struct {
		ID       string `json:"_id"`
		Category struct {
			ID string `json:"_id"`
		} `json:"category"`
	}
	if err := call(ctx, endpoint{http.MethodPost, s.url + "/api/subCategory/get", ""}, struct{}{}, &subCategories); err != nil {
		return nil, err
	}
	if len(subCategories) == 0 || len(q.products) == 0 {
		return nil, fmt.Errorf("the shop has no products in sub-categories")
	}
	same := func(method, path, body string) func(int) target {
		return func(int) target { return target{method, path, body} }
	}
	search := func(text string) target {
		return target{http.MethodGet, "/api/product/getAll?limit=24&page=1&q=" + url.QueryEscape(text), ""}
	}
	return []read{
		{"home, its HTML", same(http.MethodGet, "/", "")},
		{"home", same(http.MethodGet, "/api/product/home", "")},
		{"categories", same(http.MethodGet, "/api/category/get", "")},
		{"listing page", same(http.MethodGet, "/api/product/getAll?limit=24&page=1&category="+subCategories[0].Category.ID, "")},
		{"page of all products", same(http.MethodGet, "/api/product/getAll?limit=24&page=2", "")},
		{"product", same(http.MethodPost, "/api/product/getProductById", `{"productId":"`+q.products[0].ID+`"}`)},
		{"search, as people type", func(int) target { return search(q.common()) }},
		{"search, never asked before", func(int) target { return search(q.unique()) }},
	}, nil
}

func (r read) send(ctx context.Context, base string, n int) error {
	t := r.target(n)
	_, _, err := exchange(ctx, base, t)
	return err
}

// exchange sends a request as a browser does and reads the response, still compressed.
func exchange(ctx context.Context, base string, t target) ([]byte, http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, t.method, base+t.path, strings.NewReader(t.body))
	if err != nil {
		return nil, nil, err
	}
	request.Header.Set("Accept-Encoding", "gzip")
	if t.body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := browser.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s", t.method, t.path, response.Status)
	}
	return body, response.Header, err
}
