package mail_test

import (
	"bufio"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"kirana/internal/mail"
	"kirana/internal/shoptest"
)

var shopAddress = netmail.Address{Name: "Kirana", Address: "shop@example.in"}

func testMessage() mail.Message {
	return mail.Message{
		ID: "01job", At: shoptest.Epoch, To: "ravi@example.in", Name: "Ravi",
		Subject: "Hello", Text: "canary-482913 in text", HTML: "<p>canary-482913 in HTML</p>",
	}
}

func newSender(t testing.TB, address string) *mail.SMTP {
	t.Helper()
	sender, err := mail.NewSMTP(address, shopAddress)
	if err != nil {
		t.Fatal(err)
	}
	return sender
}

// serverURL returns the URL of a mail server on host, with smtpUser and smtpPassword if user is set.
func serverURL(scheme, host string, user bool) string {
	u := url.URL{Scheme: scheme, Host: host}
	if user {
		u.User = url.UserPassword(smtpUser, smtpPassword)
	}
	return u.String()
}

func TestSMTP_deliversOverEveryKindOfConnection(t *testing.T) {
	t.Parallel()
	secure, authority := certificate(t)
	for name, c := range map[string]struct {
		server   *mailServer
		implicit bool
		url      func(address string) string // URL of the server at this address
		user     bool
		tls      bool
	}{
		"plain on this machine": {server: &mailServer{}, url: func(a string) string { return serverURL("smtp", a, false) }},
		"plain on this machine with a password": {
			server: &mailServer{Auth: true}, user: true, url: func(a string) string { return serverURL("smtp", a, true) },
		},
		"plain elsewhere without a password": {server: &mailServer{}, url: func(string) string { return serverURL("smtp", serverName, false) }},
		"STARTTLS on this machine": {
			server: &mailServer{TLS: secure}, tls: true, url: func(a string) string { return serverURL("smtp", a, false) },
		},
		"STARTTLS with a password": {
			server: &mailServer{TLS: secure, Auth: true}, tls: true, user: true, url: func(string) string { return serverURL("smtp", serverName, true) },
		},
		"STARTTLS without a password": {
			server: &mailServer{TLS: secure}, tls: true, url: func(string) string { return serverURL("smtp", serverName+":2525", false) },
		},
		"TLS from the start with a password": {
			server: &mailServer{Auth: true}, implicit: true, tls: true, user: true, url: func(string) string { return serverURL("smtps", serverName, true) },
		},
		"TLS from the start": {server: &mailServer{}, implicit: true, tls: true, url: func(a string) string { return serverURL("smtps", a, false) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := c.server
			if c.implicit {
				server.startImplicit(t, secure)
			} else {
				server.start(t)
			}
			sender := newSender(t, c.url(server.address)).Trust(authority).ConnectTo(server.address)
			if err := sender.Send(t.Context(), testMessage()); err != nil {
				t.Fatal(err)
			}
			mails := server.mails()
			if len(mails) != 1 {
				t.Fatalf("%d mails were taken, want 1", len(mails))
			}
			got := mails[0]
			if got.From != "shop@example.in" || got.To != "ravi@example.in" || !strings.Contains(got.Content, "canary-482913 in text") {
				t.Errorf("sent %+v, want the text from shop@example.in to ravi@example.in", got)
			}
			if got.TLS != c.tls || (got.User != "") != c.user {
				t.Errorf("sent with TLS %t as user %q, want TLS %t, with a user: %t", got.TLS, got.User, c.tls, c.user)
			}
		})
	}
}

// A server without SMTPUTF8 accepts an international domain only in ASCII.
func TestSMTP_writesInternationalDomainsInASCII(t *testing.T) {
	t.Parallel()
	server := &mailServer{}
	server.start(t)
	sender := newSender(t, "smtp://"+server.address)
	message := testMessage()
	message.To = "a@münchen.example"
	if err := sender.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	if mails := server.mails(); len(mails) != 1 || mails[0].To != "a@xn--mnchen-3ya.example" {
		t.Errorf("sent %+v, want one mail to a@xn--mnchen-3ya.example", mails)
	}
}

