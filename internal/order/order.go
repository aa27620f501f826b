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

// Stage is the progress of an order in the shop. Each of its lines has a delivery status, too.
type Stage string

// The stages, from first to last.
const (
	StageNew     Stage = "NEW"
	StagePacking Stage = "PACKING"
	StagePacked  Stage = "PACKED"
	StageOut     Stage = "OUT"  // on its way to the shopper
	StageDone    Stage = "DONE" // every line is delivered or canceled
)

// Stages lists all stages, from first to last.
var Stages = []Stage{StageNew, StagePacking, StagePacked, StageOut, StageDone}

// Valid reports whether s is one of the stages.
func (s Stage) Valid() bool { return slices.Contains(Stages, s) }

// PaidBy is the method by which a cash order (COD) or one of its lines was paid; "" if it is not
// paid yet.
type PaidBy string

// The ways to pay a cash order.
const (
	ByCash  PaidBy = "CASH"
	ByUPI   PaidBy = "UPI"
	ByCard  PaidBy = "CARD" // at the counter only
	ByKhata PaidBy = "KHATA"
	// ByCounter marks a line sold at the counter. The payments of its order say how it was paid.
	ByCounter PaidBy = "COUNTER"
)

// Channel is the sales channel of an order.
type Channel string

// The channels.
const (
	ChannelOnline  Channel = "ONLINE"
	ChannelPhone   Channel = "PHONE"
	ChannelCounter Channel = "COUNTER"
)

// Order is one order of a shopper. ItemCount to Unpaid are derived from its lines; Problem also
// from the claim, the bills and the mails of the order. Sums are in paise, times in UTC.
type Order struct {
	ID       string      `db:"id"`
	Number   int64       `db:"number"` // unique, counts up from 1001; read out on the phone
	UserID   string      `db:"user_id"`
	Customer string      `db:"customer" json:"-"` // the shopper's name; read for a single order only
	Method   Method      `db:"payment_method"`
	Total    money.Paise `db:"total"` // of all lines when the order was placed

	Stage       Stage      `db:"stage"`
	StageBefore Stage      `db:"stage_before"` // restored when a line of a DONE order becomes PENDING again
	StageAt     *time.Time `db:"stage_at"`
	PromisedAt  *time.Time `db:"promised_at"`
	Reason      string     `db:"reason"`     // of a refusal or cancellation, shown to the shopper
	StaffNote   string     `db:"staff_note"` // never shown to the shopper
	PackerID    string     `db:"packer_id"`
	PackerName  string     `db:"packer_name"`
	Rider       string     `db:"rider"`

	BuyerName    string      `db:"buyer_name"`    // named for the bill; "": the customer
	BuyerGSTIN   string      `db:"buyer_gstin"`   // "" if not registered for GST
	BuyerAddress string      `db:"buyer_address"` // for a sale at the counter
	Billing      bill.Status `db:"billing"`

	PaidBy           PaidBy     `db:"paid_by"`
	PaymentReference string     `db:"payment_reference"`
	ClaimReference   string     `db:"claim_reference"` // reference of the UPI payment that the shopper claims
	ClaimedAt        *time.Time `db:"claimed_at"`
	ClaimOpen        bool       `db:"claim_open"` // staff has not confirmed or rejected the claim

	Rounded       bool             `db:"rounded"`         // the amount to pay is rounded to whole rupees
	ClaimRoundOff money.Adjustment `db:"claim_round_off"` // round-off of the claimed UPI payment

	ItemCount int              `db:"item_count"` // pieces that are not canceled
	DueTotal  money.Paise      `db:"due_total"`  // of lines that are not canceled, without RoundOff
	RoundOff  money.Adjustment `db:"round_off"`  // added to DueTotal to give the amount to pay
	Collect   money.Paise      `db:"collect"`    // to be collected on delivery
	Problem   bool             `db:"problem"`
	Unpaid    bool             `db:"unpaid"` // the online payment has not succeeded

	Undeliverable bool `db:"undeliverable"` // a mail about the order could not be delivered

	Channel    Channel    `db:"channel"`
	DeviceID   string     `db:"device_id"`        // of a sale at the counter
	BillNumber string     `db:"bill_number"`      // given to the bill by the device
	PaidAt     *time.Time `db:"paid_at" json:"-"` // of an order to insert; not read back

	Pincode   string    `db:"pincode"`
	Mailed    string    `db:"mailed"`  // JSON of mailedState
	Version   int       `db:"version"` // raised by every change except notes, prints and mails
	CreatedAt time.Time `db:"created_at"`
	UpdatedAt time.Time `db:"updated_at"`
}

