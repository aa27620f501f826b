package admin_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestLabel_isSavedShownAndRecorded(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		label := object{"barcode": "8901030865275", "maker": "Tata Consumer, Kolkata", "origin": "India", "bestBefore": "6 months from packing", "consumerCare": "1800 345 1720"}
		made := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "POST", "/product/create", s.form(t).With(label).With(object{"unit": "500 g"})).Expect(t, http.StatusCreated, ""))
		shown := string(s.Call(t, "", "POST", "/product/getProductById", object{"productId": made.ID}).Expect(t, http.StatusOK, "").Data)
		for _, part := range []string{
			`"barcode":"8901030865275"`, `"maker":"Tata Consumer, Kolkata"`, `"origin":"India"`, `"bestBefore":"6 months from packing"`,
			`"consumerCare":"1800 345 1720"`, `"unitPrice":{"price":27.9,"per":"100 g"}`,
		} {
			if !strings.Contains(shown, part) {
				t.Errorf("the product lacks %s: %s", part, shown)
			}
		}
		s.Change(t, made.ID, object{"origin": "", "maker": "Tata"}).Expect(t, http.StatusOK, "")
		now := catalogtest.Read[catalog.Product](t, s.Call(t, "", "POST", "/product/getProductById", object{"productId": made.ID}).Expect(t, http.StatusOK, ""))
		if now.Origin != "" || now.Maker != "Tata" || now.Barcode != "8901030865275" {
			t.Errorf("after the edit the product is %+v, want no origin, the maker Tata and its barcode", now)
		}
		entry, err := db.Get[string](t.Context(), d, `SELECT after FROM audit_log WHERE what = 'product.update'`)
		if err != nil || language.Stored(entry).In(language.English) != "Maker Tata, Country of origin " {
			t.Errorf("the activity log has %q, %v, want the maker Tata and an empty origin", entry, err)
		}
	})
}

func TestVegMark_isSetByTheShopOrDerivedFromTheName(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, soap := s.Product(t, catalogtest.Product{Name: "Toor Dal"}), s.Product(t, catalogtest.Product{Name: "Soap"})
		shown := func(id string) string {
			answer := string(s.Call(t, "", "POST", "/product/getProductById", object{"productId": id}).Expect(t, http.StatusOK, "").Data)
			if strings.Contains(answer, `"diet":`) {
				t.Errorf("a shopper sees the diet that only staff see: %s", answer)
			}
			_, mark, _ := strings.Cut(answer, `"dietMark":"`)
			mark, _, _ = strings.Cut(mark, `"`)
			return mark
		}
		if got := shown(soap.ID); got != "" {
			t.Errorf("soap has the mark %s, want none", got)
		}
		for _, c := range []struct{ written, kept, shown string }{
			{"", "", "VEG"}, {"non-veg", "NON_VEG", "NON_VEG"}, {"NONE", "NONE", ""}, {"VEG", "VEG", "VEG"}, {"", "", "VEG"},
		} {
			answer := s.Change(t, dal.ID, object{"diet": c.written}).Expect(t, http.StatusOK, "")
			if kept := catalogtest.Read[catalog.Product](t, answer).Diet; kept != c.kept || shown(dal.ID) != c.shown {
				t.Errorf("%q is kept as %q and shown as %q, want %q and %q", c.written, kept, shown(dal.ID), c.kept, c.shown)
			}
		}
		s.Change(t, dal.ID, object{"diet": "perhaps"}).Expect(t, http.StatusBadRequest, "The veg mark is VEG, NON_VEG or NONE.")
	})
}

func TestBarcode_isUniqueAndFindsItsProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, oil := s.Product(t, catalogtest.Product{Name: "Toor Dal"}), s.Product(t, catalogtest.Product{Name: "Oil"})
		s.Change(t, dal.ID, object{"barcode": "ABC-123"}).Expect(t, http.StatusOK, "")
		scan := func(code string) shoptest.Response {
			return s.Call(t, shoptest.AddStaff(t, d, "PACKER"), "GET", "/product/code?code="+url.QueryEscape(code), nil)
		}
		if found := catalogtest.Read[catalog.Product](t, scan("abc-123").Expect(t, http.StatusOK, "")); found.ID != dal.ID {
			t.Errorf("scanning abc-123 finds %s, want %s", found.Name, dal.ID)
		}
		s.Change(t, oil.ID, object{"barcode": "abc-123"}).Expect(t, http.StatusBadRequest, "Toor Dal has this barcode already.")
		s.Change(t, oil.ID, object{"barcode": "abc 123"}).Expect(t, http.StatusBadRequest, "A barcode has letters, digits and signs, without spaces.")
		s.Change(t, dal.ID, object{"barcode": ""}).Expect(t, http.StatusOK, "")
		scan("abc-123").Expect(t, http.StatusNotFound, "Product not found")
		s.Change(t, oil.ID, object{"barcode": "abc-123"}).Expect(t, http.StatusOK, "")
		s.Call(t, s.Admin, "DELETE", "/product/delete/"+oil.ID, nil).Expect(t, http.StatusOK, "")
		scan("abc-123").Expect(t, http.StatusNotFound, "Product not found")
	})
}

func TestBarcode_isFoundWithAndWithoutLeadingZeros(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		cola, oil := s.Product(t, catalogtest.Product{Name: "Cola"}), s.Product(t, catalogtest.Product{Name: "Oil"})
		for _, kept := range []string{"012345678905", "0012345678905", "12345678905"} {
			s.Change(t, cola.ID, object{"barcode": kept}).Expect(t, http.StatusOK, "")
			for _, code := range []string{"012345678905", "0012345678905", "12345678905", "००१२३४५६७८९०५"} {
				response := s.Call(t, s.Admin, "GET", "/product/code?code="+url.QueryEscape(code), nil).Expect(t, http.StatusOK, "")
				if found := catalogtest.Read[catalog.Product](t, response); found.ID != cola.ID {
					t.Errorf("scanning %s finds %s for the stored %s, want Cola", code, found.Name, kept)
				}
			}
			s.Change(t, oil.ID, object{"barcode": "0012345678905"}).Expect(t, http.StatusBadRequest, "Cola has this barcode already.")
		}
		file := catalogtest.PriceList(t, "Name,MRP,Category,Barcode", "Imported Cola,40,Drinks,0012345678905")
		if report := s.Import(t, file, importer.Options{}); report.Updated != 1 || report.Imported != 0 {
			t.Errorf("the list of the same barcode: %+v, want one updated and none imported", report)
		}
	})
}
