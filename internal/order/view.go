package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kirana/internal/account"
	"kirana/internal/bill"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/settings"
)

// View is the JSON of an order, with amounts in rupees.
type View struct {
	ID               string                `json:"_id" doc:"ID of the order: the checkoutId of its lines."`
	Number           int64                 `json:"number" doc:"Order number for display: #1042."`
	CreatedAt        time.Time             `json:"createdAt"`
	Stage            Stage                 `json:"stage" enum:"NEW,PACKING,PACKED,OUT,DONE"`
	StageAt          *time.Time            `json:"stageAt"`
	PromisedAt       *time.Time            `json:"promisedAt" doc:"Delivery time promised to the shopper, or null."`
	Customer         OrderPerson           `json:"customer"`
	Address          Destination           `json:"delivery_address"`
	Lines            []LineView            `json:"rows"`
	ItemCount        int                   `json:"itemCount" doc:"Number of pieces, excluding canceled lines."`
	TotalAmt         money.Paise           `json:"totalAmt" doc:"Total excluding canceled lines, in rupees."`
	Rounded          bool                  `json:"rounded,omitempty" doc:"true: the amount to pay on delivery is rounded to whole rupees, by the setting roundOff when the order was placed."`
	RoundOff         money.Paise           `json:"roundOff" doc:"Round-off in rupees: added to totalAmt to give the amount to pay. Negative if the amount is rounded down, 0 if it is not rounded."`
	CollectAmt       money.Paise           `json:"collectAmt" doc:"Amount still to be collected on delivery, in rupees, including the round-off."`
	RefundDue        money.Paise           `json:"refundDue" doc:"Amount due back, in rupees."`
	PaymentMethod    Method                `json:"payment_method" enum:"COD,ONLINE"`
	PaymentStatus    payment.Status        `json:"payment_status" enum:"COD,PENDING,PAID,EXPIRED,FAILED,REFUND DUE,REFUNDED"`
	Channel          Channel               `json:"channel" enum:"ONLINE,PHONE,COUNTER" doc:"Channel on which the order was placed."`
	PaidBy           PaidBy                `json:"paidBy" enum:"CASH,UPI,CARD,KHATA," doc:"Payment method of a cash order. Empty until it is known; if there are several, the method of the largest amount."`
	Payments         []PaymentView         `json:"payments" nullable:"false" doc:"Payments by method. Later refunds are not subtracted."`
	PaymentReference string                `json:"paymentReference,omitempty"`
	Claim            *Claim                `json:"claim" doc:"UPI payment claimed by the shopper, or null."`
	Reason           string                `json:"reason" doc:"Reason for the cancellation, or empty."`
	Buyer            *Buyer                `json:"buyer" doc:"Buyer named for the bill. Null: the customer."`
	Bills            []bill.Ref            `json:"bills" nullable:"false" doc:"Bills and credit notes, in the order of issue, including canceled ones."`
	BillWaits        *string               `json:"billWaits" doc:"Reason why the bill cannot be issued yet, from stage PACKING on. Null if it can be, or is not needed. Staff only."`
	BillLacks        []bill.LackOfAProduct `json:"billLacks,omitempty" nullable:"false" doc:"Products that prevent the bill. Staff only."`
	UPI              *settings.UPI         `json:"upi,omitempty" doc:"UPI payment details. Absent if the shop does not offer UPI or nothing is to be paid."`
	Timeline         []TimelineEntry       `json:"timeline,omitempty"`
	Undo             *Undo                 `json:"undo,omitempty" doc:"Undo of this action, with its expiry. Only in the response to an action that can be undone."`
	Version          int                   `json:"version"`
	UpdatedAt        time.Time             `json:"updatedAt"`

	*StaffFields
}

// StaffFields are the fields of an order for staff only. They are nil for its shopper.
type StaffFields struct {
	StaffNote string   `json:"staffNote" required:"false" doc:"Staff only."`
	Packer    *Packer  `json:"packer" required:"false" doc:"Member of staff who packs the order, or null. Staff only."`
	Rider     string   `json:"rider" required:"false" doc:"Staff only."`
	Problem   bool     `json:"problem" required:"false" doc:"true: the order has a problem. Staff only."`
	Problems  []string `json:"problems" required:"false" nullable:"false" doc:"Problems of the order: CLAIM (unconfirmed UPI claim), REFUND_DUE, PAYMENT_DOUBTFUL (such as a UPI payment that a packer recorded without a claim), COUNTER (offline sale against the shop's rules), REFUNDED (refunded but not canceled), BILL_WAITS (goods left without a bill), MAIL_UNDELIVERABLE. Staff only."`
}

