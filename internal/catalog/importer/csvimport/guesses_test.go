package csvimport_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
	"kirana/internal/language"
)

var today = time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)

// summary formats a row's price, discount, stock and draft flag, and the cells that have remarks.
func summary(row csvimport.Row) string {
	stock := "none"
	if row.Stock != nil {
		stock = fmt.Sprint(*row.Stock)
	}
	var values []string
	for _, remark := range row.Remarks {
		values = append(values, remark.Value)
	}
	return fmt.Sprintf("%s less %s, stock %s, draft %v: %s", row.Price, row.Discount, stock, row.Draft, strings.Join(values, ", "))
}

func TestNext_appliesASalePriceOnItsDaysOnly(t *testing.T) {
	t.Parallel()
	for cells, want := range map[string]string{
		"2030-10-20,2030-10-25":          "₹90 less ₹0, stock none, draft false: 20 October 2030",
		"01/11/2026,25/11/2026":          "₹90 less ₹0, stock none, draft false: 25 November 2026",
		"01-Nov-26,26-Nov-26":            "₹90 less ₹80, stock none, draft false: 26 November 2026",
		",":                              "₹90 less ₹80, stock none, draft false: ",
		"2026-11-26T10:00:00,0000-00-00": "₹90 less ₹80, stock none, draft false: ",
		",Nov 2026":                      "₹90 less ₹80, stock none, draft false: 30 November 2026",
		",after Diwali":                  "₹90 less ₹0, stock none, draft false: after Diwali",
		"२०/१०/२०३०,":                    "₹90 less ₹0, stock none, draft false: 20 October 2030",
		"2026-12-05,2026-11-01":          "₹90 less ₹0, stock none, draft false: 1 November 2026",
		"25/10/2030,20/10/2030":          "₹90 less ₹0, stock none, draft false: 20 October 2030",
		"12/11/2026,":                    "₹90 less ₹80, stock none, draft false: 12/11/2026",
		"11/12/2025,":                    "₹90 less ₹80, stock none, draft false: ",
		"#REF!,":                         "₹90 less ₹0, stock none, draft false: #REF!",
		",#N/A":                          "₹90 less ₹0, stock none, draft false: #N/A",
	} {
		for _, header := range []string{"Type,SKU,Name,Published,Categories,Sale price,Regular price,Date sale price starts,Date sale price ends\nsimple,w,Oil,1,Grocery", "a,b,Name,c,Category,Offer price,MRP,Offer from,Offer valid till\nx,y,Oil,z,Grocery"} {
			if row := one(t, header+",10,90,"+cells+"\n", csvimport.Options{Today: today}); summary(row) != want {
				t.Errorf("%q: %s, want %s", cells, summary(row), want)
			}
		}
	}
}

func TestNext_notesUnknownStatusWords(t *testing.T) {
	t.Parallel()
	for word, draft := range map[string]bool{
		"Inactive": true, "Discontinued": true, "Disabled": true, "बंद": true, "Active": false, "TRUE": false, "": false, "चालू": false, "Seasonal": true, "Later": false, "१": false, "०": true,
	} {
		row := one(t, "name,price,category,status\nBread,40,Bakery,"+word+"\n", csvimport.Options{StatusWords: map[string]bool{"later": true}})
		asked := len(row.Remarks) == 1 && row.Remarks[0] == csvimport.Remark{Note: csvimport.NoteStatusUnknown, Column: "status", Value: "Seasonal"}
		if row.Draft != draft || asked != (word == "Seasonal") {
			t.Errorf("%q: %s, want draft %t, and a question about Seasonal alone", word, summary(row), draft)
		}
	}
}

