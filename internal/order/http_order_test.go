package order_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// deskOrder is the JSON of an order, with the fields that these tests read.
type deskOrder struct {
	ID         string  `json:"_id"`
	Number     int     `json:"number"`
	Stage      string  `json:"stage"`
	TotalAmt   float64 `json:"totalAmt"`
	CollectAmt float64 `json:"collectAmt"`
	ItemCount  int     `json:"itemCount"`
	StaffNote  *string `json:"staffNote"`
	Customer   struct {
		Email string `json:"email"`
	} `json:"customer"`
	Claim *struct {
		Reference string `json:"reference"`
	} `json:"claim"`
	Undo *struct {
		ID    string    `json:"id"`
		Until time.Time `json:"until"`
	} `json:"undo"`
	Lines []struct {
		ID       string `json:"_id"`
		Quantity int    `json:"quantity"`
		Ordered  int    `json:"orderedQuantity"`
		Picked   bool   `json:"picked"`
	} `json:"rows"`
	Timeline []struct {
		Who  string `json:"who"`
		What string `json:"what"`
	} `json:"timeline"`
}

func TestDesk_handlesAnOrderOverHTTP(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(120), Stock: 10})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Rice", Price: money.Rupees(100), Stock: 10})
		ravi := s.shopper(t)
		line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		path := func(call string) string { return "/order/checkout/" + line.OrderID + call }
		send := func(method, path, body string, status int) (o deskOrder) {
			t.Helper()
			staff.Request(t, method, path, body).Expect(t, status, "").Decode(t, &o)
			return o
		}
		// Staff lists the orders, and finds one by its number.
		list := staff.Request(t, "GET", "/order/checkouts?stage=OPEN", "").Expect(t, http.StatusOK, "")
		var orders []deskOrder
		list.Decode(t, &orders)
		if len(orders) != 1 || orders[0].Number != 1001 || orders[0].Customer.Email != "" || *list.TotalCount != 1 {
			t.Fatalf("the desk lists %s, want order 1001 alone without the email", list.Bytes)
		}
		if o := send("GET", "/order/checkout/1001", "", 200); o.ID != line.OrderID || len(o.Timeline) != 1 || o.CollectAmt != 360 {
			t.Errorf("order 1001 is %+v, want one event and ₹360 to collect", o)
		}
		// Staff undoes a stage. A second undo is refused, with the current state.
		moved := send("PUT", path("/stage"), `{"from":"NEW","to":"PACKING"}`, 200)
		if moved.Stage != "PACKING" || moved.Undo == nil || !moved.Undo.Until.Equal(s.clock.Now().Add(10*time.Second)) {
			t.Fatalf("the moved order is %+v, want PACKING, to be undone for 10 s", moved)
		}
		if stale := send("PUT", path("/stage"), `{"from":"NEW","to":"PACKING"}`, 409); stale.Stage != "PACKING" {
			t.Errorf("the second press returns %+v, want the order in PACKING", stale)
		}
		if undone := send("POST", path("/undo"), fmt.Sprintf(`{"undo":%q}`, moved.Undo.ID), 200); undone.Stage != "NEW" {
			t.Errorf("the order after its undo is %s, want NEW", undone.Stage)
		}
		send("POST", path("/undo"), fmt.Sprintf(`{"undo":%q}`, moved.Undo.ID), 409)
		send("PUT", path("/stage"), `{"from":"NEW","to":"ELSEWHERE"}`, 400)
		// Staff packs: one line is ticked, one is short, one product is added.
		lineID := orders[0].Lines[0].ID
		if o := send("PUT", path("/tick"), fmt.Sprintf(`{"rows":[{"_id":%q,"picked":true}]}`, lineID), 200); !o.Lines[0].Picked {
			t.Error("the tick is not kept")
		}
		if o := send("PUT", path("/lines"), fmt.Sprintf(`{"rows":[{"_id":%q,"quantity":2}]}`, lineID), 200); o.Lines[0].Quantity != 2 || o.Lines[0].Ordered != 3 || o.CollectAmt != 240 {
			t.Errorf("the order packed short is %+v, want 2 of 3 and ₹240 to collect", o)
		}
		send("PUT", path("/lines"), fmt.Sprintf(`{"rows":[{"_id":%q,"quantity":4}]}`, lineID), 400)
		if o := send("POST", path("/add"), fmt.Sprintf(`{"productId":%q,"quantity":1}`, rice), 200); o.ItemCount != 3 || o.CollectAmt != 340 {
			t.Errorf("the order with added rice is %+v, want 3 pieces and ₹340 to collect", o)
		}
		// The shopper makes their own calls.
		shopper := shoptest.As(s, ravi.id)
		var own deskOrder
		shopper.Request(t, "PUT", path("/claim"), `{"reference":"1234 5678"}`).Expect(t, 200, "").Decode(t, &own)
		if own.Claim == nil || own.Claim.Reference != "1234 5678" || own.CollectAmt != 340 || own.StaffNote != nil {
			t.Errorf("after a claim the shopper reads %+v, want the claim, ₹340 and no note of staff", own)
		}
		send("PUT", path("/note"), `{"staffNote":"Ring twice"}`, 200)
		shopper.Request(t, "GET", path(""), "").Expect(t, 200, "").Decode(t, &own)
		if own.StaffNote != nil || own.Timeline[0].Who != "you" || own.Timeline[1].Who != "shop" {
			t.Errorf("the shopper reads %+v, want events by you and by shop, no note of staff", own)
		}
		shoptest.As(s, s.shopper(t).id).Request(t, "GET", path(""), "").Expect(t, 404, "")
		shopper.Request(t, "PUT", path("/stage"), `{"from":"NEW","to":"DONE"}`).Expect(t, 403, "Do not have Permission")
		if o := send("PUT", path("/payment"), `{"paidBy":"UPI","reference":"1234"}`, 200); o.CollectAmt != 0 {
			t.Errorf("the order paid by UPI has %v to collect, want 0", o.CollectAmt)
		}
		send("PUT", path("/stage"), `{"from":"NEW","to":"PACKING"}`, 200)
		shopper.Request(t, "PUT", "/order/cancel/"+line.OrderID, "").Expect(t, 409, "Your order is being packed. Please call the shop.")
		// Of several orders at once, the refused ones are named and the others are changed.
		second := ravi.orders(t, order.Item{ProductID: rice, Quantity: 1})[0].OrderID
		var result struct {
			Done    []deskOrder `json:"done"`
			Refused []struct {
				ID      string `json:"_id"`
				Number  int64  `json:"number"`
				Message string `json:"message"`
			} `json:"refused"`
		}
		staff.Request(t, "POST", "/order/checkouts/stage", fmt.Sprintf(`{"ids":[%q,%q,%q],"from":"NEW","to":"DONE"}`, line.OrderID, second, id.New())).
			Expect(t, 200, "").Decode(t, &result)
		speaksHindi := language.Handler(s.Handler, func(context.Context) []string { return []string{"hi"} })
		var inHindi struct{ Refused []struct{ Message string } }
		shoptest.As(speaksHindi, shoptest.AddStaff(t, d, "PACKER")).Request(t, "POST", "/order/checkouts/stage", fmt.Sprintf(`{"ids":[%q],"from":"NEW","to":"DONE"}`, line.OrderID)).
			Expect(t, 200, "").Decode(t, &inHindi)
		if len(inHindi.Refused) != 1 || inHindi.Refused[0].Message == result.Refused[0].Message {
			t.Errorf("the refusals in Hindi are %+v, want one in Hindi", inHindi.Refused)
		}
		if len(result.Done) != 1 || result.Done[0].Stage != "DONE" || len(result.Refused) != 2 || result.Refused[0].Message == "" ||
			result.Refused[0].Number != 1001 || result.Refused[1].Number != 0 {
			t.Errorf("the result of several orders is %+v, want one done and two refused, 1001 and an unknown one", result)
		}
		// A reason is required, and the shopper sees it.
		send("PUT", path("/refuse"), `{"reason":" "}`, 400)
		send("PUT", path("/refuse"), `{"reason":"Nobody was at home."}`, 200)
		if a, b := shoptest.Stock(t, d, dal), shoptest.Stock(t, d, rice); a != 10 || b != 9 {
			t.Errorf("the stocks are %d and %d at the end, want 10 and 9", a, b)
		}
	})
}

func TestDesk_movesAHundredOrdersInOneCall(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(120), Stock: 1000})
		var ids []string
		for range 10 { // no shopper may have more open cash orders
			ravi := s.shopper(t)
			for range 10 {
				ids = append(ids, ravi.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID)
			}
		}
		staff := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		body := func(ids []string, from, to string) string {
			list, err := json.Marshal(ids)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf(`{"ids":%s,"from":%q,"to":%q}`, list, from, to)
		}
		staff.Request(t, "PUT", "/order/checkout/"+ids[42]+"/stage", `{"from":"NEW","to":"PACKED"}`).Expect(t, 200, "")
		var result struct {
			Done    []deskOrder
			Refused []struct{ Number int64 }
		}
		staff.Request(t, "POST", "/order/checkouts/stage", body(ids, "NEW", "PACKING")).Expect(t, 200, "").Decode(t, &result)
		if len(result.Done) != 99 || len(result.Refused) != 1 || result.Refused[0].Number != 1043 {
			t.Errorf("%d are done, refused are %+v, want 99 and 1043", len(result.Done), result.Refused)
		}
		staff.Request(t, "POST", "/order/checkouts/stage", body(append(ids, id.New()), "PACKING", "PACKED")).ExpectField(t, "ids")
	})
}
