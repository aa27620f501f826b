package order_test

import (
	"math/rand/v2"
	"testing"

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

const counterDevice = "device1"

// counterWalk is a shop during a list of acts: sales at a counter, purchases, write-offs, the khata
// of one customer, and an order of that customer for the same products.
type counterWalk struct {
	*walk

	random *rand.Rand
	prices map[string]money.Paise
	sales  []string // order IDs
	paid   map[string]map[order.PaidBy]money.Paise
	goods  goods
}

var methods = []order.PaidBy{order.ByCash, order.ByUPI, order.ByCard, order.ByKhata}

// sellingDesk registers the shop for GST and gives it a counter.
func (s *paymentShop) sellingDesk(t *testing.T) desk {
	t.Helper()
	registerForGST(t, s.db)
	must(t, s.db.Tx(t.Context(), func(tx *db.Tx) error { return account.EnsureWalkIn(t.Context(), tx, s.clock.Now()) }))
	execute(t, s.db, `INSERT INTO counter_devices (id, name, prefix, created_at) VALUES ($1, 'Counter 1', 'C1', $2)`, counterDevice, s.clock.Now())
	return s.desk(t)
}

// newCounterWalk places an order of a kind of event.kinds, makes a sale and books a purchase.
func newCounterWalk(t *testing.T, s *paymentShop, k desk, kind byte, seed uint64) *counterWalk {
	t.Helper()
	w := &counterWalk{
		walk:   &walk{t: t, s: s, desk: k, shopper: s.shopper(t), stocked: map[string]int{}, byWeight: true},
		random: rand.New(rand.NewPCG(2026, seed)), prices: map[string]money.Paise{}, paid: map[string]map[order.PaidBy]money.Paise{},
	}
	for i, price := range []money.Paise{10015, 7020, 4505} {
		productID := taxed(t, s.db, shoptest.Product{Name: []string{"Soap", "Salt", "Onion"}[i], Price: price, Stock: 8})
		w.products, w.prices[productID], w.stocked[productID] = append(w.products, productID), price, 8
	}
	w.products, w.extra = w.products[:2], w.products[2]
	execute(t, s.db, `UPDATE products SET unit = '250 g', step_grams = $2 WHERE id = $1`, w.extra, stepGrams)
	w.stocked[w.extra] *= stepGrams
	w.openGoods()
	w.place(kind)
	must(t, w.sell(order.ByCash))
	must(t, w.buy())
	w.compareAll("the first sale and purchase")
	return w
}

func (w *counterWalk) shop() settings.Settings {
	shop, err := w.s.orders.Settings.Get(w.t.Context())
	must(w.t, err)
	return shop
}

// everyProduct returns the products of the walk; the last one is sold by weight.
func (w *counterWalk) everyProduct() []string {
	return append([]string{w.products[0], w.products[1]}, w.extra)
}

func (w *counterWalk) randomProduct() string { return w.everyProduct()[w.random.IntN(3)] }

// split divides a sum into random parts, at most one for each payment method.
func split(random *rand.Rand, sum money.Paise, by ...order.PaidBy) []order.CounterPayment {
	var parts []order.CounterPayment
	for len(by) > 1 && sum > 200 {
		part := money.Paise(random.Int64N(int64(sum)-100) + 1)
		parts, sum, by = append(parts, order.CounterPayment{By: by[0], Amount: part}), sum-part, by[1:]
	}
	return append(parts, order.CounterPayment{By: by[0], Amount: sum})
}

// randomMethods returns one to three random payment methods.
func (w *counterWalk) randomMethods() (by []order.PaidBy) {
	for range 1 + w.random.IntN(3) {
		by = append(by, methods[w.random.IntN(len(methods))])
	}
	return by
}

func (w *counterWalk) note(orderID string, payments []order.CounterPayment) {
	w.paid[orderID] = map[order.PaidBy]money.Paise{}
	for _, p := range payments {
		w.paid[orderID][p.By] += p.Amount
	}
}

// priceOf returns the price of some grams, half a paisa rounded up. step is the price of stepGrams.
func priceOf(step money.Paise, grams int) money.Paise {
	return money.Paise((int64(step)*int64(grams)*2 + stepGrams) / (2 * stepGrams))
}

// line returns a random line of a sale, its price after the discount, and the pieces or grams that it
// takes of the product.
func (w *counterWalk) line(productID string) (l order.CounterLine, costs money.Paise, takes int) {
	l = order.CounterLine{ProductID: productID, Quantity: 1, Discount: money.Paise(w.random.IntN(300))}
	each := w.prices[productID]
	switch {
	case productID != w.extra:
		l.Quantity = 1 + w.random.IntN(3)
		costs, takes = each.Times(l.Quantity), l.Quantity
	case w.random.IntN(2) == 0:
		l.Grams = 50 + w.random.IntN(900)
		costs, takes = priceOf(each, l.Grams), l.Grams
	default:
		l.Amount = money.Paise(1000 + w.random.IntN(9000))
		costs, takes = l.Amount, int((2*int64(l.Amount)*stepGrams+int64(each))/(2*int64(each)))
	}
	return l, costs - l.Discount, takes
}

// sell makes a sale of random lines, paid by these methods.
func (w *counterWalk) sell(by ...order.PaidBy) error {
	lines, sum, sold := []order.CounterLine{}, money.Paise(0), map[string]int{}
	for range 1 + w.random.IntN(3) {
		productID := w.randomProduct()
		line, costs, takes := w.line(productID)
		lines, sum = append(lines, line), sum+costs
		sold[productID] += takes
	}
	return w.sellLines(lines, sum, sold, by)
}

// sellByWeight makes a sale of the product sold by weight.
func (w *counterWalk) sellByWeight() error {
	line, costs, takes := w.line(w.extra)
	return w.sellLines([]order.CounterLine{line}, costs, map[string]int{w.extra: takes}, []order.PaidBy{order.ByUPI})
}

// sellBeyondStock sells 20 pieces of a product, which is usually more than the stock.
func (w *counterWalk) sellBeyondStock() error {
	productID := w.products[0]
	return w.sellLines([]order.CounterLine{{ProductID: productID, Quantity: 20}}, w.prices[productID].Times(20), map[string]int{productID: 20}, []order.PaidBy{order.ByCard})
}

func (w *counterWalk) sellLines(lines []order.CounterLine, sum money.Paise, sold map[string]int, by []order.PaidBy) error {
	sale := order.CounterSale{UserID: w.shopper.id, Named: true, DeviceID: counterDevice, At: w.s.clock.Now(), Shop: w.shop(), Lines: lines}
	if sale.Shop.RoundOff {
		sum += tax.RoundOff(sum)
	}
	sale.Payments = split(w.random, sum, by...)
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
	if err != nil {
		return err
	}
	ordered := w.ordered(w.view())
	for productID, amount := range sold { // the stock stays at 0 if there was less
		w.stocked[productID] = max(ordered[productID], w.stocked[productID]-amount)
	}
	return nil
}

// changePayments changes how a sale was paid.
func (w *counterWalk) changePayments() error {
	orderID := w.randomSale()
	v := w.s.view(w.t, orderID)
	payments := split(w.random, v.TotalAmt+v.RoundOff, w.randomMethods()...)
	err := w.s.orders.SetCounterPayments(w.desk.ctx, w.desk.actor, orderID, payments)
	if err == nil {
		w.note(orderID, payments)
	}
	return err
}

// takeSaleBack takes some of a product back, possibly more than was sold, and refunds it by this
// method.
func (w *counterWalk) takeSaleBack(by order.PaidBy, restock bool) error {
	orderID := w.randomSale()
	before := w.s.view(w.t, orderID)
	line := before.Lines[w.random.IntN(len(before.Lines))]
	back := order.CounterReturnLine{ProductID: line.Product.ID, Restock: restock, Reason: "Broken"}
	if line.Product.ID == w.extra {
		back.Grams = 50 + w.random.IntN(300)
	} else {
		back.Quantity = 1 + w.random.IntN(2)
	}
	err := w.s.db.Tx(w.t.Context(), func(tx *db.Tx) error {
		return w.s.orders.TakeBackAtCounter(w.desk.ctx, tx, w.desk.actor, order.CounterReturn{
			DeviceID: counterDevice, OrderID: orderID, By: by, Lines: []order.CounterReturnLine{back}, Slot: bill.Slot{Prefix: "C1C", Year: "25-26"}, At: w.s.clock.Now(), Shop: w.shop(),
		})
	})
	if err != nil {
		return err
	}
	after := w.s.view(w.t, orderID)
	w.paid[orderID][by] -= before.TotalAmt + before.RoundOff - after.TotalAmt - after.RoundOff
	if restock {
		w.stocked[back.ProductID] += back.Quantity + back.Grams
	}
	return nil
}

// actAtDesk tries to change a sale as if it were an order, which the shop refuses.
func (w *counterWalk) actAtDesk() error {
	_, err := w.s.orders.SetDeliveryOfAll(w.desk.ctx, w.desk.actor, w.randomSale(), order.Canceled)
	if !fault.Is(err, fault.Conflict) {
		w.t.Fatalf("cancel a sale at the desk: %v, want a conflict", err)
	}
	return err
}

func (w *counterWalk) randomSale() string { return w.sales[w.random.IntN(len(w.sales))] }
