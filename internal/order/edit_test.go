package order_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

func (r *shopper) edits(t *testing.T, orderID string, e order.Edit) error {
	t.Helper()
	if e.Version == 0 {
		e.Version = r.shop.view(t, orderID).Version
	}
	return r.shop.orders.Edit(t.Context(), order.Actor{Kind: order.ByShopper, UserID: r.id, Name: "Ravi"}, "", orderID, e)
}

func packOf(lineID string, quantity int) []order.Pack {
	return []order.Pack{{LineID: lineID, Quantity: quantity}}
}

func TestEdit_isAcceptedAfterANoteOfStaff(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		bala, balaCtx := staffMember(t, d, "Bala")
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		seen := s.view(t, line.OrderID)
		s.clock.Advance(time.Minute)
		must(t, s.orders.SetNote(balaCtx, bala, line.OrderID, "Ring twice"))
		noted := s.view(t, line.OrderID)
		if noted.Version != seen.Version || noted.StaffNote != "Ring twice" || !noted.UpdatedAt.After(seen.UpdatedAt) || noted.TotalAmt != seen.TotalAmt {
			t.Errorf("the noted order is %+v, want the note, a later time, and version and total as before", noted)
		}
		must(t, ravi.edits(t, line.OrderID, order.Edit{Version: seen.Version, Lines: packOf(line.ID, 2)}))
		// A later note does not hide another change.
		must(t, s.orders.SetNote(balaCtx, bala, line.OrderID, "Ring once"))
		err := ravi.edits(t, line.OrderID, order.Edit{Version: seen.Version, Lines: packOf(line.ID, 1)})
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("an edit of an older version: %v, want a conflict", err)
		}
	})
}

func TestEdit_ofACashOrderChangesRowsStockAndSumsAndKeepsOldPrices(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 10})
		milk := shoptest.AddProduct(t, d, shoptest.Product{Name: "Milk", Price: money.Rupees(30), Stock: 10})
		salt := shoptest.AddProduct(t, d, shoptest.Product{Name: "Salt", Price: money.Rupees(20), Stock: 10})
		lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 3}, order.Item{ProductID: milk, Quantity: 2})
		id := lines[0].OrderID
		must(t, ravi.edits(t, id, order.Edit{
			Lines: []order.Pack{{LineID: lines[0].ID, Quantity: 5}, {LineID: lines[1].ID, Quantity: 0}},
			Added: []order.Addition{{ProductID: salt, Quantity: 1}},
		}))
		v := s.view(t, id)
		if v.TotalAmt != money.Rupees(520) || v.CollectAmt != money.Rupees(520) || v.ItemCount != 6 || len(v.Lines) != 3 || v.Stage != order.StageNew {
			t.Errorf("the edited order is %+v, want 6 pieces in 3 lines for ₹520, still NEW", v)
		}
		if v.Lines[0].Quantity != 5 || v.Lines[0].Ordered != 5 || v.Lines[1].DeliveryStatus != order.Canceled || v.Lines[2].Total != money.Rupees(20) {
			t.Errorf("the edited lines are %+v, want 5 of the first, no second, a third for ₹20", v.Lines)
		}
		if a, b, c := shoptest.Stock(t, d, dal), shoptest.Stock(t, d, milk), shoptest.Stock(t, d, salt); a != 5 || b != 10 || c != 9 {
			t.Errorf("the stocks are %d, %d, %d, want 5, 10 and 9", a, b, c)
		}
		last := v.Timeline[len(v.Timeline)-1]
		if last.Who != "Ravi" || last.Text != "changed the order: 5 instead of 3 Toor Dal, no Milk, 1 Salt added" || last.Before != "₹360" || last.After != "₹520" {
			t.Errorf("the timeline ends with %+v, want Ravi's change from ₹360 to ₹520", last)
		}
		// The price has risen: ordered pieces keep their price, added ones have the new price.
		s.executes(t, `UPDATE products SET price = 11000 WHERE id = $1`, dal)
		must(t, ravi.edits(t, id, order.Edit{Lines: packOf(lines[0].ID, 6)}))
		v = s.view(t, id)
		if v.TotalAmt != money.Rupees(630) || v.Lines[0].Quantity != 5 || len(v.Lines) != 4 || v.Lines[3].Total != money.Rupees(110) {
			t.Errorf("with a piece at a higher price the order is %+v, want ₹630, that piece a fourth line of ₹110", v)
		}
		must(t, ravi.edits(t, id, order.Edit{Lines: packOf(lines[0].ID, 2)}))
		if v = s.view(t, id); v.Lines[0].Ordered != 2 || v.Lines[0].Total != money.Rupees(200) || v.CollectAmt != money.Rupees(330) || shoptest.Stock(t, d, dal) != 7 {
			t.Errorf("with fewer pieces the order is %+v, want 2 for ₹200, ₹330 to collect", v)
		}
		if n := s.count(t, "jobs WHERE kind = 'mail.checkout'"); n != 1 {
			t.Errorf("%d mails wait, want 1", n)
		}
		changes, err := s.orders.UnmailedChanges(t.Context(), id)
		must(t, err)
		if changes.Total != nil { // the waiting job sends it
			t.Errorf("mailed before the waiting job sends it: %+v, want no total", changes)
		}
	})
}

