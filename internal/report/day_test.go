package report_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/account"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/khata"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/report"
	"kirana/internal/shoptest"
)

func (s shop) day(t *testing.T, day string) report.DayClose {
	t.Helper()
	d, err := s.Reports.Day(t.Context(), day)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDay_sumsTheCashTakenOnThatDayByPerson(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		s.moveThrough(t, s.sells(t, 9, dal)[0].OrderID, order.StageOut, order.StageDone) // yesterday
		s.Clock.Advance(24 * time.Hour)
		for range 2 {
			s.moveThrough(t, s.sells(t, 2, dal)[0].OrderID, order.StageOut, order.StageDone) // cash taken by Bala
		}
		counter := s.sells(t, 3, dal)[0]
		s.moveThrough(t, counter.OrderID, order.StagePacking, order.StageDone) // picked up
		byLine := s.sells(t, 1, dal)[0]
		s.moves(t, byLine, order.Delivered)
		upi := s.sells(t, 5, dal)[0]
		s.moveThrough(t, upi.OrderID, order.StageOut, order.StageDone)
		if _, err := s.Orders.SetPaidBy(t.Context(), sunita, upi.OrderID, order.ByUPI, "4321"); err != nil {
			t.Fatal(err)
		}
		s.sells(t, 7, dal) // not delivered

		today := s.day(t, "")
		want := []report.RiderAmount{{Rider: "", Amount: money.Rupees(400), Orders: 2}, {Rider: "Bala", Amount: money.Rupees(400), Orders: 2}}
		if today.Day != "2026-01-16" || today.Expected != money.Rupees(800) || !slices.Equal(today.ByRider, want) || today.Counted != nil || today.Difference != nil {
			t.Errorf("today: %+v, want ₹800 expected of 2026-01-16 by %+v, and nothing counted", today, want)
		}
		if cash := s.today(t).TodaySums.Cash; cash != today.Expected {
			t.Errorf("the page Today has %s in cash, want the close's %s", cash, today.Expected)
		}
		if yesterday := s.day(t, "2026-01-15"); yesterday.Expected != money.Rupees(900) {
			t.Errorf("yesterday: %+v, want ₹900 expected", yesterday)
		}
	})
}

func TestDay_subtractsCashGivenBackForUPIPayments(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		s.moveThrough(t, s.sells(t, 9, dal)[0].OrderID, order.StageOut, order.StageDone) // by Bala
		paidByUPI := func(pieces int) order.LineView {
			t.Helper()
			line := s.sells(t, pieces, dal)[0]
			if _, err := s.Orders.SetPaidBy(t.Context(), sunita, line.OrderID, order.ByUPI, "4321"); err != nil {
				t.Fatal(err)
			}
			return line
		}
		givesBack := func(line order.LineView, left int, how string) {
			t.Helper()
			if _, err := s.Orders.SetLines(t.Context(), sunita, line.OrderID, []order.Pack{{LineID: line.ID, Quantity: left}}); err != nil {
				t.Fatal(err)
			}
			if err := s.Orders.SetGivenBack(t.Context(), sunita, line.OrderID, order.GivenBack{How: how}); err != nil {
				t.Fatal(err)
			}
		}
		givesBack(paidByUPI(5), 3, "CASH")
		givesBack(paidByUPI(4), 3, "UPI")
		old := paidByUPI(2)
		expect := func(cash, givenBack, upi int64) {
			t.Helper()
			day, sums := s.day(t, ""), *s.today(t).TodaySums
			if day.Expected != money.Rupees(cash) || day.GivenBack != money.Rupees(givenBack) || sums.Cash != day.Expected || sums.UPI != money.Rupees(upi) {
				t.Errorf("the close is %+v, the sums are %+v, want %d in cash, %d given back, %d by UPI", day, sums, cash, givenBack, upi)
			}
		}
		expect(700, 200, 1000) // by UPI: 500, 200, and 300 of the row of which 100 was given back
		if riders := s.day(t, "").ByRider; len(riders) != 1 || riders[0].Amount != money.Rupees(900) {
			t.Errorf("the amounts by rider are %+v, want one of ₹900", riders)
		}
		// when cash is given back on a later day, that day's cash changes
		s.Clock.Advance(24 * time.Hour)
		givesBack(old, 1, "CASH")
		expect(-100, 100, 0)
		if yesterday := s.day(t, "2026-01-15"); yesterday.Expected != money.Rupees(700) {
			t.Errorf("the day before: %+v, want ₹700 expected", yesterday)
		}
	})
}

