package taxes_test

import (
	"encoding/csv"
	"os"
	"strings"
	"testing"

	"kirana/internal/catalog/taxes"
	"kirana/internal/tax"
)

func TestPropose_choosesByProductNotFlavor(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, subCategory string
		want              string // "": no certain proposal
	}{
		{"Toor Dal", "", "07136000"},
		{"Arhar dal, unpolished", "Dals & Pulses", "07136000"},
		{"Amul Butter - Salted", "Dairy", "04051000"},
		{"Almond Butter", "Spreads", ""},
		{"Butter Cookies", "Biscuits", "19053100"},
		{"Tomato Ketchup", "Sauces", "21032000"},
		{"Tomato - Hybrid", "Fresh Vegetables", "0702"},
		{"Tomato", "", "0702"},
		{"Tomato - Sun Dried", "Tinned & Processed Food", ""},
		{"Milk - Coconut", "Curry Paste, Coconut Milk", ""},
		{"Powder - Coriander", "Masalas & Spices", "09092200"},
		{"Roasted Almonds", "Dry Fruits", "20081920"},
		{"Almonds - Roasted & Salted", "Dry Fruits", ""},
		{"Organic - Rajma", "Dals & Pulses", "07133300"},
		{"Cashew - Salted", "Dry Fruits", ""},
		{"Strawberry Lip Balm", "Skin Care", "33041000"},
		{"Mango Shower Gel", "Bath & Hand Wash", "34013019"},
		{"Chocolate", "Hair Care", ""},
		{"Stain Eraser", "Cleaning", ""},
		{"Tea Strainer", "Kitchen", ""},
		{"Curd", "Dairy", "04039090"},
		{"Rice Cooker", "Kitchen", ""},
		{"Washing Powder 1 kg", "Groceries", "34025000"},
		{"Chicken", "Pet Food", ""},
		{"Dog Food - Chicken", "Pet Food & Accessories", "230910"},
		{"Shampoo 180 ml + Conditioner 80 ml", "Hair Care", ""},
		{"No Added Sugar", "Chocolates", ""},
		{"Puja Thali Set", "Pooja Needs", ""},
		// Names in an Indian script match like their English words.
		{"तूर डाळ", "", "07136000"},
		{"मूंग दाल", "दालें", "07133100"},
		{"अमूल मक्खन", "डेयरी", "04051000"},
		{"सरसों का तेल", "तेल", "15149920"},
		{"चीनी", "राशन", "17019990"},
		{"ప్యాలకులు", "", ""},
		{"", "", ""},
	} {
		m, ok := taxes.Propose(taxes.Thing{Name: test.name, SubCategory: test.subCategory})
		if !ok {
			m.HSN = ""
		}
		if m.HSN != test.want {
			t.Errorf("%q in %q: %q by %q, want %q", test.name, test.subCategory, m.HSN, m.Phrase, test.want)
		}
	}
}

func TestPropose_ignoresTheBrandAtTheBeginning(t *testing.T) {
	t.Parallel()
	m, ok := taxes.Propose(taxes.Thing{Name: "Mother's Recipe Pickle - Mango", Brand: "Mother's Recipe", SubCategory: "Pickles & Chutney"})
	if !ok || m.HSN != "20019000" {
		t.Errorf("proposed %+v, %t, want the HSN 20019000 of pickles", m, ok)
	}
}

// Each phrase has no HSN, or a valid one that has a rate or only needs a condition.
func TestWords_leadToRates(t *testing.T) {
	t.Parallel()
	file, err := os.Open("words.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, record := range records[1:] {
		words, hsn, condition, where := record[0], record[1], record[2], record[3]
		if known[words] || len(strings.Fields(words)) > 5 {
			t.Errorf("%q is in the table twice, or has more than 5 words", words)
		}
		known[words] = true
		if where != "" && where != "fresh" && where != "place" {
			t.Errorf("%q has the column where = %q, want empty, fresh or place", words, where)
		}
		if hsn == "" {
			continue
		}
		_, lack := tax.ShippedTable().Find(tax.Goods{HSN: hsn, Condition: condition}, "2026-11-26")
		if !tax.ValidHSN(hsn) || lack != "" && lack != tax.NoCondition {
			t.Errorf("%q has HSN %s, %s, which lacks %s", words, hsn, condition, lack)
		}
	}
}