// SchemaName returns the name in the API document.
func (View) SchemaName() string { return "Checkout" }

// OrderPerson is the customer of an order.
type OrderPerson struct {
	ID     string `json:"_id"`
	Name   string `json:"name"`
	Email  string `json:"email,omitempty" doc:"Absent for packers."`
	Mobile string `json:"mobile"`
	Note   string `json:"note,omitempty" doc:"Staff note about the customer. Staff only."`
}

// Claim is a shopper's statement that they have paid by UPI.
type Claim struct {
	Reference string    `json:"reference"`
	At        time.Time `json:"at"`
}

// Packer is the member of staff who packs an order.
type Packer struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

// Viewer is the reader of orders. The staff role limits the fields that they see.
type Viewer struct {
	UserID    string
	StaffRole account.StaffRole // "" for a shopper
}

func (v Viewer) staff() bool { return v.StaffRole != "" }

// line returns an administrator's view of a line without what the viewer may not see: for a packer,
// the email.
func (v Viewer) line(r LineView) LineView {
	if v.StaffRole == account.Packer && r.Customer != nil {
		customer := *r.Customer
		customer.Email = ""
		r.Customer = &customer
	}
	return r
}

// Lines returns an administrator's views of lines, limited to what the viewer may see.
func (v Viewer) Lines(views []LineView) []LineView {
	for i := range views {
		views[i] = v.line(views[i])
	}
	return views
}

// ByName returns an order, given by number or id, with its timeline, to staff or to its shopper.
// The order of another shopper fails with fault.NotFound.
func (s *Service) ByName(ctx context.Context, v Viewer, numberOrID string) (View, error) {
	o, err := orderByID(ctx, s.db, numberOrID)
	if err != nil {
		return View{}, err
	}
	if !v.staff() && o.UserID != v.UserID {
		return View{}, errNoOrder
	}
	views, err := s.Views(ctx, v, []Order{o})
	if err != nil {
		return View{}, err
	}
	events, err := eventsOf(ctx, s.db, o.ID)
	if err != nil {
		return View{}, fmt.Errorf("read an order's timeline: %w", err)
	}
	for _, e := range events {
		if v.staff() || !slices.Contains(staffOnly, e.What) {
			views[0].Timeline = append(views[0].Timeline, e.entry(language.Of(ctx), !v.staff()))
		}
	}
	return views[0], nil
}

// staffOnly are the timeline codes that are hidden from shoppers.
var staffOnly = []string{"note", "ticked", "packer", "printed", "mail", "unflagged"}

