package account_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// password is the password of every test user.
const password = "seven mangoes"

// testServer serves the account calls.
type testServer struct {
	http.Handler

	db       *db.DB
	clock    *clock.Manual
	accounts *account.Service
	pictures *fakePictures
	limits   *countingClock // clock of the rate limits
	pauses   *pauses
}

// countingClock calls a function when it is read for the nth time.
type countingClock struct {
	clock.Clock
	reads, nth atomic.Int64
	call       func()
}

func (c *countingClock) onCall(nth int64, call func()) {
	c.call = call
	c.nth.Store(nth)
}

func (c *countingClock) Now() time.Time {
	if c.reads.Add(1) == c.nth.Load() {
		c.call()
	}
	return c.Clock.Now()
}

// pauses calls a function for each pause of the server instead of sleeping.
type pauses struct {
	call func(ctx context.Context, d time.Duration)
}

func (p *pauses) pause(ctx context.Context, d time.Duration) {
	if p.call != nil {
		p.call(ctx, d)
	}
}

// pause sets the function to call for each pause from now on.
func (s testServer) pause(call func(ctx context.Context, d time.Duration)) { s.pauses.call = call }

// fakePictures stores avatars by their URLs.
type fakePictures struct {
	mu      sync.Mutex
	made    int
	kept    []string
	failing bool   // refuses every picture
	stored  func() // called after each picture, unless nil
}

func (p *fakePictures) picture(*http.Request, string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failing {
		return "", fault.New(fault.Invalid, "picture_broken", "The picture is damaged and cannot be read.")
	}
	p.made++
	url := fmt.Sprintf("/media/face%d.webp", p.made)
	p.kept = append(p.kept, url)
	if p.stored != nil {
		p.stored()
	}
	return url, nil
}

func (p *fakePictures) drop(_ context.Context, url string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept = slices.DeleteFunc(p.kept, func(kept string) bool { return kept == url })
}

func newServer(t testing.TB, d *db.DB) testServer {
	t.Helper()
	return newServerWith(t, d, true, account.Rules{})
}

// newServerWith makes a server with or without rate limits, and with the rules.
func newServerWith(t testing.TB, d *db.DB, limits bool, rules account.Rules) testServer {
	t.Helper()
	return newServerAt(t, d, limits, rules, shoptest.AccountKey(t))
}

// newServerAt makes a server with the key.
func newServerAt(t testing.TB, d *db.DB, limits bool, rules account.Rules, key account.Key) testServer {
	t.Helper()
	rules.PasswordCost = shoptest.PasswordCost
	c := shoptest.Clock()
	accounts := account.New(d, c, key, rules)
	pictures, limitsClock, waits := &fakePictures{}, &countingClock{Clock: c}, &pauses{}
	proxies := []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	var store *limit.Store
	if limits {
		store = limit.New(d, limitsClock)
	}
	handler := account.NewHandler(accounts, account.Options{
		Limits: store, Secure: true, Proxies: proxies, Pause: waits.pause,
		Picture: pictures.picture, Drop: pictures.drop,
	})
	router := httpapi.New(httpapi.Options{
		Version: "test", Log: slog.New(slog.DiscardHandler), Identify: handler.Identify,
		WithIdentity: func(ctx context.Context, caller httpapi.Identity, r *http.Request) context.Context {
			return audit.WithActor(ctx, audit.Actor{UserID: caller.UserID, Name: caller.Name, Address: httpapi.ClientAddress(r, proxies)})
		},
	})
	handler.Routes(router)
	return testServer{Handler: contracttest.Handler(router), db: d, clock: c, accounts: accounts, pictures: pictures, limits: limitsClock, pauses: waits}
}

func (s testServer) request(t *testing.T, token, method, path, body string, headers ...string) shoptest.Response {
	t.Helper()
	return shoptest.As(s, token).Request(t, method, path, body, headers...)
}

func (s testServer) register(t *testing.T, email string) account.RegisteredUser {
	t.Helper()
	var registered account.RegisteredUser
	body := fmt.Sprintf(`{"name":"Ravi","email":%q,"password":%q}`, email, password)
	s.request(t, "", "POST", "/user/register", body).Expect(t, http.StatusCreated, "Registration successful!").Decode(t, &registered)
	return registered
}

func (s testServer) login(t *testing.T, email, password string) shoptest.Response {
	t.Helper()
	return s.request(t, "", "POST", "/user/login", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password))
}

// mustLogin logs in with the right password, and fails the test if that is refused.
func (s testServer) mustLogin(t *testing.T, email string) account.LoginTokens {
	t.Helper()
	var tokens account.LoginTokens
	s.login(t, email, password).Expect(t, http.StatusOK, "Login successful!").Decode(t, &tokens)
	return tokens
}

func (s testServer) refresh(t *testing.T, token string) shoptest.Response {
	t.Helper()
	return s.request(t, token, "POST", "/user/refresh-token", "")
}

// authenticated reports whether an access token is still accepted.
func (s testServer) authenticated(t *testing.T, token string) bool {
	t.Helper()
	return s.request(t, token, "GET", "/user/user-details", "").Status == http.StatusOK
}

func (s testServer) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s testServer) count(t *testing.T, query string) int {
	t.Helper()
	n, err := db.Get[int](t.Context(), s.db, query)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
