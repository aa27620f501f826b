package counter_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/counter"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// takeBack returns a cash return of the shop's device.
func (s *shop) takeBack(key, bill string, lines ...object) object {
	return object{"device": s.device, "key": key, "bill": bill, "by": "CASH", "lines": lines}
}

func back(productID string, quantity int, restock bool) object {
	return object{"productId": productID, "quantity": quantity, "reason": "Broken", "restock": restock}
}

// returnable returns how much of each line of a bill can still be returned.
func (s *shop) returnable(t *testing.T, number string) []float64 {
	t.Helper()
	var b struct {
		Lines []struct {
			Returnable float64 `json:"returnable"`
		} `json:"lines"`
	}
	s.call(t, "GET", "/bills/"+number, nil).Expect(t, http.StatusOK, "").Decode(t, &b)
	var left []float64
	for _, line := range b.Lines {
		left = append(left, line.Returnable)
	}
	return left
}

func TestTakeBack_creditsTheBillAndRefundsOnceForAKey(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal, soap := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 10000, Stock: 5}), s.product(t, shoptest.Product{Name: "Soap", Price: 4000, Stock: 5})
		c := s.sell(t, s.sale("sale", 340, line(dal, 3), line(soap, 1)))
		r := s.takeBack("return", "C1-2526-0001", back(dal, 1, true), back(soap, 1, false))
		var after placedOrder
		for range 2 {
			s.call(t, "POST", "/counter/returns", r).Expect(t, http.StatusCreated, "").Decode(t, &after)
			s.clock.Advance(time.Second)
		}
		if after.ID != c.ID || after.TotalAmt != 200 || len(after.Bills) != 2 || after.Bills[1].Number != "C1C/2526/0001" || after.Bills[1].Payable != 140 || after.Bills[1].CreditFor != "C1/2526/0001" {
			t.Errorf("after the return %+v, want ID %v, total 200, 2 bills, number C1C/2526/0001, payable 140 and credit for C1/2526/0001", after, c.ID)
		}
		if a, b := shoptest.Stock(t, d, dal), shoptest.Stock(t, d, soap); a != 3 || b != 4 {
			t.Errorf("the stocks are %d and %d, want 3 and 4", a, b)
		}
		if left := s.returnable(t, "C1-2526-0001"); fmt.Sprint(left) != "[2 0]" {
			t.Errorf("%v can still come back", left)
		}
		net, err := db.Get[int](t.Context(), d, `SELECT SUM(amount) FROM checkout_payments WHERE paid_by = 'CASH'`)
		if err != nil || net != 20000 {
			t.Errorf("%d paise stay, %v, want 20000", net, err)
		}
		if r := s.call(t, "POST", "/counter/returns", s.takeBack("more", "C1-2526-0001", back(dal, 3, true))).Expect(t, http.StatusConflict, "Only 2 of Toor Dal can still come back."); r.Code != "return_too_large" {
			t.Errorf("more than was sold: %s, want return_too_large", r.Code)
		}
		s.call(t, "POST", "/counter/returns", s.takeBack("none", "C1-2526-0009", back(dal, 1, true))).Expect(t, http.StatusNotFound, "")
		s.call(t, "PUT", "/counter/sales/"+c.ID+"/payments", object{"payments": []object{{"by": "UPI", "amount": 200}}}).Expect(t, http.StatusConflict, "")
		s.call(t, "POST", "/counter/returns", s.takeBack("rest", "C1-2526-0001", back(dal, 2, true))).Expect(t, http.StatusCreated, "").Decode(t, &after)
		if after.TotalAmt != 0 || after.Bills[2].Payable != 200 || shoptest.Stock(t, d, dal) != 5 {
			t.Errorf("after all pieces were returned: %+v, want total 0, payable 200 and stock 5", after)
		}
	})
}

