package customer_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

// profile is the response for one customer.
type profile struct {
	ID              string   `json:"_id"`
	Email           *string  `json:"email"`
	Status          string   `json:"status"`
	SuspendedReason string   `json:"suspendedReason"`
	Note            string   `json:"note"`
	Orders          *int     `json:"orders"`
	Spent           *float64 `json:"spent"`
	Cancelled, Open int
	Addresses       []struct {
		Line string `json:"address_line"`
	}
	Checkouts []struct {
		Number   int
		TotalAmt float64
		Customer struct{ Email, Note string }
	}
	BuysMost []struct {
		Name   string
		Pieces int
	}
}

func TestProfile_showsOneCustomersData(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 90})
		milk := shoptest.AddProduct(t, d, shoptest.Product{Name: "Milk", Price: money.Rupees(30), Stock: 90})
		asha := add(t, s, person{"Asha Deshmukh", "asha@example.in", "9000000042", "4 Prabhat Road", "411004"})
		manager, packer := shoptest.AddStaff(t, d, "MANAGER"), shoptest.AddStaff(t, d, "PACKER")
		as := func(userID string) shoptest.Client { return shoptest.As(s, userID) }
		buy(t, s, asha, dal, 2)
		buy(t, s, asha, milk, 5)
		number := buy(t, s, asha, milk, 1)
		as(manager).Request(t, "PUT", "/order/checkout/"+number+"/refuse", `{"reason":"Sold out."}`).Expect(t, http.StatusOK, "")
		as(manager).Request(t, "PUT", "/customers/"+asha, `{"note":"Leaves a key\nwith the watchman."}`).Expect(t, http.StatusOK, "")
		var known profile
		as(manager).Request(t, "GET", "/customers/"+asha, "").Expect(t, http.StatusOK, "").Decode(t, &known)
		if *known.Email != "asha@example.in" || *known.Orders != 3 || *known.Spent != 350 || known.Cancelled != 1 || known.Open != 2 || known.Status != "Active" {
			t.Errorf("the customer is %+v, want 3 orders of ₹350, one canceled and 2 open", known)
		}
		if len(known.Checkouts) != 3 || known.Checkouts[0].Number != 1003 || len(known.Addresses) != 1 || known.Addresses[0].Line != "4 Prabhat Road" {
			t.Errorf("the customer is %+v, want 3 orders, the newest 1003, and one address", known)
		}
		if len(known.BuysMost) != 2 || known.BuysMost[0].Name != "Milk" || known.BuysMost[0].Pieces != 5 {
			t.Errorf("bought most: %+v, want 5 of Milk first of two", known.BuysMost)
		}
		// The note is shown on every order of this customer.
		if known.Checkouts[2].Customer.Note != "Leaves a key\nwith the watchman." {
			t.Errorf("an order's customer is %+v, want the note", known.Checkouts[2].Customer)
		}

		// A packer sees name, addresses and orders, but neither the email nor the order sums.
		response := as(packer).Request(t, "GET", "/customers/"+asha, "").Expect(t, http.StatusOK, "")
		var seen profile
		response.Decode(t, &seen)
		if seen.Email != nil || seen.Orders != nil || seen.Spent != nil || strings.Contains(string(response.Bytes), "asha@example.in") || len(seen.Addresses) != 1 {
			t.Errorf("a packer reads %s, want neither email nor sums", response.Bytes)
		}
		response = as(packer).Request(t, "GET", "/customers?page=1", "").Expect(t, http.StatusOK, "")
		if strings.Contains(string(response.Bytes), "asha@example.in") || strings.Contains(string(response.Bytes), "spent") {
			t.Errorf("a packer's list is %s, want neither email nor sums", response.Bytes)
		}
		as(packer).Request(t, "GET", "/customers?sort=spent", "").Expect(t, http.StatusForbidden, "Do not have Permission")
		as(packer).Request(t, "PUT", "/customers/"+asha, `{"note":"x"}`).Expect(t, http.StatusForbidden, "Do not have Permission")
		as(packer).Request(t, "PUT", "/customers/"+asha+"/cancel-open", `{}`).Expect(t, http.StatusForbidden, "Do not have Permission")
		as(manager).Request(t, "GET", "/customers?sort=luck", "").ExpectField(t, "sort")
		// Staff are not listed as customers.
		as(manager).Request(t, "GET", "/customers/"+packer, "").Expect(t, http.StatusNotFound, "Customer not found.")
		as(manager).Request(t, "PUT", "/customers/"+packer, `{"status":"Suspended"}`).Expect(t, http.StatusNotFound, "Customer not found.")
	})
}

