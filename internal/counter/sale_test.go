package counter_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestSell_issuesABillOfTheDeviceOnceForAKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, soap := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 10050, Discount: 1000, Stock: 5}), s.product(t, shoptest.Product{Name: "Soap", Price: 4000, Stock: 1})
		sale := s.sale("first", 261, line(dal, 2), line(soap, 2))
		sale["number"] = "C1/2526/0001"
		sale["payments"] = []object{{"by": "CASH", "amount": 200, "given": 500}, {"by": "UPI", "amount": 61, "reference": "4321"}}
		var sales []placedOrder
		for _, offline := range []bool{false, true} { // the response to the first attempt is lost
			sale["offline"] = offline
			sales = append(sales, s.sell(t, sale))
			s.clock.Advance(time.Second)
		}
		c := sales[0]
		if fmt.Sprint(sales[0]) == "" || sales[1].ID != c.ID || c.Channel != "COUNTER" || c.Stage != "DONE" || c.PaidBy != "CASH" || c.Status != "PAID" || c.TotalAmt != 261 || c.Customer.Name != "Walk-in" {
			t.Errorf("the sale is %+v, repeated %+v, want Walk-in's sale of ₹261 at the counter, done and paid in cash, and the same again", c, sales[1])
		}
		if len(c.Bills) != 1 || c.Bills[0].Number != "C1/2526/0001" || c.Bills[0].Payable != 261 {
			t.Errorf("the bills are %+v, want 1 bill, number C1/2526/0001 and payable 261", c.Bills)
		}
		if len(c.Payments) != 2 || c.Payments[0].Given != 500 || c.Payments[1].By != "UPI" {
			t.Errorf("the payments are %+v, want 2 payments, given 500 and by UPI", c.Payments)
		}
		var shared struct {
			Order struct{ Payments []map[string]any }
		}
		_, token, _ := strings.Cut(c.Bills[0].URL, "/b/")
		s.call(t, "GET", "/bills/shared/"+token, nil).Expect(t, http.StatusOK, "").Decode(t, &shared)
		if got := fmt.Sprint(shared.Order.Payments); got != "[map[amount:200 by:CASH] map[amount:61 by:UPI]]" {
			t.Errorf("the link of the bill shows the payments %s, want ₹200 in cash and ₹61 by UPI, and no more of them", got)
		}
		if a, b := shoptest.Stock(t, d, dal), shoptest.Stock(t, d, soap); a != 3 || b != 0 {
			t.Errorf("the stocks are %d and %d, want 3 and 0", a, b)
		}
		ledger, err := db.Get[int](t.Context(), d, `SELECT SUM(change) FROM stock_movements WHERE product_id = $1`, soap)
		if err != nil || ledger != 0 {
			t.Errorf("the ledger adds up to %d, %v, want 0", ledger, err)
		}
		next := s.sell(t, s.sale("second", 40, line(soap, 1)))
		if next.Bills[0].Number != "C1/2526/0002" || shoptest.Stock(t, d, soap) != 0 {
			t.Errorf("the next is %+v, want number C1/2526/0002 and stock 0", next.Bills)
		}
		other := s.sale("first", 40, line(soap, 1))
		if r := s.call(t, "POST", "/counter/sales", other).Expect(t, http.StatusConflict, ""); r.Code != "key_reused" {
			t.Errorf("another sale under the key is %s, want key_reused", r.Code)
		}
	})
}

func TestSell_issuesNoBillForATimeThatJSONCannotEncode(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, shoptest.Product{Price: 5000, Stock: 9})
	sale := s.sale("far", 50, line(dal, 1))
	sale["at"], sale["number"], sale["offline"] = "9999-12-31T23:59:59-05:30", "C1/2526/0007", true
	s.call(t, "POST", "/counter/sales", sale).ExpectField(t, "at")
	s.call(t, "GET", "/counter/problems", nil).Expect(t, http.StatusOK, "")
}

