package order_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

// event is something that happens to an order. do performs it. Unless it was refused, note then
// updates the reference from the order before and after. To add an event, add a line to events.
type event struct {
	name  string
	kinds string // the orders that it can happen to: c cash, u unpaid online, p paid online
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
	extra     string         // a product that is added later
	byWeight  bool           // the extra product is sold in steps of stepGrams
	stocked   map[string]int // by product: the quantity in stock and in the order, in grams if sold by weight
	undo      *order.Undo
	r, undone reference // now, and before the last action that can be undone
}

const (
	openingStock = 50  // stock of each product at first, in pieces
	stepGrams    = 250 // the unit of a product sold by weight
)

var events = []event{
	{"claim", "c", (*walk).claim, (*reference).noteClaim},
	{"confirm", "c", (*walk).confirm, (*reference).noteConfirm},
	{"pay", "up", (*walk).pay, nil},
	{"pay late", "up", (*walk).payLate, nil},
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
	{"set paid by khata", "c", (*walk).setPaidByKhata, (*reference).noteSetPaidByKhata},
	{"return", "cp", (*walk).takeBack, nil},
	{"return for cash", "c", (*walk).takeBackForCash, (*reference).noteTakeBack},
	{"return at the counter", "cp", (*walk).takeBackAtCounter, nil},
	{"refund", "cup", (*walk).refund, (*reference).noteRefund},
	{"bill", "cp", (*walk).bill, nil},
	{"undo", "cup", (*walk).undoLast, nil},
}

func (w *walk) view() order.View { return w.s.view(w.t, w.id) }

// line returns the first line that is not canceled, or the first line if all are.
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
	if w.s.Pay(w.ref) == nil { // fails if the bank's page has expired
		w.s.deliver(w.t, w.s.lastEvent(w.t)).Expect(w.t, 200, "")
	}
	return nil, nil //nolint:nilnil // staff cannot undo it
}

// payLate makes the bank take the money of a session that may have expired.
func (w *walk) payLate() (*order.Undo, error) {
	taken, _ := w.s.Money()
	bank := theBank(w.t, w.s)
	bank.Force(w.ref, payment.SessionPaid)
	w.s.deliver(w.t, bank.SignEvent(w.ref, payment.SessionPaid)).Expect(w.t, 200, "")
	if now, _ := w.s.Money(); now < taken {
		w.t.Fatal("the bank gave money back")
	}
	return nil, nil //nolint:nilnil // staff cannot undo it
}

