package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/shoptest"
)

const (
	androidChrome = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
	iPhoneSafari  = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
	windowsEdge   = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0"
)

// loginFrom logs in with a browser and returns the access token.
func (s testServer) loginFrom(t *testing.T, email, userAgent string) string {
	t.Helper()
	var tokens account.LoginTokens
	s.request(t, "", "POST", "/user/login", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password), "User-Agent", userAgent).
		Expect(t, http.StatusOK, "").Decode(t, &tokens)
	return tokens.AccessToken
}

func (s testServer) logins(t *testing.T, token string) (logins []account.Login) {
	t.Helper()
	s.request(t, token, "GET", "/user/sessions", "").Expect(t, http.StatusOK, "").Decode(t, &logins)
	return logins
}

func TestLogins_listTheirDevices(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		for _, agent := range []string{androidChrome, iPhoneSafari, windowsEdge, "curl/8"} {
			s.loginFrom(t, "ravi@example.in", agent)
			s.clock.Advance(time.Minute)
		}
		ended := s.loginFrom(t, "ravi@example.in", "gone")
		s.request(t, ended, "GET", "/user/logout", "").Expect(t, http.StatusOK, "")
		token := s.loginFrom(t, "ravi@example.in", windowsEdge)
		s.clock.Advance(time.Hour)
		logins := s.logins(t, token)
		devices := []string{}
		for _, login := range logins {
			devices = append(devices, login.Device)
		}
		if got := strings.Join(devices, ", "); got != "Edge on Windows, Another device, Edge on Windows, Safari on iPhone, Chrome on Android" {
			t.Errorf("the devices are %s, want Edge on Windows, Another device, Edge on Windows, Safari on iPhone, Chrome on Android", got)
		}
		entries, err := db.All[language.Stored](t.Context(), d, `SELECT after FROM audit_log WHERE what = 'login.ok' ORDER BY id`)
		if err != nil || entries[0].In("hi") != "Android पर Chrome" {
			t.Errorf("in Hindi the log says %q of the first login, %v, want %q", entries[0].In("hi"), err, "Android पर Chrome")
		}
		first := logins[0]
		if !first.Current || logins[1].Current || first.Address != "192.0.2.1" || !first.LastSeenAt.Equal(s.clock.Now()) || !first.CreatedAt.Equal(s.clock.Now().Add(-time.Hour)) {
			t.Errorf("the current login is %+v", first)
		}
	})
}

func TestLogins_canBeEndedOneByOneOrAllExceptTheCurrent(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		s.register(t, "meera@example.in")
		meera := s.loginFrom(t, "meera@example.in", androidChrome)
		lost, tablet, token := s.loginFrom(t, "ravi@example.in", androidChrome), s.loginFrom(t, "ravi@example.in", iPhoneSafari), s.loginFrom(t, "ravi@example.in", windowsEdge)
		end := func(body string) shoptest.Response {
			t.Helper()
			return s.request(t, token, "DELETE", "/user/sessions", body)
		}
		for _, login := range s.logins(t, token) {
			if login.Device == "Chrome on Android" {
				end(fmt.Sprintf(`{"_id":%q}`, login.ID)).Expect(t, http.StatusOK, "Logged out there.")
				end(fmt.Sprintf(`{"_id":%q}`, login.ID)).Expect(t, http.StatusNotFound, "")
			}
		}
		if s.authenticated(t, lost) || !s.authenticated(t, tablet) {
			t.Error("another login than the one named was ended")
		}
		end(fmt.Sprintf(`{"_id":%q}`, s.logins(t, meera)[0].ID)).Expect(t, http.StatusNotFound, "")
		end(`{}`).ExpectField(t, "_id")
		end(`{"all":true}`).Expect(t, http.StatusOK, "")
		if s.authenticated(t, tablet) || !s.authenticated(t, token) || !s.authenticated(t, meera) {
			t.Error("not all other logins of the caller have ended, or more")
		}
	})
}

func TestAuthenticate_writesNothing(t *testing.T) {
	t.Parallel()
	s := newServer(t, shoptest.SQLite(t))
	s.register(t, "ravi@example.in")
	token := s.mustLogin(t, "ravi@example.in").AccessToken
	for range 3 {
		s.clock.Advance(time.Minute)
		s.authenticated(t, token)
	}
	if n := s.count(t, `SELECT COUNT(*) FROM logins WHERE last_seen_at IS NOT NULL`); n != 0 {
		t.Error("a call wrote when the login was used")
	}
	if err := s.accounts.SaveLoginUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := s.count(t, `SELECT COUNT(*) FROM logins WHERE last_seen_at IS NOT NULL`); n != 1 {
		t.Error("the worker did not write when the login was used")
	}
}

func TestSuspend_endsLoginsAndShowsTheReason(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		ravi := s.register(t, "ravi@example.in")
		tokens := s.mustLogin(t, "ravi@example.in")
		if err := s.accounts.Suspend(t.Context(), ravi.ID, "Three orders were not taken."); err != nil {
			t.Fatal(err)
		}
		if s.authenticated(t, tokens.AccessToken) {
			t.Error("the access token is still accepted")
		}
		s.refresh(t, tokens.RefreshToken).Expect(t, http.StatusUnauthorized, "")
		s.login(t, "ravi@example.in", password).Expect(t, http.StatusForbidden, "This account is suspended: Three orders were not taken.")
		s.login(t, "ravi@example.in", "wrong mangoes").Expect(t, http.StatusUnauthorized, "Email or password is incorrect.")
		s.expectLogged(t, "|customer.suspend|Ravi|Active|Suspended: Three orders were not taken.|")
		s.expectLogged(t, "|login.failed|ravi@example.in||suspended|192.0.2.1")
		if err := s.accounts.Activate(t.Context(), ravi.ID); err != nil {
			t.Fatal(err)
		}
		s.login(t, "ravi@example.in", password).Expect(t, http.StatusOK, "")
	})
}

func TestSuspend_refusesStaff(t *testing.T) {
	t.Parallel()
	s := newServer(t, shoptest.SQLite(t))
	user, token := s.owner(t, "sunita@example.in")
	if err := s.accounts.Suspend(t.Context(), user.ID, ""); err == nil || !s.authenticated(t, token) {
		t.Errorf("suspend an owner: %v, want it refused and the owner logged in", err)
	}
}

func TestLogin_isRecordedWithTheClientsAddress(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		s.login(t, "ravi@example.in", "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
		s.login(t, "my password", "wrong mangoes").Expect(t, http.StatusUnauthorized, "")
		token := s.loginFrom(t, "Ravi@example.in", androidChrome)
		s.request(t, token, "GET", "/user/logout", "").Expect(t, http.StatusOK, "")
		want := []string{
			"|login.failed|ravi@example.in||bad_login|192.0.2.1",
			"|login.failed|||bad_login|192.0.2.1", // anything but an email may be a password
			"Ravi|login.ok|ravi@example.in||Chrome on Android|192.0.2.1",
			"Ravi|logout||||192.0.2.1",
		}
		if diff := cmp.Diff(want, s.activityLog(t)); diff != "" {
			t.Errorf("the activity log (-want +got):\n%s", diff)
		}
	})
}
