package view

import (
	"slices"

	"kirana/internal/catalog"
)

// chunkSize is how many products share a chunk: replacing one product of 27,000
// copies one chunk and the list of 106 chunks, 5 KB in all.
const chunkSize = 256

// productList is an immutable list of products in chunks, which a list with other
// products shares where nothing changed.
type productList struct {
	chunks [][]*catalog.Product
	length int
}

func newProductList(products []*catalog.Product) productList {
	return productList{chunks: slices.Collect(slices.Chunk(products, chunkSize)), length: len(products)}
}

func (l productList) at(i int) *catalog.Product { return l.chunks[i/chunkSize][i%chunkSize] }

// replace returns the list with other products at some indexes.
func (l productList) replace(changed map[int]*catalog.Product) productList {
	next := productList{chunks: slices.Clone(l.chunks), length: l.length}
	copied := make(map[int]bool, len(changed))
	for i, product := range changed {
		chunk := i / chunkSize
		if !copied[chunk] {
			next.chunks[chunk], copied[chunk] = slices.Clone(l.chunks[chunk]), true
		}
		next.chunks[chunk][i%chunkSize] = product
	}
	return next
}

// all returns the products in their order.
func (l productList) all() []*catalog.Product { return slices.Concat(l.chunks...) }
