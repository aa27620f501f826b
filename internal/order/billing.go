package order

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// Buyer is the business or person to whom the bill of an order is issued. The zero Buyer means the
// order's customer.
type Buyer struct {
	Name  string `json:"name"`
	GSTIN string `json:"gstin"`
	// Address is used only for a sale at the counter: other orders have a delivery address. It is
	// omitted if empty, because idempotency compares requests as JSON.
	Address string `json:"address,omitempty" doc:"Address of the buyer of a sale at the counter."`
}

// maxBuyerName is the maximum length of a buyer's name, in characters.
const maxBuyerName = 100

// normalize trims name and address and writes the GSTIN in capitals, without spaces. An invalid
// value, or a GSTIN or address without a name, fails with fault.Invalid; the error names the field,
// preceded by prefix.
func (b Buyer) normalize(prefix string) (Buyer, error) {
	b.Name, b.Address = strings.TrimSpace(b.Name), strings.Join(strings.Fields(b.Address), " ")
	b.GSTIN = strings.ToUpper(strings.Join(strings.Fields(b.GSTIN), ""))
	switch {
	case b == Buyer{}:
	case b.Name == "" && b.GSTIN == "":
		return b, fault.InField(prefix+"name", "Please enter the name of the buyer.")
	case b.Name == "":
		return b, fault.InField(prefix+"name", "Please enter the name of the business.")
	case len([]rune(b.Name)) > maxBuyerName:
		return b, fault.InField(prefix+"name", "The name can have at most %d characters.", maxBuyerName)
	case b.GSTIN != "":
		if wrong := tax.CheckBuyerGSTIN(b.GSTIN); wrong.Format != "" {
			return b, fault.InField(prefix+"gstin", "%s", wrong)
		}
	}
	return b, nil
}

var (
	errBillIssued    = fault.New(fault.Conflict, "bill_issued", "The bill is issued. A change now needs a credit note.")
	errNotYetPacked  = fault.New(fault.Conflict, "not_packed", "A bill can be made once the order is packed.")
	errNoStanding    = fault.New(fault.Conflict, "no_standing", "Say in Settings whether the shop is registered for GST; then bills are made.")
	errBeforeBilling = fault.New(fault.Conflict, "before_bills", "This order left before the shop made bills, and has none.")
)

// haveLeft reports whether goods of an order have left the shop: the order is OUT, or has a
// delivered line and no pending one. stageBefore decides for a reopened order.
func haveLeft(stage, stageBefore Stage, lines []Line) bool {
	pending := slices.ContainsFunc(lines, func(l Line) bool { return l.Delivery == Pending && !l.Hidden })
	if stage == StageDone && pending { // reopened
		stage = stageBefore
	}
	return stage == StageOut || !pending && slices.ContainsFunc(lines, func(l Line) bool { return l.Delivery == Delivered && !l.Hidden })
}

// saleOf returns an order as a sale for its bill, without canceled and hidden lines.
func saleOf(o Order, lines []Line) bill.Sale {
	sale := bill.Sale{OrderID: o.ID, UserID: o.UserID, Order: o.Number, Pincode: o.Pincode, Rounded: o.Rounded, RoundOff: liveRoundOff(lines)}
	for _, l := range lines {
		sale.Buyer = buyerOf(o, address.PostalAddress(l.Address))
		if !l.live() {
			continue
		}
		good := bill.Good{LineID: l.ID, ProductID: l.ProductID, Name: l.Names.In(language.English, l.Name), Names: l.Names, Unit: l.Unit, Pieces: l.Quantity, Grams: l.WeightGrams, Gross: l.Total, MRP: l.Price.Times(l.Quantity)}
		if grams := l.grams(); l.StepGrams > 0 {
			good.Grams = &grams
		}
		for _, choice := range []string{l.Size, l.Color} {
			if choice != "" {
				good.Name += ", " + choice
			}
		}
		full := (l.Price - l.Discount).Times(l.Quantity)
		switch {
		case l.atCounter():
			good.MRP = l.costs(l.Price)
		case full > 0 && l.WeightGrams != nil: // weighed: less than ordered
			good.MRP = money.Paise(int64(good.MRP) * int64(l.Total) / int64(full))
		}
		sale.Goods = append(sale.Goods, good)
	}
	return sale
}