func TestNext_readsColumnsThatHideOrShowProducts(t *testing.T) {
	t.Parallel()
	for heading, no := range map[string]string{"Hidden": "no", "Is disabled": "0", "Discontinued?": "N", "Archived": "false", "Inactive": "नहीं", "Deleted": "0", "Discontinued (Y/N)": "n", "Hide from website": "no", "Do not sell": "no", "Paused flag": "false", "बंद": "नाही"} {
		for word, draft := range map[string]bool{no: false, "yes": true, "1": true, "✓": true, "": false, "Discontinued": true, "Active": false} {
			if row := one(t, "name,price,category,"+heading+"\nBread,40,Bakery,"+word+"\n", csvimport.Options{}); row.Draft != draft || len(row.Remarks) != 0 {
				t.Errorf("%s %q: %s, want draft %v and no remarks", heading, word, summary(row), draft)
			}
		}
	}
	for _, heading := range []string{"Show online", "Is published", "On website", "Listing status", "चालू", "Active flag", "Activated", "Display", "Show in shop", "दिखाएँ"} {
		if row := one(t, "name,price,category,"+heading+"\nBread,40,Bakery,no\n", csvimport.Options{}); !row.Draft {
			t.Errorf("%s no: %s", heading, summary(row))
		}
	}
}

func TestNext_recognizesTheColumnsOfSaleDates(t *testing.T) {
	t.Parallel()
	for header, cells := range map[string]string{
		"MRP,Deal price,Deal starts on,Deal ends on":  "90,10,20 Oct 2030,",
		"MRP,Selling price,Valid from,Valid to":       "90,10,2030-10-20,2030-10-25",
		"MRP,Discounted price,Discount valid until":   "90,10,2020-10-25",
		"MRP,Promo price,Promo start,Promo end":       "90,10,2020-10-20,2020-10-25",
		"price,sale_price,sale_price_effective_date":  "90,10,2030-10-20T00:00+0530/2030-10-25T00:00+0530",
		"MRP,Offer price,Offer period":                "90,10,20 Oct 2030 - 25 Oct 2030",
		"MRP,Offer price,Offer from,Offer valid till": "90,10,47776,",
		"MRP,Sale price,Sale dates":                   "90,10,20/10/2020 to 25/10/2020",
		"MRP,Special price,Offer validity":            "90,10,01-10-2020–25-10-2020",
		"MRP,Sale price,Start date,End date":          "90,10,20/10/2030,25/10/2030",
		"MRP,Sale price,To date":                      "90,10,25/10/2020",
		"MRP,Sale price,Offer date":                   "90,10,20/10/2030",
		"MRP,Sale price,Offer validity":               "90,10,25/10/2020",
		"MRP,Sale price,Offer last date":              "90,10,25/10/2020",
		"MRP,Sale price,Effective from":               "90,10,20/10/2030",
		"MRP,Sale price,Offer starts":                 "90,10,Oct 20",
		"MRP,Discount,Offer begins on":                "90,80,20/10/2030",
		"एमआरपी,ऑफर मूल्य,ऑफर शुरू,ऑफर समाप्त": "90,10,२०/१०/२०३०,",
		"MRP,Sale price,आरंभ तिथि,अंतिम तिथि":  "90,10,20/10/2030,",
		"MRP,Sale price,ऑफर सुरू,ऑफर संपेल":    "90,10,,25/10/2020",
	} {
		row := one(t, "name,category,"+header+"\nOil,Grocery,"+cells+"\n", csvimport.Options{Today: today})
		if got := summary(row); !strings.HasPrefix(got, "₹90 less ₹0, stock none, draft false: ") || len(row.Remarks) != 1 {
			t.Errorf("%s: %s, want it to begin with \"₹90 less ₹0, stock none, draft false: \" and 1 remark", header, got)
		}
	}
	for _, period := range []string{"20 Oct 2026 - 30 Nov 2026", "Nov 2026", "नवंबर 2026"} {
		on := "name,category,MRP,Offer price,Offer period\nOil,Grocery,90,10," + period + "\n"
		if got := summary(one(t, on, csvimport.Options{Today: today})); got != "₹90 less ₹80, stock none, draft false: 30 November 2026" {
			t.Errorf("within %s: %s, want \"₹90 less ₹80, stock none, draft false: 30 November 2026\"", period, got)
		}
	}
}

