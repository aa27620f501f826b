package importer_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
	"kirana/internal/shoptest/testshop"
)

func TestImport_isRecordedWithItsChanges(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		file := filepath.Join(t.TempDir(), "prices.csv")
		write := func(text string) {
			t.Helper()
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		products := importer.New(d, s.Clock)
		read := func(options importer.Options) {
			t.Helper()
			s.Clock.Advance(time.Second)
			if _, err := products.Import(t.Context(), file, options); err != nil {
				t.Fatal(err)
			}
		}
		write("sku,product,category,sub_category,price\n1,Toor Dal,Grocery,Dal,150\n2,Chana Dal,Grocery,Dal,120\n")
		read(importer.Options{DryRun: true})
		read(importer.Options{})
		read(importer.Options{}) // changes nothing
		write("sku,product,category,sub_category,price\n1,Toor Dal,Grocery,Dal,160\n")
		read(importer.Options{})
		catalogtest.ExpectLog(t, d, "products.import|prices.csv||2 new, 0 changed\nproducts.import|prices.csv||0 new, 1 changed")
	})
}

func TestImportAgain_awaitsConfirmationOfAPriceJump(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, header, "Ghee,,Dairy,,649,,1 L", "Rice,,Staples,,100,,1 kg", "Salt,,Staples,,20,,1 kg"), importer.Options{})
		path := catalogtest.PriceList(t, header, "Ghee,,Dairy,,64.90,,1 L", "Rice,,Staples,,150,,1 kg", "Salt,,Staples,,31,,1 kg")
		report := s.Import(t, path, importer.Options{})
		if report.Unconfirmed != 2 || report.UnconfirmedPrices[0].Fields[0] != (importer.FieldChange{Field: "price", Old: "₹649", New: "₹64.90"}) || report.PricesUp != 1 || report.Updated != 1 {
			t.Errorf("reports %+v, want 2 unconfirmed, ₹649 to ₹64.90 first, 1 price up and 1 updated", report)
		}
		if s.ProductNamed(t, "Ghee").Price != money.Rupees(649) || s.ProductNamed(t, "Rice").Price != money.Rupees(150) || s.ProductNamed(t, "Salt").Price != money.Rupees(20) {
			t.Error("a price that waits was taken, or one that moves by half was not")
		}
		report = s.Import(t, path, importer.Options{Update: importer.Update{JumpLines: map[int]bool{4: true}}})
		if report.Unconfirmed != 1 || s.ProductNamed(t, "Salt").Price != money.Rupees(31) || s.ProductNamed(t, "Ghee").Price != money.Rupees(649) {
			t.Errorf("with a word for line 4: %+v, want 1 unconfirmed, Salt's price ₹31 and Ghee's price ₹649", report)
		}
		report = s.Import(t, path, importer.Options{Update: importer.Update{TakeJumps: true}})
		if report.Unconfirmed != 0 || s.ProductNamed(t, "Ghee").Price != 6490 {
			t.Errorf("with a word for all: %+v, want none unconfirmed and Ghee's price 6490", report)
		}
	})
}

func TestImportAgain_keepsNameAndSizeUntilAPriceJumpIsConfirmed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, header+",SKU,Description", "Basmati Rice,,Staples,,160,,1 kg,R1,Aged"), importer.Options{})
		path := catalogtest.PriceList(t, header+",SKU,Description", "Basmati Rice Family Pack,,Staples,,750,,5 kg,R1,Aged for two years")
		var lines strings.Builder
		report := s.Import(t, path, importer.Options{Lines: &lines})
		rice := s.ProductNamed(t, "Basmati Rice")
		if rice.Price != money.Rupees(160) || rice.Unit != "1 kg" || rice.Description != "Aged for two years" {
			t.Errorf("became %s %s for %v, %q, want price ₹160, unit 1 kg and description Aged for two years", rice.Name, rice.Unit, rice.Price, rice.Description)
		}
		want := []importer.FieldChange{{Field: "price", Old: "₹160", New: "₹750"}, {Field: "name", Old: "Basmati Rice", New: "Basmati Rice Family Pack"}, {Field: "unit", Old: "1 kg", New: "5 kg"}}
		if diff := cmp.Diff(want, report.UnconfirmedPrices[0].Fields); diff != "" || report.Unconfirmed != 1 {
			t.Errorf("%d wait: %s", report.Unconfirmed, diff)
		}
		if !strings.Contains(lines.String(), "2,waits,Basmati Rice,1 kg,unit,1 kg,5 kg,The price would move by more than half. Name and size wait with it.\n") {
			t.Errorf("the file has\n%s", lines.String())
		}
		report = s.Import(t, path, importer.Options{Update: importer.Update{JumpLines: map[int]bool{2: true}}})
		if pack := s.ProductNamed(t, "Basmati Rice Family Pack"); pack.Price != money.Rupees(750) || pack.Unit != "5 kg" || report.Unconfirmed != 0 || report.Edited != 0 {
			t.Errorf("with the line confirmed it became %+v, %d wait, %d edited, want price ₹750, unit 5 kg, none unconfirmed and none edited", pack, report.Unconfirmed, report.Edited)
		}
	})
}

