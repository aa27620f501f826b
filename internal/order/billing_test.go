package order_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/payment"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/tax"
)

// registerForGST registers the shop for GST in Maharashtra.
func registerForGST(t *testing.T, d *db.DB) {
	t.Helper()
	setShop(t, d, `{"legal":{"gst":"REGISTERED","gstin":"27AAAPK0000A1ZX","state":"Maharashtra","name":"Asha Kirana","address":"Pune"},"bill":{"prefix":"GK"}}`)
}

func setShop(t *testing.T, d *db.DB, patch string) {
	t.Helper()
	_, err := settings.New(d, clock.System{}, true).Update(t.Context(), []byte(patch))
	must(t, err)
}

// taxed adds a product of an HSN with 18 % GST.
func taxed(t *testing.T, d *db.DB, p shoptest.Product) string {
	t.Helper()
	productID := shoptest.AddProduct(t, d, p)
	execute(t, d, `UPDATE products SET hsn = '3402' WHERE id = $1`, productID)
	return productID
}

func execute(t *testing.T, d *db.DB, statement string, args ...any) {
	t.Helper()
	must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	}))
}

// assertNoGap fails the test if a number of a series is missing, or if there are fewer than two series.
func assertNoGap(t *testing.T, d *db.DB) {
	t.Helper()
	type series struct {
		Prefix string `db:"prefix"`
		Bills  int    `db:"bills"`
		Last   int    `db:"last"`
	}
	list, err := db.All[series](context.WithoutCancel(t.Context()), d, `SELECT prefix, COUNT(*) AS bills, MAX(serial) AS last FROM bills GROUP BY prefix, year`)
	if err != nil || len(list) < 2 {
		t.Errorf("%d series, %v, want at least 2", len(list), err)
	}
	for _, s := range list {
		if s.Bills != s.Last {
			t.Errorf("series %s has %d documents up to number %d, want no gap", s.Prefix, s.Bills, s.Last)
		}
	}
}

