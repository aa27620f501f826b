package csvimport_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
	"kirana/internal/money"
)

func TestNext_settlesPriceAndDiscount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		header, cells   string
		price, discount money.Paise
		note            csvimport.Note
	}{
		{"price", "49", 4900, 0, ""},
		{"price,discountprice", "100,80", 10000, 2000, ""},
		{"price,mrp", "80,100", 10000, 2000, ""},
		{"sale_price,market_price", "129.6,144", 14400, 1440, ""},
		{"price,saleprice", "100,", 10000, 0, ""},
		{"mrp,sale price", "100,120", 12000, 0, csvimport.NoteSaleAboveMRP},
		{"mrp,sale price", ",120", 12000, 0, csvimport.NoteNoMRP},
		{"selling-price", "120", 12000, 0, ""},
		{"mrp,price", "\"₹ 1,00,000.00\",\"Rs. 99,999.999 /-\"", 10000000, 0, ""},
		{"price,discount", "100,15", 10000, 1500, ""},
		{"price,discount", "100,15%", 10000, 1500, ""},
		{"price,discount_percent", "99.99,33.3", 9999, 3330, ""},
		{"price,discount_percent", "100,0.1", 10000, 0, csvimport.NotePercentUnsure},
		{"price,discount_percent", "100,.25", 10000, 0, csvimport.NotePercentUnsure},
		{"price,discount_percent", "100,0.5%", 10000, 50, ""},
		{"price,discount_percent", "100,0", 10000, 0, ""},
		{"price,discount_percent", "100,1.5", 10000, 150, ""},
		{"price,discount", "100,0.1", 10000, 0, csvimport.NotePercentUnsure},
		{"price,discount", "100,100", 10000, 0, csvimport.NoteDiscountWhole},
		{"price,discount", "100,100%", 10000, 0, csvimport.NoteDiscountWhole},
		{"price,Discount %", "200,10", 20000, 2000, ""},
		{"price,Discount (%)", "200,\"12,5\"", 20000, 2500, ""},
		{"price,% off", "200,120", 20000, 0, csvimport.NoteDiscountWhole},
		{"price,छूट %", "200,₹10", 20000, 0, csvimport.NoteAmountUnread},
		{"price,Disc.", "200,10", 20000, 1000, ""},
		{"Cost,MRP", "30,40", 4000, 0, ""},
		{"Cost,Selling price", "30,40", 4000, 0, ""},
		{"Rate (PTR),MRP", "30,40", 4000, 0, ""},
		{"Rate (purchase),Rate (sale)", "30,40", 4000, 0, ""},
		{"Price (excl. GST),Price (incl. GST)", "40,42", 4200, 0, ""},
		{"MRP (old),MRP (new)", "40,42", 4200, 0, ""},
		{"mrp,discountPercent,discountedSellingPrice", "100,50,90", 10000, 1000, ""},
	} {
		row := one(t, "name,category,"+c.header+"\nSalt,Spices,"+c.cells+"\n", csvimport.Options{})
		if row.Price != c.price || row.Discount != c.discount {
			t.Errorf("%s = %s: price %s, discount %s; want %s, %s", c.header, c.cells, row.Price, row.Discount, c.price, c.discount)
		}
		if c.note != "" && c.note != csvimport.NoteNoMRP && len(row.Remarks) != 1 {
			t.Errorf("%s = %s: remarks %v, want 1", c.header, c.cells, row.Remarks)
		}
		if told := len(row.Notes) == 1 && row.Notes[0] == c.note; told != (c.note != "") {
			t.Errorf("%s = %s: notes %v, want %q", c.header, c.cells, row.Notes, c.note)
		}
	}
}

func TestNext_readsPaiseOnlyWithTheOption(t *testing.T) {
	t.Parallel()
	const csv = "name,category,mrp,discountedSellingPrice\nSalt,Spices,2500,2100\n"
	if row := one(t, csv, csvimport.Options{Paise: true}); row.Price != 2500 || row.Discount != 400 {
		t.Errorf("paise: %s less %s, want price 2500 and discount 400", row.Price, row.Discount)
	}
	if row := one(t, csv, csvimport.Options{}); row.Price != money.Rupees(2500) {
		t.Errorf("rupees: %s, want price ₹2500", row.Price)
	}
}

