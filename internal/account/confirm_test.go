package account_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

const newPassword = "eleven guavas"

func (s testServer) changePassword(t *testing.T, token, current string) shoptest.Response {
	t.Helper()
	body := fmt.Sprintf(`{"password":%q,"newPassword":%q,"confirmPassword":%q}`, current, newPassword, newPassword)
	return s.request(t, token, "PUT", "/user/change-password", body)
}

func (s testServer) undoEmail(t *testing.T, code string) shoptest.Response {
	t.Helper()
	return s.request(t, "", "POST", "/user/undo-email", fmt.Sprintf(`{"code":%q}`, code))
}

// undoCode returns the code of the link in the mail to a former address, or "".
func (s testServer) undoCode(t *testing.T, kind, email string) string {
	t.Helper()
	code, err := s.accounts.UndoCode(t.Context(), s.newestMail(t, kind, email))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestUpdate_requiresThePasswordFifteenMinutesAfterTheLogin(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		tokens := s.mustLogin(t, "ravi@example.in")
		s.clock.Advance(15*time.Minute - time.Microsecond)
		s.changeEmail(t, tokens.AccessToken, "rk@example.in").Expect(t, http.StatusOK, "")
		s.clock.Advance(time.Microsecond)
		s.changeEmail(t, tokens.AccessToken, "thief@example.in").Expect(t, http.StatusForbidden, "Please confirm your password")
		// A refresh does not count as typing the password.
		var fresh account.LoginTokens
		s.refresh(t, tokens.RefreshToken).Expect(t, http.StatusOK, "").Decode(t, &fresh)
		s.changeEmail(t, fresh.AccessToken, "thief@example.in").Expect(t, http.StatusForbidden, "Please confirm your password")
		// An unchanged email and other fields need no confirmation.
		s.changeEmail(t, fresh.AccessToken, "rk@example.in").Expect(t, http.StatusOK, "Updated successfully")
		with := func(password string) shoptest.Response {
			return s.request(t, fresh.AccessToken, "PUT", "/user/update-user", fmt.Sprintf(`{"email":"ravi.k@example.in","password":%q}`, password))
		}
		with("wrong mangoes").ExpectField(t, "password")
		if email := s.details(t, fresh.AccessToken).Email; email != "rk@example.in" {
			t.Errorf("a wrong password changed the email to %s, want %q", email, "rk@example.in")
		}
		with(password).Expect(t, http.StatusOK, "")
		s.changeEmail(t, fresh.AccessToken, "again@example.in").Expect(t, http.StatusOK, "")
		s.expectLogged(t, "Ravi K|email.change|Ravi K|ravi.k@example.in|again@example.in|192.0.2.1")
	})
}

func TestConfirm_limitsPasswordAttemptsWithAStolenToken(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		token := s.mustLogin(t, "ravi@example.in").AccessToken
		for range 10 {
			s.changePassword(t, token, "wrong mangoes").ExpectField(t, "password")
		}
		s.changePassword(t, token, password).Expect(t, http.StatusTooManyRequests, "")
		s.clock.Advance(15 * time.Minute)
		s.changePassword(t, token, password).Expect(t, http.StatusOK, "")
	})
}

func TestChangePassword_endsAllOtherLogins(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		thief, own := s.mustLogin(t, "ravi@example.in"), s.mustLogin(t, "ravi@example.in")
		// The password is required even right after the login.
		s.changePassword(t, own.AccessToken, "").Expect(t, http.StatusForbidden, "Please confirm your password")
		s.clock.Advance(time.Hour)
		s.changePassword(t, own.AccessToken, "").Expect(t, http.StatusForbidden, "Please confirm your password")
		s.changePassword(t, own.AccessToken, password).Expect(t, http.StatusOK, "Password changed successfully!")
		if s.authenticated(t, thief.AccessToken) || !s.authenticated(t, own.AccessToken) {
			t.Error("the wrong logins have ended, want only the other one")
		}
		s.refresh(t, thief.RefreshToken).Expect(t, http.StatusUnauthorized, "")
		s.login(t, "ravi@example.in", password).Expect(t, http.StatusUnauthorized, "")
		s.login(t, "ravi@example.in", newPassword).Expect(t, http.StatusOK, "")
		s.newestMail(t, "account.password_changed", "ravi@example.in")
		if s.details(t, own.AccessToken).VerifyEmail {
			t.Error("setting a new password has confirmed the email")
		}
		for body, field := range map[string]string{
			`{"password":"eleven guavas"}`: "newPassword",
			`{"password":"eleven guavas","newPassword":"short","confirmPassword":"short"}`:                   "newPassword",
			`{"password":"eleven guavas","newPassword":"twelve guavas","confirmPassword":"thirteen guavas"}`: "confirmPassword",
		} {
			s.request(t, own.AccessToken, "PUT", "/user/change-password", body).ExpectField(t, field)
		}
	})
}