func TestNext_ignoresSaleDatesWithoutASalePrice(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"MRP,Offer price,Offer from\n90,,2030-10-20": "₹90 less ₹0, stock none, draft false: ",
		"price,Valid till\n90,2020-10-20":            "₹90 less ₹0, stock none, draft false: ",
	} {
		header, cells, _ := strings.Cut(list, "\n")
		if got := summary(one(t, "name,category,"+header+"\nOil,Grocery,"+cells+"\n", csvimport.Options{Today: today})); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
	_, problems := all(t, text(t, "name,category,Sale price,Sale starts\nOil,Grocery,10,2030-10-20\n", csvimport.Options{Today: today}))
	if len(problems) != 1 || problems[0].Reason != "The sale price is not valid today, and there is no MRP." {
		t.Errorf("without an MRP: %+v", problems)
	}
}

func TestNew_refusesAmbiguousPriceColumns(t *testing.T) {
	t.Parallel()
	for header, says := range map[string]string{
		"Item,Price,Price": "“price”", "Item,Price (2025),Price (2026)": "“price”", "Item,MRP,Rate,Rate": "“rate”", "Item,दर / Price,दर / Price": "दर / Price",
		"Item,Price (cost)": "Price (cost)", "Item,Rate (purchase)": "Rate (purchase)", "Item,Price - without tax": "without tax",
	} {
		list := header + "\nSalt,30,40,50\n"
		_, err := csvimport.New(strings.NewReader(list), int64(len(list)), csvimport.Options{})
		if found := fault.Of(err); found == nil || found.Code != "no_price_column" || !strings.Contains(found.Message, says) {
			t.Errorf("%s: %v, want code \"no_price_column\" and %q in it", header, err, says)
		}
	}
}

func TestNew_readsThePriceFromTheMappedColumn(t *testing.T) {
	t.Parallel()
	for _, header := range []string{"Item,Price,Price,Price", "Item,Price (2024),Price (2025),Price (2026)"} {
		row := one(t, header+"\nSalt,30,40,50\n", csvimport.Options{Map: map[csvimport.Field]string{csvimport.Price: "#4"}})
		if row.Price != 5000 || row.Discount != 0 {
			t.Errorf("%s: %v less %v, want price 5000 and discount 0", header, row.Price, row.Discount)
		}
	}
}

func TestNext_readsTheUnitFromThePriceHeading(t *testing.T) {
	t.Parallel()
	for header, unit := range map[string]string{"Rate (per kg)": "1 kg", "Rate/Kg": "1 kg", "Price [per dozen]": "12 pcs", "Price/-": "", "Rate per kg": "1 kg", "Selling Price per 500 g": "500 g", "Price per piece": "", "भाव per kg": "1 kg"} {
		if row := one(t, "Item,"+header+"\nLemon,40\n", csvimport.Options{}); row.Unit != unit {
			t.Errorf("%s: %q, want %q", header, row.Unit, unit)
		}
	}
	_, problems := all(t, text(t, "Item,Rate (per kg),Unit\nLemon,40,500 g\n", csvimport.Options{}))
	if len(problems) != 1 || !strings.Contains(problems[0].Reason.In(language.English), "says “1 kg”, but the product is sold by “500 g”") {
		t.Errorf("500 g at a price of a kilogram: %+v, want 1 problem and \"says “1 kg”, but the product is sold by “500 g”\" in the reason", problems)
	}
}

