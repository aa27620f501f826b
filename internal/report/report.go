// Package report makes the shopkeeper's dashboard: what was ordered,
// what waits, and what is running out.
package report

import (
	"time"

	"kirana/internal/catalog"
	"kirana/internal/money"
	"kirana/internal/order"
)

// Zone is the shop's time zone, in which its days begin: India's, +05:30 all year
// round since 1945, so that no zone files are needed.
var Zone = time.FixedZone("IST", 5*60*60+30*60)

// Days is how many days the chart shows, today the last of them.
const Days = 30

// Sold counts what was ordered in a day: checkouts, and the rupees of their rows.
// A row counts unless it was canceled or is not paid for; cash on delivery counts.
type Sold struct {
	Orders  int         `db:"orders" json:"orders" doc:"checkouts"`
	Revenue money.Paise `db:"revenue" json:"revenue" doc:"rupees"`
}

// Day is one day of the chart.
type Day struct {
	Date string `json:"date" doc:"YYYY-MM-DD, a day in India"`
	Sold
}

// Waiting counts the shopkeeper's open work, of whatever day.
type Waiting struct {
	Orders     int `db:"orders" json:"orders" doc:"checkouts with a row to deliver"`
	Rows       int `db:"to_deliver" json:"rows" doc:"order rows to deliver, those not paid for left out"`
	Unpaid     int `db:"unpaid" json:"unpaid" doc:"order rows whose online payment is still open"`
	RefundsDue int `db:"refunds_due" json:"refundsDue" doc:"order rows whose money has to go back"`
}

// Shortage is the published products of which none or few are left.
type Shortage struct {
	Count    int             `json:"count" doc:"in the whole shop"`
	Products []ScarceProduct `json:"products" doc:"the first 10"`
}

// ScarceProduct is a product as the list of shortages shows it.
type ScarceProduct struct {
	ID     string         `json:"_id"`
	Name   string         `json:"name"`
	Unit   string         `json:"unit"`
	Images catalog.Images `json:"image"`
	Stock  int            `json:"stock"`
}

// Today is the report of the day.
type Today struct {
	Day
	ByStatus   order.DeliveryCounts `json:"byStatus" doc:"today's order rows"`
	Waiting    Waiting              `json:"waiting"`
	OutOfStock Shortage             `json:"outOfStock"`
	LowStock   Shortage             `json:"lowStock" doc:"1 to 5 pieces left, the fewest first"`
	Days       []Day                `json:"days" doc:"30 days, the oldest first, today the last"`
}

// dayOf is the first moment of the shop's day that t falls in.
func dayOf(t time.Time) time.Time {
	t = t.In(Zone)
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, Zone)
}
