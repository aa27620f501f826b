package order_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
	"kirana/internal/token"
)

func TestSetStage_refusesAnImpossiblePromise(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})[0]
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		for _, promise := range []string{"9999-12-31T23:59:59-23:00", "0000-01-01T00:00:00+23:00", "2001-01-01T00:00:00Z"} {
			body := fmt.Sprintf(`{"from":"NEW","to":"PACKING","promisedAt":%q}`, promise)
			staff.Request(t, "PUT", "/order/checkout/"+line.OrderID+"/stage", body).ExpectField(t, "promisedAt")
		}
		staff.Request(t, "GET", "/order/checkouts", "").Expect(t, http.StatusOK, "")
	})
}

func TestClaim_isStoredTenTimesAtMostAndARepeatedOneOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		id := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		actor := order.Actor{Kind: order.ByShopper, UserID: ravi.id}
		for range 3 {
			must(t, s.orders.Claim(t.Context(), actor, id, "reference 0"))
		}
		if v := s.view(t, id); len(v.Timeline) != 2 {
			t.Errorf("the same claim three times leaves %+v, want two entries", v.Timeline)
		}
		for i := 1; i < 10; i++ {
			must(t, s.orders.Claim(t.Context(), actor, id, fmt.Sprint("reference ", i)))
		}
		if err := s.orders.Claim(t.Context(), actor, id, "reference 10"); !fault.Is(err, fault.Conflict) {
			t.Errorf("the eleventh claim: %v, want a conflict", err)
		}
		if v := s.view(t, id); v.Claim == nil || v.Claim.Reference != "reference 9" || len(v.Timeline) != 11 {
			t.Errorf("the claim is %+v with %d entries in the timeline, want reference 9 with 11", v.Claim, len(v.Timeline))
		}
	})
}

func TestPacker_readsAndSearchesNoEmail(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0]
		email := ravi.id + "@kirana.test"
		for role, sees := range map[string]bool{"PACKER": false, "MANAGER": true} {
			staff := shoptest.As(s, shoptest.AddStaff(t, d, role))
			for _, call := range [][3]string{
				{"GET", "/order/getAllOrderDetails", ""},
				{"GET", "/order/getAllOrderDetails?page=1&limit=10", ""},
				{"PUT", "/order/update-status/" + line.ID, `{"delivery_status":"PENDING"}`},
				{"GET", "/order/checkouts", ""},
				{"GET", "/order/checkout/" + line.OrderID, ""},
				{"PUT", "/order/checkout/" + line.OrderID + "/stage", `{"from":"DONE","to":"NEW"}`}, // 409, with the order in the response
			} {
				if response := staff.Request(t, call[0], call[1], call[2]); strings.Contains(string(response.Bytes), email) != sees || len(response.Data) < 10 {
					t.Errorf("%s reads of %s %s, want the email: %t", role, call[1], response.Bytes, sees)
				}
			}
			found := staff.Request(t, "GET", "/order/getAllOrderDetails?page=1&limit=10&q="+email, "").Expect(t, http.StatusOK, "")
			if (*found.TotalCount == 1) != sees {
				t.Errorf("%s finds %d orders by an email, want one: %t", role, *found.TotalCount, sees)
			}
		}
	})
}

