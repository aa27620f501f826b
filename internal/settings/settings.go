// Package settings holds the owner's settings: the shop's name and colors, contacts, opening hours, delivery area, and
// ways to pay. By default no limits apply except that of open cash orders.
package settings

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/language"
	"kirana/internal/money"
)

// Settings are all settings of the owner. JSON names are those of the API, where amounts are rupees.
type Settings struct {
	Name     string `json:"name"`
	Tagline  string `json:"tagline"`
	Logo     string `json:"logo" doc:"Path of an uploaded image: /media/…. Empty: the name is shown."`
	Accent   string `json:"accent" doc:"Accent color as #rrggbb, with sufficient contrast to white text. Empty: the default color."`
	Phone    string `json:"phone"`
	WhatsApp string `json:"whatsapp" doc:"WhatsApp number: digits with country code."`
	Email    string `json:"email"`
	Address  string `json:"address"`

	Hours        [][]string        `json:"hours" doc:"Opening hours of seven days from Monday, each [open, close] as HH:MM in India Standard Time, or [] if closed all day. An empty list: always open."`
	Holidays     []string          `json:"holidays" doc:"Days on which the shop is closed, as YYYY-MM-DD."`
	HolidayNotes map[string]string `json:"holidayNotes" doc:"Names of holidays by day."`
	PausedUntil  *time.Time        `json:"pausedUntil" doc:"Time until which no orders are accepted. Null: not paused."`
	Preorders    bool              `json:"preorders" doc:"true: orders are accepted while the shop is closed."`

	DeliveryNote    string      `json:"deliveryNote" doc:"Expected delivery time, as shown to shoppers."`
	DeliveryMinutes int         `json:"deliveryMinutes" doc:"Minutes to the promised time, counted from acceptance, or from the next opening if the shop is closed. 0: no promised time."`
	DeliveryBy      string      `json:"deliveryBy" doc:"Time of day by which an order is promised, as HH:MM in India Standard Time. Replaces deliveryMinutes. Empty: deliveryMinutes applies."`
	DeliveryCutoff  string      `json:"deliveryCutoff" doc:"Time of day as HH:MM. An order accepted later is promised for the next open day. Empty: deliveryBy."`
	Pincodes        []string    `json:"pincodes" doc:"Pincodes with delivery, six digits each. An empty list: all pincodes."`
	MinOrder        money.Paise `json:"minOrder" doc:"Minimum order in rupees. 0: none."`

	Riders []Rider `json:"riders" doc:"Riders, in the order in which the desk offers them."`

	Pay       Pay        `json:"pay"`
	Legal     Legal      `json:"legal"`
	Bill      BillSeries `json:"bill"`
	HSNDigits int        `json:"hsnDigits" enum:"0,4,6" doc:"Number of HSN digits on bills to buyers without a GSTIN. Bills to businesses have at least 4."`
	RoundOff  bool       `json:"roundOff" doc:"true: amounts paid in cash, by UPI on delivery or on the khata are rounded to whole rupees."`

	Khata   Khata   `json:"khata"`
	Counter Counter `json:"counter"`

	WeightBarcodes []WeightBarcode `json:"weightBarcodes" doc:"Formats of the barcodes on labels of scales."`

	Pages map[string]string `json:"pages" doc:"Texts of the pages about, delivery, returns, privacy and terms: plain text with headings."`

	CashOrders     int         `json:"cashOrders" doc:"Maximum number of open cash orders of one customer."`
	CashLimit      money.Paise `json:"cashLimit" doc:"Maximum amount of open cash orders of one customer, in rupees."`
	CashUnverified money.Paise `json:"cashUnverified" doc:"Amount in rupees above which a cash order requires a confirmed email. 0: none."`
	RefundLimit    money.Paise `json:"refundLimit" doc:"Amount in rupees above which only the owner may refund. 0: none."`
	UPIID          string      `json:"upiId" doc:"UPI address (VPA) of the shop."`
	UPIName        string      `json:"upiName" doc:"Name of the account holder. Empty: the name of the shop is used."`
	Alerts         Alerts      `json:"alerts"`

	Languages []string `json:"languages" doc:"Codes of the languages in which shoppers can read the shop, such as en and hi. The first is the default."`

	ProductFeed bool `json:"productFeed" doc:"true: /feed/products.xml lists the products for shopping search engines."`
}

