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

func (r *testpayHarness) catch(_ http.ResponseWriter, request *http.Request) {
	raw, err := io.ReadAll(request.Body)
	if err != nil || request.URL.Path != "/api/payment/testpay/webhook" {
		r.t.Errorf("the event was sent to %s, %v, want /api/payment/testpay/webhook", request.URL.Path, err)
	}
	hint, err := r.provider.ParseWebhook(request.Header, raw, time.Unix(0, 0))
	if err == nil || hint.EventID != "" {
		r.t.Error("an event is taken in 1970")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.captured = append(r.captured, Event{Raw: raw, Sign: func(at time.Time) http.Header { return r.provider.Sign(raw, at) }})
}

// Provider returns the built-in provider, with the fault set by Break.
func (r *testpayHarness) Provider() payment.Provider { return r.FaultyProvider }

func (r *testpayHarness) press(ref, action string, becomes payment.SessionState) error {
	request := httptest.NewRequestWithContext(r.t.Context(), http.MethodPost, testpay.Prefix+ref+"/"+action, nil)
	recorder := httptest.NewRecorder()
	before := r.state(ref)
	r.provider.Handler().ServeHTTP(recorder, request)
	if recorder.Code != http.StatusSeeOther {
		return ErrSessionEnded
	}
	if back := recorder.Header().Get("Location"); strings.HasPrefix(back, testpay.Prefix) || before == becomes {
		return ErrSessionEnded
	}
	return nil
}

func (r *testpayHarness) state(ref string) payment.SessionState {
	result, err := r.provider.Fetch(r.t.Context(), ref)
	if err != nil {
		return ""
	}
	return result.State
}

// Pay presses the button pay.
func (r *testpayHarness) Pay(ref string) error { return r.press(ref, "pay", payment.SessionPaid) }

// StartDelayedPayment presses the button later.
func (r *testpayHarness) StartDelayedPayment(ref string) error {
	return r.press(ref, "later", payment.SessionProcessing)
}

// CompleteDelayedPayment presses the button arrive.
func (r *testpayHarness) CompleteDelayedPayment(ref string) error {
	return r.press(ref, "arrive", payment.SessionPaid)
}

// FailDelayedPayment presses the button bounce.
func (r *testpayHarness) FailDelayedPayment(ref string) error {
	return r.press(ref, "bounce", payment.SessionFailed)
}

// Events returns all events, oldest first, including those of sessions that have just expired.
func (r *testpayHarness) Events() []Event {
	for _, ref := range r.refs(`WHERE state IN ('open', 'processing')`) {
		r.state(ref) // ends the session if it has expired
	}
	for {
		if worked, err := r.worker.Work(r.t.Context()); err != nil || !worked {
			break
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.captured)
}

// Forge returns the headers of an event that is signed with another key.
func (r *testpayHarness) Forge(raw []byte, at time.Time) http.Header { return r.otherKey.Sign(raw, at) }

// Change overwrites a session's amount and currency.
func (r *testpayHarness) Change(ref string, amount money.Paise, currency string) {
	terms, err := db.Get[string](r.t.Context(), r.db, `SELECT attempt FROM testpay_sessions WHERE ref = $1`, ref)
	if err != nil {
		r.t.Errorf("read a session: %v", err)
	}
	terms = strings.Replace(terms, `"Currency":"INR"`, `"Currency":"`+currency+`"`, 1)
	terms = strings.Replace(terms, `"Paise":`, fmt.Sprintf(`"Paise":%d,"Was":`, int64(amount)), 1)
	r.write(`UPDATE testpay_sessions SET attempt = $2 WHERE ref = $1`, ref, terms)
}

func (r *testpayHarness) write(statement string, args ...any) {
	err := r.db.Tx(r.t.Context(), func(tx *db.Tx) error {
		return db.Exec(r.t.Context(), tx, statement, args...)
	})
	if err != nil {
		r.t.Errorf("change a session: %v", err)
	}
}

// Sessions returns the IDs of all sessions, oldest first.
func (r *testpayHarness) Sessions() []string { return r.refs("") }

func (r *testpayHarness) refs(which string) []string {
	refs, err := db.All[string](r.t.Context(), r.db, `SELECT ref FROM testpay_sessions `+which+` ORDER BY created_at, attempt_id`)
	if err != nil {
		r.t.Errorf("read the sessions: %v", err)
	}
	return refs
}

// Money returns the sums taken from and refunded to shoppers.
func (r *testpayHarness) Money() (taken, returned money.Paise) {
	paid, err := db.All[string](r.t.Context(), r.db, `SELECT attempt FROM testpay_sessions WHERE state = 'paid'`)
	if err != nil {
		r.t.Errorf("read what was paid: %v", err)
	}
	for _, terms := range paid {
		var session struct{ Paise int64 }
		if err := json.Unmarshal([]byte(terms), &session); err != nil {
			r.t.Errorf("read what was paid: %v", err)
		}
		taken += money.Paise(session.Paise)
	}
	back, err := db.Get[int64](r.t.Context(), r.db, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM testpay_refunds`)
	if err != nil {
		r.t.Errorf("read the refunds: %v", err)
	}
	return taken, money.Paise(back)
}

// Secrets returns the provider's key and CanaryText.
func (*testpayHarness) Secrets() []string { return []string{testpayKey, CanaryText} }
