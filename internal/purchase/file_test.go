package purchase_test

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// readBill is a supplier's file as the import returns it.
type readBill struct {
	Purchase struct{ Lines []struct{ Pieces int } }
	Lines    []struct {
		Unit, BestBefore  string
		Count, Pack, Free int
		Loose             int
		Cost, Rate, MRP   *float64
		Sure              bool
		CostIncludesTax   bool
		Notes             []string
	}
	LeftOut []struct{ Words, Reason string }
	Notes   []string
}

// String formats what differs from a line of one certain piece, with the notes, and the lines that were left out.
func (b readBill) String() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	for _, l := range b.Lines {
		add("%s", strings.TrimSpace(fmt.Sprint(l.Count, " ", l.Unit)))
		if l.Loose > 0 {
			add("and %d", l.Loose)
		}
		if l.Pack != 1 {
			add("of %d", l.Pack)
		}
		if l.Free > 0 {
			add("+%d", l.Free)
		}
		if l.Cost != nil {
			add("₹%v", *l.Cost)
		}
		if l.CostIncludesTax {
			add("with tax")
		}
		if l.Rate != nil {
			add("GST %v", *l.Rate)
		}
		if l.MRP != nil {
			add("MRP %v", *l.MRP)
		}
		if l.BestBefore != "" {
			add("till %s", l.BestBefore)
		}
		if !l.Sure {
			add("asked")
		}
		for _, note := range l.Notes {
			add("[%s]", note)
		}
	}
	for _, left := range b.LeftOut {
		add("(%s: %s)", left.Words, left.Reason)
	}
	for _, note := range b.Notes {
		add("{%s}", note)
	}
	return strings.Join(parts, " ")
}

