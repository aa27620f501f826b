package admin_test

import (
	"net/http"
	"strings"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestTax_isSavedCheckedAndRemoved(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "POST", "/product/create",
			s.form(t).With(object{"hsn": "0713", "taxCondition": "loose", "gstRate": 5})).Expect(t, http.StatusCreated, ""))
		if made.HSN != "0713" || made.TaxCondition != "LOOSE" || made.GSTRate == nil || *made.GSTRate != 500 {
			t.Errorf("created with HSN %q, condition %q and rate %v, want 0713, LOOSE and 5 %%", made.HSN, made.TaxCondition, made.GSTRate)
		}
		for field, wrong := range map[string]struct {
			value   any
			message string
		}{
			"hsn":          {"9901", "No HSN begins with 99."},
			"taxCondition": {"PREPACKD", "For HSN 0713 the condition is LOOSE or PREPACKED."},
			"gstRate":      {"five", "A GST rate is a number of per cent from 0 to 100, such as 5 or 18."},
		} {
			s.Change(t, made.ID, object{field: wrong.value}).Expect(t, http.StatusBadRequest, wrong.message)
		}
		if made.TaxRate != "5" {
			t.Errorf("the rate of today is %q, want %q", made.TaxRate, "5")
		}
		s.Change(t, made.ID, object{"taxCondition": "", "hsn": "२२०२१०"}).Expect(t, http.StatusOK, "")
		kept := catalogtest.Read[catalog.Product](t, s.Change(t, made.ID, object{"hsn": "220210"}).Expect(t, http.StatusOK, ""))
		cleared := catalogtest.Read[catalog.Product](t, shows(t, s.Change(t, made.ID, object{"gstRate": nil}), `"gstRate":null`))
		if kept.GSTRate == nil || cleared.GSTRate != nil || kept.TaxRate != "5" || cleared.TaxRate != "40" {
			t.Errorf("own rate not sent: %v, rate %s; null: %v, rate %s; want one with 5, then none with 40",
				kept.GSTRate, kept.TaxRate, cleared.GSTRate, cleared.TaxRate)
		}
		s.Change(t, made.ID, object{"taxCondition": "LOOSE", "hsn": "3402"}).Expect(t, http.StatusBadRequest, "The rate of HSN 3402 has no condition. Leave it empty.")
		now := catalogtest.Read[catalog.Product](t, s.Call(t, "", "POST", "/product/getProductById", object{"productId": made.ID}).Expect(t, http.StatusOK, ""))
		if now.HSN != "220210" || now.TaxCondition != "" || now.GSTRate != nil {
			t.Errorf("after the edit HSN %q, condition %q, own rate %v, want 220210 and neither", now.HSN, now.TaxCondition, now.GSTRate)
		}
		entry, err := db.Get[string](t.Context(), d, `SELECT after FROM audit_log WHERE what = 'product.update' AND after LIKE '%condition%'`)
		if err != nil || language.Stored(entry).In(language.English) != "HSN 220210, tax condition " {
			t.Errorf("the activity log has %q, %v, want HSN 220210 and an empty condition", entry, err)
		}
	})
}

