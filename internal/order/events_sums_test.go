package order_test

import (
	"time"

	"kirana/internal/books"
	"kirana/internal/catalog/stock"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/report"
)

// compareAll compares the shop with the reference after an act.
func (w *counterWalk) compareAll(act string) {
	w.t.Helper()
	v := w.view()
	w.compare(act, v)
	w.compareSales(act)
	w.compareLots(act, v)
	w.compareSuppliers(act)
	w.compareDay(act, v)
	w.compareBooks(act, v)
}

func (w *counterWalk) same(act, what string, want money.Paise, statement string, args ...any) {
	w.t.Helper()
	if got, err := db.Get[int64](w.t.Context(), w.s.db, statement, args...); err != nil || money.Paise(got) != want {
		w.t.Fatalf("after %s %s: %d, want %d, %v", act, what, got, want, err)
	}
}

// compareSales compares each sale's payments, bills and khata entries with its total.
func (w *counterWalk) compareSales(act string) {
	w.t.Helper()
	for _, orderID := range w.sales {
		v := w.s.view(w.t, orderID)
		var paid money.Paise
		for by, amount := range w.paid[orderID] {
			paid += amount
			w.same(act, "paid "+string(by), amount, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM checkout_payments WHERE voided_at IS NULL AND checkout_id = $1 AND paid_by = $2`, orderID, by)
		}
		w.same(act, "of the khata", w.paid[orderID][order.ByKhata], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM khata_entries WHERE checkout_id = $1`, orderID)
		if total := v.TotalAmt + v.RoundOff; paid != total || billed(v) != total || v.RefundDue != 0 || v.CollectAmt != 0 || v.Stage != order.StageDone {
			w.t.Fatalf("after %s %v is paid and %v billed, want %v for both: %+v", act, paid, billed(v), total, v)
		}
	}
}

// billed returns the sum of an order's bills minus its credit notes.
func billed(v order.View) (net money.Paise) {
	for _, b := range v.Bills {
		switch {
		case b.CanceledAt != nil:
		case b.CreditFor != "":
			net -= b.Payable
		default:
			net += b.Payable
		}
	}
	return net
}

// compareLots compares the sum of a product's lots with its stock; for goods sold by weight, in
// whole steps.
func (w *counterWalk) compareLots(act string, v order.View) {
	w.t.Helper()
	lots, err := stock.Lots(w.t.Context(), w.s.db, w.everyProduct()...)
	must(w.t, err)
	ordered := w.ordered(v)
	for productID, all := range lots {
		sum := 0
		for _, l := range all {
			sum += l.Remaining
			if l.Remaining < 0 || l.BestBefore != "" && l.Remaining > l.Pieces {
				w.t.Fatalf("after %s a lot is %+v, want 0 to all of its pieces left", act, l)
			}
		}
		if want := (w.stocked[productID] - ordered[productID]) / w.step(productID); sum != want {
			w.t.Fatalf("after %s the lots have %d, want %d: %+v", act, sum, want, all)
		}
	}
}

func (w *counterWalk) compareSuppliers(act string) {
	w.t.Helper()
	w.same(act, "owed to the supplier", w.goods.owed, `SELECT CAST(COALESCE(SUM(total - paid - returned), 0) AS BIGINT) FROM purchases WHERE supplier_id = $1 AND kind = 'PURCHASE'`, w.goods.supplier)
	w.same(act, "of payments and returns", 0, `
		SELECT CAST(COALESCE(SUM(p.paid - (SELECT COALESCE(SUM(amount), 0) FROM supplier_payments WHERE purchase_id = p.id)
			+ p.returned - (SELECT COALESCE(SUM(total), 0) FROM purchases r WHERE r.return_of = p.id)), 0) AS BIGINT)
		FROM purchases p WHERE p.supplier_id = $1 AND p.kind = 'PURCHASE'`, w.goods.supplier)
}

// compareDay compares the day's cash, UPI, card and khata with its sales minus its refunds, and the
// cash expected at its close with the cash of the riders and drawers.
func (w *counterWalk) compareDay(act string, v order.View) {
	w.t.Helper()
	today, err := w.goods.reports.Today(w.t.Context(), true)
	must(w.t, err)
	ofOrder := map[order.PaidBy]money.Paise{order.ByCash: today.TodaySums.Cash, order.ByUPI: today.TodaySums.UPI, order.ByCard: today.TodaySums.Card, order.ByKhata: today.TodaySums.Khata}
	for _, paid := range w.paid {
		for by, amount := range paid {
			ofOrder[by] -= amount
		}
	}
	for by, amount := range w.goods.took {
		ofOrder[by] -= amount
		ofOrder[order.ByKhata] += amount
	}
	w.same(act, "of the order on the khata", ofOrder[order.ByKhata], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM khata_entries WHERE checkout_id = $1`, w.id)
	var sum money.Paise
	for _, by := range methods {
		sum += ofOrder[by]
	}
	// The day still counts a cash refund that is due, but no other refund that is due.
	if kept := w.r.came - w.r.back; sum > kept || sum < kept-v.RefundDue || v.PaymentMethod == order.Online && sum != ofOrder[order.ByCard] ||
		v.PaymentMethod == order.COD && ofOrder[order.ByCard] != 0 {
		w.t.Fatalf("after %s the day has %+v of the order, want %v that came, less %v that went back, less %v due",
			act, ofOrder, w.r.came, w.r.back, v.RefundDue)
	}
	closing, err := w.goods.reports.Day(w.t.Context(), "")
	must(w.t, err)
	if cash := closing.Expected + closing.ChangedSince; cash != today.TodaySums.Cash-w.goods.suppliers {
		w.t.Fatalf("after %s the close of the day expects %v, want %v in the drawer", act, cash, today.TodaySums.Cash-w.goods.suppliers)
	}
	if closing.Counted == nil {
		w.comparePlaces(act, closing.DaySums)
	}
}

// comparePlaces compares the day's cash with the sum of the riders' and the drawers' cash.
func (w *counterWalk) comparePlaces(act string, sums report.DaySums) {
	w.t.Helper()
	cash := -sums.GivenBack - sums.Suppliers
	for _, rider := range sums.ByRider {
		cash += rider.Amount
	}
	for _, drawer := range sums.Counter {
		cash += drawer.Cash - drawer.GivenBack
	}
	if cash != sums.Expected || sums.Suppliers != w.goods.suppliers {
		w.t.Fatalf("after %s riders and drawer have %v, want %v, and %v to suppliers: %+v",
			act, cash, sums.Expected, w.goods.suppliers, sums)
	}
}

// compareBooks compares the figures of the tax returns with the day's bills minus its credit notes.
func (w *counterWalk) compareBooks(act string, v order.View) {
	w.t.Helper()
	want := billed(v)
	for _, orderID := range w.sales {
		want += billed(w.s.view(w.t, orderID))
	}
	begin := dayOf(w.s.clock.Now())
	sums, err := w.goods.books.Summary(w.t.Context(), books.Days{From: begin, To: begin.AddDate(0, 0, 1)})
	must(w.t, err)
	var taxed money.Paise
	for _, rate := range sums.Rates {
		taxed += rate.WithTax
	}
	if net := sums.Sales.WithTax + sums.Notes.WithTax; net+sums.RoundOff != want || taxed != net || sums.Check.Documents != net || !sums.Check.Agrees || sums.Missing != 0 {
		w.t.Fatalf("after %s the books have %v and a round-off of %v, want %v as billed: %+v", act, net, sums.RoundOff, want, sums)
	}
}

func dayOf(now time.Time) time.Time {
	now = now.In(clock.India)
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, clock.India)
}