func kinds(v order.View) string {
	var list []string
	for _, b := range v.Bills {
		text := string(b.Kind)
		if b.CanceledAt != nil {
			text += " canceled"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// Each action runs on orders that are packed, packed and billed, on their way, or delivered. The test
// compares the documents of the order afterwards, or the refusal.
func TestBilling_eachActionLeavesTheRightDocuments(t *testing.T) {
	t.Parallel()
	const out, packed, issued, done = "out", "packed", "packed and billed", "delivered"
	undone := func(do func(s *shop, k desk, id, row string) (*order.Undo, error)) func(s *shop, k desk, id, row string) error {
		return func(s *shop, k desk, id, row string) error {
			undo, err := do(s, k, id, row)
			if err != nil {
				return err
			}
			return s.orders.Undo(k.ctx, k.actor, id, undo.ID)
		}
	}
	takesBack := func(s *shop, k desk, id, row string) (*order.Undo, error) {
		return s.orders.Return(k.ctx, k.actor, id, order.Returns{Lines: []order.Return{{LineID: row, Quantity: 1, Restock: true}}})
	}
	delivers := func(s *shop, k desk, id, _ string) (*order.Undo, error) {
		return s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: s.stageOf(k, id), To: order.StageDone})
	}
	for _, test := range []struct {
		event string
		do    func(s *shop, k desk, id, row string) error
		want  map[string]string
	}{
		{"packed with fewer pieces", func(s *shop, k desk, id, row string) error {
			_, err := s.orders.SetLines(k.ctx, k.actor, id, []order.Pack{{LineID: row, Quantity: 1}})
			return err
		}, map[string]string{packed: "", issued: "TAX_INVOICE canceled", out: "refused: The order is on its way already. Please change it before it leaves.", done: "refused: The order is on its way already. Please change it before it leaves."}},
		{"returned in part", func(s *shop, k desk, id, row string) error {
			_, err := takesBack(s, k, id, row)
			return err
		}, map[string]string{packed: "refused: The order has not left the shop yet. Please pack fewer pieces instead.", issued: "refused: The order has not left the shop yet. Please pack fewer pieces instead.", out: "TAX_INVOICE, CREDIT_NOTE", done: "TAX_INVOICE, CREDIT_NOTE"}},
		{"refused", func(s *shop, k desk, id, _ string) error {
			_, err := s.orders.Refuse(k.ctx, k.actor, id, order.Refusal{Reason: "No answer."})
			return err
		}, map[string]string{packed: "", issued: "TAX_INVOICE canceled", out: "TAX_INVOICE, CREDIT_NOTE", done: "refused: The order is delivered. Please reopen it first."}},
		{"delivered", func(s *shop, k desk, id, row string) error {
			_, err := delivers(s, k, id, row)
			return err
		}, map[string]string{packed: "TAX_INVOICE", issued: "TAX_INVOICE", out: "TAX_INVOICE"}},
		{"put back to packing", func(s *shop, k desk, id, _ string) error {
			_, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: s.stageOf(k, id), To: order.StagePacking})
			return err
		}, map[string]string{packed: "", issued: "TAX_INVOICE", out: "TAX_INVOICE"}},
		{
			"bill issued", func(s *shop, k desk, id, _ string) error { return s.orders.IssueBill(k.ctx, k.actor, id) },
			map[string]string{packed: "TAX_INVOICE", issued: "TAX_INVOICE", out: "TAX_INVOICE"},
		},
		{
			"bill canceled", func(s *shop, k desk, id, _ string) error {
				return s.orders.CancelBill(k.ctx, k.actor, id, "Wrong name.")
			},
			map[string]string{packed: "refused: The order has no bill that could be canceled.", issued: "TAX_INVOICE canceled", out: "refused: The goods have left. Make a credit note instead.", done: "refused: The goods have left. Make a credit note instead."},
		},
		{"buyer named", func(s *shop, k desk, id, _ string) error {
			return s.orders.SetBuyer(k.ctx, k.actor, id, order.Buyer{Name: "Tara Caterers", GSTIN: "27CCCFT0000C1ZX"})
		}, map[string]string{packed: "", issued: "refused: The bill is issued. A change now needs a credit note.", out: "refused: The bill is issued. A change now needs a credit note.", done: "refused: The bill is issued. A change now needs a credit note."}},
		{"product added", func(s *shop, k desk, id, _ string) error {
			_, err := s.orders.Add(k.ctx, k.actor, id, order.Addition{ProductID: s.productOf(k, id), Quantity: 1})
			return err
		}, map[string]string{packed: "refused: The order is packed already. Please put it back to packing first.", issued: "refused: The order is packed already. Please put it back to packing first.", out: "refused: The order is on its way already. Please change it before it leaves."}},
		{"line replaced", func(s *shop, k desk, id, row string) error {
			_, err := s.orders.Add(k.ctx, k.actor, id, order.Addition{ProductID: s.productOf(k, id), Quantity: 1, Replaces: row})
			return err
		}, map[string]string{packed: "refused: The order is packed already. Please put it back to packing first.", issued: "refused: The order is packed already. Please put it back to packing first.", out: "refused: The order is on its way already. Please change it before it leaves.", done: "refused: The order is on its way already. Please change it before it leaves."}},
		{"edited by the shopper", func(s *shop, k desk, id, row string) error {
			v := s.order(k, id)
			return s.orders.Edit(k.ctx, order.Actor{Kind: order.ByShopper, UserID: v.Customer.ID}, "", id, order.Edit{Version: v.Version, Lines: []order.Pack{{LineID: row, Quantity: 1}}})
		}, map[string]string{packed: "refused: Your order is being packed. Please call the shop.", issued: "refused: Your order is being packed. Please call the shop.", out: "refused: Your order is being packed. Please call the shop.", done: "refused: Your order is being packed. Please call the shop."}},
		{"canceled by the shopper", func(s *shop, k desk, id, _ string) error {
			return s.orders.Cancel(k.ctx, order.Actor{Kind: order.ByShopper, UserID: s.order(k, id).Customer.ID}, id)
		}, map[string]string{packed: "refused: Your order is being packed. Please call the shop.", issued: "refused: Your order is being packed. Please call the shop.", out: "refused: Your order is being packed. Please call the shop.", done: "refused: Your order is being packed. Please call the shop."}},
		{"returned whole", func(s *shop, k desk, id, row string) error {
			_, err := s.orders.Return(k.ctx, k.actor, id, order.Returns{Lines: []order.Return{{LineID: row, Quantity: 2}}})
			return err
		}, map[string]string{packed: "refused: The order has not left the shop yet. Please pack fewer pieces instead.", issued: "refused: The order has not left the shop yet. Please pack fewer pieces instead.", out: "TAX_INVOICE, CREDIT_NOTE", done: "TAX_INVOICE, CREDIT_NOTE"}},
		{"returned and refunded", func(s *shop, k desk, id, row string) error {
			if _, err := takesBack(s, k, id, row); err != nil {
				return err
			}
			return s.orders.SetGivenBack(k.ctx, k.actor, id, order.GivenBack{How: "CASH"})
		}, map[string]string{done: "TAX_INVOICE, CREDIT_NOTE"}},
		{"paid by UPI", func(s *shop, k desk, id, _ string) error {
			_, err := s.orders.SetPaidBy(k.ctx, k.actor, id, order.ByUPI, "4321")
			return err
		}, map[string]string{packed: "", issued: "TAX_INVOICE", out: "TAX_INVOICE", done: "TAX_INVOICE"}},
		{"delivered, undone", undone(delivers), map[string]string{packed: "TAX_INVOICE canceled", issued: "TAX_INVOICE", out: "TAX_INVOICE"}},
		{"returned in part, undone", undone(takesBack), map[string]string{out: "TAX_INVOICE, CREDIT_NOTE canceled", done: "TAX_INVOICE, CREDIT_NOTE canceled"}},
		{"refused, undone", undone(func(s *shop, k desk, id, _ string) (*order.Undo, error) {
			return s.orders.Refuse(k.ctx, k.actor, id, order.Refusal{Reason: "No answer."})
		}), map[string]string{packed: "", issued: "TAX_INVOICE canceled", out: "TAX_INVOICE, CREDIT_NOTE canceled"}},
	} {
		t.Run(test.event, func(t *testing.T) {
			t.Parallel()
			shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
				s := newShop(d)
				registerForGST(t, d)
				k := s.desk(t)
				soap := taxed(t, d, shoptest.Product{Price: money.Rupees(118), Stock: 100})
				for when, want := range test.want {
					line := s.shopper(t).orders(t, order.Item{ProductID: soap, Quantity: 2})[0]
					k.moves(t, line.OrderID, "NEW", "PACKED")
					switch when {
					case issued:
						must(t, s.orders.IssueBill(k.ctx, k.actor, line.OrderID))
					case out, done:
						k.moves(t, line.OrderID, "PACKED", map[string]order.Stage{out: order.StageOut, done: order.StageDone}[when])
					}
					s.clock.Advance(time.Second) // an undo cancels the documents issued since the undone action
					err := test.do(s, k, line.OrderID, line.ID)
					got := kinds(s.view(t, line.OrderID))
					if err != nil {
						got = "refused: " + fault.Of(err).Message
					}
					if got != want {
						t.Errorf("%s: %q, want %q", when, got, want)
					}
				}
			})
		})
	}
}

