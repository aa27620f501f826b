package order_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

// received returns the received money of an order: paid, due back and refunded.
func received(v order.View) money.Paise {
	var sum money.Paise
	for _, line := range v.Lines {
		if slices.Contains([]payment.Status{payment.Paid, payment.RefundDue, payment.Refunded}, line.PaymentStatus) {
			sum += line.Total
		}
	}
	return sum
}

// checkSums compares an order's sums with its lines, and returns the pieces that are not canceled. The
// amounts to collect, paid and refunded must add up to the total.
func checkSums(t *testing.T, v order.View) (pieces int) {
	t.Helper()
	var total, collect, due, paid, refunded money.Paise
	for _, line := range v.Lines {
		if line.PaymentStatus == payment.RefundDue {
			due += line.Total
		}
		if line.DeliveryStatus == order.Canceled {
			continue
		}
		pieces += line.Quantity
		total += line.Total
		switch line.PaymentStatus {
		case payment.CashOnDelivery:
			collect += line.Total
		case payment.Paid:
			paid += line.Total
		case payment.RefundDue, payment.Refunded:
			refunded += line.Total
		default:
			t.Fatalf("a line that can be packed is %s", line.PaymentStatus)
		}
	}
	if collect+refunded+paid != v.TotalAmt {
		t.Fatalf("%v to collect, %v refunded and %v paid add up to another sum than the total: %+v", collect, refunded, paid, v)
	}
	if v.ItemCount != pieces || v.TotalAmt != total || v.CollectAmt != collect || v.RefundDue != due {
		t.Fatalf("the sums differ from those of the lines, want %d pieces, %v, %v to collect, %v due: %+v", pieces, total, collect, due, v)
	}
	return pieces
}

// claimLedger tracks the amounts of shoppers' unanswered UPI claims, and counts confirmed ones.
type claimLedger struct {
	amounts   map[string]money.Paise // by order
	confirmed int
}

// note checks an action on an order. If it confirms a claim, exactly the claimed amount must be
// received, and the part above the order's total due back.
func (l *claimLedger) note(t *testing.T, action string, before, after order.View) {
	t.Helper()
	if after.Version == before.Version {
		return
	}
	amount, known := l.amounts[before.ID]
	switch {
	case action == "claim" && before.Claim == nil:
		l.amounts[before.ID] = before.CollectAmt
	case action == "claim", action == "lines" && after.TotalAmt > before.TotalAmt, after.Claim == nil:
		delete(l.amounts, before.ID) // the claim covers another amount, or was answered
	case action == "paid" && known && amount > 0 && before.PaidBy == "" && after.PaidBy == order.ByUPI && received(before) == 0:
		if received(after) != amount || after.RefundDue+after.TotalAmt-after.CollectAmt != amount {
			t.Fatalf("a confirmed claim counts %v, want %v\n%+v\n%+v", received(after), amount, before, after)
		}
		l.confirmed++
	}
}

// checkSold compares each order's stored sum of sold goods with its lines.
func (s *shop) checkSold(t *testing.T) {
	t.Helper()
	wrong, err := db.All[string](t.Context(), s.db, `
		SELECT c.id
		FROM checkouts c
		LEFT JOIN (
			SELECT checkout_id, SUM(total) AS total FROM orders
			WHERE NOT hidden AND delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID')
			GROUP BY checkout_id
		) o ON o.checkout_id = c.id
		WHERE COALESCE(c.sold, -1) <> COALESCE(o.total, -1)`)
	if err != nil || len(wrong) > 0 {
		t.Errorf("checkouts.sold of %v, %v differs from the sum of the lines", wrong, err)
	}
}

