package importer_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestUndo_revertsAnImportExceptLaterEdits(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, countedHeader+",SKU", "Toor Dal,Staples,160,1 kg,40,A1", "Ghee,Dairy,500,1 L,10,A2", "Salt,Staples,20,1 kg,5,A3"), importer.Options{})
		s.Clock.Advance(time.Minute)
		path := catalogtest.PriceList(t, countedHeader+",SKU", "Arhar Dal,Pulses,170,2 kg,100,A1", "Ghee,Dairy,550,1 L,10,A2", "Salt,Staples,22,1 kg,5,A3", "Jaggery,Staples,60,500 g,8,A4")
		second := s.Import(t, path, importer.Options{Update: importer.Update{Stock: importer.SetStock}})
		if got := counts(second); got != "4 rows: 1 imported, 3 updated, 0 unchanged, 0 repeated, 0 skipped" || second.Run == "" {
			t.Fatalf("reports %s, want \"4 rows: 1 imported, 3 updated, 0 unchanged, 0 repeated, 0 skipped\" and a run", got)
		}
		dal, jaggery := s.ProductNamed(t, "Arhar Dal"), s.ProductNamed(t, "Jaggery")
		if err := s.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "o", Quantity: 3}); err != nil {
			t.Fatal(err)
		}
		price := money.Rupees(540)
		if _, err := s.Service.UpdateProduct(t.Context(), s.ProductNamed(t, "Ghee").ID, admin.ProductForm{Price: &price}); err != nil {
			t.Fatal(err)
		}
		undone, err := s.Importer.Undo(t.Context(), second.Run)
		s.Refresh(t)
		if err != nil || undone.Restored != 2 || undone.Removed != 1 || fmt.Sprint(undone.Kept) != "[Ghee]" {
			t.Errorf("reports %+v, %v, want 2 restored, 1 removed and \"[Ghee]\"", undone, err)
		}
		if now := s.ProductNamed(t, "Toor Dal"); now.ID != dal.ID || now.Price != money.Rupees(160) || now.Unit != "1 kg" || now.Stock != 37 || now.Category.Name != "Staples" {
			t.Errorf("became %+v, want ID %v, price ₹160, unit 1 kg, stock 37 and category Staples", now, dal.ID)
		}
		if got := shoptest.Stock(t, d, dal.ID); got != 37 {
			t.Errorf("the stock is %d, want 40 less the 3 that were sold", got)
		}
		if s.ProductNamed(t, "Ghee").Price != price || strings.Contains(s.Found(t, "", ""), jaggery.Name) {
			t.Errorf("shows %s, want Ghee at %v and no %s", s.Found(t, "", ""), price, jaggery.Name)
		}
		// An undone list is imported as if for the first time.
		again := s.Import(t, path, importer.Options{Update: importer.Update{Stock: importer.SetStock}})
		if got := counts(again); got != "4 rows: 1 imported, 2 updated, 1 unchanged, 0 repeated, 0 skipped" || again.Edited != 1 {
			t.Errorf("again reports %s, %d edited, want 4 rows: 1 imported, 2 updated, 1 unchanged, 0 repeated, 0 skipped and 1", got, again.Edited)
		}
		if _, err := s.Importer.Undo(t.Context(), second.Run); !fault.Is(err, fault.Conflict) {
			t.Errorf("a second time: %v", err)
		}
		s.Clock.Advance(8 * 24 * time.Hour)
		if _, err := s.Importer.Undo(t.Context(), again.Run); !fault.Is(err, fault.Conflict) {
			t.Errorf("after 8 days: %v", err)
		}
	})
}

