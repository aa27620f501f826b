package view

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"kirana/internal/catalog"
)

// nameOrder is the order of all products of a snapshot by name. It is computed at the first use, and shared by the
// snapshots that have the same names at the same indexes: most differ in prices and pieces.
type nameOrder struct {
	once    sync.Once
	indexes []int32 // of the products
}

// byName returns the indexes of all products in the order of their names.
func (s *Snapshot) byName() []int32 {
	s.names.once.Do(func() {
		type named struct {
			name, id string
			index    int32
		}
		all := make([]named, s.products.length)
		for i := range all {
			p := s.products.at(i)
			all[i] = named{catalog.NameKey(p.Name), p.ID, int32(i)}
		}
		slices.SortFunc(all, func(a, b named) int { return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.id, b.id)) })
		s.names.indexes = make([]int32, len(all))
		for i, n := range all {
			s.names.indexes[i] = n.index
		}
	})
	return s.names.indexes
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
