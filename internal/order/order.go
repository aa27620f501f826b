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

// Stage is an order's progress through the shop, besides the delivery status of its lines.
type Stage string

// The stages, in order.
const (
	StageNew     Stage = "NEW"
	StagePacking Stage = "PACKING"
	StagePacked  Stage = "PACKED"
	StageOut     Stage = "OUT"  // on its way to the shopper
	StageDone    Stage = "DONE" // no line is pending
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
	// ByCounter is that of a line sold at the counter: its order's payments say how it was paid.
	ByCounter PaidBy = "COUNTER"
)

// Channel is the place where an order was placed: online, by phone or at the counter.
type Channel string

// The channels.
const (
	ChannelOnline  Channel = "ONLINE"
	ChannelPhone   Channel = "PHONE"
	ChannelCounter Channel = "COUNTER"
)

// Order is one order of a shopper: its number, stage and sums. ItemCount to Unpaid are derived
// from its lines and written with them.
type Order struct {
	ID       string      `db:"id"`
	Number   int64       `db:"number"` // short number for people, counting up from 1001
	UserID   string      `db:"user_id"`
	Customer string      `db:"customer" json:"-"` // name; of a single order only
	Method   Method      `db:"payment_method"`
	Total    money.Paise `db:"total"` // as ordered

	Stage       Stage      `db:"stage"`
	StageBefore Stage      `db:"stage_before"` // restored when a line becomes PENDING again
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
	DueTotal  money.Paise      `db:"due_total"`  // of lines that are not canceled
	RoundOff  money.Adjustment `db:"round_off"`  // of these: what is paid is DueTotal with it
	Collect   money.Paise      `db:"collect"`    // still to be collected on delivery
	Problem   bool             `db:"problem"`
	Unpaid    bool             `db:"unpaid"` // its online payment has not succeeded

	Undeliverable bool `db:"undeliverable"` // a mail about it was given up

	Channel    Channel    `db:"channel"`
	DeviceID   string     `db:"device_id"`        // of a sale at the counter
	BillNumber string     `db:"bill_number"`      // that the device gave its bill
	PaidAt     *time.Time `db:"paid_at" json:"-"` // of a new order; later it is derived

	Pincode   string    `db:"pincode"`
	Mailed    string    `db:"mailed"`  // JSON of mailedState
	Version   int       `db:"version"` // counts changes
	CreatedAt time.Time `db:"created_at"`
	UpdatedAt time.Time `db:"updated_at"`
}

// payable returns the amount to pay for the lines that are not canceled.
func (o Order) payable() money.Paise { return o.DueTotal + o.RoundOff.Paise() }

// name returns the order's name for people: '#1042'.
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
	errDoneIsByLines   = fault.New(fault.Invalid, "stage", "What is done is reopened by the status of its lines.")
)

// move returns the order and its lines at another stage; DONE delivers every pending line.
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

// deliver sets a delivery status on the matching lines and returns all; no match is a
// fault.Conflict.
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

// live reports whether a line counts in its order's sums.
func (l Line) live() bool { return l.Delivery != Canceled && !l.Hidden }

// pieces returns how many pieces of stock a line takes.
func (l Line) pieces() int {
	if !l.live() {
		return 0
	}
	return l.Quantity
}

// grams returns the weight of a line that is weighed or sold by weight, which counts as ordered until it is
// weighed; 0 of pieces.
func (l Line) grams() int {
	if l.WeightGrams != nil {
		return *l.WeightGrams
	}
	return l.StepGrams * l.Quantity
}

// unitGrams returns the weight of one unit of a line; 0 where its unit is no weight.
func (l Line) unitGrams() int {
	if l.StepGrams > 0 {
		return l.StepGrams
	}
	grams, _ := catalog.GramsOf(l.Unit)
	return grams
}

// liveGrams is grams for what counts in the checkout.
func (l Line) liveGrams() int {
	if !l.live() {
		return 0
	}
	return l.grams()
}

// atCounter reports whether a line was weighed at the counter: its stock follows its grams, that of
// other lines their pieces.
func (l Line) atCounter() bool { return l.StepGrams > 0 && l.PaidBy == ByCounter }

// stockLine returns the stock that a line reserves.
func (l Line) stockLine() stock.Line {
	line := stock.Line{ProductID: l.ProductID, LineID: l.ID, Quantity: l.Quantity}
	if l.atCounter() {
		line.Grams = l.grams()
	}
	return line
}

// stockDifference returns what changed lines reserve and release; before and after list the same
// lines in the same order.
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

// orderStatus returns the payment status of an order: RefundDue if any line has it, else that
// of the lines that are not canceled.
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
