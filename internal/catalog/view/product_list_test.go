package view

import (
	"testing"

	"kirana/internal/catalog"
)

func TestProductList_countsByTraits(t *testing.T) {
	t.Parallel()
	s := variedSnapshot(t, 3*chunkSize+7)
	for i := 0; i < s.products.length; i += 5 {
		product := *s.products.at(i)
		product.Publish, product.Stock = !product.Publish, 2-min(product.Stock, 2)
		s.products = s.products.replace(map[int]*catalog.Product{i: &product})
	}
	for needed := range allTraits + 1 {
		want := 0
		for i := range s.products.length {
			if traitsOf(s.products.at(i))&needed == needed {
				want++
			}
		}
		if got := s.products.count(needed); got != want {
			t.Errorf("counts %d products with the traits %b, want %d", got, needed, want)
		}
	}
}
