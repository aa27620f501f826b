package stripe_test

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/payment"
	"kirana/internal/payment/stripe/stripetest"
	"kirana/internal/shoptest"
)

// toolsMod names the module file of the tools. One of them is stripe-mock, which checks requests
// against Stripe's published API description.
const toolsMod = "tools/go.mod"

// stripeMock runs stripe-mock on a free port and returns its address.
func stripeMock(t *testing.T) string {
	t.Helper()
	mock := exec.CommandContext(t.Context(), shoptest.Tool(t, toolsMod, "stripe-mock"), "-http-addr", "127.0.0.1:0")
	out, err := mock.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := mock.Start(); err != nil {
		t.Fatalf("start stripe-mock: %v", err)
	}
	t.Cleanup(func() {
		_ = mock.Process.Kill()
		_ = mock.Wait()
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if address, ok := strings.CutPrefix(lines.Text(), "Listening for HTTP at address: "); ok {
			return "http://" + address
		}
	}
	t.Fatal("stripe-mock did not say where it listens")
	return ""
}

// between starts a proxy that forwards calls to the address. It returns the proxy's address and a
// function that lists the method, path and status of each response so far.
func between(t *testing.T, address string) (proxyURL string, responses func() []string) {
	t.Helper()
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var recorded []string
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) },
		ModifyResponse: func(r *http.Response) error {
			mu.Lock()
			defer mu.Unlock()
			recorded = append(recorded, fmt.Sprint(r.Request.Method, " ", r.Request.URL.Path, " ", r.StatusCode))
			return nil
		},
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return server.URL, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return recorded
	}
}

func TestCalls_areValidForStripeMock(t *testing.T) {
	t.Parallel()
	mock := stripeMock(t)
	address, responses := between(t, mock)
	_, fake, _ := account(t)
	config := fake.Config()
	config.APIURL = address
	p := provider(t, config)

	session, err := p.Start(t.Context(), attempt("a1"))
	if err != nil || !strings.HasPrefix(session.Ref, "cs_") {
		t.Errorf("start: %+v, %v, want a session cs_…", session, err)
	}
	if result, err := p.Fetch(t.Context(), session.Ref); err != nil || result.State != payment.SessionOpen {
		t.Errorf("fetch: %+v, %v, want the session open", result, err)
	}
	// stripe-mock keeps no sessions: ignore the state that it returns.
	if _, err := p.Expire(t.Context(), session.Ref); errors.Is(err, payment.ErrRefused) {
		t.Errorf("expire: %v, want no refusal", err)
	}
	if err := p.Refund(t.Context(), payment.RefundRequest{PaymentRef: "pi_1", Amount: 100, Key: "r1"}); err != nil {
		t.Errorf("refund: %v", err)
	}
	// Ignore the movement, too: stripe-mock returns an example payment.
	if _, err := p.Movement(t.Context(), "pi_1"); errors.Is(err, payment.ErrRefused) {
		t.Errorf("movement: %v, want no refusal", err)
	}
	want := []string{
		"POST /v1/checkout/sessions 200", "GET /v1/checkout/sessions/" + session.Ref + " 200",
		"POST /v1/checkout/sessions/" + session.Ref + "/expire 200", "GET /v1/refunds 200", "POST /v1/refunds 200", "GET /v1/payment_intents/pi_1 200",
	}
	if diff := cmp.Diff(want, responses()); diff != "" {
		t.Errorf("responses of stripe-mock (-want +got):\n%s", diff)
	}

	// Check that stripe-mock refuses an unknown parameter; otherwise its responses would prove nothing.
	if _, err := p.Start(t.Context(), attempt("a2")); err != nil {
		t.Fatal(err)
	}
	start(t, provider(t, fake.Config()), "a1")
	form := fake.Requests()[0].Form
	for spoilt, wantStatus := range map[string]int{"": http.StatusOK, "successful_url": http.StatusBadRequest} {
		if spoilt != "" {
			form.Set(spoilt, "https://kirana.test")
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, mock+"/v1/checkout/sessions", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+stripetest.SecretKey)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		form.Del(spoilt)
		if response.StatusCode != wantStatus {
			t.Errorf("with %q: %d, want %d", spoilt, response.StatusCode, wantStatus)
		}
	}
}
