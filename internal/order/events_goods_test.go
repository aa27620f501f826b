package order_test

import (
	"fmt"
	"log/slog"
	"time"

	"kirana/internal/account"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/fault"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/purchase"
	"kirana/internal/report"
	"kirana/internal/shoptest"
)

// goods are the purchases, write-offs and payments of a counterWalk, and what they should have come to.
type goods struct {
	purchases *purchase.Service
	khata     *khata.Service
	reports   *report.Service
	supplier  string
	booked    []string // purchases
	owed      money.Paise
	suppliers money.Paise                  // paid to them in cash
	took      map[order.PaidBy]money.Paise // for the khata
	sums      report.TodaySums             // before the first act
	expected  money.Paise                  // cash of the day before the first act
}

func (w *counterWalk) openGoods() {
	w.t.Helper()
	v := view.New(w.s.db, w.s.clock, slog.New(slog.DiscardHandler))
	must(w.t, v.Refresh(w.t.Context()))
	accounts := account.New(w.s.db, w.s.clock, shoptest.AccountKey(w.t), account.Rules{})
	w.goods = goods{
		purchases: purchase.New(w.s.db, w.s.clock, w.s.orders.Settings, v, w.s.stock), khata: khata.New(w.s.db, w.s.clock, accounts, w.s.orders.Settings),
		reports: report.New(w.s.db, w.s.clock, v), took: map[order.PaidBy]money.Paise{},
	}
	name := "Dairy of " + w.customer
	supplier, err := w.goods.purchases.SaveSupplier(w.desk.ctx, "", purchase.SupplierForm{Name: &name})
	must(w.t, err)
	w.goods.supplier = supplier.ID
	w.goods.sums, w.goods.expected = w.day()
}

// day returns what the reports say of the day.
func (w *counterWalk) day() (report.TodaySums, money.Paise) {
	w.t.Helper()
	today, err := w.goods.reports.Today(w.t.Context(), true)
	must(w.t, err)
	closing, err := w.goods.reports.Day(w.t.Context(), "")
	must(w.t, err)
	return *today.TodaySums, closing.Expected
}

func (w *counterWalk) buyer() purchase.Staff {
	return purchase.Staff{ID: w.desk.actor.UserID, Name: "Sunita"}
}

// buy books a purchase of one or two lines, some with free pieces and a best-before day.
func (w *counterWalk) buy() error {
	form := purchase.Form{SupplierID: w.goods.supplier, Bill: fmt.Sprint(len(w.goods.booked) + 1)}
	for n := 1 + w.random.IntN(2); n > 0; n-- {
		cost := money.Paise(1000 + w.random.IntN(5000))
		l := purchase.Line{ProductID: w.products[w.random.IntN(len(w.products))], Pieces: 1 + w.random.IntN(6), Free: w.random.IntN(2), Cost: &cost}
		if w.random.IntN(3) > 0 {
			l.BestBefore = w.s.clock.Now().AddDate(0, 0, 1+w.random.IntN(20)).Format(time.DateOnly)
		}
		form.Lines = append(form.Lines, l)
		w.left[l.ProductID] += l.Pieces + l.Free
		w.goods.owed += cost.Times(l.Pieces)
	}
	draft, err := w.goods.purchases.Save(w.desk.ctx, "", form)
	must(w.t, err)
	booked, err := w.goods.purchases.Book(w.desk.ctx, w.buyer(), draft.ID, false)
	w.goods.booked = append(w.goods.booked, booked.ID)
	return err
}

// sendBack sends pieces of a line back to the supplier; they may be sold already.
func (w *counterWalk) sendBack() error {
	p, err := w.randomPurchase()
	if err != nil {
		return err
	}
	l := p.Lines[w.random.IntN(len(p.Lines))]
	pieces := 1 + w.random.IntN(2)
	after, err := w.goods.purchases.Return(w.desk.ctx, w.buyer(), "", p.ID, purchase.ReturnForm{Reason: "Leaks", Lines: []purchase.ReturnLine{{LineID: l.ID, Pieces: pieces}}})
	if err == nil {
		w.left[l.ProductID] -= pieces
		w.goods.owed -= after.Returned - p.Returned
	}
	return err
}

// paySupplier pays some of a purchase, in cash or not.
func (w *counterWalk) paySupplier() error {
	p, err := w.randomPurchase()
	if err != nil {
		return err
	}
	amount, by := money.Paise(100+w.random.IntN(9000)), []string{"CASH", "BANK"}[w.random.IntN(2)]
	if _, err = w.goods.purchases.Pay(w.desk.ctx, w.buyer(), "", p.ID, purchase.PaymentForm{Amount: amount, By: by}); err != nil {
		return err
	}
	w.goods.owed -= amount
	if by == "CASH" {
		w.goods.suppliers += amount
	}
	return nil
}

