package account_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// decryptCode returns the code of the link in the newest mail of a kind to an email, or "".
func (s testServer) decryptCode(t *testing.T, kind, email string) string {
	t.Helper()
	code, err := s.accounts.Code(t.Context(), s.newestMail(t, kind, email))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func (s testServer) openLink(t *testing.T, code string) shoptest.Response {
	t.Helper()
	return s.request(t, "", "POST", "/user/verify-email", fmt.Sprintf(`{"code":%q}`, code))
}

func (s testServer) details(t *testing.T, token string) account.User {
	t.Helper()
	var user account.User
	s.request(t, token, "GET", "/user/user-details", "").Expect(t, http.StatusOK, "").Decode(t, &user)
	return user
}

func (s testServer) changeEmail(t *testing.T, token, email string) shoptest.Response {
	t.Helper()
	return s.request(t, token, "PUT", "/user/update-user", fmt.Sprintf(`{"name":"Ravi K","email":%q,"mobile":"9876543210"}`, email))
}

func TestConfirmEmail_acceptsALinkOnceWithinADay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		server.register(t, "asha@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		if server.details(t, token).VerifyEmail {
			t.Error("the address is confirmed before the link is opened")
		}
		code := server.decryptCode(t, "account.confirm", "ravi@example.in")
		for _, wrong := range []string{"", "x", code + "x", strings.ToUpper(code)} {
			server.openLink(t, wrong).ExpectField(t, "code")
		}
		server.clock.Advance(24*time.Hour - time.Microsecond)
		server.openLink(t, code).Expect(t, http.StatusOK, "Email confirmed!")
		server.openLink(t, code).ExpectField(t, "code")
		if server.count(t, `SELECT COUNT(*) FROM users WHERE verify_email = TRUE`) != 1 {
			t.Error("not exactly the one address is confirmed")
		}
		late := server.decryptCode(t, "account.confirm", "asha@example.in")
		server.clock.Advance(time.Microsecond)
		server.openLink(t, late).ExpectField(t, "code")
		if again := server.decryptCode(t, "account.confirm", "asha@example.in"); again != "" {
			t.Error("a link that is over would be mailed")
		}
	})
}

func TestUpdate_withMailANewEmailIsPendingUntilConfirmed(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		server.register(t, "ravi@example.in")
		server.openLink(t, server.decryptCode(t, "account.confirm", "ravi@example.in")).Expect(t, http.StatusOK, "")
		server.register(t, "asha@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken

		refused := server.changeEmail(t, token, "Asha@example.in").Expect(t, http.StatusConflict, "Email is already registered.")
		if len(refused.Errors) != 1 || refused.Errors[0].Field != "email" || server.details(t, token).Name != "Ravi" {
			t.Errorf("the refusal is %s, want the field email, and the name Ravi unchanged", refused.Bytes)
		}
		var user account.User
		server.changeEmail(t, token, "first@example.in").Expect(t, http.StatusOK, "").Decode(t, &user)
		if user.Email != "ravi@example.in" || user.PendingEmail != "first@example.in" || user.Name != "Ravi K" {
			t.Errorf("the change returned %+v, want the old email, first@example.in pending and the name Ravi K", user)
		}
		replaced := server.decryptCode(t, "account.confirm_change", "first@example.in")
		server.changeEmail(t, token, "rk@example.in").Expect(t, http.StatusOK, "")
		server.openLink(t, replaced).ExpectField(t, "code")
		// Sending the current address does not cancel the pending change.
		server.changeEmail(t, token, "ravi@example.in").Expect(t, http.StatusOK, "Updated successfully")
		if user = server.details(t, token); user.PendingEmail != "rk@example.in" {
			t.Errorf("waits for %q, want %q", user.PendingEmail, "rk@example.in")
		}
		server.newestMail(t, "account.change_asked", "ravi@example.in") // the old address gets a mail
		server.login(t, "rk@example.in", password).Expect(t, http.StatusUnauthorized, "")

		server.openLink(t, server.decryptCode(t, "account.confirm_change", "rk@example.in")).Expect(t, http.StatusOK, "")
		if user = server.details(t, token); user.Email != "rk@example.in" || !user.VerifyEmail || user.PendingEmail != "" {
			t.Errorf("after the link the user is %+v, want rk@example.in, verified and none pending", user)
		}
		server.newestMail(t, "account.email_changed", "ravi@example.in")
		server.mustLogin(t, "rk@example.in")
	})
}

