package order_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

func TestAll_listsWaitingLinesOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 50})
		begins := func() startedPayment {
			t.Helper()
			p := s.shopper(t)
			return s.startPayment(t, p, p.addToCart(t, dal, 1))
		}
		pays := func(b startedPayment) {
			t.Helper()
			theBank(t, s).Force(b.ref, payment.SessionPaid)
			s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		}
		moves := func(b startedPayment, to order.Delivery) {
			t.Helper()
			lines, err := b.Lines.Lines()
			must(t, err)
			_, err = s.orders.SetDelivery(t.Context(), s.asha, lines[0].ID, to)
			must(t, err)
		}
		// given a cash order, an open payment, a canceled paid order, and a cart paid twice whose
		// second order was then delivered
		meera, ravi := s.shopper(t), s.shopper(t)
		cash := meera.orders(t, meera.addToCart(t, dal, 1))[0]
		open, canceled := begins(), begins()
		pays(canceled)
		moves(canceled, order.Canceled)
		item := ravi.addToCart(t, dal, 1)
		paid, delivered := s.startPayment(t, ravi, item), s.startPayment(t, ravi, item)
		moves(delivered, order.Delivered)
		pays(paid)
		pays(delivered)
		s.expectStatus(t, open, "PENDING/PENDING")
		s.expectStatus(t, canceled, "REFUND DUE/CANCELED")
		s.expectStatus(t, delivered, "REFUND DUE/DELIVERED")
		due := list.DeliveryCounts{Delivered: 1, Canceled: 1}
		for waits, want := range map[string]struct {
			checkouts []string
			byStatus  list.DeliveryCounts
		}{
			"delivery":                {[]string{cash.OrderID, paid.OrderID}, list.DeliveryCounts{Pending: 2}},
			"payment":                 {[]string{open.OrderID}, list.DeliveryCounts{Pending: 1}},
			"refund":                  {[]string{canceled.OrderID, delivered.OrderID}, due},
			"refund&status=DELIVERED": {[]string{delivered.OrderID}, due},
		} {
			var page struct {
				Data     []answeredLine
				ByStatus list.DeliveryCounts
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
