package order

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kirana/internal/db"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// PaymentView is the JSON of what was paid of a checkout in one way, what went back later included.
type PaymentView struct {
	By     string      `json:"by" enum:"CASH,UPI,CARD,KHATA,ONLINE"`
	Amount money.Paise `json:"amount" doc:"rupees"`
	At     time.Time   `json:"at" doc:"of the first of it"`
	Who    string      `json:"who,omitempty" doc:"the member of staff, where that is known"`
}

// SchemaName returns the name in the API document.
func (PaymentView) SchemaName() string { return "CheckoutPayment" }

// byOnline is the way of paying of an order that was paid online.
const byOnline = "ONLINE"

// paymentsOf sums the rows of a checkout by how they were paid. taken are the payments made when it was
// put on the khata; they are subtracted from the sum on the khata.
func paymentsOf(orders []Order, taken []khata.Entry) []PaymentView {
	payments := []PaymentView{}
	add := func(p PaymentView) {
		i := slices.IndexFunc(payments, func(known PaymentView) bool { return known.By == p.By })
		if i < 0 {
			payments = append(payments, p)
			return
		}
		payments[i].Amount += p.Amount
		payments[i].Who = cmp.Or(payments[i].Who, p.Who)
		if p.At.Before(payments[i].At) {
			payments[i].At = p.At
		}
	}
	for _, o := range orders {
		if o.received() && !o.Hidden && o.PaidAt != nil {
			add(PaymentView{By: cmp.Or(string(o.PaidBy), byOnline), Amount: o.amount(), At: *o.PaidAt})
		}
	}
	for _, e := range taken {
		add(PaymentView{By: e.By, Amount: -e.Amount, At: e.At, Who: e.Who})
		add(PaymentView{By: string(ByKhata), Amount: e.Amount, At: e.At, Who: e.Who})
	}
	return slices.DeleteFunc(payments, func(p PaymentView) bool { return p.Amount == 0 })
}

// addPayments adds to views of checkouts how they were paid.
func (s *Service) addPayments(ctx context.Context, q db.Querier, list listed) error {
	var onKhata []string
	for id, rows := range list.rows {
		if slices.ContainsFunc(rows, func(o currentOrder) bool { return o.PaidBy == ByKhata && o.Payment == payment.Paid }) {
			onKhata = append(onKhata, id)
		}
	}
	taken, err := khata.TakenWith(ctx, q, onKhata...)
	if err != nil {
		return err
	}
	for i := range list.views {
		view := &list.views[i]
		rows := make([]Order, 0, len(list.rows[view.ID]))
		for _, o := range list.rows[view.ID] {
			rows = append(rows, o.Order)
		}
		view.Payments = paymentsOf(rows, taken[view.ID])
	}
	return nil
}
