package csvimport_test

import (
	"slices"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

func TestNext_readsTheVegMark(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ header, cell, want string }{
		{"Veg/Non-Veg", "Non Veg", "NON_VEG"},
		{"Veg/Non-Veg", "N", "NON_VEG"},
		{"Food type", "Vegetarian", "VEG"},
		{"वेज का निशान", "नॉन-वेज", "NON_VEG"},
		{"Veg mark", "No mark", "NONE"},
		{"Veg mark", "None", ""}, // programs write this for an empty cell
		{"ID in this shop,Veg mark", "soap,NONE", "NONE"},
		{"Veg mark", "", ""},
		{"Veg mark", "🟢", "VEG"},
		{"Veg mark", "🔴", "NON_VEG"},
		{"Veg mark", "🟤 Non-veg", "NON_VEG"},
		{"Veg mark", "⭐", "?"},
		{"Veg mark", "maybe", "?"},
		{"Veg mark", "Yes", "?"}, // the heading is not a yes-or-no question
		{"Is Veg", "Yes", "VEG"},
		{"is_veg", "0", "NON_VEG"},
		{"शाकाहारी", "हाँ", "VEG"},
		{"veg", "veg", "VEG"},
	} {
		row := one(t, "name,category,mrp,"+c.header+"\nSalt,Spices,20,"+c.cell+"\n", csvimport.Options{})
		got := row.Diet
		if slices.Contains(row.Notes, csvimport.NoteDietInvalid) {
			got += "?"
		}
		if got != c.want {
			t.Errorf("%s: %q is read as %q, want %q", c.header, c.cell, got, c.want)
		}
	}
}
