package order_test

import (
	"maps"
	"slices"

	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
)

// reference tracks who owes whom, independently of the shop.
type reference struct {
	came, back money.Paise            // money received, and given back
	upi        money.Paise            // of came, what came by UPI
	khata      money.Paise            // of came less back, what stands on the khata
	khataBack  money.Paise            // of back, what went to the khata
	sent       map[string]money.Paise // claimed by UPI per line; staff has not answered
	sentOff    money.Paise            // the round-off of what is claimed
	open       bool                   // an unanswered claim
	canceled   []string               // lines canceled last, together
	rounded    bool                   // it is paid in whole rupees
}

// whole returns an amount as it is paid.
func (r *reference) whole(amount money.Paise) money.Paise {
	if !r.rounded {
		return amount
	}
	return (amount + 50) / 100 * 100
}

// kept returns the goods of an order that are paid for and stay.
func kept(v order.View) (goods money.Paise) {
	for _, line := range v.Lines {
		if isLive(line) && line.PaymentStatus == payment.Paid {
			goods += line.Total
		}
	}
	return goods
}

func (r reference) clone() reference {
	r.sent = maps.Clone(r.sent)
	return r
}

// noteClaim: the shopper has paid what was payable; for a canceled order, what was payable until
// then.
func (r *reference) noteClaim(before, _ order.View) {
	r.open = true
	live := slices.ContainsFunc(before.Lines, isLive)
	for _, line := range before.Lines {
		meant := isLive(line) || !live && slices.Contains(r.canceled, line.ID)
		if meant && line.PaymentStatus == payment.CashOnDelivery {
			r.sent[line.ID] = max(r.sent[line.ID], line.Total)
		}
	}
	sent, paid := r.claimed(), kept(before)
	r.sentOff = r.whole(paid+sent) - (r.came - r.back - before.RefundDue) - sent
}

// claimed returns the goods that a claim covers.
func (r *reference) claimed() (goods money.Paise) {
	for _, sum := range r.sent {
		goods += sum
	}
	return goods
}

// noteConfirm: the claimed amount arrived, or without a claim the whole payable amount.
func (r *reference) noteConfirm(before, _ order.View) {
	if !r.open {
		r.came += before.CollectAmt
		r.upi, r.khata = r.came-r.khataBack, 0
		return
	}
	sent := r.claimed() + r.sentOff
	if r.came, r.upi = r.came+sent, r.upi+sent; sent == 0 { // it came before: the word is about all of it
		r.upi, r.khata = r.came-r.khataBack, 0
	}
	r.open, r.sent, r.sentOff = false, map[string]money.Paise{}, 0
}

// noteReplace: a payment for a line counts for its replacement, up to its price.
func (r *reference) noteReplace(before, after order.View) {
	for _, line := range after.Lines {
		isNew := !slices.ContainsFunc(before.Lines, func(b order.LineView) bool { return b.ID == line.ID })
		if sum := min(r.sent[line.Replaces], line.Total); isNew && sum > 0 {
			r.sent[line.ID], r.sent[line.Replaces] = sum, r.sent[line.Replaces]-sum
		}
	}
}

// noteDeliver: the rider collects the payable amount less claims.
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

// noteTakeBack: what was paid beyond the rest goes back, with what was due already.
func (r *reference) noteTakeBack(_, after order.View) {
	r.back = r.came - r.whole(kept(after))
}

// noteDeliverOnKhata: all that is payable goes on the khata, claimed or not.
func (r *reference) noteDeliverOnKhata(before, _ order.View) {
	r.came, r.khata = r.came+before.CollectAmt, r.khata+before.CollectAmt
	r.open, r.sent = false, map[string]money.Paise{}
}

// noteSayKhata: of an order with a claim, what was claimed and did not come goes on the khata; else all
// that was delivered, and the shop has nothing of the money that was to go back.
func (r *reference) noteSayKhata(before, _ order.View) {
	if !r.open {
		r.came -= before.RefundDue
		r.upi, r.khata = 0, r.came-r.back
		return
	}
	was := r.came
	for _, line := range before.Lines {
		if line.DeliveryStatus == order.Delivered && line.PaymentStatus == payment.CashOnDelivery && r.sent[line.ID] > 0 {
			r.came += line.Total
		}
	}
	r.came = was + r.whole(kept(before)+r.came-was) - r.whole(kept(before))
	r.khata += r.came - was
	r.open, r.sent = false, map[string]money.Paise{}
}

func (r *reference) noteRefund(before, _ order.View) { r.back += before.RefundDue }
