package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestResetPassword_acceptsTheTokenOrItsCookieOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		server.resetPassword(t, server.resetToken(t, "ravi@example.in"), "eight mangoes", "eight mangoes", `,"email":"Ravi@example.in"`).
			Expect(t, http.StatusOK, "Password reset successfully!")
		server.login(t, "ravi@example.in", "eight mangoes").Expect(t, http.StatusOK, "")
		server.login(t, "ravi@example.in", password).Expect(t, http.StatusUnauthorized, "")

		server.requestOTP(t, "ravi@example.in")
		verified := server.verifyOTP(t, "ravi@example.in", server.mailedOTP(t, "ravi@example.in")).Expect(t, http.StatusOK, "")
		cookie, err := http.ParseSetCookie(verified.Header.Get("Set-Cookie"))
		if err != nil {
			t.Fatal(err)
		}
		var data account.ResetGrant
		verified.Decode(t, &data)
		if cookie.Value != data.ResetToken || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || !cookie.Secure ||
			cookie.MaxAge != 600 || cookie.Path != "/api/user/reset-password" {
			t.Errorf("the cookie is %+v, want the reset token for 600 s, HttpOnly, Secure and SameSite=Strict", cookie)
		}
		body := `{"email":"ravi@example.in","newPassword":"nine mangoes","confirmPassword":"nine mangoes"}`
		again := func() shoptest.Response {
			return server.request(t, "", "PUT", "/user/reset-password", body, "Cookie", cookie.Name+"="+cookie.Value)
		}
		done := again().Expect(t, http.StatusOK, "Password reset successfully!")
		if removed, err := http.ParseSetCookie(done.Header.Get("Set-Cookie")); err != nil || removed.MaxAge >= 0 || removed.Path != cookie.Path {
			t.Errorf("the cookie after the reset is %v, %v, want it removed at its path", removed, err)
		}
		again().Expect(t, http.StatusUnauthorized, "Password reset failed")
		server.login(t, "ravi@example.in", "nine mangoes").Expect(t, http.StatusOK, "")
	})
}

func TestResetPassword_refusesWithoutTheRightToken(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		server.register(t, "asha@example.in")
		token := server.resetToken(t, "ravi@example.in")
		refuse := func(reply shoptest.Response) {
			t.Helper()
			reply.Expect(t, http.StatusUnauthorized, "Password reset failed")
		}
		// Without a valid token, nothing else is validated.
		refuse(server.request(t, "", "PUT", "/user/reset-password", ""))
		refuse(server.resetPassword(t, "", "a", "b"))
		refuse(server.resetPassword(t, strings.ToUpper(token)+"x", "eight mangoes", "eight mangoes"))
		refuse(server.resetPassword(t, token, "eight mangoes", "eight mangoes", `,"email":"asha@example.in"`))
		refuse(server.resetPassword(t, token, "eight mangoes", "eight mangoes", `,"email":"no email"`))
		// A correctable mistake does not spend the token.
		server.resetPassword(t, token, "eight mangoes", "nine mangoes").ExpectField(t, "confirmPassword")
		server.resetPassword(t, token, "eight mangoes", "Eight mangoes").Expect(t, http.StatusBadRequest, "Passwords do not match")
		server.resetPassword(t, token, "", "").ExpectField(t, "newPassword")
		server.resetPassword(t, token, "short", "short").ExpectField(t, "newPassword")
		server.resetPassword(t, token, "password123", "password123").ExpectField(t, "newPassword")
		server.resetPassword(t, token, strings.Repeat("x", 129), strings.Repeat("x", 129)).ExpectField(t, "newPassword")
		server.clock.Advance(10*time.Minute - time.Microsecond)
		server.resetPassword(t, token, "eight mangoes", "eight mangoes").Expect(t, http.StatusOK, "")

		late := server.resetToken(t, "asha@example.in")
		server.clock.Advance(10 * time.Minute)
		refuse(server.resetPassword(t, late, "eight mangoes", "eight mangoes"))
		closed := server.resetToken(t, "asha@example.in")
		server.exec(t, `UPDATE users SET status = 'Suspended' WHERE email = 'asha@example.in'`)
		refuse(server.resetPassword(t, closed, "eight mangoes", "eight mangoes"))
	})
}

