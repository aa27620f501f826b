package order_test

import (
	"math/rand/v2"
	"slices"
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

// event is something that happens to an order. do performs it; note updates the reference from
// the order before and after, unless it was refused. A new event of the shop is one more line of
// events.
type event struct {
	name  string
	kinds string // kinds of orders it can happen to: c cash, u unpaid online, p paid online
	do    func(w *walk) (*order.Undo, error)
	note  func(r *reference, before, after order.View)
}

// walk is one order during a list of events.
type walk struct {
	t         *testing.T
	s         *paymentShop
	desk      desk
	shopper   *shopper
	id, ref   string // the order, and its session at the bank
	products  []string
	extra     string // a product that is added
	undo      *order.Undo
	r, undone reference // and before the last undoable action
}

const opening = 50 // pieces of each product

var events = []event{
	{"claim", "c", (*walk).claim, (*reference).noteClaim},
	{"confirm", "c", (*walk).confirm, (*reference).noteConfirm},
	{"pay", "up", (*walk).pay, nil},
	{"land late", "up", (*walk).landLate, nil},
	{"expire", "up", (*walk).expire, nil},
	{"pack short", "cup", (*walk).packShort, nil},
	{"edit", "cup", (*walk).edit, nil},
	{"add", "cp", func(w *walk) (*order.Undo, error) { return w.add("") }, nil},
	{"replace", "cp", func(w *walk) (*order.Undo, error) { return w.add(w.line().ID) }, (*reference).noteReplace},
	{"cancel by shop", "cup", (*walk).refuse, nil},
	{"cancel by shopper", "cup", (*walk).cancel, nil},
	{"refuse", "cp", (*walk).refuseAtTheDoor, nil},
	{"deliver", "cup", (*walk).deliver, (*reference).noteDeliver},
	{"deliver on the khata", "c", (*walk).deliverOnKhata, (*reference).noteDeliverOnKhata},
	{"say khata", "c", (*walk).sayKhata, (*reference).noteSayKhata},
	{"return", "cp", (*walk).takeBack, nil},
	{"return for cash", "c", (*walk).takeBackForCash, (*reference).noteTakeBack},
	{"refund", "cup", (*walk).refund, (*reference).noteRefund},
	{"bill", "cp", (*walk).bill, nil},
	{"undo", "cup", (*walk).undoLast, nil},
}

func (w *walk) view() order.View { return w.s.view(w.t, w.id) }

// line returns the first line that is not canceled, or else the first.
func (w *walk) line() order.LineView {
	lines := w.view().Lines
	if i := slices.IndexFunc(lines, isLive); i >= 0 {
		return lines[i]
	}
	return lines[0]
}

func isLive(line order.LineView) bool { return line.DeliveryStatus != order.Canceled }

func (w *walk) claim() (*order.Undo, error) {
	return nil, w.s.orders.Claim(w.t.Context(), order.Actor{Kind: order.ByShopper, UserID: w.shopper.id}, w.id, w.s.clock.Now().Format(time.TimeOnly))
}

func (w *walk) confirm() (*order.Undo, error) {
	return w.s.orders.SetPaidBy(w.desk.ctx, w.desk.actor, w.id, order.ByUPI, "4321")
}

func (w *walk) pay() (*order.Undo, error) {
	if w.s.Pay(w.ref) == nil { // otherwise the bank's page has expired
		w.s.deliver(w.t, w.s.lastEvent(w.t)).Expect(w.t, 200, "")
	}
	return nil, nil //nolint:nilnil // nothing that staff can undo
}

// landLate makes the bank take the money of a session that may have expired.
func (w *walk) landLate() (*order.Undo, error) {
	taken, _ := w.s.Money()
	bank := theBank(w.t, w.s)
	bank.Force(w.ref, payment.SessionPaid)
	w.s.deliver(w.t, bank.SignEvent(w.ref, payment.SessionPaid)).Expect(w.t, 200, "")
	if now, _ := w.s.Money(); now < taken {
		w.t.Fatal("the bank gave money back")
	}
	return nil, nil //nolint:nilnil // nothing that staff can undo
}

func (w *walk) expire() (*order.Undo, error) {
	w.s.clock.Advance(31 * time.Minute)
	w.s.sweepFor(w.t, time.Minute)
	return nil, nil //nolint:nilnil // nothing that staff can undo
}

func (w *walk) packShort() (*order.Undo, error) {
	line := w.line()
	return w.s.orders.SetLines(w.desk.ctx, w.desk.actor, w.id, []order.Pack{{LineID: line.ID, Quantity: max(0, line.Quantity-1)}})
}

func (w *walk) edit() (*order.Undo, error) {
	v, line := w.view(), w.line()
	e := order.Edit{Version: v.Version, Lines: []order.Pack{{LineID: line.ID, Quantity: line.Quantity + 1}}}
	if v.PaymentMethod == order.Online {
		e.Lines[0].Quantity = max(0, line.Quantity-1)
	}
	return nil, w.s.orders.Edit(w.t.Context(), order.Actor{Kind: order.ByShopper, UserID: w.shopper.id}, "", w.id, e)
}

func (w *walk) add(replaces string) (*order.Undo, error) {
	return w.s.orders.Add(w.desk.ctx, w.desk.actor, w.id, order.Addition{ProductID: w.extra, Quantity: 1, Replaces: replaces})
}

func (w *walk) refuse() (*order.Undo, error) {
	return w.s.orders.Refuse(w.desk.ctx, w.desk.actor, w.id, order.Refusal{Reason: "Sold out."})
}

func (w *walk) refuseAtTheDoor() (*order.Undo, error) {
	if _, err := w.s.orders.SetStage(w.desk.ctx, w.desk.actor, w.id, order.Move{From: w.view().Stage, To: order.StageOut}); err != nil && fault.Of(err) == nil {
		return nil, err
	}
	return w.refuse()
}

func (w *walk) cancel() (*order.Undo, error) {
	return nil, w.s.orders.Cancel(w.t.Context(), order.Actor{Kind: order.ByShopper, UserID: w.shopper.id}, w.id)
}

func (w *walk) deliver() (*order.Undo, error) {
	return w.s.orders.SetStage(w.desk.ctx, w.desk.actor, w.id, order.Move{From: w.view().Stage, To: order.StageDone})
}

func (w *walk) deliverOnKhata() (*order.Undo, error) {
	return w.s.orders.SetStage(w.desk.ctx, w.desk.actor, w.id, order.Move{From: w.view().Stage, To: order.StageDone, PaidBy: order.ByKhata})
}

func (w *walk) sayKhata() (*order.Undo, error) {
	return w.s.orders.SetPaidBy(w.desk.ctx, w.desk.actor, w.id, order.ByKhata, "")
}

// takeBack returns a piece; what was on the khata goes back there at once.
func (w *walk) takeBack() (*order.Undo, error) {
	line, before := w.line(), w.view()
	undo, err := w.s.orders.Return(w.desk.ctx, w.desk.actor, w.id, order.Returns{Lines: []order.Return{{LineID: line.ID, Quantity: 1, Restock: true}}})
	if err != nil {
		return nil, err
	}
	by, err := db.Get[order.PaidBy](w.t.Context(), w.s.db, `SELECT paid_by FROM orders WHERE id = $1`, line.ID)
	if by == order.ByKhata {
		after := w.view()
		back := before.TotalAmt + before.RoundOff - after.TotalAmt - after.RoundOff
		w.r.back, w.r.khata, w.r.khataBack = w.r.back+back, w.r.khata-back, w.r.khataBack+back
	}
	return undo, err
}

func (w *walk) takeBackForCash() (*order.Undo, error) {
	return w.s.orders.Return(w.desk.ctx, w.desk.actor, w.id, order.Returns{
		Lines: []order.Return{{LineID: w.line().ID, Quantity: 1, Restock: true}}, GivenBack: order.GivenBack{How: "CASH"},
	})
}

func (w *walk) refund() (*order.Undo, error) {
	v := w.view()
	if v.PaymentMethod == order.COD {
		return nil, w.s.orders.SetGivenBack(w.desk.ctx, w.desk.actor, w.id, order.GivenBack{How: "CASH"})
	}
	for _, line := range v.Lines {
		if line.PaymentStatus == payment.RefundDue {
			if _, err := w.s.orders.Refund(w.desk.ctx, w.desk.actor.UserID, line.ID); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil //nolint:nilnil // money that went back cannot be undone
}

// bill prints the bill before the goods leave, where it can be.
func (w *walk) bill() (*order.Undo, error) {
	if _, err := w.s.orders.SetStage(w.desk.ctx, w.desk.actor, w.id, order.Move{From: w.view().Stage, To: order.StagePacked}); err != nil && fault.Of(err) == nil {
		return nil, err
	}
	return nil, w.s.orders.IssueBill(w.desk.ctx, w.desk.actor, w.id)
}

func (w *walk) undoLast() (*order.Undo, error) {
	if w.undo == nil {
		return nil, fault.New(fault.Conflict, "none", "There is nothing to undo.")
	}
	err := w.s.orders.Undo(w.desk.ctx, w.desk.actor, w.id, w.undo.ID)
	if err == nil {
		w.r = w.undone
	}
	return nil, err
}

// happens performs an event and compares the shop with the reference.
func (w *walk) happens(e event) {
	w.t.Helper()
	before, was := w.view(), w.r.clone()
	takenBefore, _ := w.s.Money()
	undo, err := e.do(w)
	if err != nil && fault.Of(err) == nil {
		w.t.Fatalf("%s: %v", e.name, err)
	}
	after := w.view()
	if err == nil && e.note != nil {
		e.note(&w.r, before, after)
	}
	if taken, _ := w.s.Money(); e.name != "undo" {
		w.r.came += taken - takenBefore
	}
	if canceled := newlyCanceled(before, after); len(canceled) > 0 && e.name != "undo" {
		w.r.canceled = canceled
	}
	if undo != nil {
		w.undo, w.undone = undo, was
	}
	w.compare(e.name, after)
	w.s.clock.Advance(time.Second)
}

func newlyCanceled(before, after order.View) []string {
	var ids []string
	for _, line := range before.Lines {
		i := slices.IndexFunc(after.Lines, func(a order.LineView) bool { return a.ID == line.ID })
		if isLive(line) && i >= 0 && !isLive(after.Lines[i]) {
			ids = append(ids, line.ID)
		}
	}
	return ids
}

func (w *walk) compare(after string, v order.View) {
	w.t.Helper()
	var goods money.Paise
	pieces := map[string]int{}
	for _, line := range v.Lines {
		if !isLive(line) {
			continue
		}
		goods += (line.ProductDetail.Price - line.Discount).Times(line.Quantity)
		pieces[line.Product.ID] += line.Quantity
	}
	came, back, paid := w.money()
	isWhole := (paid+v.RefundDue)%100 == 0 && paid%100 == 0 && v.CollectAmt%100 == 0 && v.TotalAmt+v.RoundOff == w.r.whole(v.TotalAmt)
	switch {
	case came != w.r.came || back != w.r.back:
		w.t.Fatalf("after %s %v came and %v went back, the reference has %v and %v\n%+v", after, came, back, w.r.came, w.r.back, v)
	case v.RefundDue != w.r.came-w.r.back-paid:
		w.t.Fatalf("after %s %v is due back; %v came, %v went back, goods for %v are paid\n%+v", after, v.RefundDue, w.r.came, w.r.back, paid, v)
	case w.r.rounded != w.roundedNow() || w.r.rounded && !isWhole || !w.r.rounded && v.RoundOff != 0:
		w.t.Fatalf("after %s %v is paid, %v due back, %v to collect; %v with a round-off of %v\n%+v", after, paid, v.RefundDue, v.CollectAmt, v.TotalAmt, v.RoundOff, v)
	case v.TotalAmt != goods:
		w.t.Fatalf("after %s the total is %v, the goods cost %v\n%+v", after, v.TotalAmt, goods, v)
	case problem(v, "CLAIM") != w.r.open || problem(v, "REFUND_DUE") != (v.RefundDue > 0):
		w.t.Fatalf("after %s the problems are %v, a claim is open: %v\n%+v", after, v.Problems, w.r.open, v)
	}
	w.compareBills(after, v)
	w.compareKhata(after)
	for _, product := range append(slices.Clone(w.products), w.extra) {
		if left := shoptest.Stock(w.t, w.s.db, product); left+pieces[product] != opening {
			w.t.Fatalf("after %s %d pieces are in stock and %d in the order", after, left, pieces[product])
		}
	}
}

// money reads what came, what went back, and what is paid for goods that stay.
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

// compareBills: bills less credit notes are the goods that left, to the paisa; of goods in the shop all
// is billed, or nothing.
func (w *walk) compareBills(after string, v order.View) {
	w.t.Helper()
	var net money.Paise
	for _, b := range v.Bills {
		switch {
		case b.CanceledAt != nil:
		case b.CreditFor != "":
			net -= b.Payable
		default:
			net += b.Payable
		}
	}
	pending := slices.ContainsFunc(v.Lines, func(r order.LineView) bool { return r.DeliveryStatus == order.Pending })
	out := v.Stage == order.StageOut || !pending && slices.ContainsFunc(v.Lines, func(r order.LineView) bool { return r.DeliveryStatus == order.Delivered })
	if net != v.TotalAmt+v.RoundOff && (out || net != 0) {
		w.t.Fatalf("after %s %v is billed of %v and %v: %+v\n%+v", after, net, v.TotalAmt, v.RoundOff, v.Bills, v)
	}
}

// compareKhata: the entries of an order are its lines on the khata, and the account is the sum of its entries.
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
			w.t.Fatalf("after %s the khata differs from the %s by %d paise, %v", after, name, difference, err)
		}
	}
}

