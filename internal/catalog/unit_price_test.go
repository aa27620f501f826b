package catalog_test

import (
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/money"
)

func TestUnitPrice_comparesPacketsOfDifferentSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unit            string
		price, discount money.Paise
		want            catalog.UnitPrice
	}{
		{"500 g", 2800, 0, catalog.UnitPrice{Price: 560, Per: "100 g"}},
		{"500g", 3400, 600, catalog.UnitPrice{Price: 560, Per: "100 g"}},
		{"5 kg", 30000, 0, catalog.UnitPrice{Price: 6000, Per: "kg"}},
		{"6 x 200 ml", 12000, 0, catalog.UnitPrice{Price: 10000, Per: "L"}},
		{"750 ml", 1000, 0, catalog.UnitPrice{Price: 133, Per: "100 ml"}},
		{"1 dozen", 9000, 0, catalog.UnitPrice{Price: 750, Per: "piece"}},
		{"30 g", 1, 0, catalog.UnitPrice{Price: 3, Per: "100 g"}},
		{"1 kg (4-5 pcs)", 9900, 0, catalog.UnitPrice{}},
		{"100 g", 9900, 0, catalog.UnitPrice{}},
		{"1 pc", 9900, 0, catalog.UnitPrice{}},
		{"bunch", 9900, 0, catalog.UnitPrice{}},
		{"", 9900, 0, catalog.UnitPrice{}},
	} {
		var got catalog.UnitPrice
		if shown := (catalog.Product{Unit: c.unit, Price: c.price, Discount: c.discount}).WithDerived("", ""); shown.UnitPrice != nil {
			got = *shown.UnitPrice
		}
		if got != c.want {
			t.Errorf("%d − %d for %q: %+v, want %+v", c.price, c.discount, c.unit, got, c.want)
		}
	}
}
