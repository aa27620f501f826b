// Package counter sells at the shop's counter: devices with their own bill series and an offline catalog, sales, and returns.
package counter

import (
	"strconv"
	"time"

	"kirana/internal/account"
	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/fault"
	"kirana/internal/order"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Device is a phone, tablet or computer at the counter.
type Device struct {
	ID         string     `db:"id" json:"device"`
	Name       string     `db:"name" json:"name"`
	Prefix     string     `db:"prefix" json:"-"` // of the device's bill numbers, such as "C1"
	Key        *string    `db:"key" json:"-"`    // makes AddDevice repeatable; nil: none
	LastSaleAt *time.Time `db:"last_sale_at" json:"lastSaleAt" doc:"Time of the last bill or credit note."`
	CreatedAt  time.Time  `db:"created_at" json:"createdAt"`

	Series       Series `db:"-" json:"series" doc:"Series of bills."`
	CreditSeries Series `db:"-" json:"creditSeries" doc:"Series of credit notes."`
	Catalog      string `db:"-" json:"catalog" doc:"Address of the catalog."`
}

// SchemaName returns the name in the API document.
func (Device) SchemaName() string { return "CounterDevice" }

// Series is a document series of a device: prefix, year and a serial of at least four digits, separated by slashes.
type Series struct {
	Prefix string `json:"prefix"`
	Year   string `json:"year" doc:"Financial year, April to March: 2627."`
	Next   int64  `json:"next" doc:"Next serial number."`
}

// SchemaName returns the name in the API document.
func (Series) SchemaName() string { return "CounterSeries" }

// Sale is a sale as a device sends it.
type Sale struct {
	DeviceID           string
	Key                string
	Time               Time
	Number             string // the bill's number, assigned by the device; "": the next one
	NumberCount        int    `json:"Numbers,omitempty"` // how many consecutive numbers the device assigned, beginning with Number: 1 or 2; 0: as many as needed
	CustomerID         string
	Customer           Person // used to find or add a customer by mobile if CustomerID is ""
	Lines              []Line
	Payments           []order.CounterPayment
	Buyer              order.Buyer
	OverrideKhataLimit bool   `json:"Override"`   // only an owner may set it
	SellerID           string `json:",omitempty"` // the member of staff who made an offline sale; "": the caller
}

// Line is a line of a sale.
type Line struct {
	order.CounterLine

	Name string // for products that the server does not know yet
}

// Person is a customer by name and mobile number.
type Person struct{ Name, Mobile string }

// Time is the time of a request by its device's clock.
type Time struct {
	At      time.Time
	Skew    time.Duration `json:",omitempty"` // the server's clock less the device's, when the request arrived
	Offline bool          // made without the network
	Assumed bool          `json:",omitempty"` // the device sent no time; At is the time at which the request arrived
}

// stablePart returns the part of the time that is the same in every repetition of the request. It leaves out Offline, which a
// device sets after a first attempt without a response, the skew, and an assumed time.
func (t Time) stablePart() Time {
	t.Offline, t.Skew = false, 0
	if t.Assumed {
		t.At = time.Time{}
	}
	return t
}

// Return is a return of goods, as sent by a device.
type Return struct {
	DeviceID  string
	Key       string
	Time      Time
	Number    string // the credit note's number; "": the next one
	Bill      string
	Lines     []order.CounterReturnLine
	By        order.PaidBy
	Reference string
}

const (
	// maxSkew is the difference between a device's clock and the server's that is ignored.
	maxSkew = 2 * time.Minute
	// maxAge limits the age of a sale when it arrives.
	maxAge = 31 * 24 * time.Hour
	// maxKey limits the length of a request's key, in characters.
	maxKey  = 255
	maxName = 60 // characters of a device's name
)

// recordedTime returns the time to record: the device's time corrected by the skew of its clock, moved into the financial year
// of the number, then to notBefore or maxAge ago, which win over the year, and at most to now. notBefore may be nil.
func (t Time) recordedTime(now time.Time, notBefore *time.Time, slot bill.Slot) time.Time {
	at := t.At
	if t.Skew.Abs() > maxSkew {
		at = at.Add(t.Skew)
	}
	earliest := now.Add(-maxAge)
	if notBefore != nil && notBefore.After(earliest) {
		earliest = *notBefore
	}
	if slot.Serial > 0 && tax.FinancialYear(at) != slot.Year {
		if begin, end := financialYearBounds(slot.Year); at.Before(begin) {
			at = begin
		} else {
			at = end.Add(-time.Microsecond)
		}
	}
	if at.Before(earliest) {
		at = earliest
	}
	if at.After(now) {
		at = now
	}
	return at.UTC().Truncate(time.Microsecond)
}

// financialYearBounds returns the bounds of a financial year such as "26-27".
func financialYearBounds(year string) (begin, end time.Time) {
	n, _ := strconv.Atoi(year[:2]) // the slot is valid
	begin = time.Date(2000+n, time.April, 1, 0, 0, 0, 0, clock.India)
	return begin, begin.AddDate(1, 0, 0)
}

// parseNumber parses the number that a device gave a document; "" selects the next number of the current year. It returns
// fault.Invalid for a number of another series or of an earlier year than maxAge allows.
func parseNumber(number, prefix string, now time.Time) (bill.Slot, error) {
	if number == "" {
		return bill.Slot{Prefix: prefix, Year: tax.FinancialYear(now)}, nil
	}
	slot, ok := bill.ParseSlot(number)
	year, lastYear := tax.FinancialYear(now), tax.FinancialYear(now.Add(-maxAge))
	if !ok || slot.Prefix != prefix || slot.Year != year && slot.Year != lastYear {
		return slot, fault.InField("number", "The number must be of this device's series and year: %s.", bill.Slot{Prefix: prefix, Year: year, Serial: 1})
	}
	return slot, nil
}

// noLimit is the discount limit of owners, in per cent.
const noLimit = 100

// discountLimit returns the maximum discount of a member of staff, in per cent.
func discountLimit(v order.Viewer, shop settings.Settings) int {
	switch v.StaffRole {
	case account.Owner:
		return noLimit
	case account.Manager:
		return shop.Counter.DiscountLimit
	case account.Packer:
	}
	return 0
}

var (
	errNoDevice = fault.New(fault.NotFound, "device_unknown", "This device is not known here. Please set it up again.")
	errNoKey    = fault.InField("key", "The key is required, with at most %d characters.", maxKey)
	errReused   = fault.New(fault.Conflict, "key_reused", "This key was already used for something else.")
)
