package csvimport_test

import (
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
	"kirana/internal/language"
)

func TestNext_completesANumberWithTheMeasureOfItsHeading(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Weight (kg)\n2.5":          "2.5 kg",
		"Weight (kg)\n0":            "",
		"Weight (kg)\n500 g":        "500 g",
		"Weight in kg\n0.5":         "0.5 kg",
		"WEIGHT_KG\n1":              "1 kg",
		"Net wt. (gm)\n250":         "250 g",
		"Size (ml)\n500":            "500 ml",
		"Volume [L]\n1":             "1 L",
		"Quantity (kg)\n5":          "5 kg",
		"Pack (pcs)\n12":            "12 pcs",
		"वजन (किलो)\n२":             "2 kg",
		"Weight (kg),Unit\n5,Bag":   "5 kg",
		"Weight (kg),Unit\n5,500 g": "500 g",
		"Stock (kg)\n20":            "",
		"Stock (kg/L)\n20":          "",
		"Size (g/ml)\n500":          "500",
		"Size\n500":                 "500",
		"Weight (kg)\n½":            "0.5 kg",
		"वज़न किलो में\n2":          "2 kg",
		"Packing (kg)\n5":           "5 kg",
		"Net Wt\n500 g":             "500 g",
		"प्रमाण\n500 g":             "500 g",
		"माप\n500 g":                "500 g",
		"unit\nquarter kg":          "0.25 kg",
		"unit\n2 पाव":               "500 g",
		"unit\nhalf":                "0.5 kg",
	} {
		header, cells, _ := strings.Cut(list, "\n")
		row := one(t, "name,price,"+header+"\nSalt,40,"+cells+"\n", csvimport.Options{})
		if row.Unit != want {
			t.Errorf("%q: %q, want %q", list, row.Unit, want)
		}
		if noted := len(row.Remarks) == 1 && row.Remarks[0].Note == csvimport.NoteStockInvalid; noted != strings.HasPrefix(list, "Stock") || row.Stock != nil {
			t.Errorf("%q: stock %v, remarks %+v, want no stock, and a remark about the column Stock alone", list, row.Stock, row.Remarks)
		}
	}
}

func TestNext_readsTheMeasuredColumnAsSizeAndQuantityAsStock(t *testing.T) {
	t.Parallel()
	row := one(t, "name,price,Quantity,Weight (kg)\nRice,40,12,5\n", csvimport.Options{})
	if row.Unit != "5 kg" || row.Stock == nil || *row.Stock != 12 {
		t.Errorf("unit %q, stock %v, want unit 5 kg and stock 12", row.Unit, row.Stock)
	}
	rows, _ := all(t, text(t, "name,price,Weight (g),Volume (ml)\nRice,40,500,\nOil,40,,500\n", csvimport.Options{}))
	if rows[0].Unit != "500 g" || rows[1].Unit != "500 ml" {
		t.Errorf("units %q and %q, want %q and %q", rows[0].Unit, rows[1].Unit, "500 g", "500 ml")
	}
}

