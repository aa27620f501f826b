// Package config is every setting of the program. The tags are its
// documentation: `kirana serve --help` prints them.
package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// Storage says where the shop's data is; every command has it.
type Storage struct {
	DataDir     string `name:"data-dir" env:"KIRANA_DATA_DIR" default:"./data" type:"path" help:"Folder of the SQLite file, pictures, keys and kept mail."`
	DatabaseURL string `name:"database-url" env:"KIRANA_DATABASE_URL" help:"postgres://… ; empty means SQLite in the data folder."`
}

// Serve is how the shop is run.
type Serve struct {
	Storage `embed:""`

	Addr           string   `env:"KIRANA_ADDR" default:"127.0.0.1:8080" help:"Address to listen on."`
	PublicURL      string   `name:"public-url" env:"KIRANA_PUBLIC_URL" help:"The shop's address as shoppers type it; http://ADDR when empty."`
	CORSOrigins    []string `name:"cors-origins" env:"KIRANA_CORS_ORIGINS" help:"Other origins that may call the API, comma-separated."`
	WebDir         string   `name:"web-dir" env:"KIRANA_WEB_DIR" type:"path" help:"Serve another built storefront instead of the embedded one."`
	TrustedProxies []string `name:"trusted-proxies" env:"KIRANA_TRUSTED_PROXIES" help:"Addresses or networks whose X-Forwarded-For is believed."`
	SMTPURL        string   `name:"smtp-url" env:"KIRANA_SMTP_URL" help:"smtp://user:password@host:port or smtps://…; empty keeps mails as files in the data folder."`
	MailFrom       string   `name:"mail-from" env:"KIRANA_MAIL_FROM" help:"Address that mails come from; kirana@ the shop's host when empty."`
	RateLimits     string   `name:"rate-limits" env:"KIRANA_RATE_LIMITS" enum:"on,off" default:"on" help:"off is for load tests only."`
	Demo           bool     `help:"Add a demo catalogue to an empty shop and print its accounts."`

	StripeSecretKey      string `name:"stripe-secret-key" env:"KIRANA_STRIPE_SECRET_KEY" help:"Takes card payments with this account of Stripe."`
	StripePublishableKey string `name:"stripe-publishable-key" env:"KIRANA_STRIPE_PUBLISHABLE_KEY" help:"For Stripe's script on the checkout page."`
	StripeWebhookSecret  string `name:"stripe-webhook-secret" env:"KIRANA_STRIPE_WEBHOOK_SECRET" help:"What Stripe signs its events with."`
	StripeAPIURL         string `name:"stripe-api-url" env:"KIRANA_STRIPE_API_URL" help:"Another address of Stripe's API; for tests."`
	TestPay              string `name:"testpay" env:"KIRANA_TESTPAY" enum:"on,off" default:"off" help:"on offers the built-in test payment page, on which no money moves; --demo does so too."`
}

// Stripe tells whether card payments are taken.
func (s Serve) Stripe() bool { return s.StripeSecretKey != "" }

// TestPayments tells whether the built-in test payment page is there.
func (s Serve) TestPayments() bool { return s.Demo || s.TestPay == "on" }

// Public is the shop's address without a slash at its end.
func (s Serve) Public() string {
	if s.PublicURL != "" {
		return strings.TrimRight(s.PublicURL, "/")
	}
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return "http://" + s.Addr
	}
	// Listening on every address is not an address that a browser can open.
	if ip := net.ParseIP(host); host == "" || (ip != nil && ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// Origins are the other origins that may call, as browsers write them.
func (s Serve) Origins() []string {
	var origins []string
	for _, origin := range s.CORSOrigins {
		if origin = strings.TrimSuffix(strings.TrimSpace(origin), "/"); origin != "" {
			origins = append(origins, origin)
		}
	}
	return origins
}

// Secure tells whether shoppers reach the shop by https.
func (s Serve) Secure() bool { return strings.HasPrefix(s.Public(), "https://") }

// Limited tells whether the limits of calls hold.
func (s Serve) Limited() bool { return s.RateLimits != "off" }

// Check finds settings that cannot work, in one sentence each.
func (s Serve) Check() error {
	if s.PublicURL != "" {
		u, err := url.Parse(s.PublicURL)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			return fmt.Errorf("KIRANA_PUBLIC_URL must be an http:// or https:// address")
		}
	}
	if s.DatabaseURL != "" && !strings.HasPrefix(s.DatabaseURL, "postgres://") && !strings.HasPrefix(s.DatabaseURL, "postgresql://") {
		return fmt.Errorf("KIRANA_DATABASE_URL must begin with postgres://")
	}
	if !s.Stripe() && s.StripePublishableKey+s.StripeWebhookSecret != "" {
		return fmt.Errorf("KIRANA_STRIPE_SECRET_KEY must be given with the other settings of Stripe")
	}
	if s.StripeAPIURL != "" {
		// What is wrong with it is not repeated: it may hold a password.
		if u, err := url.Parse(s.StripeAPIURL); err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			return fmt.Errorf("KIRANA_STRIPE_API_URL must be an http:// or https:// address")
		}
	}
	for _, origin := range s.Origins() {
		// An origin has no path; one that has would never match.
		u, err := url.Parse(origin)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || origin != u.Scheme+"://"+u.Host {
			return fmt.Errorf("KIRANA_CORS_ORIGINS must list origins such as https://shop.example, separated by commas and without paths")
		}
	}
	if _, err := s.Proxies(); err != nil {
		return err
	}
	return nil
}

// Proxies are the trusted proxies as networks.
func (s Serve) Proxies() ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, text := range s.TrustedProxies {
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
