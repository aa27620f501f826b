package books

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// monthOfBills returns the documents of a random November: two states, businesses, a rate that changes mid-month, goods
// taxed by the printed price, canceled bills, and credit notes for parts and wholes.
func monthOfBills(r *rand.Rand, bills int) []Document {
	goods := []struct {
		hsn         string
		before, now tax.Percent
		cess        tax.Percent
		base        tax.Base
	}{{"0401", 0, 0, 0, ""}, {"0902", 500, 500, 0, ""}, {"3401", 1800, 500, 0, ""}, {"2202", 2800, 4000, 1200, ""}, {"2402", 4000, 4000, 0, tax.ByMRP}, {"3402", 1800, 1800, 0, ""}}
	begin := time.Date(2026, time.November, 1, 0, 0, 0, 0, clock.India).UTC()
	var list []Document
	var notes int64
	for i := range bills {
		at := begin.Add(time.Duration(i) * 29 * 24 * time.Hour / time.Duration(bills))
		d := Document{
			Number: fmt.Sprintf("GK/26-27/%05d", i+1), Prefix: "GK", Year: "26-27", Serial: int64(i + 1), Kind: bill.TaxInvoice, IssuedAt: at, PlaceOfSupply: "27",
			Document: bill.Document{Seller: bill.Seller{Standing: settings.GSTRegistered, GSTIN: "27AAAPK0000A1ZX", State: "27"}},
		}
		if r.IntN(4) == 0 {
			d.PlaceOfSupply, d.Document.InterState = "29", true
		}
		if r.IntN(6) == 0 {
			d.Document.Buyer.GSTIN = []string{"27CCCFT0000C1ZX", "29DDDCH0000D1Z5"}[r.IntN(2)]
		}
		for range 1 + r.IntN(6) {
			g := goods[r.IntN(len(goods))]
			rate, cess := g.now, tax.Percent(0)
			if i < bills/2 {
				rate, cess = g.before, g.cess
			}
			l := bill.Line{HSN: g.hsn, UQC: "NOS", Quantity: tax.Pieces(1 + r.IntN(9)), Treatment: tax.Taxable, Rate: &rate, CessRate: cess, Base: g.base}
			if l.Gross = money.Paise(1 + r.IntN(60_000)); r.IntN(40) == 0 {
				l.Gross *= 400
			}
			if l.Valued = l.Gross; g.base == tax.ByMRP {
				l.Valued += money.Paise(r.IntN(500))
			}
			if rate == 0 {
				l.Treatment = tax.Exempt
			}
			l.Split = tax.SplitGross(l.Valued, rate, cess, d.Document.InterState)
			d.Document.Lines = append(d.Document.Lines, l)
			d.Total += l.Gross
		}
		if d.RoundOff = 0; r.IntN(2) == 0 {
			d.RoundOff = tax.RoundOff(d.Total)
		}
		d.Payable = d.Total + d.RoundOff
		if r.IntN(20) == 0 {
			d.CanceledAt = &at
		}
		if list = append(list, d); d.CanceledAt == nil && r.IntN(6) == 0 {
			notes++
			list = append(list, noteFor(r, d, notes))
		}
	}
	return list
}

// noteFor returns a credit note for a random part of each line of a bill.
func noteFor(r *rand.Rand, d Document, serial int64) Document {
	n := d
	n.Number, n.Prefix, n.Serial, n.Kind, n.Credited, n.Total, n.Document.Lines = fmt.Sprintf("GKC/26-27/%05d", serial), "GKC", serial, bill.CreditNote, d.Payable, 0, nil
	n.IssuedAt = d.IssuedAt.Add(time.Hour)
	n.Document.CreditFor, n.Document.MoneyOnly = d.Number, r.IntN(10) == 0
	for _, l := range d.Document.Lines {
		stays := money.Paise(r.Int64N(int64(l.Gross) + 1))
		rest := tax.Split{}
		if stays > 0 {
			rest = tax.SplitGross(stays+l.Valued-l.Gross, *l.Rate, l.CessRate, d.Document.InterState)
		}
		l.Split, l.Gross = l.Minus(rest), l.Gross-stays
		if n.Document.MoneyOnly {
			l.Split = tax.Split{}
		}
		n.Document.Lines = append(n.Document.Lines, l)
		n.Total += l.Gross
	}
	n.RoundOff = 0
	n.Payable = n.Total
	return n
}

