package counter_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/report"
	"kirana/internal/shoptest"
)

func TestDay_countsTheDrawersOfTheCounter(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, shoptest.Product{Price: 10000, Stock: 20})
		cash := s.sale("cash", 0, line(dal, 3))
		cash["payments"] = []object{{"by": "CASH", "amount": 250, "given": 300}, {"by": "UPI", "amount": 50}}
		s.sell(t, cash)
		khata := s.sale("khata", 0, line(dal, 2))
		khata["customer"] = object{"name": "Meera Joshi", "mobile": "9822041873"}
		khata["payments"] = []object{{"by": "KHATA", "amount": 120}, {"by": "CARD", "amount": 80}}
		s.sell(t, khata)
		s.call(t, "POST", "/counter/returns", s.takeBack("return", "C1-2526-0001", back(dal, 1, true))).Expect(t, http.StatusCreated, "")
		var day report.DayClose
		s.call(t, "GET", "/report/day", nil).Expect(t, http.StatusOK, "").Decode(t, &day)
		if len(day.Counter) != 1 || day.Counter[0].Cash != 25000 || day.Counter[0].Change != 5000 || day.Counter[0].GivenBack != 10000 || day.Expected != 15000 || day.Khata != 12000 || len(day.ByRider) != 0 {
			t.Errorf("the day has %+v, want 1 counter, cash 25000, change 5000, given back 10000, 15000 expected, khata 12000 and no riders", day)
		}
		var today struct {
			TodaySums report.TodaySums `json:"todaySums"`
		}
		s.call(t, "GET", "/report/today", nil).Expect(t, http.StatusOK, "").Decode(t, &today)
		if sums := today.TodaySums; sums.Cash != 15000 || sums.UPI != 5000 || sums.Card != 8000 || sums.Khata != 12000 {
			t.Errorf("today has %+v, want cash 15000, UPI 5000, card 8000 and khata 12000", today.TodaySums)
		}
		count := object{"counter": []object{{"device": s.device, "who": day.Counter[0].Who, "opening": 500, "counted": 640}}}
		s.call(t, "PUT", "/report/day", count).Expect(t, http.StatusOK, "")
		var closed struct {
			Difference float64 `json:"difference"`
			Counter    []struct {
				Difference float64 `json:"difference"`
			} `json:"counter"`
		}
		s.call(t, "GET", "/report/day", nil).Expect(t, http.StatusOK, "").Decode(t, &closed)
		if closed.Difference != -10 || closed.Counter[0].Difference != -10 {
			t.Errorf("the closed day is %+v, want differences of -10", closed)
		}
		s.sell(t, s.sale("after the count", 100, line(dal, 1)))
		type drawer struct {
			Cash    float64  `json:"cash"`
			Counted *float64 `json:"counted"`
		}
		var again struct {
			Counter    []drawer `json:"counter"`
			CounterNow []drawer `json:"counterNow"`
		}
		s.call(t, "GET", "/report/day", nil).Expect(t, http.StatusOK, "").Decode(t, &again)
		if len(again.CounterNow) != 1 || again.Counter[0].Cash != 250 || again.CounterNow[0].Cash != 350 || again.CounterNow[0].Counted != nil {
			t.Errorf("the close that needs another count is %+v", again)
		}
	})
}

func TestDay_keepsTheDrawersOfPeopleOfOneNameApart(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, shoptest.Product{Price: 10000, Stock: 20})
		type drawer struct {
			WhoID      string   `json:"whoId"`
			Email      string   `json:"email"`
			Cash       float64  `json:"cash"`
			Difference *float64 `json:"difference"`
		}
		type dayClose struct {
			Counter []drawer `json:"counter"`
		}
		var day dayClose
		sellers := []string{shoptest.AddStaff(t, d, "PACKER"), shoptest.AddStaff(t, d, "PACKER")}
		slices.Sort(sellers)
		for i, seller := range sellers {
			s.execute(t, `UPDATE users SET name = 'Bala', email = $2 WHERE id = $1`, seller, fmt.Sprintf("bala%d@example.com", i))
			call(t, shoptest.As(s, seller), "POST", "/counter/sales", s.sale(seller, 100*float64(i+1), line(dal, i+1))).Expect(t, http.StatusCreated, "")
			s.call(t, "GET", "/report/day", nil).Expect(t, http.StatusOK, "").Decode(t, &day)
			if len(day.Counter) == 1 && day.Counter[0].Email != "" {
				t.Errorf("the only Bala is told apart by %s, want no email", day.Counter[0].Email)
			}
		}
		want := []drawer{{sellers[0], "bala0@example.com", 100, nil}, {sellers[1], "bala1@example.com", 200, nil}}
		if diff := cmp.Diff(want, day.Counter); diff != "" {
			t.Errorf("the drawers (-want +got):\n%s", diff)
		}
		count := func(drawers ...object) shoptest.Response {
			return s.call(t, "PUT", "/report/day", object{"counter": drawers})
		}
		count(object{"device": s.device, "who": "Bala", "counted": 100}).Expect(t, http.StatusBadRequest, "Several people of this name sold at this device. Please say whose drawer it is.")
		count(object{"device": s.device, "whoId": sellers[1], "counted": 190}, object{"device": s.device, "whoId": sellers[0], "counted": 100}).
			Expect(t, http.StatusOK, "").Decode(t, &day)
		if len(day.Counter) != 2 || *day.Counter[0].Difference != 0 || *day.Counter[1].Difference != -10 {
			t.Errorf("the counted drawers are %+v, want the second 10 short", day.Counter)
		}
	})
}

