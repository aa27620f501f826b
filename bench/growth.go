package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// settleTime is the time without requests before the idle memory is read.
const settleTime = 8 * time.Second

// benchGrowth measures start, memory and edits by the number of products. The second start of a shop is the usual one.
func benchGrowth(ctx context.Context, sizes []int) {
	t := newTable("products", "first start", "ready", "indexed", "idle", "loaded", "price shows", "name shows", "longest read", "alone")
	for _, size := range sizes {
		i := stockedInstallation(ctx, size)
		defer i.remove()
		s, first, _ := startIndexed(ctx, i)
		s.stop()
		s, ready, indexed := startIndexed(ctx, i)
		defer s.stop()
		wait(ctx, settleTime)
		idle := s.memory("VmRSS")
		edits := measureEdits(ctx, s)
		check(os.WriteFile(s.proc("clear_refs"), []byte("5"), 0)) // reset the peak VmHWM
		reads := readsOf(ctx, s.url, 1)
		mixed := read{"all", func(n int) request { return reads[n%len(reads)].nth(n) }}
		loop{clients: clients, duration: roundTime}.run(ctx, mixed.of(client{url: s.url, compressed: true}))
		seconds := func(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }
		mb := func(n int) string { return fmt.Sprintf("%d MB", n) }
		t.row(strconv.Itoa(size), append([]any{seconds(first), seconds(ready), seconds(indexed), mb(idle), mb(s.memory("VmHWM"))}, edits...)...)
		s.stop()
	}
}

// stockedInstallation returns an installation with a number of products and an administrator.
func stockedInstallation(ctx context.Context, size int) installation {
	i := newInstallation(binary, "")
	list := filepath.Join(i.dir, "list.csv")
	writeList(list, size)
	i.addProducts(ctx, list)
	i.addAdmin(ctx)
	return i
}

// firstPage is the path of the first page of all products.
const firstPage = "/api/product/getAll?limit=24&page=1"

// startIndexed starts a shop. It returns the time until a listing was read, and the time until a search for a misspelled word
// has results: a large shop opens before its search index is built.
func startIndexed(ctx context.Context, i installation) (s *shop, ready, indexed time.Duration) {
	started := time.Now()
	s = i.serve(ctx)
	visitor := client{url: s.url}
	check(visitor.call(ctx, http.MethodGet, firstPage, nil, nil))
	ready = time.Since(started)
	for found := []namedRow(nil); len(found) == 0; wait(ctx, 5*time.Millisecond) {
		check(visitor.call(ctx, http.MethodGet, "/api/product/getAll?limit=1&q=buttter", nil, &found))
	}
	return s, ready, time.Since(started)
}

// measureEdits edits prices and names of a product while a client reads. It returns the median times until an edited price and an
// edited name are shown, and the longest read during edits and without them.
func measureEdits(ctx context.Context, s *shop) []any {
	staff, visitor := logIn(ctx, s.url, admin, adminPassword), client{url: s.url}
	var products []namedRow
	check(visitor.call(ctx, http.MethodGet, firstPage, nil, &products))
	edits := 1000
	edit := func(field, path string, valueOf func(n int) any, shown string) call {
		return func(ctx context.Context, _ int) error {
			edits++
			err := staff.call(ctx, http.MethodPut, "/api/product/update/"+products[0].ID, map[string]any{field: valueOf(edits)}, nil)
			for err == nil {
				var body []byte
				if body, _, err = visitor.send(ctx, get(path)); strings.Contains(string(body), fmt.Sprintf(shown, edits)) {
					break
				}
			}
			return err
		}
	}
	price := edit("price", firstPage, func(n int) any { return n }, `"price":%d`)
	name := edit("name", "/api/product/getAll?limit=24&q=zwieback", func(n int) any { return fmt.Sprintf("Zwieback %d", n) }, "Zwieback %d")
	// Vary the page: a cached response would not wait for the edits.
	pages := read{"pages", func(n int) request { return get(fmt.Sprintf("/api/product/getAll?limit=24&page=%d", 1+n%10)) }}
	reader := pages.of(client{url: s.url, compressed: true})
	l := loop{clients: 1, duration: roundTime}
	alone := l.run(ctx, reader)
	prices, besidePrices := l.runWith(ctx, l, price, reader)
	names, besideNames := l.runWith(ctx, l, name, reader)
	text := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", ms(d)) }
	longest := max(besidePrices.percentile(100), besideNames.percentile(100))
	return []any{text(prices.percentile(50)), text(names.percentile(50)), text(longest), text(alone.percentile(100))}
}

// namesFile is a real price list, which is not in the repository. Generated lists repeat its names.
const namesFile = "../shared/data/bigbasket_units_8k.csv"

// writeList writes a price list of real names with numbers appended, so that each row is another product.
func writeList(path string, rows int) {
	source := must(os.Open(namesFile))
	defer func() { _ = source.Close() }()
	read := must(csv.NewReader(source).ReadAll())
	file := must(os.Create(path))
	defer func() { check(file.Close()) }()
	w := csv.NewWriter(file)
	check(w.Write([]string{"Name", "Brand", "MRP", "Sale Price", "Unit", "Category", "Sub Category", "Barcode"}))
	for i := range rows {
		cells := read[1+i%(len(read)-1)]
		check(w.Write([]string{fmt.Sprintf("%s %d", cells[1], i), cells[2], cells[3], cells[4], cells[6], cells[7], cells[8], strconv.Itoa(1_000_000 + i)}))
	}
	w.Flush()
	check(w.Error())
}
