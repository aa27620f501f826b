package csvimport_test

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"os"
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
)

// golden reads a file of cases: tab-separated cells, with comments after "#".
func golden(t *testing.T, path string) [][]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	var cases [][]string
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if line := lines.Text(); line != "" && line[0] != '#' {
			cases = append(cases, strings.Split(line, "\t"))
		}
	}
	if err := lines.Err(); err != nil || len(cases) < 20 {
		t.Fatalf("%d cases, %v, want at least 20", len(cases), err)
	}
	return cases
}

// list formats rows as CSV.
func list(t *testing.T, rows ...[]string) string {
	t.Helper()
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Each golden line has a name, the unit cell ("-" for no column), and the expected unit.
func TestNext_normalizesTheUnitsOfTheGoldenSet(t *testing.T) {
	t.Parallel()
	for _, c := range golden(t, "testdata/units.golden") {
		name, cell, want := c[0], c[1], c[2]
		file := list(t, []string{"name", "price", "category", "unit"}, []string{name, "20", "X", cell})
		if cell == "-" {
			file = list(t, []string{"name", "price", "category"}, []string{name, "20", "X"})
		}
		if want == "-" {
			want = ""
		}
		if row := one(t, file, csvimport.Options{}); row.Unit != want {
			t.Errorf("%q with the unit %q is sold by %q, want %q", name, cell, row.Unit, want)
		}
	}
}

// Each golden line has a price cell and the price in paise, or "-" if the row is skipped with a reason that quotes the
// cell.
func TestNext_readsThePricesOfTheGoldenSet(t *testing.T) {
	t.Parallel()
	for _, c := range golden(t, "testdata/prices.golden") {
		cell, want := c[0], c[1]
		rows, problems := all(t, text(t, list(t, []string{"name", "price", "category"}, []string{"Salt", cell, "X"}), csvimport.Options{}))
		switch {
		case want == "-":
			if len(problems) != 1 || !strings.Contains(problems[0].Reason.In(language.English), cell) {
				t.Errorf("%q: rows %+v, problems %+v, want a reason that quotes it", cell, rows, problems)
			}
		case len(rows) != 1 || fmt.Sprint(int64(rows[0].Price)) != want:
			t.Errorf("%q: rows %+v, problems %+v, want %s paise", cell, rows, problems, want)
		}
	}
}