// payable returns the amount to pay for the lines that are not canceled, in paise.
func (o Order) payable() money.Paise { return o.DueTotal + o.RoundOff.Paise() }

// name returns the order's number as people write it: "#1042".
func (o Order) name() string { return "#" + strconv.FormatInt(o.Number, 10) }

var (
	errNoOrder         = fault.New(fault.NotFound, "no_checkout", "Order not found.")
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
	errDoneIsByLines   = fault.New(fault.Invalid, "stage", "To reopen a delivered order, change the status of its lines.")
)

// move moves an order to another stage. For DONE it delivers the pending lines, and updateOrder
// sets the stage. A DONE order, an unknown stage or the current stage fails with fault.Invalid, and
// DONE without a pending line with fault.Conflict.
func move(o Order, lines []Line, to Stage) (Order, []Line, error) {
	if !to.Valid() {
		return o, lines, fault.InField("to", "The stage must be NEW, PACKING, PACKED, OUT or DONE.")
	}
	switch {
	case o.Stage == StageDone:
		return o, lines, errDoneIsByLines
	case o.Stage == to:
		return o, lines, fault.InField("to", "The order is at this stage already.")
	}
	if to != StageDone {
		o.Stage = to
		return o, lines, nil
	}
	next, err := deliver(lines, Delivered, func(l Line) bool { return l.Delivery == Pending })
	return o, next, err
}

// deliver returns the lines with a new delivery status for those that match and are not hidden. It
// returns fault.Conflict if no visible line matches.
func deliver(lines []Line, to Delivery, matches func(Line) bool) ([]Line, error) {
	next, changed := slices.Clone(lines), 0
	for i, l := range next {
		if !matches(l) || l.Hidden {
			continue
		}
		next[i].State, changed = l.withDelivery(to), changed+1
	}
	if changed == 0 {
		return lines, errNothingToDo
	}
	return next, nil
}

// live reports whether the line counts in the sums of its order.
func (l Line) live() bool { return l.Delivery != Canceled && !l.Hidden }

// pieces returns the number of pieces that the line takes out of stock.
func (l Line) pieces() int {
	if !l.live() {
		return 0
	}
	return l.Quantity
}

// grams returns the weight of the line: as weighed, or else as ordered if it is sold by weight. It
// is 0 for goods sold by the piece that were not weighed.
func (l Line) grams() int {
	if l.WeightGrams != nil {
		return *l.WeightGrams
	}
	return l.StepGrams * l.Quantity
}

// unitGrams returns the weight of one unit of the line, or 0 if its unit is not a weight.
func (l Line) unitGrams() int {
	if l.StepGrams > 0 {
		return l.StepGrams
	}
	grams, _ := catalog.GramsOf(l.Unit)
	return grams
}

// liveGrams is like grams, but 0 for a line that is not live.
func (l Line) liveGrams() int {
	if !l.live() {
		return 0
	}
	return l.grams()
}

// atCounter reports whether the line was sold by weight at the counter. Its stock is reserved in
// grams; the stock of all other lines, in pieces.
func (l Line) atCounter() bool { return l.StepGrams > 0 && l.PaidBy == ByCounter }

func (l Line) stockLine() stock.Line {
	line := stock.Line{ProductID: l.ProductID, LineID: l.ID, Quantity: l.Quantity}
	if l.atCounter() {
		line.Grams = l.grams()
	}
	return line
}

// stockDifference returns the stock to reserve and to release after lines have changed. before and
// after list the same lines in the same order.
func stockDifference(before, after []Line) (reserve, release []stock.Line) {
	for i := range before {
		pieces, grams := after[i].pieces()-before[i].pieces(), 0
		if after[i].atCounter() {
			grams = after[i].liveGrams() - before[i].liveGrams()
		}
		line := stock.Line{ProductID: after[i].ProductID, LineID: after[i].ID, Quantity: max(pieces, -pieces), Grams: max(grams, -grams)}
		switch n := cmp.Or(grams, pieces); {
		case n > 0:
			reserve = append(reserve, line)
		case n < 0:
			release = append(release, line)
		}
	}
	return reserve, release
}

// orderStatus returns the payment status of an order: RefundDue if any line has it, else the status
// of the last line that is not canceled, or the status of the first line if all are canceled.
// Hidden lines are ignored.
func orderStatus(lines []Line) payment.Status {
	var status payment.Status
	for _, l := range lines {
		switch {
		case l.Hidden:
		case l.Payment == payment.RefundDue:
			return payment.RefundDue
		case status == "" || l.live():
			status = l.Payment
		}
	}
	return status
}
