package importer_test

import (
	"net/http"
	"slices"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestImport_setsCodesAndTaxAndKeepsEditedOnes(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		byHand := s.Product(t, catalogtest.Product{Name: "Ghee"})
		s.Change(t, byHand.ID, catalogtest.Object{"sku": "g-1"}).Expect(t, http.StatusOK, "")
		const header = "Name,MRP,Category,Item Code,HSN/SAC,GST %"
		file := catalogtest.PriceList(t, header, "Toor Dal,160,Staples,D-1,713,5%", "Desi Ghee,500,Dairy,G-1,040590,0.05", "Soap,40,Care,S-1,12345678901,many")
		report := s.Import(t, file, importer.Options{Stock: 3})
		if report.Imported != 2 || report.Updated != 1 || report.Skipped != 0 {
			t.Errorf("the list makes %+v, want 2 imported, 1 updated and none skipped", report)
		}
		for _, note := range []csvimport.Note{csvimport.NoteHSNPadded, csvimport.NoteHSNInvalid, csvimport.NoteRateInvalid} {
			if report.Notes[note] != 1 {
				t.Errorf("%q is noted %d times, want 1", note, report.Notes[note])
			}
		}
		find := func(code string) catalog.Product {
			return catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/code?code="+code, nil).Expect(t, http.StatusOK, ""))
		}
		dal, ghee, soap := find("d-1"), find("g-1"), find("s-1")
		if dal.SKU != "D-1" || dal.HSN != "0713" || dal.GSTRate == nil || *dal.GSTRate != 500 || dal.TaxRate != "5" {
			t.Errorf("the dal has %+v, %s, want SKU D-1, HSN 0713, GST rate 500 and tax rate 5", dal.Facts, dal.TaxRate)
		}
		if ghee.ID != byHand.ID || ghee.SKU != "G-1" || ghee.HSN != "040590" || ghee.GSTRate == nil || *ghee.GSTRate != 500 {
			t.Errorf("the ghee has %+v, want ID %v, SKU G-1, HSN 040590 and GST rate 500", ghee.Facts, byHand.ID)
		}
		if soap.HSN != "" || soap.GSTRate != nil || soap.Price != 4000 {
			t.Errorf("the soap has %+v, want no HSN, no GST rate and price 4000", soap.Facts)
		}
		if again := s.Import(t, file, importer.Options{Stock: 3}); again.Unchanged != 3 {
			t.Errorf("the list again makes %+v, want 3 unchanged", again)
		}
		s.Change(t, dal.ID, catalogtest.Object{"hsn": "07136000", "gstRate": nil}).Expect(t, http.StatusOK, "")
		s.Import(t, catalogtest.PriceList(t, header, "Toor Dal,160,Staples,D-1,0713,12%", "Desi Ghee,500,Dairy,G-1,040510,5%"), importer.Options{Stock: 3})
		if dal, ghee = find("d-1"), find("g-1"); dal.HSN != "07136000" || dal.GSTRate != nil || ghee.HSN != "040510" {
			t.Errorf("after an edit the dal has %+v, the ghee %+v, want HSN 07136000, no GST rate and HSN 040510", dal.Facts, ghee.Facts)
		}
	})
}

func TestImport_ignoresASKUOfAnotherProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, "Name,MRP,Category,SKU", "Toor Dal,160,Staples,D-1", "Rice,90,Staples,R-1"), importer.Options{Stock: 3})
		dal := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/code?code=D-1", nil).Expect(t, http.StatusOK, ""))
		report := s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,MRP,Category,SKU", dal.ID+",Toor Dal,165,Staples,r-1"), importer.Options{})
		if report.Updated != 1 || report.Notes[csvimport.NoteSKUTaken] != 1 || len(report.Remarks) != 1 || report.Remarks[0].Value != "r-1" {
			t.Errorf("the table makes %+v, want 1 updated, 1 NoteSKUTaken, 1 remark and value r-1", report)
		}
		after := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/code?code=D-1", nil).Expect(t, http.StatusOK, ""))
		if after.ID != dal.ID || after.SKU != "D-1" || after.Price != 16500 {
			t.Errorf("the dal has %+v, want ID %v, SKU D-1 and price 16500", after, dal.ID)
		}
		rice := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/code?code=R-1", nil).Expect(t, http.StatusOK, ""))
		report = s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,MRP,Category,SKU", dal.ID+",Toor Dal,165,Staples,8.9E+12", rice.ID+",Rice,95,Staples,R-1"), importer.Options{})
		if report.Updated != 1 || report.Notes[csvimport.NoteSKULost] != 1 {
			t.Errorf("a table with a shortened SKU makes %+v, want 1 updated and 1 NoteSKULost", report)
		}
		report = s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,MRP,Category,SKU", dal.ID+",Toor Dal,165,Staples,N-1", rice.ID+",Rice,95,Staples,n-1"), importer.Options{})
		if report.Updated != 1 || report.Notes[csvimport.NoteSKUTaken] != 1 {
			t.Errorf("a table with one SKU twice makes %+v", report)
		}
		fields := importer.OnlyFields()
		for _, field := range []string{"sku", "hsn", "tax_condition", "gst_rate"} {
			if !slices.Contains(fields, field) {
				t.Errorf("%s cannot be imported alone", field)
			}
		}
	})
}

func TestImport_setsATileCodeOfOneProductOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		report := s.Import(t, catalogtest.PriceList(t, "Name,MRP,Category,Tile code", "Onion,40,Vegetables,42", "Potato,30,Vegetables,42", "Okra,20,Vegetables,K7"), importer.Options{Stock: 3})
		if report.Imported != 3 || report.Notes[csvimport.NoteItemCodeTaken] != 1 || len(report.Remarks) != 1 || report.Remarks[0].Value != "42" {
			t.Errorf("the list makes %+v, want 3 imported, 1 NoteItemCodeTaken, 1 remark and value 42", report)
		}
		for name, want := range map[string]string{"Onion": "42", "Potato": "", "Okra": "K7"} {
			if got := s.ProductNamed(t, name).ItemCode; got != want {
				t.Errorf("%s has the tile code %q, want %q", name, got, want)
			}
		}
		okra := s.ProductNamed(t, "Okra").ID
		report = s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,MRP,Category,Tile code", okra+",Okra,20,Vegetables,42"), importer.Options{})
		if report.Notes[csvimport.NoteItemCodeTaken] != 1 || s.ProductNamed(t, "Okra").ItemCode != "K7" {
			t.Errorf("the table makes %+v, want 1 NoteItemCodeTaken and Okra's item code K7", report)
		}
	})
}

func TestUndo_ofARunRecordedWithoutTaxKeepsTheTax(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal"})
		s.Change(t, dal.ID, catalogtest.Object{"hsn": "0713", "gstRate": "5"}).Expect(t, http.StatusOK, "")
		report := s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,MRP,Category", dal.ID+",Toor Dal,165,Staples"), importer.Options{})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE import_run_changes SET before = '{"Name":"Toor Dal","Price":16000,"Label":{"Maker":"Taj"}}' WHERE run_id = $1`, report.Run)
		})
		if err != nil {
			t.Fatal(err)
		}
		undone, err := s.Importer.Undo(t.Context(), report.Run)
		s.Refresh(t)
		if now := s.ProductNamed(t, "Toor Dal"); err != nil || undone.Restored != 1 || now.Price != 16000 || now.Maker != "Taj" || now.HSN != "0713" || now.GSTRate == nil {
			t.Errorf("undone %+v, %v, the dal is %+v, want 1 restored, price 16000, maker Taj, HSN 0713 and a GST rate", undone, err, now)
		}
	})
}