func TestNext_usesTheBrandAsAMissingName(t *testing.T) {
	t.Parallel()
	row := one(t, "name,brand,price,category\n &nbsp; ,Amul,20,Dairy\n", csvimport.Options{})
	if row.Name != "Amul" || !slices.Equal(row.Remarks, []csvimport.Remark{{Note: csvimport.NoteNamedByBrand, Column: "brand", Value: "Amul"}}) {
		t.Errorf("named %q with the remarks %q, want Amul, named by its brand", row.Name, row.Remarks)
	}
}

func TestNext_refusesRowsThatCannotBeSold(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", csvimport.MaxName)
	for cells, says := range map[string]string{
		",,20,Dairy,5":                                         "no name",
		" &nbsp; ,,20,Dairy,5":                                 "no name",
		"Milk,,0,Dairy,5":                                      "price is 0",
		"Milk,,,Dairy,5":                                       "no price",
		"Milk,,-5,Dairy,5":                                     "“price” does not hold",
		"Milk,,1e3,Dairy,5":                                    "“price” does not hold",
		"Milk,,\"12,50\",Dairy,5":                              "“price” does not hold",
		"Milk,,10000001,Dairy,5":                               "“price” does not hold",
		"Milk,,20,,5":                                          "no category",
		"Grand Total,,20,Dairy,5":                              "This is a sum",
		"Sub-total:,,20,Dairy,5":                               "This is a sum",
		"TOTAL 1540,,20,Dairy,5":                               "This is a sum",
		"कुल योग,,20,Dairy,5":                                  "This is a sum",
		"योग,,20,Dairy,5":                                      "This is a sum",
		"उप-योग,,20,Dairy,5":                                   "This is a sum",
		"एकूण बेरीज,,20,Dairy,5":                               "This is a sum",
		",Total,20,Dairy,5":                                    "This is a sum",
		"G. Total,,20,Dairy,5":                                 "This is a sum",
		"Gr. Total:,,20,Dairy,5":                               "This is a sum",
		"Sum,,20,Dairy,5":                                      "This is a sum",
		"Totals,,20,Dairy,5":                                   "This is a sum",
		"Total (2 items),,20,Dairy,5":                          "This is a sum",
		"Total Rs. 80/-,,20,Dairy,5":                           "This is a sum",
		"Page total,,20,Dairy,5":                               "This is a sum",
		"एकूण रक्कम,,20,Dairy,5":                               "This is a sum",
		"कुल राशि,,20,Dairy,5":                                 "This is a sum",
		"सर्व मिळून,,20,Dairy,5":                               "This is a sum",
		"Milk 500 ml,,40/L,X,5":                                "says “40/L”, but the product is sold by “500 ml”",
		"Milk,,10-20,Dairy,5":                                  "“10-20”",
		"Paneer,,1,200,Dairy,5":                                "“1,200”, write it without the comma",
		"Paneer,,₹\u00a01,200,Dairy,5":                         "“₹ 1,200”, write it without the comma",
		"Paneer,,Rs. 1,200.50,Dairy,5":                         "“Rs. 1,200.50”, write it without the comma",
		"Paneer,,1,20,000,Dairy,5":                             "“1,20,000”, write it without the comma",
		long + ",Amul,20,Dairy,5":                              "longer than 200",
		"Milk,,20," + long + ",5":                              "longer than 100",
		"Milk,,20,Dairy,\"5":                                   "quotation mark",
		"Milk" + strings.Repeat(" ", 200<<10) + ",,20,Dairy,5": "128 KB",
	} {
		rows, problems := all(t, text(t, "name,brand,price,category,stock\n"+cells+"\nCurd,,30,Dairy,1\n", csvimport.Options{}))
		if len(rows) != 1 || rows[0].Name != "Curd" || rows[0].Line != 3 {
			t.Errorf("%.40s: rows %+v, want the one behind it", cells, rows)
		}
		if len(problems) != 1 || problems[0].Line != 2 || !strings.Contains(problems[0].Reason.In(language.English), says) {
			t.Errorf("%.40s: problems %+v, want %q on line 2", cells, problems, says)
		}
	}
}

