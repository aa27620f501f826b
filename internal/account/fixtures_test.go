package account_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"testing"

	"kirana/internal/account"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// password is every test user's.
const password = "seven mangoes"

// key is every test shop's.
func key() account.Key {
	made, err := account.NewKey([]byte("a secret of the test shop, 256 bits"))
	if err != nil {
		panic(err)
	}
	return made
}

// desk is where people come to open an account or log in.
type desk struct {
	http.Handler

	db       *db.DB
	clock    *clock.Manual
	accounts *account.Service
	pictures *album
}

// album keeps avatars by their URLs.
type album struct {
	mu   sync.Mutex
	made int
	kept []string
	full bool // it takes no more
}

func (a *album) picture(*http.Request, string) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.full {
		return "", fault.New(fault.Invalid, "picture_broken", "The picture is damaged and cannot be read.")
	}
	a.made++
	url := fmt.Sprintf("/media/face%d.webp", a.made)
	a.kept = append(a.kept, url)
	return url, nil
}

func (a *album) drop(_ context.Context, url string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept = slices.DeleteFunc(a.kept, func(one string) bool { return one == url })
}

func newDesk(d *db.DB) desk { return newDeskOf(d, true, account.Rules{}) }

// newDeskOf is a desk with or without limits, and with rules of its own.
func newDeskOf(d *db.DB, limits bool, rules account.Rules) desk {
	c := shoptest.Clock()
	accounts := account.New(d, c, key(), rules)
	pictures := &album{}
	handler := &account.Handler{
		Accounts: accounts, Clock: c, Limits: limits, Secure: true, Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")},
		Picture: pictures.picture, Drop: pictures.drop,
	}
	router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: handler.Identify})
	handler.Routes(router)
	return desk{Handler: router, db: d, clock: c, accounts: accounts, pictures: pictures}
}

func (d desk) ask(t *testing.T, token, method, path, body string, headers ...string) shoptest.Response {
	t.Helper()
	return shoptest.Request(t, d, token, method, path, body, headers...)
}

func (d desk) register(t *testing.T, email string) account.RegisteredUser {
	t.Helper()
	var made account.RegisteredUser
	body := fmt.Sprintf(`{"name":"Ravi","email":%q,"password":%q}`, email, password)
	d.ask(t, "", "POST", "/user/register", body).Expect(t, http.StatusCreated, "Registration successful!").Decode(t, &made)
	return made
}

func (d desk) login(t *testing.T, email, word string) shoptest.Response {
	t.Helper()
	return d.ask(t, "", "POST", "/user/login", fmt.Sprintf(`{"email":%q,"password":%q}`, email, word))
}

// enter logs in with the right password.
func (d desk) enter(t *testing.T, email string) account.LoginTokens {
	t.Helper()
	var tokens account.LoginTokens
	d.login(t, email, password).Expect(t, http.StatusOK, "Login successful!").Decode(t, &tokens)
	return tokens
}

func (d desk) refresh(t *testing.T, token string) shoptest.Response {
	t.Helper()
	return d.ask(t, token, "POST", "/user/refresh-token", "")
}

// knows tells whether an access token is still somebody's.
func (d desk) knows(t *testing.T, token string) bool {
	t.Helper()
	return d.ask(t, token, "GET", "/user/user-details", "").Status == http.StatusOK
}

func (d desk) set(t *testing.T, statement string, args ...any) {
	t.Helper()
	err := d.db.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, statement, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (d desk) count(t *testing.T, query string) int {
	t.Helper()
	n, err := db.Get[int](t.Context(), d.db, query)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