func TestImport_readsBillsOfManyFormsAndNotesWhatItGuesses(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, oil := s.supplier("Mahalaxmi", maharashtra), s.add("Mustard Oil", 19500, 0)
		s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":1,"words":"OIL"},{"productId":%q,"pieces":12,"words":"CASE","unit":"CS","pack":12}]}`, supplier, oil, oil))
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET sku = '12', updated_at = $1 WHERE id = $2`, s.Clock.Now().Add(time.Second), oil)
		})
		if err == nil {
			err = s.View.Refresh(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		const (
			checkDay = "[The best-before day “%s” was read as %s, with the day first: please check it.]"
			monthDay = "[The best-before day “%s” was read as %s: other days of the column have the month first.]"
			differs  = "[Quantity times cost is %s, but the file says %s: please check quantity, cost and discount.]"
			below    = "(OIL: The quantity is below zero: send goods back from the purchase that they came with.)"
			noAmount = "[The column “Rate” does not hold an amount of money: “%s”.]"
			noFree   = "[The free quantity “%s” is not a number of pieces, so it was left out.]"
			noRate   = "[“%s” is not a rate of GST, so the rate is the product's.]"
			noCount  = "(%s: The line has no quantity.)"
		)
		for file, want := range map[string]string{
			// Quantities.
			"Item,Qty,Rate\nOIL,10+2,148":                         "10 +2 ₹148",
			"Item,Qty,Rate\nOIL,\"1,200\",148":                    "1200 ₹148",
			"Item,Qty,Rate\nOIL,१०,१४८":                           "10 ₹148",
			"Item,Qty,Rate\nOIL,10 नग,148":                        "10 ₹148",
			"Item,Qty,Rate\nOIL,2x12,1776":                        "2 pack of 12 ₹1776 [“2x12” was read as packs of 12 pieces, with the cost of a pack.]",
			"Item,Qty,Rate,Amount\nOIL,2x12,148,3552":             "2 pack of 12 ₹1776 [“2x12” was read as packs of 12 pieces, with the cost of a pack.]",
			"Item,Qty,Rate\nOIL,2 DZ,1776":                        "2 dz of 12 ₹1776",
			"Item,Qty,Rate\nCASE,2 CS + 6 PC,1776":                "2 cs and 6 of 12 ₹1776 [“2 CS + 6 PC” was read as 2 cs and 6 single pieces, all of them paid.]",
			"Item,Qty,Rate\nCASE,2 CS 6 PC,1776":                  "2 cs and 6 of 12 ₹1776 [“2 CS 6 PC” was read as 2 cs and 6 single pieces, all of them paid.]",
			"Item,Qty,Rate\nOIL,5 DOZ 3 PC,1776":                  "5 doz and 3 of 12 ₹1776 [“5 DOZ 3 PC” was read as 5 doz and 3 single pieces, all of them paid.]",
			"Item,Qty,Rate\nNEW,2 CS 6 PC,1776":                   "2 cs and 6 of 0 ₹1776 asked [“2 CS 6 PC” was read as 2 cs and 6 single pieces, all of them paid.]",
			"Item,Qty,Rate\nOIL,2.5 DOZ,1776":                     "2 doz and 6 of 12 ₹1776 [“2.5 DOZ” was read as 2 doz and 6 single pieces, all of them paid.]",
			"Item,Qty,Rate,Amount\nCASE,2 CS 6 PC,1776,4440":      "2 cs and 6 of 12 ₹1776",
			"Item,Qty,Rate,Amount\nCASE,2 CS 6 PC,148,4440":       "2 cs and 6 of 12 ₹1776",
			"Item,Qty,Rate,Amount\nCASE,2 CS + 6 PC,1776,3552":    "2 cs of 12 +6 ₹1776 [“2 CS + 6 PC” was read with 6 free pieces, as the amount of the line says.]",
			"Item,Qty (CS+PC),Rate,Amount\nCASE,2+6,1776,4440":    "2 cs and 6 of 12 ₹1776",
			"Item,Qty (CS/PC),Rate,Amount\nCASE,2/6,1776,4440":    "2 cs and 6 of 12 ₹1776",
			"Item,Qty,UOM,Rate,Amount\nCASE,2+6,CS,1776,4440":     "2 cs and 6 of 12 ₹1776 [“2+6” was read without free pieces, as the amount of the line says.]",
			"Item,Qty,UOM,Rate\nCASE,2+6,CS,1776":                 "2 cs of 12 +6 ₹1776 [The free quantity of a pack was read as 6 single pieces.]",
			"Item,Qty,Rate\nCASE,2+1 CS,1776":                     "2 cs of 12 +1 ₹1776 [The free quantity of a pack was read as 1 single pieces.]",
			"Item,Qty,Rate\nOIL,2+6,148":                          "2 +6 ₹148 [“2+6” was read with 6 free pieces: please check whether they were paid.]",
			"Item,Qty,Rate,Amount\nOIL,2+6,148,1184":              "8 ₹148 [“2+6” was read without free pieces, as the amount of the line says.]",
			"Item,Qty,Rate,Amount\nOIL,2+6,148,296":               "2 +6 ₹148",
			"Item,Qty,Rate\nOIL,2 BOX (24 PCS),1776":              "2 box of 12 ₹1776",
			"Item,Qty,Rate\nOIL,24 PCS (2 BOX),148":               "24 ₹148",
			"Item,Qty,Rate\nOIL,10 (2 FREE),148":                  "10 +2 ₹148",
			"Item,Qty,Rate\nOIL,10 PCS (2 fr),148":                "10 +2 ₹148",
			"Item,Qty,UOM,Rate,Amount\nOIL,2,Gross,148,42624":     "2 gross of 144 ₹21312",
			"Item,Qty,UQC,Rate\nOIL,2,DOZ-DOZENS,1776":            "2 doz of 12 ₹1776",
			"Item,CFC,PCS,Rate\nOIL,2,6,148":                      "6 ₹148 [The column “CFC” says “2” and was not read: please check the quantity.]",
			"Item,Actual Qty,Billed Qty,Rate\nOIL,12,10,148":      "10 ₹148 [The column “Actual Qty” says “12” and was not read: please check the quantity.]",
			"Item,Shipped Qty,Billed Qty,Rate\nOIL,10,10,148":     "10 ₹148",
			"Item,Qty,Rate\nOIL,7 BOX (24 PCS),1776":              "No line of the file can be read. Line 2: “7 BOX (24 PCS)” is not a quantity.",
			"Item,Qty,Rate\nOIL,2 CS + 1 BOX,1776":                "No line of the file can be read. Line 2: “2 CS + 1 BOX” is not a quantity.",
			"Item,Qty,Rate\nOIL,2 6,148":                          "No line of the file can be read. Line 2: “2 6” is not a quantity.",
			"Item,Qty,Rate\nOIL,-2,148\nOIL,2,148":                "2 ₹148 " + below,
			"Item,Qty,Rate\nOIL,(2),148\nOIL,2,148":               "2 ₹148 " + below,
			"Item,Qty,Rate\nOIL,2/6,148\nOIL,2,148":               "2 ₹148 (OIL: “2/6” is not a quantity.)",
			"Item,Qty,Rate\nOIL,500000,148\nOIL,2,148":            "2 ₹148 (OIL: “500000” is not a quantity.)",
			"Item,Qty,Rate\nOIL,2/6,148":                          "No line of the file can be read. Line 2: “2/6” is not a quantity.",
			"Item,Qty,Rate\nOIL,#REF!,148\nOIL,2,148":             "2 ₹148 " + fmt.Sprintf(noCount, "OIL"),
			"Item,Qty,Pack,Rate\nNEW,2,1x12,1776":                 "2 1x12 of 12 ₹1776 asked",
			"Item,Qty (CS),Rate\nCASE,2,1776":                     "2 cs of 12 ₹1776",
			"Item,Qty (CS),Qty (PCS),Rate\nOIL,1,12,148":          "Several columns can say how many pieces came, such as “Qty (CS)”. Please say which one it is.",
			"Item,Qty,Rate,Rate\nOIL,1,12,148":                    "Several columns can say what a piece costs, such as “Rate”. Please say which one it is.",
			"Item,Qty,Free,Rate\nOIL,10,2 PCS,148":                "10 +2 ₹148",
			"Item,Qty,Free,Rate\nCASE,2 CS,1,1776":                "2 cs of 12 +1 ₹1776 [The free quantity of a pack was read as 1 single pieces.]",
			"Item,Qty,Scheme,Rate\nOIL,10,12.50,148":              "10 ₹148 " + fmt.Sprintf(noFree, "12.50"),
			"Item,Qty,Scheme,Rate\nOIL,10,10+1,148":               "10 ₹148 " + fmt.Sprintf(noFree, "10+1"),
			"Item,EAN,Qty,Rate\nOIL,8.9E+12,10,148":               "10 ₹148 [The barcode “8.9E+12” was shortened by a spreadsheet, so it tells no product.]",
			"Item,Item code,Qty,Rate\nMustard oil,12,2,90":        "2 ₹90",
			"Item,Item code,Qty,Rate\nBournvita,12,2,90":          "2 ₹90 asked",
			"Item,Cases,Pcs,Rate\nOIL,2,6,148":                    "6 ₹148 [The column “Cases” says “2” and was not read: please check the quantity.]",
			"Item,Cases,Pcs,Rate\nCASE,2,0,1776":                  "2 case of 12 ₹1776",
			"Item,Case Size,Cases,Rate\nOIL,12,2,1776":            "2 case of 12 ₹1776",
			"Item,Qty,Short,Rate\nOIL,10,2,148":                   "10 ₹148 [The column “Short” says “2” and was not read: please check the quantity.]",
			"Item,Qty,Rate\nOIL,2x500 g,148":                      "No line of the file can be read. Line 2: “2x500 g” is not a quantity.",
			"Item,Qty,Rate\nOIL,1E+2,148":                         "No line of the file can be read. Line 2: “1E+2” is not a quantity.",
			"Item,Cases,Rate\nNEW,2,1776":                         "2 case of 0 ₹1776 asked",
			"Item,Packing,Qty,Rate\nOIL,500 gm,10,148":            "10 500 gm ₹148",
			"Item,UOM,Qty,Rate\nOIL,NOS-NUMBERS,10,148":           "10 ₹148",
			"Item,Billed Qty,Qty,Rate\nOIL,10,8,148":              "8 ₹148 {The column “Qty” was read, and “Billed Qty” was not: please check which one counts.}",
			"Item;Qty;Rate\nOIL;1.000;12,50":                      "1000 ₹12.5 [A piece of Mustard Oil costs ₹12.50 on this bill, and its MRP is ₹195: please check unit and cost.]",
			"Item;Qty;Rate\nOIL;1.000;148\nOIL;2;148":             "2 ₹148 (OIL: “1.000” is not a quantity.)",
			"Item,Qty,Rate\nOIL,1.000,148":                        "1 ₹148",
			"Item,Qty,Rate\nDAIRY TOTAL,2,148\nC/F,2,\nOIL,2,148": "2 ₹148 asked 2 ₹148",
			// Costs, discounts and amounts.
			"Item,Qty,Rate,Net Rate\nOIL,10,148,140.60":                           "10 ₹148 {The column “Rate” was read, and “Net Rate” was not: please check which one counts.}",
			"Item,Qty,Rate (Rs./Doz)\nOIL,24,1776":                                "24 ₹148",
			"Item,Qty,Rate per case\nCASE,2 CS,1776":                              "2 cs of 12 ₹1776",
			"Item,Qty,Rate per case\nOIL,10,1776":                                 "10 [The cost ₹1,776 is for another unit than the quantity, so it was left out.]",
			"Item,Qty,UOM,Rate\nCASE,1,CS,148":                                    "1 cs of 12 ₹148 [A piece of Mustard Oil costs ₹12.33 on this bill, and its MRP is ₹195: please check unit and cost.]",
			"Item;Qty;Rate\nOIL;10;148,50":                                        "10 ₹148.5",
			"Item,Qty,Rate\nOIL,10,\"12,50\"":                                     "10 " + fmt.Sprintf(noAmount, "12,50"),
			"Item,Qty,Rate\nOIL,10,free":                                          "10 " + fmt.Sprintf(noAmount, "free"),
			"Item,Qty,Rate\nOIL,100000,9999999":                                   "100000 [The cost ₹99,99,999 is too high, so it was left out.]",
			"Item,Qty,Rate\nOIL,10,#N/A":                                          "10 [The column “Rate” holds an error of the spreadsheet: “#N/A”.]",
			"Item,Qty,Rate\nOIL,10,Rs 148/-":                                      "10 ₹148",
			"Item,Qty,Rate\nOIL,10 PCS,148.00/PCS":                                "10 ₹148",
			"Item,Quantity,Rate,per\nCASE,2 CS,148,PCS":                           "2 cs of 12 ₹1776",
			"Item,Quantity,Rate,per\nNEW,2 CS,148,PCS":                            "2 cs of 0 asked [The cost ₹148 is for another unit than the quantity, so it was left out.]",
			"Item,Qty,UOM,Rate,Amount\nCASE,2,CS,148,3552":                        "2 cs of 12 ₹1776",
			"Item,Qty,Rate (incl. GST)\nOIL,10,155.40":                            "10 ₹155.4 with tax",
			"Item,Qty,Rate incl GST,Rate\nOIL,10,155.40,148":                      "10 ₹148",
			"Item,Qty,Rate,Disc %,Amount\nOIL,10,148,5,1406":                      "10 ₹140.6 [The discount “5” is taken off the cost: ₹140.60 instead of ₹148.]",
			"Item,Qty,Rate,Disc,Amount\nOIL,10,148,74,1406":                       "10 ₹140.6 [The discount “74” is taken off the cost: ₹140.60 instead of ₹148.]",
			"Item,Qty,Rate,Disc\nOIL,10,148,7.4":                                  "10 ₹148 [The discount “7.4” may be per cent, rupees of the line or of a piece, so it is not taken off the cost.]",
			"Item,Qty,List Price,Disc %,Net Rate,Amount\nOIL,10,160,7.5,148,1480": "10 ₹148",
			"Item,Qty,Rate,Sch Disc,Disc2 %\nOIL,10,148,20,0":                     "10 ₹148 [The column “Sch Disc” says “20” and was not read: please check the cost.]",
			"Item,Qty,Rate,Disc %,Scheme Amt\nOIL,10,148,5,48":                    "10 ₹140.6 [The column “Scheme Amt” says “48” and was not read: please check the cost.] [The discount “5” is taken off the cost: ₹140.60 instead of ₹148.]",
			"Item,Qty,Rate,Scheme Amt,Amount\nOIL,10,148,48,1432":                 "10 ₹148 " + fmt.Sprintf(differs, "₹1,480", "₹1,432"),
			"Item,Qty,Rate\nOIL,10,148\n* All rates are inclusive of GST,,":       "10 ₹148 (* All rates are inclusive of GST: It may say that tax is in the costs: please check them.)",
			"Item,Qty,Rate,Amount\nOIL,10,148,1554":                               "10 ₹148",
			"Item,Qty,Rate,Amount\nOIL,10,148,1400":                               "10 ₹148 " + fmt.Sprintf(differs, "₹1,480", "₹1,400"),
			"Item,Qty,Rate,Amount\nOIL,10,1,480,1480":                             "10 ₹1 [The line has more cells than the header, so its values may stand in the wrong columns: write numbers without commas.] " + fmt.Sprintf(differs, "₹10", "₹480") + " [A piece of Mustard Oil costs ₹1 on this bill, and its MRP is ₹195: please check unit and cost.]",
			"Item,Qty,Rate,MRP\nOIL,10,1776,195":                                  "10 ₹1776 MRP 195 [A piece of Mustard Oil costs more than its MRP of ₹195: the cost may be of a pack.]",
			"Item,Qty,Rate,MRP\nOIL,10,148,0":                                     "10 ₹148",
			"Item,Qty,Rate,MRP\nOIL,10,148,2340":                                  "10 ₹148 MRP 2340 [The MRP of Mustard Oil becomes ₹2,340. It is ₹195 now.]",
			"Item,Qty,Rate\nOIL,10,148\nOIL,2,150":                                "10 ₹148 2 ₹150 [Mustard Oil stands in the draft more than once.]",
			"Item,Qty,Rate (paise),MRP in paise\nOIL,10,14800,19500":              "10 ₹148 MRP 195",
			"Item,Qty,Rate in paise,Amount (Rs.)\nOIL,10,14800,1480":              "10 ₹148",
			"Item,Qty,Rate,Tax Included,GST%\nOIL,10,99,Yes,5":                    "10 ₹99 with tax GST 5",
			"Item,Qty,Rate,Tax Included,GST%\nOIL,10,105,Yes,5\nNEW,2,100,No,5":   "10 ₹100 GST 5 [The cost ₹105 has tax inside; without it is ₹100.] 2 ₹100 GST 5 asked",
			"Item,Qty,Rate,Tax Included,GST%\nOIL,10,100,No,5":                    "10 ₹100 GST 5",
			"Item,Qty,Rate,Tax Included\nOIL,10,105,Yes\nNEW,2,100,No":            "10 [The cost ₹105 has tax inside, and the line has no rate of GST, so it was left out.] 2 ₹100 asked",
			"Item,Qty,Rate,Tax Included,GST%\nOIL,10,105,half,5":                  "10 ₹105 GST 5 [“half” does not say whether tax is in the cost: please check it.]",
			"Item,Qty,Rate (incl. GST),Tax Included\nOIL,10,105,Yes":              "10 ₹105 with tax",
			// GST.
			"Item,Qty,Rate,CGST,SGST\nOIL,10,148,2.5,2.5":                                       "10 ₹148 GST 5",
			"Item,Qty,Rate,CGST %,SGST %,IGST %\nOIL,10,148,2.5,2.5,0":                          "10 ₹148 GST 5",
			"Item,Qty,Rate,IGST\nOIL,10,148,74":                                                 "10 ₹148 {The column “IGST” holds amounts such as 74 and no rates of GST, so it was not read.}",
			"Item,Qty,Rate,CGST,SGST,IGST\nOIL,10,148,37,37,0":                                  "10 ₹148 {The column “CGST” holds amounts such as 37 and no rates of GST, so it was not read.} {The column “SGST” holds amounts such as 37 and no rates of GST, so it was not read.}",
			"Item,Qty,Rate,GST%\nOIL,10,148,0.05":                                               "10 ₹148 GST 5",
			"Item,Qty,Rate,GST%\nOIL,10,148,GST 5%":                                             "10 ₹148 GST 5",
			"Item,Qty,Rate,GST%\nOIL,10,148,five":                                               "10 ₹148 " + fmt.Sprintf(noRate, "five"),
			"Item,Qty,Rate,GST%\nOIL,10,148,5\nNEW,2,148,N.A.\nNEW,1,148,5%+cess\nNEW,3,148,12": "10 ₹148 GST 5 2 ₹148 asked " + fmt.Sprintf(noRate, "N.A.") + " 1 ₹148 asked " + fmt.Sprintf(noRate, "5%+cess") + " 3 ₹148 GST 12 asked",
			"Item,Qty,Rate,CGST,SGST\nOIL,10,148,2.5,2.5\nNEW,2,148,26.64,26.64\nNEW,1,148,9,9": "10 ₹148 GST 5 2 ₹148 asked " + fmt.Sprintf(noRate, "26.64") + " 1 ₹148 GST 18 asked",
			"Item,Qty,Rate,GST\nOIL,10,148,74\nNEW,2,148,0\nNEW,1,148,18\nNEW,3,148,53.28":      "10 ₹148 2 ₹148 asked 1 ₹148 asked 3 ₹148 asked {The column “GST” holds amounts such as 74 and no rates of GST, so it was not read.}",
			"Item,CGST,,Qty,Price\n,Rate,Amt,,\nOIL,2.5,37,10,148":                              "10 ₹148 GST 5",
			// Best-before days.
			"Item,Qty,Rate,Expiry\nOIL,10,148,05/27":                                               "10 ₹148 till 2027-05-31",
			"Item,Qty,Rate,Exp\nOIL,10,148,05/06/2027":                                             "10 ₹148 till 2027-06-05 " + fmt.Sprintf(checkDay, "05/06/2027", "5 June 2027"),
			"Item,Qty,Rate,Exp\nOIL,10,148,05-06-27":                                               "10 ₹148 till 2027-06-05 " + fmt.Sprintf(checkDay, "05-06-27", "5 June 2027"),
			"Item,Qty,Rate,Exp\nOIL,10,148,05/06/2027\nOIL,2,148,25/06/2027":                       "10 ₹148 till 2027-06-05 2 ₹148 till 2027-06-25 [Mustard Oil stands in the draft more than once.]",
			"Item,Qty,Rate,Exp\nOIL,10,148,05/06/2027\nNEW,2,148,06/25/2027":                       "10 ₹148 till 2027-05-06 " + fmt.Sprintf(monthDay, "05/06/2027", "6 May 2027") + " 2 ₹148 till 2027-06-25 asked",
			"Item,Qty,Rate,Exp\nOIL,10,148,05/06/2027\nNEW,2,148,06/25/2027\nNEW,2,148,25/06/2027": "10 ₹148 till 2027-06-05 " + fmt.Sprintf(checkDay, "05/06/2027", "5 June 2027") + " 2 ₹148 till 2027-06-25 asked 2 ₹148 till 2027-06-25 asked",
			"Item,Qty,Rate,Exp\nOIL,10,148,5 June 2027\nNEW,2,148,25/06/2027":                      "10 ₹148 till 2027-06-05 [The spreadsheet may have exchanged day and month of the best-before day 5 June 2027: please check it.] 2 ₹148 till 2027-06-25 asked",
			"Item,Qty,Rate,Exp\nOIL,10,148,EXP 03/27":                                              "10 ₹148 till 2027-03-31",
			"Item,Qty,Rate,Exp\nOIL,10,148,Mar'27":                                                 "10 ₹148 till 2027-03-31",
			"Item,Qty,Rate,Exp\nOIL,10,148,soon":                                                   "10 ₹148 [The best-before day “soon” cannot be read, so it was left out.]",
			"Item,Qty,Rate,Exp\nOIL,10,148,30-09-2072":                                             "10 ₹148 till 2072-09-30 [The best-before day 30 September 2072 is more than 10 years away: please check it.]",
			"Item,Qty,Rate,Exp\nOIL,10,148,30-09-2025":                                             "10 ₹148 till 2025-09-30 [The best-before day 30 September 2025 has passed.]",
			"Item,Qty,Rate,Exp\nOIL,10,148,00-00-0000":                                             "10 ₹148",
			// Other lines and headers.
			"Item,Qty,Rate\npkoy clerh,10,148": "10 ₹148 asked [Item: the name is typed in a font such as Kruti Dev and shows Latin letters without it; type it in Unicode]",
			"Item,Qty,Rate,Amount\nOIL,10,148,1480\nDAIRY,,,\nFreight,,,150\nRound off,,,-0.40\nTotal,10,,1630": "10 ₹148 " + fmt.Sprintf(noCount, "Freight") + " " + fmt.Sprintf(noCount, "Round off"),
			"Item,Qty,Rate\n,10,148\nOIL,2,148":  "2 ₹148 (: The line has no name.)",
			"मद,मात्रा,दर,राशि\nOIL,१०,१४८,१४८०": "10 ₹148",
			"Tax Invoice\nMahalaxmi,GSTIN,27AAPFM2217K1Z1\nNo.,MT/1182,Dated,12-Nov-26\nShip to,Kirana,,\nBill to,Kirana,,\nTerms,7 days,,\nOrder,5,,\nBy,road,,\nFrom,Pune,,\nTo,Pune,,\nCopy,1,,\nSl,Description of Goods,HSN/SAC,Quantity,Rate,per,Amount\n1,OIL,1514,10 PCS,148.00,PCS,1480.00\n,Output CGST,,,,,37.00\n,Total,,10 PCS,,,1517.00": "10 ₹148 " + fmt.Sprintf(noCount, "Output CGST"),
		} {
			var read readBill
			response := s.upload("/purchases/import?supplier="+supplier, file+"\n")
			if response.Status == http.StatusCreated {
				response.Decode(t, &read)
			}
			if got := cmp.Or(read.String(), response.Message); got != want {
				t.Errorf("%q:\n got %s\nwant %s", file, got, want)
			}
		}
	})
}

// workbook returns a workbook of sheets.
func workbook(sheets ...string) string {
	return `<?xml version="1.0"?><Workbook xmlns:ss="urn:x">` + strings.Join(sheets, "") + `</Workbook>`
}

// sheet returns a sheet with rows of cells between commas, each behind "1|" if it is hidden, otherwise "0|".
func sheet(name string, rows ...string) string {
	text := `<Worksheet ss:Name="` + name + `"><Table>`
	for _, row := range rows {
		hidden, cells, _ := strings.Cut(row, "|")
		text += `<Row ss:Hidden="` + hidden + `">`
		for cell := range strings.SplitSeq(cells, ",") {
			text += `<Cell><Data ss:Type="String">` + cell + `</Data></Cell>`
		}
		text += `</Row>`
	}
	return text + `</Table></Worksheet>`
}

func TestImport_findsTheBillInAWorkbookAndNotesItsHiddenParts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier := s.supplier("Mahalaxmi", maharashtra)
		book := workbook(sheet("Cover", "0|Party,State,Order", "0|Kirana,Goa,5"), sheet("Bill", "0|Item,Qty,Exp", "1|OIL,10,05/27"), sheet("Terms", "0|Seven days"))
		var read readBill
		s.upload("/purchases/import?supplier="+supplier, book).Expect(t, http.StatusCreated, "").Decode(t, &read)
		want := "10 till 2027-05-31 asked [the workbook hides the row, and it was read]"
		if got := read.String(); !strings.HasPrefix(got, want) || !strings.Contains(got, "{Terms: this sheet of the workbook has rows, too, and was not read; choose it to import it}") {
			t.Errorf("the workbook is read as %s, want %s and a note of the sheet Terms", got, want)
		}
	})
}

func TestImport_keepsCostsWithTaxAndWithoutInTheirOwnDrafts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, oil := s.supplier("Mahalaxmi", maharashtra), s.add("Mustard Oil", 19500, 0)
		p := s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":1,"cost":148,"words":"OIL"}]}`, supplier, oil))
		path := "/purchases/import?supplier=" + supplier + "&purchase=" + p.ID
		s.upload(path, "Item,Qty,Rate (incl. GST)\nOIL,2,155.40\n").Expect(t, http.StatusBadRequest, "Costs with tax and without cannot stand in one draft. Please read the file into a new purchase.")
		var read readBill
		s.upload(path, "Item,Qty,Rate\nOIL,2,148\n").Expect(t, http.StatusCreated, "").Decode(t, &read)
		if len(read.Purchase.Lines) != 2 {
			t.Errorf("the draft has %d lines, want 2", len(read.Purchase.Lines))
		}
	})
}

