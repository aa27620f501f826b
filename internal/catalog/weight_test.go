package catalog_test

import (
	"testing"

	"kirana/internal/catalog"
)

func TestSellBy_turnsPiecesIntoStepsAndKeepsGramsOfANewStep(t *testing.T) {
	t.Parallel()
	p := catalog.Product{Unit: "250 g", Stock: 7}
	step := func(unit, soldBy string, ok bool, stock, loose int) {
		t.Helper()
		p.Unit = unit
		if p.SellBy(soldBy) != ok || p.Stock != stock || p.LooseGrams != loose {
			t.Errorf("by %s in %s: %d and %d g, want %d and %d g, sold so: %t", soldBy, unit, p.Stock, p.LooseGrams, stock, loose, ok)
		}
	}
	step("1 bunch", catalog.ByWeight, false, 7, 0)
	step("250 g", catalog.ByWeight, true, 7, 0)
	step("0.5 kg", catalog.ByWeight, true, 3, 250)
	if p = p.WithAmount(1400); p.Stock != 2 || p.LooseGrams != 400 || p.Amount() != 1400 {
		t.Errorf("1400 g are %d and %d g, want 2 and 400 g for ₹14", p.Stock, p.LooseGrams)
	}
	step("0.5 kg", catalog.ByPiece, true, 2, 400)
	if p.Amount() != 2 {
		t.Errorf("%d pieces, want 2", p.Amount())
	}
}

func TestSellBy_keepsTheGramsOfExpiredAndMinimumStockAndPackSize(t *testing.T) {
	t.Parallel()
	p := catalog.Product{Unit: "1 kg", StepGrams: 250}
	p.MinStock, p.PackSize, p.Expired = 9, 40, 9
	if p.SellBy(catalog.ByWeight); p.MinStock != 3 || p.PackSize != 10 || p.Expired != 2 {
		t.Errorf("at least %d, packs of %d and %d expired steps of 1 kg, want 3, 10 and 2", p.MinStock, p.PackSize, p.Expired)
	}
}
