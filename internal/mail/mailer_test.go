package mail_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// serverAndShop returns a shop that sends its mails to a server.
func serverAndShop(t testing.TB, d *db.DB) (*mailServer, *shop) {
	t.Helper()
	server := (&mailServer{}).start(t)
	return server, newShop(t, d, newSender(t, "smtp://"+server.address))
}

// newest returns the last mail accepted for an address.
func (s *mailServer) newest(t testing.TB, to string) readMail {
	t.Helper()
	mails := s.mails()
	for i := len(mails) - 1; i >= 0; i-- {
		if mails[i].To == to {
			return read(t, mails[i].Content)
		}
	}
	t.Fatalf("no mail was sent to %s", to)
	return readMail{}
}

func TestMailer_resetsAForgottenPassword(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		shop.register(t, "ravi@example.in")
		shop.requestOTP(t, "Ravi@Example.IN")
		shop.requestOTP(t, "nobody@example.in")
		shop.work(t)
		if mails := server.mails(); len(mails) != 2 { // the address confirmation and the OTP
			t.Fatalf("%d mails were sent, want 2", len(mails))
		}
		otp := server.newest(t, "ravi@example.in").otp(t)
		var verified struct{ ResetToken string }
		shop.verifyOTP(t, "ravi@example.in", otp[:3]+" "+otp[3:]).Expect(t, http.StatusOK, "OTP Verified!").Decode(t, &verified)
		shop.ask(t, "PUT", "/user/reset-password", map[string]string{
			"resetToken": verified.ResetToken, "newPassword": "eight mangoes", "confirmPassword": "eight mangoes",
		}).Expect(t, http.StatusOK, "Password reset successfully!")
		shop.ask(t, "POST", "/user/login", map[string]string{"email": "ravi@example.in", "password": password}).Expect(t, http.StatusUnauthorized, "")
		shop.ask(t, "POST", "/user/login", map[string]string{"email": "ravi@example.in", "password": "eight mangoes"}).Expect(t, http.StatusOK, "")
		shop.work(t)
		if newest := server.newest(t, "ravi@example.in"); newest.Subject != "Your password was changed" || !strings.Contains(newest.Text, "Hello Ravi,") {
			t.Errorf("mailed %q, want \"Your password was changed\" to Ravi: %s", newest.Subject, newest.Text)
		}
	})
}

func TestMailer_writesInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		if _, err := shop.Settings.Update(t.Context(), []byte(`{"languages":["mr","hi","en"]}`)); err != nil {
			t.Fatal(err)
		}
		for i, reader := range []struct{ language, mailed, subject, text, goods string }{
			{"", "mr", "ऑर्डर #%d झाली", "नमस्कार Ravi Kulkarni,", "Toor Dal"}, // the shop's default
			{"hi", "hi", "ऑर्डर #%d हो गया", "पैसे डिलीवरी पर कैश में देने हैं।", "तूर दाल"},
			{"en", "en", "Your order #%d is placed", "Hello Ravi Kulkarni,", "Toor Dal"},
			{"ta", "mr", "ऑर्डर #%d झाली", "एकूण रक्कम: ₹100", "Toor Dal"}, // not offered
		} {
			userID := shoptest.AddShopper(t, d)
			shop.exec(t, `UPDATE users SET verify_email = TRUE, language = $2 WHERE id = $1`, userID, reader.language)
			shop.ordersFor(t, userID, "Toor Dal")
			shop.exec(t, `UPDATE orders SET names = '{"hi":"तूर दाल"}'`)
			shop.work(t)
			mails := server.mails()
			newest := server.newest(t, mails[len(mails)-1].To)
			if want := fmt.Sprintf(reader.subject, 1001+i); len(mails) != i+1 || newest.Subject != want || !strings.Contains(newest.Text, reader.text) || !strings.Contains(newest.Text, " × "+reader.goods) || !strings.Contains(newest.HTML, reader.goods) ||
				!strings.Contains(newest.HTML, `<html lang="`+reader.mailed+`">`) {
				t.Errorf("%q: mailed %q, want %q:\n%s", reader.language, newest.Subject, want, newest.Text)
			}
		}
	})
}

