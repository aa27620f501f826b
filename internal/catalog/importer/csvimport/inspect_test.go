package csvimport

import (
	"slices"
	"strings"
	"testing"
)

func TestInspect_findsTheHeaderBelowATitle(t *testing.T) {
	t.Parallel()
	header := []string{"Maal", "Bhav", "Nag"}
	rows := "\nToor Dal;149,50;12\nSalt;20,00;5\n"
	for _, c := range []struct {
		about, list string
		want        []string
	}{
		{"a spreadsheet's title", "Zorbo Traders, November;;\nMaal;Bhav;Nag" + rows, header},
		{"a title with a comma", "Zorbo Traders, November\n\nMaal;Bhav;Nag" + rows, header},
		{"no title", "Maal;Bhav;Nag" + rows, header},
		{"two columns", "Maal;Bhav\nToor Dal;149,50\n", []string{"Maal", "Bhav"}},
		{"one column", "Maal\nToor Dal\n", []string{"Maal"}},
	} {
		inspection, err := Inspect(strings.NewReader(c.list), Options{})
		var names []string
		for _, column := range inspection.Columns {
			names = append(names, column.Name)
		}
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%s: the columns are %q, %v, want %q", c.about, names, err, c.want)
		}
	}
}

func TestNew_findsTheHeaderBelowATitleByTheNumbersOfItsColumns(t *testing.T) {
	t.Parallel()
	list := "Zorbo Traders, November;;\nMaal;Bhav;Nag\nToor Dal;149,50;12\n"
	r, err := New(strings.NewReader(list), int64(len(list)), Options{Map: map[Field]string{Name: "#1", SalePrice: "#2", Stock: "#3"}})
	if err != nil {
		t.Fatal(err)
	}
	row, problem, err := r.Next()
	if err != nil || problem != nil || row.Name != "Toor Dal" || row.Price != 14950 || *row.Stock != 12 {
		t.Errorf("reads %+v, %v, %v", row, problem, err)
	}
}

func TestShortName_leavesOutBracketsAndCurrency(t *testing.T) {
	t.Parallel()
	for column, want := range map[string]string{
		"MRP (incl. of all taxes)": "mrp", "MRP Rs.": "mrp", "Price in INR": "price", "Rate_(Rs)": "rate", "कीमत रु.": "कीमत", "Rs": "rs",
	} {
		if got := shortName(column); got != want {
			t.Errorf("shortName(%q) is %q, want %q", column, got, want)
		}
	}
}
