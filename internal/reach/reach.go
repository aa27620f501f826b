// Package reach finds out whether customers can open the shop from the internet.
package reach

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"kirana/internal/clock"
	"kirana/internal/egress"
)

// State is the result of requesting the shop's public address.
type State string

// The states.
const (
	Reached       State = "REACHED"        // the shop responds there
	Local         State = "LOCAL"          // an address of this machine or its local network
	NoName        State = "NO_NAME"        // the name does not resolve
	NoAnswer      State = "NO_ANSWER"      // nothing responds
	NoCertificate State = "NO_CERTIFICATE" // the certificate is not valid
	OtherSite     State = "OTHER_SITE"     // something that is not this shop responds
)

// Result is the outcome of one attempt to reach the shop, with its time.
type Result struct {
	State   State     `json:"state" enum:"REACHED,LOCAL,NO_NAME,NO_ANSWER,NO_CERTIFICATE,OTHER_SITE"`
	Address string    `json:"address" doc:"Public address of the shop."`
	At      time.Time `json:"at" doc:"Time of the check."`
}

const (
	timeout = 5 * time.Second
	// maxAge is how long a result is cached: pages ask repeatedly.
	maxAge  = time.Minute
	maxBody = 4096 // bytes
	// maxRedirects, on the same host, allow one from http to https.
	maxRedirects = 2
)

// Service requests the shop's public address, and no other.
type Service struct {
	address string
	clock   clock.Clock
	allowed func(netip.Addr) bool
	client  *http.Client

	mu   sync.Mutex
	last Result
}

// New makes a Service. address is the shop's as customers type it.
func New(address string, c clock.Clock) *Service { return newWithAllowed(address, c, egress.IsPublic) }

func newWithAllowed(address string, c clock.Clock, allowed func(netip.Addr) bool) *Service {
	client := egress.FileClient(timeout, allowed)
	client.CheckRedirect = func(next *http.Request, before []*http.Request) error {
		if next.URL.Hostname() != before[0].URL.Hostname() || len(before) > maxRedirects {
			return http.ErrUseLastResponse
		}
		return nil
	}
	return &Service{address: address, clock: c, allowed: allowed, client: client}
}

// Check returns whether the shop responds at its address. The result is cached for maxAge.
func (s *Service) Check(ctx context.Context) Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	if age := now.Sub(s.last.At); s.last.State == "" || age < 0 || age >= maxAge {
		s.last = Result{State: s.look(ctx), Address: s.address, At: now}
	}
	return s.last
}

func (s *Service) look(ctx context.Context) State {
	if s.isLocal() {
		return Local
	}
	// Continue if the client goes away: the next one gets the cached result.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address+"/healthz", http.NoBody)
	if err != nil {
		return NoAnswer
	}
	response, err := s.client.Do(request)
	if err != nil {
		return stateOf(err)
	}
	defer func() { _ = response.Body.Close() }()
	var body struct{ Success *bool }
	err = json.NewDecoder(io.LimitReader(response.Body, maxBody)).Decode(&body)
	if err != nil || body.Success == nil || response.StatusCode != http.StatusOK {
		return OtherSite
	}
	return Reached
}

func stateOf(err error) State {
	var unknown *net.DNSError
	var certificate *tls.CertificateVerificationError
	var alert tls.AlertError
	switch {
	case errors.Is(err, egress.ErrNotPublic):
		return Local
	case errors.As(err, &unknown):
		return NoName
	case errors.As(err, &certificate), errors.As(err, &alert):
		return NoCertificate
	}
	return NoAnswer
}

// isLocal reports whether the address is one of this machine or its network, as far as can be told without DNS, or is
// not a URL.
func (s *Service) isLocal() bool {
	u, err := url.Parse(s.address)
	if err != nil {
		return true
	}
	host := u.Hostname()
	if ip, err := netip.ParseAddr(host); err == nil {
		return !s.allowed(ip)
	}
	return !egress.IsPublicName(host)
}
