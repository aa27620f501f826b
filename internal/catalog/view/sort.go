package view

import (
	"cmp"
	"slices"

	"kirana/internal/catalog"
)

// sorted returns refs in the order of the query, at least up to the end of its page. It does not change refs, but may return
// it. refs is ordered by relevance if ranked, otherwise as listed returns it. The sort is stable.
func (s *Snapshot) sorted(q Query, refs []int32, ranked bool) []int32 {
	if q.Sort == ByName {
		if !ranked && q.CategoryID == "" && q.SubCategoryID == "" {
			return refs // s.byName or a part of it
		}
		refs = slices.Clone(refs)
		s.sortByName(refs)
		return refs
	}
	order := s.order(q.Sort, ranked)
	if order == nil {
		return refs
	}
	type indexed struct {
		ref   int32
		index int
	}
	list := make([]indexed, len(refs))
	for i, ref := range refs {
		list[i] = indexed{ref, i}
	}
	shown := len(refs)
	if q.Limit > 0 {
		shown = max(q.Page, 1) * q.Limit
	}
	sorted := slices.Clone(refs)
	for i, next := range first(list, shown, func(a, b indexed) int { return cmp.Or(order(a.ref, b.ref), cmp.Compare(a.index, b.index)) }) {
		sorted[i] = next.ref
	}
	return sorted
}

// order returns the comparison of a sort order, or nil if the list already has that order.
func (s *Snapshot) order(by Sort, ranked bool) func(a, b int32) int {
	products := func(compare func(a, b *catalog.Product) int) func(a, b int32) int {
		return func(a, b int32) int { return compare(s.products.at(a), s.products.at(b)) }
	}
	soldOut := func(p *catalog.Product) int { return boolToInt(p.Available() == 0) }
	switch by {
	case ByNewest:
		if ranked {
			return s.compareNewest
		}
	case ByPriceAsc:
		return products(func(a, b *catalog.Product) int { return cmp.Compare(a.Payable(), b.Payable()) })
	case ByPriceDesc:
		return products(func(a, b *catalog.Product) int { return cmp.Compare(b.Payable(), a.Payable()) })
	case ByDiscount:
		return products(func(a, b *catalog.Product) int { return cmp.Compare(b.Discount, a.Discount) })
	case ByPopular:
		ranks := s.rank()
		return func(a, b int32) int {
			return cmp.Or(cmp.Compare(soldOut(s.products.at(a)), soldOut(s.products.at(b))), cmp.Compare(ranks[a], ranks[b]))
		}
	case ByOrigin: // products without one last
		return products(func(a, b *catalog.Product) int {
			return cmp.Or(cmp.Compare(boolToInt(a.Origin == ""), boolToInt(b.Origin == "")), cmp.Compare(a.Origin, b.Origin))
		})
	case ByStock:
		return products(func(a, b *catalog.Product) int { return cmp.Compare(a.Available(), b.Available()) })
	case ByRelevance:
		if !ranked {
			return products(func(a, b *catalog.Product) int { return cmp.Compare(soldOut(a), soldOut(b)) })
		}
	case ByName: // handled by sorted
	}
	return nil
}

// first returns the first n elements of list in sorted order, in O(len log n). It reorders list; its first n elements serve
// as a heap with the largest at the root.
func first[T any](list []T, n int, compare func(a, b T) int) []T {
	if n >= len(list)/8 { // sorting all is as fast
		slices.SortFunc(list, compare)
		return list[:min(n, len(list))]
	}
	heap := list[:n]
	for i := n/2 - 1; i >= 0; i-- {
		sink(heap, i, compare)
	}
	for i := n; i < len(list); i++ {
		if compare(list[i], heap[0]) < 0 {
			heap[0], list[i] = list[i], heap[0]
			sink(heap, 0, compare)
		}
	}
	slices.SortFunc(heap, compare)
	return heap
}

// sink moves an element down a heap to its position.
func sink[T any](heap []T, i int, compare func(a, b T) int) {
	for {
		last := 2*i + 1
		if last >= len(heap) {
			return
		}
		if right := last + 1; right < len(heap) && compare(heap[right], heap[last]) > 0 {
			last = right
		}
		if compare(heap[i], heap[last]) >= 0 {
			return
		}
		heap[i], heap[last] = heap[last], heap[i]
		i = last
	}
}
