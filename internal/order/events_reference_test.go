package order_test

import (
	"maps"
	"slices"

	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
)

// reference tracks the money of an order, independently of the shop's code.
type reference struct {
	came, back money.Paise            // money received, and money refunded
	upi        money.Paise            // the part of came paid by UPI
	khata      money.Paise            // the part of came minus back that is on the khata
	khataBack  money.Paise            // the part of back credited to the khata
	sent       map[string]money.Paise // by line, claimed as paid by UPI and not answered by staff
	sentOff    money.Paise            // the round-off of the claimed amount
	confirmed  map[string]money.Paise // what sent was before staff confirmed it
	open       bool                   // a claim waits for an answer
	canceled   []string               // the lines that the last cancellation canceled
	rounded    bool                   // the order is paid in whole rupees
}

// whole returns an amount as paid: in whole rupees if the order is rounded.
func (r *reference) whole(amount money.Paise) money.Paise {
	if !r.rounded {
		return amount
	}
	return (amount + 50) / 100 * 100
}

// kept returns the price of the goods of an order that are paid for and not returned.
func kept(v order.View) money.Paise {
	return totalOf(v, func(order.LineView) bool { return true })
}

// totalOf returns what kept does, for the lines that chosen accepts.
func totalOf(v order.View, chosen func(order.LineView) bool) (sum money.Paise) {
	for _, line := range v.Lines {
		if isLive(line) && line.PaymentStatus == payment.Paid && chosen(line) {
			sum += line.Total
		}
	}
	return sum
}

func (r reference) clone() reference {
	r.sent = maps.Clone(r.sent)
	return r
}

// noteClaim notes that the shopper has paid the payable amount; for a canceled order, the amount
// payable before it was canceled.
func (r *reference) noteClaim(before, _ order.View) {
	r.open = true
	live, isNew := slices.ContainsFunc(before.Lines, isLive), false
	for _, line := range before.Lines {
		meant := isLive(line) || !live && slices.Contains(r.canceled, line.ID)
		if meant && line.PaymentStatus == payment.CashOnDelivery {
			r.sent[line.ID], isNew = max(r.sent[line.ID], line.Total), true
		}
	}
	if !isNew { // the earlier claim once more
		return
	}
	sent, paid := r.claimed(), kept(before)
	r.sentOff = r.whole(paid+sent) - (r.came - r.back - before.RefundDue) - sent
}

// claimed returns the price of the goods that a claim covers.
func (r *reference) claimed() (goods money.Paise) {
	for _, sum := range r.sent {
		goods += sum
	}
	return goods
}

// noteConfirm notes that the claimed amount arrived, or without a claim the payable amount. Goods that
// went on the khata despite a claim are paid by the claimed amount, or, if they cost more, in cash.
func (r *reference) noteConfirm(before, _ order.View) {
	if !r.open && r.claimed() == 0 {
		r.came += before.CollectAmt
		r.upi, r.khata = r.came-r.khataBack, 0
		return
	}
	sent, onKhata := r.claimed()+r.sentOff, r.khata
	if sent == 0 { // received earlier: staff's answer is about the whole amount
		r.upi, r.khata = r.came-r.khataBack, 0
	} else {
		r.khata = r.whole(r.khata - totalOf(before, func(l order.LineView) bool { return r.sent[l.ID] > 0 }))
		r.came += sent - (onKhata - r.khata) + totalOf(before, func(l order.LineView) bool { return r.sent[l.ID] > 0 && l.Total > r.sent[l.ID] })
		r.upi += sent
	}
	r.open, r.confirmed, r.sent, r.sentOff = false, r.sent, map[string]money.Paise{}, 0
}

// noteReplace counts the claimed payment of a replaced line for its replacement, up to the
// replacement's price.
func (r *reference) noteReplace(before, after order.View) {
	for _, line := range after.Lines {
		isNew := !slices.ContainsFunc(before.Lines, func(b order.LineView) bool { return b.ID == line.ID })
		if sum := min(r.sent[line.Replaces], line.Total); isNew && sum > 0 {
			r.sent[line.ID], r.sent[line.Replaces] = sum, r.sent[line.Replaces]-sum
		}
	}
}