func TestEdit_mergesAddedPiecesOnlyAtTheSamePriceAndUnclaimed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		for name, c := range map[string]struct {
			change string // a change of the product since it was ordered
			claim  bool   // the shopper claims to have paid the line by UPI
			rows   int
			total  money.Paise
		}{
			"unchanged":                           {"", false, 1, money.Rupees(270)},
			"dearer":                              {"price = 12000", false, 2, money.Rupees(290)},
			"with another discount":               {"discount = 500", false, 2, money.Rupees(275)},
			"dearer, discounted to the old price": {"price = 12000, discount = 3000", false, 2, money.Rupees(270)},
			"claimed":                             {"", true, 2, money.Rupees(270)},
		} {
			dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Discount: money.Rupees(10), Stock: 10})
			line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})[0]
			if c.change != "" {
				s.executes(t, `UPDATE products SET `+c.change+` WHERE id = $1`, dal)
			}
			if c.claim {
				ravi.claims(t, line.OrderID, "4321")
			}
			must(t, ravi.edits(t, line.OrderID, order.Edit{Lines: packOf(line.ID, 3)}))
			if v := s.view(t, line.OrderID); len(v.Lines) != c.rows || v.TotalAmt != c.total || v.ItemCount != 3 || shoptest.Stock(t, d, dal) != 7 {
				t.Errorf("%s: %d rows of %d pieces cost %v, want %d rows and %v", name, len(v.Lines), v.ItemCount, v.TotalAmt, c.rows, c.total)
			}
		}
	})
}

func TestEdit_ofAnOnlineOrderOnlyMakesItSmallerAndLeavesARefundDue(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 10})
		id := s.paysOnline(t, ravi, ravi.addToCart(t, dal, 5))
		line := s.view(t, id).Lines[0]
		const larger = "The order is paid online. It can only become smaller; please order more by itself."
		refused(t, ravi.edits(t, id, order.Edit{Lines: packOf(line.ID, 6)}), fault.Conflict, larger)
		refused(t, ravi.edits(t, id, order.Edit{Added: []order.Addition{{ProductID: dal, Quantity: 1}}}), fault.Conflict, larger)
		must(t, ravi.edits(t, id, order.Edit{Lines: packOf(line.ID, 4)}))
		v := s.view(t, id)
		if v.RefundDue != money.Rupees(100) || v.TotalAmt != money.Rupees(400) || v.PaymentStatus != payment.RefundDue || v.Lines[0].Ordered != 4 || shoptest.Stock(t, d, dal) != 6 {
			t.Errorf("with one piece less the order is %+v, want a refund due of ₹100, 4 for ₹400", v)
		}
		refused(t, ravi.edits(t, id, order.Edit{Lines: packOf(line.ID, 5)}), fault.Conflict, larger)
		// The price of removed pieces stays due back, whether the order is packed short or in full again.
		k := s.desk(t)
		for _, c := range []struct {
			quantity int
			due      money.Paise
		}{{1, money.Rupees(400)}, {4, money.Rupees(100)}, {0, money.Rupees(500)}, {2, money.Rupees(300)}, {4, money.Rupees(100)}} {
			must(t, k.packs(t, id, line.ID, c.quantity))
			if v = s.view(t, id); v.RefundDue != c.due || v.TotalAmt+v.RefundDue != money.Rupees(500) || shoptest.Stock(t, d, dal) != 10-c.quantity {
				t.Errorf("with %d packed the refund due is %v of a total of %v, the stock %d, want %v due",
					c.quantity, v.RefundDue, v.TotalAmt, shoptest.Stock(t, d, dal), c.due)
			}
		}
		if err := k.packs(t, id, line.ID, 5); !fault.Is(err, fault.Invalid) {
			t.Errorf("packing more than is ordered now: %v, want fault.Invalid", err)
		}
	})
}

