package order

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// Stage is a checkout's progress through the shop, besides the delivery status of its rows.
type Stage string

// The stages, in order.
const (
	StageNew     Stage = "NEW"
	StagePacking Stage = "PACKING"
	StagePacked  Stage = "PACKED"
	StageOut     Stage = "OUT"  // on its way to the shopper
	StageDone    Stage = "DONE" // no row is pending
)

// Stages are all stages, in order.
var Stages = []Stage{StageNew, StagePacking, StagePacked, StageOut, StageDone}

// Valid reports whether s is one of the stages.
func (s Stage) Valid() bool { return slices.Contains(Stages, s) }

// PaidBy is the payment method of a cash order: in cash, to the shop's UPI address, on the shop's own
// card machine, or on the customer's khata.
type PaidBy string

// Payment methods of cash orders.
const (
	ByCash  PaidBy = "CASH"
	ByUPI   PaidBy = "UPI"
	ByCard  PaidBy = "CARD" // at the counter only
	ByKhata PaidBy = "KHATA"
	// ByCounter is that of a row sold at the counter: its checkout's payments say how it was paid.
	ByCounter PaidBy = "COUNTER"
)

// Channel is where an order was placed.
type Channel string

// The channels.
const (
	ChannelOnline  Channel = "ONLINE"
	ChannelPhone   Channel = "PHONE"
	ChannelCounter Channel = "COUNTER"
)

// Checkout is one order of a shopper: its number, stage and sums. ItemCount to Unpaid are derived
// from its rows and written with them.
type Checkout struct {
	ID       string      `db:"id"`
	Number   int64       `db:"number"` // short number for people, counting up from 1001
	UserID   string      `db:"user_id"`
	Customer string      `db:"customer" json:"-"` // name; of a single checkout only
	Method   Method      `db:"payment_method"`
	Total    money.Paise `db:"total"` // as ordered

	Stage       Stage      `db:"stage"`
	StageBefore Stage      `db:"stage_before"` // restored when a row becomes PENDING again
	StageAt     *time.Time `db:"stage_at"`
	PromisedAt  *time.Time `db:"promised_at"`
	Reason      string     `db:"reason"`     // of a refusal or cancellation; the shopper reads it
	StaffNote   string     `db:"staff_note"` // never shown to the shopper
	PackerID    string     `db:"packer_id"`
	PackerName  string     `db:"packer_name"`
	Rider       string     `db:"rider"`

	BuyerName  string      `db:"buyer_name"`  // a business that buys; "" for a person
	BuyerGSTIN string      `db:"buyer_gstin"` // "" for one that is not registered
	Billing    bill.Status `db:"billing"`

	PaidBy           PaidBy     `db:"paid_by"`
	PaymentReference string     `db:"payment_reference"`
	ClaimReference   string     `db:"claim_reference"` // of the UPI payment claimed by the shopper
	ClaimedAt        *time.Time `db:"claimed_at"`
	ClaimOpen        bool       `db:"claim_open"` // staff has not answered the claim

	Rounded       bool             `db:"rounded"`         // what is paid at the door is whole rupees
	ClaimRoundOff money.Adjustment `db:"claim_round_off"` // of the claimed UPI payment

	ItemCount int              `db:"item_count"` // pieces that are not canceled
	DueTotal  money.Paise      `db:"due_total"`  // of rows that are not canceled
	RoundOff  money.Adjustment `db:"round_off"`  // of these: what is paid is DueTotal with it
	Collect   money.Paise      `db:"collect"`    // still to be collected on delivery
	Problem   bool             `db:"problem"`
	Unpaid    bool             `db:"unpaid"` // its online payment has not succeeded

	Undeliverable bool `db:"undeliverable"` // a mail about it was given up

	Channel    Channel    `db:"channel"`
	DeviceID   string     `db:"device_id"`        // of a sale at the counter
	BillNumber string     `db:"bill_number"`      // that the device gave its bill
	PaidAt     *time.Time `db:"paid_at" json:"-"` // of a new checkout; later it is derived

	Pincode   string    `db:"pincode"`
	Mailed    string    `db:"mailed"`  // JSON of mailedState
	Version   int       `db:"version"` // counts changes
	CreatedAt time.Time `db:"created_at"`
	UpdatedAt time.Time `db:"updated_at"`
}

// payable returns what is paid for the rows that are not canceled.
func (c Checkout) payable() money.Paise { return c.DueTotal + c.RoundOff.Paise() }

// name returns the checkout's name for people: '#1042'.
func (c Checkout) name() string { return "#" + strconv.FormatInt(c.Number, 10) }

