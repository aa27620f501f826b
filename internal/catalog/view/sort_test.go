package view

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
	"kirana/internal/httpapi"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

// variedSnapshot has products that differ in everything that a list can be sorted by, with many that are equal in it.
func variedSnapshot(tb testing.TB, n int) *Snapshot {
	tb.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("Toor Chana Masoor Dal Atta Rice basmati MUSTARD Oil Milk Ghee Sugar Salt <Tea> & \"Best\" हल्दी")
	products := manyProducts(n)
	for i := range products {
		p := &products[i]
		p.Name = words[random.IntN(len(words))] + " " + words[random.IntN(len(words))]
		p.Price, p.Discount = money.Rupees(10+random.Int64N(20)), money.Rupees(random.Int64N(5))
		p.Stock, p.Publish = random.IntN(4), random.IntN(10) > 0
		p.CategoryID = fmt.Sprint("c", i%3)
		p.Origin = []string{"", "India", "Nepal"}[random.IntN(3)]
	}
	index := search.New()
	s, _ := emptySnapshot(index).merge(update{
		products: copies(products...), complete: true,
		categories:    []catalog.Category{{ID: "c0", Name: "Pulses & more"}, {ID: "c1", Name: "Oils"}, {ID: "c2", Name: "Rest"}},
		subCategories: []catalog.SubCategory{{ID: "s0", Name: "Dals", CategoryID: "c0"}, {ID: "s1", Name: "Teas", CategoryID: "c1"}},
	})
	docs := make([]search.Doc, 0, n)
	for i := range s.products.length {
		docs = append(docs, s.document(i))
	}
	index.Build(docs)
	return s
}

var allSorts = []Sort{"", ByRelevance, ByNewest, ByPriceAsc, ByPriceDesc, ByDiscount, ByName, ByStock, ByOrigin, ByPopular}

func TestFind_showsTheSamePageAsAListThatIsSortedAsAWhole(t *testing.T) {
	t.Parallel()
	s := variedSnapshot(t, 2000)
	for _, words := range []string{"", "dal", "m"} {
		for _, by := range allSorts {
			for _, q := range []Query{{}, {CategoryID: "c1"}, {SubCategoryID: "s1", Unpublished: true}, {InStock: true}, {Unpublished: true}, {Facets: true, Origins: []string{"Nepal"}}} {
				q.Words, q.Sort = words, by
				whole := s.Find(q)
				for _, page := range []int{1, 2, 9, 1000} {
					q.Page, q.Limit = page, 24
					got := s.Find(q)
					from := min((page-1)*24, len(whole.Products))
					want := whole.Products[from:min(from+24, len(whole.Products))]
					same := slices.EqualFunc(got.Products, want, func(a, b catalog.Product) bool { return a.ID == b.ID })
					if !same || got.Total != whole.Total || (got.Facets == nil) != (whole.Facets == nil) {
						t.Fatalf("%q by %q, page %d of %+v: %d of %d products, want %d of %d", words, by, page, q, len(got.Products), got.Total, len(want), whole.Total)
					}
				}
			}
		}
	}
}

func TestList_byNameShowsARenamedProductWhereItStandsNow(t *testing.T) {
	t.Parallel()
	s := variedSnapshot(t, 300)
	first := s.Find(Query{Sort: ByName, Unpublished: true, Page: 1, Limit: 1}).Products[0]
	renamed := *s.find(first.ID)
	renamed.Name, renamed.UpdatedAt = "zzz", shoptest.Epoch.AddDate(1, 0, 0)
	next, _ := s.merge(update{products: copies(renamed)})
	all := next.Find(Query{Sort: ByName, Unpublished: true}).Products
	if !slices.IsSortedFunc(all, func(a, b catalog.Product) int {
		return strings.Compare(catalog.NameKey(a.Name), catalog.NameKey(b.Name))
	}) {
		t.Errorf("the last is %s", all[len(all)-1].Name)
	}
	if all[0].ID == first.ID {
		t.Error("it stands where it stood")
	}
}

// Each renaming is merged into an order that was computed, or not yet since the renaming before.
func TestList_byNameIsThatOfANewCatalogAfterEachRenaming(t *testing.T) {
	t.Parallel()
	s := variedSnapshot(t, 400)
	s.byName()
	rng := rand.New(rand.NewPCG(3, 4))
	at := shoptest.Epoch.AddDate(1, 0, 0)
	for round := range 60 {
		var renamed []catalog.Product
		for range 1 + rng.IntN(3) {
			product := *s.products.at(rng.IntN(s.products.length))
			product.Name = s.products.at(rng.IntN(s.products.length)).Name + strings.Repeat(" new", rng.IntN(2))
			product.UpdatedAt = at.Add(time.Duration(round) * time.Second)
			renamed = append(renamed, product)
		}
		switch round % 10 {
		case 8: // in another category too, so that the lists are made anew
			renamed[0].CategoryID = "another"
		case 9:
			renamed[0].DeletedAt = &at
		}
		s, _ = s.merge(update{products: copies(renamed...)})
		if round%3 == 0 {
			continue
		}
		want := make([]int32, s.products.length)
		for i := range want {
			want[i] = int32(i)
		}
		s.sortByName(want)
		if got := s.byName(); !slices.Equal(got, want) {
			t.Fatalf("round %d: the order differs from that of sorting all", round)
		}
	}
}

func TestEncodedProducts_writeAPageAsItWouldBeWrittenAsAWhole(t *testing.T) {
	t.Parallel()
	s, kept := variedSnapshot(t, 500), newEncodedProducts()
	for _, words := range []string{"dal", "tea", "m", "nothing like it", `"data":[]`, "हल्दी"} {
		for page := 1; page < 4; page++ {
			q := Query{Words: words, Page: page, Limit: 24, Facets: page == 2}
			want, err := httpapi.Encode(newProductPage(q, s.Find(q)))
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // encoded now, and kept
				found, products := s.page(q)
				found.Products = []catalog.Product{}
				empty, err := httpapi.Encode(newProductPage(q, found))
				if err != nil {
					t.Fatal(err)
				}
				got, err := kept.insert(s, empty, products)
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%q, page %d: %v\n%s\nwant\n%s", words, page, err, got, want)
				}
			}
		}
	}
	if kept.bytes() == 0 || kept.bytes() > maxEncodedBytes {
		t.Errorf("%d bytes are kept", kept.bytes())
	}
}

// BenchmarkFind_byName is the administrator's list of a large catalog.
func BenchmarkFind_byName(b *testing.B) {
	s := variedSnapshot(b, 300_000)
	s.byName()
	for i := 0; b.Loop(); i++ {
		s.Find(Query{Sort: ByName, Unpublished: true, Page: 1 + i%100, Limit: 24})
	}
}

// BenchmarkFind_byNameAfterARenaming is its first page after each change of a name.
func BenchmarkFind_byNameAfterARenaming(b *testing.B) {
	s := variedSnapshot(b, 300_000)
	s.byName()
	for i := 0; b.Loop(); i++ {
		product := *s.products.at(i % s.products.length)
		product.Name, product.UpdatedAt = fmt.Sprint("Renamed ", i), shoptest.Epoch.AddDate(1, 0, i)
		s, _ = s.merge(update{products: copies(product)})
		s.Find(Query{Sort: ByName, Unpublished: true, Page: 1 + i%100, Limit: 24})
	}
}

func BenchmarkFind_byPrice(b *testing.B) {
	s := variedSnapshot(b, 300_000)
	for i := 0; b.Loop(); i++ {
		s.Find(Query{Sort: ByPriceAsc, Unpublished: true, Page: 1 + i%100, Limit: 24})
	}
}
