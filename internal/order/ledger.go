package order

import (
	"context"
	"slices"

	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/payment"
)

// Ledger implements payment.Ledger on the lines of orders, in transactions of package payment.
type Ledger struct {
	stock *stock.Service
	carts *cart.Service
}

// NewLedger returns a Ledger.
func NewLedger(stocks *stock.Service, carts *cart.Service) *Ledger {
	return &Ledger{stock: stocks, carts: carts}
}

// Lines lists the lines of an order for the provider's page.
func (*Ledger) Lines(ctx context.Context, q db.Querier, orderID string) ([]payment.Line, error) {
	lines, err := linesByOrder(ctx, q, orderID)
	shown := make([]payment.Line, len(lines))
	for i, l := range lines {
		shown[i] = payment.Line{Name: l.Name, Quantity: l.Quantity, UnitAmount: l.Price - l.Discount}
	}
	return shown, err
}

// Status returns the payment status of the first line of an order, or "" without lines.
func (*Ledger) Status(ctx context.Context, q db.Querier, orderID string) (payment.Status, error) {
	lines, err := linesByOrder(ctx, q, orderID)
	if err != nil || len(lines) == 0 {
		return "", err
	}
	return lines[0].Payment, nil
}

// Lock locks an order and its lines until the transaction ends.
func (*Ledger) Lock(ctx context.Context, tx *db.Tx, orderID string) error {
	_, _, err := lockOrder(ctx, tx, orderID)
	return err
}

// ApplyOutcome applies the outcome of a payment attempt to the lines of its order. A payment
// removes them from the cart; a failure or expiry releases their stock. duplicate reports that
// another order of the same cart lines was paid online and nothing of this one is delivered:
// package payment then refunds this payment.
func (l *Ledger) ApplyOutcome(ctx context.Context, tx *db.Tx, o payment.Outcome) (duplicate bool, err error) {
	c := change{actor: o.Actor, note: o.Note, at: o.At}
	var order Order
	if order, c.before, err = lockOrder(ctx, tx, o.Attempt.OrderID); err != nil {
		return false, err
	}
	if o.Status == payment.Paid {
		if duplicate, err = l.applyPaid(ctx, tx, o, &c); err != nil {
			return false, err
		}
		if err := l.save(ctx, tx, c); err != nil {
			return false, err
		}
		return duplicate, recordPayment(ctx, tx, order, c)
	}
	c.after = c.before
	if o.Status != "" {
		c.after, c.release, _ = withPayment(c.before, o.Status, o.Attempt.URL != "")
	}
	if o.Flag != "" {
		c.after = withFlag(c.after, o.Flag)
	}
	if err := l.save(ctx, tx, c); err != nil {
		return false, err
	}
	return false, recordPayment(ctx, tx, order, c)
}

// applyPaid marks the lines as paid. It marks them as RefundDue if the stock is sold out, or if
// another order of the same cart lines is paid or to be paid on delivery.
func (l *Ledger) applyPaid(ctx context.Context, tx *db.Tx, o payment.Outcome, c *change) (duplicate bool, err error) {
	lines := paidLines(c.before)
	methods, err := otherMethods(ctx, tx, o.Attempt, lines)
	if err != nil {
		return false, err
	}
	if len(methods) > 0 {
		c.after, c.release, _ = withPayment(c.before, payment.RefundDue, true)
		c.note = payment.NotePaidTwice
		// If goods were delivered, an administrator decides about the refund.
		delivered := slices.ContainsFunc(c.before, func(line Line) bool { return line.Delivery == Delivered })
		return slices.Contains(methods, Online) && !delivered, nil
	}
	var reserve []stock.Line
	c.after, _, reserve = withPayment(c.before, payment.Paid, true)
	if o.Late() {
		c.note = payment.NotePaidLate
	}
	if len(reserve) > 0 {
		err := l.stock.ReserveAgain(ctx, tx, reserve)
		if fault.Is(err, fault.Conflict) {
			c.after, c.release, _ = withPayment(c.before, payment.RefundDue, true)
			c.note = payment.NoteSoldOut
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return false, l.carts.RemovePaid(ctx, tx, o.Attempt.UserID, lines)
}

// save releases stock and writes the changed lines.
func (l *Ledger) save(ctx context.Context, tx *db.Tx, c change) error {
	if len(c.release) > 0 {
		if err := l.stock.Release(ctx, tx, c.release, stock.Expiry); err != nil {
			return err
		}
	}
	return saveChange(ctx, tx, c)
}

// paymentWords describe payment statuses in a sentence that begins with "The shop".
var paymentWords = map[payment.Status]language.Phrase{
	payment.Paid:      language.Word("was paid online"),
	payment.RefundDue: language.Word("got a payment that has to go back"),
	payment.Expired:   language.Word("ended the payment: it was not completed"),
	payment.Failed:    language.Word("ended the payment: it failed"),
}

// recordPayment records the outcome of a payment in the timeline. It mails the shopper that the
// order is confirmed, or that the money will be refunded.
func recordPayment(ctx context.Context, tx *db.Tx, order Order, c change) error {
	if len(c.after) == 0 {
		return nil
	}
	before, after := c.before[0].Payment, c.after[0].Payment
	text := paymentWords[after]
	if after == before {
		text = language.NewPhrase("noted: %s", c.note.Phrase())
	}
	if err := recordOf(ctx, tx, order.ID, action{"payment", eventDetails{Text: text, Before: string(before), After: string(after)}, c.at}); err != nil {
		return err
	}
	switch {
	case after == before:
		return nil
	case after == payment.Paid:
		if err := storeMailed(ctx, tx, order.ID, mailedStateOf(order, c.after)); err != nil {
			return err
		}
		return enqueuePlaced(ctx, tx, c.at, order.ID)
	case after == payment.RefundDue:
		return enqueueMail(ctx, tx, c.at, order.ID)
	}
	return nil
}

// recordOf records an action of the program in an order's timeline.
func recordOf(ctx context.Context, tx *db.Tx, orderID string, a action) error {
	e, err := newEvent(orderID, Actor{Kind: BySystem}, a.code, a.details, a.at)
	if err != nil {
		return err
	}
	return insertEvents(ctx, tx, e)
}

// ApplyRefund marks the lines of a refund as refunded, or flags them if the provider refused it.
func (*Ledger) ApplyRefund(ctx context.Context, tx *db.Tx, o payment.RefundOutcome) error {
	order, lines, err := lockOrder(ctx, tx, o.OrderID)
	if err != nil {
		return err
	}
	c := change{actor: o.Actor, note: o.Flag, at: o.At}
	c.before = slices.DeleteFunc(lines, func(line Line) bool {
		return (o.LineID != "" && line.ID != o.LineID) || line.Payment != payment.RefundDue
	})
	c.after = withFlag(c.before, o.Flag)
	if o.Flag == "" {
		for i := range c.after {
			c.after[i].Payment = payment.Refunded
		}
	}
	if len(c.before) == 0 {
		return nil
	}
	if err := saveChange(ctx, tx, c); err != nil {
		return err
	}
	details := eventDetails{Text: language.NewPhrase("paid back %s", total(c.after)), After: total(c.after).String()}
	if o.Flag != "" {
		details = eventDetails{Text: language.Word("could not pay back yet"), After: string(o.Flag)} // only staff sees the reason
	}
	if err := recordOf(ctx, tx, order.ID, action{"refund", details, o.At}); err != nil {
		return err
	}
	return enqueueMail(ctx, tx, o.At, order.ID)
}
