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

func TestRecordPrint_addsToTheTimelineAndChangesNoStage(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		ravi := s.shopper(t)
		id := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		sunita, ctx := staffMember(t, d, "Sunita")
		undo, err := s.orders.SetStage(ctx, sunita, id, order.Move{From: order.StageNew, To: order.StagePacking})
		if err != nil {
			t.Fatal(err)
		}
		before := s.view(t, id)
		for _, paper := range []order.Paper{order.PaperSlip, order.PaperBill, order.PaperRiders} {
			if err := s.orders.RecordPrint(ctx, sunita, []string{id}, paper); err != nil {
				t.Fatal(err)
			}
		}
		after := s.view(t, id)
		if after.Stage != before.Stage || after.Version != before.Version || !after.UpdatedAt.Equal(before.UpdatedAt) {
			t.Errorf("printed, the order is %s, version %d, updated %s; want %s, %d, %s as before",
				after.Stage, after.Version, after.UpdatedAt, before.Stage, before.Version, before.UpdatedAt)
		}
		got := ""
		for _, e := range after.Timeline[len(before.Timeline):] {
			got += fmt.Sprintf("%s %s at %s. ", e.Who, e.Text, e.At.Format("15:04"))
		}
		now := s.clock.Now().Format("15:04")
		want := fmt.Sprintf("Sunita printed the packing slip at %[1]s. Sunita printed the bill at %[1]s. Sunita printed it on a rider sheet at %[1]s. ", now)
		if got != want {
			t.Errorf("the timeline reads %q, want %q", got, want)
		}
		logged, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM audit_log WHERE what = 'checkout.printed' AND object = '#1001' AND actor_name = 'Sunita'`)
		if err != nil || logged != 3 {
			t.Errorf("the activity log has %d prints, %v; want 3", logged, err)
		}
		// The shopper does not see that the order was printed, a late move is refused with the
		// current stage, and the move can still be undone.
		own, err := s.orders.ByName(t.Context(), order.Viewer{UserID: ravi.id}, id)
		if err != nil || len(own.Timeline) != len(before.Timeline) {
			t.Errorf("the shopper's timeline is %+v, %v, want %d entries, no print", own.Timeline, err, len(before.Timeline))
		}
		_, err = s.orders.SetStage(ctx, sunita, id, order.Move{From: order.StageNew, To: order.StagePacking})
		if refusal := fault.Of(err); refusal == nil || refusal.Message[:18] != "Sunita accepted it" {
			t.Errorf("the second press: %v, want that Sunita accepted it", err)
		}
		if err := s.orders.Undo(ctx, sunita, id, undo.ID); err != nil {
			t.Errorf("undo the move after a print: %v", err)
		}
	})
}

func TestPrinting_isRecordedOverHTTP(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		ravi := s.shopper(t)
		var ids []string
		for range 3 {
			ids = append(ids, ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID)
		}
		packer := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		var listed []deskOrder
		packer.Request(t, "GET", "/order/checkouts?ids="+ids[0]+","+ids[2]+"&stage=NEW", "").Expect(t, http.StatusOK, "").Decode(t, &listed)
		if len(listed) != 2 || listed[0].ID != ids[0] || listed[1].ID != ids[2] {
			t.Errorf("two named orders are listed as %+v, want %s and %s", listed, ids[0], ids[2])
		}
		send := func(who shoptest.Client, body string, status int, message string) {
			t.Helper()
			who.Request(t, "POST", "/order/checkouts/printed", body).Expect(t, status, message)
		}
		send(packer, fmt.Sprintf(`{"ids":[%q,%q],"kind":"slip"}`, ids[0], ids[1]), 200, "")
		send(packer, `{"ids":[],"kind":"slip"}`, 400, "Please name at least one order.")
		send(packer, `{"kind":"slip"}`, 400, "Please name at least one order.")
		send(packer, fmt.Sprintf(`{"ids":[%q],"kind":"poster"}`, ids[0]), 400, "Kind must be slip, bill or riders.")
		send(packer, fmt.Sprintf(`{"ids":[%q,"65f1a2b3c4d5e6f708192a3b"],"kind":"bill"}`, ids[2]), 404, "Order not found.")
		send(shoptest.As(s, ravi.id), fmt.Sprintf(`{"ids":[%q],"kind":"slip"}`, ids[0]), 403, "Do not have Permission")
		for i, want := range []int{2, 2, 1} {
			if got := len(s.view(t, ids[i]).Timeline); got != want {
				t.Errorf("order %d has %d entries in its timeline, want %d", i+1, got, want)
			}
		}
	})
}
