package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kirana/internal/account"
	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/settings"
)

// CheckoutView is the JSON of a checkout, in rupees.
type CheckoutView struct {
	ID               string                `json:"_id" doc:"the rows' checkoutId"`
	Number           int64                 `json:"number" doc:"short, for people: #1042"`
	CreatedAt        time.Time             `json:"createdAt"`
	Stage            Stage                 `json:"stage" enum:"NEW,PACKING,PACKED,OUT,DONE"`
	StageAt          *time.Time            `json:"stageAt"`
	PromisedAt       *time.Time            `json:"promisedAt" doc:"by when the shopper was told to expect it"`
	Customer         CheckoutPerson        `json:"customer"`
	Address          Destination           `json:"delivery_address"`
	Rows             []Row                 `json:"rows"`
	ItemCount        int                   `json:"itemCount" doc:"pieces that are not canceled"`
	TotalAmt         money.Paise           `json:"totalAmt" doc:"rupees, without canceled rows"`
	Rounded          bool                  `json:"rounded,omitempty" doc:"what is paid at the door is whole rupees: the setting roundOff when the order was placed"`
	RoundOff         money.Paise           `json:"roundOff" doc:"rupees that are added to totalAmt to give what is paid, below 0 when less is; 0 for an order that is not rounded"`
	CollectAmt       money.Paise           `json:"collectAmt" doc:"rupees still to be taken at the door, round-off included"`
	RefundDue        money.Paise           `json:"refundDue" doc:"rupees that have to go back"`
	PaymentMethod    Method                `json:"payment_method" enum:"COD,ONLINE"`
	PaymentStatus    payment.Status        `json:"payment_status" enum:"COD,PENDING,PAID,EXPIRED,FAILED,REFUND DUE,REFUNDED"`
	Channel          Channel               `json:"channel" enum:"ONLINE,PHONE,COUNTER" doc:"where it was placed"`
	PaidBy           PaidBy                `json:"paidBy" enum:"CASH,UPI,CARD,KHATA," doc:"of a cash order; empty until it is known; of one that was paid in several ways, that of the largest part"`
	Payments         []PaymentView         `json:"payments" nullable:"false" doc:"how its lines were paid, what went back later included"`
	PaymentReference string                `json:"paymentReference,omitempty"`
	Claim            *Claim                `json:"claim" doc:"the UPI payment that the shopper says was made"`
	Reason           string                `json:"reason" doc:"why it was canceled"`
	Buyer            *Buyer                `json:"buyer" doc:"a business that buys; null for a person"`
	Bills            []bill.Ref            `json:"bills" nullable:"false" doc:"bills and credit notes as they were issued"`
	BillWaits        *string               `json:"billWaits" doc:"why its bill cannot be issued yet, from PACKING on; null when it can be, or need not be; for staff only"`
	BillLacks        []bill.LackOfAProduct `json:"billLacks,omitempty" nullable:"false" doc:"the products it waits for; for staff only"`
	UPI              *settings.UPI         `json:"upi,omitempty" doc:"how to pay it by UPI, when the shop offers that and something is to pay"`
	Timeline         []TimelineEntry       `json:"timeline,omitempty"`
	Undo             *Undo                 `json:"undo,omitempty" doc:"the action that can be undone, until when"`
	Version          int                   `json:"version"`
	UpdatedAt        time.Time             `json:"updatedAt"`

	*StaffFields
}

// StaffFields are a checkout's fields for staff only; nil for its shopper.
type StaffFields struct {
	StaffNote string   `json:"staffNote" required:"false" doc:"for staff only"`
	Packer    *Packer  `json:"packer" required:"false" doc:"who packs it; for staff only"`
	Rider     string   `json:"rider" required:"false" doc:"for staff only"`
	Problem   bool     `json:"problem" required:"false" doc:"counted among the problems; for staff only"`
	Problems  []string `json:"problems" required:"false" nullable:"false" doc:"CLAIM (a UPI payment that the shopper claims and staff has not confirmed), REFUND_DUE, PAYMENT_DOUBTFUL, COUNTER (sold without the network against the rules of the shop), REFUNDED (but not canceled), BILL_WAITS (its goods left without a bill), MAIL_UNDELIVERABLE: what problem counts; for staff only"`
}

// SchemaName returns the name in the API document.
func (CheckoutView) SchemaName() string { return "Checkout" }