func TestSell_putsAnOfflineSaleIntoTheDrawerOfItsSeller(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, shoptest.Product{Price: 10000, Stock: 20})
		bala, manager, shopper := shoptest.AddStaff(t, d, "PACKER"), shoptest.AddStaff(t, d, "MANAGER"), shoptest.AddShopper(t, d)
		s.execute(t, `UPDATE users SET name = 'Bala' WHERE id = $1`, bala)
		s.execute(t, `UPDATE users SET name = 'Sunita' WHERE id = $1`, manager)
		for _, sent := range []struct {
			key, sellerID string
			offline       bool
			drawer        string
			problem       string
		}{
			{"his", bala, true, bala, ""},
			{"repeated", bala, true, bala, ""},
			{"discount", bala, true, bala, "Sold without the network: Toor Dal costs ₹100. You may give up to 0 %."}, // by his limit, not by hers
			{"with the network", bala, false, manager, ""},
			{"of no staff", shopper, true, manager, "Sold without the network: Its seller is not known here, so its cash counts as the sender's."},
			{"her own", manager, true, manager, ""},
		} {
			sale := s.sale(sent.key, 100, line(dal, 1))
			if sent.key == "discount" {
				sale = s.sale(sent.key, 95, object{"productId": dal, "quantity": 1, "discount": 5})
			}
			sale["sellerId"], sale["offline"] = sent.sellerID, sent.offline
			var sold placedOrder
			for range 2 {
				call(t, shoptest.As(s, manager), "POST", "/counter/sales", sale).Expect(t, http.StatusCreated, "").Decode(t, &sold)
			}
			drawers, err := db.All[string](t.Context(), d, `SELECT staff_id FROM checkout_payments WHERE checkout_id = $1`, sold.ID)
			must(t, err)
			if !slices.Equal(drawers, []string{sent.drawer}) || sold.Rows[0].Flag != sent.problem {
				t.Errorf("%s: in the drawer of %v, problem %q, want %s and %q", sent.key, drawers, sold.Rows[0].Flag, sent.drawer, sent.problem)
			}
		}
		logged, err := db.All[language.Stored](t.Context(), d, `SELECT "after" FROM audit_log WHERE what = 'counter.sale' ORDER BY created_at, id LIMIT 1`)
		must(t, err)
		if want := "Bala: sold it at the counter for ₹100, ₹100 in cash (sent by Sunita)"; !strings.HasPrefix(logged[0].In("en"), want) {
			t.Errorf("the activity log says %q, want %q", logged[0].In("en"), want)
		}
	})
}

func TestSetPayments_keepsThemInTheDrawerOfTheSeller(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.product(t, shoptest.Product{Price: 10000, Stock: 20})
		packer, manager := shoptest.AddStaff(t, d, "PACKER"), shoptest.AddStaff(t, d, "MANAGER")
		s.execute(t, `UPDATE users SET name = 'Bala' WHERE id = $1`, packer)
		var sold placedOrder
		call(t, shoptest.As(s, packer), "POST", "/counter/sales", s.sale("sale", 300, line(dal, 3))).Expect(t, http.StatusCreated, "").Decode(t, &sold)
		for _, by := range []string{manager, s.ownerID} {
			payments := object{"payments": []object{{"by": "CASH", "amount": 200}, {"by": "UPI", "amount": 100}}}
			call(t, shoptest.As(s, by), "PUT", "/counter/sales/"+sold.ID+"/payments", payments).Expect(t, http.StatusOK, "")
		}
		var day report.DayClose
		s.call(t, "GET", "/report/day", nil).Expect(t, http.StatusOK, "").Decode(t, &day)
		if len(day.Counter) != 1 || day.Counter[0].Who != "Bala" || day.Counter[0].Cash != 20000 {
			t.Errorf("the drawers are %+v, want one of Bala with 20000", day.Counter)
		}
	})
}
