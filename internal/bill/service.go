package bill

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Service issues, cancels and reads bills.
type Service struct {
	db    *db.DB
	clock clock.Clock
	links Links
}

// New returns the service on a database.
func New(d *db.DB, c clock.Clock, links Links) *Service { return &Service{d, c, links} }

// Status is the billing status of an order.
type Status string

// The statuses.
const (
	None    Status = ""
	Waiting Status = "WAITS" // the goods left without a bill
	Issued  Status = "ISSUED"
)

// OrderState is the state of an order to which Reconcile adjusts its documents.
type OrderState struct {
	Sale

	Shop    settings.Settings
	Status  Status     // before the change
	Left    bool       // the goods are out of the shop
	Leaving bool       // the goods leave now: the first bill is issued
	Pressed bool       // staff asked for the bill before the goods leave
	Undone  *time.Time // time of an undone action, whose documents are undone, too; nil: nothing is undone
	Reason  string     // why goods came back
	At      time.Time
	// BillSlot is the claimed number of a counter device for the first bill, and SecondSlot the number for the second one.
	// Zero: the shop's own series.
	BillSlot, SecondSlot Slot
	// CreditSlot is a device's number for the first credit note; further ones follow in its series. Zero: the shop's own.
	CreditSlot Slot
}

// Reconciliation reports the documents that Reconcile issued and canceled.
type Reconciliation struct {
	Status Status
	Waits  *Waits          // why a bill could not be issued
	Text   language.Phrase // for the timeline: "Bill GK/26-27/00518"; zero if nothing was done
}

// Reconcile adjusts the documents of an order to the goods that its buyer keeps. It bills goods without a bill, cancels
// bills that are wrong before their goods leave, and credits goods that came back. Bills less credit notes equal the kept
// goods to the paisa once the goods have left and no bill waits.
func (s *Service) Reconcile(ctx context.Context, tx *db.Tx, f OrderState) (Reconciliation, error) {
	standing := f.Shop.Legal.GST
	if f.Status == None && (standing == "" || !f.Leaving && !f.Pressed) {
		return Reconciliation{}, nil
	}
	r := &reconciler{OrderState: f, tx: tx}
	if f.Status != None { // an order can wait for one bill and have others
		var err error
		if r.documents, err = documentsOf(ctx, tx, f.OrderID); err != nil {
			return Reconciliation{}, err
		}
	}
	if err := r.run(ctx); err != nil {
		return Reconciliation{}, fmt.Errorf("bill a checkout: %w", err)
	}
	return Reconciliation{Status: r.status(), Waits: r.waits, Text: language.Join(", ", r.texts...)}, nil
}

type reconciler struct {
	OrderState

	tx        *db.Tx
	documents []Bill
	waits     *Waits
	texts     []language.Phrase
}

func (f *reconciler) status() Status {
	switch {
	case f.waits != nil && (f.Left || f.Status == Waiting):
		return Waiting
	case len(f.documents) > 0:
		return Issued
	}
	return None
}

func (f *reconciler) run(ctx context.Context) error {
	if f.Undone != nil {
		if err := f.undo(ctx); err != nil {
			return err
		}
	}
	if err := f.leave(ctx); err != nil {
		return err
	}
	drafts := f.credits()
	if f.Left || f.Pressed && len(f.valid()) == 0 { // changes inside the shop are billed when the goods leave
		more, err := f.bills(ctx)
		if err != nil {
			return err
		}
		drafts = append(drafts, more...)
	}
	return f.issue(ctx, drafts)
}

// valid returns the valid bills; see counts.
func (f *reconciler) valid() []Bill {
	return slices.DeleteFunc(slices.Clone(f.documents), func(b Bill) bool { return !f.counts(b) })
}

// counts reports whether a document is a bill that was neither canceled nor fully credited before its goods left.
func (f *reconciler) counts(b Bill) bool {
	return !b.canceled() && b.Kind != CreditNote && (b.LeftAt != nil || sum(linesOf(f.notesOf(b.ID))) < b.Total)
}

func (f *reconciler) notesOf(billID string) []Bill {
	return slices.DeleteFunc(slices.Clone(f.documents), func(b Bill) bool { return b.canceled() || b.CreditFor != billID })
}