func TestConfirmEmail_refusesAnAddressTakenMeanwhile(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		server.register(t, "ravi@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		server.changeEmail(t, token, "new@example.in").Expect(t, http.StatusOK, "")
		server.register(t, "new@example.in")
		server.openLink(t, server.decryptCode(t, "account.confirm_change", "new@example.in")).Expect(t, http.StatusConflict, "Email is already registered.")
		if user := server.details(t, token); user.Email != "ravi@example.in" {
			t.Errorf("the user is %+v, want ravi@example.in still", user)
		}
	})
}

func TestLinks_refuseAnAddressThatItsFormerOwnerMayTakeBack(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		_, owner := server.owner(t, "sunita@example.in")
		server.register(t, "ravi@example.in")
		server.changeEmail(t, server.mustLogin(t, "ravi@example.in").AccessToken, "free@example.in").Expect(t, http.StatusOK, "")
		confirmation := server.decryptCode(t, "account.confirm_change", "free@example.in")
		server.invite(t, owner, "free@example.in", "PACKER")
		invitation, err := server.accounts.InviteToken(t.Context(), server.newestMail(t, "account.invite", "free@example.in"))
		if err != nil {
			t.Fatal(err)
		}
		server.register(t, "asha@example.in")
		asha := server.mustLogin(t, "asha@example.in").AccessToken
		for _, email := range []string{"free@example.in", "thief@example.in"} {
			server.changeEmail(t, asha, email).Expect(t, http.StatusOK, "")
			server.openLink(t, server.decryptCode(t, "account.confirm_change", email)).Expect(t, http.StatusOK, "")
		}
		server.openLink(t, confirmation).Expect(t, http.StatusConflict, "Email is already registered.")
		server.join(t, invitation).Expect(t, http.StatusConflict, "Email is already registered.")
		server.undoEmail(t, server.undoCode(t, "account.email_changed", "free@example.in")).Expect(t, http.StatusOK, "")
	})
}

func TestUpdate_withoutMailANewEmailTakesEffectAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		server.openLink(t, server.decryptCode(t, "account.confirm", "ravi@example.in")).Expect(t, http.StatusOK, "")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		var user account.User
		server.changeEmail(t, token, "rk@example.in").Expect(t, http.StatusOK, "Updated successfully").Decode(t, &user)
		if user.Email != "rk@example.in" || user.VerifyEmail || user.PendingEmail != "" {
			t.Errorf("the user is %+v, want rk@example.in, neither verified nor pending", user)
		}
		server.newestMail(t, "account.email_changed", "ravi@example.in")
		server.openLink(t, server.decryptCode(t, "account.confirm", "rk@example.in")).Expect(t, http.StatusOK, "")
		if user = server.details(t, token); user.Email != "rk@example.in" || !user.VerifyEmail {
			t.Errorf("after its link the user is %+v, want rk@example.in, verified", user)
		}
	})
}

func TestUpdate_sendsAtMostFiveMailsAnHour(t *testing.T) {
	t.Parallel()
	server := newServerWith(t, shoptest.SQLite(t), true, account.Rules{ConfirmChange: true})
	server.register(t, "ravi@example.in")
	token := server.mustLogin(t, "ravi@example.in").AccessToken
	for i := range 5 {
		server.changeEmail(t, token, fmt.Sprintf("victim%d@example.in", i)).Expect(t, http.StatusOK, "")
		server.changeEmail(t, token, "ravi@example.in").Expect(t, http.StatusOK, "") // sends no mail
	}
	server.changeEmail(t, token, "victim@example.in").Expect(t, http.StatusTooManyRequests, "")
	server.changeEmail(t, token, "ravi@example.in").Expect(t, http.StatusOK, "")
	server.clock.Advance(time.Hour)
	token = server.mustLogin(t, "ravi@example.in").AccessToken // confirms the password
	server.changeEmail(t, token, "victim@example.in").Expect(t, http.StatusOK, "")
}