// Pay holds the ways to pay that the owner offers.
type Pay struct {
	COD    bool `json:"cod"`
	Online bool `json:"online"`
	UPI    bool `json:"upi"`
}

// BillSeries is the series of the shop's bills.
type BillSeries struct {
	Prefix string `json:"prefix" doc:"Prefix of each number, up to 4 letters and digits: GK gives GK/26-27/00001."`
	Start  int64  `json:"start" doc:"First number of the series. Applies until a number is issued."`
}

// CreditPrefix returns the prefix of the credit notes that belong to this series.
func (b BillSeries) CreditPrefix() string {
	if len(b.Prefix) < MaxBillPrefix {
		return b.Prefix + "C"
	}
	front, last := b.Prefix[:len(b.Prefix)-1], "C"
	if b.Prefix == front+last {
		last = "N"
	}
	return front + last
}

// Khata holds the rules of customers' accounts.
type Khata struct {
	Limit *money.Paise `json:"limit" doc:"Maximum khata debt in rupees of a customer without a limit of their own. Null: unlimited."`
}

func (k Khata) equal(other Khata) bool {
	if k.Limit == nil || other.Limit == nil {
		return k.Limit == other.Limit
	}
	return *k.Limit == *other.Limit
}

// Values that a scale's barcode contains besides the item code.
const (
	BarcodeWeight = "WEIGHT" // kilograms
	BarcodePrice  = "PRICE"  // rupees
)

// WeightBarcode describes the EAN-13 of a scale: the digits of the item code, and of the weight or price. The last digit
// is the check digit.
type WeightBarcode struct {
	Prefix   string `json:"prefix" maxLength:"2" doc:"First digits of the barcode: 2, or 20 to 29. The longest matching prefix applies."`
	Kind     string `json:"kind" enum:"WEIGHT,PRICE"`
	Item     []int  `json:"item" minItems:"2" maxItems:"2" nullable:"false" doc:"Positions of the first and last digit of the item code, from 1."`
	Value    []int  `json:"value" minItems:"2" maxItems:"2" nullable:"false" doc:"Positions of the first and last digit of the weight or price, from 1."`
	Decimals int    `json:"decimals" minimum:"0" maximum:"3" doc:"Number of decimals of the kilograms or rupees."`
}

// Counter holds the rules of sales at the counter.
type Counter struct {
	DiscountLimit int `json:"discountLimit" minimum:"0" maximum:"100" doc:"Maximum discount by a manager, in per cent of the price. The owner has no limit, a packer may give no discount."`
}

// UnmarshalJSON accepts "" for null, which forms send.
func (k *Khata) UnmarshalJSON(b []byte) error {
	var sent struct {
		Limit json.RawMessage `json:"limit"`
	}
	if err := json.Unmarshal(b, &sent); err != nil || len(sent.Limit) == 0 {
		return err
	}
	if string(sent.Limit) == `""` {
		sent.Limit = []byte("null")
	}
	k.Limit = nil
	return json.Unmarshal(sent.Limit, &k.Limit)
}

// MaxBillPrefix is the maximum length of a prefix: with year and five digits a number has 16 characters (CGST rule 46).
const MaxBillPrefix = 4

// Legal are the details that an Indian online seller must publish.
type Legal struct {
	Name      string `json:"name" doc:"Legal name of the seller."`
	Address   string `json:"address"`
	FSSAI     string `json:"fssai" doc:"FSSAI license number of 14 digits."`
	GST       string `json:"gst" enum:"REGISTERED,COMPOSITION,UNREGISTERED," doc:"GST registration. COMPOSITION: composition taxable person. Empty: not specified."`
	GSTIN     string `json:"gstin"`
	State     string `json:"state" doc:"State or union territory of the place of business. Derived from the GSTIN if empty."`
	Grievance string `json:"grievance" doc:"Name and contact details of the grievance officer."`
}

