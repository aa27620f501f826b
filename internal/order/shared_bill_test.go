package order_test

import (
	"net/http"
	"strings"
	"testing"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/limit"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

func TestSharedBill_isReadByItsLinkUntilTheLinkIsEnded(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		registerForGST(t, d)
		setShop(t, d, `{"upiId":"asha@example","pay":{"upi":true},"phone":"9000000012"}`)
		k, p := s.desk(t), s.shopper(t)
		soap := taxed(t, d, shoptest.Product{Name: "Soap", Price: money.Rupees(118), Stock: 100})
		line := p.orders(t, order.Item{ProductID: soap, Quantity: 2})[0]
		k.moves(t, line.OrderID, "NEW", "OUT")
		shopper, staff, nobody := shoptest.As(s, p.id), shoptest.As(s, shoptest.AddStaff(t, d, "PACKER")), shoptest.As(s, "")
		tokenOf := func() string {
			_, token, found := strings.Cut(s.view(t, line.OrderID).Bills[0].URL, "https://shop.example.in/b/")
			if !found {
				t.Fatalf("the order's bill is %+v, want a link of shop.example.in", s.view(t, line.OrderID).Bills[0])
			}
			return token
		}
		first := tokenOf()
		var shared order.SharedBill
		reply := nobody.Request(t, "GET", "/bills/shared/"+first, "").Expect(t, http.StatusOK, "")
		reply.Decode(t, &shared)
		if shared.Bill.Number != "GK/25-26/00001" || len(shared.Bill.Lines) != 1 || shared.Order.CollectAmt != money.Rupees(236) || shared.Order.UPI == nil || !strings.Contains(shared.Order.UPI.Link, "am=236.00") {
			t.Errorf("the link shows %s, want bill GK/25-26/00001 with one line, ₹236 to pay by UPI", reply.Bytes)
		}
		for _, private := range []string{"Kulkarni", "Lake Road", "9876543210", first, "@kirana.test"} {
			if strings.Contains(string(reply.Bytes), private) {
				t.Errorf("the page of the link contains %s: %s", private, reply.Bytes)
			}
		}
		const ended = "This link opens no bill, or has ended: please ask the shop for the bill."
		nobody.Request(t, "DELETE", "/bills/GK-25-26-00001/link", "").Expect(t, http.StatusUnauthorized, "")
		shoptest.As(s, s.shopper(t).id).Request(t, "DELETE", "/bills/GK-25-26-00001/link", "").Expect(t, http.StatusNotFound, "Bill not found.")
		for _, caller := range []shoptest.Client{shopper, staff} {
			before := tokenOf()
			var ref bill.Ref
			caller.Request(t, "DELETE", "/bills/GK-25-26-00001/link", "").Expect(t, http.StatusOK, "").Decode(t, &ref)
			nobody.Request(t, "GET", "/bills/shared/"+before, "").Expect(t, http.StatusNotFound, ended)
			if after := tokenOf(); after == before || !strings.HasSuffix(ref.URL, after) {
				t.Errorf("after the link ended its address is %+v, the order's token %s, want a new one in both", ref, after)
			}
			nobody.Request(t, "GET", "/bills/shared/"+tokenOf(), "").Expect(t, http.StatusOK, "")
		}
		nobody.Request(t, "GET", "/bills/shared/made-up", "").Expect(t, http.StatusNotFound, ended)
		// The lists of orders for staff have the link, too.
		lines, _, err := s.lists.ListLines(t.Context(), list.LineFilter{Page: 1, Limit: 10})
		must(t, err)
		whole, _, err := s.lists.ListLinesByOrder(t.Context(), list.LineFilter{Page: 1, Limit: 10})
		must(t, err)
		found, _, err := s.lists.ListLinesByOrder(t.Context(), list.LineFilter{Search: "soap", Page: 1, Limit: 10})
		must(t, err)
		for _, lines := range [][]order.LineView{lines, whole, found} {
			if len(lines) != 1 || len(lines[0].OrderBills) != 1 || !strings.HasSuffix(lines[0].OrderBills[0].URL, tokenOf()) {
				t.Errorf("the lists of orders have %+v, want one bill with its link", lines)
			}
		}
		if own := p.mine(t); own[0].OrderBills != nil {
			t.Errorf("the shopper's lines have the bills %+v, want none", own[0].OrderBills)
		}
	})
}

func TestSharedBill_isLimitedForEachNetwork(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		s.limits = limit.New(d, s.clock)
		s.start(payment.Config{})
		nobody := shoptest.As(s, "")
		for range 120 {
			nobody.Request(t, "GET", "/bills/shared/made-up", "").Expect(t, http.StatusNotFound, "")
		}
		if reply := nobody.Request(t, "GET", "/bills/shared/made-up", ""); reply.Status != http.StatusTooManyRequests || !strings.HasPrefix(reply.Message, "Your network has opened many bills within a minute.") {
			t.Errorf("one bill too many: %d %s, want 429", reply.Status, reply.Bytes)
		}
	})
}