func TestMailer_writesToOldAndNewAddressesInTheAccountsLanguage(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		if _, err := shop.Settings.Update(t.Context(), []byte(`{"languages":["en","hi"]}`)); err != nil {
			t.Fatal(err)
		}
		shop.register(t, "ravi@example.in")
		shop.exec(t, `UPDATE users SET language = 'hi', verify_email = TRUE WHERE email = 'ravi@example.in'`)
		var tokens struct{ AccessToken string }
		shop.ask(t, "POST", "/user/login", map[string]string{"email": "ravi@example.in", "password": password}).Expect(t, http.StatusOK, "").Decode(t, &tokens)
		shoptest.As(shop, tokens.AccessToken).Request(t, "PUT", "/user/update-user", `{"email":"rk@example.in"}`).Expect(t, http.StatusOK, "")
		shop.work(t)
		next := server.newest(t, "rk@example.in")
		shop.ask(t, "POST", "/user/verify-email", map[string]string{"code": next.code(t)}).Expect(t, http.StatusOK, "")
		shop.work(t)
		for _, mail := range []readMail{next, server.newest(t, "ravi@example.in")} {
			if !strings.Contains(mail.HTML, `<html lang="hi">`) {
				t.Errorf("the mail %q has the HTML %s, want it in Hindi", mail.Subject, mail.HTML)
			}
		}
	})
}

func TestMailer_confirmsAddressesByTheirLinks(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		shop.register(t, "ravi@example.in")
		shop.work(t)
		welcome := server.newest(t, "ravi@example.in")
		if welcome.To.Name != "" || strings.Contains(welcome.Text, "Ravi") {
			t.Errorf("the mail to an unconfirmed address holds words of who registered: %s", welcome.Text)
		}
		code := welcome.code(t)
		shop.ask(t, "POST", "/user/verify-email", map[string]string{"code": code}).Expect(t, http.StatusOK, "Email confirmed!")
		shop.ask(t, "POST", "/user/verify-email", map[string]string{"code": code}).ExpectField(t, "code")

		var tokens struct{ AccessToken string }
		shop.ask(t, "POST", "/user/login", map[string]string{"email": "ravi@example.in", "password": password}).Expect(t, http.StatusOK, "").Decode(t, &tokens)
		shoptest.As(shop, tokens.AccessToken).Request(t, "PUT", "/user/update-user", `{"email":"rk@example.in"}`).Expect(t, http.StatusOK, "")
		shop.work(t)
		if newest := server.newest(t, "ravi@example.in"); newest.Subject != "A new email address was entered" {
			t.Errorf("the old address got %q, want %q", newest.Subject, "A new email address was entered")
		}
		shop.ask(t, "POST", "/user/verify-email", map[string]string{"code": server.newest(t, "rk@example.in").code(t)}).Expect(t, http.StatusOK, "")
		shop.work(t)
		if newest := server.newest(t, "ravi@example.in"); newest.Subject != "Your email address was changed" {
			t.Errorf("the old address got %q, want %q", newest.Subject, "Your email address was changed")
		}
		shop.ask(t, "POST", "/user/login", map[string]string{"email": "rk@example.in", "password": password}).Expect(t, http.StatusOK, "")
	})
}

func TestMailer_mailsAboutOrders(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		lines := shop.ordersDal(t, "Toor Dal", "Moong Dal")
		shop.work(t)
		if n := len(server.mails()); n != 1 {
			t.Fatalf("%d mails for one checkout, want 1", n)
		}
		email := server.mails()[0].To
		placed := server.newest(t, email)
		for _, want := range []string{"Toor Dal", "Moong Dal", lines[0].Number, lines[1].Number, "₹200", "12 Lake Road", "411001", "Hello Ravi Kulkarni", "cash on delivery"} {
			if !strings.Contains(placed.Text, want) {
				t.Errorf("the text lacks %q:\n%s", want, placed.Text)
			}
			if !strings.Contains(placed.HTML, strings.TrimPrefix(want, "Hello ")) {
				t.Errorf("the HTML lacks %q:\n%s", strings.TrimPrefix(want, "Hello "), placed.HTML)
			}
		}
		for _, c := range []struct {
			to            order.Delivery
			mails         int
			subject, text string
		}{
			{order.Delivered, 1, "has changed", "2 × Toor Dal was delivered."},
			{order.Delivered, 0, "", ""},
			{order.Pending, 0, "", ""},
			{order.Canceled, 1, "has changed", "2 × Toor Dal was canceled and will not be delivered."},
		} {
			before := len(server.mails())
			if _, err := shop.Orders.SetDelivery(t.Context(), "", lines[0].Number, c.to); err != nil {
				t.Fatal(err)
			}
			shop.Clock.Advance(30*time.Second - time.Microsecond)
			shop.work(t)
			if n := len(server.mails()) - before; n != 0 {
				t.Fatalf("%d mails about %s while it could be undone, want 0", n, c.to)
			}
			shop.Clock.Advance(time.Microsecond)
			shop.work(t)
			if n := len(server.mails()) - before; n != c.mails {
				t.Fatalf("%d mails about %s, want %d", n, c.to, c.mails)
			}
			if c.mails == 0 {
				continue
			}
			if m := server.newest(t, email); m.Subject != "Your order #1001 "+c.subject || !strings.Contains(m.Text, c.text) {
				t.Errorf("the mail about %s is %q, want %q with %q:\n%s", c.to, m.Subject, c.subject, c.text, m.Text)
			}
		}
		// An administrator corrects a mistake before the mail is sent.
		for _, to := range []order.Delivery{order.Delivered, order.Pending} {
			if _, err := shop.Orders.SetDelivery(t.Context(), "", lines[1].Number, to); err != nil {
				t.Fatal(err)
			}
		}
		before := len(server.mails())
		shop.Clock.Advance(time.Minute)
		shop.work(t)
		if n := len(server.mails()) - before; n != 0 || shop.waiting(t) != 0 {
			t.Errorf("%d mails about a slip, %d jobs wait, want 0 and 0", n, shop.waiting(t))
		}
	})
}