func TestUndoEmail_restoresTheFormerEmail(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		s.register(t, "ravi@example.in")
		s.openLink(t, s.decryptCode(t, "account.confirm", "ravi@example.in")).Expect(t, http.StatusOK, "")
		thief := s.mustLogin(t, "ravi@example.in")
		s.changeEmail(t, thief.AccessToken, "thief@example.in").Expect(t, http.StatusOK, "")
		s.openLink(t, s.decryptCode(t, "account.confirm_change", "thief@example.in")).Expect(t, http.StatusOK, "")
		// The thief changes the address once more.
		s.changeEmail(t, thief.AccessToken, "thief2@example.in").Expect(t, http.StatusOK, "")
		s.openLink(t, s.decryptCode(t, "account.confirm_change", "thief2@example.in")).Expect(t, http.StatusOK, "")
		// Meanwhile, nobody else can register with the former address.
		s.request(t, "", "POST", "/user/register", `{"name":"Thief","email":"ravi@example.in","password":"seven mangoes"}`).
			Expect(t, http.StatusConflict, "Email is already registered.")
		code, theirs := s.undoCode(t, "account.email_changed", "ravi@example.in"), s.undoCode(t, "account.email_changed", "thief@example.in")
		s.clock.Advance(7*24*time.Hour - time.Microsecond)
		s.undoEmail(t, code+"x").ExpectField(t, "code")
		s.undoEmail(t, code).Expect(t, http.StatusOK, "Your email is as it was. Please choose a new password.")
		s.undoEmail(t, code).ExpectField(t, "code")
		s.undoEmail(t, theirs).ExpectField(t, "code")
		s.refresh(t, thief.RefreshToken).Expect(t, http.StatusUnauthorized, "")
		if n := s.count(t, `SELECT COUNT(*) FROM users WHERE email = 'ravi@example.in' AND verify_email = TRUE`); n != 1 {
			t.Error("the account does not have its former address")
		}
		s.expectLogged(t, "|email.undo|Ravi K|thief2@example.in|ravi@example.in|192.0.2.1")
	})
}

func TestUndoEmail_removesTheAttackersPasswordAndSecondFactor(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		_, own := s.owner(t, "sunita@example.in")
		thief := s.mustLogin(t, "sunita@example.in") // knows the password
		s.clock.Advance(time.Second)
		s.changeEmail(t, thief.AccessToken, "thief@example.in").Expect(t, http.StatusOK, "")
		s.openLink(t, s.decryptCode(t, "account.confirm_change", "thief@example.in")).Expect(t, http.StatusOK, "")
		s.changePassword(t, thief.AccessToken, password).Expect(t, http.StatusOK, "")
		s.secondFactorWith(t, thief.AccessToken, newPassword)
		theirs := s.resetTokenAt(t, "203.0.113.66", "thief@example.in")

		undone := s.undoEmail(t, s.undoCode(t, "account.email_changed", "sunita@example.in")).Expect(t, http.StatusOK, "")
		for _, known := range []string{password, newPassword} {
			for _, email := range []string{"sunita@example.in", "thief@example.in"} {
				s.login(t, email, known).Expect(t, http.StatusUnauthorized, "Email or password is incorrect.")
			}
		}
		s.resetPassword(t, theirs, "nine mangoes", "nine mangoes").Expect(t, http.StatusUnauthorized, "")
		if s.authenticated(t, thief.AccessToken) || s.authenticated(t, own) {
			t.Error("a login is still valid")
		}
		// The cookie of the opened link lets the owner set a password without another mail.
		cookie, err := http.ParseSetCookie(undone.Header.Get("Set-Cookie"))
		if err != nil || cookie.Path != "/api/user/reset-password" {
			t.Fatalf("the cookie is %+v, %v, want the path /api/user/reset-password", cookie, err)
		}
		s.resetPassword(t, cookie.Value, "twelve guavas", "twelve guavas").Expect(t, http.StatusOK, "")
		s.resetPassword(t, cookie.Value, "nine guavas", "nine guavas").Expect(t, http.StatusUnauthorized, "")
		s.login(t, "sunita@example.in", "twelve guavas").Expect(t, http.StatusOK, "")
	})
}

func TestUndoEmail_leavesTheOwnersSecondFactor(t *testing.T) {
	t.Parallel()
	s := newServerWith(t, shoptest.SQLite(t), true, account.Rules{ConfirmChange: true})
	_, token := s.owner(t, "sunita@example.in")
	secret, _ := s.secondFactor(t, token)
	s.clock.Advance(25 * time.Hour)
	var tokens account.LoginTokens
	s.loginWithCode(t, "sunita@example.in", s.codeOf(t, secret)).Expect(t, http.StatusOK, "").Decode(t, &tokens)
	s.changeEmail(t, tokens.AccessToken, "thief@example.in").Expect(t, http.StatusOK, "")
	var undone account.UndoneEmail
	s.undoEmail(t, s.undoCode(t, "account.change_asked", "sunita@example.in")).Expect(t, http.StatusOK, "").Decode(t, &undone)
	s.resetPassword(t, undone.ResetToken, "twelve guavas", "twelve guavas").Expect(t, http.StatusOK, "")
	s.login(t, "sunita@example.in", "twelve guavas").Expect(t, http.StatusUnauthorized, "Second factor required")
}

