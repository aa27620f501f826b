package view

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"kirana/internal/catalog"
)

// nameOrder is the order of all products of a snapshot by name. It is computed at the first use, and shared by the
// snapshots that have the same names at the same indexes: most differ in prices and pieces.
type nameOrder struct {
	once    sync.Once
	indexes atomic.Pointer[[]int32] // of the products; nil until they are computed
	// base is the order of an earlier snapshot with the same products at the same indexes, of which only those in renamed have
	// other names; nil where there is none.
	base    []int32
	renamed []int32
}

// maxRenamed is how many products may have other names than in a base: beyond, sorting all is as fast.
const maxRenamed = 10_000

// after returns the order of a snapshot that differs from the one of this order in the names of products alone.
func (o *nameOrder) after(renamed []int32) *nameOrder {
	next := &nameOrder{base: o.base, renamed: slices.Concat(o.renamed, renamed)}
	if computed := o.indexes.Load(); computed != nil {
		next.base, next.renamed = *computed, renamed
	}
	if next.base == nil || len(next.renamed) > maxRenamed {
		return &nameOrder{}
	}
	return next
}

// byName returns the indexes of all products in the order of their names.
func (s *Snapshot) byName() []int32 {
	s.names.once.Do(func() {
		var indexes []int32
		if s.names.base != nil {
			indexes = s.movedByName(s.names.base, s.names.renamed)
		} else {
			indexes = make([]int32, s.products.length)
			for i := range indexes {
				indexes[i] = int32(i)
			}
			s.sortByName(indexes)
		}
		s.names.indexes.Store(&indexes)
	})
	return *s.names.indexes.Load()
}

// named is a product with what it is sorted by.
type named struct {
	name, id string
	index    int32
}

func (s *Snapshot) named(index int32) named {
	p := s.products.at(int(index))
	return named{catalog.NameKey(p.Name), p.ID, index}
}

func (n named) compare(other named) int {
	return cmp.Or(strings.Compare(n.name, other.name), strings.Compare(n.id, other.id))
}

// sortByName sorts indexes of products by their names.
func (s *Snapshot) sortByName(indexes []int32) {
	all := make([]named, len(indexes))
	for i, index := range indexes {
		all[i] = s.named(index)
	}
	slices.SortFunc(all, named.compare)
	for i, n := range all {
		indexes[i] = n.index
	}
}

// movedByName returns a sorted list with the renamed products where they belong now.
func (s *Snapshot) movedByName(sorted, renamed []int32) []int32 {
	renamed = slices.Clone(renamed)
	slices.Sort(renamed)
	renamed = slices.Compact(renamed)
	others := make([]int32, 0, len(sorted)-len(renamed))
	for _, index := range sorted {
		if _, moved := slices.BinarySearch(renamed, index); !moved {
			others = append(others, index)
		}
	}
	s.sortByName(renamed)
	moved := make([]int32, 0, len(sorted))
	for _, index := range renamed {
		before, _ := slices.BinarySearchFunc(others, s.named(index), func(other int32, n named) int { return s.named(other).compare(n) })
		moved = append(append(moved, others[:before]...), index)
		others = others[before:]
	}
	return append(moved, others...)
}

// namedPage is page of a list by name. What the query accepts is looked for in the order in which the products stand in
// memory, and only as much as is shown in that of their names.
func (s *Snapshot) namedPage(q Query) (Found, []*catalog.Product) {
	found := Found{Total: s.products.length}
	var accepted []bool // by index; nil: all are
	if !q.acceptsAll() {
		accepted, found.Total = make([]bool, s.products.length), 0
		for i := range s.accepted(q) {
			accepted[i] = true
			found.Total++
		}
	}
	from, to := 0, found.Total
	if q.Limit > 0 {
		from = min((max(q.Page, 1)-1)*q.Limit, found.Total)
		to = min(from+q.Limit, found.Total)
	}
	shown := make([]*catalog.Product, 0, to-from)
	position := 0
	for _, i := range s.byName() {
		if position == to {
			break
		}
		if accepted != nil && !accepted[i] {
			continue
		}
		if position >= from {
			shown = append(shown, s.products.at(int(i)))
		}
		position++
	}
	if q.Facets {
		found.Facets = q.facets(s.listed(q.withoutFacets()))
	}
	return found, shown
}