func TestToday_keepsAUPIPaymentInFullThatIsGivenBackOnTheKhata(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		line := s.sells(t, 5, shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100}))[0]
		_, err := s.Orders.SetPaidBy(t.Context(), sunita, line.OrderID, order.ByUPI, "4321")
		if err == nil {
			_, err = s.Orders.SetLines(t.Context(), sunita, line.OrderID, []order.Pack{{LineID: line.ID, Quantity: 3}})
		}
		if err == nil {
			err = s.Orders.SetGivenBack(t.Context(), sunita, line.OrderID, order.GivenBack{How: "KHATA"})
		}
		if err != nil {
			t.Fatal(err)
		}
		sums, day := *s.today(t).TodaySums, s.day(t, "")
		if sums.UPI != money.Rupees(500) || sums.Khata != money.Rupees(-200) || sums.Cash != 0 || day.Expected != 0 || day.GivenBack != 0 {
			t.Errorf("the sums are %+v, the close %+v, want ₹500 by UPI, -₹200 on khata and no cash", sums, day)
		}
	})
}

func TestToday_showsWhatWasGivenBackAsCredit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		line, byUPI := s.sells(t, 5, dal)[0], s.sells(t, 5, dal)[0]
		s.moveThrough(t, line.OrderID, order.StageOut, order.StageDone)
		comesBack := func() {
			t.Helper()
			returns := order.Returns{Lines: []order.Return{{LineID: line.ID, Quantity: 1, Restock: true}}, GivenBack: order.GivenBack{How: "CREDIT"}}
			if _, err := s.Orders.Return(t.Context(), sunita, line.OrderID, returns); err != nil {
				t.Fatal(err)
			}
		}
		comesBack()
		_, err := s.Orders.SetPaidBy(t.Context(), sunita, byUPI.OrderID, order.ByUPI, "4321")
		if err == nil {
			_, err = s.Orders.SetLines(t.Context(), sunita, byUPI.OrderID, []order.Pack{{LineID: byUPI.ID, Quantity: 3}})
		}
		if err == nil {
			err = s.Orders.SetGivenBack(t.Context(), sunita, byUPI.OrderID, order.GivenBack{How: "CREDIT"})
		}
		if err != nil {
			t.Fatal(err)
		}
		today, day := s.today(t), s.day(t, "")
		sums := *today.TodaySums
		if sums.Cash != money.Rupees(500) || sums.UPI != money.Rupees(500) || sums.Credit != money.Rupees(300) || sums.Cash+sums.UPI-sums.Credit != today.Revenue {
			t.Errorf("the sums are %+v, ₹500 came in cash and by UPI, ₹300 went back as credit, and %s were sold, want ₹500, ₹500 and ₹300, and a difference equal to what was sold", sums, today.Revenue)
		}
		if day.Credit != sums.Credit || day.Expected != sums.Cash || day.GivenBack != 0 {
			t.Errorf("the close is %+v, want ₹300 of credit beside ₹500 in cash", day)
		}
		s.Clock.Advance(24 * time.Hour)
		comesBack()
		if sums, day := *s.today(t).TodaySums, s.day(t, ""); sums.Cash != 0 || sums.Credit != money.Rupees(100) || day.Credit != sums.Credit || day.Expected != 0 {
			t.Errorf("on the next day, the sums are %+v, the close is %+v, want cash 0, credit ₹100, credit %v and expected 0", sums, day, sums.Credit)
		}
	})
}

func TestToday_subtractsARefundByUPIForCash(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		line := s.sells(t, 5, shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100}))[0]
		s.moveThrough(t, line.OrderID, order.StageOut, order.StageDone)
		comesBack := func(how string) {
			t.Helper()
			returns := order.Returns{Lines: []order.Return{{LineID: line.ID, Quantity: 1, Restock: true}}, GivenBack: order.GivenBack{How: how}}
			if _, err := s.Orders.Return(t.Context(), sunita, line.OrderID, returns); err != nil {
				t.Fatal(err)
			}
		}
		comesBack("UPI")
		comesBack("CASH")
		if sums, day := *s.today(t).TodaySums, s.day(t, ""); sums.Cash != money.Rupees(400) || sums.UPI != money.Rupees(-100) || day.Expected != sums.Cash {
			t.Errorf("the sums are %+v, the close is %+v; ₹300 were sold, want cash ₹400, UPI %v and %v expected", sums, day, money.Rupees(-100), sums.Cash)
		}
		s.Clock.Advance(24 * time.Hour)
		comesBack("UPI")
		if sums, day := *s.today(t).TodaySums, s.day(t, ""); sums.Cash != 0 || sums.UPI != money.Rupees(-100) || day.Expected != 0 || day.GivenBack != 0 {
			t.Errorf("on the next day, the sums are %+v, the close is %+v, want cash 0, UPI %v, expected 0 and given back 0", sums, day, money.Rupees(-100))
		}
	})
}