func TestRefundLimit_countsAllRefundsOfAnOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		if _, err := s.orders.Settings.Update(t.Context(), []byte(`{"refundLimit":150}`)); err != nil {
			t.Fatal(err)
		}
		k := s.desk(t)
		manager, owner := shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER")), shoptest.As(s, shoptest.AddStaff(t, d, "OWNER"))
		var items []order.Item
		for range 2 {
			items = append(items, order.Item{ProductID: shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 9}), Quantity: 1})
		}
		const refusal = "Only the owner can give back more than ₹150."
		// Paid online, and refunded line by line.
		online := s.paysOnline(t, s.shopper(t), items...)
		_, err := s.orders.Refuse(k.ctx, k.actor, online, order.Refusal{Reason: "Sold out."})
		must(t, err)
		lines := s.view(t, online).Lines
		manager.Request(t, "POST", "/order/refund/"+lines[0].ID, "").Expect(t, 200, "")
		manager.Request(t, "POST", "/order/refund/"+lines[1].ID, "").Expect(t, 403, refusal)
		owner.Request(t, "POST", "/order/refund/"+lines[1].ID, "").Expect(t, 200, "")
		// Paid by UPI, and refunded by hand, line by line.
		cash := s.shopper(t).orders(t, items...)
		_, err = s.orders.SetPaidBy(k.ctx, k.actor, cash[0].OrderID, order.ByUPI, "")
		must(t, err)
		must(t, k.packs(t, cash[0].OrderID, cash[0].ID, 0))
		path := "/order/checkout/" + cash[0].OrderID + "/refunded"
		manager.Request(t, "PUT", path, `{"how":"CASH"}`).Expect(t, 200, "")
		must(t, k.packs(t, cash[0].OrderID, cash[1].ID, 0))
		manager.Request(t, "PUT", path, `{"how":"CASH"}`).Expect(t, 403, refusal)
		owner.Request(t, "PUT", path, `{"how":"CASH"}`).Expect(t, 200, "")
	})
}

func TestRefundLimit_countsRefundsThatTheProviderHasNotMadeYet(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		s.sets(t, `{"refundLimit":150}`)
		k := s.desk(t)
		manager, owner := shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER")), shoptest.As(s, shoptest.AddStaff(t, d, "OWNER"))
		refuse := func(count int) []order.LineView {
			t.Helper()
			var items []order.Item
			for range count {
				items = append(items, order.Item{ProductID: shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 9}), Quantity: 1})
			}
			id := s.paysOnline(t, s.shopper(t), items...)
			k.refuses(t, id)
			return s.view(t, id).Lines
		}
		const away, refusal = "The payment provider cannot be reached. Please try again in a minute.", "Only the owner can give back more than ₹150."
		lines := refuse(3)
		s.Break(paymenttest.ServerError)
		manager.Request(t, "POST", "/order/refund/"+lines[0].ID, "").Expect(t, 502, away)
		manager.Request(t, "POST", "/order/refund/"+lines[1].ID, "").Expect(t, 403, refusal)
		manager.Request(t, "POST", "/order/refund/"+lines[0].ID, "").Expect(t, 502, away) // again: the refund is in progress
		if v := s.view(t, lines[0].OrderID); countEvents(v, "refund") != 1 {
			t.Errorf("the timeline after a second press of refund is %+v, want one refund", v.Timeline)
		}
		owner.Request(t, "POST", "/order/refund/"+lines[2].ID, "").Expect(t, 502, away)
		s.Heal()
		s.sweepFor(t, 5*time.Minute)
		if _, returned := s.Money(); returned != money.Rupees(200) {
			t.Errorf("%v went back, want ₹200: what the manager may refund and what the owner did", returned)
		}
		// Two calls at once together exceed the limit.
		two := refuse(2)
		var allowed atomic.Int32
		atOnce(2, func(i int) error {
			if manager.Request(t, "POST", "/order/refund/"+two[i].ID, "").Status == http.StatusOK {
				allowed.Add(1)
			}
			return nil
		})
		if _, returned := s.Money(); allowed.Load() != 1 || returned != money.Rupees(300) {
			t.Errorf("%d of two refunds at once were allowed, %v went back, want 1 and ₹300", allowed.Load(), returned)
		}
	})
}

