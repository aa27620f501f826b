package app

import (
	"fmt"
	"testing"

	"github.com/anishathalye/porcupine"
)

// act is one call of a history. It is about one object. A history is linearizable if its parts about each object are.
type act struct {
	object string
	kind   actKind
	n      int // pieces, or paise
}

type actKind int

const (
	setStock   actKind = iota // to n
	takePieces                // an order of n pieces
	givePieces                // adds n pieces, which may be negative: a stock move, or a canceled order
	readStock
	sendKey     // an order under a key
	cancelOrder // by its buyer
	readOrder
	addEntry // adds n paise to what a customer owes
	readBalance
)

// outcome holds the object's state according to the response to an act.
type outcome struct {
	refused bool
	value   int // the stock after the act, or the value read; for a refused order, the stock before it
	known   bool
	number  string // of the order
	closed  bool   // the order is canceled
}

// objectState is the state of an object of any kind: a product's stock, a khata's balance in paise, the order of a key,
// or an order.
type objectState struct {
	value  int
	number string
	closed bool
}

// shopModel is the sequential specification: stock never goes below 0, a key belongs to one order forever, a canceled
// order stays canceled, and a balance is the sum of its entries.
var shopModel = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byObject := map[string][]porcupine.Operation{}
		for _, operation := range history {
			object := operation.Input.(act).object
			byObject[object] = append(byObject[object], operation)
		}
		var parts [][]porcupine.Operation
		for _, part := range byObject {
			parts = append(parts, part)
		}
		return parts
	},
	Init: func() any { return objectState{} },
	Step: func(state, input, output any) (bool, any) {
		return step(state.(objectState), input.(act), output.(outcome))
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v -> %+v", input, output) },
}

func step(s objectState, a act, o outcome) (possible bool, after objectState) {
	after = s
	switch a.kind {
	case setStock:
		after.value = a.n
	case takePieces:
		if o.refused {
			return s.value < a.n && (!o.known || o.value == s.value), s
		}
		after.value -= a.n
		return after.value >= 0, after
	case givePieces:
		if o.refused {
			return s.value+a.n < 0, s
		}
		after.value += a.n
		return after.value >= 0 && (!o.known || o.value == after.value), after
	case addEntry:
		after.value += a.n
	case readStock, readBalance:
		return o.value == s.value, s
	case sendKey:
		if o.refused {
			return s.number == "", s
		}
		after.number = o.number
		return s.number == "" || s.number == o.number, after
	case cancelOrder:
		after.closed = true
		return !s.closed, after
	case readOrder:
		return o.closed == s.closed, s
	}
	return true, after
}

func TestShopModel_refusesImpossibleHistories(t *testing.T) {
	t.Parallel()
	op := func(call, end int64, a act, o outcome) porcupine.Operation {
		return porcupine.Operation{Call: call, Return: end, Input: a, Output: o}
	}
	stock := func(kind actKind, n int) act { return act{object: "stock", kind: kind, n: n} }
	key := act{object: "key", kind: sendKey}
	order := func(kind actKind) act { return act{object: "order", kind: kind} }
	for name, c := range map[string]struct {
		history  []porcupine.Operation
		possible bool
	}{
		"two orders at once share two pieces": {[]porcupine.Operation{
			op(0, 1, stock(setStock, 2), outcome{}), op(2, 9, stock(takePieces, 1), outcome{}), op(3, 8, stock(takePieces, 1), outcome{}),
		}, true},
		"one piece is sold twice": {[]porcupine.Operation{
			op(0, 1, stock(setStock, 1), outcome{}), op(2, 9, stock(takePieces, 1), outcome{}), op(3, 8, stock(takePieces, 1), outcome{}),
		}, false},
		"an order is refused while the last piece is given back": {[]porcupine.Operation{
			op(0, 1, stock(setStock, 0), outcome{}), op(2, 9, stock(givePieces, 1), outcome{value: 1, known: true}),
			op(3, 8, stock(takePieces, 1), outcome{refused: true, known: true}),
		}, true},
		"an order is refused after the piece was given back": {[]porcupine.Operation{
			op(0, 1, stock(setStock, 0), outcome{}), op(2, 3, stock(givePieces, 1), outcome{value: 1, known: true}),
			op(4, 8, stock(takePieces, 1), outcome{refused: true}),
		}, false},
		"a piece is gone that nobody took": {[]porcupine.Operation{
			op(0, 1, stock(setStock, 3), outcome{}), op(2, 3, stock(readStock, 0), outcome{value: 2}),
		}, false},
		"a key gives its order again": {[]porcupine.Operation{
			op(0, 5, key, outcome{number: "7"}), op(1, 6, key, outcome{number: "7"}),
		}, true},
		"a key gives two orders": {[]porcupine.Operation{
			op(0, 5, key, outcome{number: "7"}), op(1, 6, key, outcome{number: "8"}),
		}, false},
		"a canceled order is open again": {[]porcupine.Operation{
			op(0, 1, order(cancelOrder), outcome{}), op(2, 3, order(readOrder), outcome{}),
		}, false},
		"a payment is lost": {[]porcupine.Operation{
			op(0, 1, act{object: "khata", kind: addEntry, n: -500}, outcome{}), op(2, 3, act{object: "khata", kind: addEntry, n: 700}, outcome{}),
			op(4, 5, act{object: "khata", kind: readBalance}, outcome{value: 700}),
		}, false},
	} {
		if got := porcupine.CheckOperations(shopModel, c.history); got != c.possible {
			t.Errorf("%s: possible is %t, want %t", name, got, c.possible)
		}
	}
}
