// Package books computes what a shop's accountant files from bills and credit notes: the tables of GSTR-1 and GSTR-3B,
// the turnovers of CMP-08, and the sales register. Every figure is a sum of issued document lines, so it can be traced
// back to them.
package books

import (
	"time"

	"kirana/internal/bill"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Document is a bill or credit note as read for the books.
type Document struct {
	ID            string        `db:"id"`
	Number        string        `db:"number"`
	Prefix        string        `db:"prefix"`
	Year          string        `db:"year"`
	Serial        int64         `db:"serial"`
	Kind          bill.Kind     `db:"kind"`
	IssuedAt      time.Time     `db:"issued_at"`
	PlaceOfSupply string        `db:"place_of_supply"`
	Total         money.Paise   `db:"total"`
	RoundOff      money.Paise   `db:"round_off"`
	Payable       money.Paise   `db:"payable"`
	Document      bill.Document `db:"document"`
	CanceledAt    *time.Time    `db:"canceled_at"`
	Credited      money.Paise   `db:"credited"` // payable amount of the bill that a credit note corrects
}

// Box is the GSTR-1 table of a document line.
type Box string

// The boxes: form GSTR-1 (CGST rule 59), tables 4A, 5, 7, 8 and 9B.
const (
	Registered Box = "4A" // taxable, to buyers with a GSTIN
	Large      Box = "5"  // taxable, to another state, without a GSTIN, above largeBill
	Others     Box = "7"  // other taxable sales, less their credit notes
	Exempt     Box = "8"
	Notes      Box = "9B" // credit notes for bills of 4A and 5
)

// largeBill is the value, in paise, above which table 5 lists a bill to another state: notification
// 12/2024 Central Tax, since August 2024. The portal compares the value of the whole invoice.
const largeBill = money.Paise(1_00_000_00)

// counts reports whether the document is part of the returns. A credit note too late to reduce tax changes money only
// (CGST Act, section 34(2)).
func (d Document) counts() bool { return d.CanceledAt == nil && !d.Document.MoneyOnly }

// at returns the document as it was at a time, and whether it had been issued by then.
func (d Document) at(t time.Time) (Document, bool) {
	if d.CanceledAt != nil && d.CanceledAt.After(t) {
		d.CanceledAt = nil
	}
	return d, !d.IssuedAt.After(t)
}

func (d Document) isNote() bool { return d.Kind == bill.CreditNote }

func (d Document) registered() bool { return d.Document.Buyer.GSTIN != "" }

// place returns the state of supply, or the seller's if unknown.
func (d Document) place() string {
	if d.PlaceOfSupply == "" {
		return d.Document.Seller.State
	}
	return d.PlaceOfSupply
}

// large reports whether the bill, or the bill that a credit note corrects, belongs in table 5.
func (d Document) large() bool {
	value := d.Payable
	if d.isNote() {
		value = d.Credited
	}
	return d.Document.InterState && !d.registered() && value > largeBill
}

// box returns the table of a line. Credit notes for bills of tables 4A and 5 are in 9B, others in the table of their
// bill.
func (d Document) box(l bill.Line) Box {
	isIn4Or5 := d.registered() || d.large()
	switch {
	case l.Treatment == tax.Exempt:
		return Exempt
	case d.isNote() && isIn4Or5:
		return Notes
	case d.registered():
		return Registered
	case d.large():
		return Large
	}
	return Others
}

// Amounts are sums of lines. The amounts of credit notes are negative.
type Amounts struct {
	Taxable money.Paise `json:"taxable" doc:"Amount without tax including exempt goods, in rupees."`
	IGST    money.Paise `json:"igst"`
	CGST    money.Paise `json:"cgst"`
	SGST    money.Paise `json:"sgst"`
	Cess    money.Paise `json:"cess"`
	WithTax money.Paise `json:"withTax"`
}

// Plus returns the sum.
func (a Amounts) Plus(b Amounts) Amounts {
	return Amounts{a.Taxable + b.Taxable, a.IGST + b.IGST, a.CGST + b.CGST, a.SGST + b.SGST, a.Cess + b.Cess, a.WithTax + b.WithTax}
}

func (a Amounts) negative() Amounts {
	return Amounts{-a.Taxable, -a.IGST, -a.CGST, -a.SGST, -a.Cess, -a.WithTax}
}

// belowZero reports whether one of the amounts is negative.
func (a Amounts) belowZero() bool {
	return min(a.Taxable, a.IGST, a.CGST, a.SGST, a.Cess, a.WithTax) < 0
}

// amounts returns the amounts of a line, negative for a credit note. If the line shows no tax, Taxable is the amount
// paid. Goods taxed on their printed price count at that price (CGST rule 31D), whatever was paid.
func (d Document) amounts(l bill.Line) Amounts {
	a := Amounts{Taxable: l.Gross, WithTax: l.Gross}
	if l.Rate != nil {
		a = Amounts{l.Taxable, l.IGST, l.CGST, l.SGST, l.Cess, l.Total()}
	}
	if d.isNote() {
		return a.negative()
	}
	return a
}

// Filter selects lines; the zero value selects all.
type Filter struct {
	Box  string // one of filterBoxes
	Rate string // "5", or "exempt"
	HSN  string
}

// The values of Filter.Box for the two turnovers of a composition taxable person.
const (
	turnoverBox = "CMP-08"
	taxableBox  = "CMP-08 taxable"
)

// filterBoxes are the valid values of Filter.Box.
var filterBoxes = []string{"4A", "5", "7", "8", "9B", "12 B2B", "12 B2C", "3.1(a)", "3.1(c)", "3.2", turnoverBox, taxableBox}

// inBox reports whether a line belongs to a box: of GSTR-1 or GSTR-3B for a registered shop, of CMP-08 for a
// composition shop.
func (d Document) inBox(box string, l bill.Line) bool {
	taxable := l.Treatment != tax.Exempt
	switch d.Document.Seller.Standing {
	case settings.GSTRegistered:
	case settings.GSTComposition:
		return box == turnoverBox || box == taxableBox && taxable
	default:
		return false
	}
	switch box {
	case "12 B2B":
		return d.registered()
	case "12 B2C":
		return !d.registered()
	case "3.1(a)":
		return taxable
	case "3.1(c)":
		return !taxable
	case "3.2":
		return taxable && d.Document.InterState && !d.registered()
	}
	return string(d.box(l)) == box
}

// matches reports whether the filter selects a line of a counted document.
func (f Filter) matches(d Document, l bill.Line) bool {
	switch {
	case f.Box != "" && !d.inBox(f.Box, l):
		return false
	case f.Rate != "" && f.Rate != rateOf(l):
		return false
	}
	return f.HSN == "" || f.HSN == l.HSN
}

// rateOf returns the name of a line's rate: "5", or "exempt"; "" if no tax is shown.
func rateOf(l bill.Line) string {
	switch {
	case l.Treatment == tax.Exempt:
		return "exempt"
	case l.Rate == nil:
		return ""
	}
	return l.Rate.String()
}

// Entry is a document in the sales register, or the part that a filter selects.
type Entry struct {
	Number    string      `json:"number"`
	Kind      bill.Kind   `json:"kind" enum:"TAX_INVOICE,BILL_OF_SUPPLY,INVOICE_CUM_BILL_OF_SUPPLY,CASH_MEMO,CREDIT_NOTE"`
	IssuedAt  time.Time   `json:"issuedAt"`
	Order     int64       `json:"order" doc:"Order number."`
	Buyer     string      `json:"buyer"`
	GSTIN     string      `json:"gstin" doc:"GSTIN of the buyer. Empty for a person."`
	Place     string      `json:"placeOfSupply" doc:"State code."`
	CreditFor string      `json:"creditFor" doc:"Number of the bill to which a credit note belongs. Empty for a bill."`
	Amounts   Amounts     `json:"amounts" doc:"Amounts of the lines that match the filters. Zero for a canceled document, and if moneyOnly is true."`
	RoundOff  money.Paise `json:"roundOff"`
	Payable   money.Paise `json:"payable" doc:"Payable amount of the whole document. Negative for a credit note."`
	MoneyOnly bool        `json:"moneyOnly" doc:"true: a credit note issued too late to reduce tax. Included in no return."`
	Canceled  bool        `json:"canceled"`
}

// SchemaName returns the name in the API document.
func (Entry) SchemaName() string { return "BooksEntry" }

// SchemaName returns the name in the API document.
func (Amounts) SchemaName() string { return "BooksAmounts" }

// entry returns the document's entry in the register, and whether the filter selects any of its lines.
func (d Document) entry(f Filter) (e Entry, selected bool) {
	e = Entry{
		Number: d.Number, Kind: d.Kind, IssuedAt: d.IssuedAt, Order: d.Document.Order, Buyer: d.Document.Buyer.Name, GSTIN: d.Document.Buyer.GSTIN,
		Place: d.place(), CreditFor: d.Document.CreditFor, MoneyOnly: d.Document.MoneyOnly, Canceled: d.CanceledAt != nil,
	}
	if e.Canceled {
		return e, f == Filter{}
	}
	e.RoundOff, e.Payable = d.RoundOff, d.Payable
	if d.isNote() {
		e.RoundOff, e.Payable = -d.RoundOff, -d.Payable
	}
	if e.MoneyOnly {
		return e, f == Filter{}
	}
	for _, line := range d.Document.Lines {
		if f.matches(d, line) {
			e.Amounts, selected = e.Amounts.Plus(d.amounts(line)), true
		}
	}
	return e, selected || f == Filter{}
}