func buyerOf(o Order, to address.PostalAddress) bill.Buyer {
	b := bill.Buyer{Name: o.BuyerName, GSTIN: o.BuyerGSTIN, Address: o.BuyerAddress, State: to.State}
	if b.Name = cmp.Or(b.Name, to.Receiver); b.Name == "" && o.UserID != account.WalkInID {
		b.Name = o.Customer
	}
	if to.Line != "" {
		b.Address = strings.TrimSpace(to.Line + ", " + to.City + " " + to.Pincode)
	}
	return b
}

// refuseOtherState returns a fault.Conflict if the shop may not sell the lines, including the added
// lines, to the state of the delivery address.
func (s *Service) refuseOtherState(ctx context.Context, tx *db.Tx, c *orderChange) error {
	return s.Bills.RefuseOtherState(ctx, tx, c.shop, saleOf(c.Order, slices.Concat(c.lines, c.added)))
}

// followBills adjusts the bills of an order to an action, and adds the bills that changed to the
// timeline text. It returns an error with the reason if staff asked for a bill that cannot be
// issued yet.
func (s *Service) followBills(ctx context.Context, tx *db.Tx, before snapshot, c *orderChange) error {
	lines := slices.Concat(c.lines, c.added)
	f := bill.OrderState{
		Sale: saleOf(c.Order, lines), Shop: c.shop, Status: c.Billing, At: c.at, Undone: c.undone, Pressed: c.billed, Reason: c.Reason,
		Left: haveLeft(c.Stage, c.StageBefore, lines), BillSlot: c.billSlot, SecondSlot: c.secondSlot, CreditSlot: c.creditSlot,
	}
	f.Leaving = f.Left && !haveLeft(before.Order.Stage, before.Order.StageBefore, before.Lines)
	if f.Reason = cmp.Or(c.creditReason, f.Reason); f.Reason == "" {
		f.Reason = c.details.Text.String()
	}
	result, err := s.Bills.Reconcile(ctx, tx, f)
	if err != nil {
		return err
	}
	if c.billed && result.Waits != nil {
		return result.Waits.Refusal()
	}
	if c.Billing = result.Status; result.Text.Format != "" {
		c.details.Text = language.NewPhrase("%s: %s", c.details.Text, result.Text)
	}
	return nil
}

// IssueBill issues the bill of an order, on behalf of staff, from PACKED on. It does nothing if the
// order has a valid bill, and returns a fault.Conflict that names the products without a tax rate.
func (s *Service) IssueBill(ctx context.Context, actor Actor, numberOrID string) error {
	_, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		switch issued, err := s.Bills.Valid(ctx, tx, c.ID, c.Billing); {
		case err != nil:
			return err
		case issued:
			return nil
		case c.shop.Legal.GST == "":
			return errNoStanding
		case c.Stage == StageNew || c.Stage == StagePacking:
			return errNotYetPacked
		case c.Billing == bill.None && haveLeft(c.Stage, c.StageBefore, c.lines):
			return errBeforeBilling
		}
		c.code, c.details = "bill", eventDetails{Text: language.Word("made the bill")}
		c.undoable, c.silent, c.billed = false, true, true
		return nil
	})
	if err != nil {
		return fmt.Errorf("issue the bill of an order: %w", err)
	}
	return nil
}

// BillWaiting issues the bills of orders that left the shop without one, if their tax rates are known
// now.
func (s *Service) BillWaiting(ctx context.Context) error {
	ids, err := db.All[string](ctx, s.db, `SELECT id FROM checkouts WHERE billing = 'WAITS' ORDER BY id`)
	if err != nil {
		return fmt.Errorf("read which bills wait: %w", err)
	}
	for _, id := range ids {
		if err := s.IssueBill(ctx, Actor{Kind: BySystem}, id); err != nil && !fault.Is(err, fault.Conflict) {
			return err
		}
	}
	return nil
}

// CancelBill cancels the bill of an order, on behalf of staff. It fails with fault.Conflict after
// the goods have left the shop.
func (s *Service) CancelBill(ctx context.Context, actor Actor, numberOrID, reason string) error {
	if reason = strings.TrimSpace(reason); reason == "" || len([]rune(reason)) > maxReason {
		return fault.InField("reason", "Please say why, in at most %d characters.", maxReason)
	}
	_, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		text, err := s.Bills.Cancel(ctx, tx, bill.OrderState{Sale: bill.Sale{OrderID: c.ID, UserID: c.UserID}, Shop: c.shop, Reason: reason, At: c.at})
		c.code, c.details = "bill_cancel", eventDetails{Text: text, After: reason}
		c.undoable, c.silent = false, true
		return err
	})
	if err != nil {
		return fmt.Errorf("cancel the bill of an order: %w", err)
	}
	return nil
}

