package importer_test

import (
	"net/http"
	"net/url"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestImport_setsTheLabelAndFindsAProductByItsBarcode(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Arhar Dal, loose", Price: 150, Stock: 4})
		s.Change(t, dal.ID, object{"barcode": "8901030865275", "maker": "Packed by us"}).Expect(t, http.StatusOK, "")
		file := catalogtest.PriceList(t, "Name,MRP,Category,SKU,Barcode,Country of origin,Manufactured by,Shelf life",
			"Toor Dal,160,Staples,T-1,8901030865275,India,,6 months",
			"Ghee,500,Dairy,G-1,8901030865276,,Amul,")
		if report := s.Import(t, file, importer.Options{Stock: 3}); report.Imported != 1 || report.Updated != 1 {
			t.Errorf("the list makes %+v, want 1 imported and 1 updated", report)
		}
		if report := s.Import(t, file, importer.Options{Stock: 3}); report.Unchanged != 2 {
			t.Errorf("the list again makes %+v, want 2 unchanged", report)
		}
		for code, want := range map[string]catalog.Product{
			"8901030865275": {Name: "Toor Dal", Stock: 4, Facts: catalog.Facts{Origin: "India", Maker: "Packed by us", BestBefore: "6 months"}},
			"8901030865276": {Name: "Ghee", Stock: 3, Facts: catalog.Facts{Maker: "Amul"}},
		} {
			got := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/code?code="+code, nil).Expect(t, http.StatusOK, ""))
			if got.Name != want.Name || got.Stock != want.Stock || got.Origin != want.Origin || got.Maker != want.Maker || got.BestBefore != want.BestBefore || got.Barcode != code {
				t.Errorf("%s finds %+v, want %+v", code, got, want)
			}
		}
	})
}

func TestImport_distinguishesProductsByTheirBarcodes(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		scanned, plain := s.Product(t, catalogtest.Product{Name: "Toor Dal"}), s.Product(t, catalogtest.Product{Name: "Ghee"})
		s.Change(t, scanned.ID, object{"unit": "1 kg", "barcode": "8901030865275"}).Expect(t, http.StatusOK, "")
		s.Change(t, plain.ID, object{"unit": "1 kg"}).Expect(t, http.StatusOK, "")
		file := catalogtest.PriceList(t, "Name,MRP,Unit,Category,Barcode", "Toor Dal,160,1 kg,Staples,8901030865299", "Ghee,500,1 kg,Dairy,8901030865300")
		if report := s.Import(t, file, importer.Options{Stock: 3}); report.Imported != 1 || report.Updated != 1 {
			t.Errorf("the list makes %+v, want 1 imported and 1 updated", report)
		}
		for code, want := range map[string]bool{"8901030865275": true, "8901030865299": false} {
			got := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/code?code="+code, nil).Expect(t, http.StatusOK, ""))
			if (got.ID == scanned.ID) != want {
				t.Errorf("%s finds %+v, want the scanned product: %t", code, got, want)
			}
		}
	})
}

func TestImport_findsTheProductOfAnotherListByItsScannedBarcode(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		named := catalogtest.PriceList(t, "Name,MRP,Unit,Category", "Toor Dal,160,1 kg,Staples", "Ghee,500,1 kg,Dairy")
		s.Import(t, named, importer.Options{Stock: 3})
		dal, err := db.Get[string](t.Context(), d, `SELECT id FROM products WHERE name = 'Toor Dal'`)
		if err != nil {
			t.Fatal(err)
		}
		s.Change(t, dal, object{"barcode": "ABC-123"}).Expect(t, http.StatusOK, "")

		// The list has the barcode on two rows with different SKUs and names.
		coded := catalogtest.PriceList(t, "Name,MRP,Unit,Category,SKU,Barcode", "Tur Dal,150,1 kg,Staples,S1,abc-123", "Tur Dal Gold,190,1 kg,Staples,S2,abc-123")
		if report := s.Import(t, coded, importer.Options{Stock: 3, DryRun: true}); report.Imported != 1 || report.Updated != 1 {
			t.Errorf("the other list would make %+v, want 1 imported and 1 updated", report)
		}
		if report := s.Import(t, coded, importer.Options{Stock: 3}); report.Imported != 1 || report.Updated != 1 {
			t.Errorf("the other list makes %+v, want 1 imported and 1 updated", report)
		}
		if report := s.Import(t, coded, importer.Options{Stock: 3}); report.Unchanged != 2 {
			t.Errorf("the other list again makes %+v, want 2 unchanged", report)
		}
		name, err := db.Get[string](t.Context(), d, `SELECT name FROM products WHERE id = $1`, dal)
		if err != nil || name != "Tur Dal" {
			t.Errorf("the product is %q: %v, want %q", name, err, "Tur Dal")
		}
		// The first list still finds the products that it added.
		if report := s.Import(t, named, importer.Options{Stock: 3}); report.Imported != 0 || report.Updated != 1 || report.Unchanged != 1 {
			t.Errorf("the first list again makes %+v, want none imported, 1 updated and 1 unchanged", report)
		}
	})
}

func TestImport_matchesUPCEAndUPCA(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		list := func(codes ...string) importer.Report {
			lines := []string{"Name,MRP,Category,Barcode"}
			for i, code := range codes {
				lines = append(lines, []string{"Gum", "Mint Gum", "Tin"}[i]+",20,Imported,"+code)
			}
			return s.Import(t, catalogtest.PriceList(t, lines...), importer.Options{Stock: 3})
		}
		// The first code is a UPC-E, the second a UPC-E and an EAN-8, the third an EAN-8.
		if report := list("04252614", "01234565", "96385074"); report.Imported != 3 {
			t.Errorf("makes %s, want 3 imported", counts(report))
		}
		for code, name := range map[string]string{
			"04252614": "Gum", "4252614": "Gum", "042100005264": "Gum", "0042100005264": "Gum", "०४२५२६१४": "Gum",
			"01234565": "Mint Gum", "012345000065": "Mint Gum", "00012345000065": "Mint Gum", "96385074": "Tin", "00000096385074": "Tin",
		} {
			got := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/code?code="+url.QueryEscape(code), nil).Expect(t, http.StatusOK, ""))
			if got.Name != name {
				t.Errorf("%s finds %s, want %s", code, got.Name, name)
			}
		}
		if report := list("042100005264", "0012345000065", "96385074"); report.Imported != 0 {
			t.Errorf("with the UPC-A: %s, want none imported", counts(report))
		}
		// A shop may have both products: that of the EAN-8 and that of the UPC-E.
		s.Change(t, s.ProductNamed(t, "Tin").ID, object{"barcode": "01234565"}).Expect(t, http.StatusOK, "")
	})
}
