package csvimport_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
)

// short formats a row for comparison in tests of exports.
func short(r csvimport.Row) string {
	stock, draft := "-", ""
	if r.Stock != nil {
		stock = fmt.Sprint(*r.Stock)
	}
	if r.Draft {
		draft = " draft"
	}
	return fmt.Sprintf("%s | %s | %s > %s | %v less %v | %s%s", r.Name, r.Unit, r.Category, r.SubCategory, r.Price, r.Discount, stock, draft)
}

func readProfile(t *testing.T, program string, lines ...string) (rows []csvimport.Row, products []string) {
	t.Helper()
	r, err := csvimport.New(strings.NewReader(strings.Join(lines, "\n")+"\n"), 0, csvimport.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Columns().Program; got != program {
		t.Errorf("read as an export of %q, want %q", got, program)
	}
	rows, problems := all(t, r)
	for _, row := range rows {
		products = append(products, short(row))
	}
	for _, problem := range problems {
		products = append(products, fmt.Sprintf("line %d: %s", problem.Line, problem.Reason.In(language.English)))
	}
	return rows, products
}

func TestNext_makesAProductOfEachVariantOfShopify(t *testing.T) {
	t.Parallel()
	rows, got := readProfile(t, "Shopify",
		"Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Status",
		`toor-dal,Toor Dal,<p>Unpolished</p>,Annam,"Food, Beverages & Tobacco > Food Items > Pulses",Dal,,true,Size,500 g,,,TD-500,500,12,95.00,110.00,,https://cdn.example.com/a.jpg,1,active`,
		`toor-dal,,,,,,,,,1kg,,,TD-1000,1000,7,180.00,210.00,,"https://cdn.example.com/w_3,h_4/b.jpg",2,`,
		`toor-dal,,,,,,,,,,,,,,,,,,https://cdn.example.com/c.jpg,3,`,
		`ghee,Cow Ghee,,Annam,,Dairy,,true,Title,Default Title,,,,905,3,650.00,,,,,draft`,
		`soap,Neem Soap,,Annam,,,,false,Scent,Rose,Pack,Pack of 4,,0,0,120,,8901030865381,,,active`,
	)
	want := []string{
		"Annam Toor Dal | 500 g | Food, Beverages & Tobacco > Pulses | ₹110 less ₹15 | 12",
		"Annam Toor Dal | 1 kg | Food, Beverages & Tobacco > Pulses | ₹210 less ₹30 | 7",
		"Annam Cow Ghee | 905 g | Dairy > Dairy | ₹650 less ₹0 | 3 draft",
		"Annam Neem Soap, Rose | Pack of 4 | Other > Other | ₹120 less ₹0 | 0 draft",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(rows) == 4 {
		pictures := []string{"https://cdn.example.com/a.jpg", "https://cdn.example.com/w_3,h_4/b.jpg", "https://cdn.example.com/c.jpg"}
		if diff := cmp.Diff(pictures, rows[0].Images); diff != "" {
			t.Error(diff)
		}
		if rows[0].Description != "Unpolished" || rows[1].Description != "Unpolished" || rows[1].Key != "sku\ttd-1000" || rows[3].Barcode != "8901030865381" {
			t.Errorf("read %+v, want the description and SKU of the first row in its variants, and barcode 8901030865381 in the last row", rows)
		}
	}
}

func TestNext_completesVariationsOfWooCommerceFromTheirParent(t *testing.T) {
	t.Parallel()
	rows, got := readProfile(t, "WooCommerce",
		"\ufeffID,Type,SKU,\"GTIN, UPC, EAN, or ISBN\",Name,Published,Is featured?,Visibility in catalog,Short description,Description,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)",
		`1,simple,S1,,Poha,1,0,visible,,Thick,1,20,0.5,45,50,"Staples > Flakes, Offers",,"https://shop.example.com/p.jpg, https://shop.example.com/w_3,h_4/q.jpg",,,,,`,
		`2,variable,V1,,Basmati Rice,1,0,visible,Long grain,,1,,,,,Staples > Rice,,https://shop.example.com/r.jpg,,Size,"1 kg, 5 kg",,`,
		`3,variation,V1-1,,Basmati Rice - 1 kg,1,0,visible,,,1,8,,,140,,,,V1,Size,1 kg,,`,
		`4,variation,,,Basmati Rice - 5 kg,1,0,visible,,,0,,,640,690,,,,id:2,Size,5 kg,Grade,Aged`,
		`5,simple,S2,,Secret Pickle,-1,0,visible,,,1,,,,90,"Pickles\, Chutneys",,,,,,,`,
		`6,grouped,G1,,Hamper,1,0,visible,,,1,,,,,Gifts,,,,,,,`,
	)
	want := []string{
		"Poha | 0.5 kg | Staples > Flakes | ₹50 less ₹5 | 20",
		"Basmati Rice | 1 kg | Staples > Rice | ₹140 less ₹0 | 8",
		"Basmati Rice, Aged | 5 kg | Staples > Rice | ₹690 less ₹50 | 0",
		"Secret Pickle |  | Pickles, Chutneys > Pickles, Chutneys | ₹90 less ₹0 | - draft",
		"line 7: The product has no price.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(rows) == 4 {
		if diff := cmp.Diff([]string{"https://shop.example.com/p.jpg", "https://shop.example.com/w_3,h_4/q.jpg"}, rows[0].Images); diff != "" {
			t.Error(diff)
		}
		if rows[1].Description != "Long grain" || len(rows[1].Images) != 1 {
			t.Errorf("a variant has %+v, want description Long grain and 1 image", rows[1])
		}
	}
}

func TestNext_readsThePayablePriceOfVyapar(t *testing.T) {
	t.Parallel()
	rows, got := readProfile(t, "Vyapar",
		"Item name*,Item code,Description,Category,HSN,Default MRP,Disc % on MRP for Sale Price,Sale price,Purchase price,Wholesale price,Minimum wholesale quantity,Discount Type,Sale Discount,Opening stock quantity,Minimum stock quantity,Item Location,Tax Rate,Inclusive Of Tax,Base Unit (x),Secondary Unit (y),Conversion Rate (n) (x = ny)",
		"Sugar,ITM1,,Staples,1701,,,44,40,,,Percentage,0,120,10,,GST@5%,Inclusive,KILOGRAMS (Kg),BAGS (Bag),50",
		"Lux Soap 100g,8901030865381,,Soaps,3401,42,,40,35,,,Percentage,10,30,,,GST@18%,Inclusive,PIECES (Pcs),,",
		"Broom,ITM3,,,9603,,,100,70,,,Discount Amount,5,4.0,,,GST@18%,Exclusive,PIECES (Pcs),,",
		"Biscuit,ITM4,,Snacks,1905,120,,0,90,,,,,6,,,None,,BOX (Box),PIECES (Pcs),12",
	)
	want := []string{
		"Sugar | 1 kg | Staples > Staples | ₹44 less ₹0 | 120",
		"Lux Soap 100g | 100 g | Soaps > Soaps | ₹42 less ₹6 | 30",
		"Broom | 1 pc | Other > Other | ₹112.10 less ₹0 | 4",
		"Biscuit |  | Snacks > Snacks | ₹120 less ₹0 | 6",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(rows) == 4 && (rows[1].Barcode != "8901030865381" || rows[0].Barcode != "") {
		t.Errorf("barcodes %q and %q, want none and 8901030865381", rows[1].Barcode, rows[0].Barcode)
	}
}

func TestNext_recognizesHindiColumns(t *testing.T) {
	t.Parallel()
	rows, got := readProfile(t, "",
		"सामान का नाम,श्रेणी,एम.आर.पी.,विक्रय मूल्य,वज़न,स्टॉक,बारकोड",
		"अरहर दाल,दालें,₹१६०,150,१ किलो,12,8901030865381",
		"योग,,160,150,,,",
	)
	want := []string{"अरहर दाल | 1 kg | दालें > दालें | ₹160 less ₹10 | 12", "line 3: This is a sum, not a product."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(rows) == 1 && rows[0].Barcode != "8901030865381" {
		t.Errorf("read %+v, want barcode 8901030865381", rows[0])
	}
}

func TestNext_recognizesHindiColumnsInLatinLetters(t *testing.T) {
	t.Parallel()
	_, got := readProfile(t, "",
		"Maal;MRP Rs.;Bhav;Vazan;Vibhag;Nag;Company",
		"Arhar dal;Rs. 160;150;1/2 kg;Dal;12;Zorbo",
		"Besan;80;75;500 g;Atta;NA;Zorbo",
	)
	want := []string{"Zorbo Arhar dal | 0.5 kg | Dal > Dal | ₹160 less ₹10 | 12", "Zorbo Besan | 500 g | Atta > Atta | ₹80 less ₹5 | -"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNext_splitsACategoryWithItsSubCategory(t *testing.T) {
	t.Parallel()
	rows, _ := readProfile(t, "", "Name,MRP,Category,Image URL,Published",
		"Salt,20,Staples > Salt &amp; Sugar,https://shop.example.com/a.jpg,no",
		"Rice,90,Food>Staples>Rice,no picture,yes")
	if row := one(t, "Name,MRP,Category,Sub Category\nRice,90,Food,Food > Staples > Rice\n", csvimport.Options{}); row.Category != "Food" || row.SubCategory != "Rice" {
		t.Errorf("read %s and %s, want Food and Rice", row.Category, row.SubCategory)
	}
	if rows[0].Category != "Staples" || rows[0].SubCategory != "Salt & Sugar" || !rows[0].Draft || len(rows[0].Images) != 1 {
		t.Errorf("read %+v, want category Staples, sub-category Salt & Sugar, draft true and 1 image", rows[0])
	}
	if rows[1].Category != "Food" || rows[1].SubCategory != "Rice" || rows[1].Draft || rows[1].Images != nil {
		t.Errorf("read %+v, want category Food, sub-category Rice, draft false and no images", rows[1])
	}
}

//nolint:paralleltest // it counts what the whole process allocates
func TestNext_doesNotCopySharedTextsForEachVariant(t *testing.T) {
	const variants = 400
	address := func(n int) string {
		return fmt.Sprintf("https://cdn.example.com/%d-%s.jpg", n, strings.Repeat("a", 1200))
	}
	description := strings.Repeat("<p>Long grain rice of the hills</p>", 1_500)
	shopify := []string{"Handle,Title,Body (HTML),Option1 Value,Variant Price,Image Src,Variant Image"}
	woo := []string{"ID,Type,SKU,Name,Published,Regular price,Categories,Images,Parent,Description,Attribute 1 value(s)"}
	woo = append(woo, `1,variable,V1,Rice,1,,"Staples > Rice\, Flour",,,`+description+",")
	for n := range variants {
		shopify = append(shopify, fmt.Sprintf("rice,Rice,%s,%d kg,%d,%s,", description, n+1, n+100, address(n)))
		woo = append(woo, fmt.Sprintf("%d,variation,,,1,%d,,,V1,,%d kg", n+2, n+100, n+1))
		description = ""
	}
	for program, lines := range map[string][]string{"Shopify": shopify, "WooCommerce": woo} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		rows, _ := readProfile(t, program, lines...)
		runtime.ReadMemStats(&after)
		if len(rows) != variants {
			t.Fatalf("%s: read %d rows, want %d", program, len(rows), variants)
		}
		last, notes := rows[variants-1], 1
		if program == "Shopify" { // it has more pictures than a product can
			notes = 2
		}
		if len(last.Description) > 4*csvimport.MaxDescription || last.Description != rows[0].Description || len(last.Notes) != notes || last.Notes[0] != csvimport.NoteDescriptionCut {
			t.Errorf("%s: the last variant has %d bytes of description and the notes %v, want %d notes", program, len(last.Description), last.Notes, notes)
		}
		if program == "Shopify" && (len(last.Images) != 5 || last.Images[4] != address(4)) {
			t.Errorf("the last variant has %d pictures, want 5, the last of them %s", len(last.Images), address(4))
		}
		if program == "WooCommerce" && (last.Category != "Staples" || last.SubCategory != "Rice, Flour") {
			t.Errorf("the last variation is in %s > %s, want Staples > Rice, Flour", last.Category, last.SubCategory)
		}
		// One copy of the list per variant would need more than 800 MB; one copy needs 80 MB, 210 MB with the race
		// detector.
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 300<<20 {
			t.Errorf("%s: allocated %d MB, want at most 300", program, allocated>>20)
		}
	}
}

func TestNext_prefersAWeightInKilograms(t *testing.T) {
	t.Parallel()
	for range 20 {
		_, got := readProfile(t, "WooCommerce", "ID,Type,SKU,Name,Published,Regular price,Categories,Weight (kg),Weight (g)", "1,simple,S1,Poha,1,50,Staples,2,900")
		if diff := cmp.Diff([]string{"Poha | 2 kg | Staples > Staples | ₹50 less ₹0 | -"}, got); diff != "" {
			t.Fatal(diff)
		}
	}
}