// A seller's GST status.
const (
	GSTRegistered   = "REGISTERED"
	GSTComposition  = "COMPOSITION"
	GSTUnregistered = "UNREGISTERED"
)

// isGSTComplete reports whether the GST data that bills need is complete: a state and, unless unregistered, a GSTIN.
func (l Legal) isGSTComplete() bool {
	return l.State != "" && (l.GST == GSTUnregistered || l.GSTIN != "")
}

// needsGSTIN reports whether the shop's bills show a GSTIN.
func (l Legal) needsGSTIN() bool { return l.GST == GSTRegistered || l.GST == GSTComposition }

// Alerts are the ways of notifying staff of a new order, besides the open desk.
type Alerts struct {
	Sound bool `json:"sound" doc:"true: open desks play a sound. A device on which the sound was switched on or off keeps its own choice."`
	Push  bool `json:"push" doc:"true: push messages are sent to devices of staff that are subscribed."`
	Mail  bool `json:"mail" doc:"true: owners receive a mail if an order is not accepted within five minutes."`

	NewMinutes     int `json:"newMinutes" doc:"Minutes after which an unaccepted order is marked."`
	PackingMinutes int `json:"packingMinutes" doc:"Minutes after which an order in packing is marked."`
	LateMinutes    int `json:"lateMinutes" doc:"Minutes after which an order that has not left the shop is late."`
}

// DefaultName is the name of a shop without one.
const DefaultName = "Kirana"

// Defaults returns the settings of a new shop.
func Defaults() Settings {
	return Settings{
		Name: DefaultName, Hours: [][]string{}, Holidays: []string{}, HolidayNotes: map[string]string{}, Pincodes: []string{}, Riders: []Rider{}, WeightBarcodes: []WeightBarcode{},
		Pay: Pay{COD: true, Online: true, UPI: true}, Bill: BillSeries{Prefix: "B", Start: 1}, HSNDigits: 4, Pages: map[string]string{},
		Languages: []string{language.English}, CashOrders: 10, CashLimit: money.Rupees(25_000), Alerts: Alerts{Sound: true, Push: true, Mail: true, NewMinutes: 10, PackingMinutes: 15, LateMinutes: 30},
	}
}

// OffersUPI reports whether shoppers can pay a cash order to the shop's own UPI address.
func (s Settings) OffersUPI() bool { return s.Pay.UPI && s.UPIID != "" }

// movesMoney reports whether settings changed that direct or limit money, or identify the seller legally.
func (s Settings) movesMoney(before Settings) bool {
	return s.Pay != before.Pay || s.Legal != before.Legal || s.UPIID != before.UPIID || s.UPIName != before.UPIName ||
		s.RefundLimit != before.RefundLimit || s.CashLimit != before.CashLimit || s.CashOrders != before.CashOrders ||
		s.CashUnverified != before.CashUnverified || s.Counter != before.Counter || !s.Khata.equal(before.Khata)
}

// Paused reports whether the shop temporarily takes no orders.
func (s Settings) Paused(now time.Time) bool {
	return s.PausedUntil != nil && now.Before(*s.PausedUntil)
}

// Open reports whether the shop is open: within its hours, not on a holiday, and not paused.
func (s Settings) Open(now time.Time) bool { return !s.Paused(now) && s.withinHours(now) }

// horizon is how many days ahead OpensAt looks for an open day.
const horizon = 366

// OpensAt returns when the shop next opens, in UTC: now if it is open, nil if it does not open within a year.
func (s Settings) OpensAt(now time.Time) *time.Time {
	from := now
	if s.Paused(now) {
		from = *s.PausedUntil
	}
	if s.withinHours(from) {
		return &from
	}
	day := startOfDay(from)
	for i := range horizon {
		opens, closes, ok := s.hoursOf(day.AddDate(0, 0, i))
		if ok && closes.After(from) {
			if opens.Before(from) {
				opens = from
			}
			opens = opens.UTC()
			return &opens
		}
	}
	return nil
}

