package csvimport_test

import (
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

func TestNext_addsTheTaxThatAListLeavesOutOfItsPrices(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Price,Tax Included,GST %\n100,No,5":                          "₹105 less ₹0, stock none, draft false: No",
		"Price,Tax Included,GST %\n100,Yes,5":                         "₹100 less ₹0, stock none, draft false: ",
		"Price,Tax Included,GST %\n100,,5":                            "₹100 less ₹0, stock none, draft false: ",
		"Price,Tax Excluded,GST %\n100,Yes,5":                         "₹105 less ₹0, stock none, draft false: Yes",
		"Sale Price,Inclusive of tax,Tax rate\n100,Exclusive,GST@18%": "₹118 less ₹0, stock none, draft false: Exclusive",
		"MRP,Sale Price,Price Type,GST %\n120,100,Without Tax,5":      "₹120 less ₹15, stock none, draft false: Without Tax",
		"MRP,Sale Price,Price Type,GST %\n104,100,Without Tax,5":      "₹105 less ₹0, stock none, draft false: Without Tax, 100",
		"Price,Discount,Tax incl.,GST %\n100,10,N,5":                  "₹105 less ₹10.50, stock none, draft false: N",
		"Price,Tax Included,CGST,SGST\n100,नहीं,2.5,2.5":              "₹105 less ₹0, stock none, draft false: नहीं",
		"Price,Tax Included,GST %\n100,No,0":                          "₹100 less ₹0, stock none, draft false: ",
		"Price,Tax Included,GST %\n100,No,":                           "₹100 less ₹0, stock none, draft false: No",
		"MRP,Tax Included,GST %\n100,No,5":                            "₹100 less ₹0, stock none, draft false: No",
		"Price,Tax Included,GST %\n100,perhaps,5":                     "₹100 less ₹0, stock none, draft false: perhaps",
		"Price,Tax Type,GST %\n100,IGST,5":                            "₹100 less ₹0, stock none, draft false: ",
		"Price,Tax Type,GST %\n100,exclusive,5":                       "₹105 less ₹0, stock none, draft false: exclusive",
	} {
		if got := summaryOf(t, list, csvimport.Options{}); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

func TestNext_readsWhatADiscountIsIn(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"MRP,Discount Type,Discount\n250,Percentage,10":  "₹250 less ₹25, stock none, draft false: ",
		"MRP,Discount Type,Discount\n250,%,10":           "₹250 less ₹25, stock none, draft false: ",
		"MRP,Disc. type,Disc.\n250,Flat Amount,10":       "₹250 less ₹10, stock none, draft false: ",
		"MRP,Discount Type,Discount\n250,,10":            "₹250 less ₹10, stock none, draft false: ",
		"MRP,Discount Type,Discount\n250,festival,10":    "₹250 less ₹0, stock none, draft false: festival",
		"MRP,Discount Type,Discount\n250,Percentage,0.1": "₹250 less ₹0, stock none, draft false: 0.1",
		"MRP,Discount %,Rate\n100,10,95":                 "₹100 less ₹5, stock none, draft false: 10",
		"MRP,Discount %,Rate\n100,10,90":                 "₹100 less ₹10, stock none, draft false: ",
		"MRP,Discount %,Rate\n2499,16,2100":              "₹2,499 less ₹399, stock none, draft false: ",
		"MRP,Discount,Rate\n200,10,180":                  "₹200 less ₹20, stock none, draft false: ",
		"MRP,Discount,Rate\n200,10,190":                  "₹200 less ₹10, stock none, draft false: ",
		"MRP,Discount,Rate\n200,30,190":                  "₹200 less ₹10, stock none, draft false: 30",
		"MRP,Discount,Rate\n200,0,190":                   "₹200 less ₹10, stock none, draft false: ",
	} {
		if got := summaryOf(t, list, csvimport.Options{}); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

func TestNext_readsPaiseBelowTheirHeading(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"MRP (paise)\n4500":               "₹45 less ₹0, stock none, draft false: ",
		"MRP,Price in paise\n50,4500":     "₹50 less ₹5, stock none, draft false: ",
		"MRP,Discount (in paise)\n50,500": "₹50 less ₹5, stock none, draft false: ",
		"दर (पैसे)\n4500":                 "₹45 less ₹0, stock none, draft false: ",
		"Rate (Rs. and paise)\n45.50":     "₹45.50 less ₹0, stock none, draft false: ",
		"MRP (paise)\n4500.5":             "₹45.01 less ₹0, stock none, draft false: 4500.5",
	} {
		if got := summaryOf(t, list, csvimport.Options{}); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

func TestNext_readsTheRatesOfBillingPrograms(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"P.Rate,S.Rate,MRP,Cl.Stk\n30,45,50,7":                          "₹50 less ₹5, stock 7, draft false: ",
		"Pur. Rate,Retail Rate,Closing Stk\n30,45,7":                    "₹45 less ₹0, stock 7, draft false: ",
		"Wholesale Rate,Retail Rate,Stk\n30,45,7":                       "₹45 less ₹0, stock 7, draft false: ",
		"Rate,Stock On Hand,Is Tax Inclusive,Item Tax %\n100,7,false,5": "₹105 less ₹0, stock 7, draft false: false",
		"Rate,Qty left\n45,7":                                           "₹45 less ₹0, stock 7, draft false: ",
		"Rate\n45 प्रति किलो":                                           "₹45 less ₹0, stock none, draft false: ",
		"MRP,Rate/Case\n110,1200":                                       "₹110 less ₹0, stock none, draft false: ",
		"Sale Rate,MRP,Cl. Qty\n45,50,7":                                "₹50 less ₹5, stock 7, draft false: ",
		"Item code,Discount Type,Sale price,Sale Discount,Opening stock quantity,Tax Rate,Inclusive Of Tax\n7,Percentage,100,10,7,GST@5%,Exclusive": "₹94.50 less ₹0, stock 7, draft false: ",
	} {
		if got := summaryOf(t, list, csvimport.Options{}); got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
}

// summaryOf returns the summary of a product in a list of two lines, whose columns come behind those of name and category.
func summaryOf(t *testing.T, list string, o csvimport.Options) string {
	t.Helper()
	headings, cells, _ := strings.Cut(list, "\n")
	return summary(one(t, "Item name,Category,"+headings+"\nSalt,Spices,"+cells+"\n", o))
}
