package order_test

import (
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestRefuse_isRefusedWhileTheOrderIsDelivered(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		id := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})[0].OrderID
		k.moves(t, id, "NEW", "DONE")
		before := s.view(t, id)
		_, err := s.orders.Refuse(k.ctx, k.actor, id, order.Refusal{Reason: "Nobody is at home."})
		refused(t, err, fault.Conflict, "The order is delivered. Please reopen it first.")
		if v := s.view(t, id); v.Version != before.Version || v.PaymentStatus != "PAID" || v.PaidBy != order.ByCash || shoptest.Stock(t, d, dal) != 8 {
			t.Errorf("the refused calls left %+v, want version %d, PAID by cash, 8 in stock", v, before.Version)
		}
		// A reopened order can be canceled.
		_, err = s.orders.SetDeliveryOfAll(k.ctx, k.actor, id, order.Pending)
		must(t, err)
		_, err = s.orders.Refuse(k.ctx, k.actor, id, order.Refusal{Reason: "Nobody is at home."})
		must(t, err)
		if v := s.view(t, id); v.CollectAmt != 0 || v.TotalAmt != 0 || shoptest.Stock(t, d, dal) != 10 {
			t.Errorf("the canceled order is %+v, want nothing to collect and 10 in stock", v)
		}
	})
}

// TestVersion_staleIsRefusedWithTheCurrentOrder makes the calls that may send a version with an old
// one.
func TestVersion_staleIsRefusedWithTheCurrentOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		bala, balaCtx := staffMember(t, d, "Bala")
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "MANAGER"))
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 100})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})[0]
		shown := s.view(t, line.OrderID).Version
		// Ticks, the note and the packer do not make a version stale.
		must(t, s.orders.Tick(balaCtx, bala, line.OrderID, order.Ticks{line.ID: true}))
		must(t, s.orders.Take(balaCtx, bala, line.OrderID))
		must(t, s.orders.SetNote(balaCtx, bala, line.OrderID, "Ring twice"))
		path := "/order/checkout/" + line.OrderID
		staff.Request(t, "PUT", path+"/payment", fmt.Sprintf(`{"paidBy":"UPI","version":%d}`, shown)).Expect(t, http.StatusOK, "")
		shown = s.view(t, line.OrderID).Version
		_, err := s.orders.SetStage(balaCtx, bala, line.OrderID, order.Move{From: "NEW", To: "PACKING"})
		must(t, err)
		// The refusal names the change that made the version stale, not a later one that does not.
		sunita := s.desk(t)
		must(t, s.orders.Tick(sunita.ctx, sunita.actor, line.OrderID, order.Ticks{line.ID: false}))
		must(t, s.orders.Take(sunita.ctx, sunita.actor, line.OrderID))
		must(t, s.orders.SetNote(sunita.ctx, sunita.actor, line.OrderID, "Ring once"))
		before := s.view(t, line.OrderID)
		for call, fields := range map[string]string{
			"PUT /refuse":   `"reason":"Sold out."`,
			"PUT /lines":    fmt.Sprintf(`"rows":[{"_id":%q,"quantity":1}]`, line.ID),
			"PUT /replace":  fmt.Sprintf(`"row":%q,"productId":%q,"quantity":1`, line.ID, dal),
			"POST /add":     fmt.Sprintf(`"productId":%q,"quantity":1`, dal),
			"PUT /payment":  `"paidBy":"CASH"`,
			"PUT /refunded": `"how":"CASH"`,
			"PUT /status":   `"delivery_status":"DELIVERED"`,
		} {
			var method, end string
			if _, err := fmt.Sscan(call, &method, &end); err != nil {
				t.Fatal(err)
			}
			var current struct {
				Stage   string
				Version int
			}
			staff.Request(t, method, path+end, fmt.Sprintf(`{%s,"version":%d}`, fields, shown)).
				Expect(t, http.StatusConflict, "Bala accepted it at 2:30 pm.").Decode(t, &current)
			if current.Stage != "PACKING" || current.Version != before.Version {
				t.Errorf("the refusal of %s returns %+v, want PACKING in version %d", call, current, before.Version)
			}
		}
		if v := s.view(t, line.OrderID); v.Version != before.Version || shoptest.Stock(t, d, dal) != 98 {
			t.Errorf("the refused calls left %+v, want version %d and 98 in stock", v, before.Version)
		}
		staff.Request(t, "PUT", path+"/lines", fmt.Sprintf(`{"rows":[{"_id":%q,"quantity":1}],"version":%d}`, line.ID, before.Version)).Expect(t, http.StatusOK, "")
	})
}