func TestTakeBack_byAPackerIsOfTodaysSalesAtTheCounter(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.set(t, `{"refundLimit":150}`)
	dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 10000, Stock: 9})
	s.sell(t, s.sale("sale", 500, line(dal, 5)))
	packer, manager := shoptest.As(s, shoptest.AddStaff(t, s.db, "PACKER")), shoptest.As(s, shoptest.AddStaff(t, s.db, "MANAGER"))
	send := func(by shoptest.Client, key string, at time.Time, status int, code string) {
		t.Helper()
		r := s.takeBack(key, "C1-2526-0001", back(dal, 1, true))
		r["at"] = at
		if answer := call(t, by, "POST", "/counter/returns", r); answer.Status != status || answer.Code != code {
			t.Errorf("return %s: %d %s %s, want %d %s", key, answer.Status, answer.Code, answer.Message, status, code)
		}
	}
	soldAt := s.clock.Now()
	send(packer, "today", soldAt, 201, "")
	send(packer, "above the limit", soldAt, 403, "refund_limit")
	s.execute(t, `UPDATE checkouts SET channel = 'ONLINE'`)
	send(packer, "of a delivered order", soldAt, 403, "needs_manager")
	s.execute(t, `UPDATE checkouts SET channel = 'COUNTER'`)
	s.set(t, `{"refundLimit":0}`)
	s.clock.Advance(24 * time.Hour)
	send(packer, "by a clock of yesterday", soldAt, 403, "needs_manager")
	send(manager, "of yesterday", s.clock.Now(), 201, "")
}

func TestTakeBack_ofTheKhataLowersTheBalance(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.set(t, `{"roundOff":true}`)
		dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 3333, Stock: 5})
		sale := s.sale("sale", 0, line(dal, 3))
		sale["customer"] = object{"name": "Meera Joshi", "mobile": "9822041873"}
		sale["payments"] = []object{{"by": "KHATA", "amount": 60}, {"by": "CASH", "amount": 40}}
		s.sell(t, sale)
		r := s.takeBack("return", "C1-2526-0001", back(dal, 1, true))
		r["by"] = "KHATA"
		var after placedOrder
		s.call(t, "POST", "/counter/returns", r).Expect(t, http.StatusCreated, "").Decode(t, &after)
		balance, err := db.Get[int](t.Context(), d, `SELECT SUM(balance) FROM khata_accounts`)
		if err != nil || balance != 2700 || after.TotalAmt+after.RoundOff != 67 || after.Bills[1].Payable != 33 {
			t.Errorf("the khata has %d, %v; %+v, want a balance of ₹27, ₹67 left of the sale and a credit note of ₹33", balance, err, after)
		}
		walkIn := s.sell(t, s.sale("other", 33, line(dal, 1)))
		r = s.takeBack("no khata", walkIn.Bills[0].Number, back(dal, 1, true))
		r["by"] = "KHATA"
		s.call(t, "POST", "/counter/returns", r).Expect(t, http.StatusBadRequest, "Whose khata? Please name the customer.")
	})
}