func (w *counterWalk) randomPurchase() (purchase.Purchase, error) {
	if len(w.goods.booked) == 0 {
		return purchase.Purchase{}, fault.New(fault.Conflict, "none", "Nothing was bought yet.")
	}
	return w.goods.purchases.Purchase(w.t.Context(), w.goods.booked[w.random.IntN(len(w.goods.booked))])
}

// writeOff throws pieces of a lot away.
func (w *counterWalk) writeOff() error {
	lots, err := stock.Lots(w.t.Context(), w.s.db, w.products...)
	must(w.t, err)
	for _, productID := range w.products {
		for _, l := range lots[productID] {
			if l.BestBefore != "" && l.Remaining > 0 {
				pieces := 1 + w.random.IntN(l.Remaining)
				w.left[productID] -= pieces
				return w.goods.purchases.WriteOff(w.desk.ctx, l.ID, pieces, 0, "Spoiled")
			}
		}
	}
	return nil
}

// payKhata takes money for the khata.
func (w *counterWalk) payKhata() error {
	amount, by := money.Paise(100+w.random.IntN(20000)), ways[w.random.IntN(3)]
	_, err := w.goods.khata.Add(w.desk.ctx, khata.Staff{ID: w.desk.actor.UserID, Name: "Sunita"}, "", khata.Line{UserID: w.customer, Kind: khata.Payment, Amount: amount, By: string(by)})
	if err == nil {
		w.goods.took[by] += amount
	}
	return err
}

// compareGoods compares lots with the stock, suppliers' dues with the purchases, and the day's money by way of paying with its sales.
func (w *counterWalk) compareGoods(act string, sold money.Paise) {
	w.t.Helper()
	lots, err := stock.Lots(w.t.Context(), w.s.db, w.products...)
	must(w.t, err)
	for productID, all := range lots {
		pieces := 0
		for _, l := range all {
			pieces += l.Remaining
			if l.Remaining < 0 || l.BestBefore != "" && l.Remaining > l.Pieces {
				w.t.Fatalf("after %s a lot is %+v", act, l)
			}
		}
		if pieces != w.left[productID] {
			w.t.Fatalf("after %s the lots have %d pieces, want %d: %+v", act, pieces, w.left[productID], all)
		}
	}
	w.same(act, "owed to the supplier", w.goods.owed, `SELECT CAST(COALESCE(SUM(total - paid - returned), 0) AS BIGINT) FROM purchases WHERE supplier_id = $1 AND kind = 'PURCHASE'`, w.goods.supplier)
	w.same(act, "of payments and returns", 0, `
		SELECT CAST(COALESCE(SUM(p.paid - (SELECT COALESCE(SUM(amount), 0) FROM supplier_payments WHERE purchase_id = p.id)
			+ p.returned - (SELECT COALESCE(SUM(total), 0) FROM purchases r WHERE r.return_of = p.id)), 0) AS BIGINT)
		FROM purchases p WHERE p.supplier_id = $1 AND p.kind = 'PURCHASE'`, w.goods.supplier)
	want := map[order.PaidBy]money.Paise{}
	for _, paid := range w.paid {
		for by, amount := range paid {
			want[by] += amount
		}
	}
	for by, amount := range w.goods.took {
		want[by] += amount
		want[order.ByKhata] -= amount
	}
	now, expected := w.day()
	was := w.goods.sums
	got := map[order.PaidBy]money.Paise{order.ByCash: now.Cash - was.Cash, order.ByUPI: now.UPI - was.UPI, order.ByCard: now.Card - was.Card, order.ByKhata: now.Khata - was.Khata}
	var sum money.Paise
	for _, by := range ways {
		sum += got[by]
		if got[by] != want[by] {
			w.t.Fatalf("after %s the day has %v by %s, want %v", act, got[by], by, want[by])
		}
	}
	if sum != sold {
		w.t.Fatalf("after %s cash, UPI, card and khata come to %v, sales less returns to %v", act, sum, sold)
	}
	if cash := expected - w.goods.expected; cash != want[order.ByCash]-w.goods.suppliers {
		w.t.Fatalf("after %s %v should be in the drawer, the close of the day expects %v", act, want[order.ByCash]-w.goods.suppliers, cash)
	}
}
