package taxes_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/catalog/taxes"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// productWithHSN adds a product with an HSN.
func (s shop) productWithHSN(name, hsn, condition string) string {
	s.t.Helper()
	productID := s.product(name, "1 kg")
	s.set(productID, `hsn = '`+hsn+`', tax_condition = '`+condition+`'`)
	return productID
}

func (s shop) rates() []taxes.TaxRate {
	s.t.Helper()
	return catalogtest.Read[[]taxes.TaxRate](s.t, s.call("GET", "/tax/rates", nil, http.StatusOK, ""))
}

func TestRates_listsBuiltInAndOwnRows(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.productWithHSN("Washing Powder", "34025000", "")
		s.productWithHSN("Detergent Bar", "3402", "")
		s.productWithHSN("Toor Dal", "0713", "LOOSE")
		row := object{"hsn": "3402", "rate": 5, "from": "2027-01-01"}

		change := catalogtest.Read[taxes.Change](t, s.call("POST", "/tax/rates", row.With(object{"dryRun": true}), http.StatusOK, ""))
		if change.Rate != nil || change.Count != 2 || change.Products[0].Name != "Detergent Bar" {
			t.Fatalf("the dry run changes %+v, want two products, first Detergent Bar, and no row", change)
		}
		before, after := *change.Products[0].Before, change.Products[0].After // of ₹50
		if before != (taxes.TaxedPrice{Rate: 1800, Taxable: 4238, Tax: 762}) || after != (taxes.TaxedPrice{Rate: 500, Taxable: 4762, Tax: 238}) {
			t.Errorf("the tax is %+v, then %+v, want ₹7.62 at 18 %%, then ₹2.38 at 5 %%", before, after)
		}
		shipped := len(s.rates())

		made := catalogtest.Read[taxes.Change](t, s.call("POST", "/tax/rates", row, http.StatusOK, ""))
		list := s.rates()
		own := func(v taxes.TaxRate) bool { return v.ID != "" }
		if i := slices.IndexFunc(list, own); len(list) != shipped+1 || i < 0 || list[i].ID != made.Rate.ID || list[i].Current || list[i].Products != 2 || list[i].Treatment != "TAXABLE" {
			t.Errorf("the owner's row is %+v, want one of two products, TAXABLE and not current yet", list[i])
		}
		for _, v := range list {
			if !own(v) && v.Source == "" {
				t.Errorf("the row of HSN %s has no source", v.HSN)
			}
			if v.HSN == "0713" && v.Condition == "LOOSE" && v.Products != map[bool]int{true: 1}[v.Current] {
				t.Errorf("loose pulses from %s: %d products, want 1 in the current row alone", v.From, v.Products)
			}
		}
		s.call("POST", "/tax/rates", row, http.StatusConflict, "You have a row for this HSN, condition and day. Take it back first.")
		s.call("DELETE", "/tax/rates/"+made.Rate.ID, nil, http.StatusOK, "The row is taken back.")
		s.call("DELETE", "/tax/rates/"+made.Rate.ID, nil, http.StatusNotFound, "There is no such row of rates.")
		if got := len(s.rates()); got != shipped {
			t.Errorf("%d rows are left, want the %d shipped", got, shipped)
		}
	})
}

func TestAddRate_refusesInvalidRows(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		row := object{"hsn": "3402", "rate": 5, "from": "2027-01-01"}
		for _, test := range []struct {
			change         object
			field, message string
		}{
			{object{"hsn": "0"}, "hsn", "The HSN begins with 2 to 8 digits of a chapter from 01 to 97."},
			{object{"hsn": "9902"}, "hsn", "The HSN begins with 2 to 8 digits of a chapter from 01 to 97."},
			{object{"condition": "in a pack"}, "condition", "A condition is one word, such as PREPACKED or LOOSE."},
			{object{"rate": "101"}, "rate", "A GST rate is a number of per cent from 0 to 100, such as 5 or 18."},
			{object{"cess": "much"}, "cess", "A cess is a number of per cent from 0 to 100."},
			{object{"treatment": "EXEMPT"}, "treatment", "Exempt goods have a rate of 0."},
			{object{"treatment": "TAXABLE", "rate": 0}, "treatment", "Goods with a rate of 0 are exempt."},
			{object{"base": "COST"}, "base", "The base must be PRICE or MRP."},
			{object{"from": "2027-02-30"}, "from", "The first day must be a day from 2017-07-01 on, as YYYY-MM-DD."},
			{object{"from": "2016-01-01"}, "from", "The first day must be a day from 2017-07-01 on, as YYYY-MM-DD."},
		} {
			s.call("POST", "/tax/rates", row.With(test.change), http.StatusBadRequest, test.message).ExpectField(t, test.field)
		}
	})
}

func TestRemoveRate_keepsRatesUsedByABill(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		soap := s.productWithHSN("Washing Powder", "34025000", "")
		used := catalogtest.Read[taxes.Change](t, s.call("POST", "/tax/rates", object{"hsn": "3402", "rate": 12, "from": "2026-01-01"}, http.StatusOK, ""))
		unused := catalogtest.Read[taxes.Change](t, s.call("POST", "/tax/rates", object{"hsn": "340290", "rate": 12, "from": "2026-01-01"}, http.StatusOK, ""))

		legal := settings.Legal{GST: settings.GSTRegistered, GSTIN: "27AAAPK0000A1ZX", State: "Maharashtra", Name: "Asha Kirana", Address: "Pune"}
		owner := settings.Defaults()
		owner.Legal = legal
		order := shoptest.AddSale(t, d, shoptest.Sale{UserID: s.Shopper, ProductID: soap, Pieces: 1, At: s.Clock.Now()})
		orderID, err := db.Get[string](t.Context(), d, `SELECT checkout_id FROM orders WHERE id = $1`, order)
		if err != nil {
			t.Fatal(err)
		}
		sale := bill.Sale{OrderID: orderID, UserID: s.Shopper, Order: 1, Pincode: "411004", Goods: []bill.Good{{LineID: order, ProductID: soap, Name: "Washing Powder", Unit: "1 kg", Pieces: 1, Gross: money.Rupees(50), MRP: money.Rupees(50)}}}
		err = d.Tx(t.Context(), func(tx *db.Tx) error {
			done, err := bill.New(d, s.Clock, bill.Links{}).Reconcile(t.Context(), tx, bill.OrderState{Sale: sale, Shop: owner, Left: true, Leaving: true, At: s.Clock.Now()})
			if err == nil && done.Status != bill.Issued {
				t.Errorf("the bill is %+v, want it issued", done)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		s.call("DELETE", "/tax/rates/"+used.Rate.ID, nil, http.StatusConflict, "1 bill used this rate. Add a row from a later day instead.")
		s.call("DELETE", "/tax/rates/"+unused.Rate.ID, nil, http.StatusOK, "")

		s.Clock.Advance(24 * time.Hour)
		later := catalogtest.Read[taxes.Change](t, s.call("POST", "/tax/rates", object{"hsn": "3402", "rate": 12, "from": "2026-01-16"}, http.StatusOK, ""))
		s.call("DELETE", "/tax/rates/"+later.Rate.ID, nil, http.StatusOK, "") // the bill is of the day before
	})
}
