// Package order stores what shoppers buy: one press of a pay button makes an order, with a line for
// each line of the cart.
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

// Method is a payment method.
type Method string

// Payment methods.
const (
	COD    Method = "COD" // cash on delivery
	Online Method = "ONLINE"
)

// Delivery is the delivery status of a line.
type Delivery string

// Delivery statuses; the administrator moves freely between them.
const (
	Pending   Delivery = "PENDING"
	Delivered Delivery = "DELIVERED"
	Canceled  Delivery = "CANCELED"
)

// Valid reports whether d is one of the three statuses.
func (d Delivery) Valid() bool { return d == Pending || d == Delivered || d == Canceled }

// Line is one product of an order, as bought. Name to Color and Address are copies: they do not change with
// the product or the address.
type Line struct {
	ID         string         `db:"id"`
	Number     string         `db:"number"` // 'ORD-…', for people
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
	Total      money.Paise    `db:"total"` // (Price − Discount) × Quantity
	Address    Destination    `db:"address"`
	CartLineID *string        `db:"cart_line_id"` // the cart line it was ordered from, if any
	Wish       Wish           `db:"wish"`         // what to do when it is out of stock

	// Set by packing.
	OrderedQuantity int    `db:"ordered_quantity"` // pieces ordered; Quantity counts the packed ones
	Picked          bool   `db:"picked"`
	WeightGrams     *int   `db:"weight_grams"` // of weighed goods, as packed or sold at the counter
	StepGrams       int    `db:"step_grams"`   // weight of one unit of goods sold by weight; 0: sold by the piece
	Replaces        string `db:"replaces"`     // the line that this one replaces, or ""
	SplitOf         string `db:"split_of"`     // the line whose missing, paid pieces this one is, or ""

	State

	PaidAt  *time.Time  `db:"paid_at"` // when its money came; nil before
	Claimed money.Paise `db:"claimed"` // paid by UPI, as the shopper claims; staff confirms it
	// RoundOff is added to Total to give what is paid, see roundOff.
	RoundOff money.Adjustment `db:"round_off"`

	Flag      language.Stored `db:"flag"`   // a sentence for the administrator about a payment problem, or ""
	Hidden    bool            `db:"hidden"` // its payment page never opened: in no list unless money arrives
	CreatedAt time.Time       `db:"created_at"`
	UpdatedAt time.Time       `db:"updated_at"`
}

// State is the part of a line that changes after it is placed.
type State struct {
	Method   Method         `db:"payment_method"`
	Payment  payment.Status `db:"payment_status"`
	Delivery Delivery       `db:"delivery_status"`
	PaidBy   PaidBy         `db:"paid_by"`  // of a cash order; "" until its money came
	Returned bool           `db:"returned"` // a canceled line of pieces that the customer gave back
}

// received reports whether the money of a line came, whatever happened to it later.
func (s State) received() bool {
	return s.Payment == payment.Paid || s.Payment == payment.RefundDue || s.Payment == payment.Refunded
}

// needsAttention reports whether the line sorts first in the administrator's list.
func (l Line) needsAttention() bool { return l.Payment == payment.RefundDue || l.Flag != "" }

// Destination is the address at checkout.
type Destination address.PostalAddress

// Item is a line of a checkout request. With a LineID it is a line of the caller's cart; without,
// it is bought without a cart.
type Item struct {
	LineID    string
	ProductID string
	Quantity  int
	Size      string
	Color     string
	Wish      Wish `json:",omitempty"` // "" is WishRemove
}

// Request is the input of a checkout. TotalAmt is the total shown by the client, in paise; nil if
// not sent.
type Request struct {
	Items     []Item
	TotalQty  int
	AddressID string
	TotalAmt  *money.Paise
	Buyer     Buyer `json:",omitzero"`
}

// MaxItems bounds the lines of an order.
const MaxItems = cart.MaxLines

var (
	errNoAddress     = fault.InField("addressId", "Please select a delivery address")
	errPricesChanged = fault.New(fault.Conflict, "prices_changed", "Prices have changed. Please review your cart.")
	errNoLine        = fault.New(fault.NotFound, "no_order", "Order not found.")
)

// check refuses, as fault.Invalid with its field, a request that breaks a rule that needs no
// database.
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

// total sums the lines of an order.
func total(lines []Line) money.Paise {
	var sum money.Paise
	for _, l := range lines {
		sum += l.Total
	}
	return sum
}

// copyProduct copies the product's current texts and price into the line.
func (l *Line) copyProduct(p catalog.Product) {
	l.Name, l.Names, l.Unit, l.Images = p.Name, p.Names, p.Unit, p.Images
	l.Price, l.Discount, l.StepGrams = p.Price, p.Discount, p.StepGrams
	l.Total = p.Payable().Times(l.Quantity)
}

// withDelivery returns the state after a change of the delivery status. Cash is collected with the
// delivery. A canceled line that was paid online or by UPI, or in cash and returned, has its refund
// due, until it is brought back.
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