func TestTax_ofASubCategoryAppliesToItsProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := catalogtest.Read[catalog.Product](t, shows(t, s.Call(t, s.Admin, "POST", "/product/create", s.form(t)), `"taxRate":null`))
		rateAfter := func(change object, sentence string) catalog.ShownRate {
			t.Helper()
			status := http.StatusOK
			if sentence != "" {
				status = http.StatusBadRequest
			}
			change["id"] = made.SubCategory.ID
			s.Call(t, s.Admin, "PUT", "/subCategory/update", change).Expect(t, status, sentence)
			found := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "POST", "/product/getProductById", object{"productId": made.ID}).Expect(t, http.StatusOK, ""))
			return found.TaxRate
		}
		for _, step := range []struct {
			change   object
			sentence string
			rate     catalog.ShownRate
		}{
			{object{"hsn": "1006", "taxCondition": "prepacked"}, "", "5"},
			{object{"taxCondition": ""}, "", "null"},
			{object{"taxCondition": "BREAD"}, "For HSN 1006 the condition is LOOSE or PREPACKED.", "null"},
			{object{"gstRate": "0"}, "", "0"},
			{object{"hsn": "12345"}, "An HSN has 4, 6 or 8 digits.", "0"},
			{object{"hsn": "99"}, "An HSN has 4, 6 or 8 digits.", "0"},
			{object{"hsn": "3401", "gstRate": nil}, "", "18"},
		} {
			if rate := rateAfter(step.change, step.sentence); rate != step.rate {
				t.Errorf("after %v the rate is %s, want %s", step.change, rate, step.rate)
			}
		}
		if without := s.Call(t, s.Admin, "GET", "/product/getAll?without=hsn", nil); strings.Contains(string(without.Bytes), made.ID) {
			t.Errorf("the products without HSN are %s, want none that has its sub-category's", without.Bytes)
		}
		s.Call(t, s.Admin, "PUT", "/subCategory/update", object{"id": made.SubCategory.ID, "hsn": ""}).Expect(t, http.StatusOK, "")
		shows(t, s.Call(t, s.Admin, "GET", "/product/getAll?without=hsn", nil), made.ID)
		s.Call(t, s.Admin, "PUT", "/subCategory/update", object{"id": made.SubCategory.ID, "hsn": "3401"}).Expect(t, http.StatusOK, "")
		exec(t, d, `INSERT INTO tax_rates (id, hsn, condition, rate, cess, treatment, base, from_day, created_at)
			VALUES ('own', '3401', '', 1200, 0, 'TAXABLE', 'PRICE', '2026-01-01', '2026-01-01 00:00:00')`)
		if rate := rateAfter(object{"name": "Soap"}, ""); rate != "12" {
			t.Errorf("by a row of the owner the rate is %s, want 12", rate)
		}
		shows(t, s.Change(t, made.ID, object{"hsn": "1006", "taxCondition": "LOOSE"}), `"taxRate":0`)
		log, err := db.All[string](t.Context(), d, `SELECT after FROM audit_log WHERE what = 'subCategory.update' ORDER BY id`)
		if err != nil || len(log) != 7 || language.Stored(log[0]).In(language.English) != "HSN 1006, tax condition PREPACKED" {
			t.Errorf("the activity log has %q, %v, want seven entries, first HSN 1006, PREPACKED", log, err)
		}
	})
}

func TestSKU_isUniqueAndVisibleToStaffOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := catalogtest.Read[catalog.Product](t, shows(t, s.Call(t, s.Admin, "POST", "/product/create", s.form(t).With(object{"name": "Toor Dal", "sku": " D-1 "})), `"sku":"D-1"`))
		rice := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "POST", "/product/create", s.form(t).With(object{"name": "Rice"})).Expect(t, http.StatusCreated, ""))
		for _, response := range []shoptest.Response{
			s.Call(t, "", "POST", "/product/getProductById", object{"productId": dal.ID}),
			s.Call(t, "", "GET", "/product/getAll?q=toor", nil),
			s.Call(t, "", "GET", "/product/home", nil),
		} {
			if body := string(shows(t, response, "Toor Dal").Bytes); strings.Contains(body, "D-1") || strings.Contains(body, "taxRate") {
				t.Errorf("shoppers see %s, want neither SKU nor tax rate", body)
			}
		}
		for words, want := range map[string]string{"d-1": "Toor Dal", "D-": "Toor Dal", "rice": "Rice"} {
			shows(t, s.Call(t, s.Admin, "GET", "/product/getAll?q="+words, nil), `"name":"`+want+`"`)
		}
		for _, words := range []string{"d-1", "%2D1"} {
			if list := s.Call(t, "", "GET", "/product/getAll?q="+words, nil); strings.Contains(string(list.Bytes), "Toor Dal") {
				t.Errorf("a shopper's search for the SKU %s finds %s, want nothing", words, list.Bytes)
			}
		}
		s.Change(t, rice.ID, object{"sku": "d-1"}).Expect(t, http.StatusBadRequest, "Toor Dal has this SKU already.")
		s.Change(t, dal.ID, object{"sku": "d-1"}).Expect(t, http.StatusOK, "")
		s.Change(t, dal.ID, object{"sku": ""}).Expect(t, http.StatusOK, "")
		s.Change(t, rice.ID, object{"sku": "d-1"}).Expect(t, http.StatusOK, "")
		shows(t, s.Call(t, s.Admin, "GET", "/product/code?code=D-1", nil), `"name":"Rice"`)
	})
}

// shows expects a successful response with a text in its body, and returns the response.
func shows(t *testing.T, response shoptest.Response, text string) shoptest.Response {
	t.Helper()
	if !response.Success || !strings.Contains(string(response.Bytes), text) {
		t.Errorf("want %s in %s", text, response.Bytes)
	}
	return response
}

func exec(t *testing.T, d *db.DB, statement string) {
	t.Helper()
	if err := d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement)
	}); err != nil {
		t.Fatal(err)
	}
}

