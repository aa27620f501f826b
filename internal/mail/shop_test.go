package mail_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"kirana/internal/account"
	"kirana/internal/cart"
	"kirana/internal/db"
	"kirana/internal/limit"
	"kirana/internal/mail"
	"kirana/internal/order"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

const password = "canary-seven mangoes"

type shop struct {
	*testshop.Shop

	log *logBuffer
}

// newShop opens a shop whose mails go to the sender.
func newShop(t testing.TB, d *db.DB, sender mail.Sender) *shop {
	t.Helper()
	s := &shop{log: &logBuffer{}}
	s.Shop = testshop.NewWith(t, d, testshop.Options{
		Log:   slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Rules: account.Rules{ConfirmChange: true},
	})
	features := mail.Features{Accounts: s.Accounts, Orders: s.Orders, Settings: s.Settings, Limits: limit.New(d, s.Clock), Picture: logo}
	mail.NewMailer(sender, "https://shop.example.in", features).Handle(s.Jobs, s.Jobs)
	return s
}

func logo(context.Context, string) (data []byte, contentType string, err error) {
	return []byte("\x89PNG"), "image/png", nil
}

// logBuffer is a log that is safe for concurrent use.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (s *shop) ask(t testing.TB, method, path string, body map[string]string, headers ...string) shoptest.Response {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return shoptest.As(s, "").Request(t, method, path, string(text), headers...)
}

func (s *shop) register(t testing.TB, email string) {
	t.Helper()
	s.ask(t, "POST", "/user/register", map[string]string{"name": "Ravi", "email": email, "password": password}).
		Expect(t, http.StatusCreated, "Registration successful!")
}

func (s *shop) requestOTP(t testing.TB, email string) {
	t.Helper()
	s.ask(t, "PUT", "/user/forgot-password", map[string]string{"email": email}).Expect(t, http.StatusOK, "otp sent to your email!")
}

func (s *shop) verifyOTP(t testing.TB, email, otp string) shoptest.Response {
	t.Helper()
	return s.ask(t, "PUT", "/user/verify-forgot-password-otp", map[string]string{"email": email, "otp": otp})
}

// work runs every due job.
func (s *shop) work(t testing.TB) {
	t.Helper()
	for {
		did, err := s.Jobs.Work(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !did {
			return
		}
	}
}

// waiting returns the number of jobs in the outbox.
func (s *shop) waiting(t testing.TB) int {
	t.Helper()
	n, err := db.Get[int](t.Context(), s.DB, `SELECT COUNT(*) FROM jobs WHERE given_up_at IS NULL`)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// ordersDal places an order of a new shopper with a confirmed email, and returns its rows.
func (s *shop) ordersDal(t testing.TB, names ...string) []order.LineView {
	t.Helper()
	userID := shoptest.AddShopper(t, s.DB)
	s.exec(t, `UPDATE users SET verify_email = TRUE WHERE id = $1`, userID)
	return s.ordersFor(t, userID, names...)
}

func (s *shop) exec(t testing.TB, statement string, args ...any) {
	t.Helper()
	err := s.DB.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ordersFor places a shopper's order of new products and returns its rows.
func (s *shop) ordersFor(t testing.TB, userID string, names ...string) []order.LineView {
	t.Helper()
	request := order.Request{AddressID: shoptest.AddAddress(t, s.DB, userID)}
	for _, name := range names {
		productID := shoptest.AddProduct(t, s.DB, shoptest.Product{Name: name, Stock: 10})
		line, err := s.Carts.Add(t.Context(), cart.Line{UserID: userID, ProductID: productID, Quantity: 2, Size: "small", Color: "green"})
		if err != nil {
			t.Fatal(err)
		}
		request.Items = append(request.Items, order.Item{LineID: line.ID, ProductID: productID, Quantity: 2})
		request.TotalQty += 2
	}
	receipt, err := s.Orders.Place(t.Context(), userID, "", request)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := receipt.Lines()
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// dump returns the texts in the tables of jobs and accounts that could hold secrets.
func dump(t testing.TB, d *db.DB) string {
	t.Helper()
	var all strings.Builder
	for _, query := range []string{
		`SELECT kind || ' ' || payload || ' ' || last_error FROM jobs`,
		`SELECT email || ' ' || asked || ' ' || otp_hash || ' ' || COALESCE(token_hash, '') FROM password_resets`,
		`SELECT hash || ' ' || email FROM email_codes`,
		`SELECT hash FROM tokens`,
		`SELECT name || ' ' || email || ' ' || password_hash FROM users`,
	} {
		rows, err := db.All[string](t.Context(), d, query)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(strings.Join(rows, "\n") + "\n")
	}
	return all.String()
}
