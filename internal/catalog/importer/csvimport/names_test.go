package csvimport_test

import (
	"slices"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/money"
)

func TestNext_readsNamesByLanguage(t *testing.T) {
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
		t.Errorf("%+v, want category Food, hi राशन, sub-category Flours and mr पीठ", row)
	}
}

// Headings in the Hindi words of the shop's own pages must be recognized.
func TestNext_recognizesTheShopsOwnHindiHeadings(t *testing.T) {
	t.Parallel()
	row := one(t, "नाम,कैटेगरी,सब-कैटेगरी,MRP,बेचने का दाम,यूनिट,स्टॉक,जानकारी,बनाने वाला,किस देश का,कस्टमर केयर\n"+
		"नमक,मसाले,नमक और चीनी,30,28,1 kg,12,बारीक,राम एंड संस,भारत,90000 00031\n", csvimport.Options{})
	got := []string{row.Name, row.Category, row.SubCategory, row.Unit, row.Description, row.Maker, row.Origin, row.ConsumerCare}
	want := []string{"नमक", "मसाले", "नमक और चीनी", "1 kg", "बारीक", "राम एंड संस", "भारत", "90000 00031"}
	if !slices.Equal(got, want) || row.Price != money.Rupees(30) || row.Stock == nil || *row.Stock != 12 {
		t.Errorf("%+v, want %v, price ₹30 and stock 12", row, want)
	}
}

func TestNext_notesANameWithoutAWord(t *testing.T) {
	t.Parallel()
	for cells, want := range map[string]int{"5-Nov,S": 1, "2026-11-05,S": 1, "12345,S": 1, "५०,S": 1, "50-50,S": 1, "Salt,5-Nov": 1, "5-Nov,12": 2, "1 kg,S": 1, "TRUE,S": 1, "?,S": 1, "12:30,S": 1, "1e5,S": 1, "7 Up,S": 0, "G,S": 0, "5 Star,24x7 Snacks": 0} {
		row := one(t, "name,category,price\n"+cells+",40\n", csvimport.Options{})
		if len(row.Remarks) != want || want > 0 && row.Remarks[0].Note != csvimport.NoteNameInvalid {
			t.Errorf("%s: %+v, want %d remarks, of an invalid name", cells, row.Remarks, want)
		}
	}
}

func TestNext_givesTheSameKeyToTheSameNameAndSize(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"Salt 1kg,", "Salt 1 kg,"}, {"Salt 500gm,", "Salt 500 g,"}, {"Oil 1 litre,", "OIL 1000ml,"}, {"Salt,500 g", "Salt,0.5 kg"}, {"Salt,१ kg", "Salt,1 Kgs."}, {"Tea 0.10 kg,", "Tea 100 grams,"}, {"Tea (250g),", "Tea - 250 g,"}, {"Soap 4x100g,", "Soap 100 g x 4,"}, {"Eggs 1 dozen,", "Eggs 12 pcs,"}, {"Salt ½ kg,", "Salt 500 g,"}, {"नमक १ किलो,", "नमक 1kg,"},
	} {
		first, second := one(t, "name,unit,price\n"+pair[0]+",40\n", csvimport.Options{}), one(t, "name,unit,price\n"+pair[1]+",40\n", csvimport.Options{})
		if first.Key != second.Key {
			t.Errorf("%q and %q: keys %q and %q, want the same", pair[0], pair[1], first.Key, second.Key)
		}
	}
	if row := one(t, "name,unit,price\nSalt 1kg,500 GM,40\n", csvimport.Options{}); row.Key != "name\t\tsalt 1 kg\t500g" || row.FormerKey != "name\t\tsalt 1kg\t500gm" {
		t.Errorf("key %q, formerly %q, want %q and %q", row.Key, row.FormerKey, "name\t\tsalt 1 kg\t500g", "name\t\tsalt 1kg\t500gm")
	}
}
