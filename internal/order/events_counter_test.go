package order_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/tax"
)

// counterWalk is a device during a list of sales, splits and returns, and what it should have come to.
type counterWalk struct {
	t        *testing.T
	s        *paymentShop
	desk     desk
	random   *rand.Rand
	products []string
	customer string
	sales    []string // orders
	paid     map[string]map[order.PaidBy]money.Paise
	left     map[string]int // pieces in stock, by product
	goods    goods
}

var ways = []order.PaidBy{order.ByCash, order.ByUPI, order.ByCard, order.ByKhata}

func newCounterWalk(t *testing.T, s *paymentShop, k desk, seed uint64) *counterWalk {
	t.Helper()
	w := &counterWalk{t: t, s: s, desk: k, random: rand.New(rand.NewPCG(2026, seed)), customer: shoptest.AddShopper(t, s.db), paid: map[string]map[order.PaidBy]money.Paise{}, left: map[string]int{}}
	for i, price := range []money.Paise{10015, 7020, 4505} {
		w.products = append(w.products, taxed(t, s.db, shoptest.Product{Name: fmt.Sprintf("Product %d", i), Price: price, Stock: 6}))
		w.left[w.products[i]] = 6
	}
	w.openGoods()
	return w
}

func (w *counterWalk) shop() settings.Settings {
	shop, err := w.s.orders.Settings.Get(w.t.Context())
	must(w.t, err)
	return shop
}

// split divides a sum into one to three parts.
func (w *counterWalk) split(sum money.Paise) []order.CounterPayment {
	parts := []order.CounterPayment{}
	for n := w.random.IntN(3); n > 0 && sum > 200; n-- {
		part := money.Paise(w.random.Int64N(int64(sum)-100) + 1)
		parts, sum = append(parts, order.CounterPayment{By: ways[w.random.IntN(len(ways))], Amount: part}), sum-part
	}
	return append(parts, order.CounterPayment{By: ways[w.random.IntN(len(ways))], Amount: sum})
}

func (w *counterWalk) note(orderID string, payments []order.CounterPayment) {
	w.paid[orderID] = map[order.PaidBy]money.Paise{}
	for _, p := range payments {
		w.paid[orderID][p.By] += p.Amount
	}
}

// sell sells random lines, more than there are in stock at times.
func (w *counterWalk) sell() error {
	sale := order.CounterSale{UserID: w.customer, Named: true, DeviceID: "device1", At: w.s.clock.Now(), Shop: w.shop()}
	var sum money.Paise
	sold := map[string]int{}
	for n := 1 + w.random.IntN(3); n > 0; n-- {
		i, pieces := w.random.IntN(len(w.products)), 1+w.random.IntN(3)
		price, discount := []money.Paise{10015, 7020, 4505}[i], money.Paise(w.random.IntN(300))
		sale.Lines = append(sale.Lines, order.CounterLine{ProductID: w.products[i], Quantity: pieces, Discount: discount})
		sum += price.Times(pieces) - discount
		sold[w.products[i]] += pieces
	}
	if sale.Shop.RoundOff {
		sum += tax.RoundOff(sum)
	}
	sale.Payments = w.split(sum)
	err := w.s.db.Tx(w.t.Context(), func(tx *db.Tx) (err error) {
		if sale.Slot, err = bill.Claim(w.t.Context(), tx, bill.Slot{Prefix: "C1", Year: "25-26"}); err != nil {
			return err
		}
		orderID, err := w.s.orders.Sell(w.desk.ctx, tx, w.desk.actor, sale)
		if err == nil {
			w.sales = append(w.sales, orderID)
			w.note(orderID, sale.Payments)
		}
		return err
	})
	for productID, pieces := range sold {
		w.left[productID] = max(0, w.left[productID]-pieces)
	}
	return err
}

// mend says of a sale that it was paid in another way.
func (w *counterWalk) mend() error {
	orderID := w.randomSale()
	v := w.s.view(w.t, orderID)
	payments := w.split(v.TotalAmt + v.RoundOff)
	err := w.s.orders.SetCounterPayments(w.desk.ctx, w.desk.actor, orderID, payments)
	if err == nil {
		w.note(orderID, payments)
	}
	return err
}

// takeBack takes pieces of a product back, which may be more than there were.
func (w *counterWalk) takeBack() error {
	orderID, by := w.randomSale(), ways[w.random.IntN(len(ways))]
	before := w.s.view(w.t, orderID)
	line := before.Lines[w.random.IntN(len(before.Lines))]
	back := order.CounterReturnLine{ProductID: line.Product.ID, Quantity: 1 + w.random.IntN(2), Restock: w.random.IntN(2) == 0, Reason: "Broken"}
	err := w.s.db.Tx(w.t.Context(), func(tx *db.Tx) error {
		return w.s.orders.TakeBackAtCounter(w.desk.ctx, tx, w.desk.actor, order.CounterReturn{
			DeviceID: "device1", OrderID: orderID, By: by, Lines: []order.CounterReturnLine{back}, Slot: bill.Slot{Prefix: "C1C", Year: "25-26"}, At: w.s.clock.Now(), Shop: w.shop(),
		})
	})
	if err != nil {
		return err
	}
	after := w.s.view(w.t, orderID)
	w.paid[orderID][by] -= before.TotalAmt + before.RoundOff - after.TotalAmt - after.RoundOff
	if back.Restock {
		w.left[back.ProductID] += back.Quantity
	}
	return nil
}