func TestSuspend_endsLoginsAndShowsTheReason(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		asha := add(t, s, person{"Asha Deshmukh", "asha@example.in", "9000000042", "4 Prabhat Road", "411004"})
		manager := shoptest.AddStaff(t, d, "MANAGER")
		login := func() shoptest.Response {
			t.Helper()
			return shoptest.As(s, "").Request(t, "POST", "/user/login", `{"email":"asha@example.in","password":"seven mangoes"}`)
		}
		var tokens struct{ AccessToken, RefreshToken string }
		login().Expect(t, http.StatusOK, "").Decode(t, &tokens)
		change := func(body string) profile {
			t.Helper()
			var after profile
			shoptest.As(s, manager).Request(t, "PUT", "/customers/"+asha, body).Expect(t, http.StatusOK, "").Decode(t, &after)
			return after
		}
		if after := change(`{"status":"Suspended","reason":"Three orders refused at the door."}`); after.Status != "Suspended" || after.SuspendedReason != "Three orders refused at the door." {
			t.Errorf("the suspended customer is %+v, want the reason", after)
		}
		// The login ends at once on every node: tokens are looked up on each call.
		shoptest.As(testshop.New(t, d), tokens.AccessToken).Request(t, "GET", "/user/user-details", "").Expect(t, http.StatusUnauthorized, "")
		shoptest.As(s, "").Request(t, "POST", "/user/refresh-token", `{"refreshToken":"`+tokens.RefreshToken+`"}`).Expect(t, http.StatusUnauthorized, "")
		login().Expect(t, http.StatusForbidden, "This account is suspended: Three orders refused at the door.")
		if after := change(`{"status":"Active"}`); after.Status != "Active" || after.SuspendedReason != "" {
			t.Errorf("the resumed customer is %+v, want Active without a reason", after)
		}
		login().Expect(t, http.StatusOK, "")
		shoptest.As(s, manager).Request(t, "PUT", "/customers/"+asha, `{"status":"Gone"}`).ExpectField(t, "status")
	})
}

func TestCancelOpen_cancelsEachOpenOrderSeparately(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 20})
		asha := add(t, s, person{"Asha Deshmukh", "asha@example.in", "9000000042", "4 Prabhat Road", "411004"})
		farah := add(t, s, person{"Farah Qureshi", "farah@example.in", "9000000043", "12 Camp Road", "411001"})
		sunita, ctx := staff(t, s)
		done, packed, fresh := buy(t, s, asha, dal, 1), buy(t, s, asha, dal, 2), buy(t, s, asha, dal, 3)
		buy(t, s, farah, dal, 4)
		if _, err := s.Orders.SetDeliveryOfAll(ctx, sunita, done, order.Delivered); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Orders.SetStage(ctx, sunita, packed, order.Move{From: order.StageNew, To: order.StagePacked}); err != nil {
			t.Fatal(err)
		}
		var result struct {
			Done    []order.View
			Refused []json.RawMessage
		}
		path := "/customers/" + asha + "/cancel-open"
		shoptest.As(s, sunita.UserID).Request(t, "PUT", path, `{"reason":"You have moved away."}`).Expect(t, http.StatusOK, "").Decode(t, &result)
		if len(result.Done) != 2 || result.Done[0].ID != packed || result.Done[1].ID != fresh || len(result.Refused) != 0 {
			t.Fatalf("canceled: %+v, want %s and %s, none refused", result, packed, fresh)
		}
		for _, c := range result.Done {
			if c.Stage != order.StageDone || c.Reason != "You have moved away." || c.ItemCount != 0 || c.Undo == nil {
				t.Errorf("order %d is %+v, want it done with the reason, without lines, to be undone", c.Number, c)
			}
		}
		if left := shoptest.Stock(t, d, dal); left != 20-1-4 {
			t.Errorf("%d pieces are in stock, want %d", left, 20-1-4)
		}
		for _, query := range []struct {
			statement string
			want      int
		}{
			{`SELECT COUNT(*) FROM audit_log WHERE what = 'checkout.refused'`, 2},
			{`SELECT COUNT(*) FROM checkout_events WHERE what = 'refused'`, 2},
			{`SELECT COUNT(*) FROM jobs WHERE kind = '` + string(order.MailOrderJob) + `' AND dedupe_key IN ('` + packed + `', '` + fresh + `')`, 2},
			{`SELECT COUNT(*) FROM checkouts WHERE stage <> 'DONE'`, 1},
		} {
			if n, err := db.Get[int](t.Context(), d, query.statement); err != nil || n != query.want {
				t.Errorf("%s: %d, %v, want %d", query.statement, n, err, query.want)
			}
		}
		shoptest.As(s, sunita.UserID).Request(t, "PUT", path, `{}`).Expect(t, http.StatusOK, "").Decode(t, &result)
		if len(result.Done) != 0 {
			t.Errorf("canceled again: %+v, want none", result.Done)
		}
		expectSums(t, d)
	})
}
