package order

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// CounterSale is a sale at the counter. Its goods are with the customer already.
type CounterSale struct {
	UserID   string
	Named    bool // the customer is known
	DeviceID string
	Lines    []CounterLine
	Payments []CounterPayment
	Buyer    Buyer
	Slot     bill.Slot // the claimed number of its bill; zero in a shop that makes none
	At       time.Time // of the sale
	// Offline sales are booked whatever the shop's rules say, and stand under Problems.
	Offline bool
	Lowest  int // per cent of the payable price below which the caller may not sell
	// Override lets the khata pass its limit.
	Override     bool
	Shop         settings.Settings
	MadeProducts bool // some products were made for it
	// Problems are sentences for the administrator about a sale that is booked all the same.
	Problems []language.Phrase
}

// CounterLine is pieces of one product, or a weight of it.
type CounterLine struct {
	ProductID string
	Quantity  int
	Grams     int          `json:",omitempty"` // of goods sold by weight
	Amount    money.Paise  `json:",omitempty"` // for which goods sold by weight are bought: what they cost is exactly this
	Price     *money.Paise // of one piece or unit, as charged; nil: what it costs now
	Discount  money.Paise  // off the whole line
}

// CounterPayment is one of the payments of a sale at the counter.
type CounterPayment struct {
	By        PaidBy
	Amount    money.Paise
	Given     money.Paise // of cash: what the customer handed over; 0: unknown
	Reference string
}

// maxPayments bounds the parts in which a sale is paid.
const maxPayments = 10

// checkPayments refuses, as fault.Invalid with its field, payments that cannot be.
func checkPayments(payments []CounterPayment) error {
	if len(payments) > maxPayments {
		return fault.InField("payments", "A sale is paid in at most %d parts.", maxPayments)
	}
	for i, p := range payments {
		field := fmt.Sprintf("payments[%d].", i)
		switch {
		case !slices.Contains([]PaidBy{ByCash, ByUPI, ByCard, ByKhata}, p.By):
			return fault.InField(field+"by", "It must be CASH, UPI, CARD or KHATA.")
		case p.Amount <= 0:
			return fault.InField(field+"amount", "Please enter the amount.")
		case p.Given > 0 && p.By != ByCash:
			return fault.InField(field+"given", "Only cash has change.")
		case p.Given > 0 && p.Given < p.Amount:
			return fault.InField(field+"given", "%s is still missing.", p.Amount-p.Given)
		}
	}
	return nil
}

func paidBy(payments []CounterPayment, by PaidBy) (sum money.Paise) {
	for _, p := range payments {
		if p.By == by || by == "" {
			sum += p.Amount
		}
	}
	return sum
}

// largest returns the way of paying of the largest part.
func largest(payments []CounterPayment) PaidBy {
	if len(payments) == 0 {
		return ""
	}
	return slices.MaxFunc(payments, func(a, b CounterPayment) int { return cmp.Compare(paidBy(payments, a.By), paidBy(payments, b.By)) }).By
}

// payableOf returns the amount to pay for a total, and whether it is rounded. For an offline sale the paid
// amount decides, since the setting may have changed.
func (s *CounterSale) payableOf(total money.Paise) (payable money.Paise, rounded bool, err error) {
	whole, paid := total+tax.RoundOff(total), paidBy(s.Payments, "")
	payable = total
	if rounded = s.Shop.RoundOff; rounded {
		payable = whole
	}
	if s.Offline && (paid == whole || paid == total) {
		payable, rounded = paid, paid == whole && (rounded || whole != total)
	}
	return payable, rounded, addUp(s.Payments, payable)
}

// addUp refuses, as fault.Invalid, payments that are not exactly a sum.
func addUp(payments []CounterPayment, payable money.Paise) error {
	switch paid := paidBy(payments, ""); {
	case paid < payable:
		return fault.InField("payments", "%s is still missing.", payable-paid)
	case paid > payable:
		return fault.InField("payments", "%s is paid too much.", paid-payable)
	}
	return nil
}