func (s *shop) order(k desk, id string) order.View {
	v, _ := s.orders.ByName(k.ctx, order.Viewer{UserID: k.actor.UserID, StaffRole: "OWNER"}, id)
	return v
}

func (s *shop) stageOf(k desk, id string) order.Stage { return s.order(k, id).Stage }

func (s *shop) productOf(k desk, id string) string { return s.order(k, id).Lines[0].Product.ID }

func TestBilling_showsWhatABillLacksAndIssuesItOnRequest(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		registerForGST(t, d)
		staff, k := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER")), s.desk(t)
		rice := shoptest.AddProduct(t, d, shoptest.Product{Name: "Rice", Price: money.Rupees(105), Stock: 100})
		execute(t, d, `UPDATE products SET hsn = '1006' WHERE id = $1`, rice)
		p := s.shopper(t)
		id := p.orders(t, order.Item{ProductID: rice, Quantity: 2})[0].OrderID
		if v := s.view(t, id); v.BillWaits != nil || v.Buyer != nil || len(v.Bills) != 0 {
			t.Errorf("the new order is %+v, want no bill, no buyer, and none waiting", v)
		}
		path := "/order/checkout/" + id
		staff.Request(t, "POST", path+"/bill", `{}`).Expect(t, http.StatusConflict, "A bill can be made once the order is packed.")
		k.moves(t, id, "NEW", "PACKED")
		const lacks = "Rice: say how it is sold (loose, prepacked), then the bill is made."
		v := s.view(t, id)
		if v.BillWaits == nil || *v.BillWaits != lacks || v.Problem {
			t.Errorf("the packed order's bill waits for %v, want %q and no problem", v.BillWaits, lacks)
		}
		choices := []bill.Choice{{Condition: "LOOSE", Treatment: tax.Exempt}, {Condition: "PREPACKED", Rate: 500, Treatment: tax.Taxable}}
		if len(v.BillLacks) != 1 || v.BillLacks[0].ProductID != rice || !slices.Equal(v.BillLacks[0].Choices, choices) {
			t.Errorf("the bill lacks %+v, want the condition of Rice, of %+v", v.BillLacks, choices)
		}
		shopperView, err := s.orders.ByName(t.Context(), order.Viewer{UserID: p.id}, id)
		if must(t, err); shopperView.BillWaits != nil {
			t.Errorf("the shopper reads %q, want nothing of the waiting bill", *shopperView.BillWaits)
		}
		var lacking struct {
			Products []bill.LackOfAProduct
		}
		staff.Request(t, "POST", path+"/bill", `{}`).Expect(t, http.StatusConflict, lacks).Decode(t, &lacking)
		if len(lacking.Products) != 1 || lacking.Products[0].ProductID != rice || !slices.Equal(lacking.Products[0].Conditions, []string{"LOOSE", "PREPACKED"}) {
			t.Errorf("the list of what bills lack is %+v, want Rice with LOOSE and PREPACKED", lacking)
		}
		k.moves(t, id, "PACKED", "OUT")
		if v := s.view(t, id); !problem(v, "BILL_WAITS") || !v.Problem || len(v.Bills) != 0 {
			t.Errorf("the order out without a bill is %+v, want the problem BILL_WAITS", v)
		}
		must(t, s.orders.BillWaiting(t.Context()))
		if v := s.view(t, id); len(v.Bills) != 0 || !problem(v, "BILL_WAITS") {
			t.Errorf("the order whose rate is missing is %+v, want no bill and BILL_WAITS", v)
		}
		execute(t, d, `UPDATE products SET tax_condition = 'PREPACKED' WHERE id = $1`, rice)
		must(t, s.orders.BillWaiting(t.Context()))
		staff.Request(t, "POST", path+"/bill", `{}`).Expect(t, http.StatusOK, "") // changes nothing
		v = s.view(t, id)
		if problem(v, "BILL_WAITS") || v.Problem || len(v.Bills) != 1 || v.Bills[0].Number != "GK/25-26/00001" || !strings.HasPrefix(v.Bills[0].URL, "https://shop.example.in/b/") || v.BillWaits != nil {
			t.Errorf("the billed order is %+v, want GK/25-26/00001 with its link and no problem", v)
		}
		shopper := shoptest.As(s, p.id)
		shopper.Request(t, "PUT", path+"/buyer", `{"name":"Tara"}`).Expect(t, http.StatusConflict, "The bill is issued. A change now needs a credit note.")
		shoptest.As(s, s.shopper(t).id).Request(t, "PUT", path+"/buyer", `{"name":"Tara"}`).Expect(t, http.StatusNotFound, "")
	})
}

