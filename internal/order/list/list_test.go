package list_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/ordertest"
)

func TestAll_findsOrdersByWhatTheAdministratorKnows(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.ManyOrders(t, d, 2000)
		asha := ordertest.AddShopper(t, d)
		// The order's own texts find it, too.
		mine := asha.Place(t, s.Orders, order.Item{ProductID: shoptest.AddProduct(t, d, shoptest.Product{Name: "Kesar Pista 100%_Pure", Stock: 5}), Quantity: 1})
		for name, c := range map[string]struct {
			filter list.LineFilter
			want   int
		}{
			"nothing asked":               {list.LineFilter{}, 2001},
			"an order number":             {list.LineFilter{Search: "ORD-1001234"}, 1},
			"a number typed in full":      {list.LineFilter{Search: mine[0].Number}, 1},
			"the end of a number":         {list.LineFilter{Search: "001234"}, 1},
			"a product, whatever case":    {list.LineFilter{Search: "mustard OIL"}, 200},
			"a product within its name":   {list.LineFilter{Search: "asmati"}, 200},
			"a shopper's email":           {list.LineFilter{Search: "shopper77@many"}, 20},
			"a shopper's name":            {list.LineFilter{Search: "number 77"}, 20},
			"a shopper's mobile":          {list.LineFilter{Search: "9000609763"}, 20},
			"a mobile as it is read out":  {list.LineFilter{Search: "+91 90006 09763"}, 20},
			"a word and a status":         {list.LineFilter{Search: "Jaggery", Delivery: order.Delivered}, 200},
			"a word of another status":    {list.LineFilter{Search: "Jaggery", Delivery: order.Pending}, 0},
			"a status":                    {list.LineFilter{Delivery: order.Canceled}, 200},
			"signs as they stand":         {list.LineFilter{Search: "100%_pure"}, 1},
			"a percent sign is no joker":  {list.LineFilter{Search: "mustard%1"}, 0},
			"an underscore is none, too":  {list.LineFilter{Search: "mustard_oil"}, 0},
			"what is to be delivered":     {list.LineFilter{Queue: list.DeliveryQueue}, 201},
			"a word that is, too":         {list.LineFilter{Queue: list.DeliveryQueue, Search: "filter coffee"}, 200},
			"what waits for payment":      {list.LineFilter{Queue: list.PaymentQueue}, 0},
			"a quote":                     {list.LineFilter{Search: `o'il\`}, 0},
			"blanks around count nothing": {list.LineFilter{Search: "  curd "}, 200},
		} {
			c.filter.Page, c.filter.Limit = 1, 20
			lines, counts, err := s.Lists.ListLines(t.Context(), c.filter)
			if total := counts.Of(c.filter.Delivery); err != nil || total != c.want || len(lines) != min(c.want, 20) {
				t.Errorf("%s: %d rows of %d, %v, want %d", name, len(lines), total, err, c.want)
			}
		}
	})
}

func TestAll_findsEveryLineOfAnOrderByItsNumber(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		asha := ordertest.AddShopper(t, d)
		goods := []order.Item{
			{ProductID: shoptest.AddProduct(t, d, shoptest.Product{Name: "Poha", Stock: 5, Price: 40}), Quantity: 2},
			{ProductID: shoptest.AddProduct(t, d, shoptest.Product{Name: "Jaggery", Stock: 5, Price: 60}), Quantity: 1},
		}
		mine := asha.Place(t, s.Orders, goods...)
		number := fmt.Sprint(mine[0].OrderNumber)
		for _, search := range []string{number, "#" + number} {
			lines, _, err := s.Lists.ListLines(t.Context(), list.LineFilter{Search: search, Page: 1, Limit: 20})
			if err != nil || len(lines) != 2 {
				t.Fatalf("search %q finds %d lines, %v, want both", search, len(lines), err)
			}
			for _, line := range lines {
				if line.OrderTotal == nil || *line.OrderTotal != mine[0].Total+mine[1].Total || *line.OrderCollect != *line.OrderTotal {
					t.Errorf("%q: total %v, to collect %v, want the sum of both", search, line.OrderTotal, line.OrderCollect)
				}
			}
		}
		address := mine[0].Address
		for _, search := range []string{address.Pincode, address.Mobile, address.Line} {
			if lines, _, err := s.Lists.ListLines(t.Context(), list.LineFilter{Search: search, Page: 1, Limit: 20}); err != nil || len(lines) != 2 {
				t.Errorf("search %q finds %d lines, %v, want both", search, len(lines), err)
			}
		}
	})
}

func TestAll_pagesThroughEveryRowOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.ManyOrders(t, d, 2000)
		for name, f := range map[string]list.LineFilter{
			"all":       {},
			"a status":  {Delivery: order.Pending},
			"a word":    {Search: "assam tea"},
			"a shopper": {Search: "shopper5@"},
		} {
			var numbers []string
			total := 1
			f.Limit = 30
			for f.Page = 1; len(numbers) < total; f.Page++ {
				lines, counts, err := s.Lists.ListLines(t.Context(), f)
				if err != nil || len(lines) == 0 {
					t.Fatalf("%s, page %d: %d lines, %v, want some", name, f.Page, len(lines), err)
				}
				total = counts.Of(f.Delivery)
				for i, line := range lines {
					if i > 0 && line.CreatedAt.After(lines[i-1].CreatedAt) {
						t.Errorf("%s, page %d: an older order is before a newer one", name, f.Page)
					}
					numbers = append(numbers, line.Number)
				}
			}
			slices.Sort(numbers)
			if once := len(slices.Compact(numbers)); once != total {
				t.Errorf("%s: %d lines on the pages, want %d", name, once, total)
			}
		}
	})
}

func TestAll_countsEveryStatusRegardlessOfTheFilter(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.ManyOrders(t, d, 2000)
		for _, f := range []list.LineFilter{{}, {Delivery: order.Delivered}, {Delivery: order.Canceled, Page: 99}} {
			f.Page, f.Limit = max(f.Page, 1), 20
			_, counts, err := s.Lists.ListLines(t.Context(), f)
			if diff := cmp.Diff(list.DeliveryCounts{Pending: 200, Delivered: 1600, Canceled: 200}, counts); err != nil || diff != "" {
				t.Errorf("counts of %+v, error %v (-want +got):\n%s", f, err, diff)
			}
		}
	})
}

func TestAll_findsAShopperByTheNameOfToday(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		p := ordertest.AddShopper(t, d)
		p.Place(t, s.Orders, order.Item{ProductID: shoptest.AddProduct(t, d, shoptest.Product{Stock: 5}), Quantity: 1})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE users SET name = 'Meera Joshi' WHERE id = $1`, p.ID)
		})
		if err != nil {
			t.Fatal(err)
		}
		for words, want := range map[string]int{"meera": 1, "kulkarni": 0} {
			if lines, counts, err := s.Lists.ListLines(t.Context(), list.LineFilter{Search: words, Page: 1, Limit: 20}); err != nil || counts.Pending != want || len(lines) != want {
				t.Errorf("%s: %d rows of %+v, %v, want %d", words, len(lines), counts, err, want)
			}
		}
	})
}

