package view

import (
	"slices"

	"kirana/internal/catalog"
)

// blockSize is the number of products in a block. An order copies the blocks of its products, 2 KB each, not the list.
const blockSize = 256

// productList is an immutable list of products by ref. Lists that differ in a few products share the other blocks.
type productList []*[blockSize]*catalog.Product

// at returns the product of a ref, or nil if it is deleted or newer than the list.
func (l productList) at(ref int32) *catalog.Product {
	if int(ref/blockSize) >= len(l) {
		return nil
	}
	return l[ref/blockSize][ref%blockSize]
}

// with returns a copy of the list with changed products.
func (l productList) with(changed map[int32]*catalog.Product) productList {
	next, own := slices.Clone(l), map[int32]bool{}
	for ref, product := range changed {
		block := ref / blockSize
		for int(block) >= len(next) {
			own[int32(len(next))] = true //nolint:gosec // G115: at most a ref
			next = append(next, &[blockSize]*catalog.Product{})
		}
		if !own[block] {
			own[block] = true
			copied := *next[block]
			next[block] = &copied
		}
		next[block][ref%blockSize] = product
	}
	return next
}
