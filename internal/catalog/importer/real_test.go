package importer_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// realFile is a price list of a real shop, in a folder beside the project; tests skip if it is absent.
type realFile struct {
	name     string
	options  importer.Options
	rows     int
	products int // imported
}

var realFiles = []realFile{
	{"bigbasket_28k.csv", importer.Options{Stock: 5}, 27_555, 24_583},
	{"bigbasket_units_18k.csv", importer.Options{Stock: 5}, 18_382, 12_475},
	{"bigbasket_units_8k.csv", importer.Options{Stock: 5}, 8_208, 8_087},
	{"zepto_v2.csv", importer.Options{Options: csvimport.Options{Paise: true}}, 3_732, 1_781},
}

// content returns the first lines of the file, or all if lines is 0.
func (f realFile) content(t *testing.T, lines int) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../../../shared/data", f.name))
	if err != nil {
		t.Skipf("the real catalog %s is not beside the project (../shared/data)", f.name)
	}
	for end := range content {
		if content[end] != '\n' {
			continue
		}
		if lines--; lines == 0 {
			return content[:end+1]
		}
	}
	return content
}

func TestImport_readsRealFilesAndChangesNothingTheSecondTime(t *testing.T) {
	t.Parallel()
	for _, file := range realFiles {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			if file.rows > 5000 && !shoptest.Long() {
				t.Skip("csvimport's tests read the whole list; make test-all imports it")
			}
			path := writeList(t, file.name, file.content(t, 0))
			s := newShop(t, shoptest.SQLite(t))
			first := s.Import(t, path, file.options)
			if first.Rows != file.rows || first.Imported != file.products || first.Imported+first.Repeated+first.Skipped != file.rows {
				t.Errorf("reports %s, want %d products of %d rows, and each row imported, repeated or skipped", counts(first), file.products, file.rows)
			}
			if products := s.View.Snapshot().Find(view.Query{}).Products; len(products) != first.Imported {
				t.Errorf("%d products are on sale, %d were imported", len(products), first.Imported)
			}
			again := s.Import(t, path, file.options)
			if again.Imported+again.Updated != 0 || again.Unchanged != first.Imported {
				t.Errorf("again reports %s, want %d unchanged and no other", counts(again), first.Imported)
			}
			if home := s.Call(t, "", "GET", "/product/home", nil); len(home.Bytes) > 200<<10 {
				t.Errorf("the home page takes %d KB of JSON, want at most 200", len(home.Bytes)>>10)
			}
		})
	}
}

// linesCompared is the number of lines that both the API and the command import in `make test`; `make test-all` imports
// all.
const linesCompared = 300

func TestImport_reportsTheSameByAPIAndCommand(t *testing.T) {
	t.Parallel()
	for _, file := range realFiles {
		for database, open := range map[string]func(testing.TB) *db.DB{"sqlite": shoptest.SQLite, "postgres": shoptest.Postgres} {
			t.Run(file.name+" on "+database, func(t *testing.T) {
				t.Parallel()
				content := file.content(t, shoptest.Rounds(linesCompared, 0))
				browser, command := newShop(t, open(t)), newShop(t, open(t))
				path := writeList(t, file.name, content)
				for _, dryRun := range []bool{true, false, false} {
					options := file.options
					options.DryRun = dryRun
					sent, sentLines := browser.importByAPI(t, file.name, content, options)
					ran, ranLines := command.importByCommand(t, path, options)
					if ran.Rows == 0 || ran.Imported+ran.Unchanged == 0 {
						t.Fatalf("nothing was compared: %+v", ran)
					}
					if diff := cmp.Diff(sent, ran, ownOfEachImport); diff != "" {
						t.Errorf("the browser (-) and the command (+) report differently:\n%s", diff)
					}
					if sentLines != ranLines {
						t.Error("the browser and the command list different lines")
					}
				}
			})
		}
	}
}

// ownOfEachImport ignores the ids of an import.
var ownOfEachImport = cmpopts.IgnoreFields(importer.ImportReport{}, "Run", "ReportFile")

// importByAPI imports a list by the API and returns its report with every line.
func (s shop) importByAPI(t *testing.T, name string, content []byte, o importer.Options) (importer.ImportReport, string) {
	t.Helper()
	query := fmt.Sprintf("?dryRun=%t&stock=%d&paise=%t", o.DryRun, o.Stock, o.Paise)
	report := catalogtest.Read[importer.ImportReport](t, s.upload(t, s.Admin, name, content, query).Expect(t, http.StatusOK, ""))
	return report, catalogtest.Read[importer.ReportFile](t, s.Call(t, s.Admin, "GET", "/product/import/report/"+report.ReportFile, nil).Expect(t, http.StatusOK, "")).Content
}

// importByCommand imports a list as the command does and returns its report with every line.
func (s shop) importByCommand(t *testing.T, path string, o importer.Options) (importer.ImportReport, string) {
	t.Helper()
	var lines bytes.Buffer
	o.Lines = &lines
	return importer.ReportOf(s.Import(t, path, o)), lines.String()
}

// writeList writes a list to a temporary file and returns its path.
func writeList(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