func TestDay_countsAdditionsToAUPIOrderAsCashOnTheDayOfDelivery(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		id := s.sells(t, 3, dal)[0].OrderID
		if _, err := s.Orders.SetPaidBy(t.Context(), sunita, id, order.ByUPI, "4321"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Orders.Add(t.Context(), sunita, id, order.Addition{ProductID: dal, Quantity: 2}); err != nil {
			t.Fatal(err)
		}
		expect := func(cash, upi int64) {
			t.Helper()
			if day, sums := s.day(t, ""), *s.today(t).TodaySums; day.Expected != money.Rupees(cash) || sums.Cash != day.Expected || sums.UPI != money.Rupees(upi) {
				t.Errorf("the close is %+v, the sums are %+v, want %d in cash, %d by UPI", day, sums, cash, upi)
			}
		}
		expect(0, 300)
		s.Clock.Advance(24 * time.Hour)
		s.moveThrough(t, id, order.StageOut, order.StageDone)
		expect(200, 0)
		if yesterday := s.day(t, "2026-01-15"); yesterday.Expected != 0 {
			t.Errorf("the day before: %+v, want nothing expected", yesterday)
		}
	})
}

func TestClose_keepsItsSumsWhenOrdersChangeAfterwards(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		line := s.sells(t, 9, dal)[0]
		s.moveThrough(t, line.OrderID, order.StageOut, order.StageDone) // by Bala
		closes := func(counted int64) report.DayClose {
			t.Helper()
			closed, err := s.Reports.Close(t.Context(), shoptest.AddAdministrator(t, d), report.Count{Day: "2026-01-15", Counted: money.Rupees(counted)})
			if err != nil {
				t.Fatal(err)
			}
			return closed
		}
		if closed := closes(900); *closed.Difference != 0 || closed.ChangedSince != 0 {
			t.Errorf("closed as %+v, want no difference, and nothing changed since", closed)
		}
		s.Clock.Advance(24 * time.Hour)
		s.moves(t, line, order.Canceled)
		want := []report.RiderAmount{{Rider: "Bala", Amount: money.Rupees(900), Orders: 1}}
		day := s.day(t, "2026-01-15")
		if day.Expected != money.Rupees(900) || *day.Difference != 0 || day.ChangedSince != money.Rupees(-900) || !slices.Equal(day.ByRider, want) {
			t.Errorf("after the cancellation of the day after: %+v, want ₹900 by Bala, counted right, -₹900 since", day)
		}
		if day = closes(10); day.Expected != 0 || *day.Difference != money.Rupees(10) || day.ChangedSince != 0 || len(day.ByRider) != 0 {
			t.Errorf("counted again: %+v, want ₹10 too much and nothing changed since", day)
		}
	})
}