func TestBilling_usesTheBuyerGivenWithTheOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		registerForGST(t, d)
		k := s.desk(t)
		soap := taxed(t, d, shoptest.Product{Price: money.Rupees(118), Stock: 100})
		p := s.shopper(t)
		shopper := shoptest.As(s, p.id)
		body := func(buyer string) string {
			return `{"list_items":[{"productId":"` + soap + `","quantity":1}],"totalQty":1,"addressId":"` + p.addressID + `","buyer":` + buyer + `}`
		}
		for buyer, field := range map[string]string{
			`{"gstin":"27CCCFT0000C1ZX"}`:                        "buyer.name",
			`{"name":"Tara Caterers","gstin":"27CCCFT0000C1ZY"}`: "buyer.gstin",
		} {
			shopper.Request(t, "POST", "/order/cod", body(buyer)).ExpectField(t, field)
		}
		shopper.Request(t, "POST", "/order/cod", body(`{"name":" Tara Caterers ","gstin":"29dddch0000d1z5"}`)).Expect(t, http.StatusOK, "")
		own, err := s.lists.List(t.Context(), order.Viewer{UserID: p.id}, list.Filter{UserID: p.id, Page: 1, Limit: 10})
		must(t, err)
		v := own.Orders[0]
		if v.Buyer == nil || *v.Buyer != (order.Buyer{Name: "Tara Caterers", GSTIN: "29DDDCH0000D1Z5"}) {
			t.Errorf("the buyer is %+v, want Tara Caterers with its GSTIN", v.Buyer)
		}
		k.moves(t, v.ID, "NEW", "OUT")
		b, err := s.orders.Bills.ByNumber(t.Context(), p.id, "gk-25-26-00001")
		if must(t, err); b.Buyer.Name != "Tara Caterers" || b.Buyer.GSTIN != "29DDDCH0000D1Z5" || b.PlaceOfSupply != "27" || b.InterState || b.Order != v.Number {
			t.Errorf("the bill is %+v, want it of order %d to Tara Caterers in state 27, within the state", b, v.Number)
		}
		if _, err := s.orders.Bills.ByNumber(t.Context(), s.shopper(t).id, "GK-25-26-00001"); err == nil {
			t.Error("another shopper reads the bill")
		}
		for _, list := range []struct {
			filter bill.Filter
			want   int
		}{
			{bill.Filter{Search: "25-26/000"}, 1},
			{bill.Filter{Search: "%"}, 0},
			{bill.Filter{Kind: bill.CreditNote}, 0},
			{bill.Filter{UserID: p.id}, 1},
			{bill.Filter{UserID: "nobody"}, 0},
			{bill.Filter{From: s.clock.Now().AddDate(0, 0, 1)}, 0},
			{bill.Filter{To: s.clock.Now().AddDate(0, 0, 1)}, 1},
			{bill.Filter{IDs: []string{"none00000000"}}, 0},
		} {
			filter, want := list.filter, list.want
			filter.Page, filter.Limit = 1, 10
			if views, total, err := s.orders.Bills.List(t.Context(), filter); err != nil || total != want || len(views) != want {
				t.Errorf("%+v lists %d bills, total %d, %v, want %d and %d", filter, len(views), total, err, want, want)
			}
		}
	})
}

