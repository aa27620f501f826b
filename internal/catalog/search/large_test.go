package search_test

import (
	"encoding/csv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog/search"
)

// largeCatalog reads a real grocer's list, each brand and name once, and skips where the list is not at hand.
func largeCatalog(tb testing.TB) []search.Doc {
	tb.Helper()
	file, err := os.Open(filepath.Join("..", "..", "..", "..", "shared", "data", "bigbasket_28k.csv"))
	if err != nil {
		tb.Skip("the large catalog is not here: needs ../shared/data/bigbasket_28k.csv beside the project")
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.LazyQuotes, reader.FieldsPerRecord = true, -1
	rows, err := reader.ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	var docs []search.Doc
	seen := map[string]bool{}
	for i, row := range rows[1:] {
		brand, name := strings.TrimSpace(row[4]), strings.TrimSpace(row[1])
		if !strings.HasPrefix(strings.ToLower(name), strings.ToLower(brand)) {
			name = brand + " " + name
		}
		key := strings.ToLower(name)
		if seen[key] {
			continue
		}
		seen[key] = true
		docs = append(docs, search.Doc{ID: strconv.Itoa(i), Name: name, Category: row[2], SubCategory: row[3]})
	}
	return docs
}

// typedQueries returns searches for products of this list: names in part, whole, in another word order and misspelled.
func typedQueries(docs []search.Doc) []string {
	random := rand.New(rand.NewPCG(1, 2))
	var queries []string
	for letter := 'a'; letter <= 'z'; letter++ {
		queries = append(queries, string(letter))
	}
	for len(queries) < 520 {
		words := strings.Fields(strings.ToLower(docs[random.IntN(len(docs))].Name))
		if len(words) < 3 {
			continue
		}
		word := words[random.IntN(3)]
		queries = append(queries,
			words[0]+" "+words[1],
			words[1]+" "+words[2]+" "+words[0],
			words[0]+" "+words[1][:1],
			word[:min(len(word), 3)],
			word+" 500 g",
			strings.Join(words, " "))
		if len(word) >= 5 {
			at := 1 + random.IntN(len(word)-2)
			queries = append(queries, word[:at]+word[at+1:], word[:at]+"q"+word[at+1:], words[0]+" "+word[:at]+word[at+1:], word[:4]+"z")
		}
	}
	return queries
}

// TestQuery_isFastOnALargeCatalog checks the bound of 10 ms for the median query.
func TestQuery_isFastOnALargeCatalog(t *testing.T) {
	docs := largeCatalog(t)
	index := search.New()
	before := heap()
	start := time.Now()
	index.Build(docs)
	built := time.Since(start)
	size := heap() - before

	queries := typedQueries(docs)
	times := make([]time.Duration, 0, len(queries))
	slowest, slow := "", time.Duration(0)
	for _, q := range queries {
		start := time.Now()
		index.Query(q)
		took := time.Since(start)
		times = append(times, took)
		if took > slow {
			slowest, slow = q, took
		}
	}
	slices.Sort(times)
	start = time.Now()
	for i := range 100 {
		index.Put(docs[i*7])
	}
	put := time.Since(start) / 100
	median, p99 := times[len(times)/2], times[len(times)*99/100]
	t.Logf("%d products: built in %v, %.1f MB, one put %v; %d queries: median %v, p99 %v, slowest %v (%q)",
		index.Len(), built, float64(size)/1e6, put, len(queries), median, p99, slow, slowest)
	if median > 10*time.Millisecond {
		t.Errorf("median %v, want under 10ms", median)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func BenchmarkQuery(b *testing.B) {
	docs := largeCatalog(b)
	index := search.New()
	index.Build(docs)
	queries := typedQueries(docs)
	times := make([]time.Duration, 0, 1024)
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		index.Query(queries[i%len(queries)])
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "median-µs")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
}
