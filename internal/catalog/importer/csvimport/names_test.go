package csvimport_test

import (
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

func TestNext_takesNamesByLanguageFromTheirColumns(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"Name,Name (Hindi),MRP":         "Flour: hi “आटा”",
		"Name (Hindi),Name,MRP":         "आटा: hi “Flour”",
		"Product Name,हिंदी नाम,MRP":    "Flour: hi “आटा”",
		"Item,नाम (हिन्दी),MRP":         "Flour: hi “आटा”",
		"Name,नाम,MRP":                  "Flour: hi “आटा”",
		"Name,नाव,MRP":                  "Flour: mr “आटा”",
		"Name,Marathi Name,MRP":         "Flour: mr “आटा”",
		"Name,name_hi,MRP":              "Flour: hi “आटा”",
		"Name,Hindi,MRP":                "Flour: hi “आटा”",
		"नाम,Name in English,MRP":       "Flour: en “आटा”",
		"Brand,Hindi Name,MRP":          "Flour आटा: ",
		"Name,Category (Hindi),MRP":     "Flour: ",
		"Name,Sub Category (मराठी),MRP": "Flour: ",
	} {
		row := one(t, header+"\nFlour,आटा,40\n", csvimport.Options{})
		if got := row.Name + ": " + row.Names.Text(); got != want {
			t.Errorf("%s: %s, want %s", header, got, want)
		}
	}
	row := one(t, "Name,Category,Category (Hindi),Sub Category,Sub Category (Marathi),MRP\nFlour,Food,राशन,Flours,पीठ,40\n", csvimport.Options{})
	if row.Category != "Food" || row.CategoryNames["hi"] != "राशन" || row.SubCategory != "Flours" || row.SubCategoryNames["mr"] != "पीठ" {
		t.Errorf("%+v", row)
	}
}