// Views returns orders with their lines, customers, bills and payments, for a viewer.
func (s *Service) Views(ctx context.Context, v Viewer, orders []Order) ([]View, error) {
	views := make([]View, len(orders))
	if len(orders) == 0 {
		return views, nil
	}
	ids := make([]string, len(orders))
	for i, o := range orders {
		ids[i] = o.ID
	}
	lines, err := CurrentByOrders(ctx, s.db, ids)
	if err != nil {
		return nil, fmt.Errorf("read the lines of orders: %w", err)
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[string][]CurrentLine{}
	for _, l := range lines {
		byID[l.OrderID] = append(byID[l.OrderID], l)
	}
	for i, o := range orders {
		views[i] = newView(v, o, byID[o.ID])
		views[i].translate(language.Of(ctx))
	}
	list := orderList{orders, byID, views}
	if err := s.addBills(ctx, v, shop, list); err != nil {
		return nil, err
	}
	if err := s.addPayments(ctx, s.db, list); err != nil {
		return nil, fmt.Errorf("read how orders were paid: %w", err)
	}
	for i, o := range orders {
		if o.Method == COD {
			views[i].UPI = shop.PayByUPI(o.Number, billNumber(views[i].Bills), o.Collect)
		}
	}
	return views, nil
}

func newView(v Viewer, o Order, lines []CurrentLine) View {
	view := View{
		ID: o.ID, Number: o.Number, CreatedAt: o.CreatedAt, Stage: o.Stage, StageAt: o.StageAt, PromisedAt: o.PromisedAt,
		ItemCount: o.ItemCount, TotalAmt: o.DueTotal, RoundOff: o.RoundOff.Paise(), Rounded: o.Rounded, CollectAmt: o.Collect, PaymentMethod: o.Method, Channel: o.Channel, PaidBy: o.PaidBy,
		PaymentReference: o.PaymentReference, Reason: o.Reason, Lines: []LineView{}, Bills: []bill.Ref{}, Version: o.Version, UpdatedAt: o.UpdatedAt,
	}
	if o.ClaimedAt != nil {
		view.Claim = &Claim{Reference: o.ClaimReference, At: *o.ClaimedAt}
	}
	if o.BuyerName != "" {
		view.Buyer = &Buyer{o.BuyerName, o.BuyerGSTIN, o.BuyerAddress}
	}
	plain := make([]Line, 0, len(lines))
	for _, l := range lines {
		if l.Hidden && !o.Unpaid {
			continue
		}
		plain = append(plain, l.Line)
		line := l.view()
		if v.staff() {
			line = l.viewForAdmin()
		}
		line.Customer = nil
		view.Lines = append(view.Lines, line)
		view.Address = l.Address
		view.Customer = OrderPerson{ID: l.UserID, Name: l.Customer, Mobile: l.Mobile}
		if v.StaffRole != account.Packer {
			view.Customer.Email = l.Email
		}
		if l.Payment == payment.RefundDue {
			view.RefundDue += l.amount()
		}
		if v.staff() {
			view.Customer.Note = l.CustomerNote
		}
	}
	nameReplacements(view.Lines)
	view.PaymentStatus = orderStatus(plain)
	if !v.staff() {
		return view
	}
	view.StaffFields = &StaffFields{StaffNote: o.StaffNote, Rider: o.Rider, Problem: o.Problem, Problems: problemsOf(o, plain)}
	if o.PackerID != "" {
		view.Packer = &Packer{ID: o.PackerID, Name: o.PackerName}
	}
	return view
}

// translate translates the sentences that the program stored in English. It keeps texts that people
// wrote.
func (v *View) translate(lang string) {
	v.Reason = ReasonPhrase(v.Reason).In(lang)
	v.Customer.Name = account.CustomerName(lang, v.Customer.ID, v.Customer.Name)
	for i := range v.Lines {
		v.Lines[i].Flag = language.Stored(v.Lines[i].Flag).In(lang)
	}
}

// problemsOf returns the codes of an order's problems, see StaffFields.
func problemsOf(o Order, lines []Line) []string {
	problems := []string{}
	againstRules := func(l Line) bool { return l.Flag != "" && l.Flag != flagUnconfirmed && o.Channel == ChannelCounter }
	for _, problem := range []struct {
		code string
		is   func(Line) bool
	}{
		{"REFUND_DUE", func(l Line) bool { return l.Payment == payment.RefundDue }},
		{"CLAIM", func(Line) bool { return o.ClaimOpen }},
		{"PAYMENT_DOUBTFUL", func(l Line) bool { return l.Flag != "" && !againstRules(l) }},
		{"COUNTER", againstRules},
		{"REFUNDED", func(l Line) bool { return l.Payment == payment.Refunded && l.live() }},
	} {
		if slices.ContainsFunc(lines, problem.is) {
			problems = append(problems, problem.code)
		}
	}
	if o.Billing == bill.Waiting {
		problems = append(problems, "BILL_WAITS")
	}
	if o.Undeliverable {
		problems = append(problems, "MAIL_UNDELIVERABLE")
	}
	return problems
}

// nameReplacements sets ReplacedBy of each line of an order.
func nameReplacements(views []LineView) {
	replacements := map[string]string{}
	for _, view := range views {
		replacements[view.Replaces] = view.ID
	}
	for i := range views {
		replacement := replacements[views[i].ID]
		views[i].ReplacedBy = &replacement
	}
}

// afterAction returns the order after an action, with the undo. A conflict with another change
// contains the current order.
func (s *Service) afterAction(ctx context.Context, v Viewer, numberOrID string, undo *Undo, err error) (View, error) {
	var stale *staleError
	if errors.As(err, &stale) {
		view, viewErr := s.ByName(ctx, v, stale.order.ID)
		if viewErr != nil {
			return View{}, viewErr
		}
		refusal := *stale.refusal
		refusal.Data = view
		return View{}, &refusal
	}
	if err != nil {
		return View{}, err
	}
	view, err := s.ByName(ctx, v, numberOrID)
	view.Undo = undo
	return view, err
}
