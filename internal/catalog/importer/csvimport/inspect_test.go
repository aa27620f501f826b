package csvimport

import (
	"slices"
	"strings"
	"testing"
)

func TestInspect_findsTheHeaderBelowATitle(t *testing.T) {
	t.Parallel()
	header := []string{"Desc1", "Rt2", "Pcs"}
	rows := "\nToor Dal;149,50;12\nSalt;20,00;5\n"
	for _, c := range []struct {
		about, list string
		want        []string
	}{
		{"a spreadsheet's title", "Zorbo Traders, November;;\nDesc1;Rt2;Pcs" + rows, header},
		{"a title with a comma", "Zorbo Traders, November\n\nDesc1;Rt2;Pcs" + rows, header},
		{"no title", "Desc1;Rt2;Pcs" + rows, header},
		{"two columns", "Desc1;Rt2\nToor Dal;149,50\n", []string{"Desc1", "Rt2"}},
		{"one column", "Desc1\nToor Dal\n", []string{"Desc1"}},
	} {
		inspection, err := Inspect(strings.NewReader(c.list), Options{})
		var names []string
		for _, column := range inspection.Columns {
			names = append(names, column.Name)
		}
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: the columns are %q, %v, want %q", c.about, names, err, c.want)
		}
		if inspection.Headerless {
			t.Errorf("%s: the header %q counts as a product", c.about, names)
		}
	}
}

func TestNew_findsTheHeaderBelowATitleByColumnNumbers(t *testing.T) {
	t.Parallel()
	list := "Zorbo Traders, November;;\nDesc1;Rt2;Pcs\nToor Dal;149,50;12\n"
	r, err := New(strings.NewReader(list), int64(len(list)), Options{Map: map[Field]string{Name: "#1", SalePrice: "#2", Stock: "#3"}})
	if err != nil {
		t.Fatal(err)
	}
	row, problem, err := r.Next()
	if err != nil || problem != nil || row.Name != "Toor Dal" || row.Price != 14950 || *row.Stock != 12 {
		t.Errorf("reads %+v, %v, %v, want no problem, name Toor Dal, price 14950 and stock 12", row, problem, err)
	}
}

func TestInspect_distinguishesAProductFromAnUnusualHeader(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]bool{
		"Toor Dal,149.50,12\nSalt,20,5\n":  true,
		"Toor Dal,Rs. 149,12\nSalt,20,5\n": true,
		"Toor Dal 1kg,ask\nSalt,ask\n":     true,
		"Desc1,Rt2\nToor Dal,149.50\n":     false,
		"Desc,Rt\nToor Dal,149.50\n":       false,
		"Item,Rt\nToor Dal,149.50\n":       false,
	} {
		inspection, err := Inspect(strings.NewReader(list), Options{})
		if err != nil || inspection.Headerless != want {
			t.Errorf("Inspect(%q): headerless %t, %v, want %t", list, inspection.Headerless, err, want)
		}
	}
}

func TestInspect_proposesNoFieldForAmbiguousPrices(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"Item,Price,Price,Category\nSalt,20,18,Staples\n":        "name,,,category",
		"Item,MRP,Rate,Rate\nSalt,20,18,17\n":                    "name,price,,",
		"Item,Rate,,Category\nSalt,20,18,Staples\nTea,9,8,Tea\n": "name,,,category",
		"Item,MRP,Price,Category\nSalt,20,18,Staples\n":          "name,price,sale_price,category",
	} {
		inspection, err := Inspect(strings.NewReader(list), Options{})
		var fields []string
		for _, column := range inspection.Columns {
			fields = append(fields, string(column.Field))
		}
		if got := strings.Join(fields, ","); err != nil || got != want {
			t.Errorf("Inspect(%q) proposes %s, %v, want %s", list, got, err, want)
		}
	}
}

func TestShortName_removesBracketsAndCurrency(t *testing.T) {
	t.Parallel()
	for column, want := range map[string]string{
		"MRP (incl. of all taxes)": "mrp", "MRP Rs.": "mrp", "Price in INR": "price", "Rate_(Rs)": "rate", "कीमत रु.": "कीमत", "Rs": "rs",
	} {
		if got := shortName(column); got != want {
			t.Errorf("shortName(%q) is %q, want %q", column, got, want)
		}
	}
}
