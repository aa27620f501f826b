package order_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestSetPromise_changesOnlyTheTime(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		id := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		promised := s.clock.Now().Add(time.Hour)
		_, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: "NEW", To: "PACKING", PromisedAt: &promised})
		must(t, err)
		later := promised.Add(15 * time.Minute)
		_, err = s.orders.SetPromise(k.ctx, k.actor, id, later)
		must(t, err)
		v := s.view(t, id)
		last := v.Timeline[len(v.Timeline)-1]
		if !v.PromisedAt.Equal(later) || v.Stage != "PACKING" || last.What != "promise" || last.Before == "" || last.After == "" {
			t.Errorf("promised for %v, want %v: %+v, %+v", v.PromisedAt, later, v, last)
		}
		k.moves(t, id, "PACKING", "PACKED")
		k.moves(t, id, "PACKED", "PACKING")
		if v = s.view(t, id); !v.PromisedAt.Equal(later) {
			t.Errorf("put back to packing it is promised for %v, want %v", v.PromisedAt, later)
		}
		for _, at := range []time.Time{v.CreatedAt.Add(-time.Minute), s.clock.Now().Add(31 * 24 * time.Hour)} {
			if _, err := s.orders.SetPromise(k.ctx, k.actor, id, at); !fault.Is(err, fault.Invalid) {
				t.Errorf("SetPromise(%v) = %v, want fault.Invalid", at, err)
			}
		}
		k.moves(t, id, "PACKING", "DONE")
		if _, err := s.orders.SetPromise(k.ctx, k.actor, id, later); !fault.Is(err, fault.Conflict) {
			t.Errorf("SetPromise() of a delivered order = %v, want a conflict", err)
		}
	})
}

func TestSetStage_sendsAnOrderOutWithTheRiderOfItsPincode(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		place := func() string { return s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID }
		out := func(id, rider string) order.View {
			t.Helper()
			_, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: "NEW", To: "OUT", Rider: rider})
			must(t, err)
			return s.view(t, id)
		}
		if v := out(place(), ""); v.Rider != "" {
			t.Errorf("without riders the order's rider is %q, want none", v.Rider)
		}
		_, err := s.orders.Settings.Update(k.ctx, []byte(`{"riders":[{"name":"Raju","pincodes":["`+s.view(t, place()).Address.Pincode+`"]},{"name":"Salim"}]}`))
		must(t, err)
		own, named := place(), place()
		if v := out(own, ""); v.Rider != "Raju" {
			t.Errorf("the order's rider is %q, want %q", v.Rider, "Raju")
		}
		if v := out(named, "salim"); v.Rider != "Salim" {
			t.Errorf("the named rider is %q, want %q", v.Rider, "Salim")
		}
		k.moves(t, named, "OUT", "PACKED")
		k.moves(t, named, "PACKED", "OUT")
		for query, want := range map[string]string{"rider=Raju": own, "rider=Salim": named, "q=sali": named} {
			var found []struct {
				ID string `json:"_id"`
			}
			shoptest.As(s, shoptest.AddStaff(t, d, "PACKER")).Request(t, "GET", "/order/checkouts?"+query, "").Expect(t, 200, "").Decode(t, &found)
			if len(found) != 1 || found[0].ID != want {
				t.Errorf("search %s lists %d orders, want one", query, len(found))
			}
		}
		for query, want := range map[string]string{"sali": named, "Raju": own} {
			var lines []struct {
				OrderID string `json:"checkoutId"`
			}
			shoptest.As(s, shoptest.AddStaff(t, d, "PACKER")).Request(t, "GET", "/order/getAllOrderDetails?by=checkout&page=1&q="+query, "").Expect(t, 200, "").Decode(t, &lines)
			if len(lines) != 1 || lines[0].OrderID != want {
				t.Errorf("search %s of the list of lines finds %d, want one", query, len(lines))
			}
		}
	})
}

func TestSetStage_recordsThePaymentMethodOfADelivery(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 100})
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		deliver := func(paid string, status int) order.View {
			t.Helper()
			id := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
			staff.Request(t, "PUT", "/order/checkout/"+id+"/stage", `{"from":"NEW",`+paid+`}`).Expect(t, status, "")
			return s.view(t, id)
		}
		for paid, want := range map[string]order.PaidBy{
			`"to":"DONE"`: "CASH", `"to":"DONE","paidBy":"CASH"`: "CASH", `"to":"DONE","paidBy":"UPI","reference":"4321 8765"`: "UPI",
		} {
			v := deliver(paid, http.StatusOK)
			if v.PaidBy != want || v.CollectAmt != 0 || v.PaymentStatus != "PAID" || (v.PaymentReference != "") != (want == "UPI") {
				t.Errorf("the order, delivered with %s, is %+v, want PAID by %s", paid, v, want)
			}
		}
		if v := deliver(`"to":"DONE","paidBy":"CARD"`, http.StatusBadRequest); v.Stage != "NEW" {
			t.Errorf("the order after payment by card is %s, want NEW", v.Stage)
		}
		if v := deliver(`"to":"PACKED","paidBy":"UPI"`, http.StatusBadRequest); v.Stage != "NEW" || v.PaidBy != "" {
			t.Errorf("the order paid before delivery is %+v, want NEW and not paid", v)
		}
	})
}