func TestSetPayments_correctsThePaymentsUntilTheDayOrTheMonthIsClosed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 10000, Stock: 5})
		sale := s.sale("sale", 300, line(dal, 3))
		sale["customer"] = object{"name": "Meera Joshi", "mobile": "9822041873"}
		c := s.sell(t, sale)
		path := "/counter/sales/" + c.ID + "/payments"
		var after placedOrder
		s.call(t, "PUT", path, object{"payments": []object{{"by": "KHATA", "amount": 100}, {"by": "UPI", "amount": 200}}}).Expect(t, http.StatusOK, "").Decode(t, &after)
		if after.PaidBy != "UPI" || len(after.Payments) != 2 || after.Payments[0].Amount != 100 {
			t.Errorf("after the change %+v, want paid by UPI, 2 payments and amount 100", after)
		}
		s.call(t, "PUT", path, object{"payments": []object{{"by": "KHATA", "amount": 50}, {"by": "CASH", "amount": 250, "given": 300}}}).Expect(t, http.StatusOK, "")
		s.call(t, "PUT", path, object{"payments": []object{{"by": "CASH", "amount": 299}}}).Expect(t, http.StatusBadRequest, "₹1 is still missing.")
		balance, err := db.Get[int](t.Context(), d, `SELECT SUM(balance) FROM khata_accounts`)
		if err != nil || balance != 5000 {
			t.Errorf("the khata has %d, %v, want 5000", balance, err)
		}
		reason, err := db.Get[language.Stored](t.Context(), d, `SELECT reason FROM khata_entries WHERE kind = 'CORRECTION'`)
		if err != nil || reason.In("hi") != "पैसे दूसरी तरह मिले" {
			t.Errorf("the reason in Hindi is %q, %v, want पैसे दूसरी तरह मिले", reason.In("hi"), err)
		}
		s.execute(t, `INSERT INTO day_closes (day, expected, counted, note, sums, user_id, created_at) VALUES ('2026-01-15', 0, 0, '', '', $1, $2)`, s.ownerID, s.clock.Now())
		if r := s.call(t, "PUT", path, object{"payments": []object{{"by": "CASH", "amount": 300}}}).Expect(t, http.StatusConflict, ""); r.Code != "day_closed" {
			t.Errorf("after the close: %s, want day_closed", r.Code)
		}
		s.execute(t, `DELETE FROM day_closes`)
		s.execute(t, `INSERT INTO closed_months (month, begins, ends, closed_at, closed_by) VALUES ('2026-01', '2025-12-31 18:30:00', '2026-01-31 18:30:00', $1, $2)`, s.clock.Now(), s.ownerID)
		if r := s.call(t, "PUT", path, object{"payments": []object{{"by": "CASH", "amount": 300}}}).Expect(t, http.StatusConflict, "January 2026 is closed: nothing dated in it can change."); r.Code != "month_closed" {
			t.Errorf("in a closed month: %s, want code \"month_closed\"", r.Code)
		}
	})
}

func TestSetPayments_byAPackerAreOfTheirOwnSaleToday(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 10000, Stock: 9})
	packer, manager := shoptest.As(s, shoptest.AddStaff(t, s.db, "PACKER")), shoptest.As(s, shoptest.AddStaff(t, s.db, "MANAGER"))
	sell := func(by shoptest.Client, key string) (c placedOrder) {
		t.Helper()
		sale := s.sale(key, 300, line(dal, 3))
		sale["customer"] = object{"name": "Meera Joshi", "mobile": "9822041873"}
		call(t, by, "POST", "/counter/sales", sale).Expect(t, http.StatusCreated, "").Decode(t, &c)
		return c
	}
	pay := func(by shoptest.Client, c placedOrder, code string, payments ...object) {
		t.Helper()
		if r := call(t, by, "PUT", "/counter/sales/"+c.ID+"/payments", object{"payments": payments}); r.Code != code {
			t.Errorf("payments %v: %d %s %s, want %q", payments, r.Status, r.Code, r.Message, code)
		}
	}
	cash, card := object{"by": "CASH", "amount": 300}, object{"by": "CARD", "amount": 300}
	upi, khata := object{"by": "UPI", "amount": 300, "reference": "210987654321"}, object{"by": "KHATA", "amount": 300}
	own := sell(packer, "own")
	pay(packer, own, "needs_reference", object{"by": "UPI", "amount": 300})
	pay(packer, own, "needs_reference", object{"by": "CASH", "amount": 100}, object{"by": "CARD", "amount": 200})
	pay(packer, own, "needs_manager", khata)
	pay(packer, own, "", upi)
	pay(packer, own, "", cash)
	pay(manager, own, "", card)
	pay(packer, own, "needs_manager", cash) // the manager has corrected it
	pay(packer, sell(manager, "of the manager"), "needs_manager", upi)
	yesterday := sell(packer, "yesterday")
	s.clock.Advance(24 * time.Hour)
	pay(packer, yesterday, "needs_manager", upi)
	pay(manager, yesterday, "", khata)
	pay(manager, yesterday, "", card)
}