func TestNext_ignoresAndNotesUnreadableCells(t *testing.T) {
	t.Parallel()
	for cells, want := range map[string]string{
		"20 kg,6 months":  "₹40 less ₹0, stock none, draft false: 20 kg",
		"30 pouch,":       "₹40 less ₹0, stock 30, draft false: ",
		"भरपूर,":          "₹40 less ₹0, stock none, draft false: भरपूर",
		"In stock,":       "₹40 less ₹0, stock none, draft false: In stock",
		"१०,":             "₹40 less ₹0, stock 10, draft false: ",
		"½,":              "₹40 less ₹0, stock none, draft false: ½",
		"1/2,":            "₹40 less ₹0, stock none, draft false: 1/2",
		"1½,":             "₹40 less ₹0, stock none, draft false: 1½",
		"1 1/2,":          "₹40 less ₹0, stock none, draft false: 1 1/2",
		"35.5,":           "₹40 less ₹0, stock 35, draft false: 35.5",
		"-3,":             "₹40 less ₹0, stock 0, draft false: -3",
		"#N/A,":           "₹40 less ₹0, stock none, draft false: #N/A",
		"=SUM(A1:A3),":    "₹40 less ₹0, stock none, draft false: =SUM(A1:A3)",
		"5,Err:502":       "₹40 less ₹0, stock 5, draft false: Err:502",
		"5,,left,over":    "₹40 less ₹0, stock 5, draft false: left, over",
		"5":               "₹40 less ₹0, stock 5, draft false: ",
		"'12,":            "₹40 less ₹0, stock 12, draft false: ",
		`"=""12""",`:      "₹40 less ₹0, stock 12, draft false: ",
		"5,05/11/2026":    "₹40 less ₹0, stock 5, draft false: 05/11/2026",
		"99999999999999,": "₹40 less ₹0, stock none, draft false: 99999999999999",
	} {
		if row := one(t, "name,price,category,stock,best before\nBread,40,Bakery,"+cells+"\n", csvimport.Options{}); summary(row) != want {
			t.Errorf("%q: %s, want %s", cells, summary(row), want)
		}
	}
}

func TestNext_readsAvailabilityColumns(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Availability\nOut of stock": "stock 0, draft false: ",
		"Availability\nIn stock":     "stock none, draft false: In stock",
		"Availability\nअभी नहीं":     "stock none, draft false: अभी नहीं",
		"In stock?\n1":               "stock none, draft false: 1",
		"In stock?\n0":               "stock 0, draft false: ",
		"In stock\n12":               "stock 12, draft false: ",
		"Is in stock\nहाँ":           "stock none, draft false: हाँ",
		"उपलब्धता\nनहीं":             "stock 0, draft false: ",
		"Sold out\nyes":              "stock 0, draft false: ",
		"Sold out\nno":               "stock none, draft false: no",
		"Stock,In stock?\n5,yes":     "stock 5, draft false: ",
		"Stock,In stock?\n0,yes":     "stock 0, draft false: yes",
		"Stock,In stock?\n0,1":       "stock 0, draft false: 1",
		"Stock,Status\n0,In stock":   "stock 0, draft false: In stock",
		"Stock,In stock?\n5,no":      "stock 0, draft false: no",
		"Stock,In stock?\n,no":       "stock 0, draft false: ",
		"Stock,In stock?\nNA,1":      "stock none, draft false: 1",
		"Stock,In stock?\nnil,":      "stock 0, draft false: ",
		"Stock\nNo stock":            "stock 0, draft false: ",
		"Status\nOut of stock":       "stock 0, draft false: ",
		"Status\nIn stock":           "stock none, draft false: In stock",
		"Status\nUnavailable":        "stock none, draft true: ",
		"Status\nOut_of_stock.":      "stock 0, draft false: ",
		"Stock,Status\n5,Sold out":   "stock 0, draft false: Sold out",
		"Stock,Status\n5,In stock":   "stock 5, draft false: ",
		"Status,Active\nIn stock,N":  "stock none, draft true: In stock, N",
		"Status,Active\nIn stock,Y":  "stock none, draft false: In stock",
		"Online,Active\n1,No":        "stock none, draft true: No",
		"Status,Hidden\nActive,yes":  "stock none, draft true: yes",
		"Status,Hidden\nActive,no":   "stock none, draft false: ",
		"Status,Active\nInactive,N":  "stock none, draft true: ",
	} {
		header, cells, _ := strings.Cut(list, "\n")
		row := one(t, "name,price,category,"+header+"\nBread,40,Bakery,"+cells+"\n", csvimport.Options{})
		if got := strings.TrimPrefix(summary(row), "₹40 less ₹0, "); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

func TestNext_ignoresAnUnreadableAmountIfAnotherPriceIsKnown(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"MRP,selling price\n60,ask":           "₹60 less ₹0, stock none, draft false: ask",
		"MRP,selling price\nprinted,40":       "₹40 less ₹0, stock none, draft false: printed",
		"MRP,selling price,discount\n60,,2+1": "₹60 less ₹0, stock none, draft false: 2+1",
	} {
		header, cells, _ := strings.Cut(list, "\n")
		if row := one(t, "name,category,"+header+"\nBread,Bakery,"+cells+"\n", csvimport.Options{}); summary(row) != want {
			t.Errorf("%q: %s, want %s", list, summary(row), want)
		}
	}
}