func TestPacker_needsAReferenceOrAManagerToChangeHowAnOrderWasPaid(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 90})
		packer, manager := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER")), shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER"))
		place := func() (*shopper, string) {
			ravi := s.shopper(t)
			return ravi, "/order/checkout/" + ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		}
		const byReference, byManager = "Please type the reference of the payment, or ask a manager.", "Only the owner or a manager can change how a paid order was paid."
		_, path := place()
		packer.Request(t, "PUT", path+"/payment", `{"paidBy":"UPI"}`).Expect(t, 403, byReference)
		packer.Request(t, "PUT", path+"/stage", `{"from":"NEW","to":"DONE","paidBy":"UPI"}`).Expect(t, 403, byReference)
		packer.Request(t, "PUT", path+"/stage", `{"from":"NEW","to":"DONE","paidBy":"KHATA","taken":99,"takenBy":"UPI"}`).Expect(t, 403, byReference)
		packer.Request(t, "PUT", path+"/payment", `{"paidBy":"UPI","reference":"210987654321"}`).Expect(t, 200, "")
		packer.Request(t, "PUT", path+"/payment", `{"paidBy":""}`).Expect(t, 403, byManager)
		packer.Request(t, "PUT", path+"/stage", `{"from":"NEW","to":"DONE","paidBy":"CASH"}`).Expect(t, 403, byManager)
		manager.Request(t, "PUT", path+"/payment", `{"paidBy":""}`).Expect(t, 200, "")
		manager.Request(t, "PUT", path+"/payment", `{"paidBy":"UPI"}`).Expect(t, 200, "")
		ravi, path := place()
		ravi.claims(t, strings.TrimPrefix(path, "/order/checkout/"), "1")
		packer.Request(t, "PUT", path+"/payment", `{"paidBy":"UPI"}`).Expect(t, 200, "") // as the shopper has claimed
		_, path = place()
		packer.Request(t, "PUT", path+"/stage", `{"from":"NEW","to":"DONE","paidBy":"CASH"}`).Expect(t, 200, "")
		packer.Request(t, "PUT", path+"/payment", `{"paidBy":"UPI"}`).Expect(t, 403, byReference)
		// A packer cannot clear the flag of a payment, but can clear that of an undeliverable mail.
		id := strings.TrimPrefix(path, "/order/checkout/")
		s.executes(t, `UPDATE orders SET flag = 'The card looks stolen.', attention = TRUE WHERE checkout_id = $1`, id)
		line := s.view(t, id).Lines[0]
		packer.Request(t, "PUT", path+"/unflag", "").Expect(t, 403, "Only the owner or a manager can clear a problem with a payment.")
		packer.Request(t, "PUT", "/order/unflag/"+line.ID, "").Expect(t, 403, "Do not have Permission")
		manager.Request(t, "PUT", "/order/unflag/"+line.ID, "").Expect(t, 200, "")
		s.executes(t, `UPDATE checkouts SET undeliverable = TRUE, problem = TRUE WHERE id = $1`, id)
		packer.Request(t, "PUT", path+"/unflag", "").Expect(t, 200, "")
	})
}