func TestRefuse_restocksTheGoodsUnlessRestockIsFalse(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		for _, c := range []struct {
			body  string
			stock int
		}{{`{"reason":"No answer."}`, 10}, {`{"reason":"No answer.","restock":true}`, 10}, {`{"reason":"It fell down.","restock":false}`, 8}} {
			line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})[0]
			staff.Request(t, "PUT", "/order/checkout/"+line.OrderID+"/refuse", c.body).Expect(t, http.StatusOK, "")
			if left := shoptest.Stock(t, d, dal); left != c.stock {
				t.Errorf("after %s %d are in stock, want %d", c.body, left, c.stock)
			}
		}
	})
}

func TestReplace_notesThatTheShopperAgreed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(120), Stock: 10})
		moong := shoptest.AddProduct(t, d, shoptest.Product{Name: "Moong Dal", Price: money.Rupees(150), Stock: 10})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})[0]
		_, err := s.orders.Add(k.ctx, k.actor, line.OrderID, order.Addition{ProductID: moong, Quantity: 1, Replaces: line.ID, Agreed: true})
		must(t, err)
		found := slices.ContainsFunc(s.view(t, line.OrderID).Timeline, func(e order.TimelineEntry) bool {
			return e.Text == "replaced Toor Dal by 1 Moong Dal, as agreed" && e.Before == "Toor Dal" && e.After == "Moong Dal"
		})
		if !found {
			t.Errorf("the timeline is %+v, want Toor Dal replaced by Moong Dal", s.view(t, line.OrderID).Timeline)
		}
	})
}

func TestUndo_keepsTicksNotesAndPacker(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		ravi, raviCtx := staffMember(t, d, "Ravi")
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		must(t, s.orders.SetNote(k.ctx, k.actor, line.OrderID, "Ring once"))
		undo, err := s.orders.SetLines(k.ctx, k.actor, line.OrderID, []order.Pack{{LineID: line.ID, Quantity: 1}})
		must(t, err)
		must(t, s.orders.Take(raviCtx, ravi, line.OrderID))
		must(t, s.orders.Tick(raviCtx, ravi, line.OrderID, order.Ticks{line.ID: true}))
		must(t, s.orders.SetNote(raviCtx, ravi, line.OrderID, "Ring twice"))
		must(t, s.orders.Undo(k.ctx, k.actor, line.OrderID, undo.ID))
		v := s.view(t, line.OrderID)
		if v.Lines[0].Quantity != 3 || !v.Lines[0].Picked || v.Packer == nil || v.Packer.Name != "Ravi" || v.StaffNote != "Ring twice" || v.CollectAmt != money.Rupees(360) {
			t.Errorf("the order after the undo is %+v, want 3 picked by Ravi, the note, ₹360 to collect", v)
		}
		undo, err = s.orders.SetLines(k.ctx, k.actor, line.OrderID, []order.Pack{{LineID: line.ID, Quantity: 1}})
		must(t, err)
		must(t, s.orders.Tick(raviCtx, ravi, line.OrderID, order.Ticks{line.ID: false}))
		_, err = s.orders.SetStage(raviCtx, ravi, line.OrderID, order.Move{From: "NEW", To: "PACKING"})
		must(t, err)
		if err := s.orders.Undo(k.ctx, k.actor, line.OrderID, undo.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("Undo() after somebody else has moved the order = %v, want a conflict", err)
		}
	})
}

func TestSetDeliveryOfAll_refusesTheStatusThatEveryLineHas(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 100})
		id := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		_, err := s.orders.SetDeliveryOfAll(k.ctx, k.actor, id, order.Delivered)
		must(t, err)
		if _, err := s.orders.SetDeliveryOfAll(k.ctx, k.actor, id, order.Delivered); !fault.Is(err, fault.Conflict) {
			t.Errorf("SetDeliveryOfAll() a second time = %v, want a conflict", err)
		}
	})
}

func TestSetDelivery_ofOneLineCanBeUndone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 3})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		var changed order.LineView
		staff.Request(t, "PUT", "/order/update-status/"+line.ID, `{"delivery_status":"CANCELED"}`).Expect(t, http.StatusOK, "").Decode(t, &changed)
		if changed.Undo == nil || shoptest.Stock(t, d, dal) != 3 {
			t.Fatalf("the canceled line is %+v, want it to be undone, and 3 in stock", changed)
		}
		staff.Request(t, "POST", "/order/checkout/"+line.OrderID+"/undo", `{"undo":"`+changed.Undo.ID+`"}`).Expect(t, http.StatusOK, "")
		v := s.view(t, line.OrderID)
		if v.Stage != order.StageNew || v.CollectAmt != money.Rupees(360) || v.Lines[0].DeliveryStatus != order.Pending || shoptest.Stock(t, d, dal) != 0 {
			t.Errorf("the order after the undo is %+v, want NEW, ₹360 to collect, none in stock", v)
		}
		if last := v.Timeline[len(v.Timeline)-1]; last.What != "undone" {
			t.Errorf("the timeline ends with %+v, want undone", last)
		}
	})
}

