// Package certs obtains the shop's certificates by ACME (RFC 8555), stores them in a folder that
// only the shop's user can read, and renews them while the shop is running.
package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"

	"kirana/internal/unicodetext"
)

// Config configures which certificates to obtain, and from which server.
type Config struct {
	Domains      []string // the first one is the shop's main domain
	Folder       string   // where certificates are stored
	DirectoryURL string   // of the ACME server; "" for Let's Encrypt
	Email        string   // where the ACME server writes to; "" for nowhere
	RootsFile    string   // PEM file of the authorities that sign the ACME server's own certificate; "" for the system's
	Log          *slog.Logger
	// HTTPPort and HTTPSPort are the ports the shop listens on; the ACME server reaches them as 80
	// and 443.
	HTTPPort, HTTPSPort int
	// renewCheck is the interval at which a test checks certificates for renewal, by age alone; 0
	// leaves it to the library, which also asks the ACME server (RFC 9773).
	renewCheck time.Duration
	// renewRatio is the share of a certificate's validity that is left when a test has it renewed; 0 leaves it to the library.
	renewRatio float64
}

// Manager manages the certificates of a shop.
type Manager struct {
	domains []string
	cache   *certmagic.Cache
	config  *certmagic.Config
	issuer  *certmagic.ACMEIssuer
}

// New returns a manager that Run starts. The servers of both ports must use the manager's TLS and Redirect.
func New(c Config) (*Manager, error) {
	m := &Manager{domains: c.Domains}
	quiet := zap.NewNop() // logEvent logs what matters
	m.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return m.config, nil }, Logger: quiet,
		RenewCheckInterval: c.renewCheck,
	})
	m.config = certmagic.New(m.cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: c.Folder}, DefaultServerName: c.Domains[0], Logger: quiet,
		DisableARI: c.renewCheck > 0, RenewalWindowRatio: c.renewRatio,
		OnEvent: func(ctx context.Context, event string, data map[string]any) error {
			logEvent(ctx, c.Log, event, data)
			return nil
		},
	})
	template := certmagic.ACMEIssuer{CA: c.DirectoryURL, Email: unicodetext.EmailASCII(c.Email), Agreed: true, AltHTTPPort: c.HTTPPort, AltTLSALPNPort: c.HTTPSPort, Logger: quiet}
	if template.CA == "" {
		template.CA = certmagic.LetsEncryptProductionCA
	}
	if c.RootsFile != "" {
		roots, err := os.ReadFile(c.RootsFile)
		if err != nil {
			return nil, fmt.Errorf("read KIRANA_ACME_CA: %w", err)
		}
		template.TrustedRoots = x509.NewCertPool()
		if !template.TrustedRoots.AppendCertsFromPEM(roots) {
			return nil, errors.New("KIRANA_ACME_CA holds no certificate in PEM")
		}
	}
	m.issuer = certmagic.NewACMEIssuer(m.config, template)
	m.config.Issuers = []certmagic.Issuer{m.issuer}
	return m, nil
}

// logEvent logs the events that an operator should know.
func logEvent(ctx context.Context, log *slog.Logger, event string, data map[string]any) {
	domain := slog.Any("domain", data["identifier"])
	switch event {
	case "cert_obtained":
		log.InfoContext(ctx, "a certificate was obtained", domain, slog.Any("renewal", data["renewal"]))
	case "cert_failed":
		log.ErrorContext(ctx, "a certificate could not be obtained, and is tried again later", domain, slog.String("error", fmt.Sprint(data["error"])))
	}
}

// Run obtains missing certificates, and renews them in time until the context ends. The servers
// must already accept connections: the ACME server calls back.
func (m *Manager) Run(ctx context.Context) error {
	defer m.cache.Stop()
	if err := m.config.ManageAsync(ctx, m.domains); err != nil {
		return fmt.Errorf("manage the certificates: %w", err)
	}
	<-ctx.Done()
	return nil
}

// TLS returns the configuration of an HTTPS server, including HTTP/2.
func (m *Manager) TLS() *tls.Config {
	config := m.config.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	config.NextProtos = append([]string{"h2", "http/1.1"}, config.NextProtos...)
	return config
}

// Redirect returns the handler of port 80. It responds to the ACME server, and redirects all other
// requests to HTTPS: on the same domain if it is one of the shop's, otherwise on the main domain.
func (m *Manager) Redirect() http.Handler {
	return m.issuer.HTTPChallengeHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if host = strings.ToLower(host); !slices.Contains(m.domains, host) {
			host = m.domains[0]
		}
		w.Header().Set("Connection", "close")
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect) //nolint:gosec // G710: the host is one of the shop's own
	}))
}