func TestEdit_isRefusedByTheRulesOfANewOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi, meera := s.shopper(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 4})
		deleted := shoptest.AddProduct(t, d, shoptest.Product{Name: "Ghee", Stock: 4})
		line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})[0]
		shoptest.Unpublish(t, d, deleted)
		tries := func(e order.Edit, kind fault.Kind, message string) {
			t.Helper()
			refused(t, ravi.edits(t, line.OrderID, e), kind, message)
		}
		more, fewer := order.Edit{Lines: packOf(line.ID, 3)}, order.Edit{Lines: packOf(line.ID, 1)}
		tries(order.Edit{}, fault.Invalid, "Please change something first.")
		tries(order.Edit{Lines: packOf(line.ID, 0)}, fault.Conflict, "Nothing of the order would be left. Please cancel it instead.")
		tries(order.Edit{Lines: packOf(line.ID, 9)}, fault.Conflict, "Only 2 of Toor Dal left in stock.")
		tries(order.Edit{Lines: packOf("01hzzzzzzzzzzzzzzzzzzzzzzz", 1)}, fault.Invalid, "A line does not belong to this order.")
		tries(order.Edit{Added: []order.Addition{{ProductID: deleted, Quantity: 1}}}, fault.Conflict, "Ghee is not available any more, 0 left.")
		tries(order.Edit{Lines: packOf(line.ID, 3), Version: 7}, fault.Conflict, "The order has changed meanwhile. Please look at it again.")
		shown := money.Rupees(200)
		tries(order.Edit{Lines: packOf(line.ID, 3), Total: &shown}, fault.Conflict, "Prices have changed. Please look at the new sum.")
		refused(t, meera.edits(t, line.OrderID, more), fault.NotFound, "Order not found.")
		s.sets(t, `{"pincodes":["411002"]}`)
		tries(more, fault.Conflict, "The shop does not deliver to this pincode. Please choose another address.")
		s.sets(t, `{"pincodes":[],"pausedUntil":"`+s.clock.Now().Add(time.Hour).Format(time.RFC3339)+`"}`)
		tries(more, fault.Conflict, "The shop takes no orders now and resumes at 3:30 pm. Your cart is kept.")
		s.sets(t, `{"pausedUntil":null,"cashLimit":250}`)
		tries(more, fault.Conflict, "Your cash orders under way would come to more than ₹250. Please wait until one is delivered.")
		s.sets(t, `{"cashLimit":25000,"minOrder":150}`)
		tries(fewer, fault.Conflict, "The smallest order is ₹150. Please add goods for ₹50 more.")
		if v := s.view(t, line.OrderID); v.Version != 1 || v.TotalAmt != money.Rupees(200) || shoptest.Stock(t, d, dal) != 2 {
			t.Errorf("the refused edits left %+v and a stock of %d, want version 1, ₹200 and 2", v, shoptest.Stock(t, d, dal))
		}
		s.sets(t, `{"minOrder":0,"pausedUntil":"`+s.clock.Now().Add(time.Hour).Format(time.RFC3339)+`"}`)
		must(t, ravi.edits(t, line.OrderID, fewer)) // a pause does not prevent making an order smaller
	})
}

