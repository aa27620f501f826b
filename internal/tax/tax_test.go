package tax_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"kirana/internal/money"
	"kirana/internal/tax"
)

// workedBill is a bill of testdata/bills.json, computed by an independent script.
type workedBill struct {
	ID         string    `json:"id"`
	At         time.Time `json:"at"`
	InterState bool      `json:"interState"`
	Seller     struct {
		Standing, GSTIN, State string
	} `json:"seller"`
	Buyer         *struct{ GSTIN string } `json:"buyer"`
	PlaceOfSupply string                  `json:"placeOfSupply"`
	CreditFor     json.RawMessage         `json:"creditFor"`
	Lines         []struct {
		Name, HSN, Condition string
		Quantity, Grams      int64
		Price, Discount      int64
		Expected             map[string]int64
	} `json:"lines"`
}

func TestSplit_matchesIndependentlyComputedBills(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/bills.json")
	if err != nil {
		t.Fatal(err)
	}
	var bills []workedBill
	if err := json.Unmarshal(file, &bills); err != nil {
		t.Fatal(err)
	}
	table, lines := tax.NewTable(tax.Shipped()...), 0
	for _, bill := range bills {
		if wrong := tax.CheckSellerGSTIN(bill.Seller.GSTIN, bill.Seller.State); wrong.Format != "" {
			t.Errorf("the seller's GSTIN of %s: %s, want a valid one", bill.ID, wrong)
		}
		if bill.Seller.Standing != "REGISTERED" || bill.CreditFor != nil { // a credit note is taxed as of its bill's day
			continue
		}
		for _, line := range bill.Lines {
			gross := line.Price * line.Quantity
			if line.Grams > 0 {
				gross = (line.Price*line.Grams + 500) / 1000
			}
			gross -= line.Discount
			rate, lack := table.Find(tax.Goods{HSN: line.HSN, Condition: line.Condition}, tax.Day(bill.At))
			if lack != "" {
				t.Errorf("%s, %s has no rate: %s", bill.ID, line.Name, lack)
				continue
			}
			got := tax.SplitGross(money.Paise(gross), rate.Rate, *rate.Cess, bill.InterState)
			e := line.Expected
			want := tax.Split{Taxable: money.Paise(e["taxable"]), CGST: money.Paise(e["cgst"]), SGST: money.Paise(e["sgst"]), IGST: money.Paise(e["igst"]), Cess: money.Paise(e["cess"])}
			if gross != e["gross"] || rate.Rate != tax.Percent(e["rate"]*100) || got != want {
				t.Errorf("%s, %s: gross %d at %s: %+v, want %d at %d: %+v", bill.ID, line.Name, gross, rate.Rate, got, e["gross"], e["rate"], want)
			}
			lines++
		}
	}
	if lines < 30 {
		t.Errorf("%d lines were tried, want at least 30", lines)
	}
}

func TestSplitGross_addsUpToThePaisa(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	rates := []tax.Percent{0, 25, 300, 500, 1200, 1800, 2800, 4000}
	for range 1_000_000 {
		gross := money.Paise(random.Int64N(1 << (1 + random.IntN(40))))
		rate, cess := rates[random.IntN(len(rates))], tax.Percent(random.IntN(3)*600)
		inside, outside := tax.SplitGross(gross, rate, cess, false), tax.SplitGross(gross, rate, cess, true)
		for _, s := range []tax.Split{inside, outside} {
			if s.Total() != gross || s.Taxable < 0 || s.CGST < 0 || s.IGST < 0 || s.Cess < 0 {
				t.Fatalf("%d at %s and %s is split into %+v, want parts from 0 that add up", gross, rate, cess, s)
			}
		}
		if inside.CGST != inside.SGST || inside.IGST != 0 || outside.CGST != 0 || outside.SGST != 0 {
			t.Fatalf("%d at %s and %s: %+v inside, %+v outside, want equal CGST and SGST, or IGST alone",
				gross, rate, cess, inside, outside)
		}
		// Compare with the formula of rule 35, tax = price × rate ÷ (100 + sum of rates). Rounding may cost a paisa.
		if law := float64(gross) * float64(rate) / float64(100_00+rate+cess); float64(inside.CGST*2)-law > 1.5 || law-float64(inside.CGST*2) > 1.5 {
			t.Fatalf("%d at %s and %s: tax %d, want %f of rule 35, within one paisa", gross, rate, cess, inside.CGST*2, law)
		}
	}
}

