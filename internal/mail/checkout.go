package mail

import (
	"context"
	"fmt"
	"strconv"

	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/job"
	"kirana/internal/order"
	"kirana/internal/settings"
)

// sendChanges mails a shopper the changes of an order since their last mail. If the program dies
// before recording the mail, it is sent again with the same id.
func (m *Mailer) sendChanges(ctx context.Context, j job.Job, p order.Placed) error {
	n, err := m.orders.UnmailedChanges(ctx, p.CheckoutID)
	if err != nil {
		return markPermanent(err)
	}
	if !n.Empty() {
		// Changes not sent become part of the next mail.
		t := changesTemplate(n)
		if n.Delivered {
			rows, err := m.orders.Checkout(ctx, p.CheckoutID)
			if err != nil {
				return markPermanent(err)
			}
			t.Receipt = receiptOf(rows)
		}
		bills, err := m.orders.BillsOf(ctx, p.CheckoutID)
		if err != nil {
			return err
		}
		t.Bills = billLines(bills)
		if sent, err := m.sendToShopper(ctx, j, n.Email, n.Name, t); err != nil || !sent {
			return err
		}
	}
	return m.orders.MarkMailed(ctx, p.CheckoutID, n)
}

// changesTemplate returns the mail about changes of a whole order.
func changesTemplate(n order.Changes) template {
	name := "Your order #" + strconv.FormatInt(n.Number, 10)
	t := template{}
	say := func(format string, args ...any) { t.Before = append(t.Before, fmt.Sprintf(format, args...)) }
	switch {
	case n.Canceled:
		t.Subject = name + " was canceled"
		say("Your order was canceled and will not be delivered.")
	case n.Delivered:
		t.Subject = name + " was delivered"
		say("Your order was delivered. Enjoy it!")
	case n.OnItsWay:
		t.Subject = name + " is on its way"
		say("Your order is on its way to you.")
	case n.Accepted:
		t.Subject = name + " was accepted"
		say("The shop has accepted your order and packs it.")
	default:
		t.Subject = name + " has changed"
	}
	if n.Reason != "" {
		say("The reason: %s", oneLine(n.Reason))
	}
	for _, row := range n.Rows {
		say("%s", rowSentence(row))
	}
	if n.Promised != nil {
		say("You will have it %s at the latest.", settings.SpokenTime(*n.Promised, n.At))
	}
	switch {
	case n.Total == nil:
	case n.RoundOff != 0:
		say("It comes to %s now, rounded off to %s.", *n.Total, *n.Total+n.RoundOff)
	default:
		say("It comes to %s now.", *n.Total)
	}
	if n.Collect != nil {
		say("To pay on delivery: %s.", *n.Collect)
	}
	if n.RefundDue > 0 {
		t.After = append(t.After, "What you have paid for it, "+n.RefundDue.String()+", will be paid back.")
	}
	if n.Refunded > 0 {
		t.After = append(t.After, n.Refunded.String()+" was paid back to you.")
	}
	return t
}

// billNames are the names of bills in mails.
var billNames = map[bill.Kind]string{
	bill.TaxInvoice: "Tax invoice", bill.Supply: "Bill of supply", bill.InvoiceBill: "Invoice-cum-bill of supply", bill.CashMemo: "Bill", bill.CreditNote: "Credit note",
}

// billLines returns the bills of an order with their links.
func billLines(bills []bill.Ref) []billLine {
	var lines []billLine
	for _, b := range bills {
		lines = append(lines, billLine{billNames[b.Kind] + " " + b.Number, b.URL})
	}
	return lines
}

func rowSentence(row order.RowChange) string {
	name := oneLine(row.Name)
	what := fmt.Sprintf("%d × %s", row.Quantity, name)
	switch row.Change {
	case order.RowShort:
		return fmt.Sprintf("Only %d of %d × %s could be packed.", row.Quantity, row.Before, name)
	case order.RowReturned:
		return fmt.Sprintf("%d × %s came back.", row.Back, name)
	case order.RowMore:
		return what + " could be packed after all."
	case order.RowEdited:
		return fmt.Sprintf("%s instead of %d.", what, row.Before)
	case order.RowAdded:
		return what + " was added."
	case order.RowReplaced:
		return fmt.Sprintf("%d × %s was replaced by %d × %s.", row.Before, name, row.Pieces, oneLine(row.Replacement))
	case order.RowRevived:
		return what + " will be delivered after all."
	case order.RowDelivered:
		return what + " was delivered."
	case order.RowCanceled:
	}
	return what + " was canceled and will not be delivered."
}

// sendUnaccepted mails an owner about an order not accepted in time. It names neither customer
// nor address: a locked phone shows the beginning of a mail.
func (m *Mailer) sendUnaccepted(ctx context.Context, j job.Job, p order.Unaccepted) error {
	w, ok, err := m.orders.Waiting(ctx, p)
	if err != nil || !ok {
		return err
	}
	return m.send(ctx, j, w.Email, w.Owner, unacceptedTemplate(w, m.publicURL))
}

func unacceptedTemplate(w order.Waiting, publicURL string) template {
	name := "Order #" + strconv.FormatInt(w.Number, 10)
	payment := "It is paid."
	if w.Collect > 0 {
		payment = "To take at the door: " + w.Collect.String() + "."
	}
	return template{
		Subject: name + " waits to be accepted",
		Before: []string{
			fmt.Sprintf("%s came at %s, and nobody has accepted it yet. Pieces: %d, together %s. %s",
				name, w.Since.In(clock.India).Format("3:04 pm"), w.Items, w.Total, payment),
		},
		Button: "Open the order",
		Link:   publicURL + w.Path,
		After:  []string{"You get this mail because you own the shop. It can be switched off in the settings."},
	}
}