func TestResetPassword_acceptsATokenOnceUnderConcurrency(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		token := server.resetToken(t, "ravi@example.in")
		var set atomic.Value
		var times atomic.Int64
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				word := fmt.Sprintf("%d ripe mangoes", i)
				switch reply := server.resetPassword(t, token, word, word); reply.Status {
				case http.StatusOK:
					times.Add(1)
					set.Store(word)
				case http.StatusUnauthorized:
				default:
					t.Errorf("a reset returned %d, want 200 or 401", reply.Status)
				}
			})
		}
		all.Wait()
		if times.Load() != 1 {
			t.Fatalf("the token was spent %d times, want 1", times.Load())
		}
		word, _ := set.Load().(string)
		server.login(t, "ravi@example.in", word).Expect(t, http.StatusOK, "")
		if n := server.count(t, `SELECT COUNT(*) FROM jobs WHERE kind = 'account.password_changed'`); n != 1 {
			t.Errorf("%d mails say that the password was changed, want 1", n)
		}
	})
}

func TestResetPassword_endsAllLoginsAndAPendingChangeOfEmail(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		server.register(t, "ravi@example.in")
		server.register(t, "asha@example.in")
		asha := server.mustLogin(t, "asha@example.in")
		phone, laptop := server.mustLogin(t, "ravi@example.in"), server.mustLogin(t, "ravi@example.in")
		server.request(t, phone.AccessToken, "PUT", "/user/update-user", `{"email":"thief@example.in"}`).Expect(t, http.StatusOK, "")
		code := server.decryptCode(t, "account.confirm_change", "thief@example.in")
		for range 10 {
			server.login(t, "ravi@example.in", "nine mangoes").Expect(t, http.StatusUnauthorized, "")
		}
		server.resetPassword(t, server.resetToken(t, "ravi@example.in"), "eight mangoes", "eight mangoes").Expect(t, http.StatusOK, "")
		for _, tokens := range []account.LoginTokens{phone, laptop} {
			if server.authenticated(t, tokens.AccessToken) || server.refresh(t, tokens.RefreshToken).Status != http.StatusUnauthorized {
				t.Error("a login outlives the reset")
			}
		}
		if !server.authenticated(t, asha.AccessToken) {
			t.Error("somebody else's login ended")
		}
		server.request(t, "", "POST", "/user/verify-email", fmt.Sprintf(`{"code":%q}`, code)).ExpectField(t, "code")
		// The reset also clears the failures with the old password, and confirms the email.
		var user account.User
		server.login(t, "ravi@example.in", "eight mangoes").Expect(t, http.StatusOK, "")
		token := server.login(t, "ravi@example.in", "eight mangoes")
		var tokens account.LoginTokens
		token.Decode(t, &tokens)
		server.request(t, tokens.AccessToken, "GET", "/user/user-details", "").Decode(t, &user)
		if !user.VerifyEmail || user.PendingEmail != "" {
			t.Errorf("after the reset the user is %+v, want the email verified and none pending", user)
		}
	})
}

func TestResetPassword_leavesNoLoginWithTheOldPassword(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServerWith(t, d, false, account.Rules{Unlimited: true})
		server.register(t, "ravi@example.in")
		old := password
		for i := range 4 {
			token, word := server.resetToken(t, "ravi@example.in"), fmt.Sprintf("%d ripe mangoes", i)
			var mu sync.Mutex
			var entered []account.LoginTokens
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					if reply := server.login(t, "ravi@example.in", old); reply.Status == http.StatusOK {
						var tokens account.LoginTokens
						reply.Decode(t, &tokens)
						mu.Lock()
						defer mu.Unlock()
						entered = append(entered, tokens)
					}
				})
			}
			all.Go(func() { server.resetPassword(t, token, word, word).Expect(t, http.StatusOK, "") })
			all.Wait()
			for _, tokens := range entered {
				if server.authenticated(t, tokens.AccessToken) {
					t.Error("a login with the old password slipped in behind the reset")
				}
			}
			old = word
		}
	})
}

func TestSweep_deletesExpiredCodes(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		server.requestOTP(t, "ravi@example.in")
		left := func() int {
			return server.count(t, `SELECT (SELECT COUNT(*) FROM password_resets) + (SELECT COUNT(*) FROM email_codes)`)
		}
		server.clock.Advance(23 * time.Hour)
		if err := server.accounts.Sweep(t.Context()); err != nil || left() != 2 {
			t.Errorf("%d rows are left after 23 hours, want both: %v", left(), err)
		}
		server.clock.Advance(2 * time.Hour)
		if err := server.accounts.Sweep(t.Context()); err != nil || left() != 0 {
			t.Errorf("%d rows are left after 25 hours: %v, want 0", left(), err)
		}
	})
}