func TestNext_normalizesUnits(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"500gm": "500 g", " 1 Kg ": "1 kg", "350 g Pouch ": "350 g Pouch", "2x200 pulls": "2 x 200 pulls",
		"6X200ML": "6 x 200 ml", "1.5 Ltr": "1.5 L", "500 grams.": "500 g", "12PCS": "12 pcs", "122x40x2.5 cm": "122 x 40 x 2.5 cm",
		"Pack of 6": "Pack of 6", "kg": "1 kg", "Combo 2 Items": "Combo 2 Items", "": "", "n/a": "",
	} {
		row := one(t, "name,price,category,unit\nSalt,20,Spices,"+cell+"\n", csvimport.Options{})
		if row.Unit != want {
			t.Errorf("unit %q became %q, want %q", cell, row.Unit, want)
		}
	}
}

func TestNext_readsTheUnitFromTheName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Toor Dal 500 g": "500 g", "Rice - 5kg": "5 kg", "Lassi 6 x 200 ml": "6 x 200 ml", "Oil 1 L": "1 L",
		"Soap (Pack of 6)": "Pack of 6", "Soap 75g, pack of 4": "75 g, Pack of 4", "Eggs 12 pcs": "12 pcs",
		"Garlic Capsule 500 mg": "", "Diapers 4-8 kg, 30 Pads": "30 Pads", "Dog Treat (25 kg+), 7 Sticks": "7 Sticks",
		"Kit up to 10 kg": "", "Batter 1 Kg + Paratha 350 g": "1 kg + 350 g", "Broom": "", "7up": "",
	} {
		if row := one(t, "name,price,category\n\""+name+"\",20,X\n", csvimport.Options{}); row.Unit != want {
			t.Errorf("%q is sold by %q, want %q", name, row.Unit, want)
		}
	}
}

func TestNext_distinguishesQuantityFromStock(t *testing.T) {
	t.Parallel()
	for csv, want := range map[string]struct {
		unit  string
		stock int
	}{
		"name,price,category,quantity\nSalt,20,X,500 g\n":                                  {"500 g", -1},
		"name,price,category,quantity\nSalt 1 kg,20,X,25\n":                                {"1 kg", 25},
		"name,price,category,quantity,stock\nSalt,20,X,1,25\n":                             {"", 25},
		"name,price,category,size,unit,qty\nSalt,20,X,2.5,KG,4\n":                          {"2.5 kg", 4},
		"name,price,category,unit,Pcs\nSalt,20,X,1 kg,4\n":                                 {"1 kg", 4},
		"name,price,category,Quantity,Pcs\nSalt,20,X,1 kg,4\n":                             {"1 kg", 4},
		"name,price,category,weightInGms,quantity,availableQuantity\nSalt,20,X,1500,1,0\n": {"1.5 kg", 0},
		"name,price,category,weight_in_gms,stock\nSalt,20,X,58,7.5\n":                      {"58 g", 7},
		"name,price,category,weightInGms,stock\nSalt 2 kg,20,X,0,-3\n":                     {"2 kg", 0},
		"Particulars,Quantity,Rate,Value\nSalt 1 kg,10 Nos,\"1,200\",\"12,000.00\"\n":      {"1 kg", 10},
		"माल,मात्रा,दर,राशि\nSalt 1 kg,10 नग,50,500\n":                                     {"1 kg", 10},
		"Particulars,Quantity,Rate,Value\nSalt,25 kg,50,\"1,250\"\n":                       {"", -1},
		"Item,MRP,Rate,Quantity,Amount\nSalt 1 kg,60,50,6 pcs,300\n":                       {"1 kg", 6},
		"Item,Quantity,Rate,Amount\nSalt,500 g,50,50\n":                                    {"500 g", -1},
		"Item,Quantity,Rate,Amount\nSalt,1 kg,50,50\n":                                     {"1 kg", -1},
		"Item Name,Item Group,Op. Stock,Rate\nSalt 1 kg,X,12,50\n":                         {"1 kg", 12},
	} {
		row := one(t, csv, csvimport.Options{})
		got := -1
		if row.Stock != nil {
			got = *row.Stock
		}
		if row.Unit != want.unit || got != want.stock {
			t.Errorf("%q: unit %q, stock %d; want %q, %d", csv, row.Unit, got, want.unit, want.stock)
		}
	}
}