func TestSetPayments_fromCashByAPackerStayAmongTheProblems(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 10000, Stock: 99})
	packer, manager := shoptest.As(s, shoptest.AddStaff(t, s.db, "PACKER")), shoptest.As(s, shoptest.AddStaff(t, s.db, "MANAGER"))
	paid := func(cash, upi, card float64) object {
		payments := []object{}
		for by, amount := range map[string]float64{"CASH": cash, "UPI": upi, "CARD": card} {
			if amount > 0 {
				payments = append(payments, object{"by": by, "amount": amount, "reference": "210987654321"})
			}
		}
		return object{"payments": payments}
	}
	type correction struct {
		by   shoptest.Client
		paid object
	}
	for name, c := range map[string]struct {
		sold        object
		corrections []correction
		doubts      bool
	}{
		"cash by UPI":              {paid(300, 0, 0), []correction{{packer, paid(0, 300, 0)}}, true},
		"a part by card":           {paid(300, 0, 0), []correction{{packer, paid(100, 0, 200)}}, true},
		"then less":                {paid(300, 0, 0), []correction{{packer, paid(0, 300, 0)}, {packer, paid(200, 100, 0)}}, true},
		"then cash again":          {paid(300, 0, 0), []correction{{packer, paid(0, 300, 0)}, {packer, paid(300, 0, 0)}}, false},
		"then as a manager says":   {paid(300, 0, 0), []correction{{packer, paid(0, 300, 0)}, {manager, paid(0, 0, 300)}}, false},
		"UPI by card":              {paid(0, 300, 0), []correction{{packer, paid(0, 0, 300)}}, false},
		"UPI in cash":              {paid(0, 300, 0), []correction{{packer, paid(300, 0, 0)}}, false},
		"cash by UPI by a manager": {paid(300, 0, 0), []correction{{manager, paid(0, 300, 0)}}, false},
	} {
		sale := s.sale(name, 300, line(dal, 3))
		sale["payments"] = c.sold["payments"]
		var sold placedOrder
		call(t, packer, "POST", "/counter/sales", sale).Expect(t, http.StatusCreated, "").Decode(t, &sold)
		var after order.View
		for _, correct := range c.corrections {
			call(t, correct.by, "PUT", "/counter/sales/"+sold.ID+"/payments", correct.paid).Expect(t, http.StatusOK, "").Decode(t, &after)
		}
		if doubts := slices.Equal(after.Problems, []string{"PAYMENT_DOUBTFUL"}); doubts != c.doubts || after.Problem != c.doubts {
			t.Errorf("%s: the problems are %v, want doubts %v and problem %v", name, after.Problems, c.doubts, c.doubts)
		}
	}
}

