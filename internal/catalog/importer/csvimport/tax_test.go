package csvimport_test

import (
	"slices"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

func TestTax_readsRatesOfProgramsAndSpreadsheets(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"5%": "5", "5": "5", "GST@18%": "18", "IGST@12%": "12", "18 % GST": "18", "GST 28": "28", "0": "0", "Exempt": "0", "NIL": "0", "Nil Rated": "0",
		"0.18": "18", "0.05": "5", "0.4": "40", "0.25": "0.25", "0.25%": "0.25", "0.1": "0.1", "५": "5", "2.5": "2.5", "": "", "None": "", "18.00": "18",
		"five": "odd", "181": "odd", "GST 18% + Cess 12%": "odd", "-5": "odd", "0.1234": "odd",
	} {
		row := one(t, "name,price,category,GST %\nDal,40,Staples,"+cell+"\n", csvimport.Options{})
		if got := rateOf(row); got != want {
			t.Errorf("a rate of %q is %q, want %q", cell, got, want)
		}
		if row.Name != "Dal" || row.Price != 4000 {
			t.Errorf("the rate %q changed the rest: %+v", cell, row)
		}
	}
	for halves, want := range map[string]string{"2.5,2.5": "5", "9%,9%": "18", "0.09,0.09": "18", "6,": "12", ",6": "12", "9,6": "odd", "Exempt,Exempt": "0", ",": ""} {
		if got := rateOf(one(t, "name,price,category,CGST,SGST\nDal,40,Staples,"+halves+"\n", csvimport.Options{})); got != want {
			t.Errorf("the halves %q are %q, want %q", halves, got, want)
		}
	}
	if got := rateOf(one(t, "name,price,category,IGST,CGST,SGST\nDal,40,Staples,5,9,9\n", csvimport.Options{})); got != "5" {
		t.Errorf("the whole rate beside halves is %q, want %q", got, "5")
	}
}

func TestHSN_isCorrectedOnlyWhenUnambiguous(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"0713": "0713", "07010000": "07010000", "0713.60": "071360", "0713 60 00": "07136000", "110100": "110100", "19053100.0": "19053100", "HSN 0713": "0713", "hsn:1301": "1301",
		"7010000": "07010000 mended", "713": "0713 mended", "71360": "071360 mended", "7010000.00": "07010000 mended",
		"1905310": " odd", "999": " odd", "71": " odd", "99631100": " odd", "dal": " odd", "7.01E+06": " odd", "": "", "0": "", "-": "",
	} {
		row := one(t, "name,price,category,HSN/SAC\nDal,40,Staples,"+cell+"\n", csvimport.Options{})
		got := row.HSN
		switch {
		case slices.Contains(row.Notes, csvimport.NoteHSNPadded):
			got += " mended"
		case slices.Contains(row.Notes, csvimport.NoteHSNInvalid):
			got += " odd"
		}
		if got != want {
			t.Errorf("an HSN of %q is %q, want %q", cell, got, want)
		}
	}
}

func TestTax_recognizesTheHeadingsOfShopPrograms(t *testing.T) {
	t.Parallel()
	for _, heading := range []string{
		"HSN,GST", "HSN/SAC,GST %", "HSN Code,Tax Rate", "HSN/SAC Code,IGST", "HSN Code,Tax%", "hsn_code,gst_rate", "HSN No.,GST Tax%", "HSN CODE,Tax Category", "HSN,Rate of GST",
		"एचएसएन,जीएसटी %", "एच.एस.एन. कोड,जी.एस.टी. दर", "HSN कोड,टैक्स %",
	} {
		row := one(t, "Item Name,MRP,Group,Item Code,"+heading+"\nDal,40,Staples,D-1,0713,5%\n", csvimport.Options{})
		if row.HSN != "0713" || rateOf(row) != "5" || row.SKU != "D-1" {
			t.Errorf("under %q the row is %+v, want HSN 0713, rate 5 and SKU D-1", heading, row)
		}
	}
	vyapar := "Item name*,Item code,Category,HSN,Default MRP,Sale price,Tax Rate,Inclusive Of Tax,Base Unit (x)\n" +
		"Toor Dal,D-1,Staples,0713,180,160,GST@5%,Inclusive,KILOGRAMS (Kg)\n"
	if row := one(t, vyapar, csvimport.Options{}); row.HSN != "0713" || rateOf(row) != "5" || row.SKU != "D-1" || row.Discount != 2000 {
		t.Errorf("Vyapar's row is %+v, want HSN 0713, rate 5, SKU D-1 and discount 2000", row)
	}
}

// rateOf returns a row's rate, "odd" if its cell was ignored.
func rateOf(row csvimport.Row) string {
	switch {
	case slices.Contains(row.Notes, csvimport.NoteRateInvalid):
		return "odd"
	case row.GSTRate == nil:
		return ""
	}
	return row.GSTRate.String()
}