// CheckoutPerson is the customer of a checkout.
type CheckoutPerson struct {
	ID     string `json:"_id"`
	Name   string `json:"name"`
	Email  string `json:"email,omitempty" doc:"not for packers"`
	Mobile string `json:"mobile"`
	Note   string `json:"note,omitempty" doc:"what staff knows of the customer; for staff only"`
}

// Claim is a shopper's statement that they have paid by UPI.
type Claim struct {
	Reference string    `json:"reference"`
	At        time.Time `json:"at"`
}

// Packer is the member of staff who packs a checkout.
type Packer struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

// Viewer is a reader of checkouts, whose role limits what they see.
type Viewer struct {
	UserID    string
	StaffRole account.StaffRole // "" for a shopper
}

func (v Viewer) staff() bool { return v.StaffRole != "" }

// row returns an administrator's row with only what the viewer may see.
func (v Viewer) row(r Row) Row {
	if v.StaffRole == account.Packer && r.Customer != nil {
		customer := *r.Customer
		customer.Email = ""
		r.Customer = &customer
	}
	return r
}

// rows returns an administrator's rows with only what the viewer may see.
func (v Viewer) rows(rows []Row) []Row {
	for i := range rows {
		rows[i] = v.row(rows[i])
	}
	return rows
}

// CheckoutByName returns a checkout with its timeline, by number or id, to staff or its own
// shopper; another shopper's is fault.NotFound.
func (s *Service) CheckoutByName(ctx context.Context, v Viewer, numberOrID string) (CheckoutView, error) {
	c, err := checkoutByID(ctx, s.db, numberOrID)
	if err != nil {
		return CheckoutView{}, err
	}
	if !v.staff() && c.UserID != v.UserID {
		return CheckoutView{}, errNoCheckout
	}
	views, err := s.views(ctx, v, []Checkout{c})
	if err != nil {
		return CheckoutView{}, err
	}
	events, err := eventsOf(ctx, s.db, c.ID)
	if err != nil {
		return CheckoutView{}, fmt.Errorf("read a checkout's timeline: %w", err)
	}
	for _, e := range events {
		if v.staff() || !slices.Contains(staffOnly, e.What) {
			views[0].Timeline = append(views[0].Timeline, e.entry(language.Of(ctx), !v.staff()))
		}
	}
	return views[0], nil
}

// staffOnly are the timeline codes hidden from shoppers.
var staffOnly = []string{"note", "ticked", "packer", "printed", "mail", "unflagged"}