func TestDay_keepsACorrectedPaymentOnItsDay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		does := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		manager := sunita
		manager.StaffRole = account.Manager
		for _, claims := range []bool{false, true} {
			id := s.sells(t, 3, dal)[0].OrderID
			sold := s.Clock.Now().In(clock.India).Format(time.DateOnly)
			if claims {
				customer, err := db.Get[string](t.Context(), d, `SELECT user_id FROM checkouts WHERE id = $1`, id)
				does(err)
				does(s.Orders.Claim(t.Context(), order.Actor{Kind: order.ByShopper, UserID: customer}, id, "4321"))
			}
			_, err := s.Orders.SetStage(t.Context(), sunita, id, order.Move{From: order.StageNew, To: order.StageDone, PaidBy: order.ByCash})
			does(err)
			_, err = s.Reports.Close(t.Context(), shoptest.AddAdministrator(t, d), report.Count{Counted: money.Rupees(300)})
			does(err)
			s.Clock.Advance(24 * time.Hour)
			for _, c := range []struct {
				by      order.PaidBy
				changed money.Paise
			}{{order.ByUPI, money.Rupees(-300)}, {order.ByCash, 0}} {
				_, err := s.Orders.SetPaidBy(t.Context(), manager, id, c.by, "4321")
				does(err)
				if day := s.day(t, sold); day.Expected != money.Rupees(300) || *day.Difference != 0 || day.ChangedSince != c.changed {
					t.Errorf("claims %t, by %s: the counted day is %+v", claims, c.by, day)
				}
				if sums, day := *s.today(t).TodaySums, s.day(t, ""); day.Expected != 0 || sums.Cash != 0 || sums.UPI != 0 {
					t.Errorf("claims %t, by %s: the day of the correction is %+v, its sums are %+v, want expected 0, cash 0 and UPI 0", claims, c.by, day, sums)
				}
			}
			s.Clock.Advance(24 * time.Hour)
		}
	})
}

func TestClose_storesTheCountAndRecordsACorrection(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		s.moveThrough(t, s.sells(t, 9, dal)[0].OrderID, order.StageOut, order.StageDone)
		asha := shoptest.AddAdministrator(t, d)
		call := func(body string) shoptest.Response {
			t.Helper()
			return shoptest.As(s, asha).Request(t, "PUT", "/report/day", body)
		}
		var day struct {
			Day        string
			Difference float64
			Note       string
			ClosedBy   string
		}
		call(`{"counted": 850, "note": "Bala brings ₹50 tomorrow"}`).Expect(t, http.StatusOK, "The day's cash is kept.").Decode(t, &day)
		if day.Day != "2026-01-15" || day.Difference != -50 || day.Note != "Bala brings ₹50 tomorrow" || day.ClosedBy != "Asha Deshmukh" {
			t.Errorf("closed as %+v, want 2026-01-15 by Asha Deshmukh, ₹50 short, with the note", day)
		}
		call(`{"day": "2026-01-15", "counted": "900"}`).Expect(t, http.StatusOK, "").Decode(t, &day)
		if day.Difference != 0 || day.Note != "" {
			t.Errorf("corrected to %+v, want no difference and no note", day)
		}
		if uncounted := s.day(t, "2026-01-14"); uncounted.Counted != nil {
			t.Errorf("the day before is closed as well: %+v, want it uncounted", uncounted)
		}
		trace, err := db.All[language.Stored](t.Context(), d, `SELECT after FROM audit_log WHERE what = 'day.close' AND object = '2026-01-15' ORDER BY id`)
		for i, after := range trace {
			trace[i] = language.Stored(after.In("hi"))
		}
		want := []language.Stored{"₹850 गिने, ₹900 होने थे: Bala brings ₹50 tomorrow", "₹900 गिने, ₹900 होने थे"}
		if diff := cmp.Diff(want, trace); err != nil || diff != "" {
			t.Errorf("activity log, error %v (-want +got):\n%s", err, diff)
		}
		call(`{"note": "nothing"}`).ExpectField(t, "counted")
		call(`{"counted": -1}`).ExpectField(t, "counted")
		call(`{"day": "2026-01-16", "counted": 1}`).ExpectField(t, "day")
		call(`{"day": "today", "counted": 1}`).ExpectField(t, "day")
	})
}

