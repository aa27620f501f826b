package view

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"kirana/internal/catalog"
)

// popularity ranks all products of a snapshot by what sells. It is computed at the first
// use: most snapshots only differ in prices and pieces, and share it, as they share the indexes of their products.
type popularity struct {
	once  sync.Once
	ranks []int32 // by index of the product, from 0
}

// rank returns each product's rank, by its index: one thing before several together, what sells most
// first, then by name.
func (s *Snapshot) rank() []int32 {
	s.popularity.once.Do(func() {
		type sold struct {
			index, pieces int
			combo         bool
		}
		all := make([]sold, s.products.length)
		for i, index := range s.byName() {
			p := s.products.at(int(index))
			all[i] = sold{int(index), s.sold[p.ID], isCombo(p)}
		}
		slices.SortStableFunc(all, func(a, b sold) int {
			return cmp.Or(cmp.Compare(boolToInt(a.combo), boolToInt(b.combo)), cmp.Compare(b.pieces, a.pieces))
		})
		s.popularity.ranks = make([]int32, len(all))
		for rank, p := range all {
			s.popularity.ranks[p.index] = int32(rank)
		}
	})
	return s.popularity.ranks
}

// isCombo reports whether a product is several sold together: "Toor Dal 1 kg + Salt 1 kg".
func isCombo(p *catalog.Product) bool {
	for _, text := range []string{p.Name, p.Unit} {
		if strings.Contains(text, " + ") || strings.Contains(strings.ToLower(text), "combo") {
			return true
		}
	}
	return false
}

// sortByPopularity puts what can be bought first, and sorts both parts by what sells.
func (s *Snapshot) sortByPopularity(found []*catalog.Product) {
	ranks := s.rank()
	type ranked struct {
		product *catalog.Product
		rank    int
	}
	ranking := make([]ranked, len(found))
	for i, p := range found {
		here, _ := s.place(p.ID)
		ranking[i] = ranked{p, int(ranks[here.index]) + len(ranks)*boolToInt(p.Available() == 0)}
	}
	slices.SortFunc(ranking, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	for i, r := range ranking {
		found[i] = r.product
	}
}

// maxPopularShown is up to how many of the most popular products popularPage chooses.
const maxPopularShown = 100

// popularPage is page of a list by what sells, of which only the first ones are put in order: home shows a dozen of each category,
// and is made anew after each edit.
func (s *Snapshot) popularPage(q Query) (found Found, shown []*catalog.Product) {
	type ranked struct{ rank, index int }
	compare := func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) }
	ranks, last := s.rank(), max(q.Page, 1)*q.Limit
	best := make([]ranked, 0, last+1)
	for i := range s.accepted(q) {
		found.Total++
		next := ranked{int(ranks[i]), i}
		if s.products.traits(i)&isAvailable == 0 {
			next.rank += len(ranks)
		}
		if len(best) == last && compare(best[last-1], next) < 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, next, compare)
		best = slices.Insert(best, at, next)
		best = best[:min(len(best), last)]
	}
	for _, b := range best[min(last-q.Limit, len(best)):] {
		shown = append(shown, s.products.at(b.index))
	}
	return found, shown
}

// staples are what most people buy of a grocer, by the words that find them: for a shop
// that has sold too little to tell.
var staples = []string{
	"milk", "onion", "potato", "tomato", "eggs", "bread", "atta", "rice", "toor dal", "sunflower oil", "sugar", "curd", "banana", "salt", "tea", "biscuits",
}

// popular returns what most people buy, at most limit products that can be bought: what
// sells here, and staples where too little has been sold.
func (s *Snapshot) popular(limit int) []catalog.Product {
	popular, chosen := []catalog.Product{}, map[string]bool{}
	add := func(p *catalog.Product) {
		if p != nil && p.Visible() && p.Available() > 0 && !chosen[p.ID] && len(popular) < limit {
			product := s.InPlace(*p)
			product.Description, product.Details = "", nil
			popular, chosen[p.ID] = append(popular, product), true
		}
	}
	ranks := s.rank()
	sold := make([]int, 0, len(s.sold))
	for productID := range s.sold {
		if here, known := s.place(productID); known {
			sold = append(sold, int(here.index))
		}
	}
	slices.SortFunc(sold, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	for _, index := range sold {
		add(s.products.at(index))
	}
	for _, words := range staples {
		if len(popular) == limit {
			break
		}
		for _, hit := range s.search.Query(words) {
			if p := s.find(hit.ID); p != nil && p.Visible() && p.Available() > 0 && !isCombo(p) {
				add(p)
				break
			}
		}
	}
	return popular
}
