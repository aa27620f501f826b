package account_test

import (
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestLogin_saysTheSameOfAnUnknownEmailAndAWrongPassword(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		wrong := desk.login(t, "ravi@example.in", "eight mangoes").Expect(t, http.StatusUnauthorized, "")
		for _, email := range []string{"nobody@example.in", "no email at all"} {
			unknown := desk.login(t, email, password).Expect(t, http.StatusUnauthorized, "")
			if string(unknown.Bytes) != string(wrong.Bytes) {
				t.Errorf("an unknown email is told apart: %s and %s", unknown.Bytes, wrong.Bytes)
			}
		}
		if tokens := desk.enter(t, "  RAVI@example.in"); !desk.knows(t, tokens.AccessToken) {
			t.Error("a fresh token is nobody's")
		}
	})
}

func TestLogin_asksForBothFields(t *testing.T) {
	t.Parallel()
	desk := newDesk(shoptest.SQLite(t))
	desk.ask(t, "", "POST", "/user/login", "").ExpectField(t, "email")
	desk.ask(t, "", "POST", "/user/login", `{"email":"a@b.in"}`).ExpectField(t, "password")
}

func TestLogin_tellsAnInactiveAccountOnlyToWhoKnowsItsPassword(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		tokens := desk.enter(t, "ravi@example.in")
		for _, status := range []string{"Inactive", "Suspended"} {
			desk.set(t, `UPDATE users SET status = $1`, status)
			desk.login(t, "ravi@example.in", password).Expect(t, http.StatusForbidden, "This account is not active. Please contact the shop.")
			desk.login(t, "ravi@example.in", "eight mangoes").Expect(t, http.StatusUnauthorized, "Email or password is incorrect.")
			if desk.knows(t, tokens.AccessToken) {
				t.Errorf("a %s user's token still works", status)
			}
			desk.refresh(t, tokens.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		}
	})
}

func TestLogin_refusesTheEleventhGuessUntilTheWindowHasPassed(t *testing.T) {
	t.Parallel()
	desk := newDesk(shoptest.SQLite(t))
	desk.register(t, "ravi@example.in")
	desk.register(t, "asha@example.in")
	for range 10 {
		desk.login(t, "Ravi@example.in", "eight mangoes").Expect(t, http.StatusUnauthorized, "")
		desk.clock.Advance(time.Second)
	}
	refused := desk.login(t, "ravi@example.in", password).Expect(t, http.StatusTooManyRequests, "")
	wait, err := strconv.Atoi(refused.Header.Get("Retry-After"))
	if err != nil || wait < 880 || wait > 900 {
		t.Errorf("asks to wait %q seconds, want about 890", refused.Header.Get("Retry-After"))
	}
	desk.enter(t, "asha@example.in") // another account is not locked
	desk.clock.Advance(time.Duration(wait) * time.Second)
	desk.enter(t, "ravi@example.in")
	for range 10 { // and the count began anew with the right password
		desk.login(t, "ravi@example.in", "eight mangoes").Expect(t, http.StatusUnauthorized, "")
	}
}

func TestLogin_boundsGuessesSentAllAtOnce(t *testing.T) {
	t.Parallel()
	desk := newDesk(shoptest.SQLite(t))
	desk.register(t, "ravi@example.in")
	var mu sync.Mutex
	got := map[int]int{}
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			status := desk.login(t, "ravi@example.in", "eight mangoes").Status
			mu.Lock()
			defer mu.Unlock()
			got[status]++
		})
	}
	all.Wait()
	if got[http.StatusUnauthorized] > 10 || got[http.StatusUnauthorized]+got[http.StatusTooManyRequests] != 40 {
		t.Errorf("40 wrong guesses at once were answered %v", got)
	}
}

func TestLogin_boundsTheGuessesOfAnAddressNotOfItsProxy(t *testing.T) {
	t.Parallel()
	desk := newDesk(shoptest.SQLite(t))
	desk.register(t, "ravi@example.in")
	guess := func(email, forwarded string) shoptest.Response {
		return desk.ask(t, "", "POST", "/user/login", `{"email":"`+email+`","password":"seven mangoes"}`, "X-Forwarded-For", forwarded)
	}
	for i := range 60 {
		// The shopper's own first entry changes each time; the proxy's entry behind it does not.
		guess("nobody"+strconv.Itoa(i)+"@example.in", "10.0.0."+strconv.Itoa(i)+", 203.0.113.7").Expect(t, http.StatusUnauthorized, "")
	}
	guess("ravi@example.in", "203.0.113.7").Expect(t, http.StatusTooManyRequests, "")
	guess("ravi@example.in", "203.0.113.8").Expect(t, http.StatusOK, "")
}

