package admin_test

import (
	"net/http"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestTax_isKeptCheckedAndTakenOff(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "POST", "/product/create",
			s.form(t).With(object{"hsn": "0713", "taxCondition": "loose", "gstRate": 5})).Expect(t, http.StatusCreated, ""))
		if made.HSN != "0713" || made.TaxCondition != "LOOSE" || made.GSTRate == nil || *made.GSTRate != 500 {
			t.Errorf("made with %q, %q, %v", made.HSN, made.TaxCondition, made.GSTRate)
		}
		for field, wrong := range map[string]struct {
			value   any
			message string
		}{
			"hsn":          {"071", "An HSN has 4, 6 or 8 digits."},
			"taxCondition": {"PREPACKD", "For HSN 0713 the condition is LOOSE or PREPACKED."},
			"gstRate":      {"five", "A GST rate is a number of per cent from 0 to 100, such as 5 or 18."},
		} {
			s.Change(t, made.ID, object{field: wrong.value}).Expect(t, http.StatusBadRequest, wrong.message)
		}
		s.Change(t, made.ID, object{"taxCondition": "", "hsn": "२२०२१०", "gstRate": ""}).Expect(t, http.StatusOK, "")
		s.Change(t, made.ID, object{"taxCondition": "LOOSE", "hsn": "3402"}).Expect(t, http.StatusBadRequest, "The rate of HSN 3402 has no condition. Leave it empty.")
		now := catalogtest.Read[catalog.Product](t, s.Call(t, "", "POST", "/product/getProductById", object{"productId": made.ID}).Expect(t, http.StatusOK, ""))
		if now.HSN != "220210" || now.TaxCondition != "" || now.GSTRate != nil {
			t.Errorf("after the edit %q, %q, %v", now.HSN, now.TaxCondition, now.GSTRate)
		}
		entry, err := db.Get[string](t.Context(), d, `SELECT after FROM audit_log WHERE what = 'product.update'`)
		if err != nil || entry != "HSN 220210, tax condition , GST rate by HSN" {
			t.Errorf("the activity log has %q, %v", entry, err)
		}
	})
}