// sharedSKUs returns the SKUs that several products share.
func sharedSKUs(t *testing.T, d *db.DB) []string {
	t.Helper()
	skus, err := db.All[string](t.Context(), d, `
		SELECT lower(sku)
		FROM products
		WHERE sku <> '' AND deleted_at IS NULL
		GROUP BY lower(sku)
		HAVING COUNT(*) > 1
		ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	return skus
}

func TestUndo_doesNotRestoreATileCodeThatAnotherProductHas(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	onion, potato := s.Product(t, catalogtest.Product{Name: "Onion"}), s.Product(t, catalogtest.Product{Name: "Potato"})
	s.Change(t, onion.ID, catalogtest.Object{"itemCode": "A1"}).Expect(t, http.StatusOK, "")
	report := s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,MRP,Category,Tile code", onion.ID+",Onion,40,Staples,A2"), importer.Options{})
	s.Change(t, potato.ID, catalogtest.Object{"itemCode": "a1"}).Expect(t, http.StatusOK, "")
	undone, err := s.Importer.Undo(t.Context(), report.Run)
	s.Refresh(t)
	if err != nil || undone.Restored != 1 || len(undone.ItemCodes) != 1 || s.ProductNamed(t, "Onion").ItemCode != "A2" || s.ProductNamed(t, "Potato").ItemCode != "a1" {
		t.Errorf("undone %+v, %v: the onion has %+v, want 1 restored, 1 item code, Onion's item code A2 and Potato's item code a1", undone, err, s.ProductNamed(t, "Onion").Facts)
	}
}

func TestUndo_doesNotRestoreASKUThatAnotherProductHas(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, rice := s.Product(t, catalogtest.Product{Name: "Toor Dal"}), s.Product(t, catalogtest.Product{Name: "Rice"})
		s.Change(t, dal.ID, catalogtest.Object{"sku": "D-1"}).Expect(t, http.StatusOK, "")
		report := s.Import(t, catalogtest.PriceList(t, "ID in this shop,Name,MRP,Category,SKU", dal.ID+",Toor Dal,165,Staples,D-2"), importer.Options{})
		s.Change(t, rice.ID, catalogtest.Object{"sku": "d-1"}).Expect(t, http.StatusOK, "")
		undone, err := s.Importer.Undo(t.Context(), report.Run)
		s.Refresh(t)
		if err != nil || undone.Restored != 1 || len(undone.SKUs) != 1 || undone.SKUs[0] != "Toor Dal" || s.ProductNamed(t, "Toor Dal").SKU != "D-2" {
			t.Errorf("undone %+v, %v: the dal has %+v, want 1 restored, 1 SKU, SKU Toor Dal and Toor Dal's SKU D-2", undone, err, s.ProductNamed(t, "Toor Dal").Facts)
		}
		if got := sharedSKUs(t, d); len(got) > 0 {
			t.Errorf("several products have the SKUs %q, want none", got)
		}
	})
}

func TestImport_notesASKUOfAnotherProductOnlyIfItWouldBeSaved(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.Import(t, catalogtest.PriceList(t, "Name,MRP,Category,SKU", "Toor Dal,160,Staples,D-1", "Rice,90,Staples,R-1", "Salt,20,Staples,S-1"), importer.Options{Stock: 3})
	dal, salt := s.ProductNamed(t, "Toor Dal"), s.ProductNamed(t, "Salt")
	const header = "ID in this shop,Name,MRP,Category,SKU"
	table := catalogtest.PriceList(t, header, dal.ID+",Toor Dal,170,Staples,R-1", salt.ID+",Salt,25,Staples,S-1")
	if report := s.Import(t, table, importer.Options{Update: importer.Update{Only: []string{"price"}}}); report.Notes[csvimport.NoteSKUTaken] != 0 || report.Updated != 2 {
		t.Errorf("a table of prices alone: %+v, want no NoteSKUTaken and 2 updated", report)
	}
	// An import of all fields would write the SKU, so the report notes it.
	table = catalogtest.PriceList(t, header, dal.ID+",Toor Dal,180,Staples,R-1", salt.ID+",Salt,30,Staples,")
	if report := s.Import(t, table, importer.Options{}); report.Notes[csvimport.NoteSKUTaken] != 1 || s.ProductNamed(t, "Toor Dal").SKU != "D-1" {
		t.Errorf("a table that would write it: %+v, want 1 NoteSKUTaken and Toor Dal's SKU D-1", report)
	}
	s.Call(t, s.Admin, "DELETE", "/product/delete/"+salt.ID, nil).Expect(t, http.StatusOK, "")
	if report := s.Import(t, catalogtest.PriceList(t, "Name,MRP,Category,Barcode,SKU", "Poha,50,Staples,8901030865275,R-1"), importer.Options{Update: importer.Update{Only: []string{"price"}}}); report.Notes[csvimport.NoteSKUTaken] != 0 {
		t.Errorf("a list whose row is found by its SKU: %+v, want no NoteSKUTaken", report)
	}
}
