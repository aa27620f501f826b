package importer_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestImport_notesThatTheStocksOfARepeatedProductAreNotAddedUp(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	report := s.Import(t, catalogtest.PriceList(t, "Item,Batch,MRP,Stock", "Parle G 100 g,B1,10,5", "Parle G 100 g,B2,11,7", "Salt 1 kg,B1,20,3", "Salt 1 kg,B2,20,"), importer.Options{})
	if product := s.ProductNamed(t, "Parle G 100 g"); product.Stock != 7 || report.Repeated != 2 || report.Notes[importer.NoteStockLast] != 1 {
		t.Errorf("the stock is %d with %d rows repeated and the notes %v, want 7, 2 and 1 of NoteStockLast", product.Stock, report.Repeated, report.Notes)
	}
}

func TestImport_keepsTextsThatASpreadsheetDamagedInTheShopsExport(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, "Name,Category,MRP,Unit,Barcode,Best before", "चावल,Staples,60,1 kg,8901234567894,5 November 2026", "Cola,Drinks,40,300 ml,012345678905,"), importer.Options{Stock: 5})
		rice, cola := s.ProductNamed(t, "चावल"), s.ProductNamed(t, "Cola")
		if cola.Barcode != "012345678905" {
			t.Errorf("the barcode is stored as %q, want %q", cola.Barcode, "012345678905")
		}
		report := s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,Category,MRP,Unit,Barcode,Best before",
			rice.ID+",????,Staples,65,1 kg,8.90123E+12,05-11-2026", cola.ID+",Cola,Drinks,40,300 ml,12345678905,"), importer.Options{})
		after, same := s.ProductNamed(t, "चावल"), s.ProductNamed(t, "Cola")
		if after.Barcode != "8901234567894" || after.BestBefore != "5 November 2026" || after.Price != 6500 || same.Barcode != cola.Barcode {
			t.Errorf("stored %+v and %+v, want barcode 8901234567894, best before 5 November 2026, price 6500 and barcode %v", after, same, cola.Barcode)
		}
		if report.Notes[csvimport.NoteBarcodeKept] != 1 || report.Updated != 1 || report.Unchanged != 1 {
			t.Errorf("reports %s, %v, want 1 NoteBarcodeKept, 1 updated and 1 unchanged", counts(report), report.Notes)
		}
	})
}

func TestImport_keepsBarcodesThatASpreadsheetRounded(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.Import(t, catalogtest.PriceList(t, "Name,SKU,MRP,Barcode", "Poha 1 kg,12345678901234567,60,8901234567894"), importer.Options{Stock: 5})
	poha := s.ProductNamed(t, "Poha 1 kg")
	for cells, want := range map[string]string{
		",8901230000000": "8901234567894", ",8901234567000": "8901234567894", `,"8,90123E+12"`: "8901234567894", ",.89E+12": "8901234567894", `,",89E+13"`: "8901234567894", ",8.9E12": "8901234567894", ",89E+11": "8901234567894",
		"1.23457E+16,": "8901234567894", "12345678901234500,": "8901234567894", "12345678901234567,8901030865275": "8901030865275", ",8901234567894": "8901234567894",
	} {
		s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,MRP,SKU,Barcode", poha.ID+",Poha 1 kg,60,"+cells), importer.Options{})
		if after := s.ProductNamed(t, "Poha 1 kg"); after.Barcode != want || after.SKU != poha.SKU {
			t.Errorf("%s: SKU %q, barcode %q, want %q and %q", cells, after.SKU, after.Barcode, poha.SKU, want)
		}
		if want != poha.Barcode {
			s.Change(t, poha.ID, object{"barcode": poha.Barcode}).Expect(t, http.StatusOK, "")
		}
	}
	for _, cells := range []string{`Poha 1 kg,.89E+12`, `Poha 1 kg,"8,90123E+12"`, "Poha 1 kg,8.90123E12"} {
		report := s.Import(t, catalogtest.PriceList(t, "Name,Barcode,MRP", cells+",60"), importer.Options{})
		if report.Notes[csvimport.NoteBarcodeLost] != 1 {
			t.Errorf("%s without an id: %v", cells, report.Notes)
		}
	}
}

func TestImport_keepsProductsWithASharedCodeApart(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, "Name,SKU,MRP", "Salt 1 kg,7,20"), importer.Options{Stock: 5})
		salt := s.ProductNamed(t, "Salt 1 kg")
		path := catalogtest.PriceList(t, "Name,SKU,MRP", "Salt 1 kg,7,21", "Sugar 1 kg,7,45", "Tea 100 g,0,60")
		report := s.Import(t, path, importer.Options{Stock: 5})
		if report.Imported != 2 || report.Updated != 1 || report.Notes[csvimport.NoteSharedKey] != 2 || s.ProductNamed(t, "Salt 1 kg").ID != salt.ID {
			t.Errorf("reports %s, %v, want 2 imported, 1 updated, 2 NoteSharedKey and Salt 1 kg's ID %v", counts(report), report.Notes, salt.ID)
		}
		if again := s.Import(t, path, importer.Options{Stock: 5}); again.Unchanged != 3 {
			t.Errorf("again: %s, want 3 unchanged", counts(again))
		}
	})
}

