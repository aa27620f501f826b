package report_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/report"
	"kirana/internal/shoptest"
)

var sunita = order.Actor{Kind: order.ByStaff, UserID: "sunita", Name: "Sunita"}

// moveThrough moves a new order through the stages.
func (s shop) moveThrough(t *testing.T, orderID string, stages ...order.Stage) {
	t.Helper()
	from := order.StageNew
	for _, to := range stages {
		if _, err := s.Orders.SetStage(t.Context(), sunita, orderID, order.Move{From: from, To: to, Rider: "Bala"}); err != nil {
			t.Fatal(err)
		}
		from = to
	}
}

func (s shop) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	err := s.DB.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// need returns the need of a kind, or the zero Need.
func need(today report.Today, kind report.NeedKind) report.Need {
	i := slices.IndexFunc(today.Needs, func(n report.Need) bool { return n.Kind == kind })
	if i < 0 {
		return report.Need{}
	}
	return today.Needs[i]
}

func TestToday_saysThatNothingIsNeededInAnEmptyShop(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shoptest.AddProduct(t, d, shoptest.Product{Stock: 0}) // never sold
		today := s.today(t)
		if len(today.Needs) != 0 || today.Needs == nil || today.SoldMost == nil || *today.TodaySums != (report.TodaySums{}) {
			t.Errorf("the needs are %+v, the sums %+v, want none of either", today.Needs, today.TodaySums)
		}
	})
}

func TestToday_listsNeedsMostUrgentFirst(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 100})
		oil := shoptest.AddProduct(t, d, shoptest.Product{Name: "Mustard Oil", Price: money.Rupees(50), Stock: 2})
		start := s.Clock.Now()
		s.sells(t, 1, dal)
		s.Clock.Advance(12 * time.Minute)
		s.sells(t, 2, oil) // the whole stock
		refund := s.sells(t, 1, dal)[0]
		s.moveThrough(t, refund.OrderID, order.StagePacking)
		s.exec(t, `UPDATE orders SET payment_status = 'REFUND DUE', attention = TRUE WHERE id = $1`, refund.ID)
		s.exec(t, `UPDATE checkouts SET problem = TRUE WHERE id = $1`, refund.OrderID)
		for range 2 {
			flagged := s.sells(t, 1, dal)[0]
			s.moveThrough(t, flagged.OrderID, order.StagePacking)
			s.exec(t, `UPDATE checkouts SET problem = TRUE, undeliverable = TRUE WHERE id = $1`, flagged.OrderID)
		}
		s.exec(t, `DELETE FROM jobs`) // every mail was sent

		today := s.today(t)
		var kinds []report.NeedKind
		for _, n := range today.Needs {
			kinds = append(kinds, n.Kind)
		}
		if diff := cmp.Diff([]report.NeedKind{report.NewOrders, report.RefundsDue, report.Problems, report.SoldOut}, kinds); diff != "" {
			t.Fatalf("kinds of needs (-want +got):\n%s", diff)
		}
		if n := need(today, report.NewOrders); n.Count != 2 || !n.Since.Equal(start) || *n.Amount != money.Rupees(200) || n.To != "/dashboard/desk?show=NEW" {
			t.Errorf("new orders: %+v, want 2 of ₹200 since %v", n, start)
		}
		if n := need(today, report.RefundsDue); n.Count != 1 || *n.Amount != money.Rupees(100) || n.Text != "Ravi Kulkarni" || n.To != "/dashboard/desk/1003" {
			t.Errorf("refunds due: %+v, want ₹100 to Ravi Kulkarni", n)
		}
		if n := need(today, report.Problems); n.Count != 2 || n.Amount != nil || n.To != "/dashboard/desk?show=PROBLEMS" {
			t.Errorf("problems: %+v, want 2 without an amount", n)
		}
		if n := need(today, report.SoldOut); n.Count != 1 || n.Text != "Mustard Oil" || n.To != "/dashboard/products?stock=out" {
			t.Errorf("sold out: %+v, want Mustard Oil alone", n)
		}
		// The counts equal those of the desk.
		list, err := s.Lists.List(t.Context(), order.Viewer{StaffRole: "OWNER"}, list.Filter{Page: 1, Limit: 1})
		if err != nil || today.Counts != list.Counts || today.TodaySums.ToCollect != list.Collect || list.Counts.Problems != 3 {
			t.Errorf("the desk counts %+v, to collect %s; today %+v, %+v; %v; want the same, 3 problems",
				list.Counts, list.Collect, today.Counts, today.TodaySums, err)
		}
		if best := today.SoldMost; len(best) != 2 || best[0].Name != "Toor Dal" || best[0].Sold != 3 || best[1].Sold != 2 {
			t.Errorf("sold most: %+v, want 3 of Toor Dal, then 2 of another", best)
		}
	})
}

func TestToday_showsNoUnpaidOnlineOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		line := s.sells(t, 1, dal)[0]
		s.exec(t, `UPDATE orders SET payment_method = 'ONLINE', payment_status = 'PENDING' WHERE id = $1`, line.ID)
		s.exec(t, `UPDATE checkouts SET payment_method = 'ONLINE', unpaid = TRUE, problem = TRUE, sold = NULL WHERE id = $1`, line.OrderID)
		today := s.today(t)
		if len(today.Needs) != 0 || today.Counts != (list.StageCounts{}) || *today.TodaySums != (report.TodaySums{}) || today.Orders != 0 || len(today.SoldMost) != 0 {
			t.Errorf("needs %+v, counts %+v, sums %+v, %d orders, sold %+v, want none",
				today.Needs, today.Counts, today.TodaySums, today.Orders, today.SoldMost)
		}
	})
}

func TestToday_sumsUpCashUPIAndCard(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		yesterday := s.sells(t, 9, dal)[0]
		s.moveThrough(t, yesterday.OrderID, order.StagePacking, order.StagePacked, order.StageOut, order.StageDone)
		carried := s.sells(t, 4, dal)[0] // ordered yesterday, delivered today
		s.Clock.Advance(24 * time.Hour)
		s.moveThrough(t, carried.OrderID, order.StageDone)
		byUPI := s.sells(t, 3, dal)[0]
		if _, err := s.Orders.SetPaidBy(t.Context(), sunita, byUPI.OrderID, order.ByUPI, "4321"); err != nil {
			t.Fatal(err)
		}
		online := s.sells(t, 2, dal)[0]
		s.exec(t, `UPDATE orders SET payment_method = 'ONLINE', payment_status = 'PAID', paid_at = $2 WHERE id = $1`, online.ID, s.Clock.Now())
		s.exec(t, `UPDATE checkouts SET payment_method = 'ONLINE', collect = 0, paid_at = $2 WHERE id = $1`, online.OrderID, s.Clock.Now())
		s.sells(t, 1, dal) // cash is still to be collected
		want := report.TodaySums{Cash: money.Rupees(400), UPI: money.Rupees(300), Card: money.Rupees(200), ToCollect: money.Rupees(100)}
		if diff := cmp.Diff(want, *s.today(t).TodaySums); diff != "" {
			t.Errorf("today's sums (-want +got):\n%s", diff)
		}
	})
}

