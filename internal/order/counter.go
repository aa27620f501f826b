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

// CounterSale is a sale at the counter. The customer has the goods already.
type CounterSale struct {
	UserID   string
	Named    bool // the customer is known to the shop
	DeviceID string
	Lines    []CounterLine
	Payments []CounterPayment
	Buyer    Buyer
	Slot     bill.Slot // number of its bill; zero in a shop that makes no bills
	// SecondSlot is the number of its second bill, for a business that buys taxable and exempt goods;
	// zero: the next one of the shop's own series.
	SecondSlot bill.Slot
	At         time.Time // time of the sale (UTC)
	// Offline is set for a sale made without the network. It is booked even against the rules about
	// prices, deleted products and the limit of the khata; Problems lists the broken rules.
	Offline bool
	Lowest  int // lowest price that the caller may charge, in per cent of the payable price
	// OverrideKhataLimit lets the khata exceed its limit. Only an owner may set it.
	OverrideKhataLimit bool
	Shop               settings.Settings
	MadeProducts       bool // some products were created for this sale
	// SentBy is the name of the member of staff who sent this offline sale on behalf of the seller; "" if the
	// seller sent it.
	SentBy string
	// Problems are the rules that an offline sale breaks, as sentences for the administrator.
	Problems []language.Phrase
}

// CounterLine is a quantity of one product: pieces, grams, or the weight that an amount buys.
// Prices are in paise.
type CounterLine struct {
	ProductID string
	Quantity  int
	Grams     int          `json:",omitempty"` // of goods sold by weight
	Amount    money.Paise  `json:",omitempty"` // price of goods sold by weight, before Discount; it determines the weight
	Price     *money.Paise // charged for one piece or unit; nil: the payable price
	Discount  money.Paise  // off the whole line
}

// CounterPayment is one payment of a sale at the counter, in paise.
type CounterPayment struct {
	By        PaidBy
	Amount    money.Paise
	Given     money.Paise // cash that the customer handed over; 0: unknown
	Reference string
}

const maxPayments = 10

// checkPayments returns fault.Invalid, with the field, if there are too many payments or one of them is
// invalid.
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

// largest returns the payment method with the largest sum, or "" without payments.
func largest(payments []CounterPayment) PaidBy {
	if len(payments) == 0 {
		return ""
	}
	return slices.MaxFunc(payments, func(a, b CounterPayment) int { return cmp.Compare(paidBy(payments, a.By), paidBy(payments, b.By)) }).By
}

// payableOf returns the amount to pay for a total, in paise, and whether it is rounded. The paid amount
// decides for an offline sale, because the setting may have changed since. It returns fault.Invalid for
// payments that do not add up to the amount.
func (s *CounterSale) payableOf(total money.Paise) (payable money.Paise, rounded bool, err error) {
	roundedTotal, paid := total+tax.RoundOff(total), paidBy(s.Payments, "")
	payable = total
	if rounded = s.Shop.RoundOff; rounded {
		payable = roundedTotal
	}
	if s.Offline && (paid == roundedTotal || paid == total) {
		payable, rounded = paid, paid == roundedTotal && (rounded || roundedTotal != total)
	}
	return payable, rounded, addUp(s.Payments, payable)
}

// addUp returns fault.Invalid if the payments do not add up to exactly payable.
func addUp(payments []CounterPayment, payable money.Paise) error {
	switch paid := paidBy(payments, ""); {
	case paid < payable:
		return fault.InField("payments", "%s is still missing.", payable-paid)
	case paid > payable:
		return fault.InField("payments", "The payments are %s too much.", paid-payable)
	}
	return nil
}

// price fills a line with its product, weight and total. A price that the caller may not charge is
// refused, or added to the problems of an offline sale.
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
	case l.Total < lowest && !(line.Amount > 0 && line.Discount == 0 && each >= product.Payable()): // the grams are rounded, so Amount may be less than their price
		refusal := fault.New(fault.Forbidden, "discount_limit", "%s costs %s. You may give up to %d %%.", product.Name, product.Payable(), 100-s.Lowest)
		refusal.Data = PricesNow{[]PriceNow{{product.ID, product.Payable()}}}
		if err := s.refuse(refusal); err != nil {
			return err
		}
	}
	l.Discount = l.discountOfEach()
	return nil
}

// weigh sets the weight of a line sold by weight: the grams that Amount buys if one unit costs
// each, else the weighed grams, else Quantity units.
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

// costs returns the price of the line if one piece or unit costs each, in paise.
func (l Line) costs(each money.Paise) money.Paise {
	if l.StepGrams > 0 {
		return shareOf(each, l.grams(), l.StepGrams)
	}
	return each.Times(l.Quantity)
}

// discountOfEach returns the discount on one piece or unit that gives the line's total, in paise. It is
// rounded down for pieces, and to the nearest paisa for goods sold by weight.
func (l Line) discountOfEach() money.Paise {
	if l.StepGrams > 0 {
		return max(0, l.Price-shareOf(l.Total, l.StepGrams, l.grams()))
	}
	return (l.Price.Times(l.Quantity) - l.Total) / money.Paise(l.Quantity)
}

