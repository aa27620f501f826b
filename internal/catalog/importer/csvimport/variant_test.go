package csvimport_test

import (
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

func TestNext_makesAProductOfEachVariant(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Item,Flavour,Size,MRP\nMaaza,Mango,250 ml,20\nMaaza,Guava,250 ml,25\nRice,,1 kg,60\n":                       "Maaza, Mango/250 ml; Maaza, Guava/250 ml; Rice/1 kg",
		"Item Name,Variation Name,Price\nTea,Regular,10\nTea,Large,20\n":                                             "Tea, Regular/; Tea, Large/",
		"Item,Variant,MRP\nSalt,1 kg,28\nSalt,500 g,15\n":                                                            "Salt/1 kg; Salt/500 g",
		"Item,Variant,Unit,MRP\nSalt,1 kg,Packet,28\nSalt,5 kg,Packet,130\n":                                         "Salt/1 kg; Salt/5 kg",
		"Item,Variant,Unit,MRP\nSalt,Pack of 2,1 kg,28\nSalt,,1 kg,15\n":                                             "Salt, Pack of 2/1 kg; Salt/1 kg",
		"Item,Colour,MRP\nBucket Red,Red,90\nBucket,Default,80\n":                                                    "Bucket Red/; Bucket/",
		"Item,Type,MRP\nRice,Kolam,60\nRice,Basmati,120\nSalt,Salt,20\n":                                             "Rice, Kolam/; Rice, Basmati/; Salt/",
		"Item,,MRP\nSalt,1 kg,28\nSalt,500 g,15\n":                                                                   "Salt/1 kg; Salt/500 g",
		"Item,,MRP\nDal,Tur,150\nDal,Urad,90\n":                                                                      "Dal, Tur/; Dal, Urad/",
		"Item,,MRP\nSalt,,28\nTea,old,15\nRai,,3\n":                                                                  "Salt/; Tea/; Rai/",
		"Item,,MRP\nSalt,5,28\nTea,7,15\n":                                                                           "Salt/; Tea/",
		"Item,Type,MRP\nRice,Kolam,60\nWheat,Kolam,40\n":                                                             "Rice/; Wheat/",
		"Item,Type,Size,MRP\nRice,Kolam,1 kg,60\nRice,Kolam,5 kg,280\nDal,Tur,1 kg,150\n":                            "Rice/1 kg; Rice/5 kg; Dal/1 kg",
		"Name,Attribute,MRP\nT-shirt,S,300\nT-shirt,M,300\n":                                                         "T-shirt, S/; T-shirt, M/",
		"Product Title,Variant Title,Variant Price INR\nSalt,1 kg,20\nSalt,5 kg,90\n":                                "Salt/1 kg; Salt/5 kg",
		"Product Title,Variant Title,Variant SKU,Product Weight,Price INR\nSalt,1 kg,,1000,20\nSalt,5 kg,,1000,90\n": "Salt/1 kg; Salt/5 kg",
	} {
		shared, err := text(t, list, csvimport.Options{}).SharedKeys()
		if err != nil {
			t.Fatal(err)
		}
		rows, problems := all(t, text(t, list, csvimport.Options{Shared: shared}))
		var got []string
		keys := map[string]bool{}
		for _, row := range rows {
			got = append(got, row.Name+"/"+row.Unit)
			keys[row.Key] = true
		}
		if strings.Join(got, "; ") != want || len(keys) != len(rows) || len(problems) != 0 {
			t.Errorf("%q: %q with %d keys, problems %+v, want %s and a key for each", list, got, len(keys), problems, want)
		}
	}
	codes := "Item,Flavour,SKU,MRP\nMaaza,Mango,7,20\nMaaza,Guava,7,25\n"
	if shared, err := text(t, codes, csvimport.Options{}).SharedKeys(); err != nil || !shared["sku\t7"] {
		t.Errorf("a code of two flavours: shared %v, error %v, want it to be shared", shared, err)
	}
}

func TestNext_leavesNumbersAndMarksOfAPastedListOutOfNames(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"1. Salt": "Salt", "2) Tea": "Tea", "(4) Dal": "Dal", "१. चहा": "चहा", "• Rice": "Rice", "- Dal": "Dal", "➡️ Oil": "Oil", "✅ Ghee 1kg": "Ghee 1kg", "*Salt*": "Salt", "_Tea_": "Tea", "1. *Salt*": "Salt",
		"5 Star": "5 Star", "7 Up": "7 Up", "7Up": "7Up", "50-50 Biscuit": "50-50 Biscuit", "1 kg Salt": "1 kg Salt", "2.5 kg Atta": "2.5 kg Atta", "3 Roses": "3 Roses", "100. 5 Star": "5 Star", "24*7 Salt": "24*7 Salt", "5.": "5.", "•": "•",
	} {
		row := one(t, "name,price\n"+cell+",20\n", csvimport.Options{})
		if row.Name != want {
			t.Errorf("%q is named %q, want %q", cell, row.Name, want)
		}
		if again := one(t, "name,price\n"+want+",20\n", csvimport.Options{}); again.Key != row.Key {
			t.Errorf("%q has the key %q, want %q", cell, row.Key, again.Key)
		}
	}
	if row := one(t, "ID in this shop,name,price\na,1. Salt,20\n", csvimport.Options{}); row.Name != "1. Salt" {
		t.Errorf("a name of the shop's own table became %q", row.Name)
	}
}

func TestNext_readsDittoMarksAsTheCellAbove(t *testing.T) {
	t.Parallel()
	for _, ditto := range []string{`""""`, "do", "-do-", "Ditto", "〃", "--do--", `"-""-"`, "DO."} {
		rows, problems := all(t, text(t, "Item,Brand,Category,MRP,Stock\nSalt,Tata,Spices,20,5\nTea,"+ditto+","+ditto+",40,"+ditto+"\nRai,Amul,"+ditto+",30,1\n", csvimport.Options{}))
		if len(rows) != 3 || rows[1].Category != "Spices" || rows[2].Category != "Spices" || rows[1].Name != "Tata Tea" || rows[1].Stock == nil || *rows[1].Stock != 5 {
			t.Errorf("%s: rows %+v, problems %+v, want Tata Tea with stock 5, and three products in Spices", ditto, rows, problems)
		}
	}
	if row := one(t, "Item,Category,MRP\nSalt,do,20\n", csvimport.Options{}); row.Category != "do" {
		t.Errorf("without a cell above: %q, want do", row.Category)
	}
}
