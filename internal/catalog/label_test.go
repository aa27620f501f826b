package catalog_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestUnitPrice_comparesPacketsOfDifferentSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unit            string
		price, discount money.Paise
		want            catalog.UnitPrice
	}{
		{"500 g", 2800, 0, catalog.UnitPrice{Price: 560, Per: "100 g"}},
		{"500g", 3400, 600, catalog.UnitPrice{Price: 560, Per: "100 g"}},
		{"5 kg", 30000, 0, catalog.UnitPrice{Price: 6000, Per: "kg"}},
		{"6 x 200 ml", 12000, 0, catalog.UnitPrice{Price: 10000, Per: "L"}},
		{"750 ml", 1000, 0, catalog.UnitPrice{Price: 133, Per: "100 ml"}},
		{"1 dozen", 9000, 0, catalog.UnitPrice{Price: 750, Per: "piece"}},
		{"30 g", 1, 0, catalog.UnitPrice{Price: 3, Per: "100 g"}},
		{"1 kg (4-5 pcs)", 9900, 0, catalog.UnitPrice{}},
		{"100 g", 9900, 0, catalog.UnitPrice{}},
		{"1 pc", 9900, 0, catalog.UnitPrice{}},
		{"bunch", 9900, 0, catalog.UnitPrice{}},
		{"", 9900, 0, catalog.UnitPrice{}},
	} {
		var got catalog.UnitPrice
		if shown := (catalog.Product{Unit: c.unit, Price: c.price, Discount: c.discount}).WithDerived("", ""); shown.UnitPrice != nil {
			got = *shown.UnitPrice
		}
		if got != c.want {
			t.Errorf("%d − %d for %q: %+v, want %+v", c.price, c.discount, c.unit, got, c.want)
		}
	}
}

func TestLabel_isKeptShownAndRecorded(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		label := object{"barcode": "8901030865275", "maker": "Tata Consumer, Kolkata", "origin": "India", "bestBefore": "6 months from packing", "consumerCare": "1800 345 1720"}
		made := read[catalog.Product](t, s.call(t, s.admin, "POST", "/product/create", s.form(t).with(label).with(object{"unit": "500 g"})).Expect(t, http.StatusCreated, ""))
		shown := string(s.call(t, "", "POST", "/product/getProductById", object{"productId": made.ID}).Expect(t, http.StatusOK, "").Data)
		for _, part := range []string{
			`"barcode":"8901030865275"`, `"maker":"Tata Consumer, Kolkata"`, `"origin":"India"`, `"bestBefore":"6 months from packing"`,
			`"consumerCare":"1800 345 1720"`, `"unitPrice":{"price":27.9,"per":"100 g"}`,
		} {
			if !strings.Contains(shown, part) {
				t.Errorf("%s is not in %s", part, shown)
			}
		}
		s.change(t, made.ID, object{"origin": "", "maker": "Tata"}).Expect(t, http.StatusOK, "")
		now := read[catalog.Product](t, s.call(t, "", "POST", "/product/getProductById", object{"productId": made.ID}).Expect(t, http.StatusOK, ""))
		if now.Origin != "" || now.Maker != "Tata" || now.Barcode != "8901030865275" {
			t.Errorf("after the edit %+v", now)
		}
		entry, err := db.Get[string](t.Context(), d, `SELECT after FROM audit_log WHERE what = 'product.update'`)
		if err != nil || entry != "maker Tata, origin " {
			t.Errorf("the activity log has %q, %v", entry, err)
		}
	})
}

func TestBarcode_isScannedOnProductsMadeByHandAndNamesOne(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, oil := s.product(t, productInput{name: "Toor Dal"}), s.product(t, productInput{name: "Oil"})
		s.change(t, dal.ID, object{"barcode": "ABC-123"}).Expect(t, http.StatusOK, "")
		scan := func(code string) shoptest.Response {
			return s.call(t, shoptest.AddStaff(t, d, "PACKER"), "GET", "/product/code?code="+url.QueryEscape(code), nil)
		}
		if found := read[catalog.Product](t, scan("abc-123").Expect(t, http.StatusOK, "")); found.ID != dal.ID {
			t.Errorf("the scan finds %s", found.Name)
		}
		s.change(t, oil.ID, object{"barcode": "abc-123"}).Expect(t, http.StatusBadRequest, "Toor Dal has this barcode already.")
		s.change(t, oil.ID, object{"barcode": "abc 123"}).Expect(t, http.StatusBadRequest, "A barcode has letters, digits and signs, without spaces.")
		s.change(t, dal.ID, object{"barcode": ""}).Expect(t, http.StatusOK, "")
		scan("abc-123").Expect(t, http.StatusNotFound, "Product not found")
		s.change(t, oil.ID, object{"barcode": "abc-123"}).Expect(t, http.StatusOK, "")
		s.call(t, s.admin, "DELETE", "/product/delete/"+oil.ID, nil).Expect(t, http.StatusOK, "")
		scan("abc-123").Expect(t, http.StatusNotFound, "Product not found")
	})
}