func TestMailer_namesAndLinksTheBillsOnceTheyAreIssued(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		if _, err := shop.Settings.Update(t.Context(), []byte(`{"legal":{"gst":"UNREGISTERED"},"bill":{"prefix":"GK"}}`)); err != nil {
			t.Fatal(err)
		}
		lines := shop.ordersDal(t, "Toor Dal")
		shop.work(t)
		email := server.mails()[0].To
		staff := shoptest.AddAdministrator(t, d)
		actor := order.Actor{Kind: order.ByStaff, UserID: staff, Name: "Asha"}
		ctx := audit.WithActor(t.Context(), audit.Actor{UserID: staff, Name: "Asha"})
		for _, move := range []struct {
			from, to order.Stage
			bills    int
		}{{order.StageNew, order.StagePacking, 0}, {order.StagePacking, order.StageOut, 1}, {order.StageOut, order.StageDone, 1}} {
			before := len(server.mails())
			if _, err := shop.Orders.SetStage(ctx, actor, lines[0].OrderID, order.Move{From: move.from, To: move.to}); err != nil {
				t.Fatal(err)
			}
			shop.Clock.Advance(time.Minute)
			shop.work(t)
			if len(server.mails()) != before+1 {
				t.Fatalf("%d mails about %s, want one", len(server.mails())-before, move.to)
			}
			bills, err := shop.Orders.BillsOf(t.Context(), lines[0].OrderID)
			if err != nil || len(bills) != move.bills {
				t.Fatalf("%s: %d bills, %v, want %d", move.to, len(bills), err, move.bills)
			}
			shop.assertLinks(t, server.newest(t, email), bills, "Bill GK/25-26/00001")
		}
		if _, err := shop.Orders.Return(ctx, actor, lines[0].OrderID, order.Returns{Lines: []order.Return{{LineID: lines[0].ID, Quantity: 1}}}); err != nil {
			t.Fatal(err)
		}
		shop.Clock.Advance(time.Minute)
		shop.work(t)
		bills, err := shop.Orders.BillsOf(t.Context(), lines[0].OrderID)
		if err != nil || len(bills) != 2 {
			t.Fatalf("the returned order has %d bills, %v, want 2", len(bills), err)
		}
		shop.assertLinks(t, server.newest(t, email), bills, "Bill GK/25-26/00001", "Credit note GKC/25-26/00001")
	})
}

// assertLinks fails unless both parts of a mail name and link these bills, or none.
func (s *shop) assertLinks(t *testing.T, m readMail, bills []bill.Ref, names ...string) {
	t.Helper()
	if len(bills) == 0 && strings.Contains(m.Text+m.HTML, "/b/") {
		t.Errorf("the mail %s links a bill, want no link: %s", m.Subject, m.Text)
	}
	for i, b := range bills {
		if !strings.Contains(strings.ReplaceAll(m.Text, "\r\n", "\n"), names[i]+":\n"+b.URL) || !strings.Contains(m.HTML, `<a href="`+b.URL+`"`) || !strings.Contains(m.HTML, ">"+names[i]+"</a>") {
			t.Errorf("the mail %s does not link %s (%s):\n%s\n%s", m.Subject, names[i], b.URL, m.Text, m.HTML)
		}
	}
}