// price fills a line with the product and price of a sale's line, and refuses what the caller may not charge.
func (s *CounterSale) price(l *Line, line CounterLine, product catalog.Product, field string) error {
	l.copyProduct(product)
	each := product.Payable()
	if line.Price != nil {
		each = *line.Price
	}
	if err := l.weigh(line, each, field); err != nil {
		return err
	}
	l.Total = l.costs(each) - line.Discount
	if line.Amount > 0 {
		l.Total = line.Amount - line.Discount
	}
	switch lowest := l.costs(product.Payable()) * money.Paise(s.Lowest) / 100; {
	case l.Total <= 0:
		return fault.InField(field+"discount", "The discount must be less than the price.")
	case each > product.Price:
		if err := s.refuse(fault.InField(field+"price", "%s is more than the MRP of %s of %s.", each, product.Price, product.Name)); err != nil {
			return err
		}
		l.Price = each
	case l.Total < lowest && !(line.Amount > 0 && line.Discount == 0 && each >= product.Payable()): // an amount is of whole grams
		refusal := fault.New(fault.Forbidden, "discount_limit", "%s costs %s. You may give up to %d %%.", product.Name, product.Payable(), 100-s.Lowest)
		refusal.Data = PricesNow{[]PriceNow{{product.ID, product.Payable()}}}
		if err := s.refuse(refusal); err != nil {
			return err
		}
	}
	l.Discount = l.discountOfEach()
	return nil
}

// weigh sets the weight of a line that is sold by weight: what was weighed, or what an amount buys at the price of a unit.
func (l *Line) weigh(line CounterLine, each money.Paise, field string) error {
	if line.Grams == 0 && line.Amount == 0 && l.StepGrams == 0 {
		return nil
	}
	if l.StepGrams == 0 {
		return fault.New(fault.Invalid, "not_by_weight", "%s is not sold by weight: please say how many pieces.", l.Name)
	}
	grams := line.Grams
	switch {
	case line.Amount > 0 && each <= 0:
		return fault.InField(field+"price", "The price must be more than 0.")
	case line.Amount > 0:
		grams = max(1, int(shareOf(money.Paise(l.StepGrams), int(line.Amount), int(each))))
	case grams == 0:
		grams = l.StepGrams * line.Quantity
	}
	if grams > catalog.MaxGrams {
		return fault.InField(field+"grams", "At most %s can be sold at once.", catalog.Kilograms(catalog.MaxGrams))
	}
	l.WeightGrams, l.Quantity = &grams, stepsOf(grams, l.StepGrams)
	l.OrderedQuantity = l.Quantity
	return nil
}

// costs returns the price of a line at a price of one piece or unit.
func (l Line) costs(each money.Paise) money.Paise {
	if l.StepGrams > 0 {
		return shareOf(each, l.grams(), l.StepGrams)
	}
	return each.Times(l.Quantity)
}

// discountOfEach returns the discount of one piece or unit that comes nearest to the line's total.
func (l Line) discountOfEach() money.Paise {
	if l.StepGrams > 0 {
		return max(0, l.Price-shareOf(l.Total, l.StepGrams, l.grams()))
	}
	return (l.Price.Times(l.Quantity) - l.Total) / money.Paise(l.Quantity)
}

// PricesNow are the prices of products whose line was refused.
type PricesNow struct {
	Products []PriceNow `json:"products"`
}

// PriceNow is the current price of a product.
type PriceNow struct {
	ID    string      `json:"_id"`
	Price money.Paise `json:"price" doc:"rupees to pay for one piece"`
}

// refuse returns a refusal, or notes it as a problem of a sale that was made without the network.
func (s *CounterSale) refuse(refusal *fault.Error) error {
	if !s.Offline {
		return refusal
	}
	if !slices.ContainsFunc(s.Problems, func(p language.Phrase) bool { return p.String() == refusal.Phrase().String() }) {
		s.Problems = append(s.Problems, refusal.Phrase())
	}
	return nil
}

// flag returns the problems as the sentence of a line.
func (s *CounterSale) flag() language.Stored {
	if len(s.Problems) == 0 {
		return ""
	}
	return language.NewPhrase("Sold without the network: %s", language.Join(" ", s.Problems...)).Store()
}

