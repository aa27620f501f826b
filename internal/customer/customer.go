// Package customer is the shop's view of its shoppers: how much and how often each
// buys, what staff wrote down of them, and whether they may log in.
package customer

import (
	"strings"
	"time"

	"kirana/internal/address"
	"kirana/internal/catalog/drawing"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/unicodetext"
)

// Customer is a shopper as a list shows them. What a packer may not see (email, orders
// and spent) is nil for them.
type Customer struct {
	ID          string       `db:"id" json:"_id"`
	Name        string       `db:"name" json:"name"`
	Email       *string      `db:"email" json:"email,omitempty" doc:"not for packers"`
	Mobile      string       `db:"mobile" json:"mobile"`
	Status      string       `db:"status" json:"status" enum:"Active,Inactive,Suspended"`
	Note        string       `db:"note" json:"note" doc:"what staff wrote down; no customer reads it"`
	Place       string       `db:"place" json:"place" doc:"the newest address in short; empty without one"`
	Area        string       `db:"pincode" json:"area" doc:"pincode that the last order went to"`
	Orders      *int         `db:"orders" json:"orders,omitempty" doc:"canceled ones too; not for packers"`
	Spent       *money.Paise `db:"spent" json:"spent,omitempty" doc:"rupees, without canceled rows; not for packers"`
	LastOrderAt *time.Time   `db:"last_order_at" json:"lastOrderAt"`
	CreatedAt   time.Time    `db:"created_at" json:"createdAt"`
}

// SchemaName is the name of a customer in the API document; an order's is Customer.
func (Customer) SchemaName() string { return "CustomerSummary" }

// Profile is one customer with their orders and addresses.
type Profile struct {
	Customer

	SuspendedReason string               `db:"suspended_reason" json:"suspendedReason" doc:"why they may not log in, as they read it"`
	Canceled        int                  `db:"canceled" json:"cancelled" doc:"orders that were canceled as a whole"`
	Open            int                  `db:"open" json:"open" doc:"orders that are not done"`
	Addresses       []address.Address    `db:"-" json:"addresses"`
	Checkouts       []order.CheckoutView `db:"-" json:"checkouts" doc:"the newest twenty"`
	BuysMost        []Favorite           `db:"-" json:"buysMost" doc:"five products at most"`
}

// SchemaName is the name of one customer in the API document.
func (Profile) SchemaName() string { return "CustomerProfile" }

// Favorite is a product that a customer buys often.
type Favorite struct {
	ProductID string `db:"product_id" json:"productId"`
	Name      string `db:"name" json:"name"`
	Unit      string `db:"unit" json:"unit"`
	Image     string `db:"-" json:"image"`

	Picture *drawing.Drawing `db:"-" json:"picture,omitempty" doc:"what is drawn for a product without images"`

	Pieces int `db:"pieces" json:"pieces"`
}

// Sort is an order of a list.
type Sort string

// The orders of a list; the zero value is ByLastOrder.
const (
	ByLastOrder Sort = "last"   // the newest first
	BySpent     Sort = "spent"  // the largest first
	ByOrders    Sort = "orders" // the most first
	ByName      Sort = "name"
)

// Valid reports whether s is an order of a list.
func (s Sort) Valid() bool {
	return s == "" || s == ByLastOrder || s == BySpent || s == ByOrders || s == ByName
}

// Filter selects customers; the zero value is all of them.
type Filter struct {
	Search  string // parts of name, mobile, email and address: each word must be found
	Pincode string // where the last order went
	Sort    Sort
	Sums    bool // false for a packer: without email, orders and spent, which are not searched and sorted by either
	Page    int  // from 1
	Limit   int
}

var errSortOfSums = fault.New(fault.Forbidden, "no_permission", "Do not have Permission")

// check refuses a sort that is none, or that a packer may not see.
func (f Filter) check() error {
	if !f.Sort.Valid() {
		return fault.InField("sort", "The value of sort must be last, spent, orders or name.")
	}
	if !f.Sums && (f.Sort == BySpent || f.Sort == ByOrders) {
		return errSortOfSums
	}
	return nil
}

// maxSearchWords is how many words of a search count.
const maxSearchWords = 6

// searchWords returns the words of a search, lower case. A mobile number is one word,
// however it is grouped and with whichever country code.
func searchWords(search string) []string {
	search = strings.ToLower(strings.TrimSpace(search))
	if mobile, ok := unicodetext.Mobile(search); ok {
		return []string{mobile}
	}
	words := strings.FieldsFunc(search, func(r rune) bool { return r == ' ' || r == ',' })
	return words[:min(len(words), maxSearchWords)]
}
