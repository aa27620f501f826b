package view

import (
	"cmp"
	"slices"
	"sync"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
)

// popularity ranks all products by sales. It is computed on first use, and snapshots with the same names and sales share it.
type popularity struct {
	once  sync.Once
	ranks []int32 // by ref, from 0
}

// rank returns the rank of each product, by ref: single products before combos, then best-selling, then by name with names
// that begin with a digit last.
func (s *Snapshot) rank() []int32 {
	s.popularity.once.Do(func() {
		type sold struct {
			ref    int32
			pieces int
			combo  bool
			digit  bool // the name begins with a digit
		}
		all := make([]sold, len(s.byName))
		for i, ref := range s.byName {
			p := s.products.at(ref)
			all[i] = sold{ref, s.sold[p.ID], isCombo(p), catalog.BeginsWithDigit(p.Name)}
		}
		slices.SortStableFunc(all, func(a, b sold) int {
			return cmp.Or(cmp.Compare(boolToInt(a.combo), boolToInt(b.combo)), cmp.Compare(b.pieces, a.pieces), cmp.Compare(boolToInt(a.digit), boolToInt(b.digit)))
		})
		s.popularity.ranks = make([]int32, len(s.refs))
		for rank, p := range all {
			s.popularity.ranks[p.ref] = int32(rank)
		}
	})
	return s.popularity.ranks
}

// isCombo reports whether a product consists of several: "Toor Dal 1 kg + Salt 1 kg".
func isCombo(p *catalog.Product) bool {
	return search.IsCombo(p.Name) || search.IsCombo(p.Unit)
}

// staples are search words for common groceries. The products that they find replace best-sellers in a shop with too few orders.
var staples = []string{
	"milk", "onion", "potato", "tomato", "eggs", "bread", "atta", "rice", "toor dal", "sunflower oil", "sugar", "curd", "banana", "salt", "tea", "biscuits",
}

// popular returns up to limit products in stock, by number of buyers. If fewer than minPopular have recent buyers, it returns
// staples instead, and everyday is true.
func (s *Snapshot) popular(limit int) (popular []catalog.Product, everyday bool) {
	chosen := map[string]bool{}
	add := func(p *catalog.Product) bool {
		if p == nil || !p.Visible() || p.Available() <= 0 || chosen[p.ID] || len(popular) == limit {
			return false
		}
		product := s.ForShoppers(*p)
		product.Description, product.Details = "", nil
		popular, chosen[p.ID] = append(popular, product), true
		return true
	}
	for _, ref := range s.mostBought() {
		add(s.products.at(ref))
	}
	if len(popular) >= minPopular {
		return popular, false
	}
	popular, chosen = []catalog.Product{}, map[string]bool{}
	for _, words := range staples {
		if len(popular) == limit {
			break
		}
		for _, hit := range s.search.Query(words) {
			if p := s.find(hit.ID); p != nil && !isCombo(p) && add(p) {
				break
			}
		}
	}
	return popular, true
}

// minPopular is the minimum length of the row of popular products.
const minPopular = 4

// mostBought returns the products with recent buyers, by descending number of buyers.
func (s *Snapshot) mostBought() []int32 {
	ranks := s.rank()
	refs := make([]int32, 0, len(s.buyers))
	for productID := range s.buyers {
		if s.find(productID) != nil {
			refs = append(refs, s.refs[productID])
		}
	}
	buyersOf := func(ref int32) int { return s.buyers[s.products.at(ref).ID] }
	slices.SortFunc(refs, func(a, b int32) int {
		return cmp.Or(cmp.Compare(buyersOf(b), buyersOf(a)), cmp.Compare(ranks[a], ranks[b]))
	})
	return refs
}