func TestNext_putsTheBrandInFrontOnce(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"Amul", "Butter", "Amul Butter"},
		{"Amul", "AMUL Butter", "AMUL Butter"},
		{"Amul", "Butter by Amul", "Butter by Amul"},
		{"Amul", "Amulya Whitener", "Amul Amulya Whitener"},
		{"Good Day", "Goodday Biscuits", "Goodday Biscuits"},
		{"Goodday", "Good Day Biscuits", "Good Day Biscuits"},
		{" - ", "Butter", "Butter"},
		{"Oil &amp; Co", "Oil & Co  Ghee", "Oil & Co Ghee"},
	} {
		row := one(t, "name,brand,price,category\n"+c[1]+","+c[0]+",20,X\n", csvimport.Options{})
		if row.Name != c[2] {
			t.Errorf("%q of %q became %q, want %q", c[1], c[0], row.Name, c[2])
		}
	}
}

func TestNext_keepsAProductNamedLikeATotal(t *testing.T) {
	t.Parallel()
	for cells, want := range map[string]string{"Total,Colgate": "Colgate Total", "Total Care Paste,": "Total Care Paste", "Subtotal Soap,": "Subtotal Soap"} {
		if row := one(t, "name,brand,price,category\n"+cells+",20,X\n", csvimport.Options{}); row.Name != want {
			t.Errorf("%s became %q, want %q", cells, row.Name, want)
		}
	}
}

func TestNext_readsStockWithWordsAndSeparators(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]int{
		"50+": 50, "12 pcs": 12, "1,200": 1200, "No": 0, "Out of stock": 0, "nil": 0, "7.0": 7, "१०": 10, "१,२००": 1200, "１０ pcs": 10, "௧௦": 10,
		"1,00,000": 100000, "-1,200": 0, "1,200.00": 1200, "1,200pcs": 1200, "12,5": -1, "1,2,3": -1, "1,200,5": -1, "12,00": -1, "१२,५": -1,
		"yes": -1, "In Stock": -1, "NA": -1, "": -1, "available": -1, "-": -1,
	} {
		row := one(t, "name,price,category,stock\nSalt,20,X,\""+cell+"\"\n", csvimport.Options{})
		got := -1
		if row.Stock != nil {
			got = *row.Stock
		}
		if got != want {
			t.Errorf("stock %q became %d, want %d", cell, got, want)
		}
	}
}

func TestNext_detectsTheFilesNumberFormat(t *testing.T) {
	t.Parallel()
	for csv, want := range map[string]money.Paise{
		"name;price;category\nGhee;1.299;X\nSalt;12,50;X\n":                  129900,
		"name;price;category\nGhee;1.299;X\nSalt;12;X\n":                     130,
		"name,price,category\nGhee,\"1.299\",X\nSalt,\"2.499,00\",X\n":       129900,
		"name,price,category\nGhee,\"1.299\",X\nSalt,\"1,299.50\",X\n":       130,
		"name\tprice\tcategory\nGhee\t\"1.299,50\"\tX\nSalt\t\"12,50\"\tX\n": 129950,
	} {
		rows, problems := all(t, text(t, csv, csvimport.Options{}))
		if len(rows) != 2 || rows[0].Price != want {
			t.Errorf("%q: rows %+v, problems %v, want %s", csv, rows, problems, want)
		}
	}
}

func TestNext_readsTheUnitFromThePrice(t *testing.T) {
	t.Parallel()
	for cells, want := range map[string]string{"Onion,40/kg": "1 kg", "Onion,40 per 500 g": "500 g", "Onion 1 kg,40/kg": "1 kg", "Onion,40/pc": "", "Onion,40/-": ""} {
		if row := one(t, "name,price,category\n"+cells+",X\n", csvimport.Options{}); row.Unit != want || row.Price != 4000 {
			t.Errorf("%s is sold by %q for %s, want %q", cells, row.Unit, row.Price, want)
		}
	}
}