// views returns checkouts with their rows and customers, read by one statement.
func (s *Service) views(ctx context.Context, v Viewer, checkouts []Checkout) ([]CheckoutView, error) {
	views := make([]CheckoutView, len(checkouts))
	if len(checkouts) == 0 {
		return views, nil
	}
	ids := make([]string, len(checkouts))
	for i, c := range checkouts {
		ids[i] = c.ID
	}
	orders, err := currentByCheckouts(ctx, s.db, ids)
	if err != nil {
		return nil, fmt.Errorf("read the rows of checkouts: %w", err)
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	rows := map[string][]currentOrder{}
	for _, o := range orders {
		rows[o.CheckoutID] = append(rows[o.CheckoutID], o)
	}
	for i, c := range checkouts {
		views[i] = newView(v, c, rows[c.ID])
		views[i].translate(language.Of(ctx))
	}
	list := listed{checkouts, rows, views}
	if err := s.addBills(ctx, v, shop, list); err != nil {
		return nil, err
	}
	if err := s.addPayments(ctx, s.db, list); err != nil {
		return nil, fmt.Errorf("read how checkouts were paid: %w", err)
	}
	for i, c := range checkouts {
		if c.Method == COD {
			views[i].UPI = shop.PayByUPI(c.Number, billNumber(views[i].Bills), c.Collect)
		}
	}
	return views, nil
}

func newView(v Viewer, c Checkout, orders []currentOrder) CheckoutView {
	view := CheckoutView{
		ID: c.ID, Number: c.Number, CreatedAt: c.CreatedAt, Stage: c.Stage, StageAt: c.StageAt, PromisedAt: c.PromisedAt,
		ItemCount: c.ItemCount, TotalAmt: c.DueTotal, RoundOff: c.RoundOff.Paise(), Rounded: c.Rounded, CollectAmt: c.Collect, PaymentMethod: c.Method, Channel: c.Channel, PaidBy: c.PaidBy,
		PaymentReference: c.PaymentReference, Reason: c.Reason, Rows: []Row{}, Bills: []bill.Ref{}, Version: c.Version, UpdatedAt: c.UpdatedAt,
	}
	if c.ClaimedAt != nil {
		view.Claim = &Claim{Reference: c.ClaimReference, At: *c.ClaimedAt}
	}
	if c.BuyerName != "" {
		view.Buyer = &Buyer{c.BuyerName, c.BuyerGSTIN}
	}
	plain := make([]Order, 0, len(orders))
	for _, o := range orders {
		if o.Hidden && !c.Unpaid {
			continue
		}
		plain = append(plain, o.Order)
		row := o.row()
		if v.staff() {
			row = o.rowForAdmin()
		}
		row.Customer = nil
		view.Rows = append(view.Rows, row)
		view.Address = o.Address
		view.Customer = CheckoutPerson{ID: o.UserID, Name: o.Customer, Mobile: o.Mobile}
		if v.StaffRole != account.Packer {
			view.Customer.Email = o.Email
		}
		if o.Payment == payment.RefundDue {
			view.RefundDue += o.amount()
		}
		if v.staff() {
			view.Customer.Note = o.CustomerNote
		}
	}
	nameReplacements(view.Rows)
	view.PaymentStatus = checkoutStatus(plain)
	if !v.staff() {
		return view
	}
	view.StaffFields = &StaffFields{StaffNote: c.StaffNote, Rider: c.Rider, Problem: c.Problem, Problems: problemsOf(c, plain)}
	if c.PackerID != "" {
		view.Packer = &Packer{ID: c.PackerID, Name: c.PackerName}
	}
	return view
}

// translate translates the sentences of the program that are stored in English; what people wrote stays as it is.
func (v *CheckoutView) translate(lang string) {
	v.Reason = language.Text(lang, v.Reason)
	for i := range v.Rows {
		v.Rows[i].Flag = language.Text(lang, v.Rows[i].Flag)
	}
}

// problemsOf lists the problems of a checkout.
func problemsOf(c Checkout, rows []Order) []string {
	problems := []string{}
	for _, problem := range []struct {
		code string
		is   func(Order) bool
	}{
		{"REFUND_DUE", func(o Order) bool { return o.Payment == payment.RefundDue }},
		{"CLAIM", func(Order) bool { return c.ClaimOpen }},
		{"PAYMENT_DOUBTFUL", func(o Order) bool { return o.Flag != "" && c.Channel != ChannelCounter }},
		{"COUNTER", func(o Order) bool { return o.Flag != "" && c.Channel == ChannelCounter }},
		{"REFUNDED", func(o Order) bool { return o.Payment == payment.Refunded && o.live() }},
	} {
		if slices.ContainsFunc(rows, problem.is) {
			problems = append(problems, problem.code)
		}
	}
	if c.Billing == bill.Waiting {
		problems = append(problems, "BILL_WAITS")
	}
	if c.Undeliverable {
		problems = append(problems, "MAIL_UNDELIVERABLE")
	}
	return problems
}

// nameReplacements sets in each row of a checkout the row that replaces it.
func nameReplacements(rows []Row) {
	standIns := map[string]string{}
	for _, row := range rows {
		standIns[row.Replaces] = row.ID
	}
	for i := range rows {
		standIn := standIns[rows[i].ID]
		rows[i].ReplacedBy = &standIn
	}
}

func currentByCheckouts(ctx context.Context, q db.Querier, ids []string) ([]currentOrder, error) {
	return db.All[currentOrder](ctx, q, currentColumns+`
	FROM orders o`+currentJoins+`
	WHERE o.checkout_id IN (`+db.Placeholders(1, len(ids))+`)
	ORDER BY o.checkout_id, o.id`, db.Args(ids)...)
}

// afterAction returns the checkout after an action, with its undo; a conflict with another change
// carries the current checkout.
func (s *Service) afterAction(ctx context.Context, v Viewer, numberOrID string, undo *Undo, err error) (CheckoutView, error) {
	var stale *staleError
	if errors.As(err, &stale) {
		view, viewErr := s.CheckoutByName(ctx, v, stale.checkout.ID)
		if viewErr != nil {
			return CheckoutView{}, viewErr
		}
		refusal := *stale.refusal
		refusal.Data = view
		return CheckoutView{}, &refusal
	}
	if err != nil {
		return CheckoutView{}, err
	}
	view, err := s.CheckoutByName(ctx, v, numberOrID)
	view.Undo = undo
	return view, err
}
