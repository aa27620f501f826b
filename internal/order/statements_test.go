package order_test

import (
	"fmt"
	"testing"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// maxMoveStatements limits the statements for moving an order.
const maxMoveStatements = 8

func TestSetStage_takesAtMostEightStatements(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		var items []order.Item
		for i := range 30 {
			name := fmt.Sprintf("Goods %d", i)
			items = append(items, order.Item{ProductID: shoptest.AddProduct(t, d, shoptest.Product{Name: name, Price: money.Rupees(10), Stock: 50}), Quantity: 1})
		}
		id := s.shopper(t).orders(t, items...)[0].OrderID
		from := order.StageNew
		for _, to := range []order.Stage{order.StagePacking, order.StageNew, order.StagePacking, order.StagePacked, order.StageOut, order.StageDone} {
			_, err := s.orders.Settings.Get(t.Context()) // a running shop has the settings in memory
			must(t, err)
			ctx, count := db.CountStatements(k.ctx)
			_, err = s.orders.SetStage(ctx, k.actor, id, order.Move{From: from, To: to})
			must(t, err)
			if n := count.Load(); n > maxMoveStatements {
				t.Errorf("%s to %s takes %d statements, want at most %d", from, to, n, maxMoveStatements)
			}
			t.Logf("%s to %s: %d statements", from, to, count.Load())
			from = to
		}
	})
}

// maxBillStatements limits the statements that issuing a bill adds to an action.
const maxBillStatements = 2

func TestBilling_addsAtMostTwoStatements(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		soap := taxed(t, d, shoptest.Product{Price: money.Rupees(118), Stock: 1000})
		acts := func() (out, returned int64) {
			line := s.shopper(t).orders(t, order.Item{ProductID: soap, Quantity: 2})[0]
			k.moves(t, line.OrderID, order.StageNew, order.StagePacked)
			_, err := s.orders.Settings.Get(t.Context())
			must(t, err)
			ctx, n := db.CountStatements(k.ctx)
			_, err = s.orders.SetStage(ctx, k.actor, line.OrderID, order.Move{From: order.StagePacked, To: order.StageOut})
			must(t, err)
			out = n.Load()
			ctx, n = db.CountStatements(k.ctx)
			_, err = s.orders.Return(ctx, k.actor, line.OrderID, order.Returns{Lines: []order.Return{{LineID: line.ID, Quantity: 1, Restock: true}}})
			must(t, err)
			return out, n.Load()
		}
		plainOut, plainReturn := acts()
		registerForGST(t, d)
		s = newShop(d)
		acts() // creates both number series of the year
		out, returned := acts()
		t.Logf("out: %d statements, %d with its bill; returned: %d, %d with its credit note", plainOut, out, plainReturn, returned)
		if out-plainOut > maxBillStatements || returned-plainReturn > maxBillStatements {
			t.Errorf("a bill adds %d statements, a credit note %d, want at most %d", out-plainOut, returned-plainReturn, maxBillStatements)
		}
	})
}