func TestNext_keysDistinguishProducts(t *testing.T) {
	t.Parallel()
	key := func(csv string, o csvimport.Options) string { t.Helper(); return one(t, csv, o).Key }
	const header = "name,brand,unit,price,category,code\n"
	salt := key(header+"Salt,Sea,1 kg,20,X,7\n", csvimport.Options{})
	if again := key(header+" SALT ,sea ,1 KG,25,Y,8\n", csvimport.Options{}); again != salt {
		t.Errorf("another price, place and case: %q and %q, want the same", salt, again)
	}
	if again := key(header+"Salt,Sea,1kg,20,X,7\n", csvimport.Options{}); again != salt {
		t.Errorf("1kg and 1 kg: %q and %q, want the same", again, salt)
	}
	if other := key(header+"Salt,Sea,500 g,20,X,7\n", csvimport.Options{}); other == salt {
		t.Error("another unit has the same key")
	}
	if own := key(header+"Salt,Sea,1 kg,20,X,A7 \n", csvimport.Options{Key: "Code"}); own != "key\ta7" {
		t.Errorf("key of --key %q, want %q", own, "key\ta7")
	}
	const codes = "name,price,category,sku,ean\n"
	for cells, want := range map[string]string{
		"Salt,20,X,S1,8901234567890": "sku\ts1", "Salt,20,X,,8901234567890": "barcode\t8901234567890",
		"Salt,20,X,,8.90123E+12": "name\t\tsalt\t", "Salt,20,X,n/a,0": "name\t\tsalt\t",
	} {
		if got := key(codes+cells+"\n", csvimport.Options{}); got != want {
			t.Errorf("%s: key %q, want %q", cells, got, want)
		}
	}
	_, problems := all(t, text(t, header+"Salt,Sea,1 kg,20,X,\n", csvimport.Options{Key: "code"}))
	if len(problems) != 1 {
		t.Errorf("an empty --key cell: problems %v, want one", problems)
	}
}

func TestNext_cleansTexts(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"Salt &amp;amp; Pepper": "Salt & Pepper", "<b>Salt</b>": "Salt", "Salt\x00\x07\u200b": "Salt", "Sal\u00a0\u00a0t": "Sal t",
		"weighs <3 kg": "weighs <3 kg", "CafÃ©": "Café", "à¤¨à¤®à¤•": "नमक", "Ã la carte": "Ã la carte", "नमक": "नमक",
		"Salt<script>alert(1)</script>": "Salt", "&lt;i&gt;Salt&lt;/i&gt;": "Salt",
		"Salt<style>b{}</style><!-- <b> -->": "Salt", "<p title='1 > 0'>Sea</p><p>Salt</p>": "Sea Salt", "Sea<br/>Salt": "Sea Salt", "<title>Sea <i>Salt</i></title>": "Sea Salt",
		"5 < 6 and 7 > 6": "5 < 6 and 7 > 6", "Salt <fine": "Salt <fine", "Salt </": "Salt </", "Salt <script>alert(1)": "Salt",
	} {
		if row := one(t, "name,price,category\n"+cell+",20,X\n", csvimport.Options{}); row.Name != want {
			t.Errorf("%q became %q, want %q", cell, row.Name, want)
		}
	}
}

func TestNext_cutsLongTextsAtAWord(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("नमक salt ", 1000)
	row := one(t, "name,price,category,description,unit,origin\nSalt,20,X,"+long+","+long[:200]+","+long+"\n", csvimport.Options{})
	for name, c := range map[string]struct {
		text      string
		maxLength int
	}{"description": {row.Description, csvimport.MaxDescription}, "unit": {row.Unit, csvimport.MaxUnit}} {
		cut := strings.TrimSuffix(c.text, "…")
		if n := utf8.RuneCountInString(c.text); n > c.maxLength || n < c.maxLength-10 || cut == c.text || (!strings.HasSuffix(cut, "salt") && !strings.HasSuffix(cut, "नमक")) {
			t.Errorf("%s has %d characters and ends in %q, want up to 10 fewer than %d, and whole words at the end", name, n, c.text[len(c.text)-20:], c.maxLength)
		}
	}
	if len(row.Notes) != 3 || len(row.Remarks) != 3 {
		t.Errorf("notes %v, remarks %v, want one for each cut", row.Notes, row.Remarks)
	}
}

func TestNext_putsProductsWithoutCategoryColumnUnderOther(t *testing.T) {
	t.Parallel()
	row := one(t, "name,price,type\nSalt,20,Rock Salt\n", csvimport.Options{})
	if row.Category != csvimport.OtherCategory || row.SubCategory != csvimport.OtherCategory {
		t.Errorf("place %q / %q, want %q and %q", row.Category, row.SubCategory, csvimport.OtherCategory, csvimport.OtherCategory)
	}
	if len(row.Details) != 1 || row.Details[0] != (csvimport.Detail{Name: "Type", Text: "Rock Salt"}) {
		t.Errorf("details %v, want Type: Rock Salt", row.Details)
	}
}
