package report_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/payment"
	"kirana/internal/report"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/ordertest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// shop is a shop whose clock shows 14:30 in India.
type shop struct{ *testshop.Shop }

func newShop(t testing.TB, d *db.DB) shop {
	t.Helper()
	return shop{testshop.New(t, d)}
}

// sells places an order for pieces of each product and returns its rows.
func (s shop) sells(t *testing.T, pieces int, productIDs ...string) []order.LineView {
	t.Helper()
	items := make([]order.Item, len(productIDs))
	for i, productID := range productIDs {
		items[i] = order.Item{ProductID: productID, Quantity: pieces}
	}
	return ordertest.AddShopper(t, s.DB).Place(t, s.Orders, items...)
}

func (s shop) moves(t *testing.T, line order.LineView, to order.Delivery) {
	t.Helper()
	if _, err := s.Orders.SetDelivery(t.Context(), "asha", line.ID, to); err != nil {
		t.Fatal(err)
	}
}

// pays changes a row to payment online, with a payment status and a delivery status.
func (s shop) pays(t *testing.T, line order.LineView, status payment.Status, delivery order.Delivery) {
	t.Helper()
	err := s.DB.Tx(t.Context(), func(tx *db.Tx) error {
		err := db.Exec(t.Context(), tx, `
			UPDATE orders
			SET payment_method = 'ONLINE', payment_status = $2, delivery_status = $3, attention = $4
			WHERE id = $1`, line.ID, status, delivery, status == payment.RefundDue)
		if err != nil {
			return err
		}
		return db.Exec(t.Context(), tx, `
			UPDATE checkouts
			SET sold = (SELECT SUM(total) FROM orders WHERE checkout_id = $1 AND delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID'))
			WHERE id = $1`, line.OrderID)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s shop) today(t *testing.T) report.Today {
	t.Helper()
	if err := s.View.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	today, err := s.Reports.Today(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	return today
}

func TestToday_countsSalesAndOpenOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(150), Discount: 1050, Stock: 100})
		oil := shoptest.AddProduct(t, d, shoptest.Product{Name: "Mustard Oil", Price: money.Rupees(200), Stock: 100})

		// given an open order of yesterday, and nine of today
		s.sells(t, 1, oil)
		s.Clock.Advance(24 * time.Hour)
		s.sells(t, 2, dal, oil) // 279 + 400
		delivered := s.sells(t, 1, oil)
		s.moves(t, delivered[0], order.Delivered) // 200
		half := s.sells(t, 1, dal, oil)
		s.moves(t, half[1], order.Canceled) // 139.50
		open := s.sells(t, 3, oil)
		s.pays(t, open[0], payment.Pending, order.Pending)
		s.pays(t, s.sells(t, 1, oil)[0], payment.RefundDue, order.Canceled)
		s.pays(t, s.sells(t, 1, oil)[0], payment.RefundDue, order.Delivered)
		s.pays(t, s.sells(t, 1, oil)[0], payment.Expired, order.Canceled)
		s.pays(t, s.sells(t, 1, dal)[0], payment.Paid, order.Pending) // 139.50
		for _, line := range s.sells(t, 1, dal, oil) {
			s.pays(t, line, payment.RefundDue, order.Canceled)
		}

		today := s.today(t)
		want := report.Day{Date: "2026-01-16", Sold: report.Sold{Orders: 4, Revenue: 1_158_00}}
		if diff := cmp.Diff(want, today.Day); diff != "" {
			t.Errorf("today (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(list.DeliveryCounts{Pending: 4, Delivered: 2, Canceled: 3}, today.ByStatus); diff != "" {
			t.Errorf("counts by status (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(report.Waiting{Orders: 4, Rows: 5, Unpaid: 1, RefundsDue: 3}, today.Waiting); diff != "" {
			t.Errorf("open work (-want +got):\n%s", diff)
		}
		want = report.Day{Date: "2026-01-15", Sold: report.Sold{Orders: 1, Revenue: money.Rupees(200)}}
		if diff := cmp.Diff(want, today.Days[report.Days-2]); diff != "" {
			t.Errorf("yesterday (-want +got):\n%s", diff)
		}
	})
}

func TestToday_beginsAtMidnightInIndia(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		oil := shoptest.AddProduct(t, d, shoptest.Product{Stock: 100})
		// 18:30 UTC is midnight in India.
		s.Clock.Advance(9*time.Hour + 30*time.Minute - time.Microsecond)
		s.sells(t, 1, oil)
		if today := s.today(t); today.Orders != 1 || today.Date != "2026-01-15" {
			t.Errorf("a moment before midnight: %+v, want one order on 2026-01-15", today.Day)
		}
		s.Clock.Advance(time.Microsecond)
		if today := s.today(t); today.Orders != 0 || today.Date != "2026-01-16" || today.ByStatus != (list.DeliveryCounts{}) {
			t.Errorf("at midnight: %+v, %+v, want no order on 2026-01-16", today.Day, today.ByStatus)
		}
		s.sells(t, 1, oil)
		today := s.today(t)
		if today.Orders != 1 || today.Days[28].Orders != 1 || today.Waiting.Orders != 2 {
			t.Errorf("after midnight: today %+v, yesterday %+v, %d waiting, want one each and 2",
				today.Day, today.Days[28], today.Waiting.Orders)
		}
	})
}