// portal holds the sums of the portal's JSON, in paise.
type portal struct{ b2b, b2cl, b2cs, cdnr, cdnur, exempt, hsn int64 }

func (p portal) boxes() int64 { return p.b2b + p.b2cl + p.b2cs - p.cdnr - p.cdnur + p.exempt }

// addUp sums every table of the portal's JSON, including tax.
func addUp(t *testing.T, file []byte) (p portal) {
	t.Helper()
	var whole map[string]any
	if err := json.Unmarshal(file, &whole); err != nil {
		t.Fatal(err)
	}
	hsn, _ := whole["hsn"].(map[string]any)
	return portal{
		amounts(whole["b2b"]), amounts(whole["b2cl"]), amounts(whole["b2cs"]), amounts(whole["cdnr"]), amounts(whole["cdnur"]), amounts(whole["nil"]),
		amounts(hsn["hsn_b2b"]) + amounts(hsn["hsn_b2c"]),
	}
}

func amounts(value any) (paise int64) {
	switch v := value.(type) {
	case []any:
		for _, entry := range v {
			paise += amounts(entry)
		}
	case map[string]any:
		for key, entry := range v {
			switch key {
			case "txval", "iamt", "camt", "samt", "csamt", "expt_amt":
				number, _ := entry.(float64)
				paise += int64(math.Round(number * 100))
			default:
				paise += amounts(entry)
			}
		}
	}
	return paise
}

// The test computes the box of each document independently of the package.
func TestBooks_addUpForRandomMonths(t *testing.T) {
	t.Parallel()
	large := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		documents := monthOfBills(r, 50+r.IntN(400))
		s := newSums()
		var want portal
		var bills, notes int64
		numbers, canceled := map[bool]int{}, 0
		for _, d := range documents {
			s.add(d)
			isNote := d.Kind == bill.CreditNote
			if numbers[isNote]++; d.CanceledAt != nil {
				canceled++
				continue
			}
			if d.Document.MoneyOnly {
				continue
			}
			into := &want.b2cs
			value, sign := d.Payable, int64(1)
			if isNote {
				value, sign = d.Credited, -1
			}
			switch apart := d.Document.InterState && value > 1_00_000_00; {
			case d.Document.Buyer.GSTIN != "" && isNote:
				into, sign = &want.cdnr, 1
			case d.Document.Buyer.GSTIN != "":
				into = &want.b2b
			case apart && isNote:
				into, sign = &want.cdnur, 1
				large++
			case apart:
				into = &want.b2cl
			}
			for _, l := range d.Document.Lines {
				whole := int64(l.Taxable + l.CGST + l.SGST + l.IGST + l.Cess)
				if *l.Rate == 0 {
					want.exempt += map[bool]int64{true: -1, false: 1}[isNote] * whole
				} else {
					*into += sign * whole
				}
				if isNote {
					notes += whole
				} else {
					bills += whole
				}
			}
		}
		want.hsn = bills - notes
		file, err := json.Marshal(s.gstr1("", "112026"))
		if err != nil {
			t.Fatal(err)
		}
		got := addUp(t, file)
		if got != want || got.boxes() != bills-notes || !s.check().Agrees || int64(s.check().Documents) != bills-notes {
			t.Fatalf("month %d: the file has %+v (%d), want %+v (%d), %+v", seed, got, got.boxes(), want, bills-notes, s.check())
		}
		issued := s.numberRanges()
		if len(issued) != 2 || issued[0].Count != numbers[false] || issued[1].Count != numbers[true] || issued[0].Canceled != canceled || issued[0].From != "GK/26-27/00001" {
			t.Errorf("month %d: issued %+v, want %v numbers, %d canceled", seed, issued, numbers, canceled)
		}
		summary := s.gstr3b("", "", tax.Split{})
		outward := summary.Supplies.Taxable
		if whole := int64(outward.Taxable + outward.IGST + outward.CGST + outward.SGST + outward.Cess + summary.Supplies.Exempt.Value); whole != bills-notes {
			t.Errorf("month %d: the total of GSTR-3B is %d, want %d", seed, whole, bills-notes)
		}
		checkFilters(t, s, documents)
	}
	if large == 0 {
		t.Error("no month had a credit note for a large bill")
	}
}

