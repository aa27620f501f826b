package books

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// workedBill is a bill computed by an independent script.
type workedBill struct {
	ID        string
	At        time.Time
	Seller    struct{ Standing, GSTIN, State string }
	Buyer     *struct{ Name, GSTIN string }
	Place     string `json:"placeOfSupply"`
	Inter     bool   `json:"interState"`
	CreditFor string
	Lines     []struct {
		HSN, Unit, Condition string
		Quantity, Grams      int
		Expected             struct {
			Gross, Taxable, CGST, SGST, IGST, Cess int64
			Rate                                   *tax.Percent
		}
	}
	Paper struct {
		Number                   string
		Kind                     bill.Kind
		Total, RoundOff, Payable int64
	} `json:"expectedPaper"`
}

func (w workedBill) document(serial int64, credited money.Paise) Document {
	d := Document{
		Number: w.Paper.Number, Prefix: w.Paper.Number[:1], Year: "25-26", Serial: serial, Kind: w.Paper.Kind, IssuedAt: w.At, PlaceOfSupply: w.Place,
		Total: money.Paise(w.Paper.Total), RoundOff: money.Paise(w.Paper.RoundOff), Payable: money.Paise(w.Paper.Payable), Credited: credited,
		Document: bill.Document{Seller: bill.Seller{Standing: w.Seller.Standing, GSTIN: w.Seller.GSTIN, State: w.Seller.State}, InterState: w.Inter},
	}
	if w.Buyer != nil {
		d.Document.Buyer = bill.Buyer{Name: w.Buyer.Name, GSTIN: w.Buyer.GSTIN}
	}
	for _, l := range w.Lines {
		e := l.Expected
		line := bill.Line{HSN: l.HSN, UQC: l.Unit, Quantity: tax.Pieces(l.Quantity), Gross: money.Paise(e.Gross), Treatment: tax.Taxable}
		if l.Grams > 0 {
			line.Quantity, line.UQC = tax.Quantity(l.Grams), tax.Kilograms
		}
		if w.Seller.Standing == settings.GSTRegistered {
			line.Rate = e.Rate
			line.Split = tax.Split{Taxable: money.Paise(e.Taxable), CGST: money.Paise(e.CGST), SGST: money.Paise(e.SGST), IGST: money.Paise(e.IGST), Cess: money.Paise(e.Cess)}
		}
		if rate, _ := tax.ShippedTable().Find(tax.Goods{HSN: l.HSN, Condition: l.Condition}, tax.Day(w.At)); rate.Treatment == tax.Exempt {
			line.Treatment = tax.Exempt
		}
		d.Document.Lines = append(d.Document.Lines, line)
	}
	return d
}

func TestReturns_equalThoseOfAnIndependentScript(t *testing.T) {
	t.Parallel()
	var list []workedBill
	readJSON(t, "../tax/testdata/bills.json", &list)
	var want struct {
		GSTR1  any
		GSTR3B any
		CMP08  any
		Proof  struct{ B2B, B2CL, B2CSNet, CDNR, CDNUR, NilNet, HSNNet, Bills, CreditNotes int64 } `json:"proofInPaise"`
	}
	readJSON(t, "testdata/returns.json", &want)
	s, composed := newSums(), newSums()
	payable, serials := map[string]money.Paise{}, map[string]int64{}
	for _, w := range list {
		serials[w.Paper.Number[:1]]++
		d := w.document(serials[w.Paper.Number[:1]], payable[w.CreditFor])
		payable[w.ID] = d.Payable
		if w.Seller.Standing == settings.GSTComposition {
			composed.add(d)
			continue
		}
		s.add(d)
	}
	days := Days{time.Date(2025, time.September, 1, 0, 0, 0, 0, clock.India), time.Date(2025, time.October, 1, 0, 0, 0, 0, clock.India)}
	for name, pair := range map[string][2]any{
		"GSTR-1":  {s.gstr1("", days.period()), want.GSTR1},
		"GSTR-3B": {withoutHead(s.gstr3b("", days.period(), tax.Split{})), want.GSTR3B},
		"CMP-08":  {composed.cmp08(""), want.CMP08},
	} {
		if got := plain(t, pair[0]); !reflect.DeepEqual(got, plain(t, pair[1])) {
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(plain(t, pair[1]))
			t.Errorf("%s is\n%s\nwant\n%s", name, a, b)
		}
	}
	if c := s.check(); !c.Agrees || int64(c.HSN) != want.Proof.HSNNet || int64(s.sales.WithTax) != want.Proof.Bills || -int64(s.notes.WithTax) != want.Proof.CreditNotes {
		t.Errorf("%+v, sales %v, notes %v, want figures that agree, %+v", c, s.sales.WithTax, s.notes.WithTax, want.Proof)
	}
	if w := s.warnings(); len(w) != 0 {
		t.Errorf("warnings %q, want none", w)
	}
}

// withoutHead returns the tables of GSTR-3B that testdata/returns.json has.
func withoutHead(r GSTR3B) any {
	return map[string]any{"sup_details": r.Supplies, "inter_sup": r.OtherState}
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, into); err != nil {
		t.Fatal(err)
	}
}

// plain returns a value as decoded JSON, without empty lists and zero amounts.
func plain(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var read any
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return trimmed(read)
}

func trimmed(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, entry := range v {
			entry = trimmed(entry)
			if v[key] = entry; entry == nil || entry == 0.0 {
				delete(v, key)
			}
		}
	case []any:
		if len(v) == 0 {
			return nil
		}
		for i := range v {
			v[i] = trimmed(v[i])
		}
	}
	return value
}