func TestNew_readsTheHeaderAroundATitleOrARowOfMeasures(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Price list,,,\nItem,Price,,Stock\n,MRP,Sale,Pcs\nSalt 1 kg,20,18,5":            "Item, Price / MRP, Price / Sale, Stock / Pcs: 1 kg",
		"Price list,,,\nItem,Price,,Stock\nItem,MRP,Sale,Pcs\nSalt 1 kg,20,18,5":        "Item, Price / MRP, Price / Sale, Stock / Pcs: 1 kg",
		"Price list,,,\n,,,\nItem,Price,,Stock\nItem,MRP,Sale,Pcs\nSalt 1 kg,20,18,5":   "Item, Price / MRP, Price / Sale, Stock / Pcs: 1 kg",
		"Phone: 98765 43210,Pune,,\nItem,MRP,Offer price,Stock\nSalt 1 kg,20,18,5":      "Item, MRP, Offer price, Stock: 1 kg",
		"Goods,,Money,,\nItem,Size,MRP,Selling price,Stock\nSalt,1 kg,20,18,5":          "Item, Size, MRP, Selling price, Stock: 1 kg",
		"Item,Weight,MRP,Offer price,Stock\n,(kg),(Rs.),(Rs.),(nos)\nSalt,1,20,18,5":    "Item, Weight / (kg), MRP / (Rs.), Offer price / (Rs.), Stock / (nos): 1 kg",
		"Item,Weight,MRP,Offer price,Stock\n,kg,₹,₹,pcs\nSalt,1,20,18,5":                "Item, Weight / kg, MRP / ₹, Offer price / ₹, Stock / pcs: 1 kg",
		"Item,Price,,Stock\n,MRP,Sale,Pcs\n,(Rs.),(Rs.),(nos)\nSalt 1 kg,20,18,5":       "Item, Price / MRP / (Rs.), Price / Sale / (Rs.), Stock / Pcs / (nos): 1 kg",
		"Item,Rates,,Stock\n,Retail,,\n,MRP,Sale,Pcs\nSalt 1 kg,20,18,5":                "Item, Rates / Retail / MRP, Rates / Retail / Sale, Stock / Pcs: 1 kg",
		"Price list,,,\nItem,Rates,,Stock\n,Retail,,\n,MRP,Sale,Pcs\nSalt 1 kg,20,18,5": "Item, Rates / Retail / MRP, Rates / Retail / Sale, Stock / Pcs: 1 kg",
		"Goods,Rates,,Stock\nItem,Retail,,\n,MRP,Sale,Pcs\nSalt 1 kg,20,18,5":           "Goods / Item, Rates / Retail / MRP, Rates / Retail / Sale, Stock / Pcs: 1 kg",
		"वस्तू Name,Rate भाव,साठा Qty,Offer price ऑफर\nSalt 1 kg,20,5,18":               "वस्तू Name, Rate भाव, साठा Qty, Offer price ऑफर: 1 kg",
		"Item,MRP,Offer price,Closing Qty\nSalt 1 kg,20,18,5":                           "Item, MRP, Offer price, Closing Qty: 1 kg",
	} {
		reader := text(t, list+"\n", csvimport.Options{})
		rows, problems := all(t, reader)
		var names []string
		for _, taken := range reader.Columns().Mapped {
			names = append(names, taken.Column)
		}
		for _, name := range names {
			if !strings.Contains(want, name) {
				t.Errorf("%q: columns %q, want %q in it", list, names, name)
			}
		}
		if len(rows) != 1 || len(problems) != 0 || rows[0].Name == "" || rows[0].Price != 2000 || rows[0].Discount != 200 || rows[0].Stock == nil || *rows[0].Stock != 5 || !strings.HasSuffix(want, ": "+rows[0].Unit) {
			t.Errorf("%q: rows %+v, problems %+v, want 1 row with name, unit, price ₹20, discount ₹2 and stock 5", list, rows, problems)
		}
	}
}

func TestNew_refusesAnUnnamedSecondPriceColumn(t *testing.T) {
	t.Parallel()
	for list, asks := range map[string]bool{"Name,Price,,Category\nSalt,50,40,S\n": true, "Name,MRP,,Category\nSalt,50,,S\n": false, "Name,MRP,Rate,,Category\nSalt,50,40,5,S\n": false, "Name,MRP,,Category\nSalt,50,new,S\n": false} {
		_, err := csvimport.New(strings.NewReader(list), int64(len(list)), csvimport.Options{})
		if found := fault.Of(err); asks != (found != nil) || asks && found.Code != "no_price_column" {
			t.Errorf("%q: %v, want no_price_column: %t", list, err, asks)
		}
	}
	if row := one(t, "Name,Price,,Category\nSalt,50,40,S\n", csvimport.Options{Map: map[csvimport.Field]string{csvimport.Price: "Price"}}); row.Price != 5000 {
		t.Errorf("the column that is said to hold the price: %v, want price 5000", row.Price)
	}
}

