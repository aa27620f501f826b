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

// biller is a test shop that issues bills.
type biller struct {
	t     *testing.T
	db    *db.DB
	clock *clock.Manual
	bills *bill.Service
	shop  settings.Settings
	buyer string // a user
}

func newBiller(t *testing.T, d *db.DB) *biller {
	t.Helper()
	shop := settings.Defaults()
	shop.Bill.Prefix = "GK"
	shop.Legal = settings.Legal{GST: settings.GSTRegistered, GSTIN: "27AAAPK0000A1ZX", State: "Maharashtra", Name: "Asha Kirana", Address: "Pune"}
	c := clock.NewManual(time.Date(2026, time.November, 26, 6, 0, 0, 0, time.UTC))
	return &biller{t: t, db: d, clock: c, bills: bill.New(d, c, bill.NewLinks(linkKey, "https://shop.example.in")), shop: shop, buyer: shoptest.AddShopper(t, d)}
}

func (c *biller) exec(statement string, args ...any) error {
	return c.db.Tx(c.t.Context(), func(tx *db.Tx) error {
		return db.Exec(c.t.Context(), tx, statement, args...)
	})
}

// product adds a product with an HSN and a tax condition, and returns its id.
func (c *biller) product(name, hsn, condition string) string {
	c.t.Helper()
	productID := shoptest.AddProduct(c.t, c.db, shoptest.Product{Name: name, Stock: 100})
	if err := c.exec(`UPDATE products SET hsn = $2, tax_condition = $3 WHERE id = $1`, productID, hsn, condition); err != nil {
		c.t.Fatal(err)
	}
	return productID
}

// sale adds an order and returns the sale of the goods.
func (c *biller) sale(goods ...bill.Good) bill.Sale {
	c.t.Helper()
	row := shoptest.AddSale(c.t, c.db, shoptest.Sale{UserID: c.buyer, ProductID: goods[0].ProductID, Pieces: 1, At: c.clock.Now()})
	orderID, err := db.Get[string](c.t.Context(), c.db, `SELECT checkout_id FROM orders WHERE id = $1`, row)
	if err != nil {
		c.t.Fatal(err)
	}
	for i := range goods {
		goods[i].LineID = id.New()
		if goods[i].MRP == 0 {
			goods[i].MRP = goods[i].Gross
		}
	}
	return bill.Sale{
		OrderID: orderID, UserID: c.buyer, Order: 1042, Pincode: "411004", Goods: goods,
		Buyer: bill.Buyer{Name: "Ravi", Address: "12 Lake Road, Pune", State: "Maharashtra"},
	}
}

func pieces(productID string, n int, gross money.Paise) bill.Good {
	return bill.Good{ProductID: productID, Name: productID, Unit: "1 kg", Pieces: n, Gross: gross}
}

// follow calls Follow in a transaction, with the shop's settings and the clock's time.
func (c *biller) follow(f bill.Following) bill.Followed {
	c.t.Helper()
	f.Shop, f.At = c.shop, c.clock.Now()
	var done bill.Followed
	err := c.db.Tx(c.t.Context(), func(tx *db.Tx) (err error) {
		done, err = c.bills.Follow(c.t.Context(), tx, f)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return done
}

// leaves issues the bills of a sale whose goods leave, and returns them.
func (c *biller) leaves(sale bill.Sale) []bill.Bill {
	c.t.Helper()
	done := c.follow(bill.Following{Sale: sale, Left: true, Leaving: true})
	if done.Waits != nil || done.Status != bill.Issued {
		c.t.Fatalf("the bill waits, want it issued: %+v", done)
	}
	return c.documents(sale)
}

// documents returns all documents of a sale, oldest first.
func (c *biller) documents(sale bill.Sale) []bill.Bill {
	c.t.Helper()
	list, err := c.bills.OfOrders(c.t.Context(), sale.OrderID)
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

func background(t *testing.T) context.Context {
	t.Helper()
	return context.WithoutCancel(t.Context())
}

// allText returns the text of all bills, links of bills and entries of the activity log.
func (c *biller) allText() string {
	c.t.Helper()
	var all []string
	for _, query := range []string{`SELECT id || number || document FROM bills`, `SELECT bill_id || linked_at FROM bill_links`, `SELECT what || object || before || after FROM audit_log`} {
		rows, err := db.All[string](c.t.Context(), c.db, query)
		if err != nil {
			c.t.Fatal(err)
		}
		all = append(all, rows...)
	}
	return strings.Join(all, "\n")
}
