package csvimport_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

func TestNext_countsNoPacksAndNoThousandthsAsPieces(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Rate,Stock (dozen)\n45,5":                 "₹45 less ₹0, stock none, draft false: 5 dozen",
		"Rate,Qty (Box)\n45,2":                     "₹45 less ₹0, stock none, draft false: 2 box",
		"Rate,Stock (in boxes)\n45,0":              "₹45 less ₹0, stock 0, draft false: ",
		"Rate,Stock (cases)\n45,5 pcs":             "₹45 less ₹0, stock 5, draft false: ",
		"Rate,Stock (pcs)\n45,5":                   "₹45 less ₹0, stock 5, draft false: ",
		"Rate,स्टॉक (डझन)\n45,५":                   "₹45 less ₹0, stock none, draft false: 5 dozen",
		"Rate,Stock\n45,1.000":                     "₹45 less ₹0, stock 1, draft false: ",
		"Rate,Stock,Stock\n45,5,7":                 "₹45 less ₹0, stock none, draft false: 5, 7",
		"Rate,Stock,Stock\n45,,7":                  "₹45 less ₹0, stock 7, draft false: ",
		"Rate,Stock (shop),Stock (godown)\n45,5,7": "₹45 less ₹0, stock none, draft false: 5, 7",
		"Rate,Stock,Stock\n45,5,5":                 "₹45 less ₹0, stock 5, draft false: ",
	} {
		if got := summaryOf(t, list, csvimport.Options{}); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
	// Points of a list with commas in its prices separate thousands.
	for list, want := range map[string]string{
		"12,50;1.000": "₹12.50 less ₹0, stock 1000, draft false: ",
		"1.299,00;12": "₹1,299 less ₹0, stock 12, draft false: ",
		"12;1.000":    "₹12 less ₹0, stock none, draft false: 1.000",
		"12.50;1.000": "₹12.50 less ₹0, stock 1, draft false: ",
	} {
		if got := summary(one(t, "Name;Category;Price;Stock\nSalt;Spices;"+list+"\n", csvimport.Options{})); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

func TestNext_refusesTheSumsOfGroupsAndPages(t *testing.T) {
	t.Parallel()
	list := "Item,Rate,Stock\nC/F,450,50\nDal,,\nTur 1 kg,150,20\nDal Total,150,20\nTotal of Dal,150,20\nSub Total Dal,150,20\nCarried forward,150,20\nBalance b/d,150,20\nRice,,\nKolam 1 kg,60,10\nRICE - TOTAL :,60,10\n" +
		"Kul jod,60,10\nटोटल,60,10\nકુલ,60,10\nColgate Total,95,4\nTotal Energy Bar,20,3\nKulfi,30,2\n"
	rows, problems := all(t, text(t, list, csvimport.Options{}))
	var names []string
	for _, row := range rows {
		names = append(names, row.Name)
	}
	if got := strings.Join(names, ", "); got != "Tur 1 kg, Kolam 1 kg, Colgate Total, Total Energy Bar, Kulfi" || len(problems) != 10 {
		t.Errorf("the products are %s, with %d problems, want Tur 1 kg, Kolam 1 kg, Colgate Total, Total Energy Bar, Kulfi and 10", got, len(problems))
	}
	rows, problems = all(t, text(t, "Category,Item,Rate\nDal,Tur,150\nDal,Dal Total,150\nRice Total,Rice Total,60\n", csvimport.Options{}))
	if len(rows) != 1 || len(problems) != 2 || problems[0].Reason != "This is a sum, not a product." {
		t.Errorf("a list with sums of its categories has the products %+v and the problems %+v, want 1 and 2 sums", rows, problems)
	}
}

func TestNext_takesTheCategoryOfTheRowAboveInAListThatWritesEachOnce(t *testing.T) {
	t.Parallel()
	categories := func(list string) string {
		rows, problems := all(t, text(t, "Category,Item,Rate\n"+list, csvimport.Options{}))
		var found []string
		for _, row := range rows {
			noted := ""
			if slices.Contains(row.Notes, csvimport.NoteCategoryAbove) {
				noted = " noted"
			}
			found = append(found, row.Name+" in "+row.Category+noted)
		}
		return strings.Join(append(found, fmt.Sprint(len(problems))), ", ")
	}
	for list, want := range map[string]string{
		"Dal,Tur,150\n,Moong,120\n,Urad,90\nRice,Kolam,60\n,Basmati,120\n": "Tur in Dal, Moong in Dal noted, Urad in Dal noted, Kolam in Rice, Basmati in Rice noted, 0",
		",Salt,20\nDal,Tur,150\n,Moong,120\nRice,Kolam,60\n":               "Tur in Dal, Moong in Dal noted, Kolam in Rice, 1",
		"Dal,Tur,150\nDal,Urad,90\n,Moong,120\nRice,Kolam,60\n":            "Tur in Dal, Urad in Dal, Kolam in Rice, 1",
		"Dal,Tur,150\n,Moong,120\n":                                        "Tur in Dal, Moong in Dal noted, 0",
		"Dal,Tur,150\n,Total,150\n,Moong,120\n":                            "Tur in Dal, Moong in Dal noted, 1",
	} {
		if got := categories(list); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

func TestNext_makesNoBarcodeOfSeveral(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"8901030865275 5901234123457":     "8901030865275",
		"8901030865275 8901030865276":     "left out",
		"8901030865275 5901234123457 123": "left out",
		"8901030865275 / 12":              "left out",
		"890 1030 865275":                 "8901030865275",
		"12 34":                           "1234",
	} {
		row := one(t, "name,category,price,barcode\nSalt,Spices,20,"+cell+"\n", csvimport.Options{})
		got := row.Barcode
		if slices.Contains(row.Notes, csvimport.NoteBarcodeInvalid) && got == "" {
			got = "left out"
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", cell, got, want)
		}
	}
}

func TestTax_takesTheHalvesWhereThereIsNoIGSTAndNotesRatesThatGSTNeverHad(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"CGST %,SGST %,IGST %\n9,9,0":  "18",
		"CGST %,SGST %,IGST %\n9,9,":   "18",
		"CGST %,SGST %,IGST %\n0,0,18": "18",
		"CGST %,SGST %,IGST %\n0,0,0":  "0",
		"CGST %,SGST %,IGST %\n9,9,18": "18",
		"CGST %,SGST %,IGST %\n9,9,12": "12 noted",
		"GST\n2.25":                    "2.25 noted",
		"GST\n15":                      "15 noted",
		"GST\n5":                       "5",
		"GST\n7.5":                     "7.5",
		"CGST,SGST\n22.5,22.5":         "45 noted",
	} {
		headings, cells, _ := strings.Cut(list, "\n")
		row := one(t, "name,category,price,"+headings+"\nSalt,Spices,45,"+cells+"\n", csvimport.Options{})
		got := rateOf(row)
		if slices.Contains(row.Notes, csvimport.NoteRateUnusual) || slices.Contains(row.Notes, csvimport.NoteRatesDiffer) {
			got += " noted"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

func TestNext_takesANumberBesideGramsForTheSize(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Rate,Qty,Unit\n150,500,g\n40,1,kg\n":           "[500 g, none] [1 kg, none]",
		"Rate,Qty,Unit\n150,500,ml\n40,1,Ltr\n":         "[500 ml, none] [1 L, none]",
		"Rate,Qty,Unit\n150,50,kg\n40,144,pcs\n":        "[1 kg, 50] [pcs, 144]",
		"Rate,Qty,Unit,Stock\n150,500,g,7\n40,1,kg,8\n": "[500 g, 7] [1 kg, 8]",
		"Rate,Quantity,UOM\n150,50,KGS\n10,144,PCS\n":   "[1 kg, 50] [pcs, 144]",
		"Rate,Quantity,UOM\n150,500,GMS\n10,1,KGS\n":    "[500 g, none] [1 kg, none]",
		"Rate,Quantity,Unit\n150,1,kg\n10,5,kg\n":       "[1 kg, none] [5 kg, none]",
	} {
		headings, cells, _ := strings.Cut(list, "\n")
		var found []string
		rows, _ := all(t, text(t, "Item,"+headings+"\nTur,"+strings.Replace(cells, "\n", "\nOil,", 1), csvimport.Options{}))
		for _, row := range rows {
			stock := "none"
			if row.Stock != nil {
				stock = fmt.Sprint(*row.Stock)
			}
			found = append(found, "["+row.Unit+", "+stock+"]")
		}
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

func TestNext_readsTheUnitsOfTheTaxPortalAndWithPoints(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"KGS-KILOGRAMS": "1 kg", "NOS-NUMBERS": "pcs", "PCS-PIECES": "pcs", "BAG-BAGS": "BAG", "DOZ-DOZENS": "12 pcs", "MLT-MILILITRE": "MLT",
		"1 K.G.": "1 kg", "500 G.M.": "500 g", "250 m.l.": "250 ml", "1.5 K.G": "1.5 kg", "half-size": "half-size",
	} {
		if row := one(t, "name,category,price,unit\nSalt,Spices,20,"+cell+"\n", csvimport.Options{}); row.Unit != want {
			t.Errorf("%q is the unit %q, want %q", cell, row.Unit, want)
		}
	}
}
