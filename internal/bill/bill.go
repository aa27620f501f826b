// Package bill issues tax invoices, bills of supply and credit notes under India's tax law. A document is an immutable
// copy of the sale. It can be canceled before the goods leave the shop; afterwards it is corrected by a credit note.
package bill

import (
	"database/sql/driver"
	"slices"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Kind is the legal name of a document.
type Kind string

// The kinds, with the CGST rules that require them.
const (
	TaxInvoice  Kind = "TAX_INVOICE"                // rule 46: taxable goods
	Supply      Kind = "BILL_OF_SUPPLY"             // rule 49: exempt goods, or a composition taxable person
	InvoiceBill Kind = "INVOICE_CUM_BILL_OF_SUPPLY" // rule 46A: both, for a buyer who is not registered
	CashMemo    Kind = "CASH_MEMO"                  // of a shop that is not registered
	CreditNote  Kind = "CREDIT_NOTE"                // rule 53(1A)
)

// Kinds are all kinds.
var Kinds = []Kind{TaxInvoice, Supply, InvoiceBill, CashMemo, CreditNote}

// compositionSentence is required on each document of a composition taxable person: CGST rule 5(1)(f).
const compositionSentence = "composition taxable person, not eligible to collect tax on supplies"

// Bill is an issued document.
type Bill struct {
	ID            string      `db:"id"`
	Number        string      `db:"number"`
	PathNumber    string      `db:"path_number"` // Number with "/" replaced by "-", for paths
	Prefix        string      `db:"prefix"`
	Year          string      `db:"year"` // April to March: "26-27"
	Serial        int64       `db:"serial"`
	Kind          Kind        `db:"kind"`
	OrderID       string      `db:"checkout_id"`
	UserID        string      `db:"user_id"`
	CreditFor     string      `db:"credit_for"` // id of the bill that a credit note corrects, otherwise ""
	IssuedAt      time.Time   `db:"issued_at"`
	PlaceOfSupply string      `db:"place_of_supply"` // state code
	Total         money.Paise `db:"total"`           // sum of the lines
	RoundOff      money.Paise `db:"round_off"`       // added to Total to give Payable
	Payable       money.Paise `db:"payable"`
	Document      Document    `db:"document"`
	LeftAt        *time.Time  `db:"left_at"` // when the goods left the shop; nil: not yet
	CanceledAt    *time.Time  `db:"canceled_at"`
	CancelReason  string      `db:"cancel_reason"`

	// Generation counts the replacements of the document's link.
	Generation int        `db:"generation"`
	LinkedAt   *time.Time `db:"linked_at"` // last replacement of the link; nil: the link dates from IssuedAt
}

func (b Bill) canceled() bool { return b.CanceledAt != nil }

// sign returns -1 for a credit note, and 1 for a bill.
func (b Bill) sign() money.Paise {
	if b.Kind == CreditNote {
		return -1
	}
	return 1
}

// Document holds the contents of a bill, without its number and sums.
type Document struct {
	Seller     Seller `json:"seller"`
	Buyer      Buyer  `json:"buyer"`
	Order      int64  `json:"order" doc:"Order number."`
	InterState bool   `json:"interState"`
	Lines      []Line `json:"lines"`
	CreditFor  string `json:"creditFor,omitempty"` // number and day of the bill that a credit note corrects
	CreditDay  string `json:"creditDay,omitempty"`
	Reason     string `json:"reason,omitempty"`
	MoneyOnly  bool   `json:"moneyOnly,omitempty"` // a credit note issued too late to reduce tax
}

// Seller is the shop as printed on a bill.
type Seller struct {
	Standing string `json:"standing" enum:"REGISTERED,COMPOSITION,UNREGISTERED,"`
	Name     string `json:"name"`
	Address  string `json:"address"`
	GSTIN    string `json:"gstin" doc:"GSTIN. Empty for an unregistered shop."`
	State    string `json:"state" doc:"State code."`
	FSSAI    string `json:"fssai"`
	Phone    string `json:"phone" doc:"Phone number of customer care."`
	Sentence string `json:"sentence" doc:"Legally required statement, or empty."`
}

// Buyer is the customer as printed on a bill.
type Buyer struct {
	Name    string `json:"name"`
	GSTIN   string `json:"gstin" doc:"GSTIN of a registered business. Empty otherwise."`
	Address string `json:"address"`
	State   string `json:"state" doc:"State code. Empty if unknown."`
}

// Line is a line of a bill, or the part of a line that a credit note takes back.
type Line struct {
	LineID    string            `json:"row"` // the order line
	ProductID string            `json:"productId"`
	Name      string            `json:"name" doc:"Product name, in Latin letters if known."`
	Names     map[string]string `json:"names,omitempty" doc:"Product names by language, printed beside the name."`
	Unit      string            `json:"unit"`
	HSN       string            `json:"hsn"`
	Quantity  tax.Quantity      `json:"quantity"`
	UQC       string            `json:"uqc" doc:"UQC: unit quantity code of the tax portal."`
	Gross     money.Paise       `json:"gross" doc:"Amount paid, including tax, in rupees."`
	Base      tax.Base          `json:"base,omitempty" doc:"MRP: the tax is computed from the printed price (CGST rule 31D)."`
	Valued    money.Paise       `json:"valued" doc:"Amount from which the tax is computed, in rupees: gross, or the printed price."`
	Treatment tax.Treatment     `json:"treatment" doc:"TAXABLE or EXEMPT. Empty on a cash memo."`
	Rate      *tax.Percent      `json:"rate" doc:"Tax rate in per cent. Null if no tax is shown."`
	// Returnable is computed when a bill is read; it is not stored in the document.
	Returnable *tax.Quantity `json:"returnable,omitempty" doc:"Quantity that can still be returned. Present if the bill is read by its number."`
	CessRate   tax.Percent   `json:"cessRate"`

	tax.Split
}

// Value writes the document as JSON.
func (d Document) Value() (driver.Value, error) { return db.JSONText(d) }

// Scan decodes the JSON of Value.
func (d *Document) Scan(src any) error { return db.ScanJSON(src, d) }

// sums returns the totals of the lines.
func (d Document) sums() (gross money.Paise, split tax.Split) {
	for _, line := range d.Lines {
		gross, split = gross+line.Gross, split.Plus(line.Split)
	}
	return gross, split
}

// Sale holds the goods of an order that the buyer has received or that leave the shop now.
type Sale struct {
	OrderID  string
	UserID   string
	Order    int64
	Buyer    Buyer // State as typed
	Pincode  string
	Goods    []Good
	Rounded  bool        // the total of each document is whole rupees
	RoundOff money.Paise // added to the sum of the goods to give the amount paid
}

// Good is one line of a sale that is not canceled.
type Good struct {
	LineID    string
	ProductID string
	Name      string
	Names     map[string]string // by language
	Unit      string
	Pieces    int
	Grams     *int        // of weighed goods
	Gross     money.Paise // the amount paid, including tax
	MRP       money.Paise // the printed price of all pieces
}

func (g Good) quantity() (tax.Quantity, string) {
	if g.Grams != nil {
		return tax.Quantity(*g.Grams), tax.Kilograms
	}
	return tax.Pieces(g.Pieces), tax.UQC(g.Unit)
}

// taxDeadline returns the first moment at which a credit note cannot reduce the tax of a bill: 1 December after its
// financial year (CGST Act, section 34(2)).
func taxDeadline(issuedAt time.Time) time.Time {
	local := issuedAt.In(clock.India)
	year := local.Year()
	if local.Month() >= time.April {
		year++
	}
	return time.Date(year, time.December, 1, 0, 0, 0, 0, clock.India)
}

// Waits is the reason why a bill cannot be issued yet.
type Waits struct {
	Why      language.Phrase  `json:"-"`
	Reason   string           `json:"reason" doc:"Reason in English. message is in the reader's language."`
	Products []LackOfAProduct `json:"products"`
}

// LackOfAProduct is the missing tax data of a product.
type LackOfAProduct struct {
	ProductID  string   `json:"_id"`
	Name       string   `json:"name"`
	Lack       tax.Lack `json:"lack" enum:"NO_HSN,NO_RATE,NO_CONDITION,NO_CESS"`
	HSN        string   `json:"hsn"`
	Conditions []string `json:"conditions" doc:"Conditions to choose from for the product's HSN."`
	Choices    []Choice `json:"choices" nullable:"false" doc:"Tax for each condition."`
}

// SchemaName returns the name in the API document.
func (LackOfAProduct) SchemaName() string { return "LackOfAProduct" }

// Choice is a tax condition that staff can select for a product's HSN.
type Choice struct {
	Condition string        `json:"condition"`
	Rate      tax.Percent   `json:"rate"`
	Treatment tax.Treatment `json:"treatment" enum:"TAXABLE,EXEMPT"`
}

// SchemaName returns the name in the API document.
func (Choice) SchemaName() string { return "TaxChoice" }

// Refusal returns the fault.Conflict for a bill that cannot be issued yet.
func (w *Waits) Refusal() error {
	refusal := fault.New(fault.Conflict, "bill_waits", w.Why.Format, w.Why.Args...)
	refusal.Data = w
	return refusal
}

// waiting returns a Waits with a sentence.
func waiting(format string, args ...any) *Waits {
	why := language.NewPhrase(format, args...)
	return &Waits{Why: why, Reason: why.String(), Products: []LackOfAProduct{}}
}

// waitFor returns a Waits for products without tax data.
func waitFor(lacks []LackOfAProduct) *Waits {
	first := lacks[0].Name
	var waits *Waits
	switch {
	case len(lacks) == 2:
		waits = waiting("%s and %s have no rate. Give them one, then the bill is made.", first, lacks[1].Name)
	case len(lacks) > 2:
		waits = waiting("%s and %d others have no rate. Give them one, then the bill is made.", first, len(lacks)-1)
	case lacks[0].Lack == tax.NoCondition:
		waits = waiting("%s: say how it is sold (%s), then the bill is made.", first, strings.ToLower(strings.Join(lacks[0].Conditions, ", ")))
	case lacks[0].Lack == tax.NoCess:
		waits = waiting("The cess of %s is not a percentage: it cannot be billed here.", first)
	default:
		waits = waiting("%s has no rate. Give it one, then the bill is made.", first)
	}
	waits.Products = lacks
	return waits
}

// kindOf returns the kind of document for a seller's standing and lines.
func kindOf(standing string, lines []Line) Kind {
	isExempt := func(l Line) bool { return l.Treatment == tax.Exempt }
	switch {
	case standing == settings.GSTUnregistered:
		return CashMemo
	case standing == settings.GSTComposition, !slices.ContainsFunc(lines, func(l Line) bool { return !isExempt(l) }):
		return Supply
	case !slices.ContainsFunc(lines, isExempt):
		return TaxInvoice
	}
	return InvoiceBill
}

// Ref is a document in the list of an order.
type Ref struct {
	Number     string      `json:"number"`
	Kind       Kind        `json:"kind" enum:"TAX_INVOICE,BILL_OF_SUPPLY,INVOICE_CUM_BILL_OF_SUPPLY,CASH_MEMO,CREDIT_NOTE"`
	URL        string      `json:"url" doc:"Address of a page that shows the document without a login. Valid for 90 days or until it is replaced, empty afterwards."`
	CreditFor  string      `json:"creditFor" doc:"Number of the bill to which a credit note refers. Empty for a bill."`
	IssuedAt   time.Time   `json:"issuedAt"`
	Payable    money.Paise `json:"payable"`
	CanceledAt *time.Time  `json:"canceledAt" doc:"Time of cancellation. Null while the document is valid."`
}

// SchemaName returns the name in the API document.
func (Ref) SchemaName() string { return "BillReference" }