func TestNext_notesRoundedPaise(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"price\n120.555":               "₹120.56 less ₹0, stock none, draft false: 120.555",
		"price\n१२०.५५५":               "₹120.56 less ₹0, stock none, draft false: 120.555",
		"price\n\"Rs. 1,299.999/-\"":   "₹1,300 less ₹0, stock none, draft false: Rs. 1,299.999/-",
		"price\n33.3333333333333":      "₹33.33 less ₹0, stock none, draft false: 33.3333333333333",
		"MRP,selling price\n60,40.125": "₹60 less ₹19.87, stock none, draft false: 40.125",
		"MRP,discount\n60,1.005":       "₹60 less ₹1.01, stock none, draft false: 1.005",
		"price\n120.550":               "₹120.55 less ₹0, stock none, draft false: ",
		"price\n120.10000000000001":    "₹120.10 less ₹0, stock none, draft false: ",
		"price\n119.99999999999999":    "₹120 less ₹0, stock none, draft false: ",
		"price\n120":                   "₹120 less ₹0, stock none, draft false: ",
	} {
		header, cells, _ := strings.Cut(list, "\n")
		row := one(t, "name,category,"+header+"\nBread,Bakery,"+cells+"\n", csvimport.Options{})
		noted := len(row.Remarks) == 1 && row.Remarks[0].Note == csvimport.NoteAmountRounded
		if summary(row) != want || noted == strings.HasSuffix(want, ": ") {
			t.Errorf("%q: %s, want %s", list, summary(row), want)
		}
	}
	paise := csvimport.Options{Paise: true}
	for cell, noted := range map[string]bool{"12055.5": true, "12055.0": false, "12055": false} {
		if row := one(t, "name,category,price\nBread,Bakery,"+cell+"\n", paise); (len(row.Remarks) == 1) != noted {
			t.Errorf("%s paise: %s, want a remark: %t", cell, summary(row), noted)
		}
	}
}

func TestNext_refusesSpreadsheetErrorsInNameCategoryAndPrice(t *testing.T) {
	t.Parallel()
	for _, cells := range []string{
		"#REF!,40,Bakery", "#N/A,40,Bakery", "#NAME?,40,Bakery", "Bread,40,#VALUE!", "Bread,#DIV/0!,Bakery", "Bread,Err:508,Bakery", "=VLOOKUP(A1),40,Bakery", "Bread,#####,Bakery", "??? 1 kg,40,Bakery", "#BEZUG!,40,Bakery", "Loading...,40,Bakery",
		"#NV,40,Bakery", "#N/D,40,Bakery", "#¡REF!,40,Bakery", "#संदर्भ!,40,Bakery", "'#REF!,40,Bakery", "Bread,40,#N/A N/A", "Error 502,40,Bakery", "Bread,40,???",
	} {
		rows, problems := all(t, text(t, "name,price,category\n"+cells+"\n", csvimport.Options{}))
		bad := strings.Trim(strings.ReplaceAll(strings.ReplaceAll(cells, "Bread", ""), "Bakery", ""), ",40 ")
		if len(rows) != 0 || len(problems) != 1 || !strings.Contains(problems[0].Reason.In(language.English), "“"+bad) || problems[0].Value == "" {
			t.Errorf("%q: rows %v, problems %+v, want no row, and 1 problem that quotes the price", cells, rows, problems)
		}
	}
}

