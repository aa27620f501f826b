package view

import "kirana/internal/catalog"

// chunkSize is how many products share a chunk: replacing one product of 27,000
// copies one chunk and the list of 106 chunks, 5 KB in all.
const chunkSize = 256

// productList is an immutable list of products in chunks, which a list with other
// products shares where nothing changed.
type productList struct {
	chunks []*productChunk
	length int
}

// productChunk is up to chunkSize products, with what a search asks of each: a product that is looked at for that alone is
// mostly not in the processor's cache.
type productChunk struct {
	products [chunkSize]*catalog.Product
	traits   [chunkSize]traits
	counts   [allTraits + 1]uint16 // of the products by all their traits
}

// traits are what is asked of all products that a search finds.
type traits uint8

const (
	isPublished traits = 1 << iota
	isAvailable

	allTraits = isPublished | isAvailable
)

func traitsOf(p *catalog.Product) (t traits) {
	if p.Publish {
		t |= isPublished
	}
	if p.Available() > 0 {
		t |= isAvailable
	}
	return t
}

func newProductList(products []*catalog.Product) productList {
	l := productList{chunks: make([]*productChunk, (len(products)+chunkSize-1)/chunkSize), length: len(products)}
	for i := range l.chunks {
		l.chunks[i] = &productChunk{}
	}
	for i, p := range products {
		l.chunks[i/chunkSize].set(i, p)
	}
	return l
}

func (c *productChunk) set(i int, p *catalog.Product) {
	i %= chunkSize
	if c.products[i] != nil {
		c.counts[c.traits[i]]--
	}
	c.products[i], c.traits[i] = p, traitsOf(p)
	c.counts[c.traits[i]]++
}

func (l productList) at(i int) *catalog.Product { return l.chunks[i/chunkSize].products[i%chunkSize] }

func (l productList) traits(i int) traits { return l.chunks[i/chunkSize].traits[i%chunkSize] }

// count returns how many products have some traits at least.
func (l productList) count(needed traits) (count int) {
	for _, chunk := range l.chunks {
		for t, n := range chunk.counts {
			if traits(t)&needed == needed {
				count += int(n)
			}
		}
	}
	return count
}

// replace returns the list with other products at some indexes.
func (l productList) replace(changed map[int]*catalog.Product) productList {
	next := productList{chunks: make([]*productChunk, len(l.chunks)), length: l.length}
	copy(next.chunks, l.chunks)
	copied := make(map[int]bool, len(changed))
	for i, product := range changed {
		chunk := i / chunkSize
		if !copied[chunk] {
			own := *l.chunks[chunk]
			next.chunks[chunk], copied[chunk] = &own, true
		}
		next.chunks[chunk].set(i, product)
	}
	return next
}

// all returns the products in their order.
func (l productList) all() []*catalog.Product {
	all := make([]*catalog.Product, l.length)
	for i := range all {
		all[i] = l.at(i)
	}
	return all
}
