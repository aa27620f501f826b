package account_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// loginAt logs in from a network address with the cookie of an earlier login.
func (s testServer) loginAt(t *testing.T, address, cookie, email, password string) shoptest.Response {
	t.Helper()
	body := fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)
	return s.request(t, "", "POST", "/user/login", body, "X-Forwarded-For", address, "Cookie", cookie)
}

// deviceCookie returns the cookie set by a login, as a browser sends it back.
func deviceCookie(t *testing.T, login shoptest.Response) string {
	t.Helper()
	cookie, err := http.ParseSetCookie(login.Header.Get("Set-Cookie"))
	if err != nil {
		t.Fatal(err)
	}
	if cookie.Name != "known_device" || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/api/user" {
		t.Errorf("the cookie is %s, want a known_device for /api/user, HttpOnly, Secure and SameSite=Strict",
			login.Header.Get("Set-Cookie"))
	}
	return cookie.Name + "=" + cookie.Value
}

func TestLogin_isNotBlockedByAttemptsFromAnotherNetwork(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		for range 10 {
			s.loginAt(t, "203.0.113.66", "", "ravi@example.in", "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
		}
		s.loginAt(t, "203.0.113.66", "", "ravi@example.in", password).Expect(t, http.StatusTooManyRequests, "")
		s.loginAt(t, "203.0.113.7", "", "ravi@example.in", password).Expect(t, http.StatusOK, "")
	})
}

func TestLogin_countsFailuresOfAKnownDeviceSeparately(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		s.register(t, "asha@example.in")
		const cafe = "203.0.113.66" // owner and stranger share a network
		own := deviceCookie(t, s.loginAt(t, cafe, "", "ravi@example.in", password))
		family := deviceCookie(t, s.loginAt(t, cafe, own, "asha@example.in", password))
		stranger := deviceCookie(t, s.loginAt(t, cafe, "", "asha@example.in", password))
		for i := range 60 {
			s.loginAt(t, cafe, "", fmt.Sprintf("nobody%d@example.in", i), "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
		}
		for _, cookie := range []string{"", stranger, own[:len(own)-1] + "x", "known_device=" + strings.Repeat("x", 3000)} {
			s.loginAt(t, cafe, cookie, "ravi@example.in", password).Expect(t, http.StatusTooManyRequests, "")
		}
		for _, cookie := range []string{own, family} {
			s.loginAt(t, cafe, cookie, "ravi@example.in", password).Expect(t, http.StatusOK, "")
		}
		s.loginAt(t, cafe, family, "asha@example.in", password).Expect(t, http.StatusOK, "")
		// A stolen device gets no more guesses than any other.
		for range 10 {
			s.loginAt(t, cafe, own, "ravi@example.in", "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
		}
		s.loginAt(t, cafe, own, "ravi@example.in", password).Expect(t, http.StatusTooManyRequests, "")
	})
}

func TestLogin_slowsAttacksFromManyNetworksAndWarnsTheOwnerOnceADay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		own := deviceCookie(t, s.loginAt(t, "203.0.113.7", "", "ravi@example.in", password))
		var paused time.Duration
		s.pause(func(_ context.Context, d time.Duration) { paused += d })
		for i := range 30 {
			s.loginAt(t, fmt.Sprintf("203.0.113.%d", 100+i), "", "ravi@example.in", "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
		}
		if paused != 0 {
			t.Fatalf("logins were paused for %s before it was an attack, want no pause", paused)
		}
		s.loginAt(t, "203.0.113.200", "", "ravi@example.in", "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
		s.loginAt(t, "203.0.113.201", "", "ravi@example.in", password).Expect(t, http.StatusOK, "")
		if paused != 4*time.Second {
			t.Errorf("a wrong and a right password waited %s together, want 2 s each", paused)
		}
		s.loginAt(t, "203.0.113.7", own, "ravi@example.in", password).Expect(t, http.StatusOK, "")
		if paused != 4*time.Second {
			t.Error("the owner's own device had to wait")
		}
		mails := func() int {
			return s.count(t, `SELECT COUNT(*) FROM jobs WHERE kind = '`+string(account.MailAttackJob)+`'`)
		}
		if n := mails(); n != 1 {
			t.Errorf("%d mails, want one", n)
		}
		s.clock.Advance(24 * time.Hour)
		for i := range 31 {
			s.loginAt(t, fmt.Sprintf("203.0.113.%d", 100+i), "", "ravi@example.in", "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
			s.loginAt(t, fmt.Sprintf("203.0.113.%d", 100+i), "", "nobody@example.in", "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
		}
		if n := mails(); n != 2 {
			t.Errorf("%d mails after another day, want two, and none to an unknown email", n)
		}
	})
}
