package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/textproto"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"kirana/internal/job"
	"kirana/internal/unicodetext"
)

const (
	dialTime = 15 * time.Second
	// sendTimeout is long, because a server may take a while to accept a mail, and giving up early
	// sends it twice.
	sendTimeout = 40 * time.Second
)

var (
	errBadAddress = job.Permanent(errors.New("the address cannot be mailed to"))
	errBadURL     = errors.New("KIRANA_SMTP_URL must look like smtp://user:password@host:port or smtps://user:password@host:port")
	errBadFrom    = errors.New("KIRANA_MAIL_FROM must be an email address, such as shop@example.com or Ganesh Stores <shop@example.com>")
)

// SMTP is a Sender that delivers each mail to a mail server over its own connection.
type SMTP struct {
	from           netmail.Address
	host           string
	port           int
	user, password string
	implicit       bool // TLS from the start (smtps://) instead of STARTTLS
	roots          *x509.CertPool
	connect        func(ctx context.Context, network, address string) (net.Conn, error)
}

// NewSMTP parses a mail server's URL: smtp:// uses STARTTLS if offered, and sends a password
// without it only to this machine; smtps:// uses TLS from the start. Its errors do not repeat text
// that may contain a password.
func NewSMTP(address string, from netmail.Address) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Path != "" && u.Path != "/") || u.RawQuery != "" || u.Fragment != "" {
		return nil, errBadURL
	}
	s := &SMTP{from: from, host: u.Hostname(), connect: (&net.Dialer{}).DialContext}
	switch u.Scheme {
	case "smtp":
		s.port = 587
	case "smtps":
		s.port, s.implicit = 465, true
	default:
		return nil, errBadURL
	}
	if text := u.Port(); text != "" {
		if s.port, err = strconv.Atoi(text); err != nil || s.port < 1 || s.port > 65535 {
			return nil, errBadURL
		}
	}
	if u.User != nil {
		s.user = u.User.Username()
		s.password, _ = u.User.Password()
	}
	return s, nil
}

// ParseFrom parses the sender's address. "" means shop@ with the host of the public address, or
// shop@localhost if that is an IP address. Without a name, mails have the shop's name in the settings.
func ParseFrom(text, publicURL string) (netmail.Address, error) {
	if text == "" {
		host := "localhost"
		if u, err := url.Parse(publicURL); err == nil && u.Hostname() != "" && net.ParseIP(u.Hostname()) == nil {
			host = u.Hostname()
		}
		return netmail.Address{Address: "shop@" + host}, nil
	}
	from, err := netmail.ParseAddress(text)
	if err != nil || !unicodetext.HasASCIILocalPart(from.Address) {
		return netmail.Address{}, errBadFrom
	}
	return *from, nil
}

// Send delivers the mail. Its error contains neither the mail nor the server's text.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	msg, err := compose(s.from, m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	client, err := s.client(func(dialing context.Context, network, address string) (net.Conn, error) {
		conn, err := s.dial(dialing, network, address)
		if err == nil {
			// go-mail leaves the connection open when the greeting fails, and a server that
			// responds byte by byte would outlive every timeout.
			context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	})
	if err != nil {
		return err
	}
	session, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("reach the mail server: %w", redact(err))
	}
	err = client.SendWithSMTPClient(session, msg)
	// Once the server has accepted the mail, a failing QUIT must not resend it.
	if msg.IsDelivered() {
		_ = client.CloseWithSMTPClient(session)
		return nil
	}
	return s.refusalOf(err)
}

func (s *SMTP) client(dial gomail.DialContextFunc) (*gomail.Client, error) {
	options := []gomail.Option{
		gomail.WithPort(s.port), gomail.WithTimeout(sendTimeout), gomail.WithDialContextFunc(dial),
		gomail.WithTLSConfig(s.tls()), gomail.WithTLSPolicy(s.policy()), gomail.WithoutNoop(), gomail.WithoutRset(),
	}
	if s.user != "" {
		plain, login := gomail.SMTPAuthPlain, gomail.SMTPAuthLogin
		if s.local() {
			plain, login = gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc
		}
		options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthSCRAMSHA1, plain, login, gomail.SMTPAuthCramMD5))
	}
	client, err := gomail.NewClient(s.host, options...)
	if err != nil {
		return nil, fmt.Errorf("set up the mail client: %w", err)
	}
	return client, nil
}

func (s *SMTP) dial(ctx context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	conn, err := s.connect(ctx, network, address)
	if err != nil || !s.implicit {
		return conn, err
	}
	secured := tls.Client(conn, s.tls())
	if err := secured.HandshakeContext(ctx); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return secured, nil
}

// policy returns whether STARTTLS is required. A password is never sent to another machine without
// it, even if an attacker hides the offer.
func (s *SMTP) policy() gomail.TLSPolicy {
	switch {
	case s.implicit:
		return gomail.NoTLS
	case s.user != "" && !s.local():
		return gomail.TLSMandatory
	}
	return gomail.TLSOpportunistic
}

func (s *SMTP) tls() *tls.Config {
	config := &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, RootCAs: s.roots}
	if s.local() && !s.implicit {
		// A mail server on this machine usually has a self-signed certificate; without STARTTLS the
		// same bytes would cross the same loopback.
		config.InsecureSkipVerify = true
	}
	return config
}

// local reports whether the host is localhost or a loopback IP address. Any other name could resolve
// to another machine.
func (s *SMTP) local() bool {
	ip := net.ParseIP(s.host)
	return s.host == "localhost" || (ip != nil && ip.IsLoopback())
}

// refusalOf converts the server's refusal to an error without its text. An unknown address is a permanent
// error.
func (s *SMTP) refusalOf(err error) error {
	var sent *gomail.SendError
	if !errors.As(err, &sent) {
		return errors.New("the mail server did not take the mail")
	}
	reason := fmt.Errorf("the mail server refused: %s, code %d", sent.Reason, sent.ErrorCode())
	if sent.Reason == gomail.ErrSMTPRcptTo {
		switch sent.ErrorCode() {
		case 550, 551, 553:
			return job.Permanent(reason)
		}
	}
	return reason
}

// redact reduces a server's reply to its code: the text may quote the password or the mail.
func redact(err error) error {
	var reply *textproto.Error
	if errors.As(err, &reply) {
		return fmt.Errorf("it replied with code %d", reply.Code)
	}
	if errors.Is(err, smtp.ErrUnexpectedServerResponse) {
		return smtp.ErrUnexpectedServerResponse
	}
	return err
}