// PricesNow lists the current price of each product whose line was refused.
type PricesNow struct {
	Products []PriceNow `json:"products"`
}

// PriceNow is the current price of a product.
type PriceNow struct {
	ID    string      `json:"_id"`
	Price money.Paise `json:"price" doc:"Payable price of one piece, in rupees."`
}

// refuse returns the refusal, or adds it to the problems of an offline sale and returns nil.
func (s *CounterSale) refuse(refusal *fault.Error) error {
	if !s.Offline {
		return refusal
	}
	if !slices.ContainsFunc(s.Problems, func(p language.Phrase) bool { return p.String() == refusal.Phrase().String() }) {
		s.Problems = append(s.Problems, refusal.Phrase())
	}
	return nil
}

// flag returns the problems as the flag of a line, or "" without problems.
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
	errSoldAtCounter   = fault.New(fault.Conflict, "counter_sale", "This was sold at the counter. Take goods back there, by the number of its bill.")
	errNotAtCounter    = fault.New(fault.NotFound, "no_sale", "There is no such sale at the counter.")
	errDayClosed       = fault.New(fault.Conflict, "day_closed", "The cash of that day is counted: how it was paid cannot be changed any more.")
	errCameBack        = fault.New(fault.Conflict, "returned", "Goods of this sale came back: how it was paid cannot be changed any more.")
	errPackerTakesBack = fault.New(fault.Forbidden, "needs_manager", "Only the owner or a manager can take back goods that were not sold at the counter today.")
	errWhoseKhata      = fault.InField("customerId", "Whose khata? Please name the customer.")
)

// counterCodes are the timeline codes of actions that a sale at the counter allows.
var counterCodes = []string{"note", "bill", "buyer", "unflagged", "counter_paid", "counter_returned"}

// CounterReturn is a return of goods at the counter.
type CounterReturn struct {
	DeviceID  string
	OrderID   string
	Lines     []CounterReturnLine
	By        PaidBy // how the money is given back
	Reference string
	Slot      bill.Slot // number of the credit note
	At        time.Time
	Shop      settings.Settings
}

// CounterReturnLine is a number of pieces of one product, or grams of it, to take back.
type CounterReturnLine struct {
	ProductID string
	Quantity  int
	Grams     int `json:",omitempty"`
	Reason    string
	Restock   bool
}

// reason joins the reasons of the lines, for the credit note.
func (r CounterReturn) reason() string {
	var reasons []string
	for _, line := range r.Lines {
		if line.Reason != "" && !slices.Contains(reasons, line.Reason) {
			reasons = append(reasons, line.Reason)
		}
	}
	return strings.Join(reasons, ", ")
}

// linesOf finds the order lines of the returned products; a product may have several lines. It fails with
// fault.Conflict if the return has more of a product than the order.
func (r CounterReturn) linesOf(c *orderChange) (Returns, error) {
	var returns Returns
	named := map[string]bool{}
	for i, line := range r.Lines {
		field := fmt.Sprintf("lines[%d].", i)
		if named[line.ProductID] {
			return returns, fault.InField(field+"productId", "A product is listed twice.")
		}
		named[line.ProductID] = true
		remaining, name := cmp.Or(line.Grams, line.Quantity), language.Word("this product")
		for _, l := range c.lines {
			if l.ProductID != line.ProductID || !l.live() || l.SplitOf != "" {
				continue
			}
			name = language.NewPhrase("%s", l.Name)
			returned, err := line.partFor(l, remaining)
			if err != nil {
				return returns, err
			}
			if n := cmp.Or(returned.Grams, returned.Quantity); n > 0 {
				remaining -= n
				returns.Lines = append(returns.Lines, returned)
			}
		}
		if remaining > 0 {
			return returns, fault.New(fault.Conflict, "return_too_large", "Only %s of %s can still come back.", line.amount(remaining), name)
		}
	}
	return returns, nil
}

// partFor returns the part of the return that one order line covers: at most the remaining pieces or grams.
func (l CounterReturnLine) partFor(line Line, remaining int) (Return, error) {
	found := Return{LineID: line.ID, Restock: l.Restock}
	switch {
	case l.Grams > 0 && (line.grams() == 0 || line.unitGrams() == 0):
		return found, fault.New(fault.Invalid, "not_by_weight", "%s is not sold by weight: please say how many pieces.", line.Name)
	case l.Grams > 0:
		found.Grams = min(remaining, line.grams())
	case line.atCounter():
		return found, fault.InField("lines", "%s was weighed: please say how many grams come back.", line.Name)
	default:
		found.Quantity = min(remaining, line.Quantity)
	}
	return found, nil
}

// amount formats the amount that the order's lines cover: the returned pieces or grams less the remaining
// ones.
func (l CounterReturnLine) amount(remaining int) string {
	if l.Grams > 0 {
		return catalog.Kilograms(l.Grams - remaining)
	}
	return strconv.Itoa(l.Quantity - remaining)
}
