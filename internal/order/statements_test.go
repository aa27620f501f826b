package order_test

import (
	"fmt"
	"testing"

	"kirana/internal/audit"
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
				t.Errorf("%s to %s takes %d statements, at most %d are allowed", from, to, n, maxMoveStatements)
			}
			t.Logf("%s to %s: %d statements", from, to, count.Load())
			from = to
		}
	})
}

func TestLists_takeAsManyStatementsForManyOrdersAsForFew(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		log := audit.New(d, s.clock)
		lists := map[string]func(t *testing.T) int64{}
		for name, f := range map[string]order.Filter{
			"open": {Stage: order.Open}, "done": {Stage: order.StageDone}, "all": {}, "problems": {Problems: true}, "search": {Search: "rice"},
		} {
			f.Page, f.Limit = 1, 20
			lists[name] = func(t *testing.T) int64 {
				ctx, n := db.CountStatements(t.Context())
				_, err := s.orders.List(ctx, owner, f)
				must(t, err)
				return n.Load()
			}
		}
		lists["counts"] = func(t *testing.T) int64 {
			ctx, n := db.CountStatements(t.Context())
			_, _, err := s.orders.Counts(ctx)
			must(t, err)
			return n.Load()
		}
		lists["activity"] = func(t *testing.T) int64 {
			ctx, n := db.CountStatements(t.Context())
			_, err := log.List(ctx, audit.Filter{Page: 1, Limit: 20})
			must(t, err)
			return n.Load()
		}
		rice, ravi := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati Rice", Stock: 50}), s.shopper(t)
		k := s.desk(t)
		for i := range 3 {
			id := ravi.orders(t, order.Item{ProductID: rice, Quantity: 1})[0].OrderID
			if i == 0 {
				k.moves(t, id, order.StageNew, order.StageDone)
				s.exec(t, `UPDATE checkouts SET problem = TRUE WHERE id = $1`, id)
			}
		}
		few := map[string]int64{}
		for name, read := range lists {
			few[name] = read(t)
		}
		shoptest.ManyOrders(t, d, 3000)
		for name, read := range lists {
			if many := read(t); many != few[name] || many > 5 {
				t.Errorf("%s takes %d statements for few orders and %d for many", name, few[name], many)
			}
			t.Logf("%s: %d statements", name, few[name])
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
			t.Errorf("a bill adds %d statements, a credit note %d; at most %d are allowed", out-plainOut, returned-plainReturn, maxBillStatements)
		}
	})
}
