package paymenttest

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/payment/testpay"
)

// testpayHarness is the built-in provider, used through its page. It captures the provider's events,
// so that tests can deliver them.
type testpayHarness struct {
	*FaultyProvider

	t        testing.TB
	db       *db.DB
	provider *testpay.Provider
	worker   *job.Worker
	otherKey *testpay.Provider

	mu       sync.Mutex
	captured []Event
}

const testpayKey = "canary key of the test payment page"

// NewTestpay returns a harness for the built-in provider.
func NewTestpay(t testing.TB, d *db.DB, c clock.Clock) ProviderHarness {
	log := slog.New(slog.DiscardHandler)
	const shop = "http://shop.test"
	r := &testpayHarness{
		t: t, db: d, worker: job.NewWorker(d, c, log),
		provider: testpay.New(d, c, []byte(testpayKey), testpay.Addresses{Page: shop, Shop: shop}, log), otherKey: testpay.New(d, c, []byte("another key"), testpay.Addresses{Page: shop, Shop: shop}, log),
	}
	r.FaultyProvider = &FaultyProvider{Provider: r.provider}
	sink := httptest.NewServer(http.HandlerFunc(r.catch))
	t.Cleanup(sink.Close)
	r.provider.SendTo(r.worker, func() string { return sink.URL })
	return r
}

func (h *testpayHarness) catch(_ http.ResponseWriter, request *http.Request) {
	raw, err := io.ReadAll(request.Body)
	if err != nil || request.URL.Path != "/api/payment/testpay/webhook" {
		h.t.Errorf("the event was sent to %s, %v, want /api/payment/testpay/webhook", request.URL.Path, err)
	}
	hint, err := h.provider.ParseWebhook(request.Header, raw, time.Unix(0, 0))
	if err == nil || hint.EventID != "" {
		h.t.Error("an event is taken in 1970")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.captured = append(h.captured, Event{Raw: raw, Sign: func(at time.Time) http.Header { return h.provider.Sign(raw, at) }})
}

// Provider returns the built-in provider, with the fault set by Break.
func (h *testpayHarness) Provider() payment.Provider { return h.FaultyProvider }

func (h *testpayHarness) press(ref, action string, becomes payment.SessionState) error {
	request := httptest.NewRequestWithContext(h.t.Context(), http.MethodPost, testpay.Prefix+ref+"/"+action, nil)
	recorder := httptest.NewRecorder()
	before := h.state(ref)
	h.provider.Handler().ServeHTTP(recorder, request)
	if recorder.Code != http.StatusSeeOther {
		return ErrSessionEnded
	}
	if location := recorder.Header().Get("Location"); strings.HasPrefix(location, testpay.Prefix) || before == becomes {
		return ErrSessionEnded
	}
	return nil
}

func (h *testpayHarness) state(ref string) payment.SessionState {
	result, err := h.provider.Fetch(h.t.Context(), ref)
	if err != nil {
		return ""
	}
	return result.State
}

// Pay presses the button pay.
func (h *testpayHarness) Pay(ref string) error { return h.press(ref, "pay", payment.SessionPaid) }

// StartDelayedPayment presses the button later.
func (h *testpayHarness) StartDelayedPayment(ref string) error {
	return h.press(ref, "later", payment.SessionProcessing)
}

// CompleteDelayedPayment presses the button arrive.
func (h *testpayHarness) CompleteDelayedPayment(ref string) error {
	return h.press(ref, "arrive", payment.SessionPaid)
}

// FailDelayedPayment presses the button bounce.
func (h *testpayHarness) FailDelayedPayment(ref string) error {
	return h.press(ref, "bounce", payment.SessionFailed)
}

// Events returns all events, oldest first, including those of sessions that have just expired.
func (h *testpayHarness) Events() []Event {
	for _, ref := range h.refs(`WHERE state IN ('open', 'processing')`) {
		h.state(ref) // ends the session if it has expired
	}
	for {
		if worked, err := h.worker.Work(h.t.Context()); err != nil || !worked {
			break
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.captured)
}

// Forge returns the headers of an event that is signed with another key.
func (h *testpayHarness) Forge(raw []byte, at time.Time) http.Header { return h.otherKey.Sign(raw, at) }

// Change overwrites a session's amount and currency.
func (h *testpayHarness) Change(ref string, amount money.Paise, currency string) {
	terms, err := db.Get[string](h.t.Context(), h.db, `SELECT attempt FROM testpay_sessions WHERE ref = $1`, ref)
	if err != nil {
		h.t.Errorf("read a session: %v", err)
	}
	terms = strings.Replace(terms, `"Currency":"INR"`, `"Currency":"`+currency+`"`, 1)
	terms = strings.Replace(terms, `"Paise":`, fmt.Sprintf(`"Paise":%d,"Was":`, int64(amount)), 1)
	h.write(`UPDATE testpay_sessions SET attempt = $2 WHERE ref = $1`, ref, terms)
}

func (h *testpayHarness) write(statement string, args ...any) {
	err := h.db.Tx(h.t.Context(), func(tx *db.Tx) error {
		return db.Exec(h.t.Context(), tx, statement, args...)
	})
	if err != nil {
		h.t.Errorf("change a session: %v", err)
	}
}

// Sessions returns the IDs of all sessions, oldest first.
func (h *testpayHarness) Sessions() []string { return h.refs("") }

func (h *testpayHarness) refs(which string) []string {
	refs, err := db.All[string](h.t.Context(), h.db, `SELECT ref FROM testpay_sessions `+which+` ORDER BY created_at, attempt_id`)
	if err != nil {
		h.t.Errorf("read the sessions: %v", err)
	}
	return refs
}

// Money returns the sums taken from and refunded to shoppers.
func (h *testpayHarness) Money() (taken, returned money.Paise) {
	paid, err := db.All[string](h.t.Context(), h.db, `SELECT attempt FROM testpay_sessions WHERE state = 'paid'`)
	if err != nil {
		h.t.Errorf("read what was paid: %v", err)
	}
	for _, terms := range paid {
		var session struct{ Paise int64 }
		if err := json.Unmarshal([]byte(terms), &session); err != nil {
			h.t.Errorf("read what was paid: %v", err)
		}
		taken += money.Paise(session.Paise)
	}
	refunded, err := db.Get[int64](h.t.Context(), h.db, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM testpay_refunds`)
	if err != nil {
		h.t.Errorf("read the refunds: %v", err)
	}
	return taken, money.Paise(refunded)
}

// Secrets returns the provider's key and CanaryText.
func (*testpayHarness) Secrets() []string { return []string{testpayKey, CanaryText} }
