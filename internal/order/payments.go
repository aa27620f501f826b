package order

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kirana/internal/db"
	"kirana/internal/khata"
	"kirana/internal/money"
)

// PaymentView is the JSON of the payments of an order by one method. Later refunds are not subtracted.
type PaymentView struct {
	By     string      `json:"by" enum:"CASH,UPI,CARD,KHATA,ONLINE"`
	Amount money.Paise `json:"amount" doc:"Amount in rupees."`
	At     time.Time   `json:"at" doc:"Time of the first payment by this method."`
	Who    string      `json:"who,omitempty" doc:"Name of the member of staff, if known."`

	Given     money.Paise `json:"given,omitempty" doc:"Cash handed over at the counter, in rupees. given − amount is the change."`
	Reference string      `json:"reference,omitempty" doc:"Reference of a payment at the counter."`
}

// SchemaName returns the name in the API document.
func (PaymentView) SchemaName() string { return "CheckoutPayment" }

// byOnline is the method of a payment online.
const byOnline = "ONLINE"

// addTo adds the payment to the entry with the same method, or appends it.
func (p PaymentView) addTo(payments []PaymentView) []PaymentView {
	i := slices.IndexFunc(payments, func(known PaymentView) bool { return known.By == p.By })
	if i < 0 {
		return append(payments, p)
	}
	payments[i].Amount += p.Amount
	payments[i].Given += p.Given
	payments[i].Who = cmp.Or(payments[i].Who, p.Who)
	payments[i].Reference = cmp.Or(payments[i].Reference, p.Reference)
	if p.At.Before(payments[i].At) {
		payments[i].At = p.At
	}
	return payments
}

// paymentsOf sums the payments of an order by method. taken are the payments made when the order
// was put on the khata; they are subtracted from the khata's sum. atCounter are the payments of a
// sale at the counter.
func paymentsOf(lines []Line, taken []khata.Entry, atCounter []counterPaymentRow) []PaymentView {
	payments := []PaymentView{}
	for _, l := range lines {
		if l.received() && !l.Hidden && l.PaidAt != nil && l.PaidBy != ByCounter {
			payments = PaymentView{By: cmp.Or(string(l.PaidBy), byOnline), Amount: l.amount(), At: *l.PaidAt}.addTo(payments)
		}
	}
	for _, e := range taken {
		payments = PaymentView{By: e.By, Amount: -e.Amount, At: e.At, Who: e.Who}.addTo(payments)
		payments = PaymentView{By: string(ByKhata), Amount: e.Amount, At: e.At, Who: e.Who}.addTo(payments)
	}
	for _, p := range atCounter {
		if p.Amount > 0 { // refunds are not subtracted
			payments = PaymentView{By: string(p.By), Amount: p.Amount, At: p.CreatedAt, Who: p.StaffName, Given: p.Given, Reference: p.Reference}.addTo(payments)
		}
	}
	return slices.DeleteFunc(payments, func(p PaymentView) bool { return p.Amount == 0 })
}

// addPayments adds the payments of orders to their views.
func (s *Service) addPayments(ctx context.Context, q db.Querier, list orderList) error {
	var khataOrders, counterOrders []string
	for _, o := range list.orders {
		if o.Channel == ChannelCounter {
			counterOrders = append(counterOrders, o.ID)
		}
	}
	atCounter, err := paymentRows(ctx, q, counterOrders...)
	if err != nil {
		return err
	}
	for id, lines := range list.lines {
		if slices.ContainsFunc(lines, func(l CurrentLine) bool { return l.PaidBy == ByKhata && l.received() }) {
			khataOrders = append(khataOrders, id)
		}
	}
	taken, err := khata.TakenWith(ctx, q, khataOrders...)
	if err != nil {
		return err
	}
	for i := range list.views {
		view := &list.views[i]
		lines := make([]Line, 0, len(list.lines[view.ID]))
		for _, l := range list.lines[view.ID] {
			lines = append(lines, l.Line)
		}
		view.Payments = paymentsOf(lines, taken[view.ID], atCounter[view.ID])
	}
	return nil
}