func TestPacker_leavesAPaymentByUPIWithoutAClaimAmongTheProblems(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 90})
		packer, manager := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER")), shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER"))
		const upi, cash = `{"paidBy":"UPI","reference":"210987654321"}`, `{"paidBy":"CASH"}`
		type call struct {
			by         shoptest.Client
			path, body string
		}
		for name, c := range map[string]struct {
			claimed bool
			calls   []call
			doubts  bool
		}{
			"before the delivery":            {false, []call{{packer, "/payment", upi}}, true},
			"at the door":                    {false, []call{{packer, "/stage", `{"from":"NEW","to":"DONE",` + upi[1:]}}, true},
			"after cash":                     {false, []call{{packer, "/stage", `{"from":"NEW","to":"DONE","paidBy":"CASH"}`}, {packer, "/payment", upi}}, true},
			"a part, the rest on the khata":  {false, []call{{packer, "/stage", `{"from":"NEW","to":"DONE","paidBy":"KHATA","taken":60,"takenBy":"UPI","reference":"1"}`}}, true},
			"as the shopper claims":          {true, []call{{packer, "/payment", upi}}, false},
			"more than the shopper claims":   {true, []call{{manager, "/add", `{"productId":"` + dal + `","quantity":1}`}, {packer, "/stage", `{"from":"NEW","to":"DONE",` + upi[1:]}}, true},
			"after the claim was rejected":   {true, []call{{manager, "/payment", `{"paidBy":""}`}, {packer, "/payment", upi}}, true},
			"confirmed by a manager":         {false, []call{{packer, "/payment", upi}, {manager, "/payment", upi}}, false},
			"corrected by a manager":         {false, []call{{packer, "/payment", upi}, {manager, "/payment", cash}}, false},
			"delivered by a packer":          {false, []call{{packer, "/payment", upi}, {packer, "/stage", `{"from":"NEW","to":"DONE"}`}}, true},
			"by a manager without a claim":   {false, []call{{manager, "/payment", upi}}, false},
			"seen to by a manager":           {false, []call{{packer, "/payment", upi}, {manager, "/unflag", ""}}, false},
			"said by a packer a second time": {false, []call{{packer, "/payment", upi}, {packer, "/payment", upi}}, true},
		} {
			ravi := s.shopper(t)
			id := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
			if c.claimed {
				ravi.claims(t, id, "1")
			}
			for _, call := range c.calls {
				method := "PUT"
				if call.path == "/add" {
					method = "POST"
				}
				call.by.Request(t, method, "/order/checkout/"+id+call.path, call.body).Expect(t, http.StatusOK, "")
			}
			if v := s.view(t, id); problem(v, "PAYMENT_DOUBTFUL") != c.doubts {
				t.Errorf("%s: the problems are %v, want PAYMENT_DOUBTFUL: %t", name, v.Problems, c.doubts)
			}
		}
	})
}

func TestProgram_handlesPaymentsAsAManager(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		s.sets(t, `{"refundLimit":50,"khata":{"limit":50}}`)
		_, bearer, err := s.tokens.Create(t.Context(), token.NewToken{UserID: shoptest.AddAdministrator(t, d), Name: "Counter", Scope: httpapi.ScopeOrders})
		must(t, err)
		program := shoptest.As(s, bearer)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 90})
		send := func(line order.LineView, call, body string) shoptest.Response {
			return program.Request(t, "PUT", "/order/checkout/"+line.OrderID+call, body)
		}
		place := func() order.LineView { return s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})[0] }
		refused := func(what, code string, r shoptest.Response) {
			if r.Code != code {
				t.Errorf("%s is refused with %d %s, want %s", what, r.Status, r.Code, code)
			}
		}
		line := place()
		send(line, "/payment", `{"paidBy":"UPI"}`).Expect(t, 200, "")
		send(line, "/stage", `{"from":"NEW","to":"DONE"}`).Expect(t, 200, "")
		refused("a refund above the limit", "refund_limit", send(line, "/return", fmt.Sprintf(`{"version":%d,"how":"UPI","rows":[{"_id":%q,"quantity":1}]}`, s.view(t, line.OrderID).Version, line.ID)))
		line = place()
		refused("more than the limit on the khata", "khata_limit", send(line, "/stage", `{"from":"NEW","to":"DONE","paidBy":"KHATA"}`))
		refused("an override", "needs_owner", send(line, "/stage", `{"from":"NEW","to":"DONE","paidBy":"KHATA","override":true}`))
	})
}

// countEvents returns the number of timeline events with a code.
func countEvents(v order.View, what string) int {
	n := 0
	for _, e := range v.Timeline {
		if e.What == what {
			n++
		}
	}
	return n
}

func TestTimeline_hidesPaymentFlagsFromShoppers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		id := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE orders SET flag = 'The card looks stolen.' WHERE checkout_id = $1`, id)
		})
		must(t, err)
		must(t, s.orders.UnflagAll(k.ctx, k.actor, id))
		if read := shoptest.As(s, ravi.id).Request(t, "GET", "/order/checkout/"+id, "").Expect(t, 200, ""); strings.Contains(string(read.Bytes), "stolen") {
			t.Errorf("the shopper reads %s, want no note of staff", read.Bytes)
		}
	})
}
