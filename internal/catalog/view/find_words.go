package view

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
)

// matchBuffers holds *[]search.Match. One letter matches half of the catalog, and most matches are dropped.
var matchBuffers = sync.Pool{New: func() any { return &[]search.Match{} }}

// searchPage is like page, for a query with words. It returns the products whose names match the words or, with q.Also, those that
// match only by unit, sub-category or category.
func (s *Snapshot) searchPage(q Query, words string) (Found, []int32) {
	all, accepted := matchBuffers.Get().(*[]search.Match), matchBuffers.Get().(*[]search.Match)
	defer matchBuffers.Put(all)
	defer matchBuffers.Put(accepted)
	var missing int
	*all, missing = s.appendMatches((*all)[:0], words)
	if q.Unpublished {
		var coded bool
		if *all, coded = s.withCodes(*all, words); coded {
			missing = 0
		}
	}
	*accepted = s.appendAccepted((*accepted)[:0], *all, q)
	matches, rest := q.partition(*accepted)

	found := Found{Total: len(matches), Partial: len(*all) > 0 && missing > 0}
	if !q.Also {
		found.Also = len(rest)
	}
	suggests := q.Page <= 1 && q.CategoryID == "" && q.SubCategoryID == ""
	refs := q.best(matches, suggests)
	if suggests {
		suggesting := refs
		if len(refs) < suggestionMatches {
			suggesting = slices.Concat(refs, q.best(rest, suggests))
		}
		found.SubCategories = s.searchSubCategories(suggesting)
	}
	refs = s.sorted(q, refs, true)
	if q.Facets {
		*accepted = s.appendAccepted((*accepted)[:0], *all, q.withoutFacets())
		matches, _ = q.partition(*accepted)
		found.Facets = s.facets(q, refsOf(matches))
	}
	if len(*all) == 0 && !s.unindexed {
		if found.SameShelf = s.sameShelf(q, words); found.SameShelf == nil {
			found.Nearest = s.search.Nearest(words, maxNearest)
		}
	}
	return found, q.pageOf(refs)
}

// withCodes inserts the products whose SKU, barcode or item code begins with text ahead of the matches, and reports whether
// there are any.
func (s *Snapshot) withCodes(matches []search.Match, text string) ([]search.Match, bool) {
	coded := map[int32]bool{}
	for _, ref := range s.newest {
		if p := s.products.at(ref); hasPrefixFold(p.SKU, text) || hasPrefixFold(p.Barcode, text) || hasPrefixFold(p.ItemCode, text) || slices.ContainsFunc(p.MoreBarcodes, func(code string) bool { return hasPrefixFold(code, text) }) {
			coded[ref] = true
		}
	}
	matches = slices.DeleteFunc(matches, func(m search.Match) bool { return coded[m.Ref] })
	for ref := range coded {
		matches = append(matches, search.Match{Order: uint64(ref), Ref: ref, Named: true}) //nolint:gosec // G115: a ref is not negative
	}
	return matches, len(coded) > 0
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// sameShelf returns the best substitutes for a product that the words name, or nil. It is for searches that found nothing.
func (s *Snapshot) sameShelf(q Query, words string) (products []catalog.Product) {
	matches := s.appendAccepted(nil, s.search.AppendSameShelf(nil, words), q)
	refs := refsOf(first(matches, maxSameShelf, func(a, b search.Match) int { return cmp.Compare(a.Order, b.Order) }))
	for _, ref := range refs[:min(len(refs), maxSameShelf)] {
		products = append(products, s.ForShoppers(*s.products.at(ref)))
	}
	return products
}

// partition moves the matches that the query asks for to the front, and returns them and the rest.
func (q *Query) partition(matches []search.Match) (wanted, rest []search.Match) {
	n := 0
	for i := range matches {
		if matches[i].Named != q.Also {
			matches[n], matches[i] = matches[i], matches[n]
			n++
		}
	}
	return matches[:n], matches[n:]
}

// appendAccepted appends the matches that the query accepts. It demotes sold-out products behind equal matches.
func (s *Snapshot) appendAccepted(to, matches []search.Match, q Query) []search.Match {
	to = slices.Grow(to, len(matches))
	for _, match := range matches {
		p := s.products.at(match.Ref)
		if p == nil || !q.accepts(p) { // the index is shared by all snapshots and may know a newer product
			continue
		}
		if p.Available() == 0 {
			match.Order |= search.Demoted
		}
		to = append(to, match)
	}
	return to
}

// best returns the refs of matches, the best first: as many as the page and the suggested sub-categories need, or all if the
// query has another sort order.
func (q *Query) best(matches []search.Match, suggests bool) []int32 {
	count := len(matches)
	if relevance := q.Sort == "" || q.Sort == ByRelevance; relevance && q.Limit > 0 {
		count = max(q.Page, 1) * q.Limit
		if suggests {
			count = max(count, suggestionMatches)
		}
	}
	return refsOf(first(matches, count, func(a, b search.Match) int { return cmp.Compare(a.Order, b.Order) }))
}

func refsOf(matches []search.Match) []int32 {
	refs := make([]int32, len(matches))
	for i, match := range matches {
		refs[i] = match.Ref
	}
	return refs
}