// ResumesAt returns when a paused shop takes orders again, in UTC: at the end of the pause if it takes orders while
// closed, else when it opens. It returns nil if the shop does not open within a year.
func (s Settings) ResumesAt(now time.Time) *time.Time {
	if s.Preorders && s.Paused(now) {
		return s.PausedUntil
	}
	return s.OpensAt(now)
}

// withinHours reports whether a time is within opening hours. It also checks yesterday's hours, which may end after
// midnight.
func (s Settings) withinHours(now time.Time) bool {
	if len(s.Hours) == 0 && len(s.Holidays) == 0 {
		return true
	}
	today := startOfDay(now)
	for _, day := range []time.Time{today, today.AddDate(0, 0, -1)} {
		opens, closes, ok := s.hoursOf(day)
		if ok && !now.Before(opens) && now.Before(closes) {
			return true
		}
	}
	return false
}

// hoursOf returns when the shop opens and closes on a day; ok is false on a closed day.
func (s Settings) hoursOf(day time.Time) (opens, closes time.Time, ok bool) {
	if slices.Contains(s.Holidays, day.Format(time.DateOnly)) {
		return opens, closes, false
	}
	if len(s.Hours) == 0 {
		return day, day.AddDate(0, 0, 1), true
	}
	hours := s.Hours[(int(day.Weekday())+6)%7] // Hours begin on Monday, time.Weekday on Sunday
	if len(hours) != 2 {
		return opens, closes, false
	}
	from, fromOK := minuteOfDay(hours[0])
	to, toOK := minuteOfDay(hours[1])
	if !fromOK || !toOK {
		return opens, closes, false
	}
	if to <= from {
		to += 24 * 60
	}
	return day.Add(time.Duration(from) * time.Minute), day.Add(time.Duration(to) * time.Minute), true
}

// Promise returns the promised delivery time of an order accepted now, in UTC: the fixed time of day, or the time after
// DeliveryMinutes, rounded up to a quarter of an hour. It returns nil without a promise.
func (s Settings) Promise(now time.Time) *time.Time {
	opens := s.OpensAt(now)
	switch {
	case opens == nil:
		return nil
	case s.DeliveryBy != "":
		return s.promiseOfDay(*opens)
	case s.DeliveryMinutes == 0:
		return nil
	}
	const step = 15 * time.Minute
	at := opens.Add(time.Duration(s.DeliveryMinutes) * time.Minute)
	if rounded := at.Truncate(step); rounded.Before(at) {
		at = rounded.Add(step)
	}
	return &at
}

// promiseOfDay returns the promised time of day of an order whose handling begins at a time: on that day until the
// cut-off, else on the next open day.
func (s Settings) promiseOfDay(from time.Time) *time.Time {
	by, ok := minuteOfDay(s.DeliveryBy)
	cutoff, cutoffOK := minuteOfDay(cmp.Or(s.DeliveryCutoff, s.DeliveryBy))
	if !ok || !cutoffOK {
		return nil
	}
	day := startOfDay(from)
	if _, _, opens := s.hoursOf(day); !opens || int(from.Sub(day)/time.Minute) >= cutoff { // not open: the night of the day before
		for range horizon {
			day = day.AddDate(0, 0, 1)
			if _, _, opens := s.hoursOf(day); opens {
				break
			}
		}
	}
	at := day.Add(time.Duration(by) * time.Minute).UTC()
	return &at
}

func startOfDay(t time.Time) time.Time {
	year, month, day := t.In(clock.India).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, clock.India)
}

// minuteOfDay parses "HH:MM" up to "24:00".
func minuteOfDay(text string) (int, bool) {
	hour, minute, found := strings.Cut(text, ":")
	h, hok := twoDigits(hour)
	m, mok := twoDigits(minute)
	n := h*60 + m
	return n, found && hok && mok && m < 60 && n <= 24*60
}

func twoDigits(text string) (int, bool) {
	if len(text) != 2 || text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9' {
		return 0, false
	}
	return int(text[0]-'0')*10 + int(text[1]-'0'), true
}