func TestToday_showsStuckMailsAndRetriesThem(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		failure := errors.New("535 the password is wrong")
		job.Handle(s.Jobs, order.MailPlacedJob, func(context.Context, job.Job, order.OrderPayload) error { return failure })
		work := func() {
			t.Helper()
			for worked := true; worked; {
				var err error
				if worked, err = s.Jobs.Work(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		s.sells(t, 1, shoptest.AddProduct(t, d, shoptest.Product{Stock: 100}))
		work()
		if n := need(s.today(t), report.StuckMails); n.Count != 0 {
			t.Errorf("stuck mails at once: %+v, want none", n)
		}
		since := s.Clock.Now()
		s.Clock.Advance(6 * time.Minute)
		n := need(s.today(t), report.StuckMails)
		if n.Count != 1 || !n.Since.Equal(since) || n.Text != failure.Error() {
			t.Errorf("stuck mails after six minutes: %+v, want one since %v, %q", n, since, failure)
		}
		// a given-up mail is retried, too
		failure = job.Permanent(errors.New("550 no such mailbox"))
		work()
		if n := need(s.today(t), report.StuckMails); n.Count != 1 || !strings.Contains(n.Text, "550") {
			t.Errorf("mails given up: %+v, want one, code 550", n)
		}
		failure = nil
		asha := shoptest.AddAdministrator(t, d)
		var again struct{ Count int }
		shoptest.As(s, asha).Request(t, "POST", "/report/mails/retry", "").Expect(t, http.StatusOK, "The mails are tried again.").Decode(t, &again)
		work()
		if n := need(s.today(t), report.StuckMails); n.Count != 0 || again.Count != 1 {
			t.Errorf("%d mails were tried again, stuck still: %+v, want one and none", again.Count, n)
		}
	})
}

func TestToday_reportsUnreachablePictures(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	since := s.Clock.Now().Add(-6 * time.Minute)
	ongoing := true
	s.Reports.PicturesOutage = func() (time.Time, bool) { return since, ongoing }
	if n := need(s.today(t), report.NoPictures); n.Count != 1 || !n.Since.Equal(since) {
		t.Errorf("the need of pictures: %+v, want one since %v", n, since)
	}
	ongoing = false
	if n := need(s.today(t), report.NoPictures); n.Count != 0 {
		t.Errorf("the need of pictures when they are back: %+v, want none", n)
	}
}

func TestToday_namesStaffWhomPushMessagesDoNotReach(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		packer, since := shoptest.AddStaff(t, d, "PACKER"), s.Clock.Now()
		s.exec(t, `UPDATE users SET name = 'Bala' WHERE id = $1`, packer)
		s.exec(t, `INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, created_at, failing_since) VALUES ('https://push.example/1', $1, '', '', $2, $2)`, packer, since)
		s.Clock.Advance(5*time.Minute - time.Second)
		if n := need(s.today(t), report.NoPushes); n.Count != 0 {
			t.Errorf("the need of push messages before five minutes: %+v, want none", n)
		}
		s.Clock.Advance(time.Second)
		if n := need(s.today(t), report.NoPushes); n.Count != 1 || !n.Since.Equal(since) || n.Text != "Bala" || n.To != "/dashboard/desk" {
			t.Errorf("the need of push messages after five minutes: %+v, want Bala's since %v", n, since)
		}
		s.exec(t, `UPDATE push_subscriptions SET failing_since = NULL`)
		if n := need(s.today(t), report.NoPushes); n.Count != 0 {
			t.Errorf("the need of push messages when one arrived: %+v, want none", n)
		}
	})
}

func TestToday_reportsAnOutageOfPayments(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	since := s.Clock.Now().Add(-6 * time.Minute)
	ongoing := true
	s.Reports.PaymentsOutage = func() (time.Time, bool) { return since, ongoing }
	if n := need(s.today(t), report.NoPayments); n.Count != 1 || !n.Since.Equal(since) {
		t.Errorf("the need of payments: %+v, want one since %v", n, since)
	}
	ongoing = false
	if n := need(s.today(t), report.NoPayments); n.Count != 0 {
		t.Errorf("the need of payments when the provider responds: %+v, want none", n)
	}
}

func TestToday_showsDamagedDataFirst(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.sells(t, 1, shoptest.AddProduct(t, d, shoptest.Product{Stock: 100}))
		since := s.Clock.Now()
		s.exec(t, `UPDATE health_checks SET problem = 'The stock of Atta is wrong.', since = $1 WHERE name = 'integrity'`, since)
		today := s.today(t)
		if n := today.Needs[0]; n.Kind != report.DataDamage || n.Text != "The stock of Atta is wrong." || !n.Since.Equal(since) || n.To != "" {
			t.Errorf("the needs are %+v, want first the damage to the stock of Atta since %v, without a link", today.Needs, since)
		}
	})
}