func TestUndoEmail_cancelsAnUnconfirmedChange(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		s.register(t, "ravi@example.in")
		s.openLink(t, s.decryptCode(t, "account.confirm", "ravi@example.in")).Expect(t, http.StatusOK, "")
		thief := s.mustLogin(t, "ravi@example.in")
		s.changeEmail(t, thief.AccessToken, "thief@example.in").Expect(t, http.StatusOK, "")
		s.undoEmail(t, s.undoCode(t, "account.change_asked", "ravi@example.in")).Expect(t, http.StatusOK, "")
		if s.authenticated(t, thief.AccessToken) {
			t.Error("the thief is still logged in")
		}
		if code := s.decryptCode(t, "account.confirm_change", "thief@example.in"); code != "" {
			t.Error("the change can still be confirmed")
		}
	})
}

func TestUndoEmail_expiresAfterSevenDays(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		s.openLink(t, s.decryptCode(t, "account.confirm", "ravi@example.in")).Expect(t, http.StatusOK, "")
		token := s.mustLogin(t, "ravi@example.in").AccessToken
		s.changeEmail(t, token, "rk@example.in").Expect(t, http.StatusOK, "")
		code := s.undoCode(t, "account.email_changed", "ravi@example.in")
		s.clock.Advance(7 * 24 * time.Hour)
		s.undoEmail(t, code).ExpectField(t, "code")
		s.register(t, "ravi@example.in")
		s.clock.Advance(time.Microsecond)
		if err := s.accounts.Sweep(t.Context()); err != nil || s.count(t, `SELECT COUNT(*) FROM email_undos`) != 0 {
			t.Errorf("sweep: %v, or an expired undo link is still stored, want none", err)
		}
	})
}

func TestRefresh_endsALoginAfterNinetyDays(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		tokens := s.mustLogin(t, "ravi@example.in")
		for range 3 {
			s.clock.Advance(29 * 24 * time.Hour)
			s.refresh(t, tokens.RefreshToken).Expect(t, http.StatusOK, "").Decode(t, &tokens)
		}
		s.clock.Advance(3*24*time.Hour - time.Hour)
		s.refresh(t, tokens.RefreshToken).Expect(t, http.StatusOK, "").Decode(t, &tokens)
		s.clock.Advance(time.Hour)
		if s.authenticated(t, tokens.AccessToken) {
			t.Error("an access token outlives its login")
		}
		s.refresh(t, tokens.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
	})
}

func TestRefresh_detectsATokenCopiedInTheGracePeriodAtItsNextUse(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		first := s.mustLogin(t, "ravi@example.in")
		var own, thief account.LoginTokens
		s.refresh(t, first.RefreshToken).Expect(t, http.StatusOK, "").Decode(t, &own)
		s.clock.Advance(5 * time.Second)
		s.refresh(t, first.RefreshToken).Expect(t, http.StatusOK, "").Decode(t, &thief)
		// The thief's refresh token is used first, the owner's later.
		s.clock.Advance(12 * time.Hour)
		s.refresh(t, thief.RefreshToken).Expect(t, http.StatusOK, "").Decode(t, &thief)
		s.clock.Advance(time.Hour)
		s.refresh(t, own.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
		if s.authenticated(t, thief.AccessToken) {
			t.Error("the copy is still logged in")
		}
		s.refresh(t, thief.RefreshToken).Expect(t, http.StatusUnauthorized, "Authentication required")
	})
}

func TestLogin_endsTheOldestOfMoreThanAHundredLogins(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		first := s.mustLogin(t, "ravi@example.in")
		s.clock.Advance(time.Second)
		second := s.mustLogin(t, "ravi@example.in")
		for range 98 {
			s.clock.Advance(time.Second)
			s.mustLogin(t, "ravi@example.in")
		}
		if !s.authenticated(t, first.AccessToken) {
			t.Fatal("one of 100 logins has ended")
		}
		s.mustLogin(t, "ravi@example.in")
		if s.authenticated(t, first.AccessToken) || !s.authenticated(t, second.AccessToken) {
			t.Error("the wrong logins have ended, want only the oldest")
		}
	})
}

func TestUndoEmail_isNotOfferedToAnAddressThatWasNeverConfirmed(t *testing.T) {
	t.Parallel()
	for _, confirmChange := range []bool{true, false} {
		s := newServerWith(t, shoptest.SQLite(t), true, account.Rules{ConfirmChange: confirmChange})
		s.register(t, "stranger@example.in") // a typo: somebody else's address
		ravi := s.mustLogin(t, "stranger@example.in")
		s.changeEmail(t, ravi.AccessToken, "ravi@example.in").Expect(t, http.StatusOK, "")
		if n := s.count(t, `SELECT COUNT(*) FROM jobs WHERE kind IN ('account.change_asked', 'account.email_changed')`); n != 0 {
			t.Errorf("%d mails let a stranger log in, want 0", n)
		}
		if n := s.count(t, `SELECT COUNT(*) FROM email_undos`); n != 0 {
			t.Errorf("%d undo links are stored, want 0", n)
		}
	}
}
