// Package order places, stores and changes orders. A checkout makes one order, with a line for each
// item.
package order

import (
	"fmt"
	"time"

	"kirana/internal/address"
	"kirana/internal/cart"
	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Method is the payment method of an order.
type Method string

// The payment methods.
const (
	COD    Method = "COD" // cash on delivery; also sales at the counter
	Online Method = "ONLINE"
)

// Delivery is the delivery status of a line.
type Delivery string

// The delivery statuses. Staff can change each to any other; canRevive and canTransition name the
// exceptions.
const (
	Pending   Delivery = "PENDING"
	Delivered Delivery = "DELIVERED"
	Canceled  Delivery = "CANCELED"
)

// Valid reports whether d is one of the three statuses.
func (d Delivery) Valid() bool { return d == Pending || d == Delivered || d == Canceled }

// Line is one product of an order. Name to Discount and Address are copies: later changes of the
// product or the address do not affect them. Sums are in paise, times in UTC.
type Line struct {
	ID         string         `db:"id"`
	Number     string         `db:"number"` // "ORD-…", unique; read out on the phone
	OrderID    string         `db:"checkout_id"`
	UserID     string         `db:"user_id"`
	ProductID  string         `db:"product_id"`
	Name       string         `db:"name"`
	Names      catalog.Names  `db:"names"` // by language
	Unit       string         `db:"unit"`
	Images     catalog.Images `db:"images"`
	Price      money.Paise    `db:"price"`
	Discount   money.Paise    `db:"discount"` // off the price of one piece
	Quantity   int            `db:"quantity"`
	Size       string         `db:"size"`
	Color      string         `db:"color"`
	Total      money.Paise    `db:"total"` // (Price − Discount) × Quantity, unless weighed, split, replaced or of the counter
	Address    Destination    `db:"address"`
	CartLineID *string        `db:"cart_line_id"` // the cart line that was ordered; nil if none
	Wish       Wish           `db:"wish"`         // what to do if the product is out of stock

	// For packing, weighing, replacing and returning.
	OrderedQuantity int    `db:"ordered_quantity"` // pieces ordered; Quantity counts the packed pieces
	Picked          bool   `db:"picked"`
	WeightGrams     *int   `db:"weight_grams"` // of weighed goods, as packed or sold at the counter
	StepGrams       int    `db:"step_grams"`   // weight of one unit of goods sold by weight; 0 for goods sold by the piece
	Replaces        string `db:"replaces"`     // id of the line that this line replaces, or ""
	// SplitOf is the id of the line from which these paid pieces were split because they were missing or
	// returned, or "".
	SplitOf string `db:"split_of"`

	State

	PaidAt  *time.Time  `db:"paid_at"` // when the money arrived; nil before
	Claimed money.Paise `db:"claimed"` // amount that the shopper claims to have paid by UPI
	// RoundOff is added to Total to give the amount to pay, see roundOff.
	RoundOff money.Adjustment `db:"round_off"`

	Flag language.Stored `db:"flag"` // sentence for the administrator about a payment problem, or ""
	// Hidden lines are in no list of lines: their payment page never opened, their pieces were merged back into
	// SplitOf, or their addition was undone.
	Hidden    bool      `db:"hidden"`
	CreatedAt time.Time `db:"created_at"`
	UpdatedAt time.Time `db:"updated_at"`
}

// State is the payment and the delivery status of a line.
type State struct {
	Method   Method         `db:"payment_method"`
	Payment  payment.Status `db:"payment_status"`
	Delivery Delivery       `db:"delivery_status"`
	PaidBy   PaidBy         `db:"paid_by"`  // of a cash order; "" until the money arrives
	Returned bool           `db:"returned"` // the customer gave the pieces back; the line is canceled
}

// received reports whether the money of a line arrived. It stays true when the money is due back or
// refunded.
func (s State) received() bool {
	return s.Payment == payment.Paid || s.Payment == payment.RefundDue || s.Payment == payment.Refunded
}

// needsAttention reports whether staff must look at the line. Such lines come first in the
// administrator's list.
func (l Line) needsAttention() bool { return l.Payment == payment.RefundDue || l.Flag != "" }

// Destination is the delivery address as it was at checkout.
type Destination address.PostalAddress

// Item is a line of a checkout request. LineID names a line of the caller's cart; with "" the
// product is ordered without a cart line.
type Item struct {
	LineID    string
	ProductID string
	Quantity  int
	Size      string
	Color     string
	Wish      Wish `json:",omitempty"` // "" is WishRemove
}

// Request is the input of a checkout. TotalAmt is the total that the client showed, in paise; nil if
// not sent.
type Request struct {
	Items     []Item
	TotalQty  int
	AddressID string
	TotalAmt  *money.Paise
	Buyer     Buyer `json:",omitzero"`
}

// Wish is the shopper's choice for a line whose product is out of stock when it is packed.
type Wish string

// The wishes.
const (
	WishCall    Wish = "CALL"    // call the shopper first
	WishReplace Wish = "REPLACE" // replace it by a similar product that costs at most as much
	WishRemove  Wish = "REMOVE"  // leave it out; the default
)

// checkWish returns fault.Invalid, with the field, for an unknown wish. "" is valid.
func (i Item) checkWish(field string) error {
	switch i.Wish {
	case "", WishCall, WishReplace, WishRemove:
		return nil
	}
	return fault.InField(field+"wish", "A wish must be CALL, REPLACE or REMOVE.")
}

// wish returns the wish of the item, WishRemove by default.
func (i Item) wish() Wish {
	if i.Wish == "" {
		return WishRemove
	}
	return i.Wish
}

// MaxItems is the maximum number of lines of an order.
const MaxItems = cart.MaxLines

var (
	errNoAddress     = fault.InField("addressId", "Please select a delivery address")
	errPricesChanged = fault.New(fault.Conflict, "prices_changed", "Prices have changed. Please review your cart.")
	errNoLine        = fault.New(fault.NotFound, "no_order", "Order not found.")
)

// check returns fault.Invalid, with the field, if the request breaks a rule that needs no database.
func (r Request) check() error {
	if len(r.Items) == 0 {
		return fault.InField("list_items", "Your cart is empty")
	}
	if len(r.Items) > MaxItems {
		return fault.InField("list_items", "An order can have at most %d items.", MaxItems)
	}
	sum := 0
	quantities, lines := map[string]int{}, map[string]bool{}
	for i, item := range r.Items {
		field := fmt.Sprintf("list_items[%d].", i)
		if item.Quantity < 1 {
			return fault.InField(field+"quantity", "Quantity must be at least 1.")
		}
		if err := item.checkWish(field); err != nil {
			return err
		}
		sum += item.Quantity
		if quantities[item.ProductID] += item.Quantity; quantities[item.ProductID] > cart.MaxQuantity {
			return fault.InField(field+"quantity", "An order can have at most %d pieces of one product.", cart.MaxQuantity)
		}
		if item.LineID == "" {
			continue
		}
		if lines[item.LineID] {
			return fault.InField(field+"_id", "A cart item is listed twice.")
		}
		lines[item.LineID] = true
	}
	if r.TotalQty != sum {
		return fault.InField("totalQty", "The total quantity does not match the items.")
	}
	if r.AddressID == "" {
		return errNoAddress
	}
	return nil
}

// total sums the lines, in paise.
func total(lines []Line) money.Paise {
	var sum money.Paise
	for _, l := range lines {
		sum += l.Total
	}
	return sum
}

// lineTexts returns what the search for orders finds in lines: numbers and names.
func lineTexts(lines []Line) []string {
	var texts []string
	for _, l := range lines {
		texts = append(append(texts, l.Number, l.Name), l.Names.Words()...)
	}
	return texts
}

// copyProduct copies the product's current texts and price into the line, and sets the line's
// total.
func (l *Line) copyProduct(p catalog.Product) {
	l.Name, l.Names, l.Unit, l.Images = p.Name, p.Names, p.Unit, p.Images
	l.Price, l.Discount, l.StepGrams = p.Price, p.Discount, p.StepGrams
	l.Total = p.Payable().Times(l.Quantity)
}

// withDelivery returns the state with another delivery status. Delivering a line collects its cash; any other
// status makes it unpaid again. Canceling a line that was paid online or by UPI makes it RefundDue, and
// reviving the line makes it Paid again. A Refunded line stays Refunded.
func (s State) withDelivery(to Delivery) State {
	next := s
	next.Delivery, next.Returned = to, s.Returned && to == Canceled
	cash := s.Method == COD && s.PaidBy != ByUPI && s.Payment != payment.RefundDue
	switch {
	case s.Delivery == to, s.Payment == payment.Refunded:
	case cash && to == Delivered && s.PaidBy == ByKhata:
		next.Payment = payment.Paid
	case cash && to == Delivered:
		next.Payment, next.PaidBy = payment.Paid, ByCash
	case cash:
		next.Payment, next.PaidBy = payment.CashOnDelivery, ""
	case to == Canceled && s.Payment == payment.Paid:
		next.Payment = payment.RefundDue
	case s.Delivery == Canceled && s.Payment == payment.RefundDue:
		next.Payment = payment.Paid
	}
	return next
}
