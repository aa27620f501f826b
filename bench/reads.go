package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
)

// largeList is a real price list of some 27,000 products, which is not in the repository and may be missing.
const largeList = "../shared/data/bigbasket_28k.csv"

// benchReads compares the reads of visitors, in the demo shop and in a large one, with a server that only writes the same bytes.
// It measures the reads whose names have the prefix `only`. The database system does not matter, since reads come from memory.
func benchReads(ctx context.Context, only string) {
	t := comparisons("shop", "limit")
	demo := openDemo(ctx, binary, "")
	defer demo.close()
	compareReads(ctx, t, demo.url, "demo", only)
	if _, err := os.Stat(largeList); err != nil {
		fmt.Printf("(27,000 products are left out: %s is not here)\n", largeList)
		return
	}
	i := newInstallation(binary, "")
	defer i.remove()
	i.addProducts(ctx, largeList)
	large := i.serve(ctx)
	defer large.stop()
	compareReads(ctx, t, large.url, "27,000", only)
}

func compareReads(ctx context.Context, t table, shopURL, catalog, only string) {
	for _, r := range readsOf(ctx, shopURL, 2) {
		if !strings.HasPrefix(r.name, only) {
			continue
		}
		limitURL, stop := startBaseline(ctx, shopURL, r.name)
		sideOf := func(url string) side { return side{made: r.of(client{url: url, compressed: true})} }
		loop{clients: clients, duration: roundTime}.compare(ctx, t, r.name+", "+catalog, sideOf(shopURL), sideOf(limitURL))
		stop()
	}
}

// read is a kind of request. nth returns the nth request, counted over all clients.
type read struct {
	name string
	nth  func(n int) request
}

// of returns a call that sends the read's requests in turn.
func (r read) of(c client) call {
	var made atomic.Int64
	return func(ctx context.Context, _ int) error {
		_, _, err := c.send(ctx, r.nth(int(made.Add(1))))
		return err
	}
}

func get(path string) request { return request{method: http.MethodGet, path: path} }

// readsOf returns the reads of a shop, with one of its categories, products and pages. Another seed gives other searches.
func readsOf(ctx context.Context, shopURL string, seed uint64) []read {
	q := newQueries(ctx, shopURL, seed)
	var subCategories []struct {
		Category namedRow `json:"category"`
	}
	check(client{url: shopURL}.call(ctx, http.MethodPost, "/api/subCategory/get", struct{}{}, &subCategories))
	same := func(r request) func(int) request { return func(int) request { return r } }
	search := func(text string) request {
		return get("/api/product/getAll?limit=24&page=1&q=" + url.QueryEscape(text))
	}
	return []read{
		{"home, its HTML", same(get("/"))},
		{"home", same(get("/api/product/home"))},
		{"categories", same(get("/api/category/get"))},
		{"listing page", same(get("/api/product/getAll?limit=24&page=1&category=" + subCategories[0].Category.ID))},
		{"page of all products", same(get("/api/product/getAll?limit=24&page=2"))},
		{"product", same(request{http.MethodPost, "/api/product/getProductById", `{"productId":"` + q.products[0].ID + `"}`})},
		{"search, as people type", func(int) request { return search(q.common()) }},
		{"search, never asked before", func(int) request { return search(q.unique()) }},
	}
}