func TestProblems_keepRefusedOfflineSalesUntilBooked(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 5000, Stock: 1})
		problems := func() (p counter.Problems) {
			s.call(t, "GET", "/counter/problems", nil).Expect(t, http.StatusOK, "").Decode(t, &p)
			return p
		}
		s.sell(t, s.sale("one", 50, line(dal, 1)))
		for i, key := range []string{"twin", "hole"} {
			sale := s.sale(key, 100, line(dal, 2))
			sale["offline"], sale["number"] = true, []string{"C1/2526/0001", "C1/2526/0003"}[i]
			for range 2 {
				s.call(t, "POST", "/counter/sales", sale).Expect(t, http.StatusConflict, "")
			}
		}
		p := problems()
		if len(p.Refused) != 2 || p.Refused[0].Code != "number_taken" || p.Refused[1].Code != "number_gap" || len(p.ToCount) != 0 {
			t.Fatalf("the problems are %+v, want 2 refused, code \"number_taken\", code \"number_gap\" and none to count", p)
		}
		path := "/counter/problems/"
		s.call(t, "PUT", path+p.Refused[0].ID, object{"action": "BOOK"}).Expect(t, http.StatusOK, "")
		twin := s.sale("twin", 100, line(dal, 2))
		twin["offline"], twin["number"] = true, "C1/2526/0001"
		if c := s.sell(t, twin); c.Bills[0].Number != "GK/25-26/00001" || len(problems().Refused) != 1 {
			t.Errorf("the twin, sent again after it was booked, has the bills %+v", c.Bills)
		}
		s.call(t, "PUT", path+p.Refused[1].ID, object{"action": "BOOK"}).Expect(t, http.StatusOK, "")
		hole := s.sale("hole", 100, line(dal, 2))
		hole["offline"], hole["number"] = true, "C1/2526/0003"
		if c := s.sell(t, hole); c.Bills[0].Number != "C1/2526/0003" {
			t.Errorf("the hole, sent again after it was booked, has the bills %+v", c.Bills)
		}
		for _, number := range []string{"C1/2526/0002", "C1/2526/0004"} { // printed before and after the hole
			sale := s.sale(number, 50, line(dal, 1))
			sale["offline"], sale["number"] = true, number
			if c := s.sell(t, sale); c.Bills[0].Number != number {
				t.Errorf("%s has the bills %+v", number, c.Bills)
			}
		}
		p = problems()
		if len(p.Refused) != 0 || len(p.ToCount) != 1 || p.ToCount[0].Missing != 6 {
			t.Errorf("afterwards the problems are %+v, want none refused, 1 to count and missing 6", p)
		}
		s.call(t, "PUT", "/product/stock/"+dal, object{"count": 7, "reason": "counted"}).Expect(t, http.StatusOK, "")
		if p = problems(); len(p.ToCount) != 0 || shoptest.Stock(t, d, dal) != 7 {
			t.Errorf("once counted the problems are %+v, want none to count and stock 7", p)
		}
	})
}

func TestProblems_listNoSaleThatStaffBookedBeforeItsRefusalWasStored(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, shoptest.Product{Price: 5000, Stock: 9})
		refused := counter.Sale{DeviceID: s.device, Key: "hole", Number: "C1/2526/0002", Time: counter.Time{At: s.clock.Now(), Offline: true}}
		sale := s.sale(refused.Key, 50, line(dal, 1))
		sale["offline"], sale["number"] = true, refused.Number
		r := s.call(t, "POST", "/counter/sales", sale).Expect(t, http.StatusConflict, "")
		var p counter.Problems
		s.call(t, "GET", "/counter/problems", nil).Decode(t, &p)
		s.call(t, "PUT", "/counter/problems/"+p.Refused[0].ID, object{"action": "BOOK"}).Expect(t, http.StatusOK, "").Decode(t, &p)
		// The device has sent it again, and its second refusal is stored after the booking.
		refusal := fault.New(fault.Conflict, "number_gap", "%s", r.Message)
		for listed, key := range []string{"hole", "not booked"} {
			refused.Key = key
			if err := s.counter.KeepRefusedSale(t.Context(), refused, refusal); !errors.Is(err, refusal) {
				t.Errorf("the device gets %v", err)
			}
			if s.call(t, "GET", "/counter/problems", nil).Decode(t, &p); len(p.Refused) != listed {
				t.Errorf("after %q, refused are %+v, want %d refused", key, p.Refused, listed)
			}
		}
	})
}

