// Package config parses the settings of the program. Their documentation is in the tags, which
// `kirana serve --help` prints.
package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"kirana/internal/unicodetext"
)

// maxDrain bounds KIRANA_DRAIN: service managers kill the program some time after SIGTERM.
const maxDrain = time.Minute

// Storage configures where the shop's data is. Every command that opens the data embeds it.
type Storage struct {
	DataDir     string `name:"data-dir" env:"KIRANA_DATA_DIR" default:"${data_dir}" type:"path" help:"Folder of the SQLite file, pictures, keys and kept mail."`
	DatabaseURL string `name:"database-url" env:"KIRANA_DATABASE_URL" help:"postgres://… ; empty means SQLite in the data folder."`
	MediaURL    string `name:"media-url" env:"KIRANA_MEDIA_URL" help:"s3://bucket/prefix?endpoint=… for pictures; empty means the data folder."`
}

// Copies configures copies of the shop.
type Copies struct {
	Passphrase string `name:"backup-passphrase" env:"KIRANA_BACKUP_PASSPHRASE" help:"Encrypts copies, and decrypts them; better in the environment than here, where others on the machine see it."`
}

// ContinuousCopies configures the copies that are made while the shop serves.
type ContinuousCopies struct {
	Copies `embed:""`

	BackupURL string `name:"backup-url" env:"KIRANA_BACKUP_URL" help:"file:///folder or s3://bucket/prefix?endpoint=… to copy the shop to continuously; empty does not."`
}

// Flags holds the settings of `kirana serve` as an operator writes them.
type Flags struct {
	Storage          `embed:""`
	ContinuousCopies `embed:""`

	Addr           string        `env:"KIRANA_ADDR" default:"127.0.0.1:8080" help:"Address to listen on."`
	PublicURL      string        `name:"public-url" env:"KIRANA_PUBLIC_URL" help:"The shop's address as shoppers type it; http://ADDR when empty."`
	APIURL         string        `name:"api-url" env:"KIRANA_API_URL" help:"This server's own address as other origins see it; the public URL when empty."`
	CORSOrigins    []string      `name:"cors-origins" env:"KIRANA_CORS_ORIGINS" help:"Other origins that may call the API, comma-separated."`
	WebDir         string        `name:"web-dir" env:"KIRANA_WEB_DIR" type:"path" help:"Serve another built storefront instead of the embedded one."`
	TrustedProxies []string      `name:"trusted-proxies" env:"KIRANA_TRUSTED_PROXIES" help:"Addresses or networks whose X-Forwarded-For is believed."`
	WebhookHosts   []string      `name:"webhook-hosts" env:"KIRANA_WEBHOOK_HOSTS" help:"host:port inside one's own network that webhooks may call, too, comma-separated."`
	SMTPURL        string        `name:"smtp-url" env:"KIRANA_SMTP_URL" help:"smtp://user:password@host:port or smtps://…; empty keeps mails as files in the data folder."`
	MailFrom       string        `name:"mail-from" env:"KIRANA_MAIL_FROM" help:"Address that mails come from; shop@ the shop's host when empty."`
	RateLimits     string        `name:"rate-limits" env:"KIRANA_RATE_LIMITS" enum:"on,off" default:"on" help:"off is for load tests only."`
	TLSDomain      []string      `name:"tls-domain" env:"KIRANA_TLS_DOMAIN" help:"Serve HTTPS for these names, comma-separated, with certificates fetched by ACME."`
	TLSAddr        string        `name:"tls-addr" env:"KIRANA_TLS_ADDR" default:":443" help:"Address for HTTPS, with --tls-domain."`
	RedirectAddr   string        `name:"redirect-addr" env:"KIRANA_REDIRECT_ADDR" default:":80" help:"Address that leads to HTTPS, with --tls-domain."`
	ACMEURL        string        `name:"acme-url" env:"KIRANA_ACME_URL" help:"Directory of the ACME server; Let's Encrypt when empty."`
	ACMEEmail      string        `name:"acme-email" env:"KIRANA_ACME_EMAIL" help:"Where the ACME server writes to about the certificates."`
	ACMECA         string        `name:"acme-ca" env:"KIRANA_ACME_CA" type:"path" help:"PEM file of the authority of the ACME server's own certificate; the system's when empty."`
	OpsAddr        string        `name:"ops-addr" env:"KIRANA_OPS_ADDR" help:"Address for /metrics, /healthz and pprof, for the operator alone; empty for none."`
	TracesURL      string        `name:"traces-url" env:"OTEL_EXPORTER_OTLP_ENDPOINT" help:"Base address of a collector of traces that speaks OTLP over HTTP; empty for none."`
	Drain          time.Duration `env:"KIRANA_DRAIN" default:"0s" help:"How long to go on serving after SIGTERM while /readyz says 503, so that a proxy before several nodes notices."`
	Demo           bool          `help:"Add a demo catalog to an empty shop and print its accounts."`

	StripeSecretKey      string `name:"stripe-secret-key" env:"KIRANA_STRIPE_SECRET_KEY" help:"Takes card payments with this account of Stripe."`
	StripePublishableKey string `name:"stripe-publishable-key" env:"KIRANA_STRIPE_PUBLISHABLE_KEY" help:"For Stripe's script on the checkout page."`
	StripeWebhookSecret  string `name:"stripe-webhook-secret" env:"KIRANA_STRIPE_WEBHOOK_SECRET" help:"What Stripe signs its events with."`
	StripeAPIURL         string `name:"stripe-api-url" env:"KIRANA_STRIPE_API_URL" help:"Another address of Stripe's API; for tests."`
	TestPay              string `name:"testpay" env:"KIRANA_TESTPAY" enum:"on,off" default:"off" help:"on offers the built-in test payment page, on which no money moves; --demo does so too."`
}