func TestSell_refusesSkippedAndUsedNumbersAndReturnsTheNext(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, shoptest.Product{Price: 5000, Stock: 50})
		numbered := func(key, number string) object {
			sale := s.sale(key, 50, line(dal, 1))
			sale["number"] = number
			return sale
		}
		s.sell(t, numbered("one", "C1/2526/0001"))
		for number, code := range map[string]string{"C1/2526/0003": "number_gap", "C1/2526/0001": "number_taken"} {
			r := s.call(t, "POST", "/counter/sales", numbered("two", number)).Expect(t, http.StatusConflict, "")
			var data struct{ Next string }
			r.Decode(t, &data)
			if r.Code != code || data.Next != "C1/2526/0002" {
				t.Errorf("number %s: %s, next %s, want %s and C1/2526/0002", number, r.Code, data.Next, code)
			}
		}
		for _, number := range []string{"C2/2526/0002", "C1/2324/0002", "C1/2526/2", "GK/25-26/00002"} {
			s.call(t, "POST", "/counter/sales", numbered("two", number)).Expect(t, http.StatusBadRequest, "").ExpectField(t, "number")
		}
		if left := shoptest.Stock(t, d, dal); left != 49 {
			t.Errorf("the stock after refused sales is %d, want 49", left)
		}
		s.call(t, "POST", "/counter/devices/"+s.device+"/lost", object{"upTo": 3}).Expect(t, http.StatusOK, "")
		if c := s.sell(t, s.sale("four", 50, line(dal, 1))); c.Bills[0].Number != "C1/2526/0004" {
			t.Errorf("the numbers after the lost ones are %+v", c.Bills)
		}
		if c := s.sell(t, numbered("late", "C1/2526/0002")); c.Bills[0].Number != "C1/2526/0002" {
			t.Errorf("the lost one that arrives is %+v", c.Bills)
		}
		s.call(t, "POST", "/counter/sales", numbered("twin", "C1/2526/0002")).Expect(t, http.StatusConflict, "")
		s.execute(t, `INSERT INTO closed_months (month, begins, ends, closed_at, closed_by) VALUES ('2026-01', '2025-12-31 18:30:00', '2026-01-31 18:30:00', '2026-02-01 00:00:00', $1)`, s.ownerID)
		s.clock.Advance(31 * 24 * time.Hour)
		if r := s.call(t, "POST", "/counter/sales", numbered("too late", "C1/2526/0003")).Expect(t, http.StatusConflict, ""); r.Code != "number_taken" {
			t.Errorf("a number that was canceled in a closed month is %s, want number_taken", r.Code)
		}
	})
}

func TestSell_refusesActionsAboveTheCallersRole(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.set(t, `{"counter":{"discountLimit":5},"khata":{"limit":100}}`)
	dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 10000, Stock: 9})
	packer, manager := shoptest.As(s, shoptest.AddStaff(t, s.db, "PACKER")), shoptest.As(s, shoptest.AddStaff(t, s.db, "MANAGER"))
	priced := func(key string, price, discount, paid float64) object {
		return s.sale(key, paid, object{"productId": dal, "quantity": 2, "price": price, "discount": discount})
	}
	for by, limit := range map[*shoptest.Client]any{&packer: nil, &manager: 100.0} {
		var catalog struct{ Shop object }
		call(t, *by, "GET", "/counter/catalog", nil).Expect(t, http.StatusOK, "").Decode(t, &catalog)
		if got := catalog.Shop["khataLimit"]; got != limit {
			t.Errorf("a new customer may owe %v, want %v", got, limit)
		}
	}
	for i, c := range []struct {
		by     shoptest.Client
		sale   object
		status int
		code   string
	}{
		{packer, priced("a", 100, 1, 199), 403, "discount_limit"},
		{packer, priced("a", 99, 0, 198), 403, "discount_limit"},
		{manager, priced("a", 100, 10.01, 189.99), 403, "discount_limit"},
		{manager, priced("b", 100, 10, 190), 201, ""},
		{s.owner, priced("c", 100, 150, 50), 201, ""},
		{s.owner, priced("d", 100.01, 0, 200.02), 400, "invalid_input"},
		{s.owner, priced("d", 100, 200, 0), 400, "invalid_input"},
		{s.owner, priced("d", 100, 0, 199), 400, "invalid_input"},
		{s.owner, priced("d", 100, 0, 201), 400, "invalid_input"},
		{s.owner, object{"device": s.device, "key": "d", "lines": []object{{"productId": dal, "grams": 250}}, "payments": []object{}}, 400, "not_by_weight"},
		{s.owner, object{"device": s.device, "key": "d", "lines": []object{line(dal, 1)}, "payments": []object{{"by": "KHATA", "amount": 100}}}, 400, "invalid_input"},
		{s.owner, object{"device": s.device, "key": "d", "lines": []object{line(dal, 1)}, "payments": []object{{"by": "CASH", "amount": 100, "given": 50}}}, 400, "invalid_input"},
	} {
		if r := call(t, c.by, "POST", "/counter/sales", c.sale); r.Status != c.status || c.code != "" && r.Code != c.code {
			t.Errorf("%d: %d %s %s, want %d %s", i, r.Status, r.Code, r.Message, c.status, c.code)
		}
	}
	onKhata := s.sale("e", 0, line(dal, 2))
	onKhata["customer"] = object{"name": "Meera Joshi", "mobile": "9822041873"}
	onKhata["payments"] = []object{{"by": "KHATA", "amount": 200}}
	if r := call(t, manager, "POST", "/counter/sales", onKhata); r.Status != 409 || r.Code != "khata_limit" {
		t.Errorf("over the limit is %d %s, want 409 and khata_limit", r.Status, r.Code)
	}
	if r := call(t, packer, "POST", "/counter/sales", onKhata).Expect(t, 409, "The khata is over its limit. Please take the money now, or ask the owner."); r.Code != "khata_limit" || string(r.Data) != "null" && len(r.Data) > 0 {
		t.Errorf("response to a packer: %s %s, want khata_limit without the account", r.Code, r.Data)
	}
	onKhata["override"] = true
	call(t, manager, "POST", "/counter/sales", onKhata).Expect(t, 403, "")
	s.sell(t, onKhata)
	balance, err := db.Get[int](t.Context(), s.db, `SELECT SUM(balance) FROM khata_accounts`)
	if err != nil || balance != 20000 {
		t.Errorf("the khata has %d, %v, want 20000", balance, err)
	}
}