func TestMailer_deliversOnceWhenTheServerIsBack(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		shop.register(t, "ravi@example.in")
		server.stop()
		shop.ordersDal(t, "Toor Dal")
		shop.requestOTP(t, "ravi@example.in")
		shop.requestOTP(t, "ravi@example.in") // its OTP replaces the earlier one
		shop.work(t)
		if n := shop.waiting(t); n != 3 {
			t.Fatalf("%d jobs wait for the server, want 3 (the replaced OTP needs no mail)", n)
		}
		again := &mailServer{}
		again.startAt(t, server.address, nil)
		shop.Clock.Advance(10 * time.Second)
		shop.work(t)
		shop.Clock.Advance(time.Hour)
		shop.work(t)
		subjects := map[string]int{}
		for _, m := range again.mails() {
			subjects[read(t, m.Content).Subject]++
		}
		if fmt.Sprint(subjects) != fmt.Sprint(map[string]int{"Confirm your email address": 1, "Your order #1001 is placed": 1, "Your Kirana OTP": 1}) || shop.waiting(t) != 0 {
			t.Errorf("delivered %v, %d jobs wait, want three mails once each and no job", subjects, shop.waiting(t))
		}
	})
}

func TestMailer_sendsNoExpiredOTP(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		shop.register(t, "ravi@example.in")
		shop.work(t)
		before := len(server.mails())
		shop.requestOTP(t, "ravi@example.in")
		shop.Clock.Advance(10 * time.Minute)
		shop.work(t)
		if n := len(server.mails()) - before; n != 0 || shop.waiting(t) != 0 {
			t.Errorf("%d mails, %d jobs left, want 0 and 0", n, shop.waiting(t))
		}
	})
}

func TestMailer_doesNotDelayRequests(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		release := make(chan struct{})
		server := (&mailServer{Answer: func(string) error {
			<-release
			return nil
		}}).start(t)
		shop := newShop(t, d, newSender(t, "smtp://"+server.address))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			shop.Jobs.Run(ctx)
			close(ended)
		}()
		// All of these succeed while the server delays every mail.
		shop.register(t, "ravi@example.in")
		shop.requestOTP(t, "ravi@example.in")
		shop.ordersDal(t, "Toor Dal")
		if n := len(server.mails()); n != 0 {
			t.Errorf("the server has taken %d mails already, want 0", n)
		}
		close(release)
		deadline := time.After(30 * time.Second)
		for len(server.mails()) < 3 || shop.waiting(t) != 0 {
			select {
			case <-deadline:
				t.Fatalf("at the deadline %d mails were sent and %d jobs wait", len(server.mails()), shop.waiting(t))
			case <-time.Tick(5 * time.Millisecond):
			}
		}
		stop()
		<-ended
		if len(server.mails()) != 3 || shop.waiting(t) != 0 {
			t.Errorf("%d mails, %d jobs wait, want 3 and 0", len(server.mails()), shop.waiting(t))
		}
	})
}

func TestMailer_doesNotRetryAnUnknownAddress(t *testing.T) {
	t.Parallel()
	server := (&mailServer{Refuse: func(to string) error {
		return &smtp.SMTPError{Code: 550, Message: "no such user: " + to}
	}}).start(t)
	shop := newShop(t, shoptest.SQLite(t), newSender(t, "smtp://"+server.address))
	shop.register(t, "ravi@example.in")
	shop.work(t)
	reason, err := db.Get[string](t.Context(), shop.DB, `SELECT last_error FROM jobs WHERE attempts = 1 AND given_up_at IS NOT NULL`)
	if err != nil || !strings.Contains(reason, "550") || strings.Contains(reason, "ravi") {
		t.Errorf("the stored reason is %q, %v, want the code 550 without the address", reason, err)
	}
}