func TestImport_keepsCopiedRowsOfTheShopsExportApart(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, "Name,SKU,MRP,Unit", "Tea,T1,31,100 g"), importer.Options{Stock: 5})
		tea := s.ProductNamed(t, "Tea")
		report := s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,SKU,MRP,Unit", tea.ID+",Tea,T1,32,100 g", tea.ID+",Coffee,T1,35,50 g"), importer.Options{})
		if after := s.ProductNamed(t, "Tea"); report.Imported != 1 || report.Updated != 1 || after.ID != tea.ID || after.Price != 3200 || s.ProductNamed(t, "Coffee").Price != 3500 {
			t.Errorf("reports %s, stored %+v, want 1 imported, 1 updated, ID %v, price 3200 and Coffee's price 3500", counts(report), after, tea.ID)
		}
		if report.Notes[csvimport.NoteSharedKey] != 4 {
			t.Errorf("notes %v, want 4 NoteSharedKey", report.Notes)
		}
	})
}

func TestImport_keepsTheTileCodeWhoseZerosASpreadsheetDropped(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.Import(t, catalogtest.PriceList(t, "Name,Tile code,SKU,MRP", "Poha 1 kg,0045,123,60"), importer.Options{Stock: 5})
	poha := s.ProductNamed(t, "Poha 1 kg")
	for _, cells := range []string{"45,123", "45.0,123.0"} {
		report := s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,MRP,Tile code,SKU", poha.ID+",Poha 1 kg,60,"+cells), importer.Options{})
		if after := s.ProductNamed(t, "Poha 1 kg"); after.ItemCode != "0045" || after.SKU != "123" || report.Remarked == 0 || report.Unchanged != 1 {
			t.Errorf("%s: tile code %q, SKU %q, %s, want item code 0045, SKU 123, a remark and 1 unchanged", cells, after.ItemCode, after.SKU, counts(report))
		}
	}
}

func TestImport_reportsHiddenColumnsAndUnreadSheets(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	path := filepath.Join(t.TempDir(), "list.xls")
	page := `<table><tr><td>Ganesh</table><table><tr><td>Masala<td>Kimti<td>Kitna<tr><td>Haldi<td>30<td>5</table><table><tr><td>Name<td>MRP<td style="display:none">Price<tr style="display:none"><td>Salt<td>40<td>30</table><table><tr><td>Name<td>MRP<tr><td>Tea<td>50</table>`
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	for sheet, want := range map[string]string{"": "[{ Salt} {Price } { Table 2} { Table 4}]", "Table 3": "[{ Salt} {Price }]", "Table 4": "[]"} {
		report := s.Import(t, path, importer.Options{Stock: 5, Sheet: sheet, DryRun: true})
		var got []struct{ column, value string }
		for _, remark := range report.Remarks {
			got = append(got, struct{ column, value string }{remark.Column, remark.Value})
		}
		if fmt.Sprint(got) != want || report.Remarked != len(got) {
			t.Errorf("sheet %q: %v, want %v and %v remarked", sheet, got, want, len(got))
		}
	}
}

func TestUploadedList_reportsUnknownStatusWordsAndMissingStock(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		content := []byte("Type,SKU,Name,Published,In stock?,Stock,Sale price,Regular price,Date sale price starts,Categories\n" +
			"simple,w1,Basmati Rice 1 kg,1,1,,,90,,Grocery\nsimple,w2,Mango 1 kg,Seasonal,1,20 kg,10,90,2090-10-20,Grocery\n")
		var report importer.ImportReport
		s.upload(t, s.Admin, "list.csv", content, "?dryRun=true").Expect(t, http.StatusOK, "").Decode(t, &report)
		if fmt.Sprint(report.StatusWords) != "[{Seasonal 1}]" || !report.Unsellable || report.Remarked != len(report.Remarks) || report.Remarked != 4 {
			t.Errorf("asks %v, unsellable %v, %d remarks %+v, want \"[{Seasonal 1}]\", unsellable true, %v remarked and 4 remarked", report.StatusWords, report.Unsellable, report.Remarked, report.Remarks, len(report.Remarks))
		}
		s.upload(t, s.Admin, "list.csv", content, "?stock=%E0%A5%AF&statusWords="+url.QueryEscape("Seasonal=yes")).Expect(t, http.StatusOK, "").Decode(t, &report)
		mango := s.ProductNamed(t, "Mango 1 kg")
		if !mango.Publish || mango.Price != 9000 || mango.Discount != 0 || mango.Stock != 9 || len(report.StatusWords) != 0 || report.Unsellable {
			t.Errorf("stored %+v, reports %+v, want published, price 9000, discount 0, stock 9, no status words and unsellable false", mango, report)
		}
		s.upload(t, s.Admin, "list.csv", content, "?statusWords=Seasonal").ExpectField(t, "statusWords")
	})
}

func TestUploadedList_thatIsSlowDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	silent, sender := io.Pipe()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/api/product/import", silent)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	request.Header.Set("Authorization", "Bearer "+s.Admin)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Handler.ServeHTTP(httptest.NewRecorder(), request)
	}()
	// Write returns once the handler reads the upload.
	if _, err := sender.Write([]byte("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"slow.csv\"\r\n\r\n" + strings.Repeat("Name,MRP\n", 8<<10))); err != nil {
		t.Fatal(err)
	}
	s.upload(t, s.Admin, "list.csv", []byte("Name,MRP\nSalt,20\n"), "").Expect(t, http.StatusOK, "The list is read.")
	if err := sender.Close(); err != nil {
		t.Fatal(err)
	}
	<-done
}
