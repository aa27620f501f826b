// Package purchase manages incoming goods: suppliers, their bills from draft to payment, expiring stock, and what to reorder.
package purchase

import (
	"cmp"
	"strconv"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// Kind is the kind of a purchase.
type Kind string

// Kinds of purchases.
const (
	Bought Kind = "PURCHASE" // a supplier's bill
	Return Kind = "RETURN"   // goods of a bill sent back
)

// State is the state of a purchase.
type State string

// The states.
const (
	Draft      State = "DRAFT"
	Open       State = "OPEN" // booked and unpaid
	PartlyPaid State = "PART"
	Paid       State = "PAID" // or everything was sent back
	SentBack   State = "SENT_BACK"
)

// Purchase is a supplier's bill, or a return to a supplier. Once booked, only its payments and returns change.
type Purchase struct {
	ID         string   `db:"id" json:"_id"`
	Kind       Kind     `db:"kind" json:"kind" enum:"PURCHASE,RETURN"`
	SupplierID string   `db:"supplier_id" json:"-"`
	Supplier   Supplier `db:"-" json:"supplier"`
	ReturnOf   string   `db:"return_of" json:"returnOf,omitempty" doc:"ID of the purchase to which a return belongs."`
	Bill       string   `db:"bill" json:"bill" doc:"Bill number. A return has a number of the shop."`
	BillKey    string   `db:"bill_key" json:"-"`
	Year       string   `db:"year" json:"-"`
	Day        string   `db:"bill_day" json:"date" doc:"Day of the bill, as YYYY-MM-DD."`
	DueDay     string   `db:"due_day" json:"dueAt,omitempty" doc:"Due day, as YYYY-MM-DD."`
	BooksDay   string   `db:"books_day" json:"booksDay,omitempty" doc:"Day on which a booked purchase counts in the books, as YYYY-MM-DD. Later than date if the month of the bill is closed."`
	// SupplierGSTIN and SupplierState are as on the day of booking, for the purchase register.
	SupplierGSTIN string `db:"supplier_gstin" json:"-"`
	SupplierState string `db:"supplier_state" json:"-"`

	PaperTotal *money.Paise      `db:"paper_total" json:"paperTotal" doc:"Total on the paper bill, in rupees. Null: not entered."`
	TypedRound *money.Adjustment `db:"typed_round" json:"typedRoundOff" doc:"Round-off on the paper bill, in rupees. Null: not entered."`
	Discount   money.Paise       `db:"discount" json:"discount" doc:"Discount on all lines, in rupees. Before tax if costs are without tax."`
	Reason     string            `db:"reason" json:"reason,omitempty" doc:"Reason for a return."`
	Credit     bool              `db:"credit" json:"credit" doc:"true: the shop receives input tax credit, and costs are without tax."`
	tax.Split
	RoundOff  money.Adjustment `db:"round_off" json:"roundOff" doc:"Round-off in rupees, added to the sum of the lines."`
	Total     money.Paise      `db:"total" json:"total" doc:"Total of the bill by its lines, in rupees."`
	Pieces    int              `db:"pieces" json:"pieces" doc:"Number of pieces, including free ones, or steps of products sold by weight."`
	PaidSum   money.Paise      `db:"paid" json:"paid"`
	Returned  money.Paise      `db:"returned" json:"returned" doc:"Value of returned goods, in rupees."`
	StaffID   string           `db:"staff_id" json:"-"`
	StaffName string           `db:"staff_name" json:"who" doc:"Name of the member of staff who booked it."`
	BookedAt  *time.Time       `db:"booked_at" json:"bookedAt" doc:"Time of booking. Null: a draft."`
	CreatedAt time.Time        `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time        `db:"updated_at" json:"updatedAt"`

	State      State            `db:"-" json:"state" enum:"DRAFT,OPEN,PART,PAID,SENT_BACK"`
	Due        money.Adjustment `db:"-" json:"due" doc:"Amount due in rupees. Negative: owed by the supplier."`
	Difference string           `db:"-" json:"difference,omitempty" doc:"Difference between the sum of the lines and the paper's total, as a sentence."`
	Lines      []Line           `db:"-" json:"lines" nullable:"false" doc:"Lines. Empty in lists."`
	Payments   []Payment        `db:"-" json:"payments" nullable:"false" doc:"Payments. Empty in lists."`
	Returns    []Purchase       `db:"-" json:"returns,omitempty" nullable:"false"`
}

// Line is one line of a purchase.
type Line struct {
	ID         string       `db:"id" json:"_id"`
	PurchaseID string       `db:"purchase_id" json:"-"`
	Position   int          `db:"position" json:"-"`
	OfLine     string       `db:"of_line" json:"ofLine,omitempty" doc:"ID of the purchased line to which a return's line belongs."`
	ProductID  string       `db:"product_id" json:"productId"`
	Pieces     int          `db:"pieces" json:"pieces" doc:"Paid pieces."`
	Grams      *int         `db:"grams" json:"grams" doc:"Paid weight of a product sold by weight, in grams. Null: the line is in pieces."`
	StepGrams  int          `db:"step_grams" json:"-"` // weight of a piece of goods sold by weight; 0: sold by the piece
	Free       int          `db:"free" json:"free" doc:"Free quantity in pieces, or in grams for a line in grams."`
	Cost       *money.Paise `db:"cost" json:"cost" doc:"Cost of one piece on the bill in rupees, or of a kilogram for a line in grams."`
	WithTax    bool         `db:"with_tax" json:"costIncludesTax"`
	Rate       *tax.Percent `db:"rate" json:"rate" doc:"GST rate in per cent. Null: the product's."`
	MRP        *money.Paise `db:"mrp" json:"mrp" doc:"New MRP in rupees. Null: unchanged."`
	Price      *money.Paise `db:"price" json:"price" doc:"New payable price in rupees. Null: unchanged."`
	BestBefore string       `db:"best_before" json:"bestBefore,omitempty" doc:"Best-before day, as YYYY-MM-DD."`
	tax.Split
	Value    money.Paise `db:"value" json:"value" doc:"Cost of all pieces, including free ones, in rupees."`
	Returned int         `db:"returned" json:"returned" doc:"Returned quantity in pieces, or in grams for a line in grams."`

	Product LineProduct `db:"-" json:"product"`
	Words   string      `db:"-" json:"-"` // the name in the supplier's file
	Unit    string      `db:"-" json:"-"` // of the file; "": pieces
	Pack    int         `db:"-" json:"-"` // pieces per unit of the file
}

// paidFor returns the paid quantity: pieces, or grams if the line is in grams.
func (l Line) paidFor() int {
	if l.Grams != nil {
		return *l.Grams
	}
	return l.Pieces
}

// quantity returns the received quantity including free goods: pieces, or grams if the line is in grams.
func (l Line) quantity() int { return l.paidFor() + l.Free }

// amount converts a quantity of the line to the unit of Product.Amount, with the weight that a piece had when the line was
// saved.
func (l Line) amount(p catalog.Product, quantity int) int {
	if l.Grams != nil || !p.IsSoldByWeight() {
		return quantity
	}
	return quantity * cmp.Or(l.StepGrams, p.StepGrams)
}

// followSteps adapts a line and its prices if the product's step has changed since the line was saved, so that weight and
// money stay the same; pieces become grams.
func (l *Line) followSteps() {
	step, now := l.StepGrams, l.Product.StepGrams
	if step == 0 || now == 0 || step == now {
		return
	}
	if l.Grams == nil {
		grams := l.Pieces * step
		l.Grams, l.Pieces, l.Free = &grams, 0, l.Free*step
		scale(l.Cost, 1000, step)
	}
	scale(l.MRP, now, step)
	scale(l.Price, now, step)
	l.StepGrams = now
}

// scale multiplies an amount by a fraction, rounding half up; nil stays nil.
func scale(amount *money.Paise, by, of int) {
	if amount != nil {
		*amount = (*amount*money.Paise(by) + money.Paise(of)/2) / money.Paise(of)
	}
}

// steps converts a quantity of the line to pieces. For a line in grams, it converts to steps of the product, rounded up.
func (l Line) steps(quantity int) int {
	if step := l.Product.StepGrams; l.Grams != nil && step > 0 {
		return (quantity + step - 1) / step
	}
	return quantity
}

func (l Line) formatQuantity(quantity int) string {
	if l.Grams != nil {
		return catalog.Kilograms(quantity)
	}
	return strconv.Itoa(quantity)
}

// SchemaName returns the name in the API document.
func (Line) SchemaName() string { return "PurchaseLine" }

// LineProduct is the current state of a line's product.
type LineProduct struct {
	Name      string           `json:"name"`
	Unit      string           `json:"unit"`
	Image     []string         `json:"image" nullable:"false"`
	Picture   *drawing.Drawing `json:"picture,omitempty"`
	MRP       money.Paise      `json:"mrp"`
	Price     money.Paise      `json:"price" doc:"Payable price of one piece, in rupees."`
	Rate      *tax.Percent     `json:"rate" doc:"GST rate on the bill's day, in per cent. Null: unknown."`
	Cost      *money.UnitCost  `json:"cost" doc:"Average cost of one piece so far, in rupees. Null: unknown."`
	Stock     int              `json:"stock"`
	PackSize  int              `json:"packSize,omitempty"`
	StepGrams int              `json:"stepGrams,omitempty" doc:"Weight of the unit of a product sold by weight, in grams."`
	Deleted   bool             `json:"deleted,omitempty"`
	cess      tax.Percent
}

// Payment is a payment to a supplier for a purchase.
type Payment struct {
	ID         string      `db:"id" json:"_id"`
	PurchaseID string      `db:"purchase_id" json:"-"`
	Amount     money.Paise `db:"amount" json:"amount"`
	By         string      `db:"paid_by" json:"by" enum:"CASH,UPI,CARD,BANK"`
	Reference  string      `db:"reference" json:"reference,omitempty"`
	StaffID    string      `db:"staff_id" json:"-"`
	Who        string      `db:"staff_name" json:"who"`
	At         time.Time   `db:"created_at" json:"at"`
}

// SchemaName returns the name in the API document.
func (Payment) SchemaName() string { return "SupplierPayment" }

// Limits of a purchase.
const (
	maxLines  = 500
	maxPieces = 100_000
	maxGrams  = 100_000_000
)

// derive sets the computed fields.
func (p *Purchase) derive() {
	p.Due = money.Adjustment(p.Total - p.PaidSum - p.Returned)
	if p.Kind == Return {
		p.Due = -money.Adjustment(p.Total)
	}
	switch {
	case p.BookedAt == nil:
		p.State, p.Due = Draft, 0
	case p.Kind == Return:
		p.State = SentBack
	case p.Due <= 0:
		p.State = Paid
	case p.PaidSum > 0:
		p.State = PartlyPaid
	default:
		p.State = Open
	}
	if p.Lines == nil {
		p.Lines = []Line{}
	}
	if p.Payments == nil {
		p.Payments = []Payment{}
	}
}

// yearOf returns the financial year of a day.
func yearOf(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return tax.FinancialYear(at)
}

// checkDay refuses an invalid day; "" is valid.
func checkDay(field, day string) error {
	if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
		return fault.InField(field, "This must be a day as YYYY-MM-DD.")
	}
	return nil
}

// formatDay formats a day: "20 November".
func formatDay(day string) language.Phrase {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return language.Word(day)
	}
	return language.DayOfYear(at)
}

// ErrNoPurchase is the refusal for a purchase that does not exist.
var ErrNoPurchase = fault.New(fault.NotFound, "no_purchase", "Purchase not found")