func TestSell_issuesTheBillOfARefusedSaleAtTheTimeOfTheSale(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, shoptest.Product{Price: 5000, Stock: 9})
	now := s.clock.Now()
	sale := s.sale("hole", 50, line(dal, 1))
	sale["offline"], sale["number"] = true, "C1/2526/0002"
	sale["at"], sale["sentAt"] = now.Add(-26*time.Hour), now.Add(-24*time.Hour) // a clock a day behind
	s.call(t, "POST", "/counter/sales", sale).Expect(t, http.StatusConflict, "")
	var p counter.Problems
	s.call(t, "GET", "/counter/problems", nil).Expect(t, http.StatusOK, "").Decode(t, &p)
	s.clock.Advance(time.Hour)
	s.call(t, "PUT", "/counter/problems/"+p.Refused[0].ID, object{"action": "BOOK"}).Expect(t, http.StatusOK, "")
	issued, err := db.Get[time.Time](t.Context(), s.db, `SELECT issued_at FROM bills`)
	if want := now.Add(-2 * time.Hour); err != nil || !issued.Equal(want) {
		t.Errorf("the bill is of %v, %v, want %v", issued, err, want)
	}
}

func TestProblems_doNotBlockTheNumbersAfterARefusedSale(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 5000, Stock: 9})
		offline := func(call object, number string) object {
			call["offline"], call["number"] = true, number
			return call
		}
		const unknown = "65f1a2b3c4d5e6f708192a3b"
		refused := offline(s.sale("refused", 85, line(unknown, 1)), "C1/2526/0001")
		refused["customer"] = object{"name": "Meera Joshi", "mobile": "9822041873"}
		for range 2 {
			s.call(t, "POST", "/counter/sales", refused).Expect(t, http.StatusConflict, "The product of line 1 is not known here.")
		}
		if c := s.sell(t, offline(s.sale("next", 50, line(dal, 1)), "C1/2526/0002")); c.Bills[0].Number != "C1/2526/0002" {
			t.Errorf("the next sale has %+v, want number C1/2526/0002", c.Bills)
		}
		s.call(t, "POST", "/counter/returns", offline(s.takeBack("unknown", "C1-2526-0009", back(dal, 1, true)), "C1C/2526/0001")).Expect(t, http.StatusNotFound, "")
		s.call(t, "POST", "/counter/returns", offline(s.takeBack("known", "C1-2526-0002", back(dal, 1, true)), "C1C/2526/0002")).Expect(t, http.StatusCreated, "")

		s.call(t, "POST", "/counter/products", object{"name": "Chai Masala", "mrp": 85, "key": unknown}).Expect(t, http.StatusCreated, "")
		s.execute(t, `UPDATE products SET hsn = '3402' WHERE id = $1`, unknown)
		var p counter.Problems
		s.call(t, "GET", "/counter/problems", nil).Decode(t, &p)
		for i, body := range []object{{"action": "BOOK"}, {"action": "DISMISS", "reason": "There is no such bill."}} {
			s.call(t, "PUT", "/counter/problems/"+p.Refused[i].ID, body).Expect(t, http.StatusOK, "")
		}
		numbers, err := db.All[string](t.Context(), d, `
			SELECT b.number || ' ' || u.name FROM bills b JOIN users u ON u.id = b.user_id
			UNION ALL
			SELECT prefix || ' lost' FROM counter_lost_numbers`)
		slices.Sort(numbers)
		if want := "[C1/2526/0001 Meera Joshi C1/2526/0002 Walk-in C1C lost C1C/2526/0002 Walk-in]"; err != nil || fmt.Sprint(numbers) != want {
			t.Errorf("the numbers are %v, %v; want %s", numbers, err, want)
		}
	})
}

func TestProblems_tellHowManyThereAreBeyondTheList(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.execute(t, `
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 501)
		INSERT INTO counter_refusals (id, device_id, key, kind, number, body, code, message, staff_name, made_at, created_at)
		SELECT 'r' || i, $1, 'k' || i, 'SALE', '', '{}', 'number_gap', 'A hole.', 'Ravi', $2, $2 FROM n`, s.device, s.clock.Now())
	var p counter.Problems
	s.call(t, "GET", "/counter/problems", nil).Expect(t, http.StatusOK, "").Decode(t, &p)
	if len(p.Refused) != 500 || p.RefusedTotal != 501 {
		t.Errorf("%d of %d are listed, want 500 refused and refused total 501", len(p.Refused), p.RefusedTotal)
	}
}

