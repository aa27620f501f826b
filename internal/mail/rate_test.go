package mail_test

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/mail"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

func TestMailer_mailsAnUnconfirmedAddressThreeTimesADayWithoutTypedText(t *testing.T) {
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
			t.Fatalf("%d mails to an address that nobody has confirmed, %d wait, want 3 and 0", n, shop.waiting(t))
		}
		placed := server.newest(t, email)
		if !strings.Contains(placed.Text, "2 × Toor Dal") {
			t.Errorf("the mail lacks what was ordered, 2 × Toor Dal: %s", placed.Text)
		}
		for _, typed := range []string{"Ravi", "Kulkarni", "Lake Road", "411001", "98765", "small", "green"} {
			if strings.Contains(placed.Text+placed.HTML+placed.To.Name, typed) {
				t.Errorf("the mail holds %q, which a stranger may have typed: %s", typed, placed.Text)
			}
		}
		// Account mails leave typed text out as well.
		shop.requestOTP(t, email)
		shop.work(t)
		if otp := server.newest(t, email); strings.Contains(otp.Text+otp.To.Name, "Ravi") || otp.otp(t) == "" {
			t.Errorf("the mail has an OTP, and a name that a stranger may have typed: want the OTP alone: %s", otp.Text)
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

func TestMailer_mailsAConfirmedAddressTwentyTimesADayAboutOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		shop.exec(t, `INSERT INTO settings (id, value, version, updated_at) VALUES (1, '{"cashOrders": 100}', 1, $1)`, shop.Clock.Now())
		userID := shoptest.AddShopper(t, d)
		shop.exec(t, `UPDATE users SET verify_email = TRUE WHERE id = $1`, userID)
		var last []order.LineView
		for range 21 {
			last = shop.ordersFor(t, userID, "Toor Dal")
		}
		shop.work(t)
		if n := len(server.mails()); n != 20 {
			t.Fatalf("%d mails to one address in a day, want 20", n)
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
			t.Errorf("%d mails, the next day has its own, want 21", n)
		}
	})
}

func TestMailer_doesNotCountRefusedMails(t *testing.T) {
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
			t.Errorf("%d mails after the server came back, want 1", n)
		}
	})
}

func TestMailer_sendsAnOTPWhileTenThousandMailsAboutOrdersWait(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		shop.register(t, "ravi@example.in")
		lines := shop.ordersDal(t, "Toor Dal")
		shop.work(t)
		const waiting = 10_000
		shop.exec(t, `
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
			INSERT INTO jobs (id, kind, payload, due_at, created_at)
			SELECT 'waits' || (100000 + i), '`+string(order.MailPlacedJob)+`', '{"checkoutId":"`+lines[0].OrderID+`"}', $2, $2
			FROM n`, waiting, shop.Clock.Now())
		// As on a node, order mails have their own worker. Limits do not apply to them here.
		features := mail.Features{Accounts: shop.Accounts, Orders: shop.Orders, Settings: shop.Settings}
		urgent, rest := job.NewWorker(d, shop.Clock, slog.New(slog.DiscardHandler)), job.NewWorker(d, shop.Clock, slog.New(slog.DiscardHandler))
		mail.NewMailer(newSender(t, "smtp://"+server.address), "https://shop.example.in", features).Handle(urgent, rest)
		ctx, stop := context.WithCancel(t.Context())
		var lanes sync.WaitGroup
		lanes.Go(func() { urgent.Run(ctx) })
		lanes.Go(func() { rest.Run(ctx) })
		defer lanes.Wait()
		defer stop()
		taken := func(is func(mails []takenMail) bool) []takenMail {
			t.Helper()
			for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
				mails := server.mails()
				if is(mails) {
					return mails
				}
				if time.Now().After(deadline) {
					t.Fatalf("%d mails were sent in a minute, want the OTP among them", len(mails))
				}
			}
		}
		isOTP := func(m takenMail) bool { return m.To == "ravi@example.in" && strings.Contains(m.Content, "OTP") }
		before := len(taken(func(mails []takenMail) bool { return len(mails) >= 50 }))
		began := time.Now()
		shop.requestOTP(t, "ravi@example.in")
		mails := taken(func(mails []takenMail) bool { return slices.ContainsFunc(mails, isOTP) })
		took := time.Since(began)
		at := slices.IndexFunc(mails, isOTP)
		if otp := read(t, mails[at].Content).otp(t); len(otp) != 6 {
			t.Errorf("the OTP is %q, want 6 digits", otp)
		}
		if overtaken := at - before; overtaken > waiting/100 {
			t.Errorf("%d mails about orders were sent between the request and its OTP, want at most %d", overtaken, waiting/100)
		}
		if left := shop.waiting(t); left < waiting/2 {
			t.Errorf("%d mails about orders still wait, want at least %d: the OTP was sent after most of them", left, waiting/2)
		}
		t.Logf("an OTP was sent %s after the request, %d mails about orders later; %d still wait", took.Round(time.Millisecond), at-before, shop.waiting(t))
	})
}

func TestMailer_sendsAccountMailsOnlyFromTheUrgentWorker(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	_, shop := serverAndShop(t, d)
	rest := job.NewWorker(d, shop.Clock, slog.New(slog.DiscardHandler))
	mail.NewMailer(nil, "", mail.Features{}).Handle(job.NewWorker(d, shop.Clock, slog.New(slog.DiscardHandler)), rest)
	shop.ask(t, "POST", "/user/register", map[string]string{"name": "Ravi", "email": "ravi@example.in", "password": password}).
		Expect(t, http.StatusCreated, "")
	if did, err := rest.Work(t.Context()); did || err != nil {
		t.Errorf("the lane of orders worked on a mail of an account: %t, %v, want false", did, err)
	}
}
