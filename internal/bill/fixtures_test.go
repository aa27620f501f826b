package bill_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
)

var linkKey = []byte("the key of the test shop's links")

// billShop is a test shop that issues bills.
type billShop struct {
	t     *testing.T
	db    *db.DB
	clock *clock.Manual
	bills *bill.Service
	shop  settings.Settings
	buyer string // a user
}

func newBillShop(t *testing.T, d *db.DB) *billShop {
	t.Helper()
	shop := settings.Defaults()
	shop.Bill.Prefix = "GK"
	shop.Legal = settings.Legal{GST: settings.GSTRegistered, GSTIN: "27AAAPK0000A1ZX", State: "Maharashtra", Name: "Asha Kirana", Address: "Pune"}
	c := clock.NewManual(time.Date(2026, time.November, 26, 6, 0, 0, 0, time.UTC))
	return &billShop{t: t, db: d, clock: c, bills: bill.New(d, c, bill.NewLinks(linkKey, "https://shop.example.in")), shop: shop, buyer: shoptest.AddShopper(t, d)}
}

func (s *billShop) exec(statement string, args ...any) error {
	return s.db.Tx(s.t.Context(), func(tx *db.Tx) error {
		return db.Exec(s.t.Context(), tx, statement, args...)
	})
}

// product adds a product with an HSN and a tax condition, and returns its id.
func (s *billShop) product(name, hsn, condition string) string {
	s.t.Helper()
	productID := shoptest.AddProduct(s.t, s.db, shoptest.Product{Name: name, Stock: 100})
	if err := s.exec(`UPDATE products SET hsn = $2, tax_condition = $3 WHERE id = $1`, productID, hsn, condition); err != nil {
		s.t.Fatal(err)
	}
	return productID
}

// sale adds an order and returns the sale of the goods.
func (s *billShop) sale(goods ...bill.Good) bill.Sale {
	s.t.Helper()
	row := shoptest.AddSale(s.t, s.db, shoptest.Sale{UserID: s.buyer, ProductID: goods[0].ProductID, Pieces: 1, At: s.clock.Now()})
	orderID, err := db.Get[string](s.t.Context(), s.db, `SELECT checkout_id FROM orders WHERE id = $1`, row)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := range goods {
		goods[i].LineID = id.New()
		if goods[i].MRP == 0 {
			goods[i].MRP = goods[i].Gross
		}
	}
	return bill.Sale{
		OrderID: orderID, UserID: s.buyer, Order: 1042, Pincode: "411004", Goods: goods,
		Buyer: bill.Buyer{Name: "Ravi", Address: "12 Lake Road, Pune", State: "Maharashtra"},
	}
}

func pieces(productID string, n int, gross money.Paise) bill.Good {
	return bill.Good{ProductID: productID, Name: productID, Unit: "1 kg", Pieces: n, Gross: gross}
}

// reconcile calls Reconcile in a transaction, with the shop's settings and the clock's time.
func (s *billShop) reconcile(f bill.OrderState) bill.Reconciliation {
	s.t.Helper()
	f.Shop, f.At = s.shop, s.clock.Now()
	var result bill.Reconciliation
	err := s.db.Tx(s.t.Context(), func(tx *db.Tx) (err error) {
		result, err = s.bills.Reconcile(s.t.Context(), tx, f)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return result
}

// leaves issues the bills of a sale whose goods leave, and returns them.
func (s *billShop) leaves(sale bill.Sale) []bill.Bill {
	s.t.Helper()
	result := s.reconcile(bill.OrderState{Sale: sale, Left: true, Leaving: true})
	if result.Waits != nil || result.Status != bill.Issued {
		s.t.Fatalf("the bill waits, want it issued: %+v", result)
	}
	return s.documents(sale)
}

// documents returns all documents of a sale, oldest first.
func (s *billShop) documents(sale bill.Sale) []bill.Bill {
	s.t.Helper()
	list, err := s.bills.OfOrders(s.t.Context(), sale.OrderID)
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

// uncanceled returns a context for goroutines that may outlive the test's own context.
func uncanceled(t *testing.T) context.Context {
	t.Helper()
	return context.WithoutCancel(t.Context())
}

// allText returns the text of all bills, links of bills and entries of the activity log.
func (s *billShop) allText() string {
	s.t.Helper()
	var all []string
	for _, query := range []string{`SELECT id || number || document FROM bills`, `SELECT bill_id || linked_at FROM bill_links`, `SELECT what || object || before || after FROM audit_log`} {
		rows, err := db.All[string](s.t.Context(), s.db, query)
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, rows...)
	}
	return strings.Join(all, "\n")
}
