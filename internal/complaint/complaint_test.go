package complaint_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/complaint"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

type complaintJSON struct {
	ID             string     `json:"_id"`
	Number         int        `json:"number"`
	Text           string     `json:"text"`
	Reply          string     `json:"reply"`
	Name           string     `json:"name"`
	CreatedAt      time.Time  `json:"createdAt"`
	AcknowledgedAt *time.Time `json:"acknowledgedAt"`
	SettledAt      *time.Time `json:"settledAt"`
	AcknowledgeBy  time.Time  `json:"acknowledgeBy"`
	SettleBy       time.Time  `json:"settleBy"`
}

func newShop(d *db.DB) http.Handler {
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
	(&complaint.Handler{Complaints: complaint.New(d, shoptest.Clock())}).Routes(router)
	return contracttest.Handler(router)
}

func TestComplaint_hasATicketNumberAndLegalDeadlines(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := newShop(d)
		ravi, meera := shoptest.As(shop, shoptest.AddShopper(t, d)), shoptest.As(shop, shoptest.AddShopper(t, d))
		var first, second complaintJSON
		ravi.Request(t, "POST", "/complaints/create", `{"text":" The milk was sour. "}`).Expect(t, http.StatusCreated, "Your complaint is with the shop.").Decode(t, &first)
		meera.Request(t, "POST", "/complaints/create", `{"text":"Nobody came."}`).Expect(t, http.StatusCreated, "").Decode(t, &second)
		if first.Number != 101 || second.Number != 102 || first.Text != "The milk was sour." {
			t.Errorf("filed as %+v and %+v, want 101 with its text trimmed, and 102", first, second)
		}
		if first.AcknowledgeBy.Sub(first.CreatedAt) != 48*time.Hour || !first.SettleBy.Equal(first.CreatedAt.AddDate(0, 1, 0)) {
			t.Errorf("due at %v and %v, want 48 hours and a month after the complaint", first.AcknowledgeBy, first.SettleBy)
		}
		for _, body := range []string{`{"text":" "}`, `{}`} {
			ravi.Request(t, "POST", "/complaints/create", body).ExpectField(t, "text")
		}
		var own []complaintJSON
		ravi.Request(t, "GET", "/complaints/mine", "").Expect(t, http.StatusOK, "").Decode(t, &own)
		if len(own) != 1 || own[0].ID != first.ID {
			t.Errorf("the shopper's complaints are %+v, want their own alone", own)
		}
		ravi.Request(t, "GET", "/complaints", "").Expect(t, http.StatusForbidden, "")
		ravi.Request(t, "PUT", "/complaints/"+second.ID, `{}`).Expect(t, http.StatusForbidden, "")
		shoptest.As(shop, shoptest.AddStaff(t, d, "PACKER")).Request(t, "GET", "/complaints", "").Expect(t, http.StatusForbidden, "")
	})
}

func TestComplaint_ofOneKeyIsFiledOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := newShop(d)
		ravi, meera := shoptest.As(shop, shoptest.AddShopper(t, d)), shoptest.As(shop, shoptest.AddShopper(t, d))
		file := func(shopper shoptest.Client, text, key string) shoptest.Response {
			return shopper.Request(t, "POST", "/complaints/create", fmt.Sprintf(`{"text":%q,"key":%q}`, text, key))
		}
		var first, again complaintJSON
		file(ravi, "The milk was sour.", "c").Expect(t, http.StatusCreated, "").Decode(t, &first)
		file(ravi, "The milk was sour.", "c").Expect(t, http.StatusCreated, "Your complaint is with the shop.").Decode(t, &again)
		if again != first {
			t.Errorf("the repeated call returned %+v, want the first complaint %+v", again, first)
		}
		file(ravi, "Nobody came.", "c").Expect(t, http.StatusConflict, "")
		var other complaintJSON
		file(meera, "The milk was sour.", "c").Expect(t, http.StatusCreated, "").Decode(t, &other)
		if other.Number != 102 {
			t.Errorf("another shopper's complaint has the number %d, want 102", other.Number)
		}
	})
}

func TestComplaint_isToBeSettledWithinACalendarMonthInIndia(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	in := func(month time.Month, day, hour int) time.Time {
		return time.Date(2026, month, day, hour, 30, 0, 0, clock.India)
	}
	for filed, want := range map[time.Time]time.Time{
		in(time.March, 15, 10):   in(time.April, 15, 10),
		in(time.January, 31, 20): in(time.February, 28, 20),
		in(time.February, 1, 1):  in(time.March, 1, 1), // in UTC still of January
		in(time.May, 31, 4):      in(time.June, 30, 4),
	} {
		c, err := complaint.New(d, clock.NewManual(filed)).File(t.Context(), shoptest.AddShopper(t, d), "", "", "The milk was sour.")
		if err != nil || !c.SettleBy.Equal(want) {
			t.Errorf("filed %v it is to be settled by %v, %v, want %v", filed, c.SettleBy.In(clock.India), err, want)
		}
	}
}

