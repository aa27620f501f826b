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
		"Rate,Stock,Stock Unit\n45,10,Box":         "₹45 less ₹0, stock none, draft false: 10 Box",
		"Rate,Stock,Stock UOM\n45,10,Pcs":          "₹45 less ₹0, stock 10, draft false: ",
		"Rate,Stock Qty,Qty Unit\n45,2,dozen":      "₹45 less ₹0, stock none, draft false: 2 dozen",
		"Rate,Stock,Stock unit\n45,10,":            "₹45 less ₹0, stock 10, draft false: ",
		"Rate,Stock,Stock unit\n45,0,Box":          "₹45 less ₹0, stock 0, draft false: ",
		"Rate,Stock,Reserved,Available\n45,10,4,6": "₹45 less ₹0, stock 6, draft false: ",
		"Rate,Stock,Available\n45,10,1":            "₹45 less ₹0, stock 10, draft false: ",
		"Rate,Stock,Available Qty\n45,10,6":        "₹45 less ₹0, stock 6, draft false: ",
		"Rate,Shop,Godown,Total Stock\n45,10,4,14": "₹45 less ₹0, stock 14, draft false: ",
		"Rate,Pcs per case\n45,24":                 "₹45 less ₹0, stock none, draft false: ",
		"Rate,Units/Case,Stock\n45,24,7":           "₹45 less ₹0, stock 7, draft false: ",
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

func TestNext_refusesTheChargesAndBalancesOfABill(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Delivery charges": "charge", "Freight": "charge", "Packing Charges:": "charge", "Packing & Forwarding Charges": "charge", "Round off": "charge", "Rounded Off (+/-)": "charge", "Less: Discount": "charge", "Bill Disc.": "charge",
		"CGST 2.5%": "charge", "Output SGST @ 9 %": "charge", "Cess": "charge", "Hamali": "charge", "Loading/Unloading": "charge", "Courier charge": "charge", "वाहतूक खर्च": "charge", "हमाली": "charge", "डिलीवरी चार्ज": "charge",
		"Net Amount": "sum", "Balance Due": "sum", "Previous balance": "sum", "Amount in words: Nine hundred": "sum",
		"Packing Tape": "", "Carry bag": "", "Discount Card Holder": "", "Freight Biscuit": "", "Service Tray": "", "Balance Bar": "",
	} {
		rows, problems := all(t, text(t, "Item,Rate,Qty\nTur 1 kg,150,2\n"+name+",50,1\n", csvimport.Options{}))
		got := ""
		if len(problems) == 1 {
			got = strings.Fields(string(problems[0].Reason))[3]
		}
		if got = strings.Trim(got, ","); got != want || len(rows)+len(problems) != 2 {
			t.Errorf("%s: %q with %d products, want %q", name, got, len(rows), want)
		}
	}
	if rows, problems := all(t, text(t, "Item,Brand,Rate\nFreight,Amul,50\n", csvimport.Options{})); len(rows) != 1 {
		t.Errorf("a product with a brand: %+v, want a product", problems)
	}
}

func TestNext_takesNoNoteOfAPageForACategory(t *testing.T) {
	t.Parallel()
	for _, note := range []string{"Amount in words: Nine hundred only", "Thank you! Visit again", "Terms & Conditions", "E & O.E.", "Note: rates may change", "Prepared by Ramesh", "* All rates are inclusive of GST", "Continued", "Less: Discount", "Net payable"} {
		rows, problems := all(t, text(t, "Item,Rate\nDal,\nTur,150\n"+note+",\nUrad,90\n", csvimport.Options{}))
		if len(rows) != 2 || rows[1].Category != "Dal" || len(problems) != 1 {
			t.Errorf("%s: products %+v and problems %+v, want Urad in Dal and 1 problem", note, rows, problems)
		}
	}
	rows, _ := all(t, text(t, "Item,Rate\nNote Books,\nLong book,50\nPhone Accessories,\nCable,90\n", csvimport.Options{}))
	if len(rows) != 2 || rows[0].Category != "Note Books" || rows[1].Category != "Phone Accessories" {
		t.Errorf("products %+v, want one in Note Books and one in Phone Accessories", rows)
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
		"Rate,Qty,Unit\n150,500,g\n40,1,kg\n":             "[500 g, none] [1 kg, none]",
		"Rate,Qty,Unit\n150,500,ml\n40,1,Ltr\n":           "[500 ml, none] [1 L, none]",
		"Rate,Qty,Unit\n150,50,kg\n40,144,pcs\n":          "[1 kg, 50] [pcs, 144]",
		"Rate,Qty,Unit,Stock\n150,500,g,7\n40,1,kg,8\n":   "[500 g, 7] [1 kg, 8]",
		"Rate,Quantity,UOM\n150,50,KGS\n10,144,PCS\n":     "[1 kg, 50] [pcs, 144]",
		"Rate,Quantity,UOM\n150,500,GMS\n10,1,KGS\n":      "[500 g, none] [1 kg, none]",
		"Rate,Quantity,Unit\n150,1,kg\n10,5,kg\n":         "[1 kg, none] [5 kg, none]",
		"Qty,Rate\n1 Kg,150\n250 Gm,40\n":                 "[1 kg, none] [250 g, none]",
		"Qty,Rate\n५०० ग्राम,150\n1 L,40\n":               "[500 g, none] [1 L, none]",
		"Qty,Rate\n25 Kg,150\n5 Kg,40\n":                  "[, none] [, none]",
		"Qty,Rate\n250 g,150\n12,40\n":                    "[, none] [, 12]",
		"Qty,Unit,Rate\n250 g,1 kg,150\n2 kg,1 kg,40\n":   "[1 kg, none] [1 kg, none]",
		"Rate,Per,Stock\n150,Kg,50\n84,Dozen,10\n":        "[1 kg, 50] [12 pcs, 10]",
		"Quantity,Rate,Per\n50,150,Kg\n20,45,100 g\n":     "[1 kg, 50] [100 g, 20]",
		"Wt,Wt Unit,MRP\n1,KG,28\n250,GM,120\n":           "[1 kg, none] [250 g, none]",
		"Grammage,Units/Case,MRP\n78 g,48,20\n1 L,12,9\n": "[78 g, none] [1 L, none]",
		"Unit,MRP\nसौ ग्राम,28\nदो सौ ग्राम,50\n":         "[100 g, none] [200 g, none]",
		"Unit,MRP\nशंभर ग्रॅम,28\nपाचशे ग्रॅम,50\n":       "[100 g, none] [500 g, none]",
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
		"1 kg / 1 किलो": "1 kg", "Kg (किलो)": "1 kg", "500 g / 500 ग्राम": "500 g", "100 g/200 g": "100 g/200 g", "1 L (910 g)": "1 L (910 g)",
		"1 K.G.": "1 kg", "500 G.M.": "500 g", "250 m.l.": "250 ml", "1.5 K.G": "1.5 kg", "half-size": "half-size",
	} {
		if row := one(t, "name,category,price,unit\nSalt,Spices,20,"+cell+"\n", csvimport.Options{}); row.Unit != want {
			t.Errorf("%q is the unit %q, want %q", cell, row.Unit, want)
		}
	}
}