func TestBilling_refusesTaxableGoodsToAnotherStateWithoutGSTIN(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		setShop(t, d, `{"legal":{"gst":"UNREGISTERED","state":"Goa"}}`)
		soap, milk := taxed(t, d, shoptest.Product{Stock: 10}), shoptest.AddProduct(t, d, shoptest.Product{Stock: 10})
		execute(t, d, `UPDATE products SET hsn = '0401' WHERE id = $1`, milk)
		p := s.shopper(t) // in Maharashtra
		_, err := s.orders.Place(t.Context(), p.id, "", p.wants(order.Item{ProductID: soap, Quantity: 1}))
		if !fault.Is(err, fault.Conflict) || !strings.HasSuffix(err.Error(), "A shop without GSTIN may not send goods to another state.") {
			t.Errorf("place an order of taxable goods to another state: %v, want a conflict: no GSTIN", err)
		}
		const sentence = "A shop without GSTIN may not send goods to another state."
		k, line := s.desk(t), p.orders(t, order.Item{ProductID: milk, Quantity: 2})[0] // exempt goods
		for _, a := range []order.Addition{{ProductID: soap, Quantity: 1}, {ProductID: soap, Quantity: 1, Replaces: line.ID}} {
			_, err := s.orders.Add(k.ctx, k.actor, line.OrderID, a)
			refused(t, err, fault.Conflict, sentence)
		}
		refused(t, p.edits(t, line.OrderID, order.Edit{Added: []order.Addition{{ProductID: soap, Quantity: 1}}}), fault.Conflict, sentence)
		_, err = s.orders.Add(k.ctx, k.actor, line.OrderID, order.Addition{ProductID: milk, Quantity: 1})
		must(t, err)
	})
}

