package counter_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/bill"
	"kirana/internal/counter"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/tax"
)

// workedSale is a sale of testdata/sales.json with its bill, computed by an independent script. Amounts are in paise. The
// web app checks the bills that a device prints by itself with the same rows.
type workedSale struct {
	Name     string
	Standing string
	RoundOff bool
	Lines    []struct {
		Product  workedProduct
		Quantity int
		Weight   struct{ Grams, Amount int }
	}
	Expected struct {
		Kind                     bill.Kind
		Total, RoundOff, Payable int64
		Lines                    []workedLine
	}
}

type workedProduct struct {
	Name, Unit, UQC        string
	Grams, Price, Discount int
	Tax                    struct {
		HSN             string
		Rate, Cess      int
		Treatment, Base string
	}
}

type workedLine struct {
	Quantity                                           float64
	UQC, HSN                                           string
	Treatment                                          tax.Treatment
	Rate                                               *float64
	Base                                               tax.Base
	Gross, Valued, Taxable, CGST, SGST, Cess, Discount int64
}

// addTaxed adds a product with its tax as the owner's own rate, and returns its id.
func (s *shop) addTaxed(t *testing.T, p workedProduct) string {
	t.Helper()
	productID := shoptest.AddProduct(t, s.db, shoptest.Product{Name: p.Name, Price: money.Paise(p.Price), Discount: money.Paise(p.Discount), Stock: 50})
	s.execute(t, `UPDATE products SET hsn = $2, unit = $3, step_grams = $4 WHERE id = $1`, productID, p.Tax.HSN, p.Unit, p.Grams)
	s.execute(t, `
		INSERT INTO tax_rates (id, hsn, condition, rate, cess, treatment, base, from_day, created_at)
		VALUES ($1, $2, '', $3, $4, $5, $6, '2025-04-01', $7) ON CONFLICT DO NOTHING`,
		productID, p.Tax.HSN, p.Tax.Rate*100, p.Tax.Cess*100, p.Tax.Treatment, p.Tax.Base, s.clock.Now())
	return productID
}

func TestSell_issuesTheWorkedBills(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/sales.json")
	must(t, err)
	var sales []workedSale
	must(t, json.Unmarshal(file, &sales))
	s := newShop(t, shoptest.SQLite(t))
	for i, w := range sales {
		gstin := "27AAAPK0000A1ZX"
		if w.Standing == settings.GSTUnregistered {
			gstin = ""
		}
		s.set(t, fmt.Sprintf(`{"legal":{"gst":%q,"gstin":%q},"roundOff":%t}`, w.Standing, gstin, w.RoundOff))
		var lines []object
		for j, l := range w.Lines {
			line := object{"productId": s.addTaxed(t, l.Product), "discount": float64(w.Expected.Lines[j].Discount) / 100}
			switch {
			case l.Weight.Grams > 0:
				line["grams"] = l.Weight.Grams
			case l.Weight.Amount > 0:
				line["amount"] = float64(l.Weight.Amount) / 100
			default:
				line["quantity"] = l.Quantity
			}
			lines = append(lines, line)
		}
		sold := s.sell(t, s.sale(fmt.Sprint(i), float64(w.Expected.Payable)/100, lines...))
		if len(sold.Bills) != 1 {
			t.Errorf("%s: the bills are %+v, want 1 bill", w.Name, sold.Bills)
			continue
		}
		var b struct {
			bill.View

			RoundOff money.Adjustment `json:"roundOff"` // may be negative
		}
		s.call(t, "GET", "/bills/"+fmt.Sprintf("C1-2526-%04d", i+1), nil).Expect(t, http.StatusOK, "").Decode(t, &b)
		got := w.Expected
		got.Kind, got.Total, got.RoundOff, got.Payable, got.Lines = b.Kind, int64(b.Total), int64(b.RoundOff), int64(b.Payable), nil
		for j, l := range b.Lines {
			line := workedLine{
				Quantity: float64(l.Quantity) / 1000, UQC: l.UQC, HSN: l.HSN, Treatment: l.Treatment, Base: l.Base,
				Gross: int64(l.Gross), Valued: int64(l.Valued), Taxable: int64(l.Taxable), CGST: int64(l.CGST), SGST: int64(l.SGST), Cess: int64(l.Cess), Discount: w.Expected.Lines[j].Discount,
			}
			if l.Rate != nil {
				rate := float64(*l.Rate) / 100
				line.Rate = &rate
			}
			got.Lines = append(got.Lines, line)
		}
		if diff := cmp.Diff(w.Expected, got); diff != "" {
			t.Errorf("%s: (-worked +billed)\n%s", w.Name, diff)
		}
	}
	must(t, s.view.Refresh(t.Context()))
	var catalog counter.Catalog
	s.call(t, "GET", "/counter/catalog", nil).Expect(t, http.StatusOK, "").Decode(t, &catalog)
	uqc := map[string]string{}
	for _, p := range catalog.Products {
		uqc[p.Name] = p.UQC
	}
	for _, w := range sales {
		for _, l := range w.Lines {
			if got := uqc[l.Product.Name]; got != l.Product.UQC {
				t.Errorf("the catalog says %q for pieces of %s, want %q", got, l.Product.Name, l.Product.UQC)
			}
		}
	}
}
