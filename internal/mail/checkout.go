package mail

import (
	"context"

	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/clock"
	"kirana/internal/job"
	"kirana/internal/language"
	"kirana/internal/order"
	"kirana/internal/settings"
)

// sendChanges mails a shopper the changes of an order since their last mail. If the program dies
// before recording the mail, it is sent again with the same id.
func (m *Mailer) sendChanges(ctx context.Context, j job.Job, p order.OrderPayload) error {
	n, err := m.orders.UnmailedChanges(ctx, p.OrderID)
	if err != nil {
		return markPermanent(err)
	}
	if !n.Empty() {
		// Changes that are not mailed now become part of the next mail.
		t := changesTemplate(n)
		if n.Delivered {
			lines, err := m.orders.Lines(ctx, p.OrderID)
			if err != nil {
				return markPermanent(err)
			}
			t.Receipt = receiptOf(lines)
		}
		bills, err := m.orders.BillsOf(ctx, p.OrderID)
		if err != nil {
			return err
		}
		t.Bills = billLines(bills)
		if sent, err := m.sendToShopper(ctx, j, n.Email, n.Name, t); err != nil || !sent {
			return err
		}
	}
	return m.orders.MarkMailed(ctx, p.OrderID, n)
}

// changesTemplate returns the mail about changes of an order.
func changesTemplate(n order.Changes) template {
	t := template{}
	title := func(format string) { t.Subject = language.NewPhrase(format, n.Number) }
	say := func(format string, args ...any) { t.Before = append(t.Before, language.NewPhrase(format, args...)) }
	switch {
	case n.Canceled:
		title("Your order #%d was canceled")
		say("Your order was canceled and will not be delivered.")
	case n.Delivered:
		title("Your order #%d was delivered")
		say("Your order was delivered. Enjoy it!")
	case n.OnItsWay:
		title("Your order #%d is on its way")
		say("Your order is on its way to you.")
	case n.Accepted:
		title("Your order #%d was accepted")
		say("The shop has accepted your order and packs it.")
	default:
		title("Your order #%d has changed")
	}
	if n.Reason != "" {
		say("The reason: %s", order.ReasonPhrase(oneLine(n.Reason)))
	}
	for _, line := range n.Lines {
		t.Before = append(t.Before, lineSentence(line))
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
		t.After = append(t.After, language.NewPhrase("What you have paid for it, %s, will be paid back.", n.RefundDue))
	}
	if n.Refunded > 0 {
		t.After = append(t.After, language.NewPhrase("%s was paid back to you.", n.Refunded))
	}
	return t
}

// billNames are the names of bills in mails, with their numbers.
var billNames = map[bill.Kind]string{
	bill.TaxInvoice: "Tax invoice %s", bill.Supply: "Bill of supply %s", bill.InvoiceBill: "Invoice-cum-bill of supply %s", bill.CashMemo: "Bill %s", bill.CreditNote: "Credit note %s",
}

// billLines returns the bills of an order with their links.
func billLines(bills []bill.Ref) []billLine {
	var lines []billLine
	for _, b := range bills {
		lines = append(lines, billLine{language.NewPhrase(billNames[b.Kind], b.Number), b.URL})
	}
	return lines
}

// oneLineNamed applies oneLine to a name in each language.
func oneLineNamed(n catalog.Named) catalog.Named {
	names := make(catalog.Names, len(n.Names))
	for lang, name := range n.Names {
		names[lang] = oneLine(name)
	}
	return catalog.Named{Own: oneLine(n.Own), Names: names}
}

func lineSentence(line order.LineChange) language.Phrase {
	name := oneLineNamed(line.Name)
	sentence := func(format string) language.Phrase { return language.NewPhrase(format, line.Quantity, name) }
	switch line.Change {
	case order.LineShort:
		return language.NewPhrase("Only %d of %d × %s could be packed.", line.Quantity, line.Before, name)
	case order.LineReturned:
		return language.NewPhrase("%d × %s came back.", line.Back, name)
	case order.LineMore:
		return sentence("%d × %s could be packed after all.")
	case order.LineEdited:
		return language.NewPhrase("%d × %s instead of %d.", line.Quantity, name, line.Before)
	case order.LineAdded:
		return sentence("%d × %s was added.")
	case order.LineReplaced:
		return language.NewPhrase("%d × %s was replaced by %d × %s.", line.Before, name, line.Pieces, oneLineNamed(line.Replacement))
	case order.LineRevived:
		return sentence("%d × %s will be delivered after all.")
	case order.LineDelivered:
		return sentence("%d × %s was delivered.")
	case order.LineCanceled:
	}
	return sentence("%d × %s was canceled and will not be delivered.")
}

// sendUnaccepted mails an owner about an order not accepted in time. It names neither customer
// nor address: a locked phone shows the beginning of a mail.
func (m *Mailer) sendUnaccepted(ctx context.Context, j job.Job, p order.UnacceptedPayload) error {
	w, ok, err := m.orders.UnacceptedMail(ctx, p)
	if err != nil || !ok {
		return err
	}
	return m.send(ctx, j, w.Email, w.Owner, unacceptedTemplate(w, m.publicURL))
}

func unacceptedTemplate(w order.UnacceptedMail, publicURL string) template {
	payment := language.Word("It is paid.")
	if w.Collect > 0 {
		payment = language.NewPhrase("To take at the door: %s.", w.Collect)
	}
	return template{
		Subject: language.NewPhrase("Order #%d waits to be accepted", w.Number),
		Before: []language.Phrase{
			language.NewPhrase("Order #%d came at %s, and nobody has accepted it yet. Pieces: %d, together %s. %s",
				w.Number, language.Minute(w.Since.In(clock.India)), w.Items, w.Total, payment),
		},
		Button: language.Word("Open the order"),
		Link:   publicURL + w.Path,
		After:  []language.Phrase{language.Word("You get this mail because you own the shop. It can be switched off in the settings.")},
	}
}