func TestClose_storesTheCashOfEachRider(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		sent := func(pieces int, rider string) {
			t.Helper()
			id := s.sells(t, pieces, dal)[0].OrderID
			if _, err := s.Orders.SetStage(t.Context(), sunita, id, order.Move{From: order.StageNew, To: order.StageOut, Rider: rider}); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Orders.SetStage(t.Context(), sunita, id, order.Move{From: order.StageOut, To: order.StageDone}); err != nil {
				t.Fatal(err)
			}
		}
		sent(4, "Bala")
		sent(3, " Ravi ")
		sent(2, "")
		staff := shoptest.As(s, shoptest.AddAdministrator(t, d))
		staff.Request(t, "PUT", "/report/day", `{"byRider":[{"rider":"Bala","counted":350},{"rider":"Ravi"}]}`).Expect(t, http.StatusBadRequest, "Please enter what was counted.")
		staff.Request(t, "PUT", "/report/day", `{"byRider":[{"rider":"Bala","counted":350},{"rider":"Ravi","counted":300},{"rider":"","counted":210}],"note":"Bala brings the rest"}`).
			Expect(t, http.StatusOK, "The day's cash is kept.")
		day := s.day(t, "")
		if day.Expected != money.Rupees(900) || *day.Counted != money.Rupees(860) || *day.Difference != money.Rupees(-40) {
			t.Errorf("closed as %+v, want ₹860 counted of ₹900, ₹40 short", day)
		}
		got := map[string]money.Paise{}
		for _, r := range day.ByRider {
			got[r.Rider] = *r.Difference
		}
		if diff := cmp.Diff(map[string]money.Paise{"Bala": money.Rupees(-50), "Ravi": 0, "": money.Rupees(10)}, got); diff != "" {
			t.Errorf("differences by rider (-want +got):\n%s", diff)
		}
		// Cash collected after the count must be counted as well.
		sent(1, "Anil")
		if day = s.day(t, ""); len(day.ByRider) != 3 || len(day.ByRiderNow) != 4 || day.ByRiderNow[1].Rider != "Anil" || day.ByRiderNow[1].Counted != nil {
			t.Errorf("after a fourth rider: counted %+v, now %+v, want three, then four with Anil uncounted", day.ByRider, day.ByRiderNow)
		}
	})
}

func TestClose_storesANegativeExpectedSum(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		line := s.sells(t, 3, dal)[0]
		if _, err := s.Orders.SetPaidBy(t.Context(), sunita, line.OrderID, order.ByUPI, "4321"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Orders.SetLines(t.Context(), sunita, line.OrderID, []order.Pack{{LineID: line.ID, Quantity: 1}}); err != nil {
			t.Fatal(err)
		}
		if err := s.Orders.SetGivenBack(t.Context(), sunita, line.OrderID, order.GivenBack{How: "CASH"}); err != nil {
			t.Fatal(err)
		}
		staff := shoptest.As(s, shoptest.AddAdministrator(t, d))
		staff.Request(t, "PUT", "/report/day", `{"counted":0}`).Expect(t, http.StatusOK, "The day's cash is kept.")
		if day := s.day(t, ""); day.Expected != money.Rupees(-200) || *day.Difference != money.Rupees(200) {
			t.Errorf("closed as %+v, want -₹200 expected, ₹200 too much", day)
		}
	})
}

func TestClose_storesANegativeKhataSum(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		paid := khata.Posting{UserID: shoptest.AddShopper(t, d), At: s.Clock.Now(), Entries: []khata.Entry{{Kind: khata.Payment, Amount: money.Rupees(-500), By: "CASH"}}}
		if err := d.Tx(t.Context(), func(tx *db.Tx) error { return khata.Post(t.Context(), tx, paid) }); err != nil {
			t.Fatal(err)
		}
		staff := shoptest.As(s, shoptest.AddAdministrator(t, d))
		staff.Request(t, "PUT", "/report/day", `{"counted":500}`).Expect(t, http.StatusOK, "The day's cash is kept.")
		if day := s.day(t, ""); day.Khata.Paise() != money.Rupees(-500) || day.Difference == nil || *day.Difference != 0 {
			t.Errorf("closed as %+v, want -₹500 on khata and no difference", day)
		}
	})
}

func TestDay_subtractsCashForReturnsOnTheDayItIsGivenBack(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		line := s.sells(t, 5, dal)[0]
		s.moveThrough(t, line.OrderID, order.StageOut, order.StageDone)
		comesBack := func(pieces int, how string) {
			t.Helper()
			returns := order.Returns{Lines: []order.Return{{LineID: line.ID, Quantity: pieces, Restock: true}}, GivenBack: order.GivenBack{How: how}}
			if _, err := s.Orders.Return(t.Context(), sunita, line.OrderID, returns); err != nil {
				t.Fatal(err)
			}
		}
		expect := func(day string, cash, givenBack int64) {
			t.Helper()
			if got := s.day(t, day); got.Expected != money.Rupees(cash) || got.GivenBack != money.Rupees(givenBack) {
				t.Errorf("the close of %q is %+v, want %d in cash, %d given back", day, got, cash, givenBack)
			}
		}
		comesBack(1, "CASH")
		expect("", 400, 100)
		s.Clock.Advance(24 * time.Hour)
		comesBack(2, "CASH")
		comesBack(1, "UPI")
		expect("", -200, 200)
		expect("2026-01-15", 400, 100)
	})
}
