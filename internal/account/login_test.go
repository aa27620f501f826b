package account_test

import (
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestLogin_returnsTheSameForAnUnknownEmailAndAWrongPassword(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		wrong := server.login(t, "ravi@example.in", "eight mangoes").Expect(t, http.StatusUnauthorized, "")
		for _, email := range []string{"nobody@example.in", "no email at all"} {
			unknown := server.login(t, email, password).Expect(t, http.StatusUnauthorized, "")
			if string(unknown.Bytes) != string(wrong.Bytes) {
				t.Errorf("the refusal of an unknown email is %s, want that of a wrong password, %s", unknown.Bytes, wrong.Bytes)
			}
		}
		if tokens := server.mustLogin(t, "  RAVI@example.in"); !server.authenticated(t, tokens.AccessToken) {
			t.Error("a fresh token is nobody's")
		}
	})
}

func TestLogin_requiresBothFields(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	server.request(t, "", "POST", "/user/login", "").ExpectField(t, "email")
	server.request(t, "", "POST", "/user/login", `{"email":"a@b.in"}`).ExpectField(t, "password")
}

func TestLogin_revealsAnInactiveAccountOnlyWithItsPassword(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		tokens := server.mustLogin(t, "ravi@example.in")
		for _, status := range []string{"Inactive", "Suspended"} {
			server.exec(t, `UPDATE users SET status = $1`, status)
			server.login(t, "ravi@example.in", password).Expect(t, http.StatusForbidden, "This account is not active. Please contact the shop.")
			server.login(t, "ravi@example.in", "eight mangoes").Expect(t, http.StatusUnauthorized, "Email or password is incorrect.")
			if server.authenticated(t, tokens.AccessToken) {
				t.Errorf("a %s user's token still authenticates", status)
			}
			server.refresh(t, tokens.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		}
	})
}

func TestLogin_refusesTheEleventhGuessUntilTheWindowHasPassed(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	server.register(t, "ravi@example.in")
	server.register(t, "asha@example.in")
	for range 10 {
		server.login(t, "Ravi@example.in", "eight mangoes").Expect(t, http.StatusUnauthorized, "")
		server.clock.Advance(time.Second)
	}
	refused := server.login(t, "ravi@example.in", password).Expect(t, http.StatusTooManyRequests, "")
	wait, err := strconv.Atoi(refused.Header.Get("Retry-After"))
	if err != nil || wait < 880 || wait > 900 {
		t.Errorf("asks to wait %q seconds, want about 890", refused.Header.Get("Retry-After"))
	}
	server.mustLogin(t, "asha@example.in") // another account is not locked
	server.clock.Advance(time.Duration(wait) * time.Second)
	server.mustLogin(t, "ravi@example.in")
	for range 10 { // the right password reset the count
		server.login(t, "ravi@example.in", "eight mangoes").Expect(t, http.StatusUnauthorized, "")
	}
}

func TestLogin_limitsConcurrentAttempts(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	server.register(t, "ravi@example.in")
	var mu sync.Mutex
	got := map[int]int{}
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			status := server.login(t, "ravi@example.in", "eight mangoes").Status
			mu.Lock()
			defer mu.Unlock()
			got[status]++
		})
	}
	all.Wait()
	if got[http.StatusUnauthorized] > 10 || got[http.StatusUnauthorized]+got[http.StatusTooManyRequests] != 40 {
		t.Errorf("40 wrong guesses at once returned %v, want 401 at most 10 times and otherwise 429", got)
	}
}

func TestLogin_leavesNoValidTokensIfItIsRefused(t *testing.T) {
	t.Parallel()
	// Verifying Ravi's password must take longer than 60 failures from the same address. If it does
	// not, the test repeats with more passes of the hash, in a new shop.
	for passes := uint32(16); ; passes *= 2 {
		const email = "ravi@example.in"
		d := shoptest.SQLite(t)
		server := newServerWith(t, d, true, account.Rules{})
		slow := account.New(d, server.clock, shoptest.AccountKey(t), account.Rules{PasswordCost: account.PasswordCost{MemoryKiB: 32 * 1024, Passes: passes, Lanes: 1}})
		if _, err := slow.CreateShopper(t.Context(), "Ravi", email, password); err != nil {
			t.Fatal(err)
		}
		checked := make(chan struct{})
		server.limits.onCall(2, func() { close(checked) })
		var refused shoptest.Response
		var login sync.WaitGroup
		login.Go(func() { refused = server.login(t, email, password) })
		<-checked
		for i := range 60 {
			server.login(t, "nobody"+strconv.Itoa(i)+"@example.in", password).Expect(t, http.StatusUnauthorized, "")
		}
		login.Wait()
		if refused.Status == http.StatusOK && passes < 128 {
			continue // the password was verified before the failures
		}
		refused.Expect(t, http.StatusTooManyRequests, "")
		if n := server.count(t, `SELECT COUNT(*) FROM logins JOIN users ON users.id = logins.user_id WHERE users.email = '`+email+`' AND logins.ended_at IS NULL`); n != 0 {
			t.Errorf("the refused login left %d logins with tokens that work, want 0", n)
		}
		return
	}
}

func TestLogin_limitsGuessesByClientAddressNotByProxy(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	server.register(t, "ravi@example.in")
	guess := func(email, forwarded string) shoptest.Response {
		return server.request(t, "", "POST", "/user/login", `{"email":"`+email+`","password":"seven mangoes"}`, "X-Forwarded-For", forwarded)
	}
	for i := range 60 {
		// The first entry, which a client can forge, changes each time; the proxy's entry does not.
		guess("nobody"+strconv.Itoa(i)+"@example.in", "10.0.0."+strconv.Itoa(i)+", 203.0.113.7").Expect(t, http.StatusUnauthorized, "")
	}
	guess("ravi@example.in", "203.0.113.7").Expect(t, http.StatusTooManyRequests, "")
	guess("ravi@example.in", "203.0.113.8").Expect(t, http.StatusOK, "")
}