func (w *walk) expire() (*order.Undo, error) {
	w.s.clock.Advance(31 * time.Minute)
	w.s.sweepFor(w.t, time.Minute)
	return nil, nil //nolint:nilnil // staff cannot undo it
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

func (w *walk) setPaidByKhata() (*order.Undo, error) {
	return w.s.orders.SetPaidBy(w.desk.ctx, w.desk.actor, w.id, order.ByKhata, "")
}

// takeBack takes a piece back. An amount on the khata is credited there immediately.
func (w *walk) takeBack() (*order.Undo, error) {
	line, before := w.line(), w.view()
	undo, err := w.s.orders.Return(w.desk.ctx, w.desk.actor, w.id, order.Returns{Lines: []order.Return{{LineID: line.ID, Quantity: 1, Restock: true}}})
	if err != nil {
		return nil, err
	}
	w.noteKhataBack(line.ID, before)
	return undo, nil
}

// noteKhataBack notes the amount credited to the khata for returned pieces of a line.
func (w *walk) noteKhataBack(lineID string, before order.View) {
	w.t.Helper()
	by, err := db.Get[order.PaidBy](w.t.Context(), w.s.db, `SELECT paid_by FROM orders WHERE id = $1`, lineID)
	must(w.t, err)
	if by == order.ByKhata {
		after := w.view()
		back := before.TotalAmt + before.RoundOff - after.TotalAmt - after.RoundOff
		w.r.back, w.r.khata, w.r.khataBack = w.r.back+back, w.r.khata-back, w.r.khataBack+back
	}
}

// takeBackForCash takes a piece back and refunds in cash. An amount on the khata is credited there
// instead.
func (w *walk) takeBackForCash() (*order.Undo, error) {
	line, before := w.line(), w.view()
	undo, err := w.s.orders.Return(w.desk.ctx, w.desk.actor, w.id, order.Returns{
		Lines: []order.Return{{LineID: line.ID, Quantity: 1, Restock: true}}, GivenBack: order.GivenBack{How: "CASH"},
	})
	if err != nil {
		return nil, err
	}
	w.noteKhataBack(line.ID, before)
	return undo, nil
}

// takeBackAtCounter takes a piece back at the counter. An amount on the khata is credited there
// immediately, any other is refunded in cash with earlier dues. Without either, a rupee that was
// received by rounding stays.
func (w *walk) takeBackAtCounter() (*order.Undo, error) {
	line, before := w.line(), w.view()
	err := w.s.db.Tx(w.t.Context(), func(tx *db.Tx) error {
		shop, err := w.s.orders.Settings.Get(w.t.Context())
		if err != nil {
			return err
		}
		return w.s.orders.TakeBackAtCounter(w.desk.ctx, tx, w.desk.actor, order.CounterReturn{
			DeviceID: counterDevice, OrderID: w.id, By: order.ByCash, At: w.s.clock.Now(), Shop: shop, Slot: bill.Slot{Prefix: "C1C", Year: "25-26"},
			Lines: []order.CounterReturnLine{{ProductID: line.Product.ID, Quantity: 1, Restock: true}},
		})
	})
	if err != nil {
		return nil, err
	}
	w.noteKhataBack(line.ID, before)
	if line.PaymentStatus == payment.Paid || before.RefundDue > 0 {
		w.r.noteTakeBack(before, w.view())
	}
	return nil, nil //nolint:nilnil // staff cannot undo it
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
	return nil, nil //nolint:nilnil // a refund cannot be undone
}

// bill issues the bill before the goods leave, if the shop can.
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
		w.t.Fatalf("%s: %v, want nil or a refusal", e.name, err)
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

// settle confirms claims, delivers pending lines and refunds the amount due, so that the payments
// equal the price of the delivered goods.
func (w *walk) settle() {
	w.t.Helper()
	if w.r.open {
		w.happens(eventNamed("confirm"))
	}
	if v := w.view(); v.Stage != order.StageDone && received(v) > 0 || v.PaymentMethod == order.COD {
		w.happens(eventNamed("deliver"))
	}
	if w.view().RefundDue > 0 {
		w.happens(eventNamed("refund"))
	}
	v := w.view()
	if v.RefundDue != 0 || received(v) > 0 && (v.CollectAmt != 0 || w.r.came-w.r.back != v.TotalAmt+v.RoundOff) {
		w.t.Fatalf("settled, %v came and %v went back for %v, %v is to collect; want nothing due or to collect\n%+v",
			w.r.came, w.r.back, v.TotalAmt, v.CollectAmt, v)
	}
}

// start adds three products at these prices and places an order of the first two; events may add the
// third. kind is one of event.kinds.
func start(t *testing.T, s *paymentShop, k desk, kind byte, prices ...money.Paise) *walk {
	t.Helper()
	w := &walk{t: t, s: s, desk: k, shopper: s.shopper(t), stocked: map[string]int{}}
	for _, price := range prices {
		productID := taxed(t, s.db, shoptest.Product{Price: price, Stock: openingStock})
		w.products, w.stocked[productID] = append(w.products, productID), openingStock
	}
	w.products, w.extra = w.products[:2], w.products[2]
	w.place(kind)
	return w
}

// place orders the products of the walk.
func (w *walk) place(kind byte) {
	w.t.Helper()
	shop, err := w.s.orders.Settings.Get(w.t.Context())
	must(w.t, err)
	w.r = reference{sent: map[string]money.Paise{}, rounded: shop.RoundOff && kind == 'c'}
	items := []order.Item{w.shopper.addToCart(w.t, w.products[0], 3), w.shopper.addToCart(w.t, w.products[1], 2)}
	if kind == 'c' {
		w.id = w.shopper.orders(w.t, items...)[0].OrderID
		return
	}
	b := w.s.startPayment(w.t, w.shopper, items...)
	w.id, w.ref = b.OrderID, b.ref
	if kind == 'p' {
		w.happens(eventNamed("pay"))
	}
}

func eventNamed(name string) event {
	return events[slices.IndexFunc(events, func(e event) bool { return e.name == name })]
}

// eventsOf returns the events that can happen to a kind of order.
func eventsOf(kind byte) (can []event) {
	for _, e := range events {
		if strings.IndexByte(e.kinds, kind) >= 0 {
			can = append(can, e)
		}
	}
	return can
}

var (
	// randomTriples is the number of random triples on each database.
	randomTriples = shoptest.Rounds(30, 3000)
	// Each database runs every pairStride-th pair. Each event comes first in some pairs and second in
	// others.
	pairStride = shoptest.Rounds(3, 1)
)

// TestModel_everyOrderOfEventsKeepsMoneyAndPieces runs ordered pairs and random triples of events
// on orders that are paid in cash, paid online, or not paid yet.
func TestModel_everyOrderOfEventsKeepsMoneyAndPieces(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		k := s.sellingDesk(t)
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
			offset = 1 // runs other pairs than on SQLite
		}
		t.Cleanup(func() { assertNoGap(t, d) })
		for _, kind := range []byte("cup") {
			can := eventsOf(kind)
			for i := range can {
				for j := range can {
					if (i+j)%pairStride == offset {
						run(kind, can[i], can[j])
					}
				}
			}
			for range randomTriples / 3 {
				run(kind, can[random.IntN(len(can))], can[random.IntN(len(can))], can[random.IntN(len(can))])
			}
		}
	})
}