var (
	errNoCheckout      = fault.New(fault.NotFound, "no_checkout", "Order not found.")
	errPacked          = fault.New(fault.Conflict, "packed", "The order is packed already. Please put it back to packing first.")
	errNotPaid         = fault.New(fault.Conflict, "not_paid", "The order is not paid yet.")
	errGivenBack       = fault.New(fault.Conflict, "given_back", "The money for the missing pieces is given back already.")
	errReplaceRefunded = fault.New(fault.Conflict, "given_back", "The money for this line is given back already, so it cannot be replaced.")
	errNotPacked       = fault.New(fault.Conflict, "on_its_way", "The order is on its way already. Please change it before it leaves.")
	errPacking         = fault.New(fault.Conflict, "being_packed", "Your order is being packed. Please call the shop.")
	errDelivered       = fault.New(fault.Conflict, "delivered", "The order is delivered. Please reopen it first.")
	errPartlyDelivered = fault.New(fault.Conflict, "partly_delivered", "A part of the order is delivered already. Please take it back, or cancel the other lines one by one.")
	errNothingToDo     = fault.New(fault.Conflict, "nothing_pending", "No line of this order is pending any more.")
	errNotCash         = fault.New(fault.Conflict, "not_cash", "This order is not paid at the door.")
	errDoneIsByRows    = fault.New(fault.Invalid, "stage", "What is done is reopened by the status of its lines.")
)

// move returns the checkout and its rows at another stage; DONE delivers every pending row.
func move(c Checkout, rows []Order, to Stage) (Checkout, []Order, error) {
	if !to.Valid() {
		return c, rows, fault.InField("to", "The stage must be NEW, PACKING, PACKED, OUT or DONE.")
	}
	switch {
	case c.Stage == StageDone:
		return c, rows, errDoneIsByRows
	case c.Stage == to:
		return c, rows, fault.InField("to", "The order is at this stage already.")
	}
	if to != StageDone {
		c.Stage = to
		return c, rows, nil
	}
	next, err := deliver(rows, Delivered, func(o Order) bool { return o.Delivery == Pending })
	return c, next, err
}

// deliver sets a delivery status on the matching rows and returns all; no match is a
// fault.Conflict.
func deliver(rows []Order, to Delivery, matches func(Order) bool) ([]Order, error) {
	next, changed := slices.Clone(rows), 0
	for i, o := range next {
		if !matches(o) || o.Hidden {
			continue
		}
		next[i].State, changed = o.withDelivery(to), changed+1
	}
	if changed == 0 {
		return rows, errNothingToDo
	}
	return next, nil
}

// live reports whether a row counts in its checkout's sums.
func (o Order) live() bool { return o.Delivery != Canceled && !o.Hidden }

// pieces returns how many pieces of stock a row takes.
func (o Order) pieces() int {
	if !o.live() {
		return 0
	}
	return o.Quantity
}

// grams returns the weight of a row that is weighed or sold by weight, which counts as ordered until it is
// weighed; 0 of pieces.
func (o Order) grams() int {
	if o.WeightGrams != nil {
		return *o.WeightGrams
	}
	return o.StepGrams * o.Quantity
}

// unitGrams returns the weight of one unit of a row; 0 where its unit is no weight.
func (o Order) unitGrams() int {
	if o.StepGrams > 0 {
		return o.StepGrams
	}
	grams, _ := catalog.GramsOf(o.Unit)
	return grams
}

// liveGrams is grams for what counts in the checkout.
func (o Order) liveGrams() int {
	if !o.live() {
		return 0
	}
	return o.grams()
}

// atCounter reports whether a row was weighed at the counter: its stock follows its grams, that of
// other rows their pieces.
func (o Order) atCounter() bool { return o.StepGrams > 0 && o.PaidBy == ByCounter }

// stockLine returns what a row takes out of stock.
func (o Order) stockLine() stock.Line {
	line := stock.Line{ProductID: o.ProductID, OrderID: o.ID, Quantity: o.Quantity}
	if o.atCounter() {
		line.Grams = o.grams()
	}
	return line
}

// stockDifference returns what changed rows reserve and release; before and after list the same
// rows in the same order.
func stockDifference(before, after []Order) (reserve, release []stock.Line) {
	for i := range before {
		pieces, grams := after[i].pieces()-before[i].pieces(), 0
		if after[i].atCounter() {
			grams = after[i].liveGrams() - before[i].liveGrams()
		}
		line := stock.Line{ProductID: after[i].ProductID, OrderID: after[i].ID, Quantity: max(pieces, -pieces), Grams: max(grams, -grams)}
		switch n := cmp.Or(grams, pieces); {
		case n > 0:
			reserve = append(reserve, line)
		case n < 0:
			release = append(release, line)
		}
	}
	return reserve, release
}

// checkoutStatus returns the payment status of a checkout: RefundDue if any row has it, else that
// of the rows that are not canceled.
func checkoutStatus(rows []Order) payment.Status {
	var status payment.Status
	for _, o := range rows {
		switch {
		case o.Hidden:
		case o.Payment == payment.RefundDue:
			return payment.RefundDue
		case status == "" || o.live():
			status = o.Payment
		}
	}
	return status
}