func TestRefresh_invalidatesTheOldToken(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		first := server.mustLogin(t, "ravi@example.in")
		server.refresh(t, first.AccessToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		var second, third account.LoginTokens
		server.refresh(t, first.RefreshToken).Expect(t, http.StatusOK, "").Decode(t, &second)
		if second.AccessToken == first.AccessToken || second.RefreshToken == first.RefreshToken || !server.authenticated(t, second.AccessToken) {
			t.Errorf("the refresh returned %+v after %+v, want two new tokens that authenticate", second, first)
		}
		// The token may also come in the body.
		server.clock.Advance(time.Minute)
		server.request(t, "", "POST", "/user/refresh-token", `{"refreshToken":"`+second.RefreshToken+`"}`).Expect(t, http.StatusOK, "").Decode(t, &third)

		// Reuse of a spent token ends the whole login.
		server.refresh(t, first.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		for _, tokens := range []account.LoginTokens{first, second, third} {
			if server.authenticated(t, tokens.AccessToken) {
				t.Error("an access token outlives the theft of its login")
			}
			server.refresh(t, tokens.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		}
		server.mustLogin(t, "ravi@example.in")
	})
}

func TestRefresh_acceptsOneTokenFromSeveralTabsForTenSeconds(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		first := server.mustLogin(t, "ravi@example.in")
		const tabs = 4
		replies := make([]shoptest.Response, tabs+1)
		var all sync.WaitGroup
		for i := range tabs {
			all.Go(func() { replies[i] = server.refresh(t, first.RefreshToken) })
		}
		all.Wait()
		server.clock.Advance(10 * time.Second)
		replies[tabs] = server.refresh(t, first.RefreshToken) // the slowest tab
		for _, reply := range replies {
			var tokens account.LoginTokens
			reply.Expect(t, http.StatusOK, "").Decode(t, &tokens)
			if !server.authenticated(t, tokens.AccessToken) {
				t.Error("a tab was logged out")
			}
		}
		server.clock.Advance(time.Microsecond)
		server.refresh(t, first.RefreshToken).Expect(t, http.StatusUnauthorized, "")
	})
}

func TestTokens_expire(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		tokens := server.mustLogin(t, "ravi@example.in")
		server.clock.Advance(12*time.Hour - time.Microsecond)
		if !server.authenticated(t, tokens.AccessToken) {
			t.Error("an access token ran out early")
		}
		server.clock.Advance(time.Microsecond)
		if server.authenticated(t, tokens.AccessToken) {
			t.Error("an access token is good after 12 hours")
		}
		server.clock.Advance(30*24*time.Hour - 12*time.Hour)
		server.refresh(t, tokens.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
	})
}

func TestTokens_areValidForTheirOwnPurposeOnly(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	server.register(t, "ravi@example.in")
	tokens := server.mustLogin(t, "ravi@example.in")
	if server.authenticated(t, tokens.RefreshToken) {
		t.Error("a refresh token opens the shop")
	}
	for _, token := range []string{tokens.AccessToken, "made up", ""} {
		server.refresh(t, token).Expect(t, http.StatusUnauthorized, "Authentication required")
		// The handler refuses it before the service does.
		if _, err := server.accounts.Refresh(t.Context(), token); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("the service refreshes %q: %v, want it unauthenticated", token, err)
		}
	}
	if n := server.count(t, `SELECT COUNT(*) FROM tokens WHERE hash IN ('`+tokens.AccessToken+`', '`+tokens.RefreshToken+`')`); n != 0 {
		t.Error("a token is kept as it is")
	}
}

func TestLogout_endsThisLoginAndNoOther(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		phone, laptop := server.mustLogin(t, "ravi@example.in"), server.mustLogin(t, "ravi@example.in")
		server.request(t, phone.AccessToken, "GET", "/user/logout", "").Expect(t, http.StatusOK, "Logged out successfully")
		if server.authenticated(t, phone.AccessToken) {
			t.Error("the access token still works")
		}
		server.refresh(t, phone.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		server.request(t, phone.AccessToken, "GET", "/user/logout", "").Expect(t, http.StatusUnauthorized, "Authentication required")
		if !server.authenticated(t, laptop.AccessToken) {
			t.Error("another login ended too")
		}
	})
}

func TestSweep_deletesExpiredRowsAndNoOthers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		server.mustLogin(t, "ravi@example.in")
		server.clock.Advance(32 * 24 * time.Hour)
		fresh := server.mustLogin(t, "ravi@example.in")
		if err := server.accounts.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if logins, tokens := server.count(t, `SELECT COUNT(*) FROM logins`), server.count(t, `SELECT COUNT(*) FROM tokens`); logins != 1 || tokens != 2 {
			t.Errorf("%d logins and %d tokens are left, want 1 and 2", logins, tokens)
		}
		if !server.authenticated(t, fresh.AccessToken) {
			t.Error("a running login was forgotten")
		}
	})
}

func TestLogin_isRefusedIfThePasswordHasChangedMeanwhile(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.owner(t, "sunita@example.in")
		verified, err := s.accounts.VerifyPassword(t.Context(), "sunita@example.in", password)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.accounts.SetStaffPassword(t.Context(), "sunita@example.in", "nine ripe mangoes"); err != nil {
			t.Fatal(err)
		}
		if tokens, err := s.accounts.Login(t.Context(), verified, account.Client{}); !fault.Is(err, fault.Unauthenticated) || tokens.AccessToken != "" {
			t.Errorf("login by the password before the change: %v, want it unauthenticated and no token", err)
		}
	})
}