func TestProblems_storeOnlyTheIDOfACustomer(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal := s.product(t, shoptest.Product{Price: 5000, Stock: 9})
	sale := s.sale("short", 49, line(dal, 1))
	sale["offline"], sale["customer"] = true, object{"name": "Meera Joshi", "mobile": "9822041873"}
	s.call(t, "POST", "/counter/sales", sale).Expect(t, http.StatusBadRequest, "₹1 is still missing.")
	body, err := db.Get[string](t.Context(), s.db, `SELECT body FROM counter_refusals`)
	must(t, err)
	userID, err := db.Get[string](t.Context(), s.db, `SELECT user_id FROM customer_mobiles WHERE mobile = '9822041873'`)
	if err != nil || !strings.Contains(body, userID) || strings.Contains(body, "Meera") || strings.Contains(body, "9822041873") {
		t.Errorf("the stored refusal is %s, %v, want %q in it, no \"Meera\" and no \"9822041873\"", body, err, userID)
	}
}

func TestCatalog_sendsChangesOnly(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dal, gone := s.product(t, shoptest.Product{Name: "Toor Dal", Price: 5000, Stock: 9}), s.product(t, shoptest.Product{Name: "Old", Price: 5000, Stock: 1})
	catalog := func(since string) (c counter.Catalog) {
		must(t, s.view.Refresh(t.Context()))
		s.call(t, "GET", "/counter/catalog?since="+since, nil).Expect(t, http.StatusOK, "").Decode(t, &c)
		return c
	}
	all := catalog("")
	if !all.Full || len(all.Products) != 2 || len(all.Taxes) != 1 || all.Taxes[0].Rate.String() != "18" || !all.Shop.Billed || all.Shop.DiscountLimit != 100 {
		t.Errorf("the catalog is %+v, want full true, 2 products, 1 tax, rate 18, billed true and discount limit 100", all)
	}
	s.clock.Advance(5 * 60e9)
	s.sell(t, s.sale("one", 50, line(dal, 1)))
	s.execute(t, `UPDATE products SET deleted_at = $1, updated_at = $1, category_id = NULL, sub_category_id = NULL WHERE id = $2`, s.clock.Now(), gone)
	part := catalog(all.Version)
	if part.Full || len(part.Products) != 1 || part.Products[0].Stock != 8 || len(part.Deleted) != 1 || part.Deleted[0] != gone {
		t.Errorf("the changes since the version are %+v, want full false, 1 product, stock 8, 1 deleted and deleted %v", part, gone)
	}
	if !slices.Equal(part.Taxes, all.Taxes) {
		t.Errorf("products that have not changed count in %+v, the device has %+v now", all.Taxes, part.Taxes)
	}
	atta := s.product(t, shoptest.Product{Name: "Atta", Price: 5000, Stock: 9})
	s.execute(t, `UPDATE products SET hsn = '0713', gst_rate = 0 WHERE id = $1`, atta)
	if again := catalog(part.Version); !again.Full || len(again.Taxes) != 2 {
		t.Errorf("after a new tax the catalog is %+v, want a full one with 2", again)
	}
	s.clock.Advance(5 * 60e9)
	s.sell(t, s.sale("two", 50, line(dal, 1)))
	if again := catalog(catalog("").Version); len(again.Products) != 1 || len(again.Taxes) != 2 || again.Taxes[again.Products[0].Tax].Rate.String() != "18" {
		t.Errorf("after a sale: %+v, want 1 product, 2 taxes and rate 18", again)
	}
	s.execute(t, `UPDATE sub_categories SET hsn = '1905'`)
	if again := catalog(part.Version); !again.Full {
		t.Errorf("after a change of rates the catalog is %+v, want a full one", again)
	}
}
