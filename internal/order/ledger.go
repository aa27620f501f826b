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

// Ledger implements payment.Ledger on order rows, in the transactions of package payment.
type Ledger struct {
	stock *stock.Service
	carts *cart.Service
}

// NewLedger returns the ledger of a shop.
func NewLedger(stocks *stock.Service, carts *cart.Service) *Ledger {
	return &Ledger{stock: stocks, carts: carts}
}

// Lines lists the rows of a checkout as the provider's page shows them.
func (*Ledger) Lines(ctx context.Context, q db.Querier, checkoutID string) ([]payment.Line, error) {
	orders, err := byCheckout(ctx, q, checkoutID)
	lines := make([]payment.Line, len(orders))
	for i, o := range orders {
		lines[i] = payment.Line{Name: o.Name, Quantity: o.Quantity, UnitAmount: o.Price - o.Discount}
	}
	return lines, err
}

// Status returns the payment status of a checkout: that of its first row.
func (*Ledger) Status(ctx context.Context, q db.Querier, checkoutID string) (payment.Status, error) {
	orders, err := byCheckout(ctx, q, checkoutID)
	if err != nil || len(orders) == 0 {
		return "", err
	}
	return orders[0].Payment, nil
}

// Lock locks the rows of a checkout until the transaction ends.
func (*Ledger) Lock(ctx context.Context, tx *db.Tx, checkoutID string) error {
	_, _, err := lockCheckout(ctx, tx, checkoutID)
	return err
}

// ApplyOutcome sets the payment of a checkout's rows. An unpaid end releases the stock. A payment
// removes the lines from the cart, and is a duplicate if the same cart was bought otherwise.
func (l *Ledger) ApplyOutcome(ctx context.Context, tx *db.Tx, o payment.Outcome) (duplicate bool, err error) {
	c := change{actor: o.Actor, note: o.Note, at: o.At}
	var checkout Checkout
	if checkout, c.before, err = lockCheckout(ctx, tx, o.Attempt.CheckoutID); err != nil {
		return false, err
	}
	if o.Status == payment.Paid {
		if duplicate, err = l.applyPaid(ctx, tx, o, &c); err != nil {
			return false, err
		}
		if err := l.save(ctx, tx, c); err != nil {
			return false, err
		}
		return duplicate, recordPayment(ctx, tx, checkout, c)
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
	return false, recordPayment(ctx, tx, checkout, c)
}

// applyPaid applies a matching payment: the rows are paid, unless the cart was bought otherwise or
// the stock is gone.
func (l *Ledger) applyPaid(ctx context.Context, tx *db.Tx, o payment.Outcome, c *change) (duplicate bool, err error) {
	lines := paidLines(c.before)
	methods, err := otherMethods(ctx, tx, o.Attempt, lines)
	if err != nil {
		return false, err
	}
	if len(methods) > 0 {
		c.after, c.release, _ = withPayment(c.before, payment.RefundDue, true)
		c.note = payment.NotePaidTwice
		// Whether delivered goods are refunded is an administrator's decision.
		delivered := slices.ContainsFunc(c.before, func(o Order) bool { return o.Delivery == Delivered })
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
	return false, l.carts.Paid(ctx, tx, o.Attempt.UserID, lines)
}

// save releases stock and writes the changed rows.
func (l *Ledger) save(ctx context.Context, tx *db.Tx, c change) error {
	if len(c.release) > 0 {
		if err := l.stock.Release(ctx, tx, c.release, stock.Expiry); err != nil {
			return err
		}
	}
	return saveChange(ctx, tx, c)
}

// paymentWords describe payment statuses, after "The shop".
var paymentWords = map[payment.Status]language.Phrase{
	payment.Paid:      language.Word("was paid online"),
	payment.RefundDue: language.Word("got a payment that has to go back"),
	payment.Expired:   language.Word("ended the payment: it was not completed"),
	payment.Failed:    language.Word("ended the payment: it failed"),
}

// recordPayment records a payment's outcome in the timeline, and mails the shopper the confirmation
// of the order, or that their money will be paid back.
func recordPayment(ctx context.Context, tx *db.Tx, checkout Checkout, c change) error {
	if len(c.after) == 0 {
		return nil
	}
	before, after := c.before[0].Payment, c.after[0].Payment
	text := paymentWords[after]
	if after == before {
		text = language.NewPhrase("noted: %s", language.Word(c.note))
	}
	if err := recordOf(ctx, tx, checkout.ID, action{"payment", eventDetails{Text: text, Before: string(before), After: string(after)}, c.at}); err != nil {
		return err
	}
	switch {
	case after == before:
		return nil
	case after == payment.Paid:
		if err := storeMailed(ctx, tx, checkout.ID, mailedStateOf(checkout, c.after)); err != nil {
			return err
		}
		return enqueuePlaced(ctx, tx, c.at, checkout.ID)
	case after == payment.RefundDue:
		return enqueueMail(ctx, tx, c.at, checkout.ID)
	}
	return nil
}

// recordOf records an action of the program itself in a checkout's timeline.
func recordOf(ctx context.Context, tx *db.Tx, checkoutID string, a action) error {
	e, err := newEvent(checkoutID, Actor{Kind: BySystem}, a.code, a.details, a.at)
	if err != nil {
		return err
	}
	return insertEvents(ctx, tx, e)
}

// ApplyRefund marks the rows of a refund as refunded, or flags them if the provider refused.
func (*Ledger) ApplyRefund(ctx context.Context, tx *db.Tx, o payment.RefundOutcome) error {
	checkout, rows, err := lockCheckout(ctx, tx, o.CheckoutID)
	if err != nil {
		return err
	}
	c := change{actor: o.Actor, note: o.Flag, at: o.At}
	c.before = slices.DeleteFunc(rows, func(row Order) bool {
		return (o.OrderID != "" && row.ID != o.OrderID) || row.Payment != payment.RefundDue
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
		details = eventDetails{Text: language.Word("could not pay back yet"), After: o.Flag} // the reason is for staff
	}
	if err := recordOf(ctx, tx, checkout.ID, action{"refund", details, o.At}); err != nil {
		return err
	}
	return enqueueMail(ctx, tx, o.At, checkout.ID)
}