// paymentText describes payments for the timeline: "₹500 cash, ₹203 UPI".
func paymentText(payments []CounterPayment) language.Phrase {
	parts := make([]language.Phrase, len(payments))
	for i, p := range payments {
		parts[i] = sumWords(string(p.By), p.Amount)
	}
	return language.Join(", ", parts...)
}

var (
	errSoldAtCounter = fault.New(fault.Conflict, "counter_sale", "This was sold at the counter. Take goods back there, by the number of its bill.")
	errNotAtCounter  = fault.New(fault.NotFound, "no_sale", "There is no such sale at the counter.")
	errDayClosed     = fault.New(fault.Conflict, "day_closed", "The cash of that day is counted: how it was paid cannot be changed any more.")
	errCameBack      = fault.New(fault.Conflict, "returned", "Goods of this sale came back: how it was paid cannot be changed any more.")
	errWhoseKhata    = fault.InField("customerId", "Whose khata? Please name the customer.")
)

// counterCodes are the actions that a sale at the counter allows.
var counterCodes = []string{"note", "bill", "unflagged", "counter_paid", "counter_returned"}

// CounterReturn takes goods back at the counter.
type CounterReturn struct {
	DeviceID  string
	OrderID   string
	Lines     []CounterReturnLine
	By        PaidBy // how the money goes back
	Reference string
	Slot      bill.Slot // of the credit note
	At        time.Time
	Shop      settings.Settings
}

// CounterReturnLine is pieces of one product that come back, or grams of goods sold by weight.
type CounterReturnLine struct {
	ProductID string
	Quantity  int
	Grams     int `json:",omitempty"`
	Reason    string
	Restock   bool
}

// reason returns why the goods came back, for the credit note.
func (r CounterReturn) reason() string {
	var reasons []string
	for _, line := range r.Lines {
		if line.Reason != "" && !slices.Contains(reasons, line.Reason) {
			reasons = append(reasons, line.Reason)
		}
	}
	return strings.Join(reasons, ", ")
}

// linesOf finds the lines of the products that come back: pieces of one may be on several.
func (r CounterReturn) linesOf(w *orderChange) (Returns, error) {
	var returns Returns
	named := map[string]bool{}
	for i, line := range r.Lines {
		field := fmt.Sprintf("lines[%d].", i)
		if named[line.ProductID] {
			return returns, fault.InField(field+"productId", "Each product can be named once.")
		}
		named[line.ProductID] = true
		rest, name := cmp.Or(line.Grams, line.Quantity), "this product"
		for _, l := range w.lines {
			if l.ProductID != line.ProductID || !l.live() || l.SplitOf != "" {
				continue
			}
			name = l.Name
			back, err := line.of(l, rest)
			if err != nil {
				return returns, err
			}
			if n := cmp.Or(back.Grams, back.Quantity); n > 0 {
				rest -= n
				returns.Lines = append(returns.Lines, back)
			}
		}
		if rest > 0 {
			return returns, fault.New(fault.Conflict, "return_too_large", "Only %s of %s can still come back.", line.amount(rest), name)
		}
	}
	return returns, nil
}

// of returns the part of a return that a line covers; rest is not found yet.
func (back CounterReturnLine) of(line Line, rest int) (Return, error) {
	found := Return{LineID: line.ID, Restock: back.Restock}
	switch {
	case back.Grams > 0 && (line.grams() == 0 || line.unitGrams() == 0):
		return found, fault.New(fault.Invalid, "not_by_weight", "%s is not sold by weight: please say how many pieces.", line.Name)
	case back.Grams > 0:
		found.Grams = min(rest, line.grams())
	case line.atCounter():
		return found, fault.InField("lines", "%s was weighed: please say how many grams come back.", line.Name)
	default:
		found.Quantity = min(rest, line.Quantity)
	}
	return found, nil
}

// amount formats the found part of a line, without the rest.
func (back CounterReturnLine) amount(rest int) string {
	if back.Grams > 0 {
		return catalog.Kilograms(back.Grams - rest)
	}
	return strconv.Itoa(back.Quantity - rest)
}