// undo cancels the documents of an undone action. Bills whose goods left with the action are marked as not left.
func (f *reconciler) undo(ctx context.Context) error {
	for i, b := range f.documents {
		switch {
		case b.canceled():
		case !b.IssuedAt.Before(*f.Undone):
			if err := f.cancel(ctx, i, "Undone at once."); err != nil {
				return err
			}
		case b.LeftAt != nil && !b.LeftAt.Before(*f.Undone):
			if err := f.mark(ctx, i, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// leave marks the bills whose goods leave now. It cancels them instead if the order has changed since they were printed,
// or if the rates differ when the goods leave; run then issues new bills. Bill and payment after a change of rates are at
// the new rates (CGST Act, section 14).
func (f *reconciler) leave(ctx context.Context) error {
	inShop := slices.DeleteFunc(f.valid(), func(b Bill) bool { return b.LeftAt != nil })
	if len(inShop) == 0 {
		return nil
	}
	drafts, waits, err := f.draft(ctx, f.Goods)
	if err != nil {
		return err
	}
	reason := ""
	switch {
	case sum(linesOf(inShop)) != sumOf(f.Goods):
		reason = "The order was changed before it left."
	case f.Left && (waits != nil || ratesOf(linesOf(inShop)) != ratesOf(linesOfDrafts(drafts))):
		reason = "The rates have changed since it was printed."
	}
	for i, b := range f.documents {
		switch {
		case !f.counts(b) || b.LeftAt != nil:
		case reason != "":
			err = f.cancel(ctx, i, reason)
		case f.Left:
			err = f.mark(ctx, i, &f.At)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// credits returns a credit note for each bill whose goods came back.
func (f *reconciler) credits() []draft {
	stays := map[string]Good{}
	for _, good := range f.Goods {
		stays[good.LineID] = good
	}
	var notes []draft
	for _, b := range f.valid() {
		if b.LeftAt == nil {
			continue
		}
		if note := reduce(b, f.notesOf(b.ID), stays, f.At); len(note.document.Lines) > 0 {
			note.document.Reason = f.Reason
			notes = append(notes, note)
		}
	}
	return notes
}

// bills returns the drafts of bills for goods without a bill, or sets waits.
func (f *reconciler) bills(ctx context.Context) ([]draft, error) {
	goods := surplus(f.Goods, f.valid(), f.notesOf)
	if len(goods) == 0 || f.Shop.Legal.GST == "" {
		return nil, nil
	}
	var drafts []draft
	var err error
	drafts, f.waits, err = f.draft(ctx, goods)
	return drafts, err
}

// issue stores drafts, each with a round-off such that all documents add up to the amount paid. In a rounded sale the
// sum after each document is whole rupees.
func (f *reconciler) issue(ctx context.Context, drafts []draft) error {
	var gross, payable money.Paise
	for _, b := range f.documents {
		if !b.canceled() {
			gross, payable = gross+b.sign()*b.Total, payable+b.sign()*b.Payable
		}
	}
	for i, d := range drafts {
		b := d.bill(f)
		gross += b.sign() * b.Total
		rounded := gross
		switch {
		case i == len(drafts)-1 && gross == sumOf(f.Goods):
			rounded += f.RoundOff
		case f.Rounded:
			rounded += tax.RoundOff(gross)
		}
		b.Payable = b.sign() * (rounded - payable)
		b.RoundOff, payable = b.Payable-b.Total, rounded
		if err := f.store(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

func (f *reconciler) draft(ctx context.Context, goods []Good) ([]draft, *Waits, error) {
	sale := f.Sale
	sale.Goods = goods
	d, err := prepare(ctx, f.tx, f.Shop, []Sale{sale}, f.At)
	if err != nil {
		return nil, nil, err
	}
	drafts, waits := d[0].drafts()
	return drafts, waits, nil
}

// bill converts a draft to a document without number and round-off.
func (d draft) bill(f *reconciler) Bill {
	b := Bill{
		ID: id.New(), Prefix: f.Shop.Bill.Prefix, Year: tax.FinancialYear(f.At), Kind: d.kind, OrderID: f.OrderID, UserID: f.UserID, CreditFor: d.creditFor.ID,
		IssuedAt: f.At, PlaceOfSupply: d.placeOfSupply, Document: d.document,
	}
	if d.kind == CreditNote {
		b.Prefix = f.Shop.Bill.CreditPrefix()
	}
	if f.Left || d.kind == CreditNote {
		b.LeftAt = &f.At
	}
	b.Total = sum(d.document.Lines)
	return b
}

// store stores a document under a number of its series, and adds its text for the timeline.
func (f *reconciler) store(ctx context.Context, b Bill) error {
	name, start := "Bill %s", f.Shop.Bill.Start
	if b.Kind == CreditNote {
		name, start = "Credit note %s", 1
	}
	b, err := f.number(ctx, b, start)
	if err != nil {
		return err
	}
	f.documents = append(f.documents, b)
	text := language.NewPhrase(name, b.Number)
	if b.Document.MoneyOnly {
		text = language.NewPhrase("%s (too late to take back the tax of the bill)", text)
	}
	f.texts = append(f.texts, text)
	return nil
}

// number stores a document under a number of a device if there is one, otherwise under the next number of the shop's
// series.
func (f *reconciler) number(ctx context.Context, b Bill, start int64) (Bill, error) {
	var slot Slot
	var err error
	switch isNote := b.Kind == CreditNote; {
	case isNote && f.CreditSlot != (Slot{}):
		slot, err = Claim(ctx, f.tx, f.CreditSlot)
		f.CreditSlot.Serial = 0
	case !isNote && f.BillSlot != (Slot{}):
		slot, f.BillSlot = f.BillSlot, Slot{}
	case !isNote && f.SecondSlot != (Slot{}):
		slot, err = Claim(ctx, f.tx, f.SecondSlot)
	default:
		return issue(ctx, f.tx, b, start)
	}
	if err != nil {
		return b, err
	}
	return insertAt(ctx, f.tx, b, slot)
}

// cancel cancels document i. For a bill of a closed month, it issues a credit note for the rest of the bill instead; a
// credit note of a closed month is refused.
func (f *reconciler) cancel(ctx context.Context, i int, reason string) error {
	switch closed, err := isClosed(ctx, f.tx, f.documents[i]); {
	case err != nil:
		return err
	case closed && f.documents[i].Kind == CreditNote:
		return errClosed(f.documents[i].IssuedAt)
	case closed:
		note := reduce(f.documents[i], f.notesOf(f.documents[i].ID), map[string]Good{}, f.At)
		note.document.Reason = reason
		return f.issue(ctx, []draft{note})
	}
	b := &f.documents[i]
	b.CanceledAt, b.CancelReason = &f.At, reason
	f.texts = append(f.texts, language.NewPhrase("%s canceled: %s", b.Number, language.Word(reason)))
	return cancel(ctx, f.tx, *b)
}

func (f *reconciler) mark(ctx context.Context, i int, left *time.Time) error {
	f.documents[i].LeftAt = left
	return markLeft(ctx, f.tx, f.documents[i])
}

func linesOf(bills []Bill) []Line {
	var lines []Line
	for _, b := range bills {
		lines = append(lines, b.Document.Lines...)
	}
	return lines
}

func linesOfDrafts(drafts []draft) []Line {
	var lines []Line
	for _, d := range drafts {
		lines = append(lines, d.document.Lines...)
	}
	return lines
}

var (
	errNoBill   = fault.New(fault.NotFound, "no_bill", "Bill not found.")
	errGone     = fault.New(fault.Conflict, "goods_left", "The goods have left. Make a credit note instead.")
	errNotValid = fault.New(fault.Conflict, "nothing_to_cancel", "The order has no bill that could be canceled.")
)

// CheckOpen refuses a change dated in a closed month. It also keeps open months open until the transaction ends.
func CheckOpen(ctx context.Context, tx *db.Tx, at time.Time) error {
	if err := LockMonths(ctx, tx); err != nil {
		return err
	}
	closed, err := inClosedMonth(ctx, tx, at)
	if err == nil && closed {
		err = errClosed(at)
	}
	return err
}

// errClosed returns the refusal of a change dated in a closed month.
func errClosed(issuedAt time.Time) error {
	return fault.New(fault.Conflict, "month_closed", "%s is closed: nothing dated in it can change.", language.Month(issuedAt.In(clock.India)))
}

// Cancel cancels the bills of an order whose goods are still in the shop, for following.Reason; their numbers stay used.
// It returns a text for the timeline. Without a bill, or if goods have left, it returns fault.Conflict.
func (s *Service) Cancel(ctx context.Context, tx *db.Tx, following OrderState) (language.Phrase, error) {
	documents, err := documentsOf(ctx, tx, following.OrderID)
	if err != nil {
		return language.Phrase{}, err
	}
	f := &reconciler{OrderState: following, tx: tx, documents: documents}
	valid := f.valid()
	switch {
	case len(valid) == 0:
		return language.Phrase{}, errNotValid
	case slices.ContainsFunc(valid, func(b Bill) bool { return b.LeftAt != nil }):
		return language.Phrase{}, errGone
	}
	for i, b := range documents {
		if !f.counts(b) {
			continue
		}
		if err := f.cancel(ctx, i, f.Reason); err != nil {
			return language.Phrase{}, err
		}
	}
	return language.Join(", ", f.texts...), nil
}

// Valid reports whether an order has a bill that was neither canceled nor fully credited before its goods left.
func (s *Service) Valid(ctx context.Context, q db.Querier, orderID string, status Status) (bool, error) {
	if status != Issued {
		return false, nil
	}
	return hasValid(ctx, q, orderID)
}

// RefuseOtherState returns fault.Conflict for taxable goods to another state if the shop may not sell them there.
func (s *Service) RefuseOtherState(ctx context.Context, q db.Querier, shop settings.Settings, sale Sale) error {
	seller := SellerOf(shop)
	if seller.Standing == "" || seller.Standing == settings.GSTRegistered || seller.State == "" {
		return nil
	}
	if place := tax.PlaceOfSupply(sale.Pincode, sale.Buyer.State); place == "" || place == seller.State {
		return nil
	}
	prepared, err := prepare(ctx, q, shop, []Sale{sale}, s.clock.Now())
	if err != nil {
		return fmt.Errorf("look whether goods may go to another state: %w", err)
	}
	if _, waits := prepared[0].lines(seller.Standing, true); waits != nil {
		return fault.New(fault.Conflict, "other_state", waits.Why.Format, waits.Why.Args...)
	}
	return nil
}

// WaitsOf returns, by order, why the bills of sales cannot be issued yet. Sales that can be billed are left out; a shop
// without a tax standing gets nil.
func (s *Service) WaitsOf(ctx context.Context, shop settings.Settings, sales []Sale) (map[string]*Waits, error) {
	if shop.Legal.GST == "" || len(sales) == 0 {
		return nil, nil
	}
	prepared, err := prepare(ctx, s.db, shop, sales, s.clock.Now())
	if err != nil {
		return nil, fmt.Errorf("look for what bills wait for: %w", err)
	}
	reasons := map[string]*Waits{}
	for _, d := range prepared {
		if _, waits := d.drafts(); waits != nil {
			reasons[d.sale.OrderID] = waits
		}
	}
	return reasons, nil
}

// prepare reads the tax data of the sales' goods, and returns a drafting for each sale.
func prepare(ctx context.Context, q db.Querier, shop settings.Settings, sales []Sale, at time.Time) ([]drafting, error) {
	var products []string
	for _, sale := range sales {
		for _, good := range sale.Goods {
			products = append(products, good.ProductID)
		}
	}
	goods, table, err := taxDataOf(ctx, q, products)
	if err != nil {
		return nil, err
	}
	drafts := make([]drafting, len(sales))
	for i, sale := range sales {
		drafts[i] = drafting{shop: shop, table: table, goods: goods, sale: sale, at: at}
	}
	return drafts, nil
}

func sumOf(goods []Good) (total money.Paise) {
	for _, good := range goods {
		total += good.Gross
	}
	return total
}
