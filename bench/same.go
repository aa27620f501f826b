package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

const (
	comparedQueries = 30_000
	comparingAtOnce = 4
	shownDifferent  = 10
)

// benchSame checks that searches find the same as with another build of the shop: it sends random queries, with filters and
// with products out of stock among those found, to both, and compares the responses byte by byte.
func benchSame(ctx context.Context, before string) error {
	dir, err := os.MkdirTemp("", "kirana-same-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	list, old, young := filepath.Join(dir, "list.csv"), filepath.Join(dir, "before"), filepath.Join(dir, "after")
	if err := writeStockedList(list); err != nil {
		return err
	}
	imported := exec.CommandContext(ctx, before, "import", "products", list, "--data-dir", old)
	if out, err := imported.CombinedOutput(); err != nil {
		return fmt.Errorf("import %s: %w: %s", list, err, out)
	}
	if err := os.CopyFS(young, os.DirFS(old)); err != nil {
		return err
	}
	first, err := startShop(ctx, before, old, shopEnvironment(old, "", false), "serve")
	if err != nil {
		return err
	}
	defer first.close()
	second, err := startShop(ctx, binary, young, shopEnvironment(young, "", false), "serve")
	if err != nil {
		return err
	}
	defer second.close()
	if err := awaitIndex(ctx, second); err != nil {
		return err
	}
	return compareSearches(ctx, first, second)
}

// writeStockedList writes the real catalog with every fourth product out of stock.
func writeStockedList(path string) error {
	source, err := os.Open(largeList)
	if err != nil {
		return fmt.Errorf("the real catalog is not beside the project: %w", err)
	}
	defer func() { _ = source.Close() }()
	rows, err := csv.NewReader(source).ReadAll()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	rows[0] = append(rows[0], "stock")
	for i := range rows[1:] {
		rows[i+1] = append(rows[i+1], map[bool]string{true: "0", false: "20"}[i%4 == 0])
	}
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o600)
}

// awaitIndex waits until a misspelled word finds something: a large shop opens before its index is built.
func awaitIndex(ctx context.Context, s *shop) error {
	for {
		var products []product
		if err := call(ctx, endpoint{http.MethodGet, s.url + "/api/product/getAll?limit=1&q=buttter", ""}, nil, &products); err != nil {
			return err
		}
		if len(products) > 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pollTime):
		}
	}
}

// pollTime is how often what a shop does by itself is looked for.
const pollTime = 5 * time.Millisecond

func compareSearches(ctx context.Context, first, second *shop) error {
	q, err := newQueries(ctx, first)
	if err != nil {
		return err
	}
	var next counter
	var different, empty atomic.Int64
	failures := make([]error, comparingAtOnce)
	var group sync.WaitGroup
	for worker := range comparingAtOnce {
		group.Go(func() {
			for n := next.next(); n < comparedQueries && failures[worker] == nil; n = next.next() {
				t := target{http.MethodGet, "/api/product/getAll?q=" + url.QueryEscape(q.unique()) + filterOf(n), ""}
				before, errBefore := plainBody(ctx, first, t)
				after, errAfter := plainBody(ctx, second, t)
				failures[worker] = errors.Join(errBefore, errAfter)
				if !bytes.Equal(before, after) && different.Add(1) <= shownDifferent {
					fmt.Println("different:", t.path)
				}
				if bytes.Contains(before, []byte(`"data":[]`)) {
					empty.Add(1)
				}
			}
		})
	}
	group.Wait()
	if err := errors.Join(failures...); err != nil {
		return err
	}
	fmt.Printf("%d random queries, %d of which find nothing: %d responses differ\n", comparedQueries, empty.Load(), different.Load())
	if different.Load() > 0 {
		return errors.New("searches find something else")
	}
	return nil
}

// filterOf returns what the nth query has beside its words.
func filterOf(n int) string {
	random := rand.New(rand.NewPCG(uint64(n), 3))
	filters := []string{"", "", "&page=2", "&inStock=true", "&sort=priceAsc", "&sort=popular", "&maxPrice=100", "&facets=true", "&minDiscount=10&facets=true", "&sort=discount&page=3"}
	return "&limit=24" + filters[random.IntN(len(filters))]
}

// plainBody requests a response without compression.
func plainBody(ctx context.Context, s *shop, t target) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, t.method, s.url+t.path, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := browser.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", t.path, response.Status)
	}
	return body, err
}
