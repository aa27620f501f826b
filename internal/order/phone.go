package order

import (
	"strings"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// PhoneOrder is an order that staff enters for a customer on the phone.
type PhoneOrder struct {
	UserID    string // the customer
	AddressID string // one of the customer's addresses
	Items     []Item // without LineID
	Note      string // for staff, never shown to the shopper

	Buyer    Buyer        `json:",omitzero"`
	TotalAmt *money.Paise `json:",omitempty"` // shown to staff, in paise; nil if not sent
}

// PhoneCustomer is a customer found by phone number.
type PhoneCustomer struct {
	ID        string            `db:"id" json:"_id"`
	Name      string            `db:"name" json:"name"`
	Mobile    string            `db:"mobile" json:"mobile" doc:"Mobile number of the customer. Empty if they gave none."`
	Status    string            `db:"status" json:"status" enum:"Active,Inactive,Suspended"`
	Addresses []address.Address `db:"-" json:"addresses" doc:"Addresses, newest first."`
}

var (
	errShortMobile       = fault.InField("mobile", "Please type at least four digits of the mobile number.")
	errSuspendedCustomer = fault.New(fault.Conflict, "customer_suspended", "This customer is suspended.")
)

// request returns the order as a checkout request of the customer.
func (o PhoneOrder) request() Request {
	r := Request{Items: o.Items, AddressID: o.AddressID, TotalAmt: o.TotalAmt, Buyer: o.Buyer}
	for _, item := range o.Items {
		r.TotalQty += item.Quantity
	}
	return r
}

const (
	minMobileDigits = 4
	mobileDigits    = 10 // of a complete number, without country code
)

// phoneDigits returns the digits of a mobile number or a part of it, at most the last ten, without
// spaces, punctuation and country code. Fewer than four digits, or any other character, fail with
// fault.Invalid.
func phoneDigits(mobile string) (string, error) {
	if whole, ok := unicodetext.Mobile(mobile); ok {
		return whole, nil
	}
	digits := strings.NewReplacer(" ", "", "-", "", "+", "", "(", "", ")", "").Replace(unicodetext.Digits(unicodetext.Visible(mobile)))
	if len(digits) < minMobileDigits || strings.Trim(digits, "0123456789") != "" {
		return "", errShortMobile
	}
	return digits[max(0, len(digits)-mobileDigits):], nil
}

// canOrder returns a fault.Conflict if the customer is suspended.
func (c PhoneCustomer) canOrder() error {
	if c.Status == account.Suspended {
		return errSuspendedCustomer
	}
	return nil
}
