// Package purchase manages incoming goods: suppliers, their bills from draft to payment, expiring stock, and what to reorder.
package purchase

import (
	"cmp"
	"strconv"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/fault"
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
	ID         string            `db:"id" json:"_id"`
	Kind       Kind              `db:"kind" json:"kind" enum:"PURCHASE,RETURN"`
	SupplierID string            `db:"supplier_id" json:"-"`
	Supplier   Supplier          `db:"-" json:"supplier"`
	ReturnOf   string            `db:"return_of" json:"returnOf,omitempty" doc:"of a return: the purchase"`
	Bill       string            `db:"bill" json:"bill" doc:"its number; a return has one of the shop's own"`
	BillKey    string            `db:"bill_key" json:"-"`
	Year       string            `db:"year" json:"-"`
	Day        string            `db:"bill_day" json:"date" doc:"YYYY-MM-DD"`
	DueDay     string            `db:"due_day" json:"dueAt,omitempty" doc:"YYYY-MM-DD"`
	BooksDay   string            `db:"books_day" json:"booksDay,omitempty" doc:"YYYY-MM-DD, of a booked one: when it counts in the books, which is later where the month of the bill was closed"`
	PaperTotal *money.Paise      `db:"paper_total" json:"paperTotal" doc:"rupees that the paper says; null: not said"`
	TypedRound *money.Adjustment `db:"typed_round" json:"typedRoundOff" doc:"rupees of round-off as the paper says it; null: not said"`
	Discount   money.Paise       `db:"discount" json:"discount" doc:"rupees off all lines, before tax where costs are without tax"`
	Reason     string            `db:"reason" json:"reason,omitempty" doc:"of a return"`
	Credit     bool              `db:"credit" json:"credit" doc:"its tax is credited to the shop, so that costs are without it"`
	tax.Split
	RoundOff  money.Adjustment `db:"round_off" json:"roundOff" doc:"rupees that are added to the sum of the lines"`
	Total     money.Paise      `db:"total" json:"total" doc:"rupees of the bill by its lines"`
	Pieces    int              `db:"pieces" json:"pieces" doc:"with the free ones; steps of what came by weight"`
	PaidSum   money.Paise      `db:"paid" json:"paid"`
	Returned  money.Paise      `db:"returned" json:"returned" doc:"rupees of what was sent back"`
	StaffID   string           `db:"staff_id" json:"-"`
	StaffName string           `db:"staff_name" json:"who" doc:"who booked it"`
	BookedAt  *time.Time       `db:"booked_at" json:"bookedAt" doc:"null: a draft"`
	CreatedAt time.Time        `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time        `db:"updated_at" json:"updatedAt"`

	State      State            `db:"-" json:"state" enum:"DRAFT,OPEN,PART,PAID,SENT_BACK"`
	Due        money.Adjustment `db:"-" json:"due" doc:"rupees to pay; below 0 the supplier owes them"`
	Difference string           `db:"-" json:"difference,omitempty" doc:"how the sum of the lines differs from the paper's total, in a sentence"`
	Lines      []Line           `db:"-" json:"lines" nullable:"false" doc:"of one purchase; empty in lists"`
	Payments   []Payment        `db:"-" json:"payments" nullable:"false" doc:"of one purchase; empty in lists"`
	Returns    []Purchase       `db:"-" json:"returns,omitempty" nullable:"false"`
}

// Line is one line of a purchase.
type Line struct {
	ID         string       `db:"id" json:"_id"`
	PurchaseID string       `db:"purchase_id" json:"-"`
	Position   int          `db:"position" json:"-"`
	OfLine     string       `db:"of_line" json:"ofLine,omitempty" doc:"of a return: the line that came in"`
	ProductID  string       `db:"product_id" json:"productId"`
	Pieces     int          `db:"pieces" json:"pieces" doc:"that are paid for"`
	Grams      *int         `db:"grams" json:"grams" doc:"that are paid for, of goods sold by weight; null: the line is in pieces"`
	StepGrams  int          `db:"step_grams" json:"-"` // weight of a piece of goods sold by weight; 0: sold by the piece
	Free       int          `db:"free" json:"free" doc:"pieces; grams of a line in grams"`
	Cost       *money.Paise `db:"cost" json:"cost" doc:"rupees a piece, as the bill says it; a kilogram of a line in grams"`
	WithTax    bool         `db:"with_tax" json:"costIncludesTax"`
	Rate       *tax.Percent `db:"rate" json:"rate" doc:"GST in per cent; null: that of the product"`
	MRP        *money.Paise `db:"mrp" json:"mrp" doc:"rupees, when it changes; null: as it is"`
	Price      *money.Paise `db:"price" json:"price" doc:"the new selling price in rupees; null: as it is"`
	BestBefore string       `db:"best_before" json:"bestBefore,omitempty" doc:"YYYY-MM-DD"`
	tax.Split
	Value    money.Paise `db:"value" json:"value" doc:"rupees that all pieces cost the shop, the free ones included"`
	Returned int         `db:"returned" json:"returned" doc:"pieces sent back; grams of a line in grams"`

	Product LineProduct `db:"-" json:"product"`
	Words   string      `db:"-" json:"-"` // the name in the supplier's file
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

// amount converts a quantity of the line to the unit of Product.Amount. It uses the weight of a piece when the line was
// saved.
func (l Line) amount(p catalog.Product, quantity int) int {
	if l.Grams != nil || !p.Weighed() {
		return quantity
	}
	return quantity * cmp.Or(l.StepGrams, p.StepGrams)
}

// followSteps adapts a line and its prices to the product's step if that has changed since, so that weight and money stay
// the same; pieces become grams.
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

// steps converts a quantity of the line to pieces; of a line in grams to steps, rounded up.
func (l Line) steps(quantity int) int {
	if step := l.Product.StepGrams; l.Grams != nil && step > 0 {
		return (quantity + step - 1) / step
	}
	return quantity
}

// say formats a quantity of the line.
func (l Line) say(quantity int) string {
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
	Price     money.Paise      `json:"price" doc:"rupees that a piece sells for"`
	Rate      *tax.Percent     `json:"rate" doc:"GST that is valid on the bill's day; null: unknown"`
	Cost      *money.UnitCost  `json:"cost" doc:"rupees that a piece has cost until now; null: unknown"`
	Stock     int              `json:"stock"`
	PackSize  int              `json:"packSize,omitempty"`
	StepGrams int              `json:"stepGrams,omitempty" doc:"of goods sold by weight: the weight of the unit"`
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

// sayDay formats a day: "20 November".
func sayDay(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.Format("2 January")
}

// ErrNoPurchase is the refusal for a purchase that does not exist.
var ErrNoPurchase = fault.New(fault.NotFound, "no_purchase", "Purchase not found")
