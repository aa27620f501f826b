// Package stripe takes payments through Stripe Checkout, a page at Stripe on which the shopper pays
// in rupees. It does not touch the library's global settings (key, logger, telemetry): each
// Provider has its own client.
package stripe

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	stripego "github.com/stripe/stripe-go/v85"
)

// Name is the provider's name in paths and in the database.
const Name = "stripe"

// tryTimeout limits one try of a call. The library retries a failed call once, so a call ends after at most
// about 17 seconds.
const tryTimeout = 8 * time.Second

// Config is the shop's account at Stripe.
type Config struct {
	SecretKey     string `json:"-"`
	WebhookSecret string `json:"-"` // if empty, every event is refused
	APIURL        string // if empty, Stripe's own
	// Timeout limits one try of a call. Zero means 8 seconds.
	Timeout time.Duration
	// RetryAtOnce skips the half second before a retry, for tests.
	RetryAtOnce bool
}

// String hides the secrets when a Config is printed.
func (Config) String() string { return "stripe.Config" }

// GoString hides the secrets when a Config is printed with %#v.
func (Config) GoString() string { return "stripe.Config" }

// Provider takes payments through one Stripe account. It is safe for concurrent use.
type Provider struct {
	client        *stripego.Client
	webhookSecret string
	live          *bool // whether the key moves real money; nil if its prefix does not say
}

// New returns the provider of an account. It does not call Stripe. It refuses a malformed key, and
// an APIURL that is not http:// or https://.
func New(c Config) (*Provider, error) { return newWithClient(c, httpClient(c.Timeout)) }

// newWithClient returns the provider that calls Stripe through client.
func newWithClient(c Config, client *http.Client) (*Provider, error) {
	if c.SecretKey == "" || strings.ContainsFunc(c.SecretKey, unprintable) {
		return nil, errors.New("stripe: the secret key is empty or has characters that no key has")
	}
	settings := &stripego.BackendConfig{
		HTTPClient:        client,
		EnableTelemetry:   new(false),
		MaxNetworkRetries: new(int64(1)),
		// The library would log Stripe's own text.
		LeveledLogger: &stripego.LeveledLogger{Level: stripego.LevelNull},
	}
	if c.APIURL != "" {
		u, err := url.Parse(c.APIURL)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			return nil, errors.New("stripe: the API's address must begin with http:// or https://")
		}
		settings.URL = new(c.APIURL)
	}
	backends := stripego.NewBackendsWithConfig(settings)
	if api, ok := backends.API.(*stripego.BackendImplementation); ok {
		api.SetNetworkRetriesSleep(!c.RetryAtOnce)
	}
	return &Provider{
		client:        stripego.NewClient(c.SecretKey, stripego.WithBackends(backends)),
		webhookSecret: c.WebhookSecret,
		live:          modeOf(c.SecretKey),
	}, nil
}

// Name returns "stripe".
func (*Provider) Name() string { return Name }

// String hides the account when a Provider is printed.
func (*Provider) String() string { return Name }

// GoString hides the account when a Provider is printed with %#v.
func (*Provider) GoString() string { return Name }

func httpClient(timeout time.Duration) *http.Client {
	if timeout <= 0 {
		timeout = tryTimeout
	}
	return &http.Client{
		Timeout: timeout,
		Transport: limitedTransport{&http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    timeout,
			IdleConnTimeout:        time.Minute,
			MaxIdleConnsPerHost:    8,
			MaxResponseHeaderBytes: 64 << 10,
		}},
		// The key must only be sent to the configured address.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func unprintable(r rune) bool { return r <= ' ' || r > '~' }