func TestBulk_setsTheTaxOfManyProductsAndUndoesIt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		rice, soap := s.Product(t, catalogtest.Product{Name: "Rice"}), s.Product(t, catalogtest.Product{Name: "Soap"})
		taxes := func() string {
			t.Helper()
			var texts []string
			for _, p := range catalogtest.Read[[]catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/getAll?sort=name", nil).Expect(t, http.StatusOK, "")) {
				texts = append(texts, strings.Join([]string{p.Name, p.HSN, p.TaxCondition, string(p.TaxRate)}, " "))
			}
			return strings.Join(texts, ", ")
		}
		both := object{"field": "tax", "ids": []string{rice.ID, soap.ID}}
		done := s.bulk(t, both.With(object{"hsn": "1006", "taxCondition": "prepacked"}))
		line := done.Lines[0]
		if taxes() != "Rice 1006 PREPACKED 5, Soap 1006 PREPACKED 5" || line.Before.TaxRate != "null" || line.After.TaxRate != "5" || line.After.HSN != "1006" {
			t.Errorf("the products are %s, from %+v to %+v, want both with HSN 1006, PREPACKED, 5 %%", taxes(), line.Before, line.After)
		}
		s.bulk(t, object{"field": "tax", "ids": []string{soap.ID}, "hsn": "3401", "taxCondition": ""})
		if refused := s.bulk(t, both.With(object{"taxCondition": "LOOSE"})); refused.Changed != 1 || refused.Refused != 1 ||
			refused.Lines[1].Refusal != "The rate of HSN 3401 has no condition. Leave it empty." {
			t.Errorf("the condition LOOSE: %+v, want one changed, and HSN 3401 refused as without condition", refused)
		}
		own := s.bulk(t, both.With(object{"gstRate": "12"}))
		if got := taxes(); got != "Rice 1006 LOOSE 12, Soap 3401  12" {
			t.Errorf("with an own rate: %s, want Rice 1006 LOOSE 12, Soap 3401  12", got)
		}
		s.undoBulk(t, own)
		if cleared := s.bulk(t, both.With(object{"gstRate": ""})); cleared.Unchanged != 2 {
			t.Errorf("own rates cleared where there are none: %+v, want two unchanged", cleared)
		}
		undone := catalogtest.Read[admin.BulkUndone](t, s.Call(t, s.Admin, "POST", "/product/bulk/"+done.ID+"/undo", nil).Expect(t, http.StatusOK, ""))
		if got := taxes(); got != "Rice 1006 LOOSE 0, Soap 3401  18" || undone.Restored != 0 || undone.Kept != 2 {
			t.Errorf("undone: %s, %+v, want both kept as they were changed since", got, undone)
		}
		for _, wrong := range []struct {
			change object
			field  string
		}{{object{}, "hsn"}, {object{"hsn": "12345"}, "hsn"}, {object{"gstRate": "many"}, "gstRate"}, {object{"hsn": "1006", "taxRate": "many"}, "taxRate"}} {
			s.Call(t, s.Admin, "POST", "/product/bulk", both.With(wrong.change).With(object{"dryRun": true})).Expect(t, http.StatusBadRequest, "").ExpectField(t, wrong.field)
		}
		if got := catalogtest.Log(t, d, "products.bulk"); !strings.HasPrefix(got, "products.bulk|2 products||HSN 1006, tax condition PREPACKED") {
			t.Errorf("the activity log has %s, want HSN 1006, PREPACKED of two products", got)
		}
	})
}

func TestTaxRate_filtersListAndBulkChange(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	rice, soap := s.Product(t, catalogtest.Product{Name: "Rice"}), s.Product(t, catalogtest.Product{Name: "Soap"})
	s.Change(t, soap.ID, object{"hsn": "3401"}).Expect(t, http.StatusOK, "")
	s.Change(t, rice.ID, object{"hsn": "1006"}).Expect(t, http.StatusOK, "") // without a condition, its rate is unknown
	for filter, want := range map[string]string{"taxRate=18": "Soap", "taxRate=18.00": "Soap", "taxRate=5": "", "without=rate": "Rice", "q=soap&taxRate=18": "Soap", "q=soap&taxRate=5": ""} {
		var names []string
		for _, p := range catalogtest.Read[[]catalog.Product](t, s.Call(t, s.Admin, "GET", "/product/getAll?"+filter, nil).Expect(t, http.StatusOK, "")) {
			names = append(names, p.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s finds %q, want %q", filter, got, want)
		}
	}
	s.Call(t, s.Admin, "GET", "/product/getAll?taxRate=101", nil).Expect(t, http.StatusBadRequest, "The value of taxRate must be a number of per cent from 0 to 100.")
	if done := s.bulk(t, object{"field": "unit", "setUnit": "100 g", "taxRate": "18"}); done.Matched != 1 || done.Lines[0].Name != "Soap" {
		t.Errorf("the change of products with the rate 18: %+v, want Soap alone", done)
	}
}