func TestImport_asksWhichSheetIsTheBill(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier := s.supplier("Mahalaxmi", maharashtra)
		path := "/purchases/import?supplier=" + supplier
		book := workbook(sheet("Terms", "0|Seven days,only"), sheet("May", "0|Item,Qty", "0|OIL,5"), sheet("June", "0|Item,Qty", "0|OIL,6"))
		refused := s.upload(path, book)
		refused.Expect(t, http.StatusBadRequest, "Several sheets of the workbook can be the list, such as “May”. Please say which one it is.")
		var asked struct{ Sheets []string }
		refused.Decode(t, &asked)
		if !slices.Equal(asked.Sheets, []string{"May", "June"}) {
			t.Errorf("the sheets to choose from are %q, want May and June", asked.Sheets)
		}
		var read struct {
			readBill
			Sheet  string
			Sheets []string
		}
		s.upload(path+"&sheet=June", book).Expect(t, http.StatusCreated, "").Decode(t, &read)
		if got := read.readBill.String(); got != "6 asked" || read.Sheet != "June" || !slices.Equal(read.Sheets, []string{"Terms", "May", "June"}) {
			t.Errorf("the sheet %s of %q is read as %s, want 6 asked, and June of Terms, May and June", read.Sheet, read.Sheets, got)
		}
		s.upload(path+"&sheet=July", book).Expect(t, http.StatusBadRequest, "The workbook has no sheet of this name. Nothing was saved.")
		var unknown struct {
			Sheet  string
			Sheets []string
		}
		refused = s.upload(path+"&sheet=Terms", book)
		refused.Expect(t, http.StatusBadRequest, "No column says what came. Please say which one it is.")
		if refused.Decode(t, &unknown); unknown.Sheet != "Terms" || len(unknown.Sheets) != 3 {
			t.Errorf("the question about the columns of %q names the sheets %q, want sheet Terms and 3 sheets", unknown.Sheet, unknown.Sheets)
		}
	})
}