// settleAll confirms claims, refunds every amount due and delivers open orders for cash. Then
// collected, refunded and otherwise paid money must add up to each total, to the paisa.
func (s *shop) settleAll(t *testing.T, k desk) {
	t.Helper()
	ids, err := db.All[string](t.Context(), s.db, `SELECT id FROM checkouts`)
	must(t, err)
	giveBack := func(v order.View) {
		if v.RefundDue > 0 && v.PaymentMethod == order.COD {
			must(t, s.orders.SetGivenBack(k.ctx, k.actor, v.ID, order.GivenBack{How: "CASH"}))
			return
		}
		for _, line := range v.Lines {
			if line.PaymentStatus == payment.RefundDue {
				_, err := s.orders.Refund(k.ctx, k.actor.UserID, line.ID)
				must(t, err)
			}
		}
	}
	for _, id := range ids {
		if v := s.view(t, id); problem(v, "CLAIM") {
			_, err := s.orders.SetPaidBy(k.ctx, k.actor, id, order.ByUPI, "1")
			if fault.Is(err, fault.Conflict) { // money for returned goods was refunded, so the payment method stays
				_, err = s.orders.SetPaidBy(k.ctx, k.actor, id, v.PaidBy, "")
			}
			must(t, err)
		}
		giveBack(s.view(t, id))
		if v := s.view(t, id); v.Stage != order.StageDone {
			k.moves(t, id, v.Stage, order.StageDone)
		}
		v := s.view(t, id)
		giveBack(v) // a confirmed claim and the cash together exceeded the total
		type sum struct {
			Payment payment.Status `db:"payment_status"`
			PaidBy  order.PaidBy   `db:"paid_by"`
			Total   money.Paise    `db:"total"`
		}
		sums, err := db.All[sum](t.Context(), s.db, `
			SELECT payment_status, paid_by, CAST(SUM(total) AS BIGINT) AS total FROM orders
			WHERE checkout_id = $1 AND delivery_status <> 'CANCELED' AND NOT hidden
			GROUP BY payment_status, paid_by`, id)
		must(t, err)
		var collected, refunded, paid money.Paise
		for _, group := range sums {
			switch {
			case group.Payment == payment.Paid && group.PaidBy == order.ByCash:
				collected += group.Total
			case group.Payment == payment.Paid:
				paid += group.Total
			case group.Payment == payment.Refunded:
				refunded += group.Total
			}
		}
		if v = s.view(t, id); collected+refunded+paid != v.TotalAmt || v.CollectAmt != 0 || v.RefundDue != 0 {
			t.Fatalf("%v collected, %v refunded and %v paid add up to another sum than the total: %+v", collected, refunded, paid, v)
		}
	}
}

// TestModel_noActionLosesMoneyOrPieces performs random actions of staff and shoppers. An order's
// received money must change only by cash on delivery and confirmed UPI payments, and every piece
// must be in stock or in an order.
func TestModel_noActionLosesMoneyOrPieces(t *testing.T) {
	t.Parallel()
	const steps, opening = 1000, 5000
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k := s.desk(t)
		random := rand.New(rand.NewPCG(7, 11))
		var products, ids []string
		for _, price := range []money.Paise{9950, 3333, 12001} {
			products = append(products, shoptest.AddProduct(t, d, shoptest.Product{Price: price, Stock: opening}))
		}
		place := func(online bool) {
			ravi := s.shopper(t)
			items := []order.Item{ravi.addToCart(t, products[0], 1+random.IntN(4)), ravi.addToCart(t, products[1], 1+random.IntN(4))}
			if online {
				ids = append(ids, s.paysOnline(t, ravi, items...))
				return
			}
			ids = append(ids, ravi.orders(t, items...)[0].OrderID)
		}
		for i := range 4 {
			place(i%2 == 0)
		}
		done, returned, spoiled := 0, 0, 0
		claims := claimLedger{amounts: map[string]money.Paise{}}
		for step := range steps {
			if step%100 == 99 {
				ids = ids[2:]
				place(true)
				place(false)
			}
			id := ids[random.IntN(len(ids))]
			before := s.view(t, id)
			undo, action, err := k.action(random, before, products)
			if err != nil && fault.Of(err) == nil {
				t.Fatalf("step %d, %s: %v, want nil or a refusal", step, action, err)
			}
			after := s.view(t, id)
			checkSums(t, after)
			came := received(after) - received(before)
			switch {
			case err != nil && came != 0:
				t.Fatalf("step %d: %s was refused and moved %v, want nothing", step, action, came)
			case err == nil && after.PaymentMethod == order.Online && came != 0, action == "lines" && after.PaidBy == order.ByUPI && came != 0,
				action == "replace" && after.PaidBy == order.ByUPI && came != 0, action == "add" && came != 0, strings.HasPrefix(action, "return") && came != 0:
				t.Fatalf("step %d: %s moved %v, want no money\n%+v\n%+v", step, action, came, before, after)
			}
			if err == nil {
				done++
				claims.note(t, action, before, after)
			}
			canceled := 0
			if err == nil && strings.HasPrefix(action, "return") {
				returned++
				if action == "return without stock" {
					canceled = before.ItemCount - after.ItemCount
				}
			}
			spoiled += canceled
			if undo != nil && random.IntN(3) == 0 {
				must(t, s.orders.Undo(k.ctx, k.actor, id, undo.ID))
				spoiled -= canceled
				back := s.view(t, id)
				checkSums(t, back)
				if received(back) != received(before) || back.TotalAmt != before.TotalAmt || back.CollectAmt != before.CollectAmt ||
					back.RefundDue != before.RefundDue || back.Stage != before.Stage || back.ItemCount != before.ItemCount || back.PaidBy != before.PaidBy {
					t.Fatalf("step %d: undoing %s left\n%+v\ninstead of\n%+v", step, action, back, before)
				}
			}
			s.clock.Advance(time.Second)
		}
		ordered, err := db.Get[int](t.Context(), d, `SELECT COALESCE(SUM(quantity), 0) FROM orders WHERE delivery_status <> 'CANCELED' AND NOT hidden`)
		must(t, err)
		left := 0
		for _, product := range products {
			left += shoptest.Stock(t, d, product)
		}
		if ordered+left+spoiled != opening*len(products) {
			t.Errorf("%d pieces are in orders, %d in stock and %d spoiled, want %d together", ordered, left, spoiled, opening*len(products))
		}
		s.checkSold(t)
		s.settleAll(t, k)
		taken, paidBack := s.Money()
		online, err := db.Get[money.Paise](t.Context(), d, `
			SELECT CAST(SUM(total) AS BIGINT) FROM orders WHERE payment_method = 'ONLINE' AND NOT hidden AND payment_status IN ('PAID', 'REFUND DUE')`)
		must(t, err)
		if online != taken-paidBack {
			t.Errorf("the rows hold %v of the %v that the bank took, less %v, want %v", online, taken, paidBack, taken-paidBack)
		}
		if done < steps/3 || claims.confirmed == 0 || returned < steps/50 {
			t.Errorf("of %d actions %d took effect, %d claims were confirmed, %d returns; want a third, 1 and a fiftieth",
				steps, done, claims.confirmed, returned)
		}
	})
}