func TestEdit_overHTTPIsIdempotentAndReturnsTheCurrentOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		ravi := s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 10})
		line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})[0]
		path := "/order/checkout/" + line.OrderID + "/my-lines"
		body := fmt.Sprintf(`{"version":1,"rows":[{"_id":%q,"quantity":3}],"totalAmt":300}`, line.ID)
		var o deskOrder
		for range 2 {
			shoptest.As(s, ravi.id).Request(t, "PUT", path, body, keyHeader, "one press").Expect(t, http.StatusOK, "").Decode(t, &o)
			if v := s.view(t, line.OrderID); v.Version != 2 || v.TotalAmt != money.Rupees(300) || shoptest.Stock(t, d, dal) != 7 {
				t.Errorf("after a repeated press the order is %+v, want version 2 and ₹300", v)
			}
		}
		// Another device still shows the old order.
		stale := shoptest.As(s, ravi.id).Request(t, "PUT", path, body, keyHeader, "another").Expect(t, http.StatusConflict, "The order has changed meanwhile. Please look at it again.")
		if !strings.Contains(string(stale.Bytes), `"totalAmt":300`) {
			t.Errorf("the refusal of a stale edit lacks the order: %s", stale.Bytes)
		}
		s.desk(t).moves(t, line.OrderID, order.StageNew, order.StagePacking)
		late := strings.Replace(body, `"version":1`, `"version":3`, 1)
		packing := shoptest.As(s, ravi.id).Request(t, "PUT", path, late).Expect(t, http.StatusConflict, "Your order is being packed. Please call the shop.")
		if !strings.Contains(string(packing.Bytes), `"stage":"PACKING"`) {
			t.Errorf("the refusal while packing lacks the order: %s", packing.Bytes)
		}
		shoptest.As(s, s.shopper(t).id).Request(t, "PUT", path, late).Expect(t, http.StatusNotFound, "")
	})
}

func TestRace_ofEditsAndAcceptingNeverChangesAnAcceptedOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		sunita, sunitaCtx := staffMember(t, d, "Sunita")
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 1000})
		for round := range raceRounds {
			ravi := s.shopper(t)
			line := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})[0]
			before := shoptest.Stock(t, d, dal)
			errs := atOnce(3, func(i int) error {
				if i == 0 {
					_, err := s.orders.SetStage(sunitaCtx, sunita, line.OrderID, order.Move{From: order.StageNew, To: order.StagePacking})
					return err
				}
				return ravi.edits(t, line.OrderID, order.Edit{Version: 1, Lines: packOf(line.ID, 2+i)})
			})
			must(t, errs[0])
			v, won := s.view(t, line.OrderID), 0
			want := int64(2)
			for i, err := range errs[1:] {
				if err == nil {
					want, won = 3+int64(i), won+1
				} else if !fault.Is(err, fault.Conflict) {
					t.Errorf("round %d: %v, want a conflict", round, err)
				}
			}
			if won > 1 || v.Stage != order.StagePacking || int64(v.ItemCount) != want || v.CollectAmt != money.Rupees(100*want) || int64(shoptest.Stock(t, d, dal)) != int64(before)+2-want {
				t.Errorf("round %d: %v; %d pieces, %v to collect, %d in stock, want %d pieces and one edit at most",
					round, errs, v.ItemCount, v.CollectAmt, shoptest.Stock(t, d, dal), want)
			}
			// An edit may come before the acceptance, but never after it.
			accepted := false
			for _, e := range v.Timeline {
				if accepted && e.What == "changed" {
					t.Errorf("round %d: the order was edited after it was accepted", round)
				}
				accepted = accepted || e.What == "stage"
			}
		}
	})
}
