package taxes_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"kirana/internal/catalog/taxes"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
	"kirana/internal/tax"
)

func (s shop) proposals() taxes.Summary {
	s.t.Helper()
	return catalogtest.Read[taxes.Summary](s.t, s.call("GET", "/tax/proposals", nil, http.StatusOK, ""))
}

func (s shop) missing(query string) []taxes.MissingTax {
	s.t.Helper()
	return catalogtest.Read[[]taxes.MissingTax](s.t, s.call("GET", "/tax/missing"+query, nil, http.StatusOK, ""))
}

func TestListMissing_proposesTaxByKindOfProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.product("Marie Biscuits", "250 g")
		s.product("Glucose Biscuit", "100 g")
		dal, loose := s.product("Toor Dal", "1 kg"), s.product("Rajma, loose", "1 kg")
		s.product("Brass Puja Thali", "1 pc")
		known := s.product("Soap", "75 g")
		half := s.product("House Rice", "5 kg")
		s.set(known, `hsn = '34011190'`)
		s.set(half, `hsn = '1006'`)

		sum := s.proposals()
		if sum.Products != 7 || sum.Missing != 6 || sum.Unknown != 1 {
			t.Errorf("%d of %d products lack a rate, %d of them without a proposal, want 6 of 7, 1", sum.Missing, sum.Products, sum.Unknown)
		}
		var kinds []string
		for _, k := range sum.Kinds {
			kinds = append(kinds, fmt.Sprintf("%s %q %d %v", k.Key, k.Name, k.Products, k.Sure))
		}
		want := []string{`190531: "Sweet biscuits, cookies" 2 true`, `0713:? "Dried pulses, whole, split or skinned" 2 false`, `1006:? "Rice" 1 false`}
		if !slices.Equal(kinds, want) {
			t.Errorf("the kinds are %q, want %q", kinds, want)
		}
		for _, m := range s.missing("?kind=0713:%3F") {
			condition := map[string]string{dal: "PREPACKED", loose: "LOOSE"}[m.ID]
			if m.Lack != tax.NoHSN || m.Proposal == nil || m.Proposal.Condition != condition || m.Proposal.Sure || len(m.Choices) != 2 || m.Choices[0].Condition != "PREPACKED" {
				t.Errorf("%s lacks %s, is proposed %+v of %+v, want %s of two choices", m.Name, m.Lack, m.Proposal, m.Choices, condition)
			}
		}
		page := s.call("GET", "/tax/missing?page=2&limit=4", nil, http.StatusOK, "")
		if list := catalogtest.Read[[]taxes.MissingTax](t, page); len(list) != 2 || list[1].Proposal != nil || list[1].Name != "Brass Puja Thali" {
			t.Errorf("the second page is %+v, want two, the last Brass Puja Thali without a proposal", list)
		}
		s.Call(t, s.Shopper, "GET", "/tax/missing", nil).Expect(t, http.StatusForbidden, "")
	})
}

func TestAssign_appliesKindsAndNamedProductsTogether(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		marie, glucose, thali := s.product("Marie Biscuits", "250 g"), s.product("Glucose Biscuit", "100 g"), s.product("Brass Puja Thali", "1 pc")
		dal := s.product("Toor Dal", "1 kg")
		body := object{
			"kinds":    []object{{"key": "190531:", "products": 2}, {"key": "0713:?", "products": 1}},
			"products": []object{{"_id": thali, "hsn": "8306", "gstRate": 5}, {"_id": dal, "hsn": "0713 60 00", "taxCondition": "loose"}},
		}
		r := s.call("PUT", "/tax/assign", body, http.StatusOK, "")
		if n := catalogtest.Read[taxes.AssignedTaxes](t, r).Products; n != 4 {
			t.Errorf("%d products were changed, want 4", n)
		}
		for productID, want := range map[string]string{marie: "19053100  -", glucose: "19053100  -", thali: "8306  500", dal: "07136000 LOOSE -"} {
			if got := s.facts(productID); got != want {
				t.Errorf("product %s has the tax facts %q, want %q", productID, got, want)
			}
		}
		if sum := s.proposals(); sum.Missing != 0 {
			t.Errorf("%d are missing, want 0", sum.Missing)
		}
		catalogtest.ExpectLog(t, d, "products.tax|4 products||HSN 19053100 (2), HSN 07136000 LOOSE (1), HSN 8306 (1)")
		// The same call changes nothing.
		r = s.call("PUT", "/tax/assign", object{"products": body["products"]}, http.StatusOK, "")
		if n := catalogtest.Read[taxes.AssignedTaxes](t, r).Products; n != 0 {
			t.Errorf("%d products were changed again, want 0", n)
		}
	})
}

func TestAssign_isAllOrNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		marie, dal := s.product("Marie Biscuits", "250 g"), s.product("Toor Dal", "1 kg")
		for field, wrong := range map[string]struct {
			product object
			message string
		}{
			"products[1].hsn":          {object{"_id": dal, "hsn": "071"}, "An HSN has 4, 6 or 8 digits."},
			"products[1].taxCondition": {object{"_id": dal, "hsn": "0713", "taxCondition": "FRESH"}, "For HSN 0713 the condition is LOOSE or PREPACKED."},
			"products[1].gstRate":      {object{"_id": dal, "gstRate": "500"}, "A GST rate is a number of per cent from 0 to 100, such as 5 or 18."},
			"products[1]._id":          {object{"_id": "65f1a2b3c4d5e6f708192a3b", "hsn": "0713"}, "This product does not exist."},
		} {
			r := s.call("PUT", "/tax/assign", object{"products": []object{{"_id": marie, "hsn": "1905"}, wrong.product}}, http.StatusBadRequest, wrong.message)
			r.ExpectField(t, field)
		}
		s.call("PUT", "/tax/assign", object{}, http.StatusBadRequest, "Please choose at least one product.")
		// A biscuit was added since the caller saw the kinds.
		s.product("Cream Biscuit", "100 g")
		s.call("PUT", "/tax/assign", object{"kinds": []object{{"key": "190531:", "products": 1}}}, http.StatusConflict, "The products have changed meanwhile. Look again.")
		if got := s.facts(marie); got != "  -" {
			t.Errorf("%q was changed, want %q", got, "  -")
		}
	})
}

func BenchmarkProposals_ofThirtyThousandProducts(b *testing.B) {
	d := shoptest.SQLite(b)
	shoptest.ManyProducts(b, d, 30_000)
	s := catalogtest.New(b, d)
	for b.Loop() {
		s.Clock.Advance(24 * time.Hour) // invalidates the cached list
		s.Call(b, s.Admin, "GET", "/tax/proposals", nil).Expect(b, http.StatusOK, "")
	}
}
