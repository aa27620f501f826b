package search_test

import (
	"encoding/csv"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"

	"kirana/internal/catalog/search"
)

// readCatalog reads a real grocer's price list, each product once, and skips the test if the file is missing. The
// callback product returns a Doc without a name for rows to be left out.
func readCatalog(tb testing.TB, name string, decode func(io.Reader) io.Reader, product func(row []string) search.Doc) []search.Doc {
	tb.Helper()
	file, err := os.Open(filepath.Join("..", "..", "..", "..", "shared", "data", name))
	if err != nil {
		tb.Skipf("the large catalog is not here: needs ../shared/data/%s beside the project", name)
	}
	defer file.Close()
	reader := csv.NewReader(decode(file))
	reader.LazyQuotes, reader.FieldsPerRecord = true, -1
	rows, err := reader.ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	var docs []search.Doc
	seen := map[string]bool{}
	for i, row := range rows[1:] {
		doc := product(row)
		if key := strings.ToLower(doc.Name + "|" + doc.Unit); doc.Name != "" && !seen[key] {
			seen[key] = true
			doc.ID = strconv.Itoa(i)
			docs = append(docs, doc)
		}
	}
	return docs
}

// withBrand returns a product name beginning with the brand.
func withBrand(brand, name string) string {
	brand, name = strings.TrimSpace(brand), strings.TrimSpace(name)
	if strings.HasPrefix(strings.ToLower(name), strings.ToLower(brand)) {
		return name
	}
	return brand + " " + name
}

// largeCatalog has about 25,000 products without units.
func largeCatalog(tb testing.TB) []search.Doc {
	tb.Helper()
	return readCatalog(tb, "bigbasket_28k.csv", func(r io.Reader) io.Reader { return r }, func(row []string) search.Doc {
		return search.Doc{Name: withBrand(row[4], row[1]), Category: row[2], SubCategory: row[3]}
	})
}

// catalogWithUnits has about 12,000 products, most of them in several packet sizes.
func catalogWithUnits(tb testing.TB) []search.Doc {
	tb.Helper()
	return readCatalog(tb, "bigbasket_units_18k.csv", charmap.Windows1252.NewDecoder().Reader, func(row []string) search.Doc {
		return search.Doc{Name: withBrand(row[1], row[2]), Unit: strings.TrimSpace(row[3]), Category: row[6], SubCategory: row[7]}
	})
}

// typedQueries returns searches for products of this list: names in part, whole, with words in another order, and
// misspelled.
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