// settle answers claims, delivers pending lines and gives back what is due, so that the payments
// equal the delivered goods.
func (w *walk) settle() {
	w.t.Helper()
	byName := func(name string) event {
		return events[slices.IndexFunc(events, func(e event) bool { return e.name == name })]
	}
	if w.r.open {
		w.happens(byName("confirm"))
	}
	if v := w.view(); v.Stage != order.StageDone && received(v) > 0 || v.PaymentMethod == order.COD {
		w.happens(byName("deliver"))
	}
	if w.view().RefundDue > 0 {
		w.happens(byName("refund"))
	}
	v := w.view()
	if v.RefundDue != 0 || received(v) > 0 && (v.CollectAmt != 0 || w.r.came-w.r.back != v.TotalAmt+v.RoundOff) {
		w.t.Fatalf("settled, %v came and %v went back for %v, %v is to collect\n%+v", w.r.came, w.r.back, v.TotalAmt, v.CollectAmt, v)
	}
}

// start places an order of a kind of event.kinds.
func start(t *testing.T, s *paymentShop, k desk, kind byte, prices ...money.Paise) *walk {
	t.Helper()
	w := &walk{t: t, s: s, desk: k, shopper: s.shopper(t), r: reference{sent: map[string]money.Paise{}}}
	for _, price := range prices {
		w.products = append(w.products, taxed(t, s.db, shoptest.Product{Price: price, Stock: opening}))
	}
	w.products, w.extra = w.products[:2], w.products[2]
	shop, err := s.orders.Settings.Get(t.Context())
	must(t, err)
	w.r.rounded = shop.RoundOff && kind == 'c'
	items := []order.Item{w.shopper.puts(t, w.products[0], 3), w.shopper.puts(t, w.products[1], 2)}
	if kind == 'c' {
		w.id = w.shopper.orders(t, items...)[0].OrderID
		return w
	}
	b := s.startPayment(t, w.shopper, items...)
	w.id, w.ref = b.OrderID, b.ref
	if kind == 'p' {
		w.happens(events[slices.IndexFunc(events, func(e event) bool { return e.name == "pay" })])
	}
	return w
}

