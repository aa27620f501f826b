package tax

import (
	"bytes"
	"cmp"
	_ "embed" // the tables
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"kirana/internal/clock"
)

// Rate is a row of the table of rates: the rate, from a day on, of goods whose HSN begins with a prefix and that meet a
// condition.
type Rate struct {
	HSN         string    `json:"hsn" doc:"First 2 to 8 digits of the HSN of the goods."`
	Condition   string    `json:"condition" doc:"PREPACKED, LOOSE or another condition. Empty: the general rate."`
	Rate        Percent   `json:"rate" doc:"Rate in per cent, CGST and SGST together."`
	Cess        *Percent  `json:"cess" doc:"Cess in per cent. Null: a cess that is not a percentage, which is not billed."`
	Treatment   Treatment `json:"treatment" enum:"TAXABLE,EXEMPT"`
	Base        Base      `json:"base" enum:"PRICE,MRP"`
	From        string    `json:"from" doc:"First day of validity, as YYYY-MM-DD in India Standard Time."`
	Description string    `json:"description"`
	Source      string    `json:"source" doc:"Notification that sets the rate, or entered by the owner."`
	Certainty   string    `json:"certainty" doc:"Certainty of the rate. A: the notification itself or two sources. B: one secondary source. C: derived; ask an accountant. Empty: entered by the owner."`
}

// Lack is the reason why goods have no rate on a day; "" if they have one.
type Lack string

// Reasons.
const (
	NoHSN       Lack = "NO_HSN"       // the product has no HSN
	NoRate      Lack = "NO_RATE"      // no row of the table matches
	NoCondition Lack = "NO_CONDITION" // the rate depends on a condition that the product lacks
	NoCess      Lack = "NO_CESS"      // the cess is not a percentage
)

// Goods are the fields of a product that decide its tax.
type Goods struct {
	HSN       string   `json:"hsn" db:"hsn"`
	Condition string   `json:"taxCondition" db:"tax_condition"`
	Own       *Percent `json:"gstRate" db:"gst_rate"` // the product's own rate; nil means by its HSN
}

// Or returns the goods with empty fields filled from fallback, such as those of the sub-category. Goods with an HSN do
// not take the fallback's own rate, because a rate belongs to its HSN.
func (g Goods) Or(fallback Goods) Goods {
	if g.Own == nil && g.HSN == "" {
		g.Own = fallback.Own
	}
	g.HSN, g.Condition = cmp.Or(g.HSN, fallback.HSN), cmp.Or(g.Condition, fallback.Condition)
	return g
}

// Key identifies a row of a table.
type Key struct{ HSN, Condition, From string }

// Key returns the row's key.
func (r Rate) Key() Key { return Key{r.HSN, r.Condition, r.From} }

// Table finds rates. It is immutable.
type Table struct{ rows map[string][]Rate } // by prefix, the latest first

// NewTable returns a table of the rows. Of rows with the same key the last one is used.
func NewTable(rows ...Rate) *Table {
	t := &Table{rows: map[string][]Rate{}}
	for _, row := range rows {
		t.rows[row.HSN] = append([]Rate{row}, t.rows[row.HSN]...)
	}
	for _, ofPrefix := range t.rows {
		slices.SortStableFunc(ofPrefix, func(a, b Rate) int { return strings.Compare(b.From, a.From) })
	}
	return t
}

// Find returns the row for goods on a day, from the longest HSN prefix with a row on that day. The condition selects
// among the rows of this prefix only. A product's own rate replaces the row's, except with NoCess; an own rate of 0 is
// an exemption.
func (t *Table) Find(goods Goods, day string) (Rate, Lack) {
	row, lack := t.byHSN(goods, day)
	if goods.Own == nil || lack == NoCess {
		return row, lack
	}
	own := Rate{HSN: goods.HSN, Condition: goods.Condition, Rate: *goods.Own, Cess: new(Percent), Treatment: Taxable, Base: cmp.Or(row.Base, ByPrice), From: day}
	if own.Rate == 0 {
		own.Treatment = Exempt
	}
	return own, ""
}