// Config holds the checked settings of `kirana serve`, in the types that the program uses.
type Config struct {
	Storage
	ContinuousCopies

	Addr           string         // to listen on
	PublicURL      string         // as shoppers type it, without a slash at its end; "" when not given
	APIURL         string         // this server as other origins see it, without a slash at its end; "" for PublicURL
	HTTPS          bool           // shoppers reach the shop by https
	CORSOrigins    []string       // as browsers write them
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	WebDir         string         // "" for the embedded storefront
	WebhookHosts   []string       // host:port inside the shop's own network that webhooks may call, too
	SMTPURL        string         // "" keeps mails as files
	MailFrom       string         // "" for shop@ the shop's host
	RateLimits     bool           // false for load tests only
	OpsAddr        string         // to listen on for the operator; "" for nowhere
	TracesURL      string         // base address of a collector; "" for none
	Drain          time.Duration  // how long to keep accepting connections after SIGTERM
	TLS            TLS
	Demo           bool // add products and accounts to an empty shop
	TestPayments   bool // offer the built-in test payment page
	Stripe         Stripe
}

// TLS configures HTTPS. Without domains the shop serves plain HTTP.
type TLS struct {
	Domains            []string
	Addr, RedirectAddr string // to listen on
	ACMEURL, ACMECA    string // "" for Let's Encrypt, and the system's authorities
	Email              string // for the ACME server; "" for none
}

// Stripe is an account that takes card payments.
type Stripe struct {
	SecretKey, PublishableKey, WebhookSecret string
	APIURL                                   string // "" for Stripe's own
}

// Warnings returns warnings about the settings of payments, for the start and for `kirana doctor`.
func (c Config) Warnings() (warnings []Warning) {
	if c.TestPayments && !c.Demo {
		warnings = append(warnings, Warning{"test payments are switched on: 'Pay Online' takes no money", "Leave KIRANA_TESTPAY out, and give Stripe's keys."})
	}
	if key := c.Stripe.SecretKey; key != "" && !secretKey.MatchString(key) {
		warnings = append(warnings, Warning{"KIRANA_STRIPE_SECRET_KEY is not a secret key of Stripe: it would begin with sk_ or rk_", "Copy it from Stripe's dashboard."})
	}
	return warnings
}

// Warning is a setting that no real shop has, and what to do about it.
type Warning struct{ Text, Remedy string }

var secretKey = regexp.MustCompile(`^[sr]k_(test|live)_[0-9A-Za-z]+$`)

// Enabled reports whether card payments are taken.
func (s Stripe) Enabled() bool { return s.SecretKey != "" }

// Parse checks the settings and converts them to a Config. Its error names a setting that cannot
// work, and contains no secret.
func (f Flags) Parse() (Config, error) {
	c := Config{
		Storage: f.Storage, ContinuousCopies: f.ContinuousCopies, Addr: f.Addr,
		PublicURL: strings.TrimRight(f.PublicURL, "/"), APIURL: strings.TrimRight(f.APIURL, "/"), WebDir: f.WebDir,
		SMTPURL: f.SMTPURL, MailFrom: f.MailFrom, RateLimits: f.RateLimits != "off", OpsAddr: f.OpsAddr, TracesURL: f.TracesURL, Drain: f.Drain, Demo: f.Demo,
		TLS:          TLS{Addr: f.TLSAddr, RedirectAddr: f.RedirectAddr, ACMEURL: f.ACMEURL, ACMECA: f.ACMECA, Email: f.ACMEEmail},
		TestPayments: f.Demo || f.TestPay == "on",
		Stripe: Stripe{
			SecretKey: f.StripeSecretKey, PublishableKey: f.StripePublishableKey,
			WebhookSecret: f.StripeWebhookSecret, APIURL: f.StripeAPIURL,
		},
	}
	for _, domain := range f.TLSDomain {
		if domain = strings.ToLower(strings.TrimSpace(domain)); domain != "" {
			c.TLS.Domains = append(c.TLS.Domains, domain)
		}
	}
	if len(c.TLS.Domains) > 0 && c.PublicURL == "" {
		c.PublicURL = "https://" + c.TLS.Domains[0]
	}
	if err := c.TLS.check(); err != nil {
		return Config{}, err
	}
	c.HTTPS = strings.HasPrefix(c.PublicURL, "https://")
	if f.PublicURL != "" && !isHTTP(f.PublicURL) {
		return Config{}, fmt.Errorf("KIRANA_PUBLIC_URL must be an http:// or https:// address")
	}
	if f.APIURL != "" && !isHTTP(f.APIURL) {
		return Config{}, fmt.Errorf("KIRANA_API_URL must be an http:// or https:// address")
	}
	if f.OpsAddr != "" && f.OpsAddr == f.Addr {
		return Config{}, fmt.Errorf("KIRANA_OPS_ADDR must be another address than KIRANA_ADDR: what is there is for the operator alone")
	}
	if f.TracesURL != "" && !isHTTP(f.TracesURL) {
		return Config{}, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address")
	}
	if f.Drain < 0 || f.Drain > maxDrain {
		return Config{}, fmt.Errorf("KIRANA_DRAIN must be from 0s to %s", maxDrain)
	}
	if err := checkDatabase(f.DatabaseURL); err != nil {
		return Config{}, err
	}
	if !c.Stripe.Enabled() && f.StripePublishableKey+f.StripeWebhookSecret != "" {
		return Config{}, fmt.Errorf("KIRANA_STRIPE_SECRET_KEY must be given with the other settings of Stripe")
	}
	if f.StripeAPIURL != "" && !isHTTP(f.StripeAPIURL) {
		return Config{}, fmt.Errorf("KIRANA_STRIPE_API_URL must be an http:// or https:// address")
	}
	var err error
	if c.CORSOrigins, err = parseOrigins(f.CORSOrigins); err != nil {
		return Config{}, err
	}
	if c.TrustedProxies, err = parseNetworks(f.TrustedProxies); err != nil {
		return Config{}, err
	}
	if c.WebhookHosts, err = parseHosts(f.WebhookHosts); err != nil {
		return Config{}, err
	}
	return c, nil
}

