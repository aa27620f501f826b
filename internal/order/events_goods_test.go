package order_test

import (
	"fmt"
	"log/slog"
	"time"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/books"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/fault"
	"kirana/internal/idempotency"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/purchase"
	"kirana/internal/report"
	"kirana/internal/shoptest"
)

// goods holds the purchases, write-offs and payments of a counterWalk, and their expected sums.
type goods struct {
	purchases *purchase.Service
	khata     *khata.Service
	reports   *report.Service
	books     *books.Service
	supplier  string
	booked    []string // purchase IDs
	owed      money.Paise
	suppliers money.Paise                  // paid to suppliers in cash
	took      map[order.PaidBy]money.Paise // taken for the khata
}

func (w *counterWalk) openGoods() {
	w.t.Helper()
	d, c, settings := w.s.db, w.s.clock, w.s.orders.Settings
	v := view.New(d, c, slog.New(slog.DiscardHandler))
	must(w.t, v.Refresh(w.t.Context()))
	accounts := account.New(d, c, shoptest.AccountKey(w.t), account.Rules{})
	w.goods = goods{
		purchases: purchase.New(d, c, settings, v, w.s.stock), khata: khata.New(d, c, accounts, settings), reports: report.New(d, c, v),
		books: books.New(d, c, settings, audit.New(d, c)), took: map[order.PaidBy]money.Paise{},
	}
	name := "Dairy of " + w.shopper.id
	supplier, err := w.goods.purchases.SaveSupplier(w.desk.ctx, "", purchase.SupplierForm{Name: &name})
	must(w.t, err)
	w.goods.supplier = supplier.ID
}

func (w *counterWalk) staff() purchase.Staff {
	return purchase.Staff{ID: w.desk.actor.UserID, Name: "Sunita"}
}

// buy books a purchase of one or two lines, some with a free piece or a best-before date.
func (w *counterWalk) buy() error {
	form := purchase.Form{SupplierID: w.goods.supplier, Bill: fmt.Sprint(len(w.goods.booked) + 1)}
	for n := 1 + w.random.IntN(2); n > 0; n-- {
		cost := money.Paise(1000 + w.random.IntN(5000))
		l := purchase.Line{ProductID: w.randomProduct(), Pieces: 1 + w.random.IntN(6), Free: w.random.IntN(2), Cost: &cost}
		if w.random.IntN(3) > 0 {
			l.BestBefore = w.s.clock.Now().AddDate(0, 0, 1+w.random.IntN(20)).Format(time.DateOnly)
		}
		form.Lines = append(form.Lines, l)
		w.stocked[l.ProductID] += (l.Pieces + l.Free) * w.step(l.ProductID)
		w.goods.owed += cost.Times(l.Pieces)
	}
	draft, err := w.goods.purchases.Save(w.desk.ctx, "", form)
	must(w.t, err)
	booked, err := w.goods.purchases.Book(w.desk.ctx, w.staff(), draft.ID, false)
	w.goods.booked = append(w.goods.booked, booked.ID)
	return err
}

// sendBack returns pieces of a line to the supplier. The shop may refuse it, for example if the pieces
// are sold already.
func (w *counterWalk) sendBack() error {
	p, err := w.randomPurchase()
	if err != nil {
		return err
	}
	l := p.Lines[w.random.IntN(len(p.Lines))]
	pieces := 1 + w.random.IntN(2)
	after, err := w.goods.purchases.Return(w.desk.ctx, w.staff(), "", p.ID, purchase.ReturnForm{Reason: "Leaks", Lines: []purchase.ReturnLine{{LineID: l.ID, Pieces: pieces}}})
	if err == nil {
		w.stocked[l.ProductID] -= pieces * w.step(l.ProductID)
		w.goods.owed -= after.Returned - p.Returned
	}
	return err
}

// paySupplier pays a part of a purchase, in cash or otherwise.
func (w *counterWalk) paySupplier() error {
	p, err := w.randomPurchase()
	if err != nil {
		return err
	}
	amount, by := money.Paise(100+w.random.IntN(9000)), []string{"CASH", "BANK"}[w.random.IntN(2)]
	if _, err = w.goods.purchases.Pay(w.desk.ctx, w.staff(), "", p.ID, purchase.PaymentForm{Amount: amount, By: by}); err != nil {
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

// writeOff writes off pieces of the first lot with a best-before date, if there is one.
func (w *counterWalk) writeOff() error {
	lots, err := stock.Lots(w.t.Context(), w.s.db, w.everyProduct()...)
	must(w.t, err)
	for _, productID := range w.everyProduct() {
		for _, l := range lots[productID] {
			if l.BestBefore == "" || l.Remaining == 0 {
				continue
			}
			pieces := 1 + w.random.IntN(l.Remaining)
			err := w.goods.purchases.WriteOff(w.desk.ctx, idempotency.Key{}, purchase.WriteOffForm{LotID: l.ID, Pieces: pieces, Reason: "Spoiled"})
			if err == nil {
				w.stocked[productID] -= pieces * w.step(productID)
			}
			return err
		}
	}
	return nil
}

// payKhata takes a payment on the khata.
func (w *counterWalk) payKhata() error {
	amount, by := money.Paise(100+w.random.IntN(20000)), methods[w.random.IntN(3)]
	_, err := w.goods.khata.Add(w.desk.ctx, khata.Staff{ID: w.desk.actor.UserID, Name: "Sunita"}, "", khata.Line{UserID: w.shopper.id, Kind: khata.Payment, Amount: amount, By: string(by)})
	if err == nil {
		w.goods.took[by] += amount
	}
	return err
}

// count closes the day. After that, the payments of its sales cannot be changed.
func (w *counterWalk) count() error {
	_, err := w.goods.reports.Close(w.desk.ctx, w.desk.actor.UserID, report.Count{Counted: 100})
	return err
}
