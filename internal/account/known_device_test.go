package account_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// exhaustLogins uses up a network's limit of failed logins.
func (s testServer) exhaustLogins(t *testing.T, network string) {
	t.Helper()
	for i := range 60 {
		s.loginAt(t, network, "", fmt.Sprintf("nobody%d@example.in", i), "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
	}
}

func TestKnownDevice_becomesUnknownWhenThePasswordChanges(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		const cafe, home = "203.0.113.66", "203.0.113.7"
		thief := deviceCookie(t, s.loginAt(t, cafe, "", "ravi@example.in", password))
		login := s.loginAt(t, home, "", "ravi@example.in", password)
		own := deviceCookie(t, login)
		var tokens struct{ AccessToken string }
		login.Decode(t, &tokens)
		body := fmt.Sprintf(`{"password":%q,"newPassword":"eight mangoes","confirmPassword":"eight mangoes"}`, password)
		changed := s.request(t, tokens.AccessToken, "PUT", "/user/change-password", body, "Cookie", own).Expect(t, http.StatusOK, "")
		renewed := deviceCookie(t, changed)

		s.exhaustLogins(t, cafe)
		for _, cookie := range []string{thief, own} {
			s.loginAt(t, cafe, cookie, "ravi@example.in", "guess mangoes").Expect(t, http.StatusTooManyRequests, "")
		}
		s.loginAt(t, cafe, renewed, "ravi@example.in", "eight mangoes").Expect(t, http.StatusOK, "")
		// The change of password does not make an unknown device known.
		body = `{"password":"eight mangoes","newPassword":"nine mangoes","confirmPassword":"nine mangoes"}`
		if cookie := s.request(t, tokens.AccessToken, "PUT", "/user/change-password", body, "Cookie", thief).Expect(t, http.StatusOK, "").Header.Get("Set-Cookie"); cookie != "" {
			t.Errorf("the change of password set the cookie %s, want none", cookie)
		}
	})
}

func TestKnownDevice_isLimitedToTenNewDevicesADayPerAccount(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		var cookies []string
		for i := range 12 {
			login := s.loginAt(t, fmt.Sprintf("203.0.113.%d", i), "", "ravi@example.in", password).Expect(t, http.StatusOK, "")
			if (login.Header.Get("Set-Cookie") != "") != (i < 10) {
				t.Errorf("login %d set the cookie %q, want one for the first ten alone", i+1, login.Header.Get("Set-Cookie"))
			}
			if i < 10 {
				cookies = append(cookies, deviceCookie(t, login))
			}
		}
		// All known devices together get forty OTPs a day.
		sent := 0
		for i := range 100 {
			response := s.requestOTPAt(t, fmt.Sprintf("198.51.100.%d", i%10), cookies[i%10], "ravi@example.in")
			if response.Status == http.StatusOK {
				sent++
			}
			if i%10 == 9 {
				s.clock.Advance(10 * time.Minute)
			}
		}
		if sent != 40 {
			t.Errorf("%d OTPs were mailed, want 40", sent)
		}
		s.clock.Advance(24 * time.Hour)
		deviceCookie(t, s.loginAt(t, "203.0.113.20", "", "ravi@example.in", password))
	})
}

func TestKnownDevice_logsInByPasskeyDespiteLimitsUsedUpByStrangers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := passkeyServer(t, d)
		owner, token := s.owner(t, "sunita@example.in")
		phone := newDevice(owner)
		s.addPasskey(t, token, phone)
		const cafe = "203.0.113.66"
		begin := func(cookie string) shoptest.Response {
			return s.at(t, cafe, cookie, "POST", "/user/passkey-login/begin", "")
		}
		login := func(c challenge, cookie string) shoptest.Response {
			body := fmt.Sprintf(`{"challenge":%q,"credential":%s}`, c.Challenge, phone.signChallenge(t, c))
			return s.at(t, cafe, cookie, "POST", "/user/passkey-login", body)
		}
		var first challenge
		begin("").Expect(t, http.StatusOK, "").Decode(t, &first)
		own := deviceCookie(t, login(first, "").Expect(t, http.StatusOK, ""))
		var spare challenge
		begin("").Expect(t, http.StatusOK, "").Decode(t, &spare)
		for range 118 {
			begin("").Expect(t, http.StatusOK, "")
		}
		s.exhaustLogins(t, cafe)

		begin("").Expect(t, http.StatusTooManyRequests, "")
		begin("known_device="+owner.ID+".made.up").Expect(t, http.StatusTooManyRequests, "")
		login(spare, "").Expect(t, http.StatusTooManyRequests, "")
		var c challenge
		begin(own).Expect(t, http.StatusOK, "").Decode(t, &c)
		login(c, own).Expect(t, http.StatusOK, "")
		// Passkey logins of a known device are limited, too.
		for range 19 {
			begin(own).Expect(t, http.StatusOK, "")
		}
		begin(own).Expect(t, http.StatusTooManyRequests, "")
	})
}
