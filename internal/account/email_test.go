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

// code is what the link in the mail to this email carries; "" when none is sent.
func (d desk) code(t *testing.T, kind, email string) string {
	t.Helper()
	code, err := d.accounts.Code(t.Context(), d.newest(t, kind, email))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func (d desk) opens(t *testing.T, code string) shoptest.Response {
	t.Helper()
	return d.ask(t, "", "POST", "/user/verify-email", fmt.Sprintf(`{"code":%q}`, code))
}

func (d desk) self(t *testing.T, token string) account.User {
	t.Helper()
	var user account.User
	d.ask(t, token, "GET", "/user/user-details", "").Expect(t, http.StatusOK, "").Decode(t, &user)
	return user
}

func (d desk) renames(t *testing.T, token, email string) shoptest.Response {
	t.Helper()
	return d.ask(t, token, "PUT", "/user/update-user", fmt.Sprintf(`{"name":"Ravi K","email":%q,"mobile":"9876543210"}`, email))
}

func TestConfirmEmail_takesALinkOnceWithinADay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		desk.register(t, "asha@example.in")
		token := desk.enter(t, "ravi@example.in").AccessToken
		if desk.self(t, token).VerifyEmail {
			t.Error("the address is confirmed before the link is opened")
		}
		code := desk.code(t, "account.confirm", "ravi@example.in")
		for _, wrong := range []string{"", "x", code + "x", strings.ToUpper(code)} {
			desk.opens(t, wrong).ExpectField(t, "code")
		}
		desk.clock.Advance(24*time.Hour - time.Microsecond)
		desk.opens(t, code).Expect(t, http.StatusOK, "Email confirmed!")
		desk.opens(t, code).ExpectField(t, "code")
		if desk.count(t, `SELECT COUNT(*) FROM users WHERE verify_email = TRUE`) != 1 {
			t.Error("not exactly the one address is confirmed")
		}
		late := desk.code(t, "account.confirm", "asha@example.in")
		desk.clock.Advance(time.Microsecond)
		desk.opens(t, late).ExpectField(t, "code")
		if again := desk.code(t, "account.confirm", "asha@example.in"); again != "" {
			t.Error("a link that is over would be mailed")
		}
	})
}

func TestUpdate_withMailANewEmailWaitsForItsLink(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDeskOf(d, true, account.Rules{ConfirmChange: true})
		desk.register(t, "ravi@example.in")
		desk.register(t, "asha@example.in")
		token := desk.enter(t, "ravi@example.in").AccessToken

		refused := desk.renames(t, token, "Asha@example.in").Expect(t, http.StatusConflict, "Email is already registered.")
		if len(refused.Errors) != 1 || refused.Errors[0].Field != "email" || desk.self(t, token).Name != "Ravi" {
			t.Errorf("the refusal is %s", refused.Bytes)
		}
		var user account.User
		desk.renames(t, token, "first@example.in").Expect(t, http.StatusOK, "").Decode(t, &user)
		if user.Email != "ravi@example.in" || user.PendingEmail != "first@example.in" || user.Name != "Ravi K" {
			t.Errorf("answered %+v", user)
		}
		replaced := desk.code(t, "account.confirm_change", "first@example.in")
		desk.renames(t, token, "rk@example.in").Expect(t, http.StatusOK, "")
		desk.opens(t, replaced).ExpectField(t, "code")
		// The form that sends the address that is there leaves the change as it is.
		desk.renames(t, token, "ravi@example.in").Expect(t, http.StatusOK, "Updated successfully")
		if user = desk.self(t, token); user.PendingEmail != "rk@example.in" {
			t.Errorf("waits for %q", user.PendingEmail)
		}
		desk.newest(t, "account.change_asked", "ravi@example.in") // the old address is told
		desk.login(t, "rk@example.in", password).Expect(t, http.StatusUnauthorized, "")

		desk.opens(t, desk.code(t, "account.confirm_change", "rk@example.in")).Expect(t, http.StatusOK, "")
		if user = desk.self(t, token); user.Email != "rk@example.in" || !user.VerifyEmail || user.PendingEmail != "" {
			t.Errorf("became %+v", user)
		}
		desk.newest(t, "account.email_changed", "ravi@example.in")
		desk.enter(t, "rk@example.in")
	})
}

func TestConfirmEmail_cannotTakeAnAddressThatSomebodyHasTakenMeanwhile(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDeskOf(d, true, account.Rules{ConfirmChange: true})
		desk.register(t, "ravi@example.in")
		token := desk.enter(t, "ravi@example.in").AccessToken
		desk.renames(t, token, "new@example.in").Expect(t, http.StatusOK, "")
		desk.register(t, "new@example.in")
		desk.opens(t, desk.code(t, "account.confirm_change", "new@example.in")).Expect(t, http.StatusConflict, "Email is already registered.")
		if user := desk.self(t, token); user.Email != "ravi@example.in" {
			t.Errorf("became %+v", user)
		}
	})
}

func TestUpdate_withoutMailANewEmailTakesEffectAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		desk.opens(t, desk.code(t, "account.confirm", "ravi@example.in")).Expect(t, http.StatusOK, "")
		token := desk.enter(t, "ravi@example.in").AccessToken
		var user account.User
		desk.renames(t, token, "rk@example.in").Expect(t, http.StatusOK, "Updated successfully").Decode(t, &user)
		if user.Email != "rk@example.in" || user.VerifyEmail || user.PendingEmail != "" {
			t.Errorf("became %+v", user)
		}
		desk.newest(t, "account.email_changed", "ravi@example.in")
		desk.opens(t, desk.code(t, "account.confirm", "rk@example.in")).Expect(t, http.StatusOK, "")
		if user = desk.self(t, token); user.Email != "rk@example.in" || !user.VerifyEmail {
			t.Errorf("the new address is not confirmed by its link: %+v", user)
		}
	})
}

