package install

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// ReadyTimeout limits the start of a shop, including migrations.
	ReadyTimeout = time.Minute
	readyPoll    = 250 * time.Millisecond
	// maxRestarts is the number of restarts by systemd after which a start has failed.
	maxRestarts = 3
	// certificateTimeout limits the wait for the first certificate.
	certificateTimeout = 30 * time.Second
)

// waitReady waits until this machine's shop is ready. Its error says why it is not.
func (m Machine) waitReady(ctx context.Context) error {
	settings, err := m.settings()
	if err != nil {
		return err
	}
	return waitReady(ctx, settings["KIRANA_ADDR"], cmp.Or(m.ReadyTimeout, ReadyTimeout), m.restarts)
}

// waitReady waits until the shop at an address is ready, or was restarted too often.
func waitReady(ctx context.Context, listen string, timeout time.Duration, restarts func(context.Context) int) error {
	address := "http://" + localAddress(listen, "127.0.0.1:8080") + "/readyz"
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	reason := errors.New("it does not start")
	for {
		unready := askReady(ctx, address)
		if unready == nil {
			return nil
		}
		if ctx.Err() == nil && !errors.Is(unready, errNotListening) {
			reason = unready
		}
		if restarts(ctx) >= maxRestarts {
			return errors.New("it ends again and again")
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("it was not ready within %s: %w", timeout, reason)
		case <-time.After(readyPoll):
		}
	}
}

// restarts returns how often systemd has restarted the shop since it was started.
func (m Machine) restarts(ctx context.Context) int {
	out, err := m.run(ctx, "systemctl", "show", "--property=NRestarts", "--value", "kirana")
	if err != nil {
		return 0
	}
	n, _ := strconv.Atoi(strings.TrimSpace(out)) // 0 if it is not a number
	return n
}

var errNotListening = errors.New("it does not listen")

func askReady(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // no proxy
	response, err := client.Do(request)
	if err != nil {
		return errNotListening
	}
	defer func() { _ = response.Body.Close() }()
	var body struct{ Message string }
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil || response.StatusCode == http.StatusOK {
		return err
	}
	return errors.New(strings.TrimSuffix(body.Message, "."))
}

// localAddress returns the address by which this machine reaches its own listen address.
func localAddress(listen, otherwise string) string {
	host, port, err := net.SplitHostPort(cmp.Or(listen, otherwise))
	if ip := net.ParseIP(host); err == nil && (host == "" || (ip != nil && ip.IsUnspecified())) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return cmp.Or(listen, otherwise)
}

// checkCertificate waits for the shop's certificate. It returns a sentence with what to do if there is none in time.
func (m Machine) checkCertificate(ctx context.Context, settings map[string]string) (trouble string) {
	domain, _, _ := strings.Cut(settings["KIRANA_TLS_DOMAIN"], ",")
	if _, err := m.LookupHost(ctx, domain); err != nil {
		return fmt.Sprintf("%s leads nowhere yet. Let it lead to this machine's address where you rented the name (an A record); the shop gets its certificate by itself then.", domain)
	}
	ctx, cancel := context.WithTimeout(ctx, certificateTimeout)
	defer cancel()
	// A handshake for the domain fails until there is a certificate. Its issuer is not checked here.
	dialer := tls.Dialer{Config: &tls.Config{ServerName: domain, InsecureSkipVerify: true}} //nolint:gosec // G402: nothing is sent
	for {
		connection, err := dialer.DialContext(ctx, "tcp", localAddress(settings["KIRANA_TLS_ADDR"], ":443"))
		if err == nil {
			_ = connection.Close()
			return ""
		}
		select {
		case <-ctx.Done():
			return fmt.Sprintf("It has no certificate yet: %s must lead to this machine, and ports 80 and 443 be open to the internet. The shop tries again by itself; journalctl -u kirana says why it fails.", domain)
		case <-time.After(readyPoll):
		}
	}
}
