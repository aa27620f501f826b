// Package report makes the shopkeeper's dashboard: sales, open work and shortages.
package report

import (
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/clock"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/purchase"
)

// Days is the number of days in the chart, the last one today.
const Days = 30

// Sold counts a day's sales: orders, and the rupees of their rows. A row counts unless it is
// canceled or unpaid; cash on delivery counts.
type Sold struct {
	Orders  int         `db:"orders" json:"orders" doc:"checkouts"`
	Revenue money.Paise `db:"revenue" json:"revenue" doc:"rupees"`
}

// Day is one day of the chart.
type Day struct {
	Date string `json:"date" doc:"YYYY-MM-DD, a day in India"`
	Sold
}

// Waiting is the open work of all days.
type Waiting struct {
	Orders     int `db:"orders" json:"orders" doc:"checkouts with a row to deliver"`
	Rows       int `db:"to_deliver" json:"rows" doc:"order rows to deliver, those not paid for left out"`
	Unpaid     int `db:"unpaid" json:"unpaid" doc:"checkouts whose online payment is still open"`
	RefundsDue int `db:"refunds_due" json:"refundsDue" doc:"checkouts with money that has to go back"`
}

// Shortage is the published products that are sold out or low.
type Shortage struct {
	Count    int             `json:"count" doc:"in the whole shop"`
	Products []ScarceProduct `json:"products" doc:"the first 10"`
}

// ScarceProduct is a product in a shortage.
type ScarceProduct struct {
	ID     string         `json:"_id"`
	Name   string         `json:"name"`
	Unit   string         `json:"unit"`
	Images catalog.Images `json:"image"`

	Picture *drawing.Drawing `json:"picture,omitempty" doc:"Drawing shown if the product has no image."`

	Stock int `json:"stock"`
}

// NeedKind is the kind of a Need.
type NeedKind string

// Kinds of needs, most urgent first.
const (
	DataDamage NeedKind = "DAMAGE"       // the data is damaged; no order is accepted
	NewOrders  NeedKind = "NEW"          // orders not accepted yet
	RefundsDue NeedKind = "REFUNDS_DUE"  // money to be given back
	Problems   NeedKind = "PROBLEMS"     // orders with another problem
	Complaints NeedKind = "COMPLAINTS"   // unsettled complaints of customers
	NoPayments NeedKind = "PAYMENTS"     // the payment provider does not respond
	NoPictures NeedKind = "PICTURES"     // pictures can be neither stored nor read
	NoPushes   NeedKind = "PUSHES"       // push messages do not reach phones
	StuckMails NeedKind = "MAILS"        // stuck mails
	NoWebhooks NeedKind = "WEBHOOKS"     // webhooks switched off after failing for a day
	LateCopies NeedKind = "COPIES"       // the shop's copies are late
	BadCopies  NeedKind = "COPY_CHECK"   // the newest copy could not be restored
	SoldOut    NeedKind = "OUT_OF_STOCK" // sold-out products that sell
	AtCounter  NeedKind = "COUNTER"      // refused sales that were made without the network
	ToCount    NeedKind = "TO_COUNT"     // products oversold at the counter
)

// Need is one thing that needs attention now, with the page to handle it.
type Need struct {
	Kind   NeedKind     `json:"kind" enum:"DAMAGE,NEW,REFUNDS_DUE,PROBLEMS,COMPLAINTS,PAYMENTS,PICTURES,PUSHES,MAILS,WEBHOOKS,COPIES,COPY_CHECK,OUT_OF_STOCK,COUNTER,TO_COUNT"`
	Count  int          `json:"count" doc:"orders, complaints, devices, mails, webhooks or products; 1 of copies"`
	Since  *time.Time   `json:"since" doc:"of the oldest; null of products, and where it is not known"`
	Amount *money.Paise `json:"amount,omitempty" doc:"rupees of all of them; not for packers"`
	Text   string       `json:"text" doc:"more of it: who it is about, why it failed, which products; may be empty"`
	To     string       `json:"to" doc:"the path of its page; empty where only the server's operator can do something"`
}

// TodaySums are today's receipts by payment method, and the sums still to be collected.
type TodaySums struct {
	Cash      money.Paise `json:"cash" doc:"rupees taken in cash"`
	UPI       money.Paise `json:"upi" doc:"rupees of cash orders that were paid by UPI"`
	Card      money.Paise `json:"card" doc:"rupees paid online"`
	Khata     money.Paise `json:"khata" doc:"rupees put on the khata, less what was paid of it: with cash, UPI and card it adds up to what was sold"`
	KhataOwed money.Paise `json:"khataOwed" doc:"rupees that all customers owe"`
	ToCollect money.Paise `json:"toCollect" doc:"rupees still to be taken at the door, of all open orders"`
}

// Bestseller is a product sold today.
type Bestseller struct {
	ScarceProduct

	Sold int `json:"sold" doc:"pieces"`
}

// Today is the report of the day.
type Today struct {
	Day
	Needs      []Need               `json:"needs" doc:"Needs of staff, most urgent first."`
	Counts     order.StageCounts    `json:"counts" doc:"orders by stage, as the desk counts them"`
	TodaySums  *TodaySums           `json:"todaySums,omitempty" doc:"not for packers"`
	Margin     *purchase.Margin     `json:"margin,omitempty" doc:"for the owner: what today's sales have earned; left out while no cost is known"`
	SoldMost   []Bestseller         `json:"soldMost" doc:"the four products of which most pieces were sold today"`
	ByStatus   order.DeliveryCounts `json:"byStatus" doc:"today's checkouts: those with a row to deliver, else with a delivered one, else canceled"`
	Waiting    Waiting              `json:"waiting"`
	OutOfStock Shortage             `json:"outOfStock"`
	LowStock   Shortage             `json:"lowStock" doc:"1 to 5 pieces left, the fewest first"`
	Days       []Day                `json:"days" doc:"30 days, the oldest first, today the last"`
	// RemindSecondFactor is set for an owner who logs in with only a password.
	RemindSecondFactor bool `json:"remindSecondFactor,omitempty" doc:"of an owner whose logins ask for no second factor"`
}

// dayOf returns the begin of the day of t in India.
func dayOf(t time.Time) time.Time {
	t = t.In(clock.India)
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, clock.India)
}
