package csvimport_test

import (
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

func TestNext_readsABarcodeAmongOtherText(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"EAN-13: 8901030865275":           "8901030865275 ",
		"ean 8901030865275":               "8901030865275 ",
		"UPC 012345678905":                "012345678905 ",
		"*8901030865275*":                 "8901030865275 ",
		"#8901030865275":                  "8901030865275 ",
		"(01)08901030865275":              "08901030865275 ",
		"8901030865275;":                  "8901030865275 ",
		"8 901030 865274":                 "8901030865274 : 8 901030 865274",
		"8-901030-865274":                 "8901030865274 : 8-901030-865274",
		"8901030865274.0":                 "8901030865274 : 8901030865274.0",
		"8,901,030,865,274":               "8901030865274 : 8,901,030,865,274",
		"८९०१०३०८६५२७४":                   "8901030865274 : 8901030865274",
		"8901030865275, 8901234567890":    "8901030865275 8901234567890",
		"8901030865275/012345678905":      "8901030865275 012345678905",
		"8901030865275 8901234567890":     "8901030865275 8901234567890",
		"8901030865275 old":               " : 8901030865275 old",
		"on the packet":                   " : on the packet",
		"Ab-12":                           "Ab-12 ",
		"012345678906":                    "012345678906 : 012345678906",
		"96385075":                        "96385075 : 96385075",
		"890103086527":                    "890103086527 : 890103086527",
		"890103086527O":                   "890103086527O : 890103086527O",
		"01234565":                        "01234565 ",
		"1234567":                         "1234567 ",
		"8901030865275X":                  "8901030865275X : 8901030865275X",
		"0000000000000":                   " : 0000000000000",
		strings.Repeat("7", 61):           " : " + strings.Repeat("7", 59) + "…",
		"8901030865275 / sold separately": " : 8901030865275 / sold separately",
	} {
		row := one(t, "name,price,category,barcode\nSalt,40,Spices,\""+cell+"\"\n", csvimport.Options{})
		got := row.Barcode + " " + strings.Join(row.MoreBarcodes, " ")
		for _, remark := range row.Remarks {
			got += ": " + remark.Value
		}
		if got != want {
			t.Errorf("%q became %q, want %q", cell, got, want)
		}
	}
}

// A GTIN may end in many zeros, but rarely does: most such numbers were rounded.
func TestNext_notesABarcodeOfManyZeros(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"8905000000000":               string(csvimport.NoteBarcodeZeros),
		"EAN 8905000000000":           string(csvimport.NoteBarcodeZeros),
		"8,905,000,000,000":           string(csvimport.NoteBarcodeZeros),
		"8900000000000":               string(csvimport.NoteBarcodeLost),
		"EAN 8900000000000":           string(csvimport.NoteBarcodeLost),
		"8.905E+12":                   string(csvimport.NoteBarcodeLost),
		"8905000000000/8901234567890": "8905000000000 8901234567890",
	} {
		row := one(t, "name,price,category,barcode\nSalt,40,Spices,\""+cell+"\"\n", csvimport.Options{})
		got := strings.Join(append([]string{row.Barcode}, row.MoreBarcodes...), " ")
		for _, note := range row.Notes {
			got += string(note)
		}
		if got != want {
			t.Errorf("%q became %q, want %q", cell, got, want)
		}
	}
	for cell, want := range map[string]string{
		"8905000000000":               string(csvimport.NoteBarcodeZeros),
		"8.905E+12":                   string(csvimport.NoteBarcodeKept),
		"8901234567894 8905000000000": "8901234567894 8905000000000",
	} {
		row := one(t, "ID in this shop,name,price,category,other barcodes\nproduct-1,Salt,40,Spices,"+cell+"\n", csvimport.Options{})
		got := strings.Join(row.MoreBarcodes, " ")
		for _, note := range row.Notes {
			got += string(note)
		}
		if got != want {
			t.Errorf("other barcodes %q became %q, want %q", cell, got, want)
		}
	}
}

func TestNext_notesABarcodeWithAWrongDigitInTheCodeColumn(t *testing.T) {
	t.Parallel()
	row := one(t, "name,price,item code\nSalt,40,8901030865274\n", csvimport.Options{})
	if row.SKU != "8901030865274" || !slices.Contains(row.Notes, csvimport.NoteBarcodeCheck) {
		t.Errorf("SKU %q, notes %q, want SKU 8901030865274 and %v among the notes", row.SKU, row.Notes, csvimport.NoteBarcodeCheck)
	}
}

func TestNext_ignoresPlaceholderCodes(t *testing.T) {
	t.Parallel()
	for _, column := range []string{"sku", "barcode"} {
		for _, cell := range []string{".", "—", "_", "*", "??", "xxxx", "New", "NO CODE", "n.a", "not assigned", "Pending", "TRUE", "0-0", "नहीं", "सुटे"} {
			row := one(t, "name,price,category,"+column+"\nSalt,40,Spices,"+cell+"\n", csvimport.Options{})
			if row.Key != "name\t\tsalt\t" || row.SKU+row.Barcode != "" || !slices.Equal(row.Notes, []csvimport.Note{csvimport.NotePlaceholder}) {
				t.Errorf("%s %q: key %q, notes %q, want the key of its name, no SKU and NotePlaceholder alone", column, cell, row.Key, row.Notes)
			}
		}
	}
}

