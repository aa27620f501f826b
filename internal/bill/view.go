package bill

import (
	"time"

	"kirana/internal/money"
	"kirana/internal/tax"
)

// View is the JSON of a document, in rupees.
type View struct {
	Number        string       `json:"number"`
	Kind          Kind         `json:"kind" enum:"TAX_INVOICE,BILL_OF_SUPPLY,INVOICE_CUM_BILL_OF_SUPPLY,CASH_MEMO,CREDIT_NOTE"`
	IssuedAt      time.Time    `json:"issuedAt"`
	Order         int64        `json:"order" doc:"Order number."`
	Seller        Seller       `json:"seller"`
	Buyer         Buyer        `json:"buyer"`
	PlaceOfSupply string       `json:"placeOfSupply" doc:"State code of the place of supply."`
	InterState    bool         `json:"interState" doc:"true: the goods go to another state, so IGST applies."`
	UTGST         bool         `json:"utgst" doc:"true: the state tax is UTGST."`
	Lines         []Line       `json:"lines"`
	Taxes         []TaxAtARate `json:"taxes" doc:"Totals of the lines by rate. Empty if no tax is shown."`
	Total         money.Paise  `json:"total" doc:"Sum of the lines, in rupees."`
	RoundOff      money.Paise  `json:"roundOff"`
	Payable       money.Paise  `json:"payable"`
	Words         string       `json:"words" doc:"Payable amount in words."`
	CreditFor     string       `json:"creditFor" doc:"Number of the bill to which a credit note refers. Empty for a bill."`
	CreditDay     string       `json:"creditDay" doc:"Day of that bill, as YYYY-MM-DD."`
	Reason        string       `json:"reason" doc:"Reason for the credit or the cancellation."`
	MoneyOnly     bool         `json:"moneyOnly" doc:"true: a credit note issued too late to reduce the tax."`
	CanceledAt    *time.Time   `json:"canceledAt" doc:"Time of cancellation. Null while the document is valid."`
}

// SchemaName returns the name in the API document.
func (View) SchemaName() string { return "Bill" }

// TaxAtARate is the sum of the lines at one rate.
type TaxAtARate struct {
	Rate      tax.Percent   `json:"rate"`
	Treatment tax.Treatment `json:"treatment" enum:"TAXABLE,EXEMPT"`

	tax.Split
}

// SchemaName returns the name in the API document.
func (TaxAtARate) SchemaName() string { return "TaxAtARate" }

// SchemaName returns the name in the API document.
func (Line) SchemaName() string { return "BillLine" }

// SchemaName returns the name in the API document.
func (Seller) SchemaName() string { return "BillSeller" }

// SchemaName returns the name in the API document.
func (Buyer) SchemaName() string { return "BillBuyer" }

// view returns the JSON of the document, with the reason in a language.
func (b Bill) view(lang string) View {
	v := View{
		Number: b.Number, Kind: b.Kind, IssuedAt: b.IssuedAt, Order: b.Document.Order, Seller: b.Document.Seller, Buyer: b.Document.Buyer,
		PlaceOfSupply: b.PlaceOfSupply, InterState: b.Document.InterState, UTGST: !b.Document.InterState && tax.HasUTGST(b.Document.Seller.State),
		Lines: b.Document.Lines, Taxes: b.Document.taxes(), Total: b.Total, RoundOff: b.RoundOff, Payable: b.Payable, Words: tax.Words(b.Payable),
		CreditFor: b.Document.CreditFor, CreditDay: b.Document.CreditDay, Reason: b.Document.Reason, MoneyOnly: b.Document.MoneyOnly, CanceledAt: b.CanceledAt,
	}
	if b.canceled() {
		v.Reason = b.CancelReason
	}
	v.Reason = translateReason(lang, v.Reason)
	return v
}

// taxes returns the sums of the lines by rate, in order of first appearance.
func (d Document) taxes() []TaxAtARate {
	sums := []TaxAtARate{}
	indexOf := map[tax.Percent]int{}
	for _, line := range d.Lines {
		if line.Rate == nil {
			continue
		}
		i, known := indexOf[*line.Rate]
		if !known {
			i, indexOf[*line.Rate] = len(sums), len(sums)
			sums = append(sums, TaxAtARate{Rate: *line.Rate, Treatment: line.Treatment})
		}
		sums[i].Split = sums[i].Plus(line.Split)
	}
	return sums
}