// actAtDesk acts on a sale as on an order, which is refused.
func (w *counterWalk) actAtDesk() error {
	_, err := w.s.orders.SetDeliveryOfAll(w.desk.ctx, w.desk.actor, w.randomSale(), order.Canceled)
	if !fault.Is(err, fault.Conflict) {
		w.t.Fatalf("a sale is canceled at the desk: %v", err)
	}
	return err
}

func (w *counterWalk) randomSale() string { return w.sales[w.random.IntN(len(w.sales))] }

// compare checks every sale, the stock, the khata and the day after an act.
func (w *counterWalk) compare(act string) {
	w.t.Helper()
	var sold money.Paise
	for _, orderID := range w.sales {
		v := w.s.view(w.t, orderID)
		sold += v.TotalAmt + v.RoundOff
		var paid, net money.Paise
		for by, amount := range w.paid[orderID] {
			paid += amount
			w.same(act, "paid "+string(by), amount, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM checkout_payments WHERE voided_at IS NULL AND checkout_id = $1 AND paid_by = $2`, orderID, by)
		}
		w.same(act, "of the khata", w.paid[orderID][order.ByKhata], `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM khata_entries WHERE checkout_id = $1`, orderID)
		for i, b := range v.Bills {
			if net += b.Payable; i > 0 {
				net -= 2 * b.Payable
			}
		}
		if total := v.TotalAmt + v.RoundOff; paid != total || net != total || v.RefundDue != 0 || v.CollectAmt != 0 || v.Stage != order.StageDone {
			w.t.Fatalf("after %s %v is paid and %v billed of %v: %+v", act, paid, net, total, v)
		}
	}
	for _, productID := range w.products {
		w.same(act, "pieces in the ledger", money.Paise(w.left[productID]), `SELECT CAST(SUM(change) AS BIGINT) FROM stock_movements WHERE product_id = $1`, productID)
		w.same(act, "pieces in stock", money.Paise(w.left[productID]), `SELECT stock FROM products WHERE id = $1`, productID)
	}
	w.same(act, "balance less entries", 0, `SELECT CAST(COALESCE(MAX(a.balance), 0) - COALESCE(SUM(e.amount), 0) AS BIGINT) FROM khata_entries e JOIN khata_accounts a ON a.user_id = e.user_id WHERE e.user_id = $1`, w.customer)
	w.compareGoods(act, sold)
}

func (w *counterWalk) same(act, what string, want money.Paise, statement string, args ...any) {
	w.t.Helper()
	if got, err := db.Get[int64](w.t.Context(), w.s.db, statement, args...); err != nil || money.Paise(got) != want {
		w.t.Fatalf("after %s %s: %d, want %d, %v", act, what, got, want, err)
	}
}

// TestModel_everyOrderOfSalesKeepsMoneyAndPieces runs random sales, splits, changes of payments and returns at the counter, with
// purchases, returns to the supplier, write-offs and payments between them.
func TestModel_everyOrderOfSalesKeepsMoneyAndPieces(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		registerForGST(t, d)
		k := s.desk(t)
		must(t, d.Tx(t.Context(), func(tx *db.Tx) error { return account.EnsureWalkIn(t.Context(), tx, s.clock.Now()) }))
		execute(t, d, `INSERT INTO counter_devices (id, name, prefix, created_at) VALUES ('device1', 'Counter 1', 'C1', $1)`, s.clock.Now())
		t.Cleanup(func() { assertNoGap(t, d) })
		for seed := range uint64(shoptest.Rounds(4, 200)) {
			setShop(t, d, fmt.Sprintf(`{"roundOff":%v}`, seed%2 == 1))
			s.clock.Advance(2 * time.Second) // the settings are read again
			w := newCounterWalk(t, s, k, seed)
			must(t, w.sell())
			w.compare("the first sale")
			acts := map[string]func() error{
				"a sale": w.sell, "a change of payments": w.mend, "a return": w.takeBack, "an act at the desk": w.actAtDesk, "a payment of the khata": w.payKhata,
				"a purchase": w.buy, "a return to the supplier": w.sendBack, "a payment to the supplier": w.paySupplier, "a write-off": w.writeOff,
			}
			names := slices.Sorted(maps.Keys(acts))
			for range 24 {
				name := names[w.random.IntN(len(names))]
				if err := acts[name](); err != nil && fault.Of(err) == nil {
					t.Fatalf("%s: %v", name, err)
				}
				s.clock.Advance(time.Second)
				w.compare(name)
			}
		}
	})
}
