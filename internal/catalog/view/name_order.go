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

// withRenamed returns the order of a snapshot that differs from the one of this order in the names of products alone.
func (o *nameOrder) withRenamed(renamed []int32) *nameOrder {
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
			indexes = s.mergeRenamed(s.names.base, s.names.renamed)
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

// nameKey is the sort key of a product in the order by name, with the product's index.
type nameKey struct {
	name, id string
	index    int32
}

func (s *Snapshot) nameKeyOf(index int32) nameKey {
	p := s.products.at(int(index))
	return nameKey{catalog.NameKey(p.Name), p.ID, index}
}

func (k nameKey) compare(other nameKey) int {
	return cmp.Or(strings.Compare(k.name, other.name), strings.Compare(k.id, other.id))
}

// sortByName sorts indexes of products by their names.
func (s *Snapshot) sortByName(indexes []int32) {
	keys := make([]nameKey, len(indexes))
	for i, index := range indexes {
		keys[i] = s.nameKeyOf(index)
	}
	slices.SortFunc(keys, nameKey.compare)
	for i, key := range keys {
		indexes[i] = key.index
	}
}

// mergeRenamed returns a sorted list with the renamed products where they belong now.
func (s *Snapshot) mergeRenamed(sorted, renamed []int32) []int32 {
	renamed = slices.Clone(renamed)
	slices.Sort(renamed)
	renamed = slices.Compact(renamed)
	unchanged := make([]int32, 0, len(sorted)-len(renamed))
	for _, index := range sorted {
		if _, found := slices.BinarySearch(renamed, index); !found {
			unchanged = append(unchanged, index)
		}
	}
	s.sortByName(renamed)
	merged := make([]int32, 0, len(sorted))
	for _, index := range renamed {
		before, _ := slices.BinarySearchFunc(unchanged, s.nameKeyOf(index), func(other int32, key nameKey) int { return s.nameKeyOf(other).compare(key) })
		merged = append(append(merged, unchanged[:before]...), index)
		unchanged = unchanged[before:]
	}
	return append(merged, unchanged...)
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
