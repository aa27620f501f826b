package order_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/money"
	"kirana/internal/notify"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// alertWorker returns a worker that handles the jobs of orders. It subscribes one browser of an owner to push
// messages.
func (s *shop) alertWorker(t *testing.T) *job.Worker {
	t.Helper()
	owner := shoptest.AddAdministrator(t, s.db)
	w := job.NewWorker(s.db, s.clock, s.log)
	s.orders.Handle(w)
	s.exec(t, `INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, created_at) VALUES ('https://push.example/1', $1, '', '', $2)`,
		owner, s.clock.Now())
	return w
}

func (s *shop) exec(t testing.TB, statement string, args ...any) {
	t.Helper()
	must(t, s.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	}))
}

// waitingJobs returns the payloads of the waiting jobs of a kind.
func (s *shop) waitingJobs(t *testing.T, kind string) []string {
	t.Helper()
	payloads, err := db.All[string](t.Context(), s.db, `SELECT payload FROM jobs WHERE kind = $1 AND given_up_at IS NULL ORDER BY id`, kind)
	must(t, err)
	return payloads
}

func workAll(t *testing.T, w *job.Worker) {
	t.Helper()
	for worked := true; worked; {
		var err error
		worked, err = w.Work(t.Context())
		must(t, err)
	}
}

func TestAlert_isInTheLanguageOfItsReader(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		w := s.alertWorker(t)
		s.exec(t, `UPDATE users SET language = 'hi' WHERE staff_role <> ''`)
		s.exec(t, `INSERT INTO settings (id, value, version, updated_at) VALUES (1, '{"languages": ["en", "hi"]}', 1, $1)`, s.clock.Now())
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})
		workAll(t, w)
		pushes := s.waitingJobs(t, string(notify.PushJob))
		if len(pushes) != 1 || !strings.Contains(pushes[0], `"title":"नया ऑर्डर #1001","body":"2 आइटम, ₹240, कैश ऑन डिलीवरी"`) {
			t.Errorf("the push messages are %v, want one in Hindi of order 1001, 2 items for ₹240", pushes)
		}
	})
}

func TestAlert_ofACashOrderIsPushedAtOnceWithoutItsAddress(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		w := s.alertWorker(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})
		workAll(t, w)
		pushes := s.waitingJobs(t, string(notify.PushJob))
		if len(pushes) != 1 || len(s.waitingJobs(t, string(order.MailUnacceptedJob))) != 1 {
			t.Fatalf("the pushes are %v, the mails %v, want one each", pushes, s.waitingJobs(t, string(order.MailUnacceptedJob)))
		}
		var push notify.Push
		must(t, json.Unmarshal([]byte(pushes[0]), &push))
		want := notify.Message{Title: "New order #1001", Body: "2 items, ₹240, cash on delivery", URL: "/dashboard/desk/1001", Tag: "order-1001"}
		if push.Message != want || push.Endpoint != "https://push.example/1" {
			t.Errorf("the push message is %+v to %s, want %+v", push.Message, push.Endpoint, want)
		}
		for _, secret := range []string{"Lake Road", "Pune", "411001", "9876543210", "Ravi"} {
			if strings.Contains(pushes[0], secret) {
				t.Errorf("the push message contains %s: %s", secret, pushes[0])
			}
		}
	})
}

func TestAlert_isSentForAnOnlineOrderOnceItIsPaid(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		w := s.alertWorker(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		ravi := s.shopper(t)
		s.startPayment(t, ravi, order.Item{ProductID: dal, Quantity: 1})
		workAll(t, w)
		if pushes := s.waitingJobs(t, string(notify.PushJob)); len(pushes) != 0 {
			t.Errorf("an unpaid order has the push messages %v, want none", pushes)
		}
		must(t, s.Pay(s.Sessions()[0]))
		s.deliver(t, s.lastEvent(t)).Expect(t, 200, "")
		workAll(t, w)
		pushes := s.waitingJobs(t, string(notify.PushJob))
		if len(pushes) != 1 || !strings.Contains(pushes[0], "1 item, ₹120, paid online") {
			t.Errorf("the push messages of a paid order are %v, want one, 1 item for ₹120, paid online", pushes)
		}
	})
}

func TestAlert_followsTheSettingsAndEndsWithTheAcceptance(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		w := s.alertWorker(t)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Stock: 100})
		for _, c := range []struct {
			alerts       string
			accepted     bool
			pushes, mail int // jobs, for one browser and two owners
		}{
			{`{"push": true, "mail": true}`, false, 1, 2},
			{`{"push": false, "mail": true}`, false, 0, 2},
			{`{"push": true, "mail": false}`, false, 1, 0},
			{`{"push": true, "mail": true}`, true, 0, 0},
		} {
			_, err := s.orders.Settings.Update(t.Context(), []byte(`{"alerts":`+c.alerts+`}`))
			must(t, err)
			id := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
			if c.accepted {
				k.moves(t, id, order.StageNew, order.StagePacking)
			}
			workAll(t, w)
			pushes, mails := s.waitingJobs(t, string(notify.PushJob)), s.waitingJobs(t, string(order.MailUnacceptedJob))
			if len(pushes) != c.pushes || len(mails) != c.mail {
				t.Errorf("with %s, accepted %t: %d pushes, %d mails, want %d and %d", c.alerts, c.accepted, len(pushes), len(mails), c.pushes, c.mail)
			}
			s.exec(t, `DELETE FROM jobs`)
		}
	})
}

func TestUnacceptedMail_isForOwnersUntilTheOrderIsAccepted(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 100})
		id := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})[0].OrderID
		asha, packer := shoptest.AddAdministrator(t, d), shoptest.AddStaff(t, d, "PACKER")
		waits := func(owner string) bool {
			t.Helper()
			waiting, ok, err := s.orders.UnacceptedMail(t.Context(), order.UnacceptedPayload{OrderID: id, OwnerID: owner})
			must(t, err)
			if ok && (waiting.Number != 1001 || waiting.Path != "/dashboard/desk/1001" || waiting.Items != 2 || waiting.Collect != money.Rupees(240)) {
				t.Errorf("the alert is about %+v, want order 1001 with 2 items, ₹240 to collect", waiting)
			}
			return ok
		}
		if !waits(asha) || waits(packer) || waits("nobody") {
			t.Error("the owner alone is mailed")
		}
		s.clock.Advance(time.Minute)
		k.moves(t, id, order.StageNew, order.StagePacking)
		if waits(asha) {
			t.Error("an order that is accepted is mailed about")
		}
	})
}
