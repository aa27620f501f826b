package view

import "hash/maphash"

// placeTable finds the products of a list by id: a hash table of their refs with open addressing. It takes 6 to 12 bytes a
// product, a map from the ids some 50. It is immutable.
type placeTable struct {
	refs []int32 // by hash, -1: none; its length is a power of two
	seed maphash.Seed
}

// newPlaceTable returns the table of products of which each has the ref of the same index.
func newPlaceTable(products productList, refs []int32) placeTable {
	size := 8
	for size < len(refs)+len(refs)/2 {
		size *= 2
	}
	t := placeTable{refs: make([]int32, size), seed: maphash.MakeSeed()}
	for i := range t.refs {
		t.refs[i] = -1
	}
	for i, ref := range refs {
		at := t.begin(products.at(i).ID)
		for t.refs[at] >= 0 {
			at = (at + 1) & (size - 1)
		}
		t.refs[at] = ref
	}
	return t
}

// begin returns where the search for an id begins.
func (t placeTable) begin(productID string) int {
	return int(maphash.String(t.seed, productID)) & (len(t.refs) - 1) //nolint:gosec // G115: any bits do
}

// place is where a product is: its index among the products, and the number by which the search index knows it. That
// number stays while the product exists, and finds it without its id.
type place struct{ index, ref int32 }

// place returns where the product of an id is, and reports whether there is one.
func (s *Snapshot) place(productID string) (place, bool) {
	if len(s.places.refs) == 0 {
		return place{}, false
	}
	for at := s.places.begin(productID); s.places.refs[at] >= 0; at = (at + 1) & (len(s.places.refs) - 1) {
		ref := s.places.refs[at]
		if index := s.indexes[ref]; s.products.at(int(index)).ID == productID {
			return place{index, ref}, true
		}
	}
	return place{}, false
}
