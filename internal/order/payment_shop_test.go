package order_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/paymenttest"
)

// paymentShop is a shop that takes payments with one provider.
type paymentShop struct {
	*shop

	paymenttest.ProviderHarness

	log    *transcript
	asha   string // an administrator
	config payment.Config
}

// transcript is an io.Writer that collects the shop's log. It is safe for concurrent use.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *transcript) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(b)
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

type opener = func(testing.TB, *db.DB, clock.Clock) paymenttest.ProviderHarness

func newPaymentShop(t testing.TB, d *db.DB, open opener) *paymentShop {
	t.Helper()
	s := &paymentShop{shop: newShop(d), log: &transcript{}, asha: shoptest.AddAdministrator(t, d)}
	s.ProviderHarness = open(t, d, s.clock)
	s.config = payment.Config{
		ShopID: "theshop", PublicURL: "http://shop.test", StartTimeout: 20 * time.Second,
		Log: slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	s.useProviders(s.Provider())
	return s
}

// useProviders restarts the shop with these providers. The first one takes new payments.
func (s *paymentShop) useProviders(providers ...payment.Provider) {
	s.config.Providers = payment.RegisterWithTimeout(3*paymenttest.CallTimeout, providers...)
	s.start(s.config)
}

// failAt restarts the shop, which then calls fn, unless nil, at every failpoint.
func (s *paymentShop) failAt(fn func(point string)) {
	s.config.Failpoint = fn
	s.start(s.config)
}

// eachPaymentShop runs a test with every provider on both databases.
func eachPaymentShop(t *testing.T, test func(t *testing.T, s *paymentShop)) {
	t.Helper()
	paymenttest.EachProvider(t, func(t *testing.T, open func(testing.TB, *db.DB, clock.Clock) paymenttest.ProviderHarness) {
		shoptest.EachDB(t, func(t *testing.T, d *db.DB) { test(t, newPaymentShop(t, d, open)) })
	})
}

// startedPayment is a payment whose session was created; ref is the session's ID.
type startedPayment struct {
	order.Redirect

	ref string
}

// startPayment orders the items online and creates the payment's session.
func (s *paymentShop) startPayment(t testing.TB, p *shopper, items ...order.Item) startedPayment {
	t.Helper()
	redirect, err := s.orders.Pay(t.Context(), p.id, "", p.wants(items...))
	if err != nil {
		t.Fatalf("begin to pay: %v", err)
	}
	refs := s.Sessions()
	return startedPayment{redirect, refs[len(refs)-1]}
}

// deliver sends an event to the webhook.
func (s *paymentShop) deliver(t testing.TB, e paymenttest.Event) shoptest.Response {
	t.Helper()
	return s.send(t, e.Raw, e.Sign(s.clock.Now()))
}

func (s *paymentShop) send(t testing.TB, raw []byte, header map[string][]string) shoptest.Response {
	t.Helper()
	pairs := []string{}
	for name, values := range header {
		pairs = append(pairs, name, values[0])
	}
	return shoptest.As(s, "").Request(t, "POST", "/payment/"+s.Provider().Name()+"/webhook", string(raw), pairs...)
}

// lastEvent returns the provider's latest event.
func (s *paymentShop) lastEvent(t testing.TB) paymenttest.Event {
	t.Helper()
	events := s.Events()
	if len(events) == 0 {
		t.Fatal("the provider has sent no event")
	}
	return events[len(events)-1]
}

// sweepFor handles what is due now and within this time: it advances the clock from one due time to
// the next.
func (s *paymentShop) sweepFor(t testing.TB, forHowLong time.Duration) {
	t.Helper()
	for end := s.clock.Now().Add(forHowLong); ; {
		if _, err := s.payments.SweepDue(t.Context()); err != nil {
			t.Fatalf("sweep: %v", err)
		}
		now := s.clock.Now()
		if !now.Before(end) {
			return
		}
		next, err := db.All[time.Time](t.Context(), s.db, `
			SELECT due_at FROM payment_attempts WHERE due_at <= $1
			UNION ALL
			SELECT due_at FROM payment_refunds WHERE due_at <= $1`, end)
		if err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(max(slices.MinFunc(append(next, end), time.Time.Compare).Sub(now), time.Second))
	}
}

// statuses returns the payment and delivery statuses of an order's lines, joined.
func (s *paymentShop) statuses(t testing.TB, orderID string) string {
	t.Helper()
	rows, err := db.All[string](t.Context(), s.db, `
		SELECT payment_status || '/' || delivery_status FROM orders WHERE checkout_id = $1 ORDER BY id`, orderID)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(rows, " ")
}

func (s *paymentShop) expectStatus(t testing.TB, b startedPayment, want string) {
	t.Helper()
	if got := s.statuses(t, b.OrderID); got != want {
		t.Errorf("the order's status is %s, want %s", got, want)
	}
}

// assertInvariants fails the test unless the received and not refunded money equals the paid lines and
// the refunds due, the stock of the products and their ordered pieces equal the opening stock with its
// edits, and each line's payment history ends in its payment status.
func (s *paymentShop) assertInvariants(t testing.TB, products ...string) {
	t.Helper()
	taken, returned := s.Money()
	owed, err := db.Get[int64](t.Context(), s.db, `
		SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM orders o
		WHERE payment_method = 'ONLINE' AND payment_status IN ('PAID', 'REFUND DUE') AND NOT hidden
			AND NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.checkout_id = o.checkout_id AND a.state = 'MISMATCH')`)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := db.Get[int64](t.Context(), s.db, `
		SELECT CAST(COALESCE(SUM(taken), 0) AS BIGINT) FROM payment_attempts a
		WHERE state = 'MISMATCH' AND NOT EXISTS (SELECT 1 FROM payment_refunds r WHERE r.attempt_id = a.id AND r.state = 'DONE')`)
	if err != nil {
		t.Fatal(err)
	}
	if taken-returned != money.Paise(owed+wrong) {
		t.Errorf("the provider holds %v, want %v, what the shop counts as paid or owed", taken-returned, money.Paise(owed+wrong))
	}
	broken, err := db.Get[int](t.Context(), s.db, `
		SELECT COUNT(*) FROM orders o
		WHERE payment_method = 'ONLINE' AND 1 <>
			(SELECT COUNT(*) FROM payment_changes c WHERE c.order_id = o.id AND c.to_status = o.payment_status) -
			(SELECT COUNT(*) FROM payment_changes c WHERE c.order_id = o.id AND c.from_status = o.payment_status)`)
	if err != nil || broken != 0 {
		t.Errorf("the changes of %d payments do not lead to where they are, %v, want 0", broken, err)
	}
	for _, productID := range products {
		stock := shoptest.Stock(t, s.db, productID)
		reserved, err := db.Get[int](t.Context(), s.db, `
			SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM orders WHERE product_id = $1 AND delivery_status <> 'CANCELED'`, productID)
		if err != nil {
			t.Fatal(err)
		}
		opened, err := db.Get[int](t.Context(), s.db, `
			SELECT CAST(COALESCE(SUM(change), 0) AS BIGINT) FROM stock_movements WHERE product_id = $1 AND reason IN ('opening', 'edit')`, productID)
		if err != nil {
			t.Fatal(err)
		}
		if stock+reserved != opened {
			t.Errorf("the stock of %d and %d ordered pieces add up to another number than %d", stock, reserved, opened)
		}
	}
}

// assertSettled fails the test if a line still waits for a payment.
func (s *paymentShop) assertSettled(t testing.TB) {
	t.Helper()
	n, err := db.Get[int](t.Context(), s.db, `SELECT COUNT(*) FROM orders WHERE payment_status = 'PENDING'`)
	if err != nil || n != 0 {
		t.Errorf("%d rows still wait for a payment, %v, want 0", n, err)
	}
}

// assertNoSecrets fails the test if a text or the log contains a secret of the provider.
func (s *paymentShop) assertNoSecrets(t testing.TB, texts ...string) {
	t.Helper()
	for _, secret := range s.Secrets() {
		for _, text := range append(texts, s.log.String()) {
			if strings.Contains(text, secret) {
				t.Errorf("the secret %q appears in %s", secret, text)
			}
		}
	}
}

// paymentBody returns the body that the storefront sends to onlinePayment.
func paymentBody(r order.Request, total money.Paise) string {
	var form map[string]any
	if err := json.Unmarshal([]byte(body(r)), &form); err != nil {
		panic(err)
	}
	form["totalAmt"] = total
	b, err := json.Marshal(form)
	if err != nil {
		panic(err)
	}
	return string(b)
}