// action performs a random action on an order. It returns the action's undo, if any, and its name.
func (d desk) action(random *rand.Rand, v order.View, products []string) (*order.Undo, string, error) {
	line := v.Lines[random.IntN(len(v.Lines))]
	product := products[random.IntN(len(products))]
	switch n := random.IntN(26); {
	case n < 6:
		pack := order.Pack{LineID: line.ID, Quantity: random.IntN(line.Ordered + 1)}
		if grams := 1 + random.IntN(4000); n < 2 {
			pack.WeightGrams = &grams
		}
		undo, err := d.s.orders.SetLines(d.ctx, d.actor, v.ID, []order.Pack{pack})
		return undo, "lines", err
	case n < 8:
		undo, err := d.s.orders.Add(d.ctx, d.actor, v.ID, order.Addition{ProductID: product, Quantity: 1 + random.IntN(3), Replaces: line.ID})
		return undo, "replace", err
	case n == 8 && len(v.Lines) < 12:
		undo, err := d.s.orders.Add(d.ctx, d.actor, v.ID, order.Addition{ProductID: product, Quantity: 1})
		return undo, "add", err
	case n < 12:
		undo, err := d.s.orders.SetStage(d.ctx, d.actor, v.ID, order.Move{From: v.Stage, To: order.Stages[random.IntN(5)]})
		return undo, "stage", err
	case n < 14:
		_, err := d.s.orders.SetDelivery(d.ctx, d.actor.UserID, line.ID, []order.Delivery{order.Pending, order.Delivered, order.Canceled}[random.IntN(3)])
		return nil, "row", err
	case n == 14:
		undo, err := d.s.orders.Refuse(d.ctx, d.actor, v.ID, order.Refusal{Reason: "No more."})
		return undo, "refuse", err
	case n < 17:
		by := []order.PaidBy{order.ByUPI, order.ByCash, ""}[random.IntN(3)]
		if v.Claim != nil && v.PaidBy == "" {
			by = order.ByUPI // as staff usually answers a claim
		}
		undo, err := d.s.orders.SetPaidBy(d.ctx, d.actor, v.ID, by, "1")
		return undo, "paid", err
	case n == 17:
		undo, err := d.s.orders.SetDeliveryOfAll(d.ctx, d.actor, v.ID, order.Pending)
		return undo, "status", err
	case n > 21:
		back := order.Return{LineID: line.ID, Quantity: 1 + random.IntN(max(1, line.Quantity)), Restock: random.IntN(2) == 0}
		returns := order.Returns{Lines: []order.Return{back}}
		if v.PaymentMethod == order.COD && random.IntN(3) == 0 {
			returns.GivenBack.How = "CASH"
		}
		undo, err := d.s.orders.Return(d.ctx, d.actor, v.ID, returns)
		if !back.Restock {
			return undo, "return without stock", err
		}
		return undo, "return", err
	case n == 18 && v.PaymentMethod == order.COD:
		return nil, "given back", d.s.orders.SetGivenBack(d.ctx, d.actor, v.ID, order.GivenBack{How: "CASH"})
	}
	if v.PaymentMethod == order.COD {
		return nil, "claim", d.s.orders.Claim(d.ctx, order.Actor{Kind: order.ByShopper, UserID: v.Customer.ID}, v.ID, strconv.Itoa(random.IntN(3)))
	}
	_, err := d.s.orders.Refund(d.ctx, d.actor.UserID, line.ID)
	return nil, "refund", err
}