func TestSetDelivery_toTheStatusThatTheLineHasChangesNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 3})
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})[0]
		events := len(s.view(t, line.OrderID).Timeline)
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		var same order.LineView
		staff.Request(t, "PUT", "/order/update-status/"+line.ID, `{"delivery_status":"PENDING"}`).Expect(t, http.StatusOK, "").Decode(t, &same)
		if same.ID != line.ID || same.DeliveryStatus != order.Pending || same.Undo != nil {
			t.Errorf("the line is %+v, want PENDING as before, nothing to undo", same)
		}
		if now := len(s.view(t, line.OrderID).Timeline); now != events || shoptest.Stock(t, d, dal) != 1 {
			t.Errorf("%d events, want %d; stock %d, want 1", now, events, shoptest.Stock(t, d, dal))
		}
	})
}

func TestDone_countsOrdersFinishedToday(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 100})
		ravi := s.shopper(t)
		places := func() string {
			t.Helper()
			return ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		}
		finished, late, canceled := places(), places(), places()
		k.moves(t, finished, "NEW", "DONE")
		s.clock.Advance(24 * time.Hour)
		k.moves(t, late, "NEW", "DONE")
		_, err := s.orders.Refuse(k.ctx, k.actor, canceled, order.Refusal{Reason: "Sold out."})
		must(t, err)
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		for query, want := range map[string]string{"finishedFrom=2026-01-16": late, "finishedTo=2026-01-15": finished} {
			var listed []struct {
				ID string `json:"_id"`
			}
			staff.Request(t, "GET", "/order/checkouts?stage=DONE&"+query, "").Expect(t, http.StatusOK, "").Decode(t, &listed)
			if len(listed) != 1 || listed[0].ID != want {
				t.Errorf("queue %s lists %+v, want %s", query, listed, want)
			}
		}
		if counts, _, err := s.lists.Counts(t.Context()); err != nil || counts.Done != 1 {
			t.Errorf("the counts are %+v, %v, want one done", counts, err)
		}
	})
}

func TestOrderView_hasEmptyStaffFieldsAndTheReplacementOfALine(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal, moong := shoptest.AddProduct(t, d, shoptest.Product{Stock: 9}), shoptest.AddProduct(t, d, shoptest.Product{Stock: 9})
		line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0]
		read := func(as string) map[string]any {
			t.Helper()
			var fields map[string]any
			shoptest.As(s, as).Request(t, "GET", "/order/checkout/"+line.OrderID, "").Expect(t, http.StatusOK, "").Decode(t, &fields)
			return fields
		}
		staff, shopper := read(shoptest.AddStaff(t, d, "PACKER")), read(ravi.id)
		for _, name := range []string{"staffNote", "packer", "rider", "problem", "problems"} {
			_, seen := staff[name]
			if _, leaked := shopper[name]; !seen || leaked {
				t.Errorf("%s: staff reads %v, the shopper %v, want it for staff alone", name, staff[name], shopper[name])
			}
		}
		if staff["staffNote"] != "" || staff["packer"] != nil || len(staff["problems"].([]any)) != 0 { //nolint:forcetypeassert // it panics
			t.Errorf("staff reads %v, want no note, no packer and no problems", staff)
		}
		_, err := s.orders.Add(k.ctx, k.actor, line.OrderID, order.Addition{ProductID: moong, Quantity: 1, Replaces: line.ID})
		must(t, err)
		v := s.view(t, line.OrderID)
		if len(v.Lines) != 2 || *v.Lines[0].ReplacedBy != v.Lines[1].ID || *v.Lines[1].ReplacedBy != "" || v.Lines[1].Replaces != line.ID {
			t.Errorf("the lines are %+v, want two, the first replaced by the second", v.Lines)
		}
	})
}

func TestRefuse_refusesPartlyDeliveredOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		var items []order.Item
		for range 2 {
			items = append(items, order.Item{ProductID: shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 5}), Quantity: 1})
		}
		lines := s.shopper(t).orders(t, items...)
		k.moves(t, lines[0].OrderID, "NEW", "OUT")
		_, err := s.orders.SetDelivery(k.ctx, k.actor.UserID, lines[0].ID, order.Delivered)
		must(t, err)
		before := s.view(t, lines[0].OrderID)
		_, err = s.orders.Refuse(k.ctx, k.actor, lines[0].OrderID, order.Refusal{Reason: "No more."})
		if refusal := fault.Of(err); refusal == nil || refusal.Code != "partly_delivered" {
			t.Errorf("cancel a partly delivered order: %v, want partly_delivered", err)
		}
		if after := s.view(t, lines[0].OrderID); after.Version != before.Version || after.TotalAmt != before.TotalAmt || after.PaidBy != order.ByCash {
			t.Errorf("the refused cancellation left %+v, want version %d, paid by cash", after, before.Version)
		}
	})
}