// PublicAddress returns the shop's address as shoppers type it. listening is the address
// that the shop listens on, with the actual port if Addr has port 0.
func (c Config) PublicAddress(listening net.Addr) string {
	if c.PublicURL != "" {
		return c.PublicURL
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return "http://" + c.Addr
	}
	if tcp, ok := listening.(*net.TCPAddr); ok {
		port = fmt.Sprint(tcp.Port)
	}
	// A browser cannot open the unspecified address.
	if ip := net.ParseIP(host); host == "" || (ip != nil && ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// APIAddress returns this server's own address as other origins see it. Pictures and the built-in
// test payment page use it. listening is as in PublicAddress.
func (c Config) APIAddress(listening net.Addr) string {
	if c.APIURL != "" {
		return c.APIURL
	}
	return c.PublicAddress(listening)
}

// check returns an error for an invalid domain name, ACME server's address or email address.
func (t TLS) check() error {
	for _, domain := range t.Domains {
		if !strings.Contains(domain, ".") || strings.ContainsAny(domain, "/:*@ ") || net.ParseIP(domain) != nil {
			return fmt.Errorf("KIRANA_TLS_DOMAIN must list names such as shop.example, separated by commas")
		}
	}
	if t.ACMEURL != "" && !strings.HasPrefix(t.ACMEURL, "https://") {
		return fmt.Errorf("KIRANA_ACME_URL must be an https:// address")
	}
	if t.Email != "" && !unicodetext.Deliverable(t.Email) {
		return fmt.Errorf("KIRANA_ACME_EMAIL must be an email address")
	}
	return nil
}

// checkDatabase returns an error for a URL that is not of a PostgreSQL database.
func checkDatabase(databaseURL string) error {
	if databaseURL != "" && !isPostgres(databaseURL) {
		return fmt.Errorf("KIRANA_DATABASE_URL must begin with postgres://")
	}
	return nil
}

func isPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

func isHTTP(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// parseOrigins parses origins as browsers write them. It refuses one with a path, which
// would never match.
func parseOrigins(texts []string) (origins []string, err error) {
	for _, text := range texts {
		text = strings.TrimSuffix(strings.TrimSpace(text), "/")
		if text == "" {
			continue
		}
		if u, err := url.Parse(text); err != nil || !isHTTP(text) || text != u.Scheme+"://"+u.Host {
			return nil, fmt.Errorf("KIRANA_CORS_ORIGINS must list origins such as https://shop.example, separated by commas and without paths")
		}
		origins = append(origins, text)
	}
	return origins, nil
}

// parseHosts parses hosts with ports, in lower case.
func parseHosts(texts []string) (hosts []string, err error) {
	for _, text := range texts {
		text = strings.ToLower(strings.TrimSpace(text))
		if text == "" {
			continue
		}
		if host, port, err := net.SplitHostPort(text); err != nil || host == "" || port == "" {
			return nil, fmt.Errorf("KIRANA_WEBHOOK_HOSTS must list hosts with their ports such as till.lan:9000")
		}
		hosts = append(hosts, text)
	}
	return hosts, nil
}

// parseNetworks parses addresses and networks. An address becomes a network of one.
func parseNetworks(texts []string) (networks []netip.Prefix, err error) {
	for _, text := range texts {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		if addr, err := netip.ParseAddr(text); err == nil {
			networks = append(networks, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("KIRANA_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8")
		}
		networks = append(networks, network)
	}
	return networks, nil
}
