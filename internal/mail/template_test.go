package mail_test

import (
	"html"
	"log/slog"
	"net/http"
	netmail "net/mail"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/mail"
	"kirana/internal/shoptest"
)

func TestMessage_encodesAnyNameWithoutAddingHeaders(t *testing.T) {
	t.Parallel()
	server := (&mailServer{}).start(t)
	sender := newSender(t, "smtp://"+server.address)
	for name, want := range map[string]string{
		"Ravi":          "Ravi",
		"":              "",
		"Asha 🥭 देशमुख": "Asha 🥭 देशमुख",
		"Ravi\r\nBcc: thief@example.in\r\n\r\n<html>": "Ravi Bcc: thief@example.in <html>",
		`"Ravi" <thief@example.in>,`:                  `"Ravi" <thief@example.in>,`,
		"\u202egnp.exe\u2066":                         "gnp.exe",
		"a\x00b\x7fc":                                 "abc",
		strings.Repeat("न", 500):                      strings.Repeat("न", 119) + "…",
	} {
		m := testMessage()
		m.Name, m.Subject = name, "About "+name
		before := len(server.mails())
		if err := sender.Send(t.Context(), m); err != nil {
			t.Errorf("send to %q: %v", name, err)
			continue
		}
		mails := server.mails()
		if len(mails) != before+1 || mails[before].To != m.To {
			t.Errorf("%q: %d mails, want one to %s", name, len(mails)-before, m.To)
		}
		got := read(t, mails[before].Content)
		if got.To.Name != want || got.To.Address != m.To {
			t.Errorf("%q is mailed to %q, %s, want %q and %s", name, got.To.Name, got.To.Address, want, m.To)
		}
		if !strings.HasPrefix(got.Subject, "About") || strings.ContainsAny(got.Subject, "\r\n") {
			t.Errorf("%q: the subject is %q, want one line that begins with About", name, got.Subject)
		}
		for header := range got.Header {
			switch header {
			case "From", "To", "Subject", "Date", "Message-Id", "Mime-Version", "Content-Type", "Auto-Submitted", "Received":
			default:
				t.Errorf("%q: the mail has the header %s", name, header)
			}
		}
		if got.Text != m.Text || got.HTML != m.HTML {
			t.Errorf("%q: the parts are %q and %q, want %q and %q", name, got.Text, got.HTML, m.Text, m.HTML)
		}
	}
}

func TestMessage_requiresOneValidAddress(t *testing.T) {
	t.Parallel()
	server := (&mailServer{}).start(t)
	for _, to := range []string{"", "ravi", "a@b.in, c@d.in", "Ravi <a@b.in>", "a@b.in\r\nRCPT TO:<c@d.in>", "a@b.in\r\nBcc: c@d.in"} {
		m := testMessage()
		m.To = to
		if err := newSender(t, "smtp://"+server.address).Send(t.Context(), m); err == nil || (to != "" && strings.Contains(err.Error(), to)) {
			t.Errorf("send to %q: %v, want it refused and not repeated", to, err)
		}
	}
	if n := len(server.mails()); n != 0 {
		t.Errorf("%d mails were taken, want 0", n)
	}
}

func TestMails_escapeTypedText(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server, shop := serverAndShop(t, d)
		const dal = `<script>alert(1)</script><img src="http://evil.example/x.png">`
		shop.ordersDal(t, dal)
		shop.work(t)
		m := read(t, server.mails()[0].Content)
		if strings.Contains(m.HTML, "<script") || strings.Contains(m.HTML, "<img") || !strings.Contains(m.HTML, "&lt;script&gt;") {
			t.Errorf("the product's name is not escaped in %s", m.HTML)
		}
		if !strings.Contains(m.Text, dal) {
			t.Errorf("the text lacks the product's name %s: %s", dal, m.Text)
		}
	})
}

