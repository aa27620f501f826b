package csvimport_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

// realFiles is the folder of real price lists beside the project; tests skip if it is absent.
const realFiles = "../../../../../shared/data"

func realFile(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(realFiles, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the real catalog %s is not beside the project (../shared/data)", name)
	}
	return path
}

// Every row of the real files must become a product, except one with price 0. At least 98 of 100 rows checked by hand
// must match, and no unit may be wrong by a factor.
func TestNext_readsRealCatalogsLikeAPerson(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file           string
		options        csvimport.Options
		rows, products int
		left           []int // lines that are left out
		separate       int   // minimum number of units other than the default
	}{
		{"bigbasket_28k.csv", csvimport.Options{}, 27_555, 24_588, nil, 250},
		{"bigbasket_units_18k.csv", csvimport.Options{}, 18_382, 12_475, nil, 2000},
		{"bigbasket_units_8k.csv", csvimport.Options{}, 8_208, 8_088, nil, 600},
		{"zepto_v2.csv", csvimport.Options{Paise: true}, 3_732, 1_781, []int{3608}, 150},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			rows, problems := all(t, open(t, realFile(t, c.file), c.options))
			if len(rows)+len(problems) != c.rows {
				t.Errorf("%d rows and %d problems, want %d together", len(rows), len(problems), c.rows)
			}
			keys, units := map[string]bool{}, map[string]bool{}
			for _, row := range rows {
				keys[row.Key], units[row.Unit] = true, true
				check(t, row)
			}
			if len(keys) != c.products {
				t.Errorf("%d products, want %d", len(keys), c.products)
			}
			if len(units) < c.separate {
				t.Errorf("%d units, want at least %d", len(units), c.separate)
			}
			var left []int
			for _, p := range problems {
				left = append(left, p.Line)
			}
			if !slices.Equal(left, c.left) {
				t.Errorf("left out %+v, want lines %v", problems, c.left)
			}
			compareWithPerson(t, rows, realExpectations(t)[c.file])
		})
	}
}

func BenchmarkNext_largeCatalog(b *testing.B) {
	path := realFile(b, "bigbasket_28k.csv")
	for b.Loop() {
		r, err := csvimport.Open(path, csvimport.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(r.Size())
		for {
			if _, _, err = r.Next(); err != nil {
				break
			}
		}
		if !errors.Is(err, io.EOF) {
			b.Fatal(err)
		}
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapSys)/(1<<20), "heap-MB")
}