// noteDeliver notes that the rider collects the payable amount, except that of claimed lines.
func (r *reference) noteDeliver(before, _ order.View) {
	r.collect(before, func(order.LineView) bool { return true })
}

func (r *reference) collect(before order.View, delivered func(order.LineView) bool) {
	var claimed, taken money.Paise
	for _, line := range before.Lines {
		switch {
		case !isLive(line) || line.PaymentStatus != payment.CashOnDelivery:
		case r.sent[line.ID] != 0:
			claimed += line.Total
		case line.DeliveryStatus == order.Pending && delivered(line):
			taken += line.Total
		}
	}
	if taken > 0 {
		r.came += r.whole(kept(before)+claimed+taken) - r.whole(kept(before)+claimed)
	}
}

// noteTakeBack notes that everything paid beyond the kept goods is refunded, including earlier dues.
// With an open claim the kept and the claimed goods are rounded together, less the claimed amount.
func (r *reference) noteTakeBack(before, after order.View) {
	stays, sent := kept(after), r.waiting(after)
	if sent > 0 && stays > 0 && sent == r.waiting(before) {
		paid := r.came - r.back - before.RefundDue
		r.back = r.came - (r.whole(stays+sent) - (r.whole(kept(before)+sent) - paid))
		return
	}
	r.back = r.came - r.whole(stays)
}

// waiting returns the price of the goods of an order that an open claim covers.
func (r *reference) waiting(v order.View) (goods money.Paise) {
	for _, line := range v.Lines {
		if r.open && isLive(line) && line.PaymentStatus == payment.CashOnDelivery && r.sent[line.ID] > 0 {
			goods += line.Total
		}
	}
	return goods
}

// noteDeliverOnKhata notes that the whole payable amount goes on the khata, claimed or not. A claim can
// still be confirmed.
func (r *reference) noteDeliverOnKhata(before, _ order.View) {
	r.came, r.khata = r.came+before.CollectAmt, r.khata+before.CollectAmt
	r.open = false
}

// noteSetPaidByKhata notes that an order was paid on the khata. If a claim covers goods, the claimed
// amount did not arrive and goes on the khata. Otherwise all delivered goods do, the shop has no money
// left to refund, and a claim that was confirmed can be confirmed again.
func (r *reference) noteSetPaidByKhata(before, _ order.View) {
	coversNothing := r.claimed() == 0 && before.PaidBy != order.ByKhata
	r.open = r.open && !coversNothing
	if !r.open {
		r.came -= before.RefundDue
		r.upi, r.khata = 0, r.came-r.back
		if r.claimed() == 0 && before.PaidBy == order.ByUPI && r.confirmed != nil {
			r.reopen(before)
		}
		return
	}
	was := r.came
	for _, line := range before.Lines {
		if line.DeliveryStatus == order.Delivered && line.PaymentStatus == payment.CashOnDelivery && r.sent[line.ID] > 0 {
			r.came += line.Total
		}
	}
	if r.came > was {
		r.came = was + r.whole(kept(before)+r.came-was) - (was - r.back - before.RefundDue)
	}
	r.khata += r.came - was
	r.open, r.sent, r.sentOff = false, map[string]money.Paise{}, 0
}

// reopen notes that the confirmed claim can be confirmed again, without what was refunded of it.
func (r *reference) reopen(before order.View) {
	for _, line := range before.Lines {
		if line.PaymentStatus == payment.Paid || line.PaymentStatus == payment.RefundDue {
			r.sent[line.ID] = r.confirmed[line.ID]
		}
	}
	for _, line := range before.Lines {
		if line.PaymentStatus == payment.Refunded && r.sent[line.SplitOf] > 0 {
			r.sent[line.SplitOf] -= line.Total
		}
	}
	r.sentOff, r.confirmed = r.whole(r.claimed())-r.claimed(), nil
}

func (r *reference) noteRefund(before, _ order.View) { r.back += before.RefundDue }