// Mails load nothing from the network: no tracking picture, font or script.
func TestMails_loadNothingAndNameTheShop(t *testing.T) {
	t.Parallel()
	server, shop := serverAndShop(t, shoptest.SQLite(t))
	shop.register(t, "ravi@example.in")
	shop.requestOTP(t, "ravi@example.in")
	shop.ordersDal(t, "Toor Dal")
	shop.work(t)
	if len(server.mails()) != 3 {
		t.Fatalf("%d mails, want 3", len(server.mails()))
	}
	loads := regexp.MustCompile(`(?i)<(img|link|script|iframe|object|video|audio|svg)|\bsrc=|url\(|@import`)
	for _, taken := range server.mails() {
		m := read(t, taken.Content)
		if found := loads.FindString(m.HTML); found != "" {
			t.Errorf("the mail %q loads %s, want nothing from elsewhere", m.Subject, found)
		}
		if !strings.Contains(m.HTML, "Kirana") || !strings.HasPrefix(m.Text, "Kirana") || !strings.Contains(taken.Content, `From: "Kirana" <shop@example.in>`) {
			t.Errorf("the mail %q lacks the shop's name in HTML, text or sender", m.Subject)
		}
		if m.Header.Get("Auto-Submitted") != "auto-generated" || !strings.HasSuffix(m.Header.Get("Message-ID"), "@example.in>") {
			t.Errorf("the mail %q has the headers %v, want auto-generated and a Message-ID of example.in", m.Subject, m.Header)
		}
	}
}

func TestMails_nameTheShopByItsSettings(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := (&mailServer{}).start(t)
		sender, err := mail.NewSMTP("smtp://"+server.address, netmail.Address{Address: "shop@example.in"})
		if err != nil {
			t.Fatal(err)
		}
		shop := newShop(t, d, sender)
		const owner = `{"name":"Ganesh & Sons","address":"4 Main Road","legal":{"grievance":"Asha, 90000 00012","fssai":"12345678901234"}}`
		if _, err := shop.Settings.Update(t.Context(), []byte(owner)); err != nil {
			t.Fatal(err)
		}
		shop.register(t, "ravi@example.in")
		shop.requestOTP(t, "ravi@example.in")
		shop.ordersDal(t, "Toor Dal")
		shop.work(t)
		if len(server.mails()) != 3 {
			t.Fatalf("%d mails, want 3", len(server.mails()))
		}
		for _, taken := range server.mails() {
			m := read(t, taken.Content)
			if strings.Contains(taken.Content+m.Subject+m.Text+m.HTML, "Kirana") || strings.Contains(m.Text+m.Subject, "{shop}") {
				t.Errorf("the mail %q names another shop, or {shop}:\n%s", m.Subject, m.Text)
			}
			for _, line := range []string{"Ganesh & Sons", "4 Main Road", "FSSAI 12345678901234", "Complaints: Asha, 90000 00012"} {
				if !strings.Contains(m.Text, line) || !strings.Contains(m.HTML, html.EscapeString(line)) {
					t.Errorf("the mail %q lacks %s:\n%s", m.Subject, line, m.Text)
				}
			}
			if from := m.Header.Get("From"); !strings.Contains(from, `"Ganesh & Sons"`) {
				t.Errorf("the mail %q is from %s, want \"Ganesh & Sons\"", m.Subject, from)
			}
		}
	})
}

func TestMails_showTheShopsLogoColorAndLegalAddress(t *testing.T) {
	t.Parallel()
	server, shop := serverAndShop(t, shoptest.SQLite(t))
	const owner = `{"logo":"/media/logo.png","accent":"#123456","address":"4 Main Road","legal":{"name":"Ganesh Traders","address":"1 Registered Road"}}`
	if _, err := shop.Settings.Update(t.Context(), []byte(owner)); err != nil {
		t.Fatal(err)
	}
	shop.ordersDal(t, "Toor Dal")
	shop.work(t)
	taken := server.mails()[0]
	m := read(t, taken.Content)
	for _, want := range []string{`src="cid:logo"`, "background:#123456", "1 Registered Road", "Ganesh Traders"} {
		if !strings.Contains(m.HTML, want) {
			t.Errorf("the mail lacks %s:\n%s", want, m.HTML)
		}
	}
	if !strings.Contains(taken.Content, "<logo>") || !strings.Contains(taken.Content, "Content-Type: image/png") {
		t.Errorf("the mail lacks the logo as a PNG:\n%s", taken.Content)
	}
}