func TestMailer_includesTheRoundOff(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		lines := shop.ordersDal(t, "Toor Dal")
		shop.exec(t, `UPDATE orders SET price = 5020, total = 10040, round_off = -40`)
		shop.exec(t, `UPDATE checkouts SET total = 10040, due_total = 10040, round_off = -40, collect = 10000, rounded = TRUE`)
		shop.work(t)
		text := server.newest(t, server.mails()[0].To).Text
		for _, want := range []string{"\nTotal: ₹100.40", "\nRound off: −₹0.40", "\nGrand total: ₹100\r"} {
			if !strings.Contains(text, want) {
				t.Errorf("the bill lacks %q:\n%q", want, text)
			}
		}
		sunita := order.Actor{Kind: order.ByStaff, UserID: shoptest.AddAdministrator(t, d), Name: "Sunita"}
		if _, err := shop.Orders.SetLines(t.Context(), sunita, lines[0].OrderID, []order.Pack{{LineID: lines[0].ID, Quantity: 1}}); err != nil {
			t.Fatal(err)
		}
		shop.Clock.Advance(time.Minute)
		shop.work(t)
		if text := server.newest(t, server.mails()[0].To).Text; !strings.Contains(text, "It comes to ₹50.20 now, rounded off to ₹50.") || !strings.Contains(text, "To pay on delivery: ₹50.") {
			t.Errorf("the mail about the change lacks ₹50.20, rounded off to ₹50 to pay on delivery:\n%s", text)
		}
	})
}

func TestMailer_mailsTheChangesOfAnOrderOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		lines := shop.ordersDal(t, "Toor Dal", "Moong Dal")
		shop.work(t)
		id, email := lines[0].OrderID, server.mails()[0].To
		sunita := order.Actor{Kind: order.ByStaff, UserID: shoptest.AddAdministrator(t, d), Name: "Sunita"}
		newMails := func(after time.Duration) int {
			before := len(server.mails())
			shop.Clock.Advance(after)
			shop.work(t)
			return len(server.mails()) - before
		}
		move := func(from, to order.Stage) *order.Undo {
			t.Helper()
			undo, err := shop.Orders.SetStage(t.Context(), sunita, id, order.Move{From: from, To: to})
			if err != nil {
				t.Fatal(err)
			}
			return undo
		}
		// undone changes are not mailed
		undo := move(order.StageNew, order.StagePacking)
		if err := shop.Orders.Undo(t.Context(), sunita, id, undo.ID); err != nil {
			t.Fatal(err)
		}
		if n := newMails(time.Minute); n != 0 {
			t.Errorf("%d mails about what was undone, want 0", n)
		}
		// accepted, and 20 seconds later packed short: one mail, 30 seconds after the second press
		promised := shop.Clock.Now().Add(time.Hour)
		if _, err := shop.Orders.SetStage(t.Context(), sunita, id, order.Move{From: "NEW", To: "PACKING", PromisedAt: &promised}); err != nil {
			t.Fatal(err)
		}
		shop.Clock.Advance(20 * time.Second)
		if _, err := shop.Orders.SetLines(t.Context(), sunita, id, []order.Pack{{LineID: lines[0].ID, Quantity: 1}}); err != nil {
			t.Fatal(err)
		}
		if n := newMails(29 * time.Second); n != 0 {
			t.Errorf("%d mails before the second press is thirty seconds old, want 0", n)
		}
		if n := newMails(time.Second); n != 1 {
			t.Fatalf("%d mails about two presses, want 1", n)
		}
		m := server.newest(t, email)
		for _, want := range []string{"has accepted your order", "Only 1 of 2 × Toor Dal could be packed.", "at the latest", "It comes to ₹150 now.", "To pay on delivery: ₹150."} {
			if m.Subject != "Your order #1001 was accepted" || !strings.Contains(m.Text, want) {
				t.Errorf("the mail %q about the acceptance lacks %q:\n%s", m.Subject, want, m.Text)
			}
		}
		move(order.StagePacking, order.StageOut)
		if n := newMails(30 * time.Second); n != 1 || server.newest(t, email).Subject != "Your order #1001 is on its way" {
			t.Errorf("%d mails when it leaves: %s, want 1 and %q", n, server.newest(t, email).Subject, "Your order #1001 is on its way")
		}
		move(order.StageOut, order.StageDone)
		if n := newMails(30 * time.Second); n != 1 || server.newest(t, email).Subject != "Your order #1001 was delivered" {
			t.Errorf("%d mails when it is delivered: %s, want 1 and %q", n, server.newest(t, email).Subject, "Your order #1001 was delivered")
		}
		bill := server.newest(t, email).Text
		for _, want := range []string{"1 × Toor Dal (1 kg, small, green): ₹50", "2 × Moong Dal (1 kg, small, green): ₹100", "Grand total: ₹150", "Paid."} {
			if !strings.Contains(bill, want) {
				t.Errorf("the bill lacks %q:\n%s", want, bill)
			}
		}
		if n := newMails(time.Hour); n != 0 || shop.waiting(t) != 0 {
			t.Errorf("%d more mails, %d jobs wait, want 0 and 0", n, shop.waiting(t))
		}
	})
}
