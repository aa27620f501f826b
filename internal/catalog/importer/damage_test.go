package importer_test

import (
	"net/http"
	"strings"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// The list has no ids, and a spreadsheet damaged its codes.
func TestImport_findsAProductByNameAndSizeIfItsCodeIsDamaged(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		stored := map[string]string{
			"Poha": "8901234567894", "Besan": "8901236700009", "Cola": "012345678905", "Pen": "00012348", "Nail": "0012345", "Cup": "12e5", "Rava": "8901200123456",
		}
		file := []string{"Name,Unit,MRP,Category,Barcode"}
		for name, code := range stored {
			file = append(file, name+",1 kg,60,Grocery,"+code)
		}
		s.Import(t, catalogtest.PriceList(t, file...), importer.Options{Stock: 5})
		jam := s.Product(t, catalogtest.Product{Name: "Jam", Price: 60})
		s.Change(t, jam.ID, object{"unit": "1 kg", "barcode": "8901234500009"}).Expect(t, http.StatusOK, "")
		stored["Jam"] = "8901234500009"
		for _, damaged := range []string{
			"Poha;8.90E+12", "Poha;8.90123E+12", "Poha;8901230000000", "Poha;8900000000000", "Poha;8901234567000", "Poha;\"8,90123E+12\"", "Poha;9E+12", "Poha;",
			"Besan;8.90124E+12", "Besan;8901240000000", "Besan;8901236700000", "Cola;12345678905", "Cola;1.23457E+10", "Cola;12345700000", "Pen;12348", "Nail;12345", "Cup;1200000", "Cup;1.20E+06",
			"Rava;8901200000000", "Jam;8.90E+12", "Jam;8901234500000",
		} {
			name, code, _ := strings.Cut(damaged, ";")
			path := catalogtest.PriceList(t, "Name,Category,Unit,MRP,Barcode", name+",Grocery,1 kg,65,"+code)
			s.Import(t, catalogtest.PriceList(t, "Name,Category,Unit,MRP,Barcode", name+",Grocery,1 kg,60,"+stored[name]), importer.Options{})
			report := s.Import(t, path, importer.Options{})
			got := s.ProductNamed(t, name)
			if report.Updated != 1 || report.Imported != 0 || got.Barcode != stored[name] || got.Price != 6500 {
				t.Errorf("%s: %s, stored %s at %v, want 1 updated with barcode %q at ₹65", damaged, counts(report), got.Barcode, got.Price, stored[name])
			}
			if (report.Remarked == 0) != (code == "") {
				t.Errorf("%s: notes %v, want remarks of a code: %t", damaged, report.Notes, code != "")
			}
			if again := s.Import(t, path, importer.Options{}); again.Unchanged != 1 {
				t.Errorf("%s again: %s, want 1 unchanged", damaged, counts(again))
			}
		}
	})
}

func TestImport_readsDatesWithoutAFormatByTheWorkbooksCalendar(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		for calendar, want := range map[string]string{"": "4 November 2022", "<Date1904/>": "5 November 2026"} {
			book := `<?xml version="1.0"?><Workbook xmlns:ss="urn:x"><ExcelWorkbook>` + calendar + `</ExcelWorkbook><Worksheet ss:Name="S"><Table>`
			for _, row := range [][]string{{"Name", "Category", "MRP", "Best before"}, {"Poha", "Grocery", "44869", "44869"}} {
				book += "<Row>"
				for i, cell := range row {
					kind := "String"
					if row[0] == "Poha" && i > 1 {
						kind = "Number"
					}
					book += `<Cell><Data ss:Type="` + kind + `">` + cell + `</Data></Cell>`
				}
				book += "</Row>"
			}
			s.Import(t, catalogtest.PriceList(t, book+"</Table></Worksheet></Workbook>"), importer.Options{})
			if got := s.ProductNamed(t, "Poha"); got.BestBefore != want || got.Price != 4486900 {
				t.Errorf("%q: best before %q, price %v, want best before %v and price 4486900", calendar, got.BestBefore, got.Price, want)
			}
		}
	})
}

func TestImport_addsNewProductsWithoutDamagedCodes(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, "Name,Unit,MRP,Category,Barcode", "Poha,1 kg,60,Grocery,8901234567894", "Salt,1 kg,20,Grocery,8901030865275"), importer.Options{Stock: 5})
		report := s.Import(t, catalogtest.PriceList(t, "Name,Unit,MRP,Category,Barcode",
			"Poha,500 g,30,Grocery,8.90123E+12", "Sooji,1 kg,40,Grocery,8.90E+12", "Maida,1 kg,40,Grocery,8901230000000", "Atta,1 kg,40,Grocery,8901230000000", "Salt,1 kg,22,Grocery,8.90E+12"), importer.Options{Stock: 5})
		if report.Imported != 4 || report.Updated != 1 || report.Notes[csvimport.NoteBarcodeLost] != 5 {
			t.Errorf("%s, %v, want 4 imported, 1 updated and 5 NoteBarcodeLost", counts(report), report.Notes)
		}
		for _, name := range []string{"Sooji", "Maida", "Atta"} {
			if got := s.ProductNamed(t, name); got.Barcode != "" {
				t.Errorf("%s has the barcode %s, want no barcode", name, got.Barcode)
			}
		}
		// A valid GTIN may end in a few zeros.
		s.Import(t, catalogtest.PriceList(t, "Name,Unit,MRP,Category,Barcode", "Ghee,1 kg,500,Grocery,8901200000000", "Tea,1 kg,500,Grocery,8901234100004", "Oil,1 kg,150,Grocery,100000"), importer.Options{Stock: 5})
		for name, code := range map[string]string{"Ghee": "", "Tea": "8901234100004", "Oil": "100000"} {
			if got := s.ProductNamed(t, name); got.Barcode != code {
				t.Errorf("%s has the barcode %q, want %q", name, got.Barcode, code)
			}
		}
	})
}

func TestImport_skipsADamagedCodeIfItsNameIsAmbiguous(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, "Name,Unit,MRP,SKU,Barcode", "Poha,1 kg,60,P1,8901234567894", "Poha,1 kg,80,P2,8901030865275"), importer.Options{Stock: 5})
		report := s.Import(t, catalogtest.PriceList(t, "Name,Unit,MRP,Barcode", "Poha,1 kg,65,8.90123E+12"), importer.Options{})
		if report.Skipped != 1 || report.Imported != 0 || report.Updated != 0 || !strings.Contains(string(report.Problems[0].Reason), "damaged the code") {
			t.Errorf("%s, %v, want 1 skipped, none imported, none updated and \"damaged the code\" in the reason", counts(report), report.Problems)
		}
		report = s.Import(t, catalogtest.PriceList(t, "Name,Unit,MRP,SKU,Barcode", "Poha,1 kg,65,P1,8.90123E+12", "Poha,1 kg,85,P2,8901030000000"), importer.Options{})
		products, err := db.All[catalog.Product](t.Context(), d, catalog.SelectProducts+` ORDER BY p.sku`)
		if err != nil || report.Updated != 2 || len(products) != 2 || products[0].Price != 6500 || products[1].Price != 8500 || products[1].Barcode != "8901030865275" {
			t.Errorf("%s, %v, %v, want 2 updated, 2 products, price 6500, price 8500 and barcode 8901030865275", counts(report), products, err)
		}
	})
}
