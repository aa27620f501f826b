// Package customer serves staff's pages about customers, with and without a login: lists with order
// sums, profiles, notes, suspensions and merges. It also exports and deletes the data of a person.
package customer

import (
	"strings"
	"time"

	"kirana/internal/address"
	"kirana/internal/catalog/drawing"
	"kirana/internal/fault"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/unicodetext"
)

// Customer is a shopper in a list. Email, Orders and Spent are nil for a packer, who may not see
// them.
type Customer struct {
	ID          string       `db:"id" json:"_id"`
	Name        string       `db:"name" json:"name"`
	Email       *string      `db:"email" json:"email,omitempty" doc:"Email of the login. Absent for packers."`
	Mobile      string       `db:"mobile" json:"mobile" doc:"Mobile number of the account, else of the newest address with one, else empty."`
	Login       bool         `db:"login" json:"login" doc:"false: the customer has no login."`
	Status      string       `db:"status" json:"status" enum:"Active,Inactive,Suspended"`
	Note        string       `db:"note" json:"note" doc:"Staff note, not visible to the customer."`
	Place       string       `db:"place" json:"place" doc:"Short form of the newest address. Empty without addresses."`
	Area        string       `db:"pincode" json:"area" doc:"Pincode of the last order."`
	Orders      *int         `db:"orders" json:"orders,omitempty" doc:"Number of orders, including canceled ones. Absent for packers."`
	Spent       *money.Paise `db:"spent" json:"spent,omitempty" doc:"Total of all orders, excluding canceled lines, in rupees. Absent for packers."`
	LastOrderAt *time.Time   `db:"last_order_at" json:"lastOrderAt"`
	CreatedAt   time.Time    `db:"created_at" json:"createdAt"`
}

// SchemaName returns the name in the API document, where "Customer" is the customer of an order.
func (Customer) SchemaName() string { return "CustomerSummary" }

// Profile is a customer with their orders and addresses.
type Profile struct {
	Customer

	Mobiles         []string          `db:"-" json:"mobiles" doc:"All mobile numbers known to staff."`
	SuspendedReason string            `db:"suspended_reason" json:"suspendedReason" doc:"Reason for the suspension, shown to the customer."`
	Canceled        int               `db:"canceled" json:"cancelled" doc:"Number of orders that were canceled as a whole."`
	Open            int               `db:"open" json:"open" doc:"Number of orders that are not done."`
	Khata           khata.Account     `db:"-" json:"khata"`
	Addresses       []address.Address `db:"-" json:"addresses"`
	NewestOrders    []order.View      `db:"-" json:"checkouts" doc:"Newest 20 orders."`
	BuysMost        []Favorite        `db:"-" json:"buysMost" doc:"Most frequently bought products, at most five."`
}

// SchemaName returns the name in the API document.
func (Profile) SchemaName() string { return "CustomerProfile" }

// Favorite is a product that a customer often buys.
type Favorite struct {
	ProductID string `db:"product_id" json:"productId"`
	Name      string `db:"name" json:"name"`
	Unit      string `db:"unit" json:"unit"`
	Image     string `db:"-" json:"image"`

	Picture *drawing.Drawing `db:"-" json:"picture,omitempty" doc:"Drawing shown if the product has no image."`

	Pieces int `db:"pieces" json:"pieces"`
}

// Sort is the sort order of a list.
type Sort string

// Sort orders; the zero value means ByLastOrder.
const (
	ByLastOrder Sort = "last"   // newest first
	BySpent     Sort = "spent"  // largest first
	ByOrders    Sort = "orders" // most first
	ByName      Sort = "name"
)

// Valid reports whether s is a known sort order.
func (s Sort) Valid() bool {
	return s == "" || s == ByLastOrder || s == BySpent || s == ByOrders || s == ByName
}

// Filter selects customers; the zero value selects all.
type Filter struct {
	Search  string // parts of name, mobile, email and address; every word must match
	Mobile  string // ten digits: known to staff, of the account or of an address
	Pincode string // of the last order
	Sort    Sort
	Sums    bool     // false for a packer: email, orders and spent are left out, and neither searched nor sorted by
	IDs     []string // only these; none: all
	Page    int      // from 1
	Limit   int
}

var errSortOfSums = fault.New(fault.Forbidden, "no_permission", "Do not have Permission")

// check refuses an unknown sort order, or one that a packer may not use.
func (f Filter) check() error {
	if !f.Sort.Valid() {
		return fault.InField("sort", "The value of sort must be last, spent, orders or name.")
	}
	if !f.Sums && (f.Sort == BySpent || f.Sort == ByOrders) {
		return errSortOfSums
	}
	return nil
}

// maxSearchWords bounds the words of a search; further ones are ignored.
const maxSearchWords = 6

// searchWords returns the words of a search in lower case. A search that is a mobile number is one
// word, the ten digits. An email is in its stored form.
func searchWords(search string) []string {
	words := strings.FieldsFunc(unicodetext.SearchText(search), func(r rune) bool { return r == ' ' || r == ',' })
	words = words[:min(len(words), maxSearchWords)]
	for i, word := range words {
		if email, ok := unicodetext.Email(word); ok {
			words[i] = email
		}
	}
	return words
}
