package order_test

import (
	"slices"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
)

// compare compares the order with the reference.
func (w *walk) compare(after string, v order.View) {
	w.t.Helper()
	var goods money.Paise
	for _, line := range v.Lines {
		if isLive(line) {
			goods += (line.ProductDetail.Price - line.Discount).Times(line.Quantity)
		}
	}
	came, back, paid := w.money()
	isWhole := (paid+v.RefundDue)%100 == 0 && paid%100 == 0 && v.CollectAmt%100 == 0 && v.TotalAmt+v.RoundOff == w.r.whole(v.TotalAmt)
	switch {
	case came != w.r.came || back != w.r.back:
		w.t.Fatalf("after %s %v came and %v went back, want %v and %v\n%+v", after, came, back, w.r.came, w.r.back, v)
	case v.RefundDue != w.r.came-w.r.back-paid:
		w.t.Fatalf("after %s %v is due back, want %v that came, less %v that went back, less %v of paid goods\n%+v",
			after, v.RefundDue, w.r.came, w.r.back, paid, v)
	case w.r.rounded != w.roundedNow() || w.r.rounded && !isWhole || !w.r.rounded && v.RoundOff != 0:
		w.t.Fatalf("after %s %v is paid, %v due, %v to collect of %v, round-off %v; want whole rupees: %t\n%+v",
			after, paid, v.RefundDue, v.CollectAmt, v.TotalAmt, v.RoundOff, w.r.rounded, v)
	case v.TotalAmt != goods:
		w.t.Fatalf("after %s the total is %v, want %v for the goods\n%+v", after, v.TotalAmt, goods, v)
	case problem(v, "CLAIM") != w.r.open || problem(v, "REFUND_DUE") != (v.RefundDue > 0):
		w.t.Fatalf("after %s the problems are %v, want CLAIM: %t, REFUND_DUE: %t\n%+v", after, v.Problems, w.r.open, v.RefundDue > 0, v)
	}
	w.compareBills(after, v)
	w.compareKhata(after)
	w.compareStock(after, v)
}

// compareStock compares the stock, and the sum of the stock ledger, with w.stocked minus the order.
func (w *walk) compareStock(after string, v order.View) {
	w.t.Helper()
	for productID, stocked := range w.stocked {
		both, err := db.Get[struct {
			Stock  int `db:"stock"`
			Ledger int `db:"ledger"`
		}](w.t.Context(), w.s.db, `
			SELECT p.stock * s.step + p.loose_grams AS stock, CAST((SELECT SUM(change) * s.step + SUM(grams) FROM stock_movements m WHERE m.product_id = p.id) AS BIGINT) AS ledger
			FROM products p JOIN (SELECT id, CASE WHEN step_grams > 0 THEN step_grams ELSE 1 END AS step FROM products) s ON s.id = p.id
			WHERE p.id = $1`, productID)
		must(w.t, err)
		if want := stocked - w.ordered(v)[productID]; both.Stock != want || both.Ledger != want {
			w.t.Fatalf("after %s %d are in stock and %d in the ledger, want %d\n%+v", after, both.Stock, both.Ledger, want, v)
		}
	}
}

// ordered returns the order's quantities by product, in grams for products sold by weight.
func (w *walk) ordered(v order.View) map[string]int {
	ordered := map[string]int{}
	for _, line := range v.Lines {
		if isLive(line) {
			ordered[line.Product.ID] += line.Quantity * w.step(line.Product.ID)
		}
	}
	return ordered
}

// step returns the grams in a product's unit, or 1 if it is sold by the piece.
func (w *walk) step(productID string) int {
	if w.byWeight && productID == w.extra {
		return stepGrams
	}
	return 1
}

// money returns the received amount, the refunded amount, and the amount paid for goods that the
// customer keeps.
func (w *walk) money() (came, back, paid money.Paise) {
	w.t.Helper()
	sum := func(condition string) money.Paise {
		amount, err := db.Get[money.Paise](w.t.Context(), w.s.db, `SELECT CAST(COALESCE(SUM(total + round_off), 0) AS BIGINT) FROM orders WHERE checkout_id = $1 AND NOT hidden AND `+condition, w.id)
		must(w.t, err)
		return amount
	}
	return sum(`payment_status IN ('PAID', 'REFUND DUE', 'REFUNDED')`), sum(`payment_status = 'REFUNDED'`), sum(`payment_status = 'PAID' AND delivery_status <> 'CANCELED'`)
}

func (w *walk) roundedNow() bool {
	w.t.Helper()
	rounded, err := db.Get[bool](w.t.Context(), w.s.db, `SELECT rounded FROM checkouts WHERE id = $1`, w.id)
	must(w.t, err)
	return rounded
}

// compareBills checks that bills minus credit notes equal the price of the goods that left, to the
// paisa. An order that has not left is billed in full or not at all.
func (w *walk) compareBills(after string, v order.View) {
	w.t.Helper()
	net := billed(v)
	pending := slices.ContainsFunc(v.Lines, func(r order.LineView) bool { return r.DeliveryStatus == order.Pending })
	out := v.Stage == order.StageOut || !pending && slices.ContainsFunc(v.Lines, func(r order.LineView) bool { return r.DeliveryStatus == order.Delivered })
	if net != v.TotalAmt+v.RoundOff && (out || net != 0) {
		w.t.Fatalf("after %s %v is billed, want %v with a round-off of %v: %+v\n%+v", after, net, v.TotalAmt, v.RoundOff, v.Bills, v)
	}
}

// compareKhata compares an order's khata entries with its lines on the khata, and the balance with
// the sum of all entries.
func (w *walk) compareKhata(after string) {
	w.t.Helper()
	for name, statement := range map[string]string{
		"rows of the order": `
			SELECT (SELECT COALESCE(SUM(total + round_off), 0) FROM orders WHERE checkout_id = $1 AND paid_by = 'KHATA' AND payment_status = 'PAID' AND NOT hidden)
				- (SELECT COALESCE(SUM(amount), 0) FROM khata_entries WHERE checkout_id = $1)`,
		"entries of the account": `
			SELECT (SELECT COALESCE(SUM(amount), 0) FROM khata_entries WHERE user_id = c.user_id) - COALESCE((SELECT balance FROM khata_accounts WHERE user_id = c.user_id), 0)
			FROM checkouts c WHERE c.id = $1`,
	} {
		if difference, err := db.Get[int64](w.t.Context(), w.s.db, statement, w.id); err != nil || difference != 0 {
			w.t.Fatalf("after %s the khata differs from the %s by %d paise, %v, want 0", after, name, difference, err)
		}
	}
}