func TestRuns_areListedAndUndoneOverHTTP(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		var report importer.ImportReport
		s.upload(t, s.Admin, "list.csv", []byte("Name,MRP\nSalt,20\n"), "").Expect(t, http.StatusOK, "").Decode(t, &report)
		var runs []importer.Run
		s.Call(t, s.Admin, "GET", "/product/import/runs", nil).Expect(t, http.StatusOK, "").Decode(t, &runs)
		if len(runs) != 1 || runs[0].ID != report.Run || runs[0].File != "list.csv" || runs[0].Imported != 1 || !runs[0].Undoable {
			t.Errorf("lists %+v, want 1 run, ID %v, file list.csv, 1 imported and undoable true", runs, report.Run)
		}
		s.Call(t, s.Shopper, "POST", "/product/import/undo/"+report.Run, nil).Expect(t, http.StatusForbidden, "")
		var undone importer.UndoReport
		s.Call(t, s.Admin, "POST", "/product/import/undo/"+report.Run, nil).Expect(t, http.StatusOK, "The import is undone.").Decode(t, &undone)
		if undone.Removed != 1 || s.Found(t, "", "") != "" {
			t.Errorf("reports %+v, shows %s, want 1 removed and an empty shop", undone, s.Found(t, "", ""))
		}
		s.Call(t, s.Admin, "POST", "/product/import/undo/"+report.Run, nil).Expect(t, http.StatusConflict, "This import was undone already.")
		s.Call(t, s.Admin, "POST", "/product/import/undo/none", nil).Expect(t, http.StatusNotFound, "")
		if logged := catalogtest.Log(t, d, "products.import-undo"); !strings.HasSuffix(logged, "||0 restored, 1 removed, 0 kept") {
			t.Errorf("recorded %q, want it to end in \"||0 restored, 1 removed, 0 kept\"", logged)
		}
	})
}

func TestUploadedList_isMappedByHand(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		columns := func(name string, content []byte, query string) (c importer.ListColumns) {
			t.Helper()
			s.uploadTo(t, "/product/import/columns", s.Admin, name, content, query).Expect(t, http.StatusOK, "").Decode(t, &c)
			return c
		}
		titled := []byte("Ganesh Stores, price list\n\nItem Name,MRP,Rt,Pack\nSalt,20,18,1kg\nGhee,500,480,1 L\n")
		c := columns("titled.csv", titled, "")
		if len(c.Columns) != 4 || c.Columns[0].Field != "name" || c.Columns[2].Field != "" || fmt.Sprint(c.Columns[2].Samples) != "[18 480]" || c.NoHeader {
			t.Errorf("below a title: %+v, want 4 columns below a header, name first and the samples 18 and 480 of one without a field", c)
		}
		var report importer.ImportReport
		s.upload(t, s.Admin, "titled.csv", titled, "?map=name=%231,price=%232,sale_price=%233,unit=%234").Expect(t, http.StatusOK, "").Decode(t, &report)
		if salt := s.ProductNamed(t, "Salt"); report.Imported != 2 || salt.Discount != money.Rupees(2) || salt.Unit != "1 kg" {
			t.Errorf("reports %+v, made %+v, want 2 imported, discount ₹2 and unit 1 kg", report, salt)
		}
		bare := []byte("Jaggery,500g,60\nPoha,1kg,55\n")
		if c = columns("bare.csv", bare, ""); !c.NoHeader || len(c.Columns) != 3 || c.Columns[0].Name != "Column 1" || fmt.Sprint(c.Columns[0].Samples) != "[Jaggery Poha]" {
			t.Errorf("without a header: %+v", c)
		}
		s.upload(t, s.Admin, "bare.csv", bare, "?noHeader=true&map=name=%231,unit=%232,price=%233").Expect(t, http.StatusOK, "").Decode(t, &report)
		if poha := s.ProductNamed(t, "Poha"); report.Imported != 2 || poha.Price != money.Rupees(55) || poha.Unit != "1 kg" {
			t.Errorf("reports %+v, made %+v, want 2 imported, price ₹55 and unit 1 kg", report, poha)
		}
		s.upload(t, s.Admin, "bare.csv", bare, "?noHeader=true&map=name=%231,price=%239").ExpectField(t, "file")
		book := workbook(t, []any{"Price list of November"}, []any{"Item", "MRP", "Stock"}, []any{"Ragi", 80, 4})
		if c = columns("book.xlsx", book, ""); len(c.Sheets) != 1 || len(c.Columns) != 3 || c.Columns[1].Field != "price" {
			t.Errorf("a workbook: %+v, want 1 sheet, 3 columns and field price", c)
		}
		s.upload(t, s.Admin, "book.xlsx", book, "?sheet=Sheet1").Expect(t, http.StatusOK, "").Decode(t, &report)
		if s.ProductNamed(t, "Ragi").Stock != 4 || report.Skipped != 0 {
			t.Errorf("reports %+v, want Ragi's stock 4 and none skipped", report)
		}
		s.upload(t, s.Admin, "book.xlsx", book, "?sheet=Other").ExpectField(t, "file")
	})
}