func TestComplaint_isAcknowledgedAnsweredAndSettled(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shop := newShop(d)
		ravi, manager := shoptest.As(shop, shoptest.AddShopper(t, d)), shoptest.As(shop, shoptest.AddStaff(t, d, "MANAGER"))
		var c complaintJSON
		ravi.Request(t, "POST", "/complaints/create", `{"text":"The milk was sour."}`).Decode(t, &c)
		open := func() complaint.OpenCounts {
			t.Helper()
			open, err := complaint.CountOpen(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			return open
		}
		if o := open(); o.Count != 1 || o.Unacknowledged != 1 || o.Since == nil {
			t.Errorf("open complaints: %+v, want one, unacknowledged", o)
		}
		answer := func(body string) (c complaintJSON) {
			t.Helper()
			manager.Request(t, "PUT", "/complaints/"+onlyComplaint(t, ravi).ID, body).Expect(t, http.StatusOK, "").Decode(t, &c)
			return c
		}
		if c := answer(`{}`); c.AcknowledgedAt == nil || c.SettledAt != nil {
			t.Errorf("acknowledged: %+v, want it so and not settled", c)
		}
		if o := open(); o.Count != 1 || o.Unacknowledged != 0 {
			t.Errorf("open complaints: %+v, want one, acknowledged", o)
		}
		manager.Request(t, "PUT", "/complaints/"+c.ID, `{"settled":true}`).ExpectField(t, "reply")
		if c := answer(`{"reply":"Fresh milk comes today.","settled":true}`); c.SettledAt == nil || c.Reply != "Fresh milk comes today." {
			t.Errorf("settled: %+v, want it so with the reply", c)
		}
		if o := open(); o.Count != 0 || o.Since != nil {
			t.Errorf("open complaints: %+v, want none", o)
		}
		var list []complaintJSON
		manager.Request(t, "GET", "/complaints?settled=true", "").Expect(t, http.StatusOK, "").Decode(t, &list)
		if len(list) != 1 || list[0].Name == "" {
			t.Errorf("settled complaints: %+v, want one with the shopper's name", list)
		}
		manager.Request(t, "PUT", "/complaints/65f1a2b3c4d5e6f708192a3b", `{}`).Expect(t, http.StatusNotFound, "")
		actions, err := db.All[string](t.Context(), d, `SELECT what FROM audit_log ORDER BY id`)
		if err != nil || len(actions) != 2 || actions[0] != "complaint.acknowledge" || actions[1] != "complaint.settle" {
			t.Errorf("recorded %v, %v, want complaint.acknowledge and complaint.settle", actions, err)
		}
		mails, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM jobs WHERE kind = 'mail.complaint'`)
		if err != nil || mails < 2 {
			t.Errorf("%d mails about complaints, %v, want at least 2", mails, err)
		}
	})
}

// onlyComplaint returns the caller's only complaint.
func onlyComplaint(t *testing.T, c shoptest.Client) complaintJSON {
	t.Helper()
	var list []complaintJSON
	c.Request(t, "GET", "/complaints/mine", "").Decode(t, &list)
	if len(list) != 1 {
		t.Fatalf("they have %d complaints, want 1", len(list))
	}
	return list[0]
}

func TestComplaint_acceptsOnlyOrderNumbersOfItsCustomer(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shoptest.ManyOrders(t, d, 20)
		type placed struct {
			Number  int64  `db:"number"`
			OrderID string `db:"order_id"`
			UserID  string `db:"user_id"`
		}
		orders, err := db.All[placed](t.Context(), d, `
			SELECT c.number, MIN(o.number) AS order_id, c.user_id
			FROM checkouts c JOIN orders o ON o.checkout_id = c.id
			GROUP BY c.number, c.user_id ORDER BY c.number LIMIT 2`)
		if err != nil || len(orders) != 2 {
			t.Fatal(len(orders), err)
		}
		meera := shoptest.AddShopper(t, d)
		err = d.Tx(t.Context(), func(tx *db.Tx) error {
			if err := db.Exec(t.Context(), tx, `UPDATE orders SET user_id = $1 WHERE number = $2`, meera, orders[1].OrderID); err != nil {
				return err
			}
			return db.Exec(t.Context(), tx, `UPDATE checkouts SET user_id = $1 WHERE number = $2`, meera, orders[1].Number)
		})
		if err != nil {
			t.Fatal(err)
		}
		own, other := orders[0], orders[1]
		customer := shoptest.As(newShop(d), own.UserID)
		file := func(order string) shoptest.Response {
			t.Helper()
			return customer.Request(t, "POST", "/complaints/create", fmt.Sprintf(`{"order":%q,"text":"Sour."}`, order))
		}
		for _, order := range []string{strconv.FormatInt(own.Number, 10), fmt.Sprintf("#%d", own.Number), strings.ToLower(own.OrderID)} {
			file(order).Expect(t, http.StatusCreated, "")
		}
		for _, order := range []string{fmt.Sprintf("#%d", other.Number), other.OrderID, "none", "#"} {
			file(order).ExpectField(t, "order")
		}
	})
}

func TestComplaint_limitsOpenComplaintsOfACustomer(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ravi := shoptest.As(newShop(d), shoptest.AddShopper(t, d))
		for range 5 {
			ravi.Request(t, "POST", "/complaints/create", `{"text":"Sour."}`).Expect(t, http.StatusCreated, "")
		}
		ravi.Request(t, "POST", "/complaints/create", `{"text":"Sour."}`).Expect(t, http.StatusConflict,
			"You have 5 complaints under way. Please wait for the answer, or call the shop.")
	})
}
