package view

import (
	"cmp"
	"slices"
	"sync"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
)

// matchBuffers are of *[]search.Match: a letter finds half of the catalog, and most of what is found is not shown.
var matchBuffers = sync.Pool{New: func() any { return &[]search.Match{} }}

// searchPage is page of a query with words: of the products that they name, or of those that they find without naming them.
func (s *Snapshot) searchPage(q Query, words string) (Found, []*catalog.Product) {
	all, accepted := matchBuffers.Get().(*[]search.Match), matchBuffers.Get().(*[]search.Match)
	defer matchBuffers.Put(all)
	defer matchBuffers.Put(accepted)
	var missing int
	*all, missing = s.appendMatches((*all)[:0], words)
	*accepted = s.appendAccepted((*accepted)[:0], *all, q)
	matches, others := q.parted(*accepted)

	found := Found{Total: len(matches), Partial: len(*all) > 0 && missing > 0}
	if !q.Also {
		found.Also = len(others)
	}
	suggests := q.Page <= 1 && q.CategoryID == "" && q.SubCategoryID == ""
	products := s.best(matches, q, suggests)
	if suggests {
		suggesting := products
		if len(products) < suggestionMatches {
			suggesting = slices.Concat(products, s.best(others, q, suggests))
		}
		found.SubCategories = s.searchSubCategories(suggesting)
	}
	s.sort(q, products, true)
	if q.Facets {
		*accepted = s.appendAccepted((*accepted)[:0], *all, q.withoutFacets())
		matches, _ = q.parted(*accepted)
		found.Facets = q.facets(s.productsOf(matches))
	}
	if len(*all) == 0 {
		found.Nearest = s.search.Nearest(words, maxNearest)
	}
	return found, q.pageOf(products)
}

// parted moves the matches that the query asks for to the front, and returns them and the others.
func (q *Query) parted(matches []search.Match) (wanted, others []search.Match) {
	n := 0
	for i := range matches {
		if matches[i].Named != q.Also {
			matches[n], matches[i] = matches[i], matches[n]
			n++
		}
	}
	return matches[:n], matches[n:]
}

// appendAccepted appends the matches that the query accepts. Of those that match equally well, what can be bought comes first.
func (s *Snapshot) appendAccepted(to, matches []search.Match, q Query) []search.Match {
	unrestricted := q.acceptsEveryVisible()
	to = slices.Grow(to, len(matches))
	for _, match := range matches {
		// The index may know a product that this snapshot does not have.
		if int(match.Ref) >= len(s.indexes) || s.indexes[match.Ref] < 0 {
			continue
		}
		index := int(s.indexes[match.Ref])
		traits := s.products.traits(index)
		if traits&isPublished == 0 && !q.Unpublished || !unrestricted && !q.accepts(s.products.at(index)) {
			continue
		}
		if traits&isAvailable == 0 {
			match.Order |= search.Demoted
		}
		to = append(to, match)
	}
	return to
}

// best returns the products of matches, the best first: all of them, or as many as the query shows and suggestions of
// sub-categories look at.
func (s *Snapshot) best(matches []search.Match, q Query, suggests bool) []*catalog.Product {
	if relevance := q.Sort == "" || q.Sort == ByRelevance; relevance && q.Limit > 0 {
		count := max(q.Page, 1) * q.Limit
		if suggests {
			count = max(count, suggestionMatches)
		}
		if count < len(matches)/8 {
			matches = firstMatches(matches, count)
		}
	}
	slices.SortFunc(matches, func(a, b search.Match) int { return cmp.Compare(a.Order, b.Order) })
	return s.productsOf(matches)
}

// firstMatches moves the n best matches to the beginning, in no order, and returns them. They are a heap whose root is the
// worst of them.
func firstMatches(matches []search.Match, n int) []search.Match {
	best := matches[:n]
	for i := n/2 - 1; i >= 0; i-- {
		sink(best, i)
	}
	for _, match := range matches[n:] {
		if match.Order < best[0].Order {
			best[0] = match
			sink(best, 0)
		}
	}
	return best
}

// sink moves a match down in a heap to where it belongs.
func sink(heap []search.Match, i int) {
	for {
		worst := 2*i + 1
		if worst >= len(heap) {
			return
		}
		if other := worst + 1; other < len(heap) && heap[other].Order > heap[worst].Order {
			worst = other
		}
		if heap[i].Order >= heap[worst].Order {
			return
		}
		heap[i], heap[worst] = heap[worst], heap[i]
		i = worst
	}
}

// productsOf returns the products of matches that this snapshot has.
func (s *Snapshot) productsOf(matches []search.Match) []*catalog.Product {
	products := make([]*catalog.Product, len(matches))
	for i, match := range matches {
		products[i] = s.products.at(int(s.indexes[match.Ref]))
	}
	return products
}
