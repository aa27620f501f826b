package view

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"kirana/internal/catalog"
)

// popularity ranks all products of a snapshot by what sells. It is computed at the first
// use: most snapshots only differ in prices and pieces, and share it.
type popularity struct {
	once  sync.Once
	ranks []int32 // by ref, from 0
}

// rank returns each product's rank, by its ref: one thing before several together, what sells most
// first, then by name.
func (s *Snapshot) rank() []int32 {
	s.popularity.once.Do(func() {
		type sold struct {
			ref    int32
			pieces int
			combo  bool
		}
		all := make([]sold, len(s.byName))
		for i, ref := range s.byName {
			p := s.products.at(ref)
			all[i] = sold{ref, s.sold[p.ID], isCombo(p)}
		}
		slices.SortStableFunc(all, func(a, b sold) int {
			return cmp.Or(cmp.Compare(boolToInt(a.combo), boolToInt(b.combo)), cmp.Compare(b.pieces, a.pieces))
		})
		s.popularity.ranks = make([]int32, len(s.refs))
		for rank, p := range all {
			s.popularity.ranks[p.ref] = int32(rank)
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
	sold := make([]int32, 0, len(s.sold))
	for productID := range s.sold {
		if s.find(productID) != nil {
			sold = append(sold, s.refs[productID])
		}
	}
	slices.SortFunc(sold, func(a, b int32) int { return cmp.Compare(ranks[a], ranks[b]) })
	for _, ref := range sold {
		add(s.products.at(ref))
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