func TestBilling_issuesNothingForOrdersBeforeRegistration(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		soap := taxed(t, d, shoptest.Product{Price: money.Rupees(118), Stock: 100})
		line := s.shopper(t).orders(t, order.Item{ProductID: soap, Quantity: 2})[0]
		k.moves(t, line.OrderID, "NEW", "DONE")
		s = newShop(d)
		registerForGST(t, d)
		_, err := s.orders.Return(k.ctx, k.actor, line.OrderID, order.Returns{Lines: []order.Return{{LineID: line.ID, Quantity: 1, Restock: true}}})
		must(t, err)
		if v := s.view(t, line.OrderID); len(v.Bills) != 0 || v.BillWaits != nil || v.Problem && !problem(v, "REFUND_DUE") {
			t.Errorf("the order after a return is %+v, want no bill, none waiting, and at most a refund due", v)
		}
		if err := s.orders.IssueBill(k.ctx, k.actor, line.OrderID); err == nil || !strings.HasSuffix(err.Error(), "This order left before the shop made bills, and has none.") {
			t.Errorf("IssueBill() of an order from before the bills = %v, want that it has none", err)
		}
	})
}

func TestErasePerson_keepsNamesOnBillsOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		registerForGST(t, d)
		k, p := s.desk(t), s.shopper(t)
		soap := taxed(t, d, shoptest.Product{Price: money.Rupees(118), Stock: 100})
		id := p.orders(t, order.Item{ProductID: soap, Quantity: 1})[0].OrderID
		must(t, s.orders.SetBuyer(k.ctx, k.actor, id, order.Buyer{Name: "Tara Caterers", GSTIN: "27CCCFT0000C1ZX", Address: "4 Market Yard, Pune"}))
		k.moves(t, id, "NEW", "DONE")
		must(t, d.Tx(t.Context(), func(tx *db.Tx) error { return order.ErasePerson(t.Context(), tx, p.id) }))
		v := s.view(t, id)
		b, err := s.orders.Bills.ByNumber(t.Context(), "", v.Bills[0].Number)
		if must(t, err); v.Buyer != nil || b.Buyer.Name != "Tara Caterers" {
			t.Errorf("the order's buyer is %+v, the bill's %+v, want none and Tara Caterers", v.Buyer, b.Buyer)
		}
		if kept, err := db.Get[string](t.Context(), d, `SELECT buyer_address FROM checkouts WHERE id = $1`, id); err != nil || kept != "" {
			t.Errorf("the order's address of the buyer is %q, %v, want none", kept, err)
		}
	})
}