func TestListOrders_findsByNumberNameMobileAddressAndProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal Unpolished", Price: money.Rupees(120), Stock: 10})
		line := s.placeOrder(t, order.Item{ProductID: dal, Quantity: 1})[0]
		s.placeOrder(t, order.Item{ProductID: shoptest.AddProduct(t, d, shoptest.Product{Name: "Milk", Price: money.Rupees(30), Stock: 5}), Quantity: 1})
		for q, found := range map[string]int{
			"1001": 1, "#1001": 1, line.Number: 1, strings.ToLower(line.Number): 1, "ravi": 2, "Kulk": 2, "6543": 2, "43210": 2, "9876543210": 2,
			"lake road": 2, "411001": 2, "toor": 1, "unpol dal": 1, "10": 2, "nobody": 0, "ravi toor": 1, "%": 2,
		} {
			got, err := s.Lists.List(t.Context(), owner, list.Filter{Search: q, Page: 1, Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Orders) != found || got.Total != found {
				t.Errorf("search %q finds %d of %d orders, want %d", q, len(got.Orders), got.Total, found)
			}
		}
		got, err := s.Lists.List(t.Context(), owner, list.Filter{Stage: list.Open, Page: 1, Limit: 1})
		if err != nil || got.Total != 2 || len(got.Orders) != 1 || got.Orders[0].Number != 1001 || got.Counts.New != 2 || got.Collect != money.Rupees(150) {
			t.Errorf("the first page of open orders is %+v, %v, want 1001 of two, 2 new, ₹150 to collect", got, err)
		}
	})
}

// BenchmarkAll reads the administrator's list with 50,000 lines.
func BenchmarkAll(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"sqlite": shoptest.SQLite, "postgres": shoptest.Postgres} {
		d := open(b)
		shoptest.ManyOrders(b, d, 50_000)
		s := newShop(b, d)
		for _, f := range []list.LineFilter{
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
					if _, _, err := s.Lists.ListLines(b.Context(), f); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