func TestToday_namesDamageAndComplaintsInTheLanguageOfTheReader(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := newShop(t, d)
	s.exec(t, `UPDATE health_checks SET problem = $1, since = $2 WHERE name = 'integrity'`,
		language.NewPhrase("The stock of %s is not what its entries add up to.", "Atta").Store(), s.Clock.Now())
	shopper := shoptest.AddShopper(t, d)
	s.exec(t, `INSERT INTO complaints (id, number, user_id, order_name, text, reply, created_at) VALUES ('c1', 101, $1, '', 'The milk was sour.', '', $2)`, shopper, s.Clock.Now())
	for lang, want := range map[string]string{
		"en": "The stock of Atta is not what its entries add up to.; 1 not acknowledged yet",
		"hi": "स्टॉक अपने हिसाब से नहीं मिलता: Atta; अभी नहीं बताया कि मिल गई: 1",
	} {
		today, err := s.Reports.Today(language.In(t.Context(), lang), true)
		if got := need(today, report.DataDamage).Text + "; " + need(today, report.Complaints).Text; err != nil || got != want {
			t.Errorf("in %s the needs say %q, %v, want %q", lang, got, err, want)
		}
	}
}

func TestToday_showsPackersCountsAndNoSums(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := newShop(t, d)
	const sum = "23456.78" // digits that neither a time nor an id contains by chance
	s.sells(t, 1, shoptest.AddProduct(t, d, shoptest.Product{Price: 23_456_78, Stock: 100}))
	packer, manager := shoptest.AddStaff(t, d, "PACKER"), shoptest.AddStaff(t, d, "MANAGER")
	if all := shoptest.As(s, manager).Request(t, "GET", "/report/today", "").Expect(t, http.StatusOK, ""); !strings.Contains(string(all.Bytes), sum) {
		t.Fatalf("a manager's page lacks the sum %s: %s", sum, all.Bytes)
	}
	response := shoptest.As(s, packer).Request(t, "GET", "/report/today", "").Expect(t, http.StatusOK, "")
	var today report.Today
	response.Decode(t, &today)
	if today.Counts.New != 1 || today.Orders != 1 || strings.Contains(string(response.Bytes), sum) || today.TodaySums != nil {
		t.Errorf("a packer's page is %s, want one new order and no sums", response.Bytes)
	}
	for method, path := range map[string]string{"GET": "/report/day", "PUT": "/report/day", "POST": "/report/mails/retry"} {
		shoptest.As(s, packer).Request(t, method, path, `{"counted":1}`).Expect(t, http.StatusForbidden, "Do not have Permission")
	}
}

func TestToday_remindsAnOwnerWithoutASecondFactor(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		reminded := func(userID string) bool {
			t.Helper()
			var today report.Today
			shoptest.As(s, userID).Request(t, "GET", "/report/today", "").Expect(t, http.StatusOK, "").Decode(t, &today)
			return today.RemindSecondFactor
		}
		owner, manager := shoptest.AddStaff(t, d, "OWNER"), shoptest.AddStaff(t, d, "MANAGER")
		if !reminded(owner) || reminded(manager) {
			t.Error("want the owner reminded, and nobody else")
		}
		s.exec(t, `INSERT INTO second_factors (user_id, secret, created_at) VALUES ($1, 'x', $2)`, owner, s.Clock.Now())
		if !reminded(owner) {
			t.Error("a second factor that was only begun ends the reminder")
		}
		s.exec(t, `UPDATE second_factors SET enabled_at = created_at`)
		if reminded(owner) {
			t.Error("an owner with a second factor is reminded")
		}
	})
}

func TestToday_countsWebhooksThatWereSwitchedOff(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		for _, webhook := range []string{`'works0000001', TRUE, 'it answered 500'`, `'stopped00001', FALSE, 'it answered 500'`, `'byhand000001', FALSE, ''`} {
			s.exec(t, `INSERT INTO webhooks (id, active, reason, url, events, position, created_at) VALUES (`+webhook+`, 'https://example.com', 'order.placed', 'x', '2026-01-15 12:30:00')`)
		}
		if got := need(s.today(t), report.NoWebhooks); got.Count != 1 || got.To != "/dashboard/programs" {
			t.Errorf("the need of webhooks: %+v, want one, at /dashboard/programs", got)
		}
	})
}