func TestBarcode_isFoundInEveryFormOfItsDigits(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		cola, oil := s.product(t, productInput{name: "Cola"}), s.product(t, productInput{name: "Oil"})
		for _, kept := range []string{"012345678905", "0012345678905", "12345678905"} {
			s.change(t, cola.ID, object{"barcode": kept}).Expect(t, http.StatusOK, "")
			for _, code := range []string{"012345678905", "0012345678905", "12345678905", "००१२३४५६७८९०५"} {
				response := s.call(t, s.admin, "GET", "/product/code?code="+url.QueryEscape(code), nil).Expect(t, http.StatusOK, "")
				if found := read[catalog.Product](t, response); found.ID != cola.ID {
					t.Errorf("%s finds %s for %s", code, found.Name, kept)
				}
			}
			s.change(t, oil.ID, object{"barcode": "0012345678905"}).Expect(t, http.StatusBadRequest, "Cola has this barcode already.")
		}
		file := list(t, "Name,MRP,Category,Barcode", "Imported Cola,40,Drinks,0012345678905")
		if report := s.imports(t, file, importer.Options{}); report.Updated != 1 || report.Imported != 0 {
			t.Errorf("the list makes %+v", report)
		}
	})
}

func TestImport_takesTheLabelAndFindsAProductByItsBarcode(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, productInput{name: "Arhar Dal, loose", price: 150, stock: 4})
		s.change(t, dal.ID, object{"barcode": "8901030865275", "maker": "Packed by us"}).Expect(t, http.StatusOK, "")
		file := list(t, "Name,MRP,Category,SKU,Barcode,Country of origin,Manufactured by,Shelf life",
			"Toor Dal,160,Staples,T-1,8901030865275,India,,6 months",
			"Ghee,500,Dairy,G-1,8901030865276,,Amul,")
		if report := s.imports(t, file, importer.Options{Stock: 3}); report.Imported != 1 || report.Updated != 1 {
			t.Errorf("the list makes %+v", report)
		}
		if report := s.imports(t, file, importer.Options{Stock: 3}); report.Unchanged != 2 {
			t.Errorf("the list again makes %+v", report)
		}
		for code, want := range map[string]catalog.Product{
			"8901030865275": {Name: "Toor Dal", Stock: 4, Origin: "India", Maker: "Packed by us", BestBefore: "6 months"},
			"8901030865276": {Name: "Ghee", Stock: 3, Maker: "Amul"},
		} {
			got := read[catalog.Product](t, s.call(t, s.admin, "GET", "/product/code?code="+code, nil).Expect(t, http.StatusOK, ""))
			if got.Name != want.Name || got.Stock != want.Stock || got.Origin != want.Origin || got.Maker != want.Maker || got.BestBefore != want.BestBefore || got.Barcode != code {
				t.Errorf("%s finds %+v", code, got)
			}
		}
	})
}

func TestImport_takesPacketsWithDifferentBarcodesForDifferentProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		scanned, plain := s.product(t, productInput{name: "Toor Dal"}), s.product(t, productInput{name: "Ghee"})
		s.change(t, scanned.ID, object{"unit": "1 kg", "barcode": "8901030865275"}).Expect(t, http.StatusOK, "")
		s.change(t, plain.ID, object{"unit": "1 kg"}).Expect(t, http.StatusOK, "")
		file := list(t, "Name,MRP,Unit,Category,Barcode", "Toor Dal,160,1 kg,Staples,8901030865299", "Ghee,500,1 kg,Dairy,8901030865300")
		if report := s.imports(t, file, importer.Options{Stock: 3}); report.Imported != 1 || report.Updated != 1 {
			t.Errorf("the list makes %+v", report)
		}
		for code, want := range map[string]bool{"8901030865275": true, "8901030865299": false} {
			got := read[catalog.Product](t, s.call(t, s.admin, "GET", "/product/code?code="+code, nil).Expect(t, http.StatusOK, ""))
			if (got.ID == scanned.ID) != want {
				t.Errorf("%s finds %+v", code, got)
			}
		}
	})
}

func TestImport_findsTheProductOfAnotherListByItsScannedBarcode(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		named := list(t, "Name,MRP,Unit,Category", "Toor Dal,160,1 kg,Staples", "Ghee,500,1 kg,Dairy")
		s.imports(t, named, importer.Options{Stock: 3})
		dal, err := db.Get[string](t.Context(), d, `SELECT id FROM products WHERE name = 'Toor Dal'`)
		if err != nil {
			t.Fatal(err)
		}
		s.change(t, dal, object{"barcode": "ABC-123"}).Expect(t, http.StatusOK, "")

		// The packet stands in the list twice, under two numbers of the supplier.
		coded := list(t, "Name,MRP,Unit,Category,SKU,Barcode", "Tur Dal,150,1 kg,Staples,S1,abc-123", "Tur Dal Gold,190,1 kg,Staples,S2,abc-123")
		if report := s.imports(t, coded, importer.Options{Stock: 3, DryRun: true}); report.Imported != 1 || report.Updated != 1 {
			t.Errorf("the other list would make %+v", report)
		}
		if report := s.imports(t, coded, importer.Options{Stock: 3}); report.Imported != 1 || report.Updated != 1 {
			t.Errorf("the other list makes %+v", report)
		}
		if report := s.imports(t, coded, importer.Options{Stock: 3}); report.Unchanged != 2 {
			t.Errorf("the other list again makes %+v", report)
		}
		name, err := db.Get[string](t.Context(), d, `SELECT name FROM products WHERE id = $1`, dal)
		if err != nil || name != "Tur Dal" {
			t.Errorf("the product is %q: %v", name, err)
		}
		// The first list still finds what it has made.
		if report := s.imports(t, named, importer.Options{Stock: 3}); report.Imported != 0 || report.Updated != 1 || report.Unchanged != 1 {
			t.Errorf("the first list again makes %+v", report)
		}
	})
}
