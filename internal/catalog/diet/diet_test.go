package diet_test

import (
	"testing"

	"kirana/internal/catalog/diet"
)

func TestOf_marksOnlyUnambiguousNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, subCategory, category string
		want                        diet.Mark
	}{
		{"Toor Dal", "Dals", "Staples", diet.Veg},
		{"Paneer", "Dairy", "Dairy", diet.Veg},
		{"सरसों का तेल, मेथी", "", "", diet.Veg},
		{"Eggplant", "Vegetables", "Vegetables", diet.Veg},
		{"Brown Eggs, 6 pcs", "Eggs", "Eggs", diet.NonVeg},
		{"White Eggs, Tray", "Eggs", "Dairy & Eggs", diet.NonVeg},
		{"अंडे", "", "", diet.NonVeg},
		{"Frozen Prawns", "", "", diet.NonVeg},
		{"Egg Noodles", "Noodles", "Snacks", diet.NonVeg},
		// A spice for meat has no meat.
		{"Chicken Masala", "Spices", "Masala", diet.Veg},
		{"Masala - Chicken 65", "Spices", "Masala", diet.Unknown},
		{"Chicken Hariyali Masala", "Chicken", "Meat", diet.NonVeg},
		// Made with egg or without, unless the name says it.
		{"Chocolate Cake", "Cakes", "Bakery", diet.Unknown},
		{"Eggless Chocolate Cake", "Cakes", "Bakery", diet.Veg},
		{"Fruit & Milk", "Biscuits & Cookies", "Snacks", diet.Unknown},
		{"Veg Momos", "Frozen", "Snacks", diet.Veg},
		{"Soya Chicken", "Frozen", "Snacks", diet.Unknown},
		// No food.
		{"Egg Tray", "", "", diet.Unknown},
		{"Almond Soap", "", "", diet.Unknown},
		{"Coconut Oil", "Hair Care", "Beauty", diet.Unknown},
		{"Chicken Dog Food", "", "", diet.Unknown},
	} {
		if got := diet.Of(c.name, "", c.subCategory, c.category); got != c.want {
			t.Errorf("Of(%s) in %q, %q = %q, want %q", c.name, c.subCategory, c.category, got, c.want)
		}
	}
}

func TestParse_readsMarksAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]diet.Mark{
		"": diet.Unknown, "Veg": diet.Veg, "VEG": diet.Veg, "100% Veg": diet.Veg, "Pure-Veg": diet.Veg, "green": diet.Veg, "शाकाहारी": diet.Veg,
		"Non-Veg": diet.NonVeg, "NON_VEG": diet.NonVeg, "NV": diet.NonVeg, "Eggetarian": diet.NonVeg, "brown": diet.NonVeg, "मांसाहारी": diet.NonVeg,
		"None": diet.None, "N/A": diet.None, "-": diet.Unknown, "maybe": "?", "12": "?",
	} {
		got, ok := diet.Parse(text)
		if !ok {
			got = "?"
		}
		if got != want {
			t.Errorf("Parse(%q) = %q, want %q", text, got, want)
		}
	}
}
