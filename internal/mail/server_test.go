package mail_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// The server's name and its only user.
const (
	serverName   = "mail.example.in"
	smtpUser     = "shop@example.in"
	smtpPassword = "canary pass/word:@%"
)

// mailServer is a real SMTP server. Set its fields before it starts.
type mailServer struct {
	TLS    *tls.Config                // offer STARTTLS
	Auth   bool                       // accept mail from the user only, who may log in without TLS
	Refuse func(to string) error      // responds to RCPT
	Answer func(content string) error // responds to the end of DATA; it may block

	address  string
	server   *smtp.Server
	listener net.Listener
	mu       sync.Mutex
	taken    []takenMail
	logins   []string // passwords tried
}

type takenMail struct {
	From, To string
	Content  string
	TLS      bool
	User     string
}

func (s *mailServer) start(t testing.TB) *mailServer {
	t.Helper()
	return s.startAt(t, "127.0.0.1:0", nil)
}

// startImplicit starts the server with TLS from the start.
func (s *mailServer) startImplicit(t testing.TB, config *tls.Config) *mailServer {
	t.Helper()
	return s.startAt(t, "127.0.0.1:0", config)
}

func (s *mailServer) startAt(t testing.TB, address string, implicit *tls.Config) *mailServer {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s.listener, s.address = listener, listener.Addr().String()
	if implicit != nil {
		listener = tls.NewListener(listener, implicit)
	}
	s.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &mailSession{server: s, conn: c}, nil
	}))
	s.server.Domain, s.server.TLSConfig, s.server.AllowInsecureAuth = serverName, s.TLS, true
	s.server.ErrorLog = silentLog{}
	ended := make(chan struct{})
	go func() {
		_ = s.server.Serve(listener)
		close(ended)
	}()
	t.Cleanup(func() {
		s.stop()
		<-ended
	})
	return s
}

// stop also closes the listener, which the server knows only once it is serving.
func (s *mailServer) stop() {
	_ = s.server.Close()
	_ = s.listener.Close()
}

func (s *mailServer) mails() []takenMail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.taken)
}

func (s *mailServer) triedPasswords() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.logins)
}

type silentLog struct{}

func (silentLog) Printf(string, ...any) {}
func (silentLog) Println(...any)        {}

type mailSession struct {
	server *mailServer
	conn   *smtp.Conn
	mail   takenMail
}

func (s *mailSession) AuthMechanisms() []string {
	if !s.server.Auth {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *mailSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		s.server.mu.Lock()
		defer s.server.mu.Unlock()
		s.server.logins = append(s.server.logins, password)
		if user != smtpUser || password != smtpPassword {
			// Some servers quote the received command.
			return &smtp.SMTPError{Code: 535, Message: "no such user or password: " + user + " " + password}
		}
		s.mail.User = user
		return nil
	}), nil
}

func (s *mailSession) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.Auth && s.mail.User == "" {
		return smtp.ErrAuthRequired
	}
	s.mail.From = from
	return nil
}

func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.mail.To = to
	if s.server.Refuse != nil {
		return s.server.Refuse(to)
	}
	return nil
}

func (s *mailSession) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if s.server.Answer != nil {
		if err := s.server.Answer(string(content)); err != nil {
			return err
		}
	}
	s.mail.Content = string(content)
	_, s.mail.TLS = s.conn.TLSConnectionState()
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.taken = append(s.server.taken, s.mail)
	return nil
}

func (s *mailSession) Reset()        {}
func (s *mailSession) Logout() error { return nil }

// certificate returns a test authority, and a server certificate signed by it.
func certificate(t testing.TB) (*tls.Config, *x509.CertPool) {
	t.Helper()
	now := time.Now()
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: serverName}, DNSNames: []string{serverName},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	authorityKey, err1 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	leafKey, err2 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	root, err1 := x509.CreateCertificate(rand.Reader, authority, authority, &authorityKey.PublicKey, authorityKey)
	signed, err2 := x509.CreateCertificate(rand.Reader, leaf, authority, &leafKey.PublicKey, authorityKey)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(root)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{signed}, PrivateKey: leafKey}}, MinVersion: tls.VersionTLS12}, pool
}
