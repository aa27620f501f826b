// Package counter sells at the shop's counter: devices with their own series of bills and a catalog for work without the
// network, sales, and returns.
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
	Prefix     string     `db:"prefix" json:"-"` // in front of its bills: "C1"
	Key        *string    `db:"key" json:"-"`
	LastSaleAt *time.Time `db:"last_sale_at" json:"lastSaleAt" doc:"time of its last bill or credit note"`
	CreatedAt  time.Time  `db:"created_at" json:"createdAt"`

	Series       Series `db:"-" json:"series" doc:"of its bills"`
	CreditSeries Series `db:"-" json:"creditSeries" doc:"of its credit notes"`
	Catalog      string `db:"-" json:"catalog" doc:"address of the catalog"`
}

// SchemaName returns the name in the API document.
func (Device) SchemaName() string { return "CounterDevice" }

// Series is a series of documents of a device: prefix, year and a serial of at least four digits, with / between them.
type Series struct {
	Prefix string `json:"prefix"`
	Year   string `json:"year" doc:"the financial year, April to March: 2627"`
	Next   int64  `json:"next" doc:"the serial of the next one"`
}

// SchemaName returns the name in the API document.
func (Series) SchemaName() string { return "CounterSeries" }

// Sale is a sale as a device sends it.
type Sale struct {
	DeviceID   string
	Key        string
	Time       Time
	Number     string // that the device gave the bill; "": the next one
	CustomerID string
	Customer   Person // by whose number a customer is found or made, without CustomerID
	Lines      []Line
	Payments   []order.CounterPayment
	Buyer      order.Buyer
	Override   bool
}

// Line is a line of a sale.
type Line struct {
	order.CounterLine

	Name string // of a product that the server may not know
}

// Person is a customer by name and number.
type Person struct{ Name, Mobile string }

// Time is the time of a request by the clock of its device.
type Time struct {
	At      time.Time
	SentAt  *time.Time `json:"-"` // the device's clock when it sends the request; nil: it is right
	Offline bool       // it happened without the network
}

// Return takes goods of a bill back, as a device sends it.
type Return struct {
	DeviceID  string
	Key       string
	Time      Time
	Number    string // of the credit note; "": the next one
	Bill      string
	Lines     []order.CounterReturnLine
	By        order.PaidBy
	Reference string
}

const (
	// maxSkew is the difference of two clocks that counts as none.
	maxSkew = 2 * time.Minute
	// maxAge bounds how long before its arrival a sale may have been made.
	maxAge = 31 * 24 * time.Hour
	// maxKey bounds the key of a request, in characters.
	maxKey  = 255
	maxName = 60
)

// believed returns the time of a document: by the device's clock, corrected by its skew, neither in the future nor before the
// device's last document or the months that are open, nor in another financial year than its number says.
func (t Time) believed(now time.Time, last *time.Time, slot bill.Slot) time.Time {
	at := t.At
	if t.SentAt != nil {
		if skew := now.Sub(*t.SentAt); skew.Abs() > maxSkew {
			at = at.Add(skew)
		}
	}
	earliest := now.Add(-maxAge)
	if last != nil && last.After(earliest) {
		earliest = *last
	}
	if slot.Serial > 0 && tax.FinancialYear(at) != slot.Year {
		if begin, end := yearOf(slot.Year); at.Before(begin) {
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

// yearOf returns the bounds of a financial year: "26-27".
func yearOf(year string) (begin, end time.Time) {
	n, _ := strconv.Atoi(year[:2]) // of a valid Slot
	begin = time.Date(2000+n, time.April, 1, 0, 0, 0, 0, clock.India)
	return begin, begin.AddDate(1, 0, 0)
}

// slotOf reads the number that a device gave a document of its series. "" is the next one of the year.
func slotOf(number, prefix string, now time.Time) (bill.Slot, error) {
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

// noLimit is the discount limit of the owner, in per cent.
const noLimit = 100

// discountLimit returns how many per cent of a price a member of staff may take off.
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