func TestSMTP_sendsNoPasswordWithoutVerifiedTLS(t *testing.T) {
	t.Parallel()
	secure, authority := certificate(t)
	for name, c := range map[string]struct {
		server   *mailServer
		implicit bool
		scheme   string
		trust    *x509.CertPool
	}{
		"no STARTTLS offered":          {server: &mailServer{Auth: true}, scheme: "smtp", trust: authority},
		"STARTTLS of a stranger":       {server: &mailServer{Auth: true, TLS: secure}, scheme: "smtp"},
		"TLS of a stranger":            {server: &mailServer{Auth: true}, implicit: true, scheme: "smtps"},
		"smtps to a server without it": {server: &mailServer{Auth: true}, scheme: "smtps", trust: authority},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := c.server
			if c.implicit {
				server.startImplicit(t, secure)
			} else {
				server.start(t)
			}
			sender := newSender(t, serverURL(c.scheme, serverName, true)).Trust(c.trust).ConnectTo(server.address)
			err := sender.Send(t.Context(), testMessage())
			if err == nil || len(server.triedPasswords()) != 0 || len(server.mails()) != 0 {
				t.Errorf("send: %v, %d logins tried, %d mails taken, want an error and none",
					err, len(server.triedPasswords()), len(server.mails()))
			}
		})
	}
}

func TestSMTP_returnsErrorsWithoutSecrets(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		server *mailServer
		url    func(address string) string
		says   string
	}{
		"a wrong password": {
			server: &mailServer{Auth: true},
			url:    func(a string) string { return "smtp://shop%40example.in:canary-wrong@" + a },
			says:   "535",
		},
		"a server that quotes the mail": {
			server: &mailServer{Answer: func(content string) error {
				return &smtp.SMTPError{Code: 554, Message: "spam: " + strings.ReplaceAll(content[len(content)-200:], "\r\n", " ")}
			}},
			url:  func(a string) string { return "smtp://" + a },
			says: "554",
		},
		"nobody there": {server: &mailServer{}, url: func(string) string { return "smtp://user:canary@127.0.0.1:1" }, says: "127.0.0.1:1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.server.start(t)
			err := newSender(t, c.url(c.server.address)).Send(t.Context(), testMessage())
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "482913") {
				t.Errorf("send: %v, want %q without the mail's secrets", err, c.says)
			}
		})
	}
}

// The server accepts the mail and disconnects before QUIT.
func TestSMTP_doesNotResendAcceptedMails(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		fmt.Fprint(conn, "220 ready\r\n")
		inData := false
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			switch line := lines.Text(); {
			case inData && line == ".":
				fmt.Fprint(conn, "250 taken\r\n")
				return
			case inData:
			case line == "DATA":
				inData = true
				fmt.Fprint(conn, "354 go on\r\n")
			default:
				fmt.Fprint(conn, "250 ok\r\n")
			}
		}
	}()
	if err := newSender(t, "smtp://"+listener.Addr().String()).Send(t.Context(), testMessage()); err != nil {
		t.Errorf("send with the goodbye missing: %v, want nil: it would be sent again", err)
	}
}

func TestNewSMTP_refusesInvalidServersWithoutEchoingThem(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"canary", "http://canary@h", "smtp://", "smtp://u:canary@", "smtp://u:canary@h:99999", "smtp://u:canary@h:x", "smtp://u:can%ary@h",
		"smtp://h/canary", "smtp://h?canary", "smtp://u:canary #@h", "://canary",
	} {
		if _, err := mail.NewSMTP(address, shopAddress); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("the address %s: %v, want it refused and not repeated", address, err)
		}
	}
	for _, address := range []string{"smtp://mail.example.in", "smtps://u:p@mail.example.in:465", "smtp://[::1]:25/"} {
		if _, err := mail.NewSMTP(address, shopAddress); err != nil {
			t.Errorf("the address %s: %v", address, err)
		}
	}
}

func TestParseFrom_acceptsAnAddressOrUsesTheShopsHost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, public, want string }{
		{"", "https://shop.example.in", `<shop@shop.example.in>`},
		{"", "http://127.0.0.1:8080", `<shop@localhost>`},
		{"shop@example.in", "", `<shop@example.in>`},
		{"Sharma Stores <shop@example.in>", "", `"Sharma Stores" <shop@example.in>`},
	} {
		if from, err := mail.ParseFrom(c.from, c.public); err != nil || from.String() != c.want {
			t.Errorf("%q at %q: %s, %v, want %s", c.from, c.public, from.String(), err, c.want)
		}
	}
	for _, from := range []string{"shop", "a@b.in, c@d.in", "दुकान@example.in", "shop@example.in\r\nBcc: x@y.in"} {
		if _, err := mail.ParseFrom(from, ""); err == nil || errors.Unwrap(err) != nil {
			t.Errorf("the sender %q: %v, want it refused", from, err)
		}
	}
}
