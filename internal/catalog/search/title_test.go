package search

import "testing"

func TestEndsWith_findsTheUnitAtTheEndOfTheName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, unit string
		want       bool
	}{
		{"Poha 1 kg", "1 kg", true},
		{"Poha, 1kg", "1 kg", true},
		{"Poha 1000 g", "1 kg", true},
		{"Poha", "1 kg", false},
		{"Poha 2 kg", "1 kg", false},
		{"7Up 21 l", "1 l", false},
		{"Milk 500 ml Pouch", "500 ml", true},
		{"Eggs 6 pcs", "6 pcs", true},
		{"Coriander bunch", "bunch", true},
		{"Coriander", "bunch", false},
	} {
		if got := EndsWith(c.name, c.unit); got != c.want {
			t.Errorf("%q ends with %q: %v, want %v", c.name, c.unit, got, c.want)
		}
	}
}