func TestUpdate_mailsAnybodyFiveTimesAnHourOnly(t *testing.T) {
	t.Parallel()
	desk := newDeskOf(shoptest.SQLite(t), true, account.Rules{ConfirmChange: true})
	desk.register(t, "ravi@example.in")
	token := desk.enter(t, "ravi@example.in").AccessToken
	for i := range 5 {
		desk.renames(t, token, fmt.Sprintf("victim%d@example.in", i)).Expect(t, http.StatusOK, "")
		desk.renames(t, token, "ravi@example.in").Expect(t, http.StatusOK, "") // which mails nobody
	}
	desk.renames(t, token, "victim@example.in").Expect(t, http.StatusTooManyRequests, "")
	desk.renames(t, token, "ravi@example.in").Expect(t, http.StatusOK, "")
	desk.clock.Advance(time.Hour)
	desk.renames(t, token, "victim@example.in").Expect(t, http.StatusOK, "")
}

func TestConfirmAgain_mailsTheLinkInPlaceOfTheOneBefore(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDeskOf(d, true, account.Rules{ConfirmChange: true})
		desk.register(t, "ravi@example.in")
		token := desk.enter(t, "ravi@example.in").AccessToken
		again := func() shoptest.Response {
			t.Helper()
			return desk.ask(t, token, "POST", "/user/resend-verify-email", "")
		}
		first := desk.code(t, "account.confirm", "ravi@example.in")
		again().Expect(t, http.StatusOK, "We have sent the link to ravi@example.in.")
		desk.opens(t, first).ExpectField(t, "code")
		// A link that is over can be asked for again, too.
		desk.clock.Advance(25 * time.Hour)
		token = desk.enter(t, "ravi@example.in").AccessToken
		again().Expect(t, http.StatusOK, "")
		desk.opens(t, desk.code(t, "account.confirm", "ravi@example.in")).Expect(t, http.StatusOK, "")
		again().Expect(t, http.StatusConflict, "Your email is confirmed already.")

		desk.renames(t, token, "rk@example.in").Expect(t, http.StatusOK, "")
		again().Expect(t, http.StatusOK, "We have sent the link to rk@example.in.")
		desk.opens(t, desk.code(t, "account.confirm_change", "rk@example.in")).Expect(t, http.StatusOK, "")
		if user := desk.self(t, token); user.Email != "rk@example.in" || !user.VerifyEmail {
			t.Errorf("became %+v", user)
		}
	})
}

func TestConfirmAgain_mailsFiveTimesAnHourOnly(t *testing.T) {
	t.Parallel()
	desk := newDesk(shoptest.SQLite(t))
	desk.register(t, "ravi@example.in")
	token := desk.enter(t, "ravi@example.in").AccessToken
	for range 5 {
		desk.ask(t, token, "POST", "/user/resend-verify-email", "").Expect(t, http.StatusOK, "")
	}
	refused := desk.ask(t, token, "POST", "/user/resend-verify-email", "").Expect(t, http.StatusTooManyRequests, "")
	if refused.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	desk.ask(t, "", "POST", "/user/resend-verify-email", "").Expect(t, http.StatusUnauthorized, "Authentication required")
}

func TestConfirmAgain_mailsOneAddressTenTimesADayHoweverManyAsk(t *testing.T) {
	t.Parallel()
	desk := newDeskOf(shoptest.SQLite(t), true, account.Rules{ConfirmChange: true})
	change := func(email string) shoptest.Response {
		desk.clock.Advance(10 * time.Minute) // an address opens ten accounts an hour
		desk.register(t, email)
		return desk.ask(t, desk.enter(t, email).AccessToken, "PUT", "/user/update-user", `{"email":"stranger@example.in"}`)
	}
	for i := range 10 {
		change(fmt.Sprintf("shopper%d@example.in", i)).Expect(t, http.StatusOK, "")
	}
	change("one.more@example.in").Expect(t, http.StatusTooManyRequests, "")
	desk.clock.Advance(24 * time.Hour)
	change("next.day@example.in").Expect(t, http.StatusOK, "")
}

func TestRegister_opensTenAccountsAnHourAnAddress(t *testing.T) {
	t.Parallel()
	desk := newDesk(shoptest.SQLite(t))
	open := func(i int, from string) shoptest.Response {
		t.Helper()
		body := fmt.Sprintf(`{"name":"A","email":"shopper%d@example.in","password":%q}`, i, password)
		// httptest's requests come from 192.0.2.1, which the desk believes.
		return desk.ask(t, "", "POST", "/user/register", body, "X-Forwarded-For", from)
	}
	for i := range 10 {
		desk.ask(t, "", "POST", "/user/register", `{"name":"A","email":"nowhere","password":"seven mangoes"}`, "X-Forwarded-For", "203.0.113.9").ExpectField(t, "email")
		open(i, "203.0.113.9").Expect(t, http.StatusCreated, "")
	}
	refused := open(10, "203.0.113.9").Expect(t, http.StatusTooManyRequests, "")
	if wait, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || wait < 3599 || wait > 3601 {
		t.Errorf("Retry-After is %q", refused.Header.Get("Retry-After"))
	}
	open(11, "203.0.113.10").Expect(t, http.StatusCreated, "")
	desk.clock.Advance(time.Hour)
	open(10, "203.0.113.9").Expect(t, http.StatusCreated, "")
}