func (t *Table) byHSN(goods Goods, day string) (Rate, Lack) {
	if goods.HSN == "" {
		return Rate{}, NoHSN
	}
	valid := t.Choices(goods.HSN, day)
	if len(valid) == 0 {
		return Rate{}, NoRate
	}
	i := slices.IndexFunc(valid, func(r Rate) bool { return r.Condition == goods.Condition })
	if i < 0 { // no row for the condition: the general rate applies
		i = slices.IndexFunc(valid, func(r Rate) bool { return r.Condition == "" })
	}
	switch {
	case i < 0:
		return Rate{}, NoCondition
	case valid[i].Cess == nil:
		return Rate{}, NoCess
	}
	return valid[i], ""
}

// Choices returns the rows of an HSN valid on a day: those of the longest prefix, one per condition.
func (t *Table) Choices(hsn, day string) []Rate {
	for n := len(hsn); n >= 2; n-- {
		var rows []Rate
		for _, row := range t.rows[hsn[:n]] {
			known := slices.ContainsFunc(rows, func(r Rate) bool { return r.Condition == row.Condition })
			if row.From <= day && !known {
				rows = append(rows, row)
			}
		}
		if len(rows) > 0 {
			return rows
		}
	}
	return nil
}

// Conditions returns the conditions of an HSN's rates on a day; "" is the general rate.
func (t *Table) Conditions(hsn, day string) []string {
	names := []string{}
	for _, row := range t.Choices(hsn, day) {
		names = append(names, row.Condition)
	}
	slices.Sort(names)
	return names
}

// Rows returns all rows, by prefix, day and condition.
func (t *Table) Rows() []Rate {
	var all []Rate
	for _, ofPrefix := range t.rows {
		all = append(all, ofPrefix...)
	}
	slices.SortFunc(all, func(a, b Rate) int {
		return cmp.Or(strings.Compare(a.HSN, b.HSN), strings.Compare(a.From, b.From), strings.Compare(a.Condition, b.Condition))
	})
	return all
}

// Day returns the day of a time in India, YYYY-MM-DD.
func Day(t time.Time) string { return t.In(clock.India).Format(time.DateOnly) }

// FinancialYear returns the year of a time in India, from April to March: "26-27".
func FinancialYear(at time.Time) string {
	local := at.In(clock.India)
	first := local.Year()
	if local.Month() < time.April {
		first--
	}
	return fmt.Sprintf("%02d-%02d", first%100, (first+1)%100)
}

//go:embed data/rates.csv
var ratesFile []byte

// Shipped returns the rows that come with the program: groceries, each with its source.
var Shipped = sync.OnceValue(func() []Rate {
	var rates []Rate
	for _, record := range readTable(ratesFile) {
		rate, err := ParsePercent(record[2])
		if err != nil {
			panic(fmt.Sprintf("rates.csv: rate of %s", record[0]))
		}
		var cess *Percent
		if record[3] != "" {
			c, err := ParsePercent(record[3])
			if err != nil {
				panic(fmt.Sprintf("rates.csv: cess of %s", record[0]))
			}
			cess = &c
		}
		rates = append(rates, Rate{
			HSN: record[0], Condition: record[1], Rate: rate, Cess: cess, Treatment: Treatment(record[4]), Base: Base(record[5]),
			From: record[6], Description: record[7], Source: record[8], Certainty: record[9],
		})
	}
	return rates
})

// ShippedTable returns the table of the shipped rows.
var ShippedTable = sync.OnceValue(func() *Table { return NewTable(Shipped()...) })

// readTable returns the records of an embedded CSV file, without its header.
func readTable(file []byte) [][]string {
	records, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		panic(err) // the file is part of the program
	}
	return records[1:]
}
