package books_test

import (
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/books"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
	"kirana/internal/tax"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// shop is a shop that issues bills and keeps books.
type shop struct {
	t        testing.TB
	db       *db.DB
	clock    *clock.Manual
	bills    *bill.Service
	settings settings.Settings
	handler  http.Handler
	owner    string
	shopper  string
	products map[string]string // by HSN
}

// open returns a shop in Maharashtra with the GST standing, on 1 October 2026.
func open(t testing.TB, d *db.DB, standing string) *shop {
	t.Helper()
	s := &shop{t: t, db: d, clock: clock.NewManual(time.Date(2026, time.October, 1, 8, 0, 0, 0, clock.India)), products: map[string]string{}}
	service := settings.New(d, s.clock, true)
	var err error
	s.settings, err = service.Update(t.Context(), []byte(`{"legal":{"gst":"`+standing+`","gstin":"27AAAPK0000A1ZX","state":"Maharashtra","name":"Asha Kirana","address":"Pune"},"bill":{"prefix":"GK"}}`))
	if err != nil {
		t.Fatal(err)
	}
	s.bills = bill.New(d, s.clock, bill.Links{})
	s.owner, s.shopper = shoptest.AddStaff(t, d, "OWNER"), shoptest.AddShopper(t, d)
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
	(&books.Handler{Books: books.New(d, s.clock, service, audit.New(d, s.clock))}).Routes(router)
	(&bill.Handler{Bills: s.bills}).Routes(router)
	s.handler = httpapi.Middleware{Log: slog.New(slog.DiscardHandler)}.Wrap(contracttest.Handler(router))
	for hsn, condition := range map[string]string{"0401": "", "0902": "", "34011190": "", "34025000": "", "22021090": "", "21069020": ""} {
		s.products[hsn] = shoptest.AddProduct(t, d, shoptest.Product{Name: "Goods " + hsn, Stock: 100})
		s.exec(`UPDATE products SET hsn = $2, tax_condition = $3 WHERE id = $1`, s.products[hsn], hsn, condition)
	}
	return s
}

func (s *shop) exec(statement string, args ...any) {
	s.t.Helper()
	err := s.db.Tx(s.t.Context(), func(tx *db.Tx) error {
		return db.Exec(s.t.Context(), tx, statement, args...)
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// as returns a client logged in as the owner.
func (s *shop) as() shoptest.Client { return shoptest.As(s.handler, s.owner) }

// good returns goods with an HSN.
func (s *shop) good(hsn string, pieces int, gross money.Paise) bill.Good {
	return bill.Good{LineID: id.New(), ProductID: s.products[hsn], Name: "Goods " + hsn, Unit: "1 kg", Pieces: pieces, Gross: gross, MRP: gross}
}

// sale adds an order, and returns the sale of the goods delivered to a pincode.
func (s *shop) sale(pincode, gstin string, goods ...bill.Good) bill.Sale {
	s.t.Helper()
	row := shoptest.AddSale(s.t, s.db, shoptest.Sale{UserID: s.shopper, ProductID: goods[0].ProductID, Pieces: 1, At: s.clock.Now()})
	orderID, err := db.Get[string](s.t.Context(), s.db, `SELECT checkout_id FROM orders WHERE id = $1`, row)
	if err != nil {
		s.t.Fatal(err)
	}
	return bill.Sale{OrderID: orderID, UserID: s.shopper, Order: 1042, Pincode: pincode, Goods: goods, Buyer: bill.Buyer{Name: "Ravi", GSTIN: gstin, Address: "12 Lake Road"}}
}

// follow updates the documents of a sale.
func (s *shop) follow(f bill.OrderState) bill.Reconciliation {
	s.t.Helper()
	f.Shop, f.At = s.settings, s.clock.Now()
	var done bill.Reconciliation
	err := s.db.Tx(s.t.Context(), func(tx *db.Tx) (err error) {
		done, err = s.bills.Reconcile(s.t.Context(), tx, f)
		return err
	})
	if err != nil || done.Waits != nil {
		s.t.Fatal(err, done.Waits)
	}
	return done
}

// leaves issues the bills of goods that leave the shop.
func (s *shop) leaves(sale bill.Sale) {
	s.t.Helper()
	s.follow(bill.OrderState{Sale: sale, Left: true, Leaving: true})
}

// print issues the bills of goods that stay in the shop for now.
func (s *shop) print(sale bill.Sale) {
	s.t.Helper()
	s.follow(bill.OrderState{Sale: sale, Pressed: true})
}

// returns takes back half of the first line's price and all other lines.
func (s *shop) returns(sale bill.Sale) {
	s.t.Helper()
	rest := sale.Goods[0]
	rest.Gross /= 2
	rest.MRP /= 2
	sale.Goods = []bill.Good{rest}
	s.follow(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true, Reason: "Returned."})
}

func (s *shop) cancel(sale bill.Sale) {
	s.t.Helper()
	if err := s.tryCancel(sale); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) tryCancel(sale bill.Sale) error {
	return s.db.Tx(s.t.Context(), func(tx *db.Tx) error {
		_, err := s.bills.Cancel(s.t.Context(), tx, bill.OrderState{Sale: sale, Shop: s.settings, Reason: "Wrong name.", At: s.clock.Now()})
		return err
	})
}

// october makes a month of sales: two states, businesses, a rate that changes, a cess, goods taxed by the printed
// price, credit notes and canceled bills. It returns the sales whose bill is printed but whose goods are still in the
// shop, and the sales without returns whose goods left.
func (s *shop) october(r *rand.Rand, sales int) (printed, left []bill.Sale) {
	s.exec(`INSERT INTO tax_rates (id, hsn, condition, rate, cess, treatment, base, from_day, created_at) VALUES ('planned', '3402', '', 500, 0, 'TAXABLE', 'PRICE', '2026-10-16', $1)`, s.clock.Now())
	s.exec(`INSERT INTO tax_rates (id, hsn, condition, rate, cess, treatment, base, from_day, created_at) VALUES ('cess', '22021090', '', 2800, 1200, 'TAXABLE', 'PRICE', '2026-09-01', $1)`, s.clock.Now())
	hsns := []string{"0401", "0902", "34011190", "34025000", "22021090", "21069020"}
	for range sales {
		s.clock.Advance(30 * 24 * time.Hour / time.Duration(sales))
		var goods []bill.Good
		for range 1 + r.IntN(4) {
			good := s.good(hsns[r.IntN(len(hsns))], 1+r.IntN(5), money.Paise(2+r.IntN(50_000)))
			good.MRP += good.MRP / 9 // the base of the tax of pan masala
			goods = append(goods, good)
		}
		if r.IntN(12) == 0 {
			goods[0].Gross = 120_000_00
			goods[0].MRP = goods[0].Gross
		}
		sale := s.sale([]string{"411004", "411004", "560001"}[r.IntN(3)], []string{"", "", "", "27CCCFT0000C1ZX", "29DDDCH0000D1Z5"}[r.IntN(5)], goods...)
		switch r.IntN(8) {
		case 0:
			s.print(sale)
			printed = append(printed, sale)
		case 1:
			s.print(sale)
			s.cancel(sale)
		case 2:
			s.leaves(sale)
			s.returns(sale)
		default:
			s.leaves(sale)
			left = append(left, sale)
		}
	}
	return printed, left
}

// addBills adds bills of five lines, all issued at one time, with the numbers from before+1 on.
func (s *shop) addBills(before, count int, at time.Time) {
	s.t.Helper()
	rate := tax.Percent(1800)
	line := bill.Line{Name: "Washing Powder 1 kg", HSN: "34025000", UQC: "NOS", Quantity: tax.Pieces(1), Gross: 11800, Valued: 11800, Treatment: tax.Taxable, Rate: &rate, Split: tax.SplitGross(11800, rate, 0, false)}
	text, err := json.Marshal(bill.Document{
		Seller: bill.Seller{Standing: settings.GSTRegistered, GSTIN: "27AAAPK0000A1ZX", State: "27"},
		Buyer:  bill.Buyer{Name: "Tara Caterers", GSTIN: "27CCCFT0000C1ZX", State: "27"}, Lines: []bill.Line{line, line, line, line, line},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	sale := s.sale("411004", "", s.good("0401", 1, 100))
	s.exec(`
		WITH RECURSIVE n (i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $2)
		INSERT INTO bills (id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, issued_at, place_of_supply, total, round_off, payable, document, left_at)
		SELECT 'b' || (1000000 + i), 'GK/26-27/' || i, 'GK-26-27-' || i, 'GK', '26-27', i, 'TAX_INVOICE', $3, $4, $5, '27', 59000, 0, 59000, $6, $5
		FROM n`, before+1, before+count, sale.OrderID, s.shopper, at, string(text))
}