// SetBuyer sets the buyer on the bill of an order; the zero Buyer means the customer. It issues a
// bill that was waiting for the buyer's name. It fails with fault.Conflict after the bill was
// issued. Shoppers can change only their own orders.
func (s *Service) SetBuyer(ctx context.Context, actor Actor, numberOrID string, b Buyer) error {
	b, err := b.normalize("")
	if err != nil {
		return err
	}
	_, err = s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		if actor.Kind == ByShopper && c.UserID != actor.UserID {
			return errNoOrder
		}
		switch issued, err := s.Bills.Valid(ctx, tx, c.ID, c.Billing); {
		case err != nil:
			return err
		case issued:
			return errBillIssued
		case b == Buyer{c.BuyerName, c.BuyerGSTIN, c.BuyerAddress}:
			return nil
		}
		if actor.Kind == ByShopper {
			if err := s.rates.edits.AllowTx(ctx, tx, actor.UserID); err != nil {
				return err
			}
		}
		c.code, c.details = "buyer", eventDetails{Text: language.Word("named the buyer for the bill"), Before: c.BuyerName, After: b.Name}
		c.BuyerName, c.BuyerGSTIN, c.BuyerAddress = b.Name, b.GSTIN, b.Address
		c.undoable, c.silent = false, true
		return nil
	})
	if err != nil {
		return fmt.Errorf("name the buyer of an order: %w", err)
	}
	return nil
}

// orderList holds orders with their lines, by order id, and their views in the same order.
type orderList struct {
	orders []Order
	lines  map[string][]CurrentLine
	views  []View
}

// addBills adds the bills of orders to their views and, for staff, the reason why a bill cannot be
// issued yet.
func (s *Service) addBills(ctx context.Context, v Viewer, shop settings.Settings, list orderList) error {
	var issued []string
	var open []bill.Sale
	for _, o := range list.orders {
		if o.Billing != bill.None { // an order can wait for one bill and have others
			issued = append(issued, o.ID)
		}
		if v.staff() && (o.Billing == bill.Waiting || o.Billing == bill.None && (o.Stage == StagePacking || o.Stage == StagePacked)) {
			lines := list.lines[o.ID]
			plain := make([]Line, len(lines))
			for i, l := range lines {
				plain[i] = l.Line
			}
			if len(plain) > 0 {
				o.Customer = lines[0].Customer
			}
			open = append(open, saleOf(o, plain))
		}
	}
	documents, err := s.Bills.OfOrders(ctx, issued...)
	if err != nil {
		return err
	}
	waits, err := s.Bills.WaitsOf(ctx, shop, open)
	if err != nil {
		return err
	}
	for i := range list.views {
		view := &list.views[i]
		for _, b := range documents {
			if b.OrderID == view.ID {
				view.Bills = append(view.Bills, s.Bills.Ref(b))
			}
		}
		if wait := waits[view.ID]; wait != nil {
			reason := wait.Why.In(language.Of(ctx))
			view.BillWaits, view.BillLacks = &reason, wait.Products
		}
	}
	return nil
}

// billedAtOnce is the maximum number of orders whose bills one statement reads. A list without
// pages may contain every order.
const billedAtOnce = 1000

// addLineBills adds the bills of orders to the views of their lines, without canceled bills.
func (s *Service) addLineBills(ctx context.Context, views []LineView) error {
	linesOf := map[string][]*LineView{}
	for i, view := range views {
		linesOf[view.OrderID] = append(linesOf[view.OrderID], &views[i])
	}
	for ids := range slices.Chunk(slices.Collect(maps.Keys(linesOf)), billedAtOnce) {
		documents, err := s.Bills.OfOrders(ctx, ids...)
		if err != nil {
			return err
		}
		for _, b := range documents {
			if b.CanceledAt != nil {
				continue
			}
			for _, view := range linesOf[b.OrderID] {
				view.OrderBills = append(view.OrderBills, s.Bills.Ref(b))
			}
		}
	}
	return nil
}

// billNumber returns the number of the first bill that is not canceled, or "". Credit notes do not
// count.
func billNumber(bills []bill.Ref) string {
	for _, b := range bills {
		if b.Kind != bill.CreditNote && b.CanceledAt == nil {
			return b.Number
		}
	}
	return ""
}