func TestToday_shows30DaysWithoutGaps(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		oil := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(10), Stock: 1000})
		for day := range 31 { // the first day is outside the chart
			s.sells(t, day+1, oil)
			s.Clock.Advance(24 * time.Hour)
		}
		today := s.today(t)
		if len(today.Days) != report.Days || today.Days[0].Date != "2026-01-17" || today.Days[29].Date != "2026-02-15" {
			t.Fatalf("%d days from %s to %s, want %d from 2026-01-17 to 2026-02-15",
				len(today.Days), today.Days[0].Date, today.Days[len(today.Days)-1].Date, report.Days)
		}
		for i, day := range today.Days[:29] {
			if diff := cmp.Diff(report.Sold{Orders: 1, Revenue: money.Rupees(int64(10 * (i + 3)))}, day.Sold); diff != "" {
				t.Errorf("%s (-want +got):\n%s", day.Date, diff)
			}
		}
		if diff := cmp.Diff(report.Sold{}, today.Sold); diff != "" {
			t.Errorf("today without an order (-want +got):\n%s", diff)
		}
	})
}

func TestSweep_foldsTheDaysAndChangesNoSum(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		oil := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(10), Stock: 1000})
		var lines []order.LineView
		for range 3 { // days
			for pieces := range 4 {
				lines = append(lines, s.sells(t, pieces+1, oil)...)
			}
			s.Clock.Advance(24 * time.Hour)
		}
		s.moves(t, lines[3], order.Canceled) // on a later day than its order
		want := [3]report.Sold{{Orders: 3, Revenue: money.Rupees(60)}, {Orders: 4, Revenue: money.Rupees(100)}, {Orders: 4, Revenue: money.Rupees(100)}}
		expect := func(when string, want [3]report.Sold) {
			t.Helper()
			days := s.today(t).Days
			got := [3]report.Sold{days[report.Days-4].Sold, days[report.Days-3].Sold, days[report.Days-2].Sold}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		expect("before", want)
		// Two nodes fold concurrently while another order is canceled.
		var sweeps errgroup.Group
		for range 2 {
			sweeps.Go(func() error { return s.Reports.Sweep(t.Context()) })
		}
		s.moves(t, lines[0], order.Canceled)
		if err := sweeps.Wait(); err != nil {
			t.Fatal(err)
		}
		want[0] = report.Sold{Orders: 2, Revenue: money.Rupees(50)}
		expect("after two at once", want)
		if err := s.Reports.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		expect("after one more", want)
		if n, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM daily_sales`); err != nil || n != 3 {
			t.Errorf("the three days have %d rows, %v, want 3", n, err)
		}
	})
}

func TestToday_namesProductsRunningOut(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.ManyProducts(t, d, 200) // 20 without stock and 20 with 3 pieces, none of them hidden
		shoptest.AddProduct(t, d, shoptest.Product{Name: "Last Dal", Stock: 1})
		shoptest.AddProduct(t, d, shoptest.Product{Name: "Five Dal", Stock: 5})
		shoptest.AddProduct(t, d, shoptest.Product{Name: "Six Dal", Stock: 6})
		shoptest.AddProduct(t, d, shoptest.Product{Name: "Hidden Dal", Stock: 0, Unpublished: true})
		today := s.today(t)
		if out := today.OutOfStock; out.Count != 20 || len(out.Products) != 10 || slices.ContainsFunc(out.Products, func(p report.ScarceProduct) bool { return p.Stock != 0 }) {
			t.Errorf("out of stock: %+v, want 10 of 20 shown, each without stock", out)
		}
		low := today.LowStock
		if low.Count != 22 || len(low.Products) != 10 || low.Products[0].Name != "Last Dal" || low.Products[0].Stock != 1 {
			t.Errorf("low on stock: %+v, want 10 of 22 shown, first one Last Dal", low)
		}
	})
}

func TestToday_isForAdministratorsOnly(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := newShop(t, d)
	admin, shopper := shoptest.AddAdministrator(t, d), shoptest.AddShopper(t, d)
	shoptest.As(s, "").Request(t, "GET", "/report/today", "").Expect(t, http.StatusUnauthorized, "Authentication required")
	shoptest.As(s, shopper).Request(t, "GET", "/report/today", "").Expect(t, http.StatusForbidden, "Do not have Permission")
	// The report of an empty shop has empty lists, not null, and all days.
	var got struct {
		Revenue    *float64
		OutOfStock struct{ Products []any }
		Days       []struct {
			Date    string
			Orders  *int
			Revenue *float64
		}
	}
	shoptest.As(s, admin).Request(t, "GET", "/report/today", "").Expect(t, http.StatusOK, "").Decode(t, &got)
	if got.Revenue == nil || got.OutOfStock.Products == nil || len(got.Days) != 30 || got.Days[0].Orders == nil || got.Days[29].Date != "2026-01-15" {
		t.Errorf("an empty shop reports %+v, want zeros instead of null, and 30 days up to 2026-01-15", got)
	}
}

// BenchmarkToday reads the report of a shop with 27,000 products and 50,000 lines.
func BenchmarkToday(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"sqlite": shoptest.SQLite, "postgres": shoptest.Postgres} {
		d := open(b)
		shoptest.ManyProducts(b, d, 27_000)
		shoptest.ManyOrders(b, d, 50_000)
		s := newShop(b, d)
		if err := s.View.Refresh(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Reports.Today(b.Context(), true); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
