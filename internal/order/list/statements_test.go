package list_test

import (
	"testing"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/ordertest"
)

func TestLists_takeAsManyStatementsForManyOrdersAsForFew(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		log := audit.New(d, s.Clock)
		lists := map[string]func(t *testing.T) int64{}
		for name, f := range map[string]list.Filter{
			"open": {Stage: list.Open}, "done": {Stage: order.StageDone}, "all": {}, "problems": {Problems: true}, "search": {Search: "rice"},
		} {
			f.Page, f.Limit = 1, 20
			lists[name] = func(t *testing.T) int64 {
				ctx, n := db.CountStatements(t.Context())
				_, err := s.Lists.List(ctx, owner, f)
				must(t, err)
				return n.Load()
			}
		}
		lists["counts"] = func(t *testing.T) int64 {
			ctx, n := db.CountStatements(t.Context())
			_, _, err := s.Lists.Counts(ctx)
			must(t, err)
			return n.Load()
		}
		lists["activity"] = func(t *testing.T) int64 {
			ctx, n := db.CountStatements(t.Context())
			_, err := log.List(ctx, audit.Filter{Page: 1, Limit: 20})
			must(t, err)
			return n.Load()
		}
		rice, ravi := shoptest.AddProduct(t, d, shoptest.Product{Name: "Basmati Rice", Stock: 50}), ordertest.AddShopper(t, d)
		for i := range 3 {
			id := ravi.Place(t, s.Orders, order.Item{ProductID: rice, Quantity: 1})[0].OrderID
			if i == 0 {
				_, err := s.Orders.SetStage(t.Context(), staff, id, order.Move{From: order.StageNew, To: order.StageDone})
				must(t, err)
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
				t.Errorf("%s takes %d statements for few orders and %d for many, want the same, at most 5", name, few[name], many)
			}
			t.Logf("%s: %d statements", name, few[name])
		}
	})
}