func TestNext_formatsDatesWithTheMonthsName(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"2026-11-05": "5 November 2026", "05/11/2026": "5 November 2026", "5.11.26": "5 November 2026", "05-Nov-26": "5 November 2026", "11/25/2026": "25 November 2026",
		"\"Nov 5, 2026\"": "5 November 2026", "5th November 2026": "5 November 2026", "Nov-26": "November 2026", "11/2026": "November 2026", "2026-11-05 00:00:00": "5 November 2026",
		"Mar'27": "March 2027", "31 Mar ’27": "31 March 2027", "Exp: 31.3.27": "31 March 2027", "EXP MAR-27": "March 2027", "Use by 31/03/2027": "31 March 2027", "Expired": "Expired",
		"6 months": "6 months", "9 months from packing": "9 months from packing", "५/११/२०२६": "5 November 2026", "31/02/2026": "31/02/2026",
		"46331": "5 November 2026", "46331.5": "5 November 2026", "४६३३१": "5 November 2026", "51126": "51126", "180": "180", "41299": "41299", "463310": "463310", "00/00/0000": "", "00/00": "",
	} {
		if row := one(t, "name,price,category,best before\nBread,40,Bakery,"+cell+"\n", csvimport.Options{}); row.BestBefore != want {
			t.Errorf("%q became %q, want %q", cell, row.BestBefore, want)
		}
	}
}

func TestNext_completesAShelfLifeWithThePeriodOfItsHeading(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Shelf Life (Days)\n180": "180 days", "Shelf life in months\n6": "6 months", "Shelf life (months)\n12 months": "12 months", "Shelf life (days)\n0": "",
		"Best before (months)\n१८": "18 months", "Expiry date\n180": "180", "Shelf life (days)\n31/12/2026": "31 December 2026",
	} {
		header, cell, _ := strings.Cut(list, "\n")
		row := one(t, "name,price,category,"+header+"\nBread,40,Bakery,"+cell+"\n", csvimport.Options{})
		if noted := slices.Contains(row.Notes, csvimport.NoteDateNone); row.BestBefore != want || noted != (want == "180") {
			t.Errorf("%q: %q, notes %v, want %q, and a note about 180 alone", list, row.BestBefore, row.Notes, want)
		}
	}
}

func TestNext_notesASizeThatTheNameContradicts(t *testing.T) {
	t.Parallel()
	for cells, noted := range map[string]bool{
		"Tata Salt 500 g,1 kg": true, "Oil 1 L,910 g": false, "Oil 1 L,500 ml": true, "Tata Salt 1kg,1 kg": false, "Oil 1 L,1000 ml": false, "Maggi 70 g,12 x 70 g": false, "Tea 250 g,Pack of 4": false, "Salt,1 kg": false, "Salt 1 kg,kg": false,
		"Rice 5-10 kg,1 kg": false, "Lays 52 g + 10 g,62 g": false, "Garlic 500 mg,1 kg": false,
	} {
		row := one(t, "name,unit,price\n"+cells+",40\n", csvimport.Options{})
		if got := slices.Contains(row.Notes, csvimport.NoteUnitOther); got != noted {
			t.Errorf("%s: unit %q and notes %v, want a note: %t", cells, row.Unit, row.Notes, noted)
		}
	}
}

func TestNext_notesABestBeforeDayThatIsPast(t *testing.T) {
	t.Parallel()
	for cell, past := range map[string]bool{"01/02/2020": true, "25 Nov 2026": true, "26 Nov 2026": false, "Oct 2026": true, "Nov 2026": false, "2027-01-01": false, "6 months": false, "": false} {
		row := one(t, "name,price,category,best before\nBread,40,Bakery,"+cell+"\n", csvimport.Options{Today: today})
		if got := slices.Contains(row.Notes, csvimport.NoteDatePast); got != past || past != (row.BestBefore != "" && past) {
			t.Errorf("%s: notes %v and the day %q, want a note: %t", cell, row.Notes, row.BestBefore, past)
		}
	}
	if row := one(t, "name,price,category,best before\nBread,40,Bakery,25 Nov 2026\n", csvimport.Options{}); len(row.Notes) != 0 {
		t.Errorf("without a day of today: %v, want no notes", row.Notes)
	}
}