// checkFilters compares each box and rate with the sum of the documents that its filter selects.
func checkFilters(t *testing.T, s *sums, documents []Document) {
	t.Helper()
	for _, box := range s.boxSums() {
		var sum Amounts
		for _, d := range documents {
			if e, selected := d.entry(Filter{Box: box.Box}); selected {
				sum = sum.Plus(e.Amounts)
			}
		}
		if sum != box.Amounts {
			t.Errorf("box %s: the documents behind it come to %+v, the box to %+v", box.Box, sum, box.Amounts)
		}
	}
	for rate, want := range s.rates {
		var sum Amounts
		for _, d := range documents {
			e, _ := d.entry(Filter{Rate: rate})
			sum = sum.Plus(e.Amounts)
		}
		if sum != want {
			t.Errorf("rate %s: the documents come to %+v, the rate to %+v", rate, sum, want)
		}
	}
}

func TestDays_recognizeMonthsAndQuarters(t *testing.T) {
	t.Parallel()
	day := func(month time.Month, d int) time.Time { return time.Date(2026, month, d, 0, 0, 0, 0, clock.India) }
	for _, test := range []struct {
		from, to time.Time
		months   int
		period   string
	}{
		{day(11, 1), day(12, 1), 1, "112026"},
		{day(10, 1), day(13, 1), 3, "122026"},
		{day(4, 1), day(7, 1), 3, "062026"},
		{day(1, 1), day(4, 1), 3, "032026"},
		{day(11, 1), day(14, 1), 0, ""},
		{day(11, 1), day(11, 30), 0, ""},
		{day(11, 2), day(12, 2), 0, ""},
		{day(4, 1), day(16, 1), 0, ""},
	} {
		days := Days{test.from.UTC(), test.to.UTC()}
		if got := days.months(); got != test.months || got > 0 && days.period() != test.period {
			t.Errorf("%v to %v: %d months, %s, want %d months, %s", test.from, test.to, got, days.period(), test.months, test.period)
		}
	}
}

func TestWarnings_sayWhatThePortalRefusesOrLeavesOut(t *testing.T) {
	t.Parallel()
	rate := tax.Percent(500)
	sold := func() Document {
		line := bill.Line{HSN: "0902", UQC: "NOS", Quantity: tax.Pieces(1), Gross: 10500, Valued: 10500, Treatment: tax.Taxable, Rate: &rate, Split: tax.SplitGross(10500, rate, 0, false)}
		return Document{
			Number: "GK/26-27/00001", Prefix: "GK", Year: "26-27", Serial: 1, Kind: bill.TaxInvoice, PlaceOfSupply: "27", Total: 10500, Payable: 10500,
			Document: bill.Document{Seller: bill.Seller{Standing: settings.GSTRegistered, GSTIN: "27AAAPK0000A1ZX", State: "27"}, Lines: []bill.Line{line}},
		}
	}
	for want, change := range map[string]func(d *Document){
		"": func(*Document) {},
		"Bills of these days carry different GSTINs (27AAAPK0000A1ZX, 29DDDCH0000D1Z5).": func(d *Document) { d.Document.Seller.GSTIN = "29DDDCH0000D1Z5" },
		"The shop’s GST standing changed during these days.":                             func(d *Document) { d.Document.Seller.Standing = settings.GSTComposition },
		"Goods for ₹105 were billed without an HSN, which box 12 needs.":                 func(d *Document) { d.Document.Lines[0].HSN = "" },
		"1 credit note came too late to take back tax. It is in no return.":              func(d *Document) { d.Kind, d.Document.MoneyOnly = bill.CreditNote, true },
		"Box 7 is below zero for Maharashtra at 5 %: more came back than was sold.": func(d *Document) {
			d.Kind, d.Total, d.Document.Lines = bill.CreditNote, 21000, append(d.Document.Lines, d.Document.Lines[0])
		},
	} {
		s := newSums()
		s.add(sold())
		d := sold()
		change(&d)
		s.add(d)
		got := s.warnings()
		if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || !strings.HasPrefix(got[0].String(), want) || got[0].In("hi") == got[0].String()) {
			t.Errorf("the warnings are %q, want %q", got, want)
		}
	}
}
