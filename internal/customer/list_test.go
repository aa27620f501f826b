package customer_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

// names returns the first names of the customers that a filter selects, in the order of the list.
func names(t *testing.T, s *testshop.Shop, f customer.Filter) string {
	t.Helper()
	f.Page, f.Limit = 1, 100
	list, err := s.Customers.List(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if list.Total != len(list.Customers) {
		t.Errorf("%+v lists %d customers and counts %d, want the same", f, len(list.Customers), list.Total)
	}
	var names []string
	for _, c := range list.Customers {
		first, _, _ := strings.Cut(c.Name, " ")
		names = append(names, first)
	}
	return strings.Join(names, " ")
}

func TestList_findsCapitalsOfEveryAlphabet(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		add(t, s, person{"ÉMILIE Dsouza", "emilie@example.in", "9000000003", "12 Ñandú Road", "411001"})
		add(t, s, person{"Άννα Παππά", "anna@example.in", "9000000042", "4 Prabhat Road", "411004"})
		for search, want := range map[string]string{"émilie": "ÉMILIE", "Émilie": "ÉMILIE", "ñandú": "ÉMILIE", "άννα παππά": "Άννα", "ñ": "ÉMILIE"} {
			if got := names(t, s, customer.Filter{Sums: true, Search: search}); got != want {
				t.Errorf("%q finds %q, want %q", search, got, want)
			}
		}
	})
}

func TestList_searchesFiltersAndSortsCustomers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		staff(t, s) // never listed
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 90})
		farah := add(t, s, person{"Farah Qureshi", "farah@example.in", "9000000003", "12 Camp Road", "411001"})
		asha := add(t, s, person{"Asha Deshmukh", "asha@example.in", "9000000042", "4 Prabhat Road", "411004"})
		add(t, s, person{"neha kulkarni", "neha_k@example.in", "9000000077", "100% Sadashiv Peth", "411030"})
		buy(t, s, asha, dal, 1)
		buy(t, s, asha, dal, 1)
		exec(t, d, `UPDATE addresses SET pincode = '411099' WHERE user_id = $1`, farah)
		buy(t, s, farah, dal, 9)
		for name, c := range map[string]struct {
			filter customer.Filter
			want   string
		}{
			"everyone, last order first": {customer.Filter{Sums: true}, "Farah Asha neha"},
			"by what they spent":         {customer.Filter{Sums: true, Sort: customer.BySpent}, "Farah Asha neha"},
			"by how often":               {customer.Filter{Sums: true, Sort: customer.ByOrders}, "Asha Farah neha"},
			"by name, whatever case":     {customer.Filter{Sums: true, Sort: customer.ByName}, "Asha Farah neha"},
			"a part of the name":         {customer.Filter{Sums: true, Search: "DESH"}, "Asha"},
			"a mobile as it is read out": {customer.Filter{Sums: true, Search: "+91 90000 00042"}, "Asha"},
			"the end of a mobile":        {customer.Filter{Sums: true, Search: "0077"}, "neha"},
			"an email":                   {customer.Filter{Sums: true, Search: "farah@"}, "Farah"},
			"an email, as a packer":      {customer.Filter{Search: "example.in"}, ""},
			"a street":                   {customer.Filter{Sums: true, Search: "prabhat road"}, "Asha"},
			"a pincode":                  {customer.Filter{Sums: true, Search: "411030"}, "neha"},
			"name and street":            {customer.Filter{Sums: true, Search: "camp, farah"}, "Farah"},
			"words of two customers":     {customer.Filter{Sums: true, Search: "camp asha"}, ""},
			"a percent sign as it is":    {customer.Filter{Sums: true, Search: "100%"}, "neha"},
			"an underscore as it is":     {customer.Filter{Sums: true, Search: "a_k"}, "neha"},
			"where the last order went":  {customer.Filter{Sums: true, Pincode: "411099"}, "Farah"},
			"where an order may go":      {customer.Filter{Sums: true, Pincode: "411030"}, ""},
		} {
			if got := names(t, s, c.filter); got != c.want {
				t.Errorf("%s: %s, want %s", name, got, c.want)
			}
		}
		if none, err := s.Customers.List(t.Context(), customer.Filter{Sums: true, Search: "camp asha", Page: 1, Limit: 1}); err != nil || none.Customers == nil {
			t.Errorf("nobody is %v, %v, want a list of none", none.Customers, err)
		}
		list, err := s.Customers.List(t.Context(), customer.Filter{Sums: true, Page: 2, Limit: 1})
		if err != nil || list.Total != 3 || list.ThisMonth != 2 || strings.Join(list.Areas, " ") != "411004 411099" {
			t.Fatalf("listed %+v, %v, want 3, 2 of this month, in 411004 and 411099", list, err)
		}
		if c := list.Customers[0]; c.ID != asha || *c.Orders != 2 || *c.Spent != money.Rupees(200) || c.Area != "411004" ||
			c.Place != "4 Prabhat Road, Pune" || *c.Email != "asha@example.in" || c.LastOrderAt == nil {
			t.Errorf("the second customer is %+v, want Asha with 2 orders of ₹200 and her address", c)
		}
	})
}

// TestSums_equalTheTotalsOfTheOrders is a model test: random actions of staff and shoppers on the
// orders of three customers. Refused actions count, too: they must change nothing.
func TestSums_equalTheTotalsOfTheOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		sunita, ctx := staff(t, s)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 900})
		random := rand.New(rand.NewPCG(7, 11))
		var customers, orders []string
		for _, name := range []string{"Asha", "Farah", "Neha"} {
			customers = append(customers, add(t, s, person{name, name + "@example.in", "9000000042", "Road", "411001"}))
		}
		for range 60 {
			orderID := ""
			if len(orders) > 0 {
				orderID = orders[random.IntN(len(orders))]
			}
			switch n := random.IntN(6); {
			case n < 2 || orderID == "":
				orders = append(orders, buy(t, s, customers[random.IntN(3)], dal, 1+random.IntN(3)))
			case n == 2:
				_, _ = s.Orders.Refuse(ctx, sunita, orderID, order.Refusal{Reason: "Sold out."})
			case n == 3:
				_, _ = s.Orders.SetDeliveryOfAll(ctx, sunita, orderID, order.Delivered)
			case n == 4:
				// Give the order an open online payment, which excludes it from the sums, and complete the payment.
				exec(t, d, `UPDATE checkouts SET unpaid = TRUE WHERE id = $1`, orderID)
				exec(t, d, `UPDATE checkouts SET unpaid = FALSE WHERE id = $1`, orderID)
			default:
				view, err := s.Orders.ByName(ctx, order.Viewer{UserID: sunita.UserID, StaffRole: "OWNER"}, orderID)
				if err != nil {
					t.Fatal(err)
				}
				_, _ = s.Orders.SetLines(ctx, sunita, orderID, []order.Pack{{LineID: view.Lines[0].ID, Quantity: random.IntN(2)}})
			}
		}
		expectSums(t, d)
	})
}

func TestSums_stayCorrectWhenOrdersChangeConcurrently(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		sunita, ctx := staff(t, s)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 90})
		asha := add(t, s, person{"Asha", "asha@example.in", "9000000042", "Road", "411001"})
		var wg sync.WaitGroup
		for range 8 {
			orderID := buy(t, s, asha, dal, 2)
			wg.Go(func() {
				if _, err := s.Orders.Refuse(ctx, sunita, orderID, order.Refusal{Reason: "Sold out."}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		expectSums(t, d)
		if got := names(t, s, customer.Filter{Sums: true}); got != "Asha" {
			t.Errorf("listed are %s, want Asha", got)
		}
	})
}
