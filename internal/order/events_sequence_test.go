package order_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// act is one step of a walk: something that happens in the shop, or an event of the walk's order.
type act struct {
	name string
	do   func(w *counterWalk) error
}

// acts are all acts except events of an order.
var acts = []act{
	{"sale", func(w *counterWalk) error { return w.sell(order.ByCash) }},
	{"sale on the khata", func(w *counterWalk) error { return w.sell(order.ByKhata) }},
	{"split payment", func(w *counterWalk) error { return w.sell(order.ByCash, order.ByKhata, order.ByUPI) }},
	{"sale by weight", (*counterWalk).sellByWeight},
	{"sale beyond the stock", (*counterWalk).sellBeyondStock},
	{"change of payments", (*counterWalk).changePayments},
	{"return of a sale", func(w *counterWalk) error { return w.takeSaleBack(order.ByCash, true) }},
	{"return of a sale on the khata", func(w *counterWalk) error { return w.takeSaleBack(order.ByKhata, true) }},
	{"return of a sale, spoiled", func(w *counterWalk) error { return w.takeSaleBack(order.ByUPI, false) }},
	{"act at the desk", (*counterWalk).actAtDesk},
	{"payment of the khata", (*counterWalk).payKhata},
	{"purchase", (*counterWalk).buy},
	{"return to the supplier", (*counterWalk).sendBack},
	{"payment to the supplier", (*counterWalk).paySupplier},
	{"write-off", (*counterWalk).writeOff},
	{"count of the day", (*counterWalk).count},
}

// actsAround returns acts, and the events of a kind of order as acts; kind is one of event.kinds.
func actsAround(kind byte) []act {
	all := append([]act{}, acts...)
	for _, e := range eventsOf(kind) {
		all = append(all, act{"order: " + e.name, func(w *counterWalk) error {
			w.happens(e)
			return nil
		}})
	}
	return all
}

// performs does an act, which the shop may refuse, and compares the shop with the reference.
func (w *counterWalk) performs(a act) {
	w.t.Helper()
	if err := a.do(w); err != nil && fault.Of(err) == nil {
		w.t.Fatalf("%s: %v, want nil or a refusal", a.name, err)
	}
	w.s.clock.Advance(time.Second)
	w.compareAll(a.name)
}

// walksInAShop limits the walks in one shop. Each walk begins on another day, and all must fit into
// one financial year, which ends in March.
const walksInAShop = 50

// sequences returns the first seed of the random sequences, and their number on each database.
// MODEL_SEED and MODEL_SEQUENCES set them.
func sequences(t *testing.T) (first, count int) {
	t.Helper()
	first, count = 0, shoptest.Rounds(4, 200)
	for name, value := range map[string]*int{"MODEL_SEED": &first, "MODEL_SEQUENCES": &count} {
		wanted := os.Getenv(name)
		if wanted == "" {
			continue
		}
		var err error
		if *value, err = strconv.Atoi(wanted); err != nil || *value < 0 {
			t.Fatalf("%s is %q, want a number from 0", name, wanted)
		}
	}
	return first, count
}

// eachWalk runs walks in shops on both databases, each walk on its own day. In every second walk the
// shop rounds payments to whole rupees.
func eachWalk(t *testing.T, first, count int, walk func(t *testing.T, s *paymentShop, k desk, n int)) {
	t.Helper()
	for begin := first; begin < first+count; begin += walksInAShop {
		t.Run(fmt.Sprint("from ", begin), func(t *testing.T) {
			t.Parallel()
			shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
				s := newPaymentShop(t, d, bank)
				k := s.sellingDesk(t)
				for n := begin; n < min(begin+walksInAShop, first+count); n++ {
					setShop(t, d, fmt.Sprintf(`{"roundOff":%v}`, n%2 == 1))
					s.clock.Advance(dayOf(s.clock.Now()).AddDate(0, 0, 1).Add(9 * time.Hour).Sub(s.clock.Now()))
					if !t.Run(strconv.Itoa(n), func(t *testing.T) { walk(t, s, k, n) }) {
						return
					}
				}
				assertNoGap(t, d)
			})
		})
	}
}

// TestModel_randomSequencesKeepMoneyAndPieces runs random acts and random events of an order. A
// failure names its seed; MODEL_SEED=1234 MODEL_SEQUENCES=1 repeats it.
func TestModel_randomSequencesKeepMoneyAndPieces(t *testing.T) {
	t.Parallel()
	first, count := sequences(t)
	eachWalk(t, first, count, func(t *testing.T, s *paymentShop, k desk, seed int) {
		kind := "cup"[seed%3]
		w, all := newCounterWalk(t, s, k, kind, uint64(seed)), actsAround(kind)
		var names []string
		t.Cleanup(func() {
			if t.Failed() {
				t.Logf("MODEL_SEED=%d MODEL_SEQUENCES=1 repeats it: %q", seed, names)
			}
		})
		for range 4 + w.random.IntN(36) {
			a := all[w.random.IntN(len(all))]
			names = append(names, a.name)
			w.performs(a)
		}
		w.settle()
		w.compareAll("the end")
	})
}

// TestModel_everyPairOfActsKeepsMoneyAndPieces runs each act before and after each other act, and
// before and after each event of each kind of order. `make test` runs some of these pairs.
func TestModel_everyPairOfActsKeepsMoneyAndPieces(t *testing.T) {
	t.Parallel()
	type pair struct {
		kind byte
		acts [2]act
	}
	var pairs []pair
	for _, kind := range []byte("cup") {
		all := actsAround(kind)
		for i, first := range all {
			for j, second := range all {
				ofOrder := i >= len(acts) && j >= len(acts) // covered by TestModel_everyOrderOfEventsKeepsMoneyAndPieces
				ofShop := i < len(acts) && j < len(acts)
				if !ofOrder && (!ofShop || kind == 'c') {
					pairs = append(pairs, pair{kind, [2]act{first, second}})
				}
			}
		}
	}
	stride := shoptest.Rounds(97, 1)
	eachWalk(t, 0, len(pairs)/stride, func(t *testing.T, s *paymentShop, k desk, n int) {
		p := pairs[n*stride]
		w := newCounterWalk(t, s, k, p.kind, uint64(n))
		for _, a := range p.acts {
			w.performs(a)
		}
		w.settle()
		w.compareAll("the end")
		if t.Failed() {
			t.Log(string(p.kind), p.acts[0].name, p.acts[1].name)
		}
	})
}
