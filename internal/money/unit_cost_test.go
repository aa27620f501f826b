package money_test

import (
	"encoding/json"
	"testing"

	"kirana/internal/money"
)

func TestAverageCost_isOverAllPiecesOrTheNewOnesWithoutStock(t *testing.T) {
	t.Parallel()
	known := money.UnitCost(10_000_000)           // ₹100
	dear := money.UnitCost(1_000_000_000_000_000) // ₹1,00,00,00,000
	for name, c := range map[string]struct {
		before        *money.UnitCost
		stock, pieces int
		value         money.Paise
		want          money.UnitCost
	}{
		"2 of 26 pieces free":    {nil, 0, 26, 355200, 13_661_538},
		"half and half":          {&known, 10, 10, 120000, 11_000_000},
		"nothing was left":       {&known, 0, 10, 120000, 12_000_000},
		"an unknown cost":        {nil, 10, 10, 120000, 12_000_000},
		"all free":               {&known, 10, 10, 0, 5_000_000},
		"more than 64 bits hold": {&dear, 100_000_000, 100_000_000, 100_000_000_000_000_000, 500_500_000_000_000},
	} {
		if got := money.AverageCost(c.before, c.stock, c.pieces, c.value); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	if got := money.UnitCost(13_661_538).Times(26); got != 355200 {
		t.Errorf("26 pieces cost %d, want 355200", got)
	}
	if got := money.UnitCost(1_000_000_000_000_000).Times(100_000); got != 100_000_000_000_000_000 {
		t.Errorf("100,000 dear pieces cost %d, want 100000000000000000", got)
	}
	text, err := json.Marshal(money.UnitCost(13_661_538))
	if err != nil || string(text) != "136.62" {
		t.Errorf("written as %s, %v, want 136.62", text, err)
	}
}