// keys returns the keys of a file's rows, read as by an import: with the keys that SharedKeys returned.
func keys(t *testing.T, csv string) []string {
	t.Helper()
	shared, err := text(t, csv, csvimport.Options{}).SharedKeys()
	if err != nil {
		t.Fatal(err)
	}
	rows, problems := all(t, text(t, csv, csvimport.Options{Shared: shared}))
	var found []string
	for _, row := range rows {
		found = append(found, strings.ReplaceAll(row.Key, "\t", " ")+fmt.Sprint(len(row.Remarks)))
	}
	if len(problems) > 0 {
		t.Errorf("problems %+v, want no problems", problems)
	}
	return found
}

func TestSharedKeys_returnsCodesWithDifferentNamesOrSizes(t *testing.T) {
	t.Parallel()
	for csv, want := range map[string]string{
		"name,sku,price,unit\nSalt,7,20,1 kg\nSugar,7,45,1 kg\nTea,8,60,\n":           "[name  salt 1kg1 name  sugar 1kg1 sku 80]",
		"name,sku,price,unit\nSalt,7,20,1 kg\nSalt,7,45,2 kg\n":                       "[name  salt 1kg1 name  salt 2kg1]",
		"name,sku,price,unit\nSalt,7,20,1 kg\nSALT ,7,45,1kg\n":                       "[sku 70 sku 70]",
		"name,sku,price\nSalt,0,20\nSugar,0,45\nTea,N/A,60\nAtta,xxx,60\n":            "[name  salt 1 name  sugar 1 name  tea 0 name  atta 1]",
		"name,sku,price\nSalt,8.9E+12,20\nSugar,8.9E+12,45\n":                         "[name  salt 1 name  sugar 1]",
		"name,barcode,price\nSalt,8901030865275,20\nSugar,8901030865275,45\n":         "[name  salt 1 name  sugar 1]",
		"name,barcode,price\nCola,012345678905,20\nCola,12345678905,45\n":             "[barcode 123456789050 barcode 123456789050]",
		"ID in this shop,name,price\na,Tea,31\na,Coffee,99\nb,Salt,20\nb,Salt,21\n":   "[name  tea 1 name  coffee 1 id b0 id b0]",
		"name,sku,barcode,price\nSalt,7,8901030865275,20\nSugar,7,5901234123457,45\n": "[barcode 89010308652751 barcode 59012341234571]",
	} {
		if got := fmt.Sprint(keys(t, csv)); got != want {
			t.Errorf("%q: %s, want %s", csv, got, want)
		}
	}
}

func TestNext_joinsTwoHeaderRowsAndReadsGroupsAsCategories(t *testing.T) {
	t.Parallel()
	const tally = "Ganesh Kirana,,,,,,\nStock Summary,,,,,,\n" +
		"Particulars,Opening Balance,,,Closing Balance,,\n,Quantity,Rate,Value,Quantity,Rate,Value\n" +
		"Pulses,,,,50,,9000\nToor Dal 1 kg,5,140,700,20,150,3000\nMoong Dal 1 kg,5,100,500,30 kg,120,3600\nSpices,,,,,,\nHaldi 100 g,,,,7.5,30,225\nGrand Total,,,,57,,12825\n"
	rows, problems := all(t, text(t, tally, csvimport.Options{}))
	var got []string
	for _, row := range rows {
		got = append(got, row.Category+": "+row.Name+" "+summary(row))
	}
	want := "Pulses: Toor Dal 1 kg ₹150 less ₹0, stock 20, draft false: \nPulses: Moong Dal 1 kg ₹120 less ₹0, stock none, draft false: 30 kg\nSpices: Haldi 100 g ₹30 less ₹0, stock 7, draft false: 7.5"
	if strings.Join(got, "\n") != want || len(problems) != 1 {
		t.Errorf("rows\n%s\nwant\n%s\nproblems %+v", strings.Join(got, "\n"), want, problems)
	}
	rows, problems = all(t, text(t, "माल / Item,भाव / Rate,वजन / Unit\nडाळी,,\nतूर डाळ,150,पाव किलो\nमसाले,,\nLonely,,\nहळद,30,200 ग्रॅम\nजिरे,40,अर्धा किलो\nलिंबू,5,नग\nEnd,,\n", csvimport.Options{}))
	got = nil
	for _, row := range rows {
		got = append(got, row.Category+"/"+row.Name+"/"+row.Unit)
	}
	if fmt.Sprint(got) != "[डाळी/तूर डाळ/250 g Lonely/हळद/200 g Lonely/जिरे/0.5 kg Lonely/लिंबू/pcs]" || len(problems) != 2 || problems[0].Name != "मसाले" || problems[1].Name != "End" {
		t.Errorf("rows %q, problems %+v, want \"[डाळी/तूर डाळ/250 g Lonely/हळद/200 g Lonely/जिरे/0.5 kg Lonely/लिंबू/pcs]\", 2 problems, name मसाले and name End", got, problems)
	}
}