func TestNext_ignoresDatesAsCodesOrSizes(t *testing.T) {
	t.Parallel()
	for cell, note := range map[string]csvimport.Note{
		"sku,5-Jan": csvimport.NoteSKULost, "sku,Jan-05": csvimport.NoteSKULost, "sku,November 2026": csvimport.NoteSKULost, "unit,November 2026": csvimport.NoteSizeAsDate, "unit,2026-05-11": csvimport.NoteSizeAsDate, "unit,11/05/2026": csvimport.NoteSizeAsDate,
		"unit,2026-05-11 00:00:00": csvimport.NoteSizeAsDate, "unit,11-05-26": csvimport.NoteSizeAsDate, "barcode,89012345678945000": csvimport.NoteBarcodeLost, "sku,1234567890123450": csvimport.NoteSKULost,
	} {
		column, text, _ := strings.Cut(cell, ",")
		row := one(t, "name,price,category,"+column+"\nSalt,40,Spices,"+text+"\n", csvimport.Options{})
		if row.SKU+row.Unit != "" || !slices.Equal(row.Notes, []csvimport.Note{note}) {
			t.Errorf("%s: SKU %q, unit %q, notes %q, want no SKU, no unit and the note %q alone", cell, row.SKU, row.Unit, row.Notes, note)
		}
		exported := one(t, "ID in this shop,name,price,category,"+column+"\nproduct-1,Salt,40,Spices,"+text+"\n", csvimport.Options{})
		if exported.SKU+exported.Unit != "" {
			t.Errorf("%s of the shop's own table: SKU %q, unit %q, want neither", cell, exported.SKU, exported.Unit)
		}
	}
}

func TestNext_readsZeroCodesOfTheShopsExportAsEmpty(t *testing.T) {
	t.Parallel()
	row := one(t, "ID in this shop,name,price,category,barcode,sku\nproduct-1,Salt,40,Spices,0,0\n", csvimport.Options{})
	if row.Barcode+row.SKU != "" {
		t.Errorf("barcode %q, SKU %q, want neither", row.Barcode, row.SKU)
	}
}

func TestNext_notesAnIncompleteSize(t *testing.T) {
	t.Parallel()
	for cells, want := range map[string]string{
		"Salt 500 g,g":      "500 g",
		"Atta 5 kg,KGS":     "5 kg",
		"Biscuit 100g,PCS":  "100 g",
		"Rice 25 kg,Bag":    "25 kg",
		"Atta 5 kg,1 kg":    "1 kg",
		"Onion,kg":          "1 kg",
		"Onion,per Kg.":     "1 kg",
		"Onion,/kg":         "1 kg",
		"Soap,Pcs.":         "pcs",
		"कांदा,अर्धा":       "0.5 kg",
		"Onion,'500 g":      "500 g",
		"Salt,GMS":          " size incomplete: GMS",
		"Milk,ml":           " size incomplete: ml",
		"हळद,ग्रॅम":         " size incomplete: ग्रॅम",
		"Rice,25":           "25 size incomplete: 25",
		"Rice,0.5":          "0.5 size incomplete: 0.5",
		"Rice 1 kg,25":      "1 kg",
		"Sponge,Pack of 2":  "Pack of 2",
		"Pav,पाव":           "250 g",
		"Coconut,each":      "each",
		"Eggs 30 pcs,dozen": "12 pcs",
	} {
		row := one(t, "name,unit,price,category\n"+cells+",40,X\n", csvimport.Options{})
		got := row.Unit
		for _, remark := range row.Remarks {
			if remark.Note == csvimport.NoteUnitHalf {
				got += " size incomplete: " + remark.Value
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", cells, got, want)
		}
	}
}

func TestNext_ignoresADateOfAnotherCentury(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"1/1/1900": ": 1/1/1900", "01-Jan-70": ": 01-Jan-70", "30-12-1899": ": 30-12-1899", "05/11/2126": ": 05/11/2126",
		"05112026": "5 November 2026", "11/05/2026 00:00": "11 May 2026: 11/05/2026 00:00", "'05-Nov-26": "5 November 2026",
	} {
		row := one(t, "name,price,category,best before\nBread,40,Bakery,"+cell+"\n", csvimport.Options{})
		got := row.BestBefore
		for _, remark := range row.Remarks {
			got += ": " + remark.Value
		}
		if got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}

func TestNext_readsACodeThatASpreadsheetMadeANumber(t *testing.T) {
	t.Parallel()
	row := one(t, "name,price,sku,tile code\nSalt,40,12345.0,46.00\n", csvimport.Options{})
	if row.SKU != "12345" || row.ItemCode != "46" || row.Key != "sku\t12345" || row.FormerKey != "sku\t12345.0" || len(row.Notes) != 0 {
		t.Errorf("SKU %q, tile code %q, key %q, former key %q, notes %q, want 12345, 46, the keys of SKUs 12345 and 12345.0, and no notes", row.SKU, row.ItemCode, row.Key, row.FormerKey, row.Notes)
	}
	for _, cell := range []string{"4.5E+3", "Jan-45", "5 November 2026"} {
		for _, list := range []string{"name,price,tile code\nSalt,40,", "ID in this shop,name,price,tile code\nproduct-1,Salt,40,"} {
			row := one(t, list+cell+"\n", csvimport.Options{})
			if row.ItemCode != "" || !slices.Equal(row.Notes, []csvimport.Note{csvimport.NoteItemCodeLost}) {
				t.Errorf("%s%s: tile code %q, notes %q, want no code and NoteItemCodeLost alone", list, cell, row.ItemCode, row.Notes)
			}
		}
	}
}
