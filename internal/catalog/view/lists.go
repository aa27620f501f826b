package view

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kirana/internal/catalog"
)

// lists holds sorted refs of all products. Snapshots share the lists that do not differ.
type lists struct {
	newest        []int32            // the newest first
	published     []int32            // published products, the newest first
	byName        []int32            // by name, then id
	byCategory    map[string][]int32 // by category id, the newest first
	bySubCategory map[string][]int32
}

// sameLists reports whether two versions of a product have the same position in all lists.
func sameLists(a, b *catalog.Product) bool {
	return a.CategoryID == b.CategoryID && a.SubCategoryID == b.SubCategoryID && a.Name == b.Name && a.Publish == b.Publish && a.CreatedAt.Equal(b.CreatedAt)
}

// relist removes the refs `out` from the lists and inserts the refs `in`. before holds the previous products. Call it
// before the snapshot is published.
func (s *Snapshot) relist(before productList, out, in []int32) {
	c := listChange{out, in, make([]bool, len(before)*blockSize), before}
	for _, ref := range out {
		c.isOut[ref] = true
	}
	byName := slices.Clone(in)
	s.sortByName(byName)
	s.byName = c.merge(s.byName, byName, s.compareNames)
	slices.SortFunc(in, s.compareNewest)
	s.newest = c.merge(s.newest, in, s.compareNewest)
	s.published = c.merge(s.published, slices.DeleteFunc(slices.Clone(in), func(ref int32) bool { return !s.products.at(ref).Publish }), s.compareNewest)
	s.byCategory = s.regroup(c, s.byCategory, func(p *catalog.Product) string { return p.CategoryID })
	s.bySubCategory = s.regroup(c, s.bySubCategory, func(p *catalog.Product) string { return p.SubCategoryID })
}

// listChange is the change that relist makes to the lists.
type listChange struct {
	out, in []int32
	isOut   []bool // by ref
	before  productList
}

// merge returns a sorted list without the refs `c.out` and with the sorted refs `in`.
func (c *listChange) merge(list, in []int32, compare func(a, b int32) int) []int32 {
	kept := make([]int32, 0, len(list))
	for _, ref := range list {
		if !c.isOut[ref] {
			kept = append(kept, ref)
		}
	}
	merged := make([]int32, 0, len(kept)+len(in))
	for _, ref := range in {
		at, _ := slices.BinarySearchFunc(kept, ref, compare)
		merged = append(append(merged, kept[:at]...), ref)
		kept = kept[at:]
	}
	return append(merged, kept...)
}

// regroup returns the groups after a change. Unchanged groups are shared with the old map.
func (s *Snapshot) regroup(c listChange, groups map[string][]int32, key func(p *catalog.Product) string) map[string][]int32 {
	in := map[string][]int32{}
	for _, ref := range c.out {
		in[key(c.before.at(ref))] = nil
	}
	for _, ref := range c.in {
		group := key(s.products.at(ref))
		in[group] = append(in[group], ref)
	}
	regrouped := make(map[string][]int32, len(groups))
	maps.Copy(regrouped, groups)
	for group, refs := range in {
		regrouped[group] = c.merge(groups[group], refs, s.compareNewest)
	}
	return regrouped
}

func (s *Snapshot) compareNewest(a, b int32) int {
	p, q := s.products.at(a), s.products.at(b)
	return cmp.Or(q.CreatedAt.Compare(p.CreatedAt), strings.Compare(q.ID, p.ID))
}

func (s *Snapshot) compareNames(a, b int32) int {
	return s.nameKey(a).compare(s.nameKey(b))
}

// nameKey is the sort key of a product by name.
type nameKey struct {
	name, id string
	ref      int32
}

func (s *Snapshot) nameKey(ref int32) nameKey {
	p := s.products.at(ref)
	return nameKey{catalog.NameKey(p.Name), p.ID, ref}
}

func (k nameKey) compare(other nameKey) int {
	return cmp.Or(strings.Compare(k.name, other.name), strings.Compare(k.id, other.id))
}

// sortByName sorts refs by name. It computes each key once.
func (s *Snapshot) sortByName(refs []int32) {
	keys := make([]nameKey, len(refs))
	for i, ref := range refs {
		keys[i] = s.nameKey(ref)
	}
	slices.SortFunc(keys, nameKey.compare)
	for i, key := range keys {
		refs[i] = key.ref
	}
}