func TestErasePerson_erasesReasonsAndReferencesAndKeepsAmounts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, p := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 100})
		id := p.orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		_, err := s.orders.Refuse(k.ctx, k.actor, id, order.Refusal{Reason: "Meera has moved from Temple Street."})
		must(t, err)
		execute(t, d, `DELETE FROM jobs`)
		changes, err := s.orders.UnmailedChanges(t.Context(), id)
		must(t, err)
		must(t, s.orders.MarkMailed(t.Context(), id, changes))
		execute(t, d, `INSERT INTO counter_devices (id, name, prefix, created_at) VALUES ($1, 'Counter 1', 'C1', $2)`, counterDevice, s.clock.Now())
		execute(t, d, `
			INSERT INTO checkout_payments (id, checkout_id, paid_by, amount, reference, device_id, staff_id, staff_name, created_at)
			VALUES ('1', $1, 'UPI', 12000, 'Meera@okbank', $2, $3, 'Sunita', $4)`, id, counterDevice, k.actor.UserID, s.clock.Now())
		texts := func() string {
			t.Helper()
			text, err := db.Get[string](t.Context(), d, `
				SELECT c.reason || '|' || c.mailed || '|' || p.reference
				FROM checkouts c JOIN checkout_payments p ON p.checkout_id = c.id
				WHERE c.id = $1 AND p.paid_by = 'UPI' AND p.amount = 12000`, id)
			must(t, err)
			return text
		}
		if before := texts(); strings.Count(before, "Meera") != 3 {
			t.Fatalf("the documents hold %s, want Meera three times", before)
		}
		must(t, d.Tx(t.Context(), func(tx *db.Tx) error { return order.ErasePerson(t.Context(), tx, p.id) }))
		if after := texts(); strings.Contains(after, "Meera") || strings.Contains(after, "Temple") {
			t.Errorf("the documents still hold a name or address: %s", after)
		}
	})
}

func TestBilling_refusesThePrefixOfCreditNotesForBills(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		registerForGST(t, d)
		k := s.desk(t)
		soap := taxed(t, d, shoptest.Product{Price: money.Rupees(118), Stock: 100})
		delivers := func() order.View {
			id := s.shopper(t).orders(t, order.Item{ProductID: soap, Quantity: 2})[0].OrderID
			k.moves(t, id, order.StageNew, order.StageDone)
			return s.view(t, id)
		}
		front := func(prefix, sentence string) {
			t.Helper()
			_, err := s.orders.Settings.Update(t.Context(), []byte(`{"bill":{"prefix":"`+prefix+`"}}`))
			if got := fault.Of(err); (got == nil) != (sentence == "") || got != nil && (got.Message != sentence || got.Fields[0].Field != "bill.prefix") {
				t.Errorf("%s: %v, want %q", prefix, err, sentence)
			}
		}
		v := delivers()
		_, err := s.orders.Return(k.ctx, k.actor, v.ID, order.Returns{Lines: []order.Return{{LineID: v.Lines[0].ID, Quantity: 1}}})
		must(t, err)
		front("gkc", "GKC is used by the credit notes. Choose another front.")
		front("MC", "")
		delivers()
		front("M", "The credit notes would be numbered MC, as bills are already. Choose another front.")
		front("GK", "") // the shop's own prefix again
	})
}

func TestBilling_issuesBillsOfLatePaymentsWhenGoodsLeave(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		registerForGST(t, d)
		w := start(t, s, s.desk(t), 'u', 10015, 7020, 4505)
		for _, late := range []func() (*order.Undo, error){w.expire, w.payLate} {
			if _, err := late(); err != nil || kinds(w.view()) != "" {
				t.Errorf("a late payment event before the order leaves: bills %q, %v, want none", kinds(w.view()), err)
			}
		}
		w.desk.moves(t, w.id, order.StageNew, order.StageOut)
		if v := w.view(); kinds(v) != "TAX_INVOICE" || v.Bills[0].Payable != v.TotalAmt || v.PaymentStatus != payment.Paid {
			t.Errorf("the order that leaves has the bills %q, %+v, want a tax invoice over its total, PAID", kinds(v), v)
		}
	})
}
