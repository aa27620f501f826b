package mail_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/job"
	"kirana/internal/mail"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestMailer_mailsAnUnconfirmedAddressThreeTimesADayWithoutTypedWords(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		userID := shoptest.AddShopper(t, d)
		email := userID + "@kirana.test"
		for range 5 {
			shop.ordersFor(t, userID, "Toor Dal")
		}
		shop.work(t)
		if n := len(server.mails()); n != 3 || shop.waiting(t) != 0 {
			t.Fatalf("%d mails to an address that nobody has confirmed, %d wait", n, shop.waiting(t))
		}
		placed := server.newest(t, email)
		if !strings.Contains(placed.Text, "2 × Toor Dal") {
			t.Errorf("the mail does not say what was ordered: %s", placed.Text)
		}
		for _, typed := range []string{"Ravi", "Kulkarni", "Lake Road", "411001", "98765", "small", "green"} {
			if strings.Contains(placed.Text+placed.HTML+placed.To.Name, typed) {
				t.Errorf("it carries %q, which a stranger may have typed: %s", typed, placed.Text)
			}
		}
		// What the shop writes about the account is as mute.
		shop.forgets(t, email)
		shop.work(t)
		if otp := server.newest(t, email); strings.Contains(otp.Text+otp.To.Name, "Ravi") || otp.otp(t) == "" {
			t.Errorf("the OTP is mailed with a name that a stranger may have typed: %s", otp.Text)
		}
		shop.exec(t, `UPDATE users SET verify_email = TRUE WHERE id = $1`, userID)
		shop.ordersFor(t, userID, "Moong Dal")
		shop.work(t)
		confirmed := server.newest(t, email)
		for _, typed := range []string{"Hello Ravi Kulkarni", "Lake Road", "small, green"} {
			if !strings.Contains(confirmed.Text, typed) {
				t.Errorf("once the address is confirmed the mail lacks %q: %s", typed, confirmed.Text)
			}
		}
	})
}

func TestMailer_mailsAnAddressTwentyTimesADayAboutOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		shop.exec(t, `INSERT INTO settings (id, value, version, updated_at) VALUES (1, '{"cashOrders": 100}', 1, $1)`, shop.Clock.Now())
		userID := shoptest.AddShopper(t, d)
		shop.exec(t, `UPDATE users SET verify_email = TRUE WHERE id = $1`, userID)
		var last []order.Row
		for range 21 {
			last = shop.ordersFor(t, userID, "Toor Dal")
		}
		shop.work(t)
		if n := len(server.mails()); n != 20 {
			t.Fatalf("%d mails to one address in a day", n)
		}
		if _, err := shop.Orders.SetDelivery(t.Context(), "", last[0].Number, order.Delivered); err != nil {
			t.Fatal(err)
		}
		shop.Clock.Advance(time.Minute)
		shop.work(t)
		if n := len(server.mails()); n != 20 {
			t.Fatalf("the 21st mail of the day was sent")
		}
		shop.Clock.Advance(24 * time.Hour)
		shop.ordersFor(t, userID, "Moong Dal")
		shop.work(t)
		if n := len(server.mails()); n != 21 {
			t.Errorf("%d mails, the next day has its own", n)
		}
	})
}

func TestMailer_doesNotCountWhatTheServerRefused(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		server.stop()
		userID := shoptest.AddShopper(t, d)
		shop.ordersFor(t, userID, "Toor Dal")
		for range 6 {
			shop.work(t)
			shop.Clock.Advance(time.Hour)
		}
		server.startAt(t, server.address, nil)
		shop.work(t)
		if n := len(server.mails()); n != 1 {
			t.Errorf("%d mails after the server came back", n)
		}
	})
}

func TestMailer_sendsAnOTPBeforeAThousandMailsAboutOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		shop.register(t, "ravi@example.in")
		shop.work(t)
		urgent, rest := job.NewWorker(d, shop.Clock, slog.New(slog.DiscardHandler)), job.NewWorker(d, shop.Clock, slog.New(slog.DiscardHandler))
		features := mail.Features{Accounts: shop.Accounts, Orders: shop.Orders, Settings: shop.Settings}
		mail.NewMailer(newSender(t, "smtp://"+server.address), "https://shop.example.in", features).Handle(urgent, rest)
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			for range 1_000 {
				if err := job.Add(t.Context(), tx, shop.Clock.Now(), order.MailPlacedJob, order.Placed{CheckoutID: id.New()}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		shop.Clock.Advance(time.Minute)
		shop.forgets(t, "ravi@example.in")
		before := len(server.mails())
		if did, err := urgent.Work(t.Context()); !did || err != nil {
			t.Fatalf("the OTP's job was not found: %v, %v", did, err)
		}
		if len(server.mails()) != before+1 || server.newest(t, "ravi@example.in").otp(t) == "" {
			t.Error("the OTP was not sent first")
		}
		if n := shop.waiting(t); n != 1_000 {
			t.Errorf("%d mails about orders wait, want all", n)
		}
	})
}

func TestMailer_sendsNoMailOfAnAccountFromTheLaneOfOrders(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	_, shop := serverAndShop(t, d)
	rest := job.NewWorker(d, shop.Clock, slog.New(slog.DiscardHandler))
	mail.NewMailer(nil, "", mail.Features{}).Handle(job.NewWorker(d, shop.Clock, slog.New(slog.DiscardHandler)), rest)
	shop.ask(t, "POST", "/user/register", map[string]string{"name": "Ravi", "email": "ravi@example.in", "password": password}).
		Expect(t, http.StatusCreated, "")
	if did, err := rest.Work(t.Context()); did || err != nil {
		t.Errorf("the lane of orders took a mail of an account: %v", err)
	}
}
