package customer_test

import (
	"context"
	"slices"
	"testing"

	"kirana/internal/audit"
	"kirana/internal/catalog/stock"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

// grows are the tables that a large shop has many rows of, and what statements call them. The outbox (jobs) is none: what is
// done leaves it, and what is stuck in it is looked for in all of it.
var grows = []string{"orders", "o", "checkouts", "c", "users", "u", "stock_movements", "audit_log", "checkout_words", "w", "products", "p"}

// reads are the lists that people look at, by their name.
func reads(s *testshop.Shop) map[string]func(ctx context.Context) error {
	log := audit.New(s.DB, s.Clock)
	viewer := order.Viewer{UserID: "somebody", StaffRole: "OWNER"}
	lists := map[string]func(ctx context.Context) error{
		"the counts of the desk": func(ctx context.Context) error { _, _, err := s.Orders.Counts(ctx); return err },
		"today":                  func(ctx context.Context) error { _, err := s.Reports.Today(ctx, true); return err },
		"a caller":               func(ctx context.Context) error { _, err := s.Orders.PhoneCustomers(ctx, "9000007919"); return err },
		"a ledger":               func(ctx context.Context) error { _, _, err := stock.LedgerPage(ctx, s.DB, "rice", 1, 20); return err },
	}
	for name, f := range map[string]order.CheckoutFilter{
		"open": {Stage: order.Open}, "done": {Stage: order.StageDone}, "all": {}, "problems": {Problems: true},
		"of a shopper": {UserID: "manyshopper1000000"}, "a number": {Search: "#1000042"}, "words": {Search: "42 lake road"},
	} {
		f.Page, f.Limit = 1, 20
		lists["the desk, "+name] = func(ctx context.Context) error { _, err := s.Orders.ListCheckouts(ctx, viewer, f); return err }
	}
	for name, f := range map[string]order.Filter{
		"all": {}, "pending": {Delivery: order.Pending}, "to be delivered": {Queue: order.DeliveryQueue}, "refunds due": {Queue: order.RefundQueue},
		"of a shopper": {UserID: "manyshopper1000000"},
	} {
		f.Page, f.Limit = 1, 20
		lists["orders, "+name] = func(ctx context.Context) error { _, _, err := s.Orders.List(ctx, f); return err }
	}
	for name, f := range map[string]customer.Filter{"all": {}, "by sum": {Sort: customer.BySpent}, "by name": {Sort: customer.ByName}} {
		f.Sums, f.Page, f.Limit = true, 1, 20
		lists["customers, "+name] = func(ctx context.Context) error { _, err := s.Customers.List(ctx, f); return err }
	}
	for name, f := range map[string]audit.Filter{"all": {}, "of one": {Who: "staff3"}, "of a kind": {What: "checkout."}} {
		f.Page, f.Limit = 1, 20
		lists["activity, "+name] = func(ctx context.Context) error { _, err := log.List(ctx, f); return err }
	}
	return lists
}

func TestLists_readNoTableThatGrowsRowByRow(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		shoptest.ManyOrders(t, d, 3000)
		shoptest.Analyze(t, d)
		unindexed := db.Recorded{Query: `SELECT o.id FROM orders o WHERE o.name = $1`, Args: []any{"Rice"}}
		if len(shoptest.Scans(t, d, unindexed)) != 1 {
			t.Fatal("the plan of a statement without an index shows no scan")
		}
		for name, read := range reads(s) {
			checkPlans(t, d, name, read)
		}
	})
}

// checkPlans fails when read reads all of a table that grows.
func checkPlans(t *testing.T, d *db.DB, name string, read func(ctx context.Context) error) {
	t.Helper()
	ctx, recorded := db.RecordReads(t.Context())
	if err := read(ctx); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, r := range *recorded {
		for _, table := range shoptest.Scans(t, d, r) {
			if slices.Contains(grows, table) {
				t.Errorf("%s reads all of %s: %s", name, table, r.Query)
			}
		}
	}
	if len(*recorded) == 0 {
		t.Errorf("%s reads nothing", name)
	}
}

func TestPlace_readsNoTableThatGrowsRowByRow(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		shoptest.ManyOrders(t, d, 3000)
		shoptest.AddAdministrator(t, d)
		userID := shoptest.AddShopper(t, d)
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Rice", Price: 5000, Stock: 9})
		request := order.Request{
			Items:    []order.Item{{ProductID: rice, Quantity: 2}},
			TotalQty: 2, AddressID: shoptest.AddAddress(t, d, userID),
		}
		shoptest.Analyze(t, d)
		checkPlans(t, d, "placing an order", func(ctx context.Context) error {
			_, err := s.Orders.Place(ctx, userID, "", request)
			return err
		})
		checkPlans(t, d, "the jobs of an order", func(ctx context.Context) error {
			for {
				if worked, err := s.Jobs.Work(ctx); err != nil || !worked {
					return err
				}
			}
		})
	})
}