var (
	// randomTriples is the number of random triples on each database.
	randomTriples = shoptest.Rounds(30, 3000)
	// pairStride runs one in so many pairs on each database; no number of events is a multiple of 3, so that each
	// event comes first and second with others.
	pairStride = shoptest.Rounds(3, 1)
)

// TestModel_everyOrderOfEventsKeepsMoneyAndPieces runs ordered pairs of events, and random triples,
// on orders paid in cash, online, or not yet.
func TestModel_everyOrderOfEventsKeepsMoneyAndPieces(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		registerForGST(t, d)
		k := s.desk(t)
		run := func(kind byte, list ...event) {
			names := []string{string(kind)}
			for _, e := range list {
				names = append(names, e.name)
			}
			t.Run(strings.Join(names, ", "), func(t *testing.T) { //nolint:paralleltest // one shop for all
				w := start(t, s, k, kind, 10015, 7020, 4505)
				for _, e := range list {
					w.happens(e)
				}
				w.settle()
			})
		}
		random, offset := rand.New(rand.NewPCG(2026, 11)), 0
		if d.MultiNode() && pairStride > 1 {
			offset = 1 // other pairs than on SQLite
		}
		t.Cleanup(func() { assertNoGap(t, d) })
		for _, kind := range []byte("cup") {
			var can []event
			for _, e := range events {
				if strings.IndexByte(e.kinds, kind) >= 0 {
					can = append(can, e)
				}
			}
			for i := offset; i < len(can)*len(can); i += pairStride {
				run(kind, can[i/len(can)], can[i%len(can)])
			}
			for range randomTriples / 3 {
				run(kind, can[random.IntN(len(can))], can[random.IntN(len(can))], can[random.IntN(len(can))])
			}
		}
	})
}