func TestConfirmAgain_mailsALinkThatReplacesTheEarlierOne(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		server.register(t, "ravi@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		again := func() shoptest.Response {
			t.Helper()
			return server.request(t, token, "POST", "/user/resend-verify-email", "")
		}
		first := server.decryptCode(t, "account.confirm", "ravi@example.in")
		again().Expect(t, http.StatusOK, "We have sent the link to ravi@example.in.")
		server.openLink(t, first).ExpectField(t, "code")
		// An expired link can be requested again, too.
		server.clock.Advance(25 * time.Hour)
		token = server.mustLogin(t, "ravi@example.in").AccessToken
		again().Expect(t, http.StatusOK, "")
		server.openLink(t, server.decryptCode(t, "account.confirm", "ravi@example.in")).Expect(t, http.StatusOK, "")
		again().Expect(t, http.StatusConflict, "Your email is confirmed already.")

		server.changeEmail(t, token, "rk@example.in").Expect(t, http.StatusOK, "")
		again().Expect(t, http.StatusOK, "We have sent the link to rk@example.in.")
		server.openLink(t, server.decryptCode(t, "account.confirm_change", "rk@example.in")).Expect(t, http.StatusOK, "")
		if user := server.details(t, token); user.Email != "rk@example.in" || !user.VerifyEmail {
			t.Errorf("after the link the user is %+v, want rk@example.in, verified", user)
		}
	})
}

func TestConfirmAgain_isLimitedToFiveMailsAnHour(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	server.register(t, "ravi@example.in")
	token := server.mustLogin(t, "ravi@example.in").AccessToken
	for range 5 {
		server.request(t, token, "POST", "/user/resend-verify-email", "").Expect(t, http.StatusOK, "")
	}
	refused := server.request(t, token, "POST", "/user/resend-verify-email", "").Expect(t, http.StatusTooManyRequests, "")
	if refused.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	server.request(t, "", "POST", "/user/resend-verify-email", "").Expect(t, http.StatusUnauthorized, "Authentication required")
}

func TestConfirmAgain_sendsAtMostTenMailsADayToOneAddress(t *testing.T) {
	t.Parallel()
	server := newServerWith(t, shoptest.SQLite(t), true, account.Rules{ConfirmChange: true})
	networks := 0
	change := func(email string) shoptest.Response {
		server.clock.Advance(10 * time.Minute) // a network can register ten accounts an hour
		server.register(t, email)
		networks++ // a network can cause three mails a day to an address
		return server.request(t, server.mustLogin(t, email).AccessToken, "PUT", "/user/update-user", `{"email":"stranger@example.in"}`,
			"X-Forwarded-For", fmt.Sprintf("203.0.113.%d", networks))
	}
	for i := range 10 {
		change(fmt.Sprintf("shopper%d@example.in", i)).Expect(t, http.StatusOK, "")
	}
	change("one.more@example.in").Expect(t, http.StatusTooManyRequests, "")
	server.clock.Advance(24 * time.Hour)
	change("next.day@example.in").Expect(t, http.StatusOK, "")
}

func TestRegister_isLimitedToTenAccountsAnHourPerAddress(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	open := func(i int, from string) shoptest.Response {
		t.Helper()
		body := fmt.Sprintf(`{"name":"A","email":"shopper%d@example.in","password":%q}`, i, password)
		// httptest's requests come from 192.0.2.1, a trusted proxy here.
		return server.request(t, "", "POST", "/user/register", body, "X-Forwarded-For", from)
	}
	for i := range 10 {
		server.request(t, "", "POST", "/user/register", `{"name":"A","email":"nowhere","password":"seven mangoes"}`, "X-Forwarded-For", "203.0.113.9").ExpectField(t, "email")
		open(i, "203.0.113.9").Expect(t, http.StatusCreated, "")
	}
	refused := open(10, "203.0.113.9").Expect(t, http.StatusTooManyRequests, "")
	if wait, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || wait < 3599 || wait > 3601 {
		t.Errorf("Retry-After is %q, want an hour, 3600", refused.Header.Get("Retry-After"))
	}
	open(11, "203.0.113.10").Expect(t, http.StatusCreated, "")
	server.clock.Advance(time.Hour)
	open(10, "203.0.113.9").Expect(t, http.StatusCreated, "")
}