func TestRefresh_spendsTheOldToken(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		first := desk.enter(t, "ravi@example.in")
		var second, third account.LoginTokens
		desk.refresh(t, first.RefreshToken).Expect(t, http.StatusOK, "").Decode(t, &second)
		if second.AccessToken == first.AccessToken || second.RefreshToken == first.RefreshToken || !desk.knows(t, second.AccessToken) {
			t.Errorf("answered %+v after %+v", second, first)
		}
		// The body names it as well.
		desk.clock.Advance(time.Minute)
		desk.ask(t, "", "POST", "/user/refresh-token", `{"refreshToken":"`+second.RefreshToken+`"}`).Expect(t, http.StatusOK, "").Decode(t, &third)

		// A copy of a spent one ends the whole login.
		desk.refresh(t, first.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		for _, tokens := range []account.LoginTokens{first, second, third} {
			if desk.knows(t, tokens.AccessToken) {
				t.Error("an access token outlives the theft of its login")
			}
			desk.refresh(t, tokens.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		}
		desk.enter(t, "ravi@example.in")
	})
}

func TestRefresh_letsTwoTabsWakeTogether(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		first := desk.enter(t, "ravi@example.in")
		const tabs = 4
		replies := make([]shoptest.Response, tabs+1)
		var all sync.WaitGroup
		for i := range tabs {
			all.Go(func() { replies[i] = desk.refresh(t, first.RefreshToken) })
		}
		all.Wait()
		desk.clock.Advance(10 * time.Second)
		replies[tabs] = desk.refresh(t, first.RefreshToken) // the slowest tab
		for _, reply := range replies {
			var tokens account.LoginTokens
			reply.Expect(t, http.StatusOK, "").Decode(t, &tokens)
			if !desk.knows(t, tokens.AccessToken) {
				t.Error("a tab was logged out")
			}
		}
		desk.clock.Advance(time.Microsecond)
		desk.refresh(t, first.RefreshToken).Expect(t, http.StatusUnauthorized, "")
	})
}

func TestTokens_runOut(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		tokens := desk.enter(t, "ravi@example.in")
		desk.clock.Advance(12*time.Hour - time.Microsecond)
		if !desk.knows(t, tokens.AccessToken) {
			t.Error("an access token ran out early")
		}
		desk.clock.Advance(time.Microsecond)
		if desk.knows(t, tokens.AccessToken) {
			t.Error("an access token is good after 12 hours")
		}
		desk.clock.Advance(30*24*time.Hour - 12*time.Hour)
		desk.refresh(t, tokens.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
	})
}

func TestTokens_areGoodForTheirOwnPurposeOnly(t *testing.T) {
	t.Parallel()
	desk := newDesk(shoptest.SQLite(t))
	desk.register(t, "ravi@example.in")
	tokens := desk.enter(t, "ravi@example.in")
	if desk.knows(t, tokens.RefreshToken) {
		t.Error("a refresh token opens the shop")
	}
	for _, token := range []string{tokens.AccessToken, "made up", ""} {
		desk.refresh(t, token).Expect(t, http.StatusUnauthorized, "Authentication required")
	}
	if n := desk.count(t, `SELECT COUNT(*) FROM tokens WHERE hash IN ('`+tokens.AccessToken+`', '`+tokens.RefreshToken+`')`); n != 0 {
		t.Error("a token is kept as it is")
	}
}

func TestLogout_endsThisLoginAndNoOther(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		phone, laptop := desk.enter(t, "ravi@example.in"), desk.enter(t, "ravi@example.in")
		desk.ask(t, phone.AccessToken, "GET", "/user/logout", "").Expect(t, http.StatusOK, "Logged out successfully")
		if desk.knows(t, phone.AccessToken) {
			t.Error("the access token still works")
		}
		desk.refresh(t, phone.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		desk.ask(t, phone.AccessToken, "GET", "/user/logout", "").Expect(t, http.StatusUnauthorized, "Authentication required")
		if !desk.knows(t, laptop.AccessToken) {
			t.Error("another login ended too")
		}
	})
}

func TestSweep_forgetsWhatHasRunOutAndNothingElse(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		desk.enter(t, "ravi@example.in")
		desk.clock.Advance(32 * 24 * time.Hour)
		fresh := desk.enter(t, "ravi@example.in")
		if err := desk.accounts.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if logins, tokens := desk.count(t, `SELECT COUNT(*) FROM logins`), desk.count(t, `SELECT COUNT(*) FROM tokens`); logins != 1 || tokens != 2 {
			t.Errorf("%d logins and %d tokens are left, want 1 and 2", logins, tokens)
		}
		if !desk.knows(t, fresh.AccessToken) {
			t.Error("a login that goes on was forgotten")
		}
	})
}
