package counter_test

import (
	"net/http"
	"testing"

	"kirana/internal/db"
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
			t.Errorf("the day has %+v", day)
		}
		var today struct {
			TodaySums report.TodaySums `json:"todaySums"`
		}
		s.call(t, "GET", "/report/today", nil).Expect(t, http.StatusOK, "").Decode(t, &today)
		if sums := today.TodaySums; sums.Cash != 15000 || sums.UPI != 5000 || sums.Card != 8000 || sums.Khata != 12000 {
			t.Errorf("today has %+v", today.TodaySums)
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