func TestSell_booksOfflineSalesAndReportsThemUnderProblems(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.set(t, `{"khata":{"limit":50}}`)
		dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 10000, Stock: 9})
		packer := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		sale := s.sale("offline", 0, object{"productId": dal, "quantity": 2, "price": 80})
		sale["offline"], sale["number"] = true, "C1/2526/0001"
		sale["customer"] = object{"name": "Meera Joshi", "mobile": "9822041873"}
		sale["payments"] = []object{{"by": "KHATA", "amount": 160}}
		s.execute(t, `UPDATE products SET deleted_at = $1, category_id = NULL, sub_category_id = NULL WHERE id = $2`, s.clock.Now(), dal)
		var c placedOrder
		call(t, packer, "POST", "/counter/sales", sale).Expect(t, http.StatusCreated, "").Decode(t, &c)
		if len(c.Problems) == 0 || c.Problems[0] != "COUNTER" || c.TotalAmt != 160 {
			t.Errorf("the booked sale is %+v, want ₹160 and the problem COUNTER", c)
		}
		for _, part := range []string{"not in the catalog", "You may give up to 0 %", "The khata is over its limit"} {
			if !strings.Contains(c.Rows[0].Flag, part) {
				t.Errorf("the flag lacks %q: %q", part, c.Rows[0].Flag)
			}
		}
		problems, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM checkouts WHERE problem`)
		if err != nil || problems != 1 {
			t.Errorf("%d sales are listed under Problems, %v, want 1 problem", problems, err)
		}
	})
}

func TestSell_refusesADiscountAboveAPriceThatIsAboveTheMRP(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 10000, Stock: 9})
	sale := s.sale("negative", 50, object{"productId": dal, "quantity": 1, "price": 110, "discount": 160}, line(dal, 1))
	for _, offline := range []bool{false, true} {
		sale["offline"] = offline
		s.call(t, "POST", "/counter/sales", sale).ExpectField(t, "lines[0].discount")
	}
}

func TestSell_usesTheDevicesClockWithinLimits(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, shoptest.Product{Price: 5000, Stock: 99})
	now := s.clock.Now()
	for i, c := range []struct {
		at, sentAt time.Duration // relative to now
		want       time.Duration
	}{
		{-20 * 24 * time.Hour, 0, -20 * 24 * time.Hour},
		{-3 * time.Hour, 0, -3 * time.Hour},
		{-3*time.Hour + 40*365*24*time.Hour + time.Minute, 40 * 365 * 24 * time.Hour, -3*time.Hour + time.Minute}, // a clock years ahead
		{-48 * time.Hour, 0, -3*time.Hour + time.Minute},                                                          // before the previous sale
		{-26 * time.Hour, -24 * time.Hour, -2 * time.Hour},                                                        // a clock a day behind
		{5 * time.Hour, 0, 0}, // in the future
	} {
		sale := s.sale(fmt.Sprint(i), 50, line(dal, 1))
		sale["at"], sale["sentAt"] = now.Add(c.at).Format(time.RFC3339Nano), now.Add(c.sentAt).Format(time.RFC3339Nano)
		if got := s.sell(t, sale).Bills[0].IssuedAt; !got.Equal(now.Add(c.want)) {
			t.Errorf("%d: the bill is of %v, %v from now, want %v", i, got, got.Sub(now), c.want)
		}
	}
}

func TestSell_roundsTheWholeBillHoweverItIsPaid(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.set(t, `{"roundOff":true}`)
	dal := s.product(t, shoptest.Product{Price: 3333, Stock: 99})
	sale := s.sale("a", 0, line(dal, 2), line(dal, 1))
	sale["payments"] = []object{{"by": "CARD", "amount": 60}, {"by": "CASH", "amount": 40}}
	if c := s.sell(t, sale); c.TotalAmt != 99.99 || c.RoundOff != 0.01 || c.Bills[0].Payable != 100 || c.PaidBy != "CARD" {
		t.Errorf("the sale rounded off is %+v, want total 99.99, round off 0.01, payable 100 and paid by CARD", c)
	}
	exact := s.sale("b", 33.33, line(dal, 1)) // made without the network before the setting changed
	s.call(t, "POST", "/counter/sales", exact).Expect(t, http.StatusBadRequest, "")
	exact["offline"] = true
	if c := s.sell(t, exact); c.RoundOff != 0 || c.Bills[0].Payable != 33.33 {
		t.Errorf("the sale paid exactly is %+v, want round off 0 and payable 33.33", c)
	}
}

func TestSell_keepsTheNumberOfABillThatWaits(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	unknown := shoptest.AddProduct(t, s.db, shoptest.Product{Price: 5000, Stock: 5})
	dal := s.product(t, shoptest.Product{Price: 5000, Stock: 5})
	waiting := s.sell(t, s.sale("a", 50, line(unknown, 1)))
	if len(waiting.Bills) != 0 || waiting.BillWaits == nil {
		t.Errorf("the sale whose bill waits is %+v, want no bills and a bill that waits", waiting)
	}
	if next := s.sell(t, s.sale("b", 50, line(dal, 1))); next.Bills[0].Number != "C1/2526/0002" {
		t.Errorf("the next bill is %+v, want number C1/2526/0002", next.Bills)
	}
	s.execute(t, `UPDATE products SET hsn = '3402' WHERE id = $1`, unknown)
	must(t, s.orders.BillWaiting(t.Context()))
	var c placedOrder
	s.call(t, "GET", "/order/checkout/"+waiting.ID, nil).Decode(t, &c)
	if len(c.Bills) != 1 || c.Bills[0].Number != "C1/2526/0001" {
		t.Errorf("the bill that waited is %+v, want 1 bill and number C1/2526/0001", c.Bills)
	}
}

// CGST rule 46(e).
func TestSell_billsALargeSaleOnceItsBuyerIsNamed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		almirah := s.product(t, shoptest.Product{Price: 70_000_00, Stock: 5})
		asha := object{"name": "Asha Kulkarni", "address": " 12 Lake Road, Pune 411001 "}
		named, unnamed := s.sale("a", 70_000, line(almirah, 1)), s.sale("b", 70_000, line(almirah, 1))
		named["buyer"] = asha
		if c := s.sell(t, named); c.BillWaits != nil || len(c.Bills) != 1 {
			t.Errorf("the sale with a named buyer is %+v, want no bill that waits and 1 bill", c)
		}
		waiting := s.sell(t, unnamed)
		if waiting.BillWaits == nil || len(waiting.Bills) != 0 {
			t.Errorf("the sale whose bill waits is %+v, want a bill that waits and no bills", waiting)
		}
		path := "/order/checkout/" + waiting.ID + "/buyer"
		s.call(t, "PUT", path, object{"address": "12 Lake Road"}).Expect(t, http.StatusBadRequest, "Please enter the name of the buyer.")
		s.call(t, "PUT", path, asha).Expect(t, http.StatusOK, "")
		for _, number := range []string{"C1-2526-0001", "C1-2526-0002"} {
			var b bill.View
			s.call(t, "GET", "/bills/"+number, nil).Expect(t, http.StatusOK, "").Decode(t, &b)
			if want := (bill.Buyer{Name: "Asha Kulkarni", Address: "12 Lake Road, Pune 411001", State: "27"}); b.Buyer != want || b.PlaceOfSupply != "27" {
				t.Errorf("bill %s is for %+v, place of supply %s, want %+v and 27", number, b.Buyer, b.PlaceOfSupply, want)
			}
		}
		if r := s.call(t, "PUT", path, object{"name": "Another"}).Expect(t, http.StatusConflict, ""); r.Code != "bill_issued" {
			t.Errorf("after the bill: %s, want bill_issued", r.Code)
		}
	})
}

func TestSell_makesAnOrderThatTheDeskCannotChange(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, shoptest.Product{Price: 5000, Stock: 5})
	c := s.sell(t, s.sale("a", 100, line(dal, 2)))
	path := fmt.Sprintf("/order/checkout/%d", c.Number)
	for sub, body := range map[string]object{
		"/status": {"delivery_status": "CANCELED"}, "/payment": {"paidBy": "UPI"}, "/promise": {"promisedAt": s.clock.Now().Add(time.Hour).Format(time.RFC3339)},
	} {
		if r := s.call(t, "PUT", path+sub, body); r.Status != http.StatusConflict {
			t.Errorf("PUT %s: %d %s, want %d", sub, r.Status, r.Message, http.StatusConflict)
		}
	}
	s.call(t, "PUT", path+"/note", object{"staffNote": "forgot the bag"}).Expect(t, http.StatusOK, "")
	if left := shoptest.Stock(t, s.db, dal); left != 3 {
		t.Errorf("%d are left, want 3", left)
	}
}

func TestSell_createsUnknownProductsOfOfflineSales(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.product(t, shoptest.Product{}) // creates a category
	const unknown = "65f1a2b3c4d5e6f708192a3b"
	sale := s.sale("a", 170, object{"productId": unknown, "quantity": 2, "price": 85, "name": "Chai Masala"})
	s.call(t, "POST", "/counter/sales", sale).Expect(t, http.StatusConflict, "")
	sale["offline"] = true
	c := s.sell(t, sale)
	if c.TotalAmt != 170 || len(c.Problems) == 0 || c.BillWaits == nil {
		t.Errorf("the sale is %+v, want total 170, a problem and a bill that waits", c)
	}
	if p, err := s.view.Snapshot().Product(unknown, true); err != nil || p.Name != "Chai Masala" || p.Publish || p.Stock != 0 {
		t.Errorf("the product is %+v, %v, want name Chai Masala, unpublished and stock 0", p, err)
	}
}

func TestAddDevice_addsTheFormerDeviceAfterTheShopWasRestored(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		form := object{"name": "Counter 7", "key": "a key", "device": "65f1a2b3c4d5e6f708192a3b", "series": "C7"}
		for range 2 {
			var device struct {
				Device string
				Series struct {
					Prefix string
					Next   int
				}
			}
			s.call(t, "POST", "/counter/devices", form).Expect(t, http.StatusCreated, "").Decode(t, &device)
			if device.Device != "65f1a2b3c4d5e6f708192a3b" || device.Series.Prefix != "C7" || device.Series.Next != 1 {
				t.Errorf("the device is %+v, want device 65f1a2b3c4d5e6f708192a3b, prefix C7 and next 1", device)
			}
		}
		sale := s.sale("a", 50, line(s.product(t, shoptest.Product{Price: 5000}), 1))
		sale["device"] = "65f1a2b3c4d5e6f708192a3c"
		if r := s.call(t, "POST", "/counter/sales", sale).Expect(t, http.StatusNotFound, ""); r.Code != "device_unknown" {
			t.Errorf("an unknown device is %s, want device_unknown", r.Code)
		}
		if other := s.addDevice(t, "Counter 2"); other == "" {
			t.Error("no other device can be set up")
		}
	})
}

func TestAddDevice_keepsItsPrefixFromTheBillsOfTheShop(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		for prefix, refused := range map[string]bool{"C1": true, "C1C": true, "C": false, "D": false} {
			_, err := s.settings.Update(t.Context(), []byte(`{"bill":{"prefix":"`+prefix+`"}}`))
			if fault.Is(err, fault.Invalid) != refused || err != nil && !refused {
				t.Errorf("bills begin with %s beside the device C1: %v, want a refusal: %t", prefix, err, refused)
			}
		}
	})
}
