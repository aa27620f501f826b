// Package report makes the shopkeeper's dashboard: sales, open work and shortages.
package report

import (
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/clock"
	"kirana/internal/money"
	"kirana/internal/order/list"
	"kirana/internal/purchase"
)

// Days is the number of days in the chart, the last one today.
const Days = 30

// Sold counts a day's orders and the revenue of their lines. A line counts unless it is canceled or unpaid; cash on
// delivery counts before it is paid.
type Sold struct {
	Orders  int         `db:"orders" json:"orders" doc:"Number of orders."`
	Revenue money.Paise `db:"revenue" json:"revenue" doc:"Revenue in rupees. 0 for packers."`
}

// Day is one day of the chart.
type Day struct {
	Date string `json:"date" doc:"Day in India Standard Time, as YYYY-MM-DD."`
	Sold
}

// Waiting is the open work of all days.
type Waiting struct {
	Orders     int `db:"orders" json:"orders" doc:"Number of orders with a line to deliver."`
	Rows       int `db:"to_deliver" json:"rows" doc:"Number of lines to deliver, without those whose online payment is open."`
	Unpaid     int `db:"unpaid" json:"unpaid" doc:"Number of orders whose online payment is open."`
	RefundsDue int `db:"refunds_due" json:"refundsDue" doc:"Number of orders with a refund due."`
}

// Shortage is the published products that are sold out or low.
type Shortage struct {
	Count    int             `json:"count" doc:"Number of such products in the whole shop."`
	Products []ScarceProduct `json:"products" doc:"First 10 products."`
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

// Kinds of needs.
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
	// KhataPayments are payments of khata accounts that packers recorded and no manager has confirmed.
	KhataPayments NeedKind = "KHATA"
)

// Need is one thing that needs attention now, with the page to handle it.
type Need struct {
	Kind   NeedKind     `json:"kind" enum:"DAMAGE,NEW,REFUNDS_DUE,PROBLEMS,COMPLAINTS,PAYMENTS,PICTURES,PUSHES,MAILS,WEBHOOKS,COPIES,COPY_CHECK,OUT_OF_STOCK,COUNTER,TO_COUNT,KHATA"`
	Count  int          `json:"count" doc:"Number of orders, complaints, devices, mails, webhooks, sales, products or payments. 1 for damage, outages and copies."`
	Since  *time.Time   `json:"since" doc:"Time of the oldest one. Null for OUT_OF_STOCK and WEBHOOKS, and if unknown."`
	Amount *money.Paise `json:"amount,omitempty" doc:"Total amount of the orders or refunds, in rupees. Absent for other kinds, and for packers."`
	Text   string       `json:"text" doc:"Details, such as the customer, the reason of a failure or product names. May be empty."`
	To     string       `json:"to" doc:"Path of the page in the web app. Empty if only the operator of the server can act."`
}

// TodaySums are today's receipts by payment method, and the sums still to be collected.
type TodaySums struct {
	Cash      money.Paise `json:"cash" doc:"Cash taken less cash given back, in rupees."`
	UPI       money.Paise `json:"upi" doc:"Payments by UPI in rupees, of cash orders, at the counter and of the khata."`
	Card      money.Paise `json:"card" doc:"Online payments, and card payments at the counter and of the khata, in rupees."`
	Khata     money.Paise `json:"khata" doc:"Amount put on the khata less khata payments, in rupees. The sum of cash, upi, card and khata less credit is the amount of sales."`
	Credit    money.Paise `json:"credit" doc:"Refunds given as credit for the customer's next order, in rupees."`
	KhataOwed money.Paise `json:"khataOwed" doc:"Debt of all customers, in rupees."`
	ToCollect money.Paise `json:"toCollect" doc:"Amount still to be collected on delivery for all open orders, in rupees."`
}

// Bestseller is a product sold today.
type Bestseller struct {
	ScarceProduct

	Sold int `json:"sold" doc:"Number of pieces sold."`
}

// Today is the report of the day.
type Today struct {
	Day
	Needs      []Need              `json:"needs" doc:"Matters that need the attention of staff now, most urgent first."`
	Counts     list.StageCounts    `json:"counts" doc:"Number of orders by stage, as at the desk."`
	TodaySums  *TodaySums          `json:"todaySums,omitempty" doc:"Amounts of today by payment method. Absent for packers."`
	Margin     *purchase.Margin    `json:"margin,omitempty" doc:"Margin of today's sales. Owner only. Absent for programs, and if no cost is known."`
	SoldMost   []Bestseller        `json:"soldMost" doc:"The four products with the most pieces sold today."`
	ByStatus   list.DeliveryCounts `json:"byStatus" doc:"Number of today's orders by status: pending if a line is to be delivered, else delivered if a line was delivered, else canceled."`
	Waiting    Waiting             `json:"waiting"`
	OutOfStock Shortage            `json:"outOfStock"`
	LowStock   Shortage            `json:"lowStock" doc:"Products with 1 to 5 pieces left, the fewest first."`
	Days       []Day               `json:"days" doc:"Last 30 days, oldest first, including today."`
	// RemindSecondFactor is set for an owner who logs in with only a password.
	RemindSecondFactor bool `json:"remindSecondFactor,omitempty" doc:"true: the caller is an owner whose logins require no second factor."`
}

// dayOf returns the start of the day of t in India.
func dayOf(t time.Time) time.Time {
	t = t.In(clock.India)
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, clock.India)
}