func TestFolder_keepsMailsPrivate(t *testing.T) {
	t.Parallel()
	for name, show := range map[string]bool{"a shop": false, "the demo": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "mail")
			logged := &logBuffer{}
			folder, err := mail.OpenFolder(dir, shopAddress, slog.New(slog.NewJSONHandler(logged, nil)), show)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = folder.Close() })
			for range 2 { // a supposedly failed attempt is repeated
				if err := folder.Send(t.Context(), testMessage()); err != nil {
					t.Fatal(err)
				}
			}
			files, err := os.ReadDir(dir)
			if err != nil || len(files) != 1 || files[0].Name() != "20260115T090000-01job.eml" {
				t.Fatalf("the folder holds %v, %v, want 20260115T090000-01job.eml", files, err)
			}
			info, err := files[0].Info()
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the mail's file has the mode %v, %v, want 0600", info.Mode(), err)
			}
			content, err := os.ReadFile(filepath.Join(dir, files[0].Name()))
			if err != nil {
				t.Fatal(err)
			}
			if m := read(t, string(content)); m.Text != testMessage().Text || m.HTML != testMessage().HTML {
				t.Errorf("the kept mail is %+v, want the sent text and HTML", m)
			}
			if strings.Contains(logged.String(), "canary-482913 in text") != show || strings.Contains(logged.String(), "in HTML") {
				t.Errorf("the log has the mail's text: want that %t, and never its HTML: %s", show, logged)
			}
		})
	}
}

// Secrets that open an account are never in the log nor, unencrypted, in the database, whatever a
// mail server does.
func TestSecrets_areInNoLogAndNoTable(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		var secrets []string
		server := &mailServer{Auth: true}
		var mailed []readMail
		server.Answer = func(content string) error {
			mailed = append(mailed, read(t, content))
			if len(mailed) > 2 {
				return nil
			}
			return &smtp.SMTPError{Code: 451, Message: "not now: " + strings.ReplaceAll(content, "\r\n", " ")}
		}
		server.start(t)
		shop := newShop(t, d, newSender(t, serverURL("smtp", server.address, true)))
		shop.register(t, "ravi@example.in")
		shop.requestOTP(t, "ravi@example.in")
		tables := dump(t, d)
		shop.work(t)
		tables += dump(t, d)
		shop.Clock.Advance(5 * time.Second)
		shop.work(t)
		if len(mailed) != 4 {
			t.Fatalf("%d mails were offered, want 2 that were refused and 2 that were taken", len(mailed))
		}
		otp, code := "", ""
		for _, m := range mailed[2:] {
			if m.Subject == "Your Kirana OTP" {
				otp = m.otp(t)
			} else {
				code = m.code(t)
			}
		}
		secrets = append(secrets, otp, code, smtpPassword, password)
		var verified struct{ ResetToken string }
		shop.verifyOTP(t, "ravi@example.in", "000000").Expect(t, http.StatusBadRequest, "Invalid OTP")
		shop.verifyOTP(t, "ravi@example.in", otp).Expect(t, http.StatusOK, "").Decode(t, &verified)
		tables += dump(t, d)
		shop.ask(t, "PUT", "/user/reset-password", map[string]string{
			"newPassword": "canary-eight mangoes", "confirmPassword": "canary-eight mangoes",
		}, "Cookie", "kirana_reset="+verified.ResetToken).Expect(t, http.StatusOK, "")
		shop.ask(t, "POST", "/user/verify-email", map[string]string{"code": code + "x"}).Expect(t, http.StatusBadRequest, "")
		var tokens account.LoginTokens
		shop.ask(t, "POST", "/user/login", map[string]string{"email": "ravi@example.in", "password": "canary-eight mangoes"}).Expect(t, http.StatusOK, "").Decode(t, &tokens)
		shop.work(t)
		tables += dump(t, d)
		secrets = append(secrets, verified.ResetToken, "canary-eight mangoes", tokens.AccessToken, tokens.RefreshToken, "canary")
		logged := shop.log.String()
		if !strings.Contains(logged, "job failed") || !strings.Contains(logged, "/api/user/login") {
			t.Fatalf("the log lacks the failed job or the login: %s", logged)
		}
		for _, secret := range secrets {
			if secret == "" || strings.Contains(logged, secret) {
				t.Errorf("the log holds the secret %q", secret)
			}
			if strings.Contains(tables, secret) {
				t.Errorf("the database holds the secret %q", secret)
			}
		}
	})
}
