package view

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

// variedSnapshot has products with different values for every sort order, and many equal ones.
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
	index.Build(slices.Collect(s.documents()))
	return s
}

var allSorts = []Sort{"", ByRelevance, ByNewest, ByPriceAsc, ByPriceDesc, ByDiscount, ByName, ByStock, ByOrigin, ByPopular}

func TestFind_pagesAreSlicesOfTheWholeSortedList(t *testing.T) {
	t.Parallel()
	s := variedSnapshot(t, shoptest.Rounds(500, 2000))
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

func TestMerge_movesARenamedProductInTheListByName(t *testing.T) {
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
		t.Errorf("the products are not in the order of their names: the last is %s", all[len(all)-1].Name)
	}
	if all[0].ID == first.ID {
		t.Error("the renamed product kept its position")
	}
}

func TestMerge_keepsEveryListSorted(t *testing.T) {
	t.Parallel()
	s := variedSnapshot(t, 400)
	rng := rand.New(rand.NewPCG(3, 4))
	at := shoptest.Epoch.AddDate(1, 0, 0)
	for round := range 60 {
		var changed []catalog.Product
		for _, i := range rng.Perm(len(s.newest))[:1+rng.IntN(3)] {
			product := *s.products.at(s.newest[i])
			product.Name = s.products.at(s.newest[rng.IntN(len(s.newest))]).Name + strings.Repeat(" new", rng.IntN(2))
			product.UpdatedAt = at.Add(time.Duration(round) * time.Second)
			changed = append(changed, product)
		}
		switch round % 5 {
		case 1:
			changed[0].Publish = !changed[0].Publish
		case 2:
			changed[0].CategoryID, changed[0].SubCategoryID = fmt.Sprint("c", rng.IntN(4)), fmt.Sprint("s", rng.IntN(8))
		case 3:
			changed[0].DeletedAt = &at
		case 4:
			changed[0].ID, changed[0].CreatedAt = fmt.Sprint("added", round), shoptest.Epoch.Add(time.Duration(rng.IntN(500))*time.Second)
		}
		s, _ = s.merge(update{products: copies(changed...)})
		var all []*catalog.Product
		for _, ref := range s.byName {
			all = append(all, s.products.at(ref))
		}
		whole, _ := emptySnapshot(search.New()).merge(update{products: all, complete: true})
		if difference := cmp.Diff(idsOf(whole), idsOf(s)); difference != "" {
			t.Fatalf("round %d, products (-whole +merged):\n%s", round, difference)
		}
	}
}

// idsOf returns the ids of each non-empty list of a snapshot.
func idsOf(s *Snapshot) map[string][]string {
	ids := map[string][]string{}
	add := func(list string, refs []int32) {
		for _, ref := range refs {
			ids[list] = append(ids[list], s.products.at(ref).ID)
		}
	}
	add("newest", s.newest)
	add("published", s.published)
	add("by name", s.byName)
	for category, refs := range s.byCategory {
		add("category "+category, refs)
	}
	for subCategory, refs := range s.bySubCategory {
		add("sub-category "+subCategory, refs)
	}
	return ids
}

// BenchmarkFind_byName lists a large catalog for administrators.
func BenchmarkFind_byName(b *testing.B) {
	s := variedSnapshot(b, 300_000)
	for i := 0; b.Loop(); i++ {
		s.Find(Query{Sort: ByName, Unpublished: true, Page: 1 + i%100, Limit: 24})
	}
}

// BenchmarkFind_byNameAfterARenaming gets a page after each change of a name.
func BenchmarkFind_byNameAfterARenaming(b *testing.B) {
	s := variedSnapshot(b, 300_000)
	for i := 0; b.Loop(); i++ {
		product := *s.products.at(s.newest[i%len(s.newest)])
		product.Name, product.UpdatedAt = fmt.Sprint("Renamed ", i), shoptest.Epoch.AddDate(1, 0, i)
		s, _ = s.merge(update{products: copies(product)})
		s.Find(Query{Sort: ByName, Unpublished: true, Page: 1 + i%100, Limit: 24})
	}
}

// BenchmarkMerge_anAddedProduct makes the largest change of the lists that one edit can make.
func BenchmarkMerge_anAddedProduct(b *testing.B) {
	s := variedSnapshot(b, 300_000)
	for i := 0; b.Loop(); i++ {
		product := *s.products.at(s.newest[0])
		product.ID = fmt.Sprint("added ", i)
		s, _ = s.merge(update{products: copies(product)})
	}
}

func BenchmarkFind_byPrice(b *testing.B) {
	s := variedSnapshot(b, 300_000)
	for i := 0; b.Loop(); i++ {
		s.Find(Query{Sort: ByPriceAsc, Unpublished: true, Page: 1 + i%100, Limit: 24})
	}
}

func BenchmarkFind_newest(b *testing.B) {
	s := variedSnapshot(b, 300_000)
	for i := 0; b.Loop(); i++ {
		s.Find(Query{Page: 1 + i%100, Limit: 24})
	}
}