func TestRoundOff_makesWholeRupees(t *testing.T) {
	t.Parallel()
	for amount, want := range map[money.Paise]money.Paise{66550: 50, 66549: -49, 66600: 0, 1: -1, 50: 50, 0: 0} {
		if got := tax.RoundOff(amount); got != want {
			t.Errorf("%d: %d, want %d", amount, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	five := tax.Percent(500)
	zero := tax.Percent(0)
	shipped := tax.NewTable(tax.Shipped()...)
	for name, test := range map[string]struct {
		goods tax.Goods
		day   string
		rate  tax.Percent
		lack  tax.Lack
		base  tax.Base
	}{
		"the day before a change":                {goods: tax.Goods{HSN: "34011190"}, day: "2025-09-21", rate: 1800},
		"the day of a change":                    {goods: tax.Goods{HSN: "34011190"}, day: "2025-09-22", rate: 500},
		"rice in a labelled pack":                {goods: tax.Goods{HSN: "10063020", Condition: "PREPACKED"}, day: "2026-11-26", rate: 500},
		"rice weighed":                           {goods: tax.Goods{HSN: "1006", Condition: "LOOSE"}, day: "2026-11-26", rate: 0},
		"rice without a condition":               {goods: tax.Goods{HSN: "1006"}, day: "2026-11-26", lack: tax.NoCondition},
		"a condition against the rule":           {goods: tax.Goods{HSN: "0406", Condition: "PANEER"}, day: "2026-11-26", rate: 0},
		"the rule":                               {goods: tax.Goods{HSN: "0406"}, day: "2026-11-26", rate: 500},
		"a condition that the prefix ignores":    {goods: tax.Goods{HSN: "33061020", Condition: "PREPACKED"}, day: "2026-11-26", rate: 500},
		"a chapter's condition, at its heading":  {goods: tax.Goods{HSN: "0801", Condition: "MAKHANA-PREPACKED"}, day: "2026-11-26", rate: 0},
		"an old row of a longer prefix":          {goods: tax.Goods{HSN: "17049020"}, day: "2026-11-26", rate: 500},
		"an old condition":                       {goods: tax.Goods{HSN: "21069099", Condition: "BREAD"}, day: "2026-11-26", rate: 0},
		"cigarettes, by the printed price":       {goods: tax.Goods{HSN: "24022090"}, day: "2026-02-01", rate: 4000, base: tax.ByMRP},
		"cigarettes with a cess by the piece":    {goods: tax.Goods{HSN: "24022090"}, day: "2026-01-31", lack: tax.NoCess},
		"the same, with an own rate":             {goods: tax.Goods{HSN: "24022090", Own: &five}, day: "2026-01-31", lack: tax.NoCess},
		"bidi, by its price (not in rule 31D)":   {goods: tax.Goods{HSN: "24031921"}, day: "2026-02-01", rate: 1800, base: tax.ByPrice},
		"no HSN":                                 {day: "2026-11-26", lack: tax.NoHSN},
		"an HSN that no row names":               {goods: tax.Goods{HSN: "84713010"}, day: "2026-11-26", lack: tax.NoRate},
		"before the first day":                   {goods: tax.Goods{HSN: "0402"}, day: "2025-03-31", lack: tax.NoRate},
		"an own rate":                            {goods: tax.Goods{HSN: "84713010", Own: &five}, day: "2026-11-26", rate: 500},
		"an own rate of nothing":                 {goods: tax.Goods{HSN: "34011190", Own: &zero}, day: "2026-11-26", rate: 0},
		"an own rate keeps the base of the law":  {goods: tax.Goods{HSN: "2402", Own: &five}, day: "2026-11-26", rate: 500, base: tax.ByMRP},
		"an own rate needs no condition":         {goods: tax.Goods{HSN: "1006", Own: &five}, day: "2026-11-26", rate: 500},
		"fruit drinks under the code until 2026": {goods: tax.Goods{HSN: "22029920"}, day: "2026-11-26", rate: 500},
		"fruit drinks under the code of 2026":    {goods: tax.Goods{HSN: "22029921"}, day: "2026-05-01", rate: 500},
		"other drinks":                           {goods: tax.Goods{HSN: "22029991"}, day: "2026-05-01", rate: 4000},
	} {
		got, lack := shipped.Find(test.goods, test.day)
		if got.Rate != test.rate || lack != test.lack || (test.base != "" && got.Base != test.base) {
			t.Errorf("%s: %s %s by %s, want %s %s by %s", name, got.Rate, lack, got.Base, test.rate, test.lack, test.base)
		}
		if lack == "" && (got.Treatment == tax.Exempt) != (got.Rate == 0) {
			t.Errorf("%s: %s at %s, want exempt at 0 alone", name, got.Treatment, got.Rate)
		}
	}
}

func TestFind_usesTheOwnersRowUnlessAShippedPrefixIsLonger(t *testing.T) {
	t.Parallel()
	own := tax.Rate{HSN: "3401", Rate: 500, Cess: new(tax.Percent), Treatment: tax.Taxable, Base: tax.ByPrice, From: "2027-04-01"}
	table := tax.NewTable(append(tax.Shipped(), own)...)
	for day, want := range map[string]tax.Percent{"2027-03-31": 1800, "2027-04-01": 500} {
		if got, _ := table.Find(tax.Goods{HSN: "34013090"}, day); day == "2027-04-01" && got.Rate != 1800 {
			t.Errorf("34013090 has the rate %s, want 1800: the shipped 340130 is longer than the owner's 3401", got.Rate)
		}
		if got, _ := table.Find(tax.Goods{HSN: "34019090"}, day); got.Rate != want {
			t.Errorf("on %s: %s, want %s", day, got.Rate, want)
		}
	}
}

// The rows must be well formed. Each row from before the reform of 22 September 2025 needs a successor: without one, an
// abolished rate of a longer prefix would still apply.
func TestShipped_hasWellFormedRowsWithSuccessors(t *testing.T) {
	t.Parallel()
	const reform = "2025-09-22"
	rows := tax.Shipped()
	type key struct{ hsn, condition, from string }
	seen, followed := map[key]bool{}, map[key]bool{}
	for _, r := range rows {
		k := key{r.HSN, r.Condition, r.From}
		if seen[k] {
			t.Errorf("%v is listed twice", k)
		}
		seen[k] = true
		if r.From >= reform {
			followed[key{r.HSN, r.Condition, ""}] = true
		}
		_, err := time.Parse(time.DateOnly, r.From)
		if err != nil || r.Source == "" || r.Description == "" || r.Certainty == "" || len(r.HSN) < 2 || len(r.HSN) > 8 {
			t.Errorf("%v lacks a date, a source, a description or a certainty, or its HSN has not 2 to 8 digits", r)
		}
		if (r.Treatment == tax.Exempt) != (r.Rate == 0) || (r.Base != tax.ByPrice && r.Base != tax.ByMRP) {
			t.Errorf("%v: treatment %v by %v, want exempt at 0 alone, by price or MRP", r, r.Treatment, r.Base)
		}
		if abolished := r.Rate == 1200 || (r.Rate == 2800 && r.Cess != nil); r.From >= reform && abolished {
			t.Errorf("%v has a rate that ended on %s", r, reform)
		}
	}
	for k := range seen {
		if k.from < reform && !followed[key{k.hsn, k.condition, ""}] {
			t.Errorf("%v has no row from %s on", k, reform)
		}
	}
	if len(rows) < 500 {
		t.Errorf("the table has %d rows, want at least 500", len(rows))
	}
}
