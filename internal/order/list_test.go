package order_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

func TestAll_findsOrdersByWhatTheAdministratorKnows(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		shoptest.ManyOrders(t, d, 2000)
		asha := s.shopper(t)
		// The order's own texts find it, too.
		mine := asha.orders(t, asha.puts(t, shoptest.AddProduct(t, d, shoptest.Product{Name: "Kesar Pista 100%_Pure", Stock: 5}), 1))
		for name, c := range map[string]struct {
			filter order.LineFilter
			want   int
		}{
			"nothing asked":               {order.LineFilter{}, 2001},
			"an order number":             {order.LineFilter{Search: "ORD-1001234"}, 1},
			"a number typed in full":      {order.LineFilter{Search: mine[0].Number}, 1},
			"the end of a number":         {order.LineFilter{Search: "001234"}, 1},
			"a product, whatever case":    {order.LineFilter{Search: "mustard OIL"}, 200},
			"a product within its name":   {order.LineFilter{Search: "asmati"}, 200},
			"a shopper's email":           {order.LineFilter{Search: "shopper77@many"}, 20},
			"a shopper's name":            {order.LineFilter{Search: "number 77"}, 20},
			"a shopper's mobile":          {order.LineFilter{Search: "9000609763"}, 20},
			"a word and a status":         {order.LineFilter{Search: "Jaggery", Delivery: order.Delivered}, 200},
			"a word of another status":    {order.LineFilter{Search: "Jaggery", Delivery: order.Pending}, 0},
			"a status":                    {order.LineFilter{Delivery: order.Canceled}, 200},
			"signs as they stand":         {order.LineFilter{Search: "100%_pure"}, 1},
			"a percent sign is no joker":  {order.LineFilter{Search: "mustard%1"}, 0},
			"an underscore is none, too":  {order.LineFilter{Search: "mustard_oil"}, 0},
			"what is to be delivered":     {order.LineFilter{Queue: order.DeliveryQueue}, 201},
			"a word that is, too":         {order.LineFilter{Queue: order.DeliveryQueue, Search: "filter coffee"}, 200},
			"what waits for payment":      {order.LineFilter{Queue: order.PaymentQueue}, 0},
			"a quote":                     {order.LineFilter{Search: `o'il\`}, 0},
			"blanks around count nothing": {order.LineFilter{Search: "  curd "}, 200},
		} {
			c.filter.Page, c.filter.Limit = 1, 20
			lines, counts, err := s.orders.ListLines(t.Context(), c.filter)
			if total := counts.Of(c.filter.Delivery); err != nil || total != c.want || len(lines) != min(c.want, 20) {
				t.Errorf("%s: %d rows of %d, %v, want %d", name, len(lines), total, err, c.want)
			}
		}
	})
}

func TestAll_findsEveryLineOfAnOrderByItsNumber(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		asha := s.shopper(t)
		goods := []order.Item{
			asha.puts(t, shoptest.AddProduct(t, d, shoptest.Product{Name: "Poha", Stock: 5, Price: 40}), 2),
			asha.puts(t, shoptest.AddProduct(t, d, shoptest.Product{Name: "Jaggery", Stock: 5, Price: 60}), 1),
		}
		mine := asha.orders(t, goods...)
		number := fmt.Sprint(mine[0].OrderNumber)
		for _, search := range []string{number, "#" + number} {
			lines, _, err := s.orders.ListLines(t.Context(), order.LineFilter{Search: search, Page: 1, Limit: 20})
			if err != nil || len(lines) != 2 {
				t.Fatalf("%q finds %d rows, %v, want both", search, len(lines), err)
			}
			for _, line := range lines {
				if line.OrderTotal == nil || *line.OrderTotal != mine[0].Total+mine[1].Total || *line.OrderCollect != *line.OrderTotal {
					t.Errorf("%q: total %v, to collect %v, want the sum of both", search, line.OrderTotal, line.OrderCollect)
				}
			}
		}
		address := mine[0].Address
		for _, search := range []string{address.Pincode, address.Mobile, address.Line} {
			if lines, _, err := s.orders.ListLines(t.Context(), order.LineFilter{Search: search, Page: 1, Limit: 20}); err != nil || len(lines) != 2 {
				t.Errorf("%q finds %d rows, %v, want both", search, len(lines), err)
			}
		}
	})
}

func TestAll_pagesThroughEveryRowOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		shoptest.ManyOrders(t, d, 2000)
		for name, f := range map[string]order.LineFilter{
			"all":       {},
			"a status":  {Delivery: order.Pending},
			"a word":    {Search: "assam tea"},
			"a shopper": {Search: "shopper5@"},
		} {
			var numbers []string
			total := 1
			f.Limit = 30
			for f.Page = 1; len(numbers) < total; f.Page++ {
				lines, counts, err := s.orders.ListLines(t.Context(), f)
				if err != nil || len(lines) == 0 {
					t.Fatalf("%s, page %d: %d rows, %v", name, f.Page, len(lines), err)
				}
				total = counts.Of(f.Delivery)
				for i, line := range lines {
					if i > 0 && line.CreatedAt.After(lines[i-1].CreatedAt) {
						t.Errorf("%s, page %d: an older order stands before a newer one", name, f.Page)
					}
					numbers = append(numbers, line.Number)
				}
			}
			slices.Sort(numbers)
			if once := len(slices.Compact(numbers)); once != total {
				t.Errorf("%s: %d of %d rows on the pages", name, once, total)
			}
		}
	})
}

func TestAll_countsEveryStatusRegardlessOfTheFilter(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		shoptest.ManyOrders(t, d, 2000)
		for _, f := range []order.LineFilter{{}, {Delivery: order.Delivered}, {Delivery: order.Canceled, Page: 99}} {
			f.Page, f.Limit = max(f.Page, 1), 20
			_, counts, err := s.orders.ListLines(t.Context(), f)
			if diff := cmp.Diff(order.DeliveryCounts{Pending: 200, Delivered: 1600, Canceled: 200}, counts); err != nil || diff != "" {
				t.Errorf("counts of %+v, error %v (-want +got):\n%s", f, err, diff)
			}
		}
	})
}

func TestAll_listsWaitingLinesOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 50})
		begins := func() started {
			t.Helper()
			p := s.shopper(t)
			return s.startPayment(t, p, p.puts(t, dal, 1))
		}
		pays := func(b started) {
			t.Helper()
			theBank(t, s).Force(b.ref, payment.SessionPaid)
			s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		}
		moves := func(b started, to order.Delivery) {
			t.Helper()
			lines, err := b.Lines.Lines()
			must(t, err)
			_, err = s.orders.SetDelivery(t.Context(), s.asha, lines[0].ID, to)
			must(t, err)
		}
		// given a cash order, an open payment, a canceled paid order, and a cart paid twice whose
		// second order was then delivered
		meera, ravi := s.shopper(t), s.shopper(t)
		cash := meera.orders(t, meera.puts(t, dal, 1))[0]
		open, canceled := begins(), begins()
		pays(canceled)
		moves(canceled, order.Canceled)
		item := ravi.puts(t, dal, 1)
		paid, delivered := s.startPayment(t, ravi, item), s.startPayment(t, ravi, item)
		moves(delivered, order.Delivered)
		pays(paid)
		pays(delivered)
		s.expectStatus(t, open, "PENDING/PENDING")
		s.expectStatus(t, canceled, "REFUND DUE/CANCELED")
		s.expectStatus(t, delivered, "REFUND DUE/DELIVERED")
		due := order.DeliveryCounts{Delivered: 1, Canceled: 1}
		for waits, want := range map[string]struct {
			checkouts []string
			byStatus  order.DeliveryCounts
		}{
			"delivery":                {[]string{cash.OrderID, paid.OrderID}, order.DeliveryCounts{Pending: 2}},
			"payment":                 {[]string{open.OrderID}, order.DeliveryCounts{Pending: 1}},
			"refund":                  {[]string{canceled.OrderID, delivered.OrderID}, due},
			"refund&status=DELIVERED": {[]string{delivered.OrderID}, due},
		} {
			var page struct {
				Data     []answeredLine
				ByStatus order.DeliveryCounts
			}
			reply := shoptest.As(s, s.asha).Request(t, "GET", "/order/getAllOrderDetails?page=1&waits="+waits, "").Expect(t, 200, "")
			must(t, json.Unmarshal(reply.Bytes, &page))
			var got []string
			for _, row := range page.Data {
				got = append(got, row.CheckoutID)
			}
			slices.Sort(got)
			slices.Sort(want.checkouts)
			if diff := cmp.Diff(want.checkouts, got); diff != "" {
				t.Errorf("%s: checkouts (-want +got):\n%s", waits, diff)
			}
			if diff := cmp.Diff(want.byStatus, page.ByStatus); diff != "" {
				t.Errorf("%s: counts by status (-want +got):\n%s", waits, diff)
			}
		}
	})
}

func TestAll_findsAShopperByTheNameOfToday(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		p := s.shopper(t)
		p.orders(t, p.puts(t, shoptest.AddProduct(t, d, shoptest.Product{Stock: 5}), 1))
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE users SET name = 'Meera Joshi' WHERE id = $1`, p.id)
		})
		if err != nil {
			t.Fatal(err)
		}
		for words, want := range map[string]int{"meera": 1, "kulkarni": 0} {
			if lines, counts, err := s.orders.ListLines(t.Context(), order.LineFilter{Search: words, Page: 1, Limit: 20}); err != nil || counts.Pending != want || len(lines) != want {
				t.Errorf("%s: %d rows of %+v, %v, want %d", words, len(lines), counts, err, want)
			}
		}
	})
}

// BenchmarkAll reads the administrator's list with 50,000 lines.
func BenchmarkAll(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"sqlite": shoptest.SQLite, "postgres": shoptest.Postgres} {
		d := open(b)
		shoptest.ManyOrders(b, d, 50_000)
		s := newShop(d)
		for _, f := range []order.LineFilter{
			{Page: 1},
			{Page: 2500},
			{Delivery: order.Delivered, Page: 1000},
			{Search: "paneer", Page: 1},
			{Search: "ORD-1031234", Page: 1},
			{Search: "shopper777@", Page: 1},
			{Search: "nothing like it", Page: 1},
			{Search: "paneer", Delivery: order.Delivered, Page: 1},
		} {
			f.Limit = 20
			b.Run(fmt.Sprintf("%s/%q %s page %d", name, f.Search, f.Delivery, f.Page), func(b *testing.B) {
				for b.Loop() {
					if _, _, err := s.orders.ListLines(b.Context(), f); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