func TestNext_composesLettersWithMarks(t *testing.T) {
	t.Parallel()
	rows, _ := all(t, text(t, "name,price,category\nCafe\u0301 Nero,20,X\nCaf\u00e9 Nero,25,X\n", csvimport.Options{}))
	if rows[0].Name != rows[1].Name || rows[0].Key != rows[1].Key {
		t.Errorf("two names: %+q and %+q, want name %v", rows[0].Key, rows[1].Key, rows[1].Name)
	}
}

func TestNext_skipsMillionsOfEmptyLines(t *testing.T) {
	t.Parallel()
	row := one(t, "name,price,category\n"+strings.Repeat("\n", 19<<20)+"Salt,20,X\n", csvimport.Options{})
	if row.Line != 19<<20+2 {
		t.Errorf("the row is on line %d, want %d", row.Line, 19<<20+2)
	}
}

func TestNext_readsHeadingsInHindiAndMarathi(t *testing.T) {
	t.Parallel()
	for _, header := range []string{"नाम,श्रेणी,एमआरपी,नग", "वस्तु,वर्ग,एम.आर.पी.,संख्या", "वस्तूचे नाव,वर्ग,छापील किंमत,साठा", "नाव,वर्ग,दर,साठा", "वस्तू,वर्ग,Rates,साठा", "Items,वर्ग,Rates,Qty", "मालाचे नाव,विभाग,किंमत,शिल्लक"} {
		row := one(t, header+"\nBread,Bakery,40,7\n", csvimport.Options{})
		if got := summary(row); row.Name != "Bread" || got != "₹40 less ₹0, stock 7, draft false: " {
			t.Errorf("%s: %s, %s, want Bread and %q", header, row.Name, got, "₹40 less ₹0, stock 7, draft false: ")
		}
	}
}

func TestNext_readsNumbersMarkedAsText(t *testing.T) {
	t.Parallel()
	for _, cells := range []string{`'00120,'20.50,'7,'8901030865275`, `="00120",="20.50",="7",="8901030865275"`, `"=""00120""","=""20.50""","=""7""","=""8901030865275"""`} {
		row := one(t, "name,category,sku,price,stock,barcode\nSalt,X,"+cells+"\n", csvimport.Options{})
		if got := summary(row); row.SKU != "00120" || row.Barcode != "8901030865275" || got != "₹20.50 less ₹0, stock 7, draft false: " {
			t.Errorf("%s: SKU %q, barcode %q, %s, want %q, %q and %q", cells, row.SKU, row.Barcode, got, "00120", "8901030865275", "₹20.50 less ₹0, stock 7, draft false: ")
		}
	}
	if row := one(t, "name,category,price,unit\n'7 Up,X,40,'1 L\n", csvimport.Options{}); row.Name != "'7 Up" && row.Name != "7 Up" {
		t.Errorf("the name is %q, want 7 Up", row.Name)
	}
}

func TestNext_removesTheApostropheThatMarksAText(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{"'Salt": "Salt", "'नमक": "नमक", "'Best' Rice": "'Best' Rice", "Baker's Bun": "Baker's Bun"} {
		if row := one(t, "name,category,price\n"+cell+",S,40\n", csvimport.Options{}); row.Name != want {
			t.Errorf("%s: %q, want %q", cell, row.Name, want)
		}
	}
}