func TestImport_storesEveryLineOfItsReportAsAFile(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		content := []byte("Name,MRP,Pack\nSalt,20,1 kg\n@HYPERLINK(1),30,2 kg\nPoha,sixty,500 g\nSalt,22,1kg\n")
		var report importer.ImportReport
		s.upload(t, s.Admin, "list.csv", content, "?dryRun=true").Expect(t, http.StatusOK, "").Decode(t, &report)
		problem := report.Problems[0]
		if problem.Line != 4 || problem.Column != "MRP" || problem.Value != "sixty" || !strings.Contains(problem.Reason, "sixty") {
			t.Errorf("a row is skipped as %+v, want line 4, column MRP, value sixty and \"sixty\" in the reason", problem)
		}
		want := "line,what,product,unit,column,before,in the list,reason\n" +
			"4,skipped,Poha,,MRP,,sixty,The column “MRP” does not hold an amount of money: “sixty”.\n" +
			"5,repeated,Salt,,,,,Repeats line 2; the last price counts.\n" +
			"2,new,Salt,1 kg,price,,₹22,\n2,new,Salt,1 kg,stock,,0,\n" +
			"3,new,'@HYPERLINK(1),2 kg,price,,₹30,\n3,new,'@HYPERLINK(1),2 kg,stock,,0,\n"
		var file importer.ReportFile
		s.Call(t, s.Admin, "GET", "/product/import/report/"+report.ReportFile, nil).Expect(t, http.StatusOK, "").Decode(t, &file)
		if file.Name != "list-report.csv" || file.Content != want {
			t.Errorf("%s holds\n%s", file.Name, file.Content)
		}
		s.Call(t, s.Shopper, "GET", "/product/import/report/"+report.ReportFile, nil).Expect(t, http.StatusForbidden, "")
		s.upload(t, s.Admin, "list.csv", content, "").Expect(t, http.StatusOK, "").Decode(t, &report)
		var runs []importer.Run
		s.Call(t, s.Admin, "GET", "/product/import/runs", nil).Expect(t, http.StatusOK, "").Decode(t, &runs)
		if len(runs) != 1 || runs[0].ReportFile != report.ReportFile || runs[0].ReportFile != report.Run {
			t.Errorf("lists %+v after %s, want 1 run and report file %v", runs, report.ReportFile, report.Run)
		}
		s.Call(t, s.Admin, "GET", "/product/import/report/none", nil).Expect(t, http.StatusNotFound, "")
		var progress importer.ImportProgress
		s.Call(t, s.Admin, "GET", "/product/import/progress", nil).Expect(t, http.StatusOK, "").Decode(t, &progress)
		if progress != (importer.ImportProgress{}) {
			t.Errorf("no import runs, but %+v", progress)
		}
	})
}

func TestImport_storesPictureURLsAndLeavesDraftsUnpublished(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		path := catalogtest.PriceList(t, "Handle,Title,Type,Published,Option1 Name,Option1 Value,Variant Price,Image Src,Status",
			"dal,Toor Dal,Pulses,true,Size,500 g,95,https://shop.example.com/a.jpg,active",
			"dal,,,,,1 kg,180,https://shop.example.com/b.jpg,",
			"tea,Tea,Drinks,true,Title,Default Title,50,,draft")
		addresses := func() string {
			t.Helper()
			rows, err := db.All[string](t.Context(), d, `
				SELECT p.name || ' ' || p.unit || ' ' || CAST(u.position AS TEXT) || ' ' || u.url
				FROM product_image_urls u
				JOIN products p ON p.id = u.product_id
				ORDER BY p.unit, u.position`)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(rows, "\n")
		}
		report := s.Import(t, path, importer.Options{})
		want := "Toor Dal 1 kg 0 https://shop.example.com/a.jpg\nToor Dal 1 kg 1 https://shop.example.com/b.jpg\n" +
			"Toor Dal 500 g 0 https://shop.example.com/a.jpg\nToor Dal 500 g 1 https://shop.example.com/b.jpg"
		if report.Columns.Program != "Shopify" || report.Imported != 3 || addresses() != want {
			t.Errorf("reports %s, keeps\n%s", counts(report), addresses())
		}
		published, err := db.All[string](t.Context(), d, `SELECT name FROM products WHERE publish ORDER BY name, unit`)
		if err != nil || fmt.Sprint(published) != "[Toor Dal Toor Dal]" {
			t.Errorf("publishes %v, %v, want \"[Toor Dal Toor Dal]\"", published, err)
		}
		if again := s.Import(t, path, importer.Options{}); again.Unchanged != 3 || addresses() != want {
			t.Errorf("again reports %s, keeps\n%s", counts(again), addresses())
		}
		if _, err := s.Importer.Undo(t.Context(), report.Run); err != nil || addresses() != "" {
			t.Errorf("undone, it keeps %s, %v, want no addresses", addresses(), err)
		}
	})
}

func TestImport_skipsRowsThatChangedWhileTheListWasRead(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		path := catalogtest.PriceList(t, "Name,MRP", "Salt,20", "Poha,50")
		report := s.Import(t, path, importer.Options{Progress: func(stage string, done, total int64) {
			if stage == "Reading" && done == total {
				if err := os.WriteFile(path, []byte("Name,MRP\nSalt,20\nJaggery,60\n"), 0o600); err != nil {
					t.Error(err)
				}
			}
		}})
		if report.Imported != 1 || report.Skipped != 1 || report.Problems[0].Line != 3 || report.Problems[0].Name != "Jaggery" {
			t.Errorf("reports %s, %+v, want 1 imported, 1 skipped, line 3 and name Jaggery", counts(report), report.Problems)
		}
	})
}

func TestImport_cutsAReportThatIsTooLong(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		var lines strings.Builder
		report := s.Import(t, numberedList(t, 100, 20), importer.Options{Lines: &lines, MaxLines: 1000})
		text := strings.TrimSpace(lines.String())
		last := text[strings.LastIndex(text, "\n")+1:]
		if report.Imported != 100 || len(text) > 1300 || last != ",cut,,,,,,The report would be too long: the lines from here on are left out." || strings.Count(text, ",cut,") != 1 {
			t.Errorf("imported %d, the report has %d bytes and ends with %s, want 100 imported, at most 1300 bytes, and one line that says that it was cut", report.Imported, len(text), last)
		}
	})
}