func TestNext_readsBestBeforeDatesInHindiAndMarathi(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Exp\n05 Nov 2026": "5 November 2026",
		"Use before\n५ नवंबर २०२६":    "5 November 2026",
		"Expires on\n1 जानेवारी 2027": "1 January 2027",
		"BB\nसितम्बर 2027":            "September 2027",
		"मुदत\n3 फ़रवरी 2027":         "3 February 2027",
		"Exp. date\n8 ऑक्टोबर 2027":   "8 October 2027",
		"समाप्ति तिथि\n5 मे 2027":     "5 May 2027",
	} {
		header, cell, _ := strings.Cut(list, "\n")
		if row := one(t, "name,price,"+header+"\nSalt,40,"+cell+"\n", csvimport.Options{}); row.BestBefore != want {
			t.Errorf("%q: %q, want %q", list, row.BestBefore, want)
		}
	}
}

func TestNext_reportsARepeatedHeaderInsteadOfAProduct(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Name,MRP\nनाम,भाव\nSalt,40":                                            "Salt: This is the header again, not a product.",
		"Name,MRP,Category\nSalt,40,S\nName,MRP,Category\nTea,50,S":             "Salt Tea: This is the header again, not a product.",
		"Name,MRP,Stock\nSalt,40,5\nName,Stock,\nSalt,5,":                       "Salt: A list of other columns begins in the middle; give it a sheet or file of its own.",
		"Name,MRP\nSalt,40\nName,Stock\nSalt,5\nName,MRP\nTea,50":               "Salt Tea: A list of other columns begins in the middle; give it a sheet or file of its own.",
		"Item,Price,\n,MRP,Rate\nSalt,40,39\nItem,Price,\n,MRP,Rate\nTea,50,49": "Salt Tea: This is the header again, not a product.",
	} {
		rows, problems := all(t, text(t, list+"\n", csvimport.Options{}))
		var names []string
		for _, row := range rows {
			names = append(names, row.Name)
		}
		if got := strings.Join(names, " ") + ": " + problems[0].Reason.In(language.English); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

func TestNext_findsTheCategoryAndStockOfAnyProgram(t *testing.T) {
	t.Parallel()
	for _, heading := range []string{"Categories", "Item Group", "Stock Group", "गट"} {
		row := one(t, "Name,MRP,"+heading+",Current Stock,Min Stock\nSalt,40,Staples,12,3\n", csvimport.Options{})
		if row.Category != "Staples" || row.Stock == nil || *row.Stock != 12 || row.MinStock != 3 {
			t.Errorf("%s: %+v, want category Staples, stock 12 and min stock 3", heading, row)
		}
	}
}

func TestNext_removesTheNumberingOfGroups(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]string{
		"1. Spices": "Spices", "2) Spices": "Spices", "(3) Spices": "Spices", "A. Spices": "Spices", "IV. Spices": "Spices", "*** Spices ***": "Spices",
		"Spices (12 items)": "Spices", "Section 2: Spices": "Spices", "Spices:": "Spices", "१. Spices": "Spices", "(अ) Spices": "Spices", "1 - Spices": "Spices", "Category: Spices": "Spices", "== Spices ==": "Spices", "===Spices": "Spices", "= Spices =": "Spices", "[Spices]": "Spices", "Spices [A-Z]": "Spices [A-Z]", "M.D.H": "M.D.H", "7 Up": "Other", "1 kg Salt": "Other",
	} {
		rows, problems := all(t, text(t, "name,price\n"+heading+",\nPepper,40\n", csvimport.Options{}))
		if len(rows) != 1 || rows[0].Category != want || len(problems) != map[bool]int{true: 1}[want == "Other"] {
			t.Errorf("%s: rows %+v, problems %+v, want 1 row in %s, and a problem only of Other", heading, rows, problems, want)
		}
	}
	rows, problems := all(t, text(t, "Sr,name,price\nA,Spices,\n1,Pepper,40\n2,Salt,\nB,Drinks,\n3,Tea,50\n", csvimport.Options{}))
	if len(rows) != 2 || rows[0].Category != "Spices" || rows[1].Category != "Drinks" || len(problems) != 1 || problems[0].Name != "Salt" {
		t.Errorf("rows %+v, problems %+v, want 2 rows, category Spices, category Drinks, 1 problem and name Salt", rows, problems)
	}
}
