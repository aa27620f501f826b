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
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

// largeTables are the tables with many rows in a large shop, and their aliases. The outbox (jobs) is not
// one of them: done jobs are deleted from it.
var largeTables = []string{"orders", "o", "checkouts", "c", "users", "u", "stock_movements", "audit_log", "checkout_words", "w", "products", "p"}

// listReads returns, by name, functions that read the lists that people open.
func listReads(s *testshop.Shop) map[string]func(ctx context.Context) error {
	log := audit.New(s.DB, s.Clock)
	viewer := order.Viewer{UserID: "somebody", StaffRole: "OWNER"}
	lists := map[string]func(ctx context.Context) error{
		"the counts of the desk": func(ctx context.Context) error { _, _, err := s.Lists.Counts(ctx); return err },
		"today":                  func(ctx context.Context) error { _, err := s.Reports.Today(ctx, true); return err },
		"a caller":               func(ctx context.Context) error { _, err := s.Orders.PhoneCustomers(ctx, "9000007919"); return err },
		"a ledger":               func(ctx context.Context) error { _, _, err := stock.LedgerPage(ctx, s.DB, "rice", 1, 20); return err },
		"a ledger, far down": func(ctx context.Context) error {
			_, _, err := stock.LedgerPage(ctx, s.DB, "rice", 5000, 20)
			return err
		},
		"a day's cash":       func(ctx context.Context) error { _, err := s.Reports.Day(ctx, ""); return err },
		"what runs out":      func(ctx context.Context) error { _, err := s.View.RunningOut(ctx, 7); return err },
		"the sales of a day": s.View.FoldSales,
		"a pick list": func(ctx context.Context) error {
			_, err := s.Lists.PickList(ctx, []string{"manycheckout1000042"})
			return err
		},
		"orders, exported": func(ctx context.Context) error {
			_, err := list.ExportOrders(ctx, s.DB, list.ExportFilter{}, "", 500)
			return err
		},
		"order lines, exported": func(ctx context.Context) error {
			_, err := list.ExportLines(ctx, s.DB, list.ExportFilter{}, "", 500)
			return err
		},
		"customers, exported": func(ctx context.Context) error {
			_, err := customer.ExportCustomers(ctx, s.DB, customer.Filter{}, "", 500)
			return err
		},
		"the ledger, exported": func(ctx context.Context) error {
			_, err := stock.ExportLedger(ctx, s.DB, "", stock.ExportedEntry{}, 500)
			return err
		},
	}
	for name, f := range map[string]list.Filter{
		"open": {Stage: list.Open}, "done": {Stage: order.StageDone}, "all": {}, "problems": {Problems: true},
		"of a shopper": {UserID: "manyshopper1000000"}, "a number": {Search: "#1000042"}, "words": {Search: "42 lake road"},
		"far down": {Page: 5000}, "of an area": {Pincode: "411001"}, "paid online": {Method: order.Online}, "unpaid ones too": {Unpaid: true},
		"of a day": {From: shoptest.Epoch.AddDate(0, 0, -3), To: shoptest.Epoch.AddDate(0, 0, -2)}, "a product": {Search: "basmati"}, "the first digit": {Search: "1"},
		"finished today": {FinishedFrom: shoptest.Epoch.AddDate(0, 0, -1)}, "printed": {IDs: []string{"manycheckout1000042", "manycheckout1000043"}},
	} {
		f.Page, f.Limit = max(1, f.Page), 20
		lists["the desk, "+name] = func(ctx context.Context) error { _, err := s.Lists.List(ctx, viewer, f); return err }
	}
	for name, f := range map[string]list.LineFilter{
		"all": {}, "pending": {Delivery: order.Pending}, "to be delivered": {Queue: list.DeliveryQueue}, "refunds due": {Queue: list.RefundQueue},
		"of a shopper": {UserID: "manyshopper1000000"},
	} {
		f.Page, f.Limit = 1, 20
		lists["orders, "+name] = func(ctx context.Context) error { _, _, err := s.Lists.ListLines(ctx, f); return err }
	}
	for name, f := range map[string]list.LineFilter{
		"all": {}, "far down": {Page: 5000}, "pending": {Delivery: order.Pending}, "delivered": {Delivery: order.Delivered}, "canceled": {Delivery: order.Canceled},
		"to be delivered": {Queue: list.DeliveryQueue}, "to be paid": {Queue: list.PaymentQueue}, "refunds due": {Queue: list.RefundQueue},
		"a number": {Search: "ord-1000042"}, "a product": {Search: "basmati"}, "a shopper": {Search: "number 77"}, "nothing like it": {Search: "zzz"},
	} {
		f.Page, f.Limit = max(1, f.Page), 20
		lists["whole orders, "+name] = func(ctx context.Context) error { _, _, err := s.Lists.ListLinesByOrder(ctx, f); return err }
	}
	for name, f := range map[string]customer.Filter{
		"all": {}, "far down": {Page: 5000}, "by sum": {Sort: customer.BySpent}, "by orders": {Sort: customer.ByOrders}, "by name": {Sort: customer.ByName},
		"of an area": {Pincode: "411001"}, "a word": {Search: "number 77"}, "a mobile": {Search: "9000007919"},
	} {
		f.Sums, f.Page, f.Limit = true, max(1, f.Page), 20
		lists["customers, "+name] = func(ctx context.Context) error { _, err := s.Customers.List(ctx, f); return err }
	}
	for name, f := range map[string]audit.Filter{
		"all": {}, "far down": {Page: 5000}, "of one": {Who: "staff3"}, "of a kind": {What: "checkout."},
		"of a week": {From: shoptest.Epoch.AddDate(0, 0, -7)}, "an order": {Words: "#1042"},
	} {
		f.Page, f.Limit = max(1, f.Page), 20
		lists["activity, "+name] = func(ctx context.Context) error { _, err := log.List(ctx, f); return err }
	}
	return lists
}

func TestLists_scanNoLargeTable(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		shoptest.ManyOrders(t, d, 3000)
		shoptest.Analyze(t, d)
		unindexed := db.RecordedStatement{Query: `SELECT o.id FROM orders o WHERE o.name = $1`, Args: []any{"Rice"}}
		if len(shoptest.Scans(t, d, unindexed)) != 1 {
			t.Fatal("the plan of a statement without an index shows no scan")
		}
		for name, read := range listReads(s) {
			checkPlans(t, d, name, read)
		}
	})
}

// searchesPeople reports whether a list searches for part of a name, email or mobile, which reads
// all customers (docs/adr/0040-lists-have-numbered-pages.md).
func searchesPeople(name string) bool {
	return slices.Contains([]string{
		"whole orders, a number", "whole orders, a product", "whole orders, a shopper", "whole orders, nothing like it", "customers, a word", "customers, a mobile",
	}, name)
}

// checkPlans fails the test if read scans one of largeTables, or reads nothing. A search for people may scan users.
func checkPlans(t *testing.T, d *db.DB, name string, read func(ctx context.Context) error) {
	t.Helper()
	ctx, recorded := db.RecordReads(t.Context())
	if err := read(ctx); err != nil {
		t.Fatalf("read %s: %v", name, err)
	}
	for _, r := range *recorded {
		for _, table := range shoptest.Scans(t, d, r) {
			if slices.Contains(largeTables, table) && !(searchesPeople(name) && table == "users") {
				t.Errorf("%s scans the table %s: %s", name, table, r.Query)
			}
		}
	}
	if len(*recorded) == 0 {
		t.Errorf("%s recorded no read, want one", name)
	}
}

func TestPlace_scansNoLargeTable(t *testing.T) {
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
