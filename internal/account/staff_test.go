package account_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/shoptest"
)

// owner creates an owner, logs them in and returns them with the access token.
func (s testServer) owner(t *testing.T, email string) (user account.User, token string) {
	t.Helper()
	user, err := s.accounts.CreateAdmin(t.Context(), "Sunita", email, password)
	if err != nil {
		t.Fatal(err)
	}
	return user, s.mustLogin(t, email).AccessToken
}

// invite invites an email to the staff and returns the invitation.
func (s testServer) invite(t *testing.T, token, email, role string) (invitation account.Invitation) {
	t.Helper()
	s.request(t, token, "POST", "/staff/invite", fmt.Sprintf(`{"email":%q,"staffRole":%q}`, email, role)).
		Expect(t, http.StatusCreated, "Invitation sent.").Decode(t, &invitation)
	return invitation
}

func (s testServer) join(t *testing.T, link string) shoptest.Response {
	t.Helper()
	token := strings.TrimPrefix(link, account.JoinPath)
	return s.request(t, "", "POST", "/staff/join", fmt.Sprintf(`{"token":%q,"name":"Ravi","password":%q}`, token, password))
}

// activityLog returns the activity log in English, oldest first, as "actor|what|object|before|after|address".
func (s testServer) activityLog(t *testing.T) []string {
	t.Helper()
	entries, err := db.All[struct {
		ActorName     string `db:"actor_name"`
		What, Object  string
		Before, After language.Stored
		Address       string
	}](t.Context(), s.db, `SELECT actor_name, what, object, before, after, address FROM audit_log ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, 0, len(entries))
	for _, e := range entries {
		lines = append(lines, strings.Join([]string{
			e.ActorName, e.What, e.Object, e.Before.In(language.English), e.After.In(language.English), e.Address,
		}, "|"))
	}
	return lines
}

func (s testServer) expectLogged(t *testing.T, want string) {
	t.Helper()
	for _, line := range s.activityLog(t) {
		if line == want {
			return
		}
	}
	t.Errorf("the activity log lacks %s:\n%s", want, strings.Join(s.activityLog(t), "\n"))
}

func TestInvite_createsAnAccountOnceByItsLink(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		first := s.invite(t, token, "Ravi@Example.in", "MANAGER")
		second := s.invite(t, token, "ravi@example.in", "PACKER")
		if !strings.HasPrefix(second.Link, account.JoinPath) || !second.Invited || second.ExpiresAt == nil {
			t.Fatalf("the second invitation is %+v, want a link to join that expires", second)
		}
		s.join(t, first.Link).ExpectField(t, "token") // replaced
		var tokens account.LoginTokens
		s.join(t, second.Link).Expect(t, http.StatusOK, "Welcome to the shop!").Decode(t, &tokens)
		s.join(t, second.Link).ExpectField(t, "token") // spent
		var details struct{ Role, StaffRole, Email string }
		s.request(t, tokens.AccessToken, "GET", "/user/user-details", "").Expect(t, http.StatusOK, "").Decode(t, &details)
		if details.Role != "ADMIN" || details.StaffRole != "PACKER" || details.Email != "ravi@example.in" {
			t.Errorf("joined as %+v, want the PACKER ravi@example.in", details)
		}
		s.request(t, tokens.AccessToken, "GET", "/staff", "").Expect(t, http.StatusForbidden, "Do not have Permission")
		s.expectLogged(t, "Ravi|staff.join|ravi@example.in||PACKER|192.0.2.1")
	})
}

func TestStaff_requiresThePasswordForChanges(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		asha, _ := s.owner(t, "asha@example.in")
		s.clock.Advance(15 * time.Minute)
		for _, action := range []struct{ method, path, body string }{
			{"POST", "/staff/invite", `"email":"thief@example.in","staffRole":"OWNER"`},
			{"PUT", "/staff/" + asha.ID, `"staffRole":"PACKER"`},
			{"DELETE", "/staff/" + asha.ID, ``},
		} {
			comma := ","
			if action.body == "" {
				comma = ""
			}
			s.request(t, token, action.method, action.path, "{"+action.body+"}").Expect(t, http.StatusForbidden, "Please confirm your password")
			s.request(t, token, action.method, action.path, `{"password":"wrong mangoes"`+comma+action.body+"}").ExpectField(t, "password")
		}
		if n := s.count(t, `SELECT COUNT(*) FROM users WHERE staff_role = 'OWNER'`); n != 2 || s.count(t, `SELECT COUNT(*) FROM staff_invites`) != 0 {
			t.Errorf("after the refusals the shop has %d owners or an invitation, want 2 and none", n)
		}
		s.request(t, token, "PUT", "/staff/"+asha.ID, `{"staffRole":"PACKER","password":"seven mangoes"}`).Expect(t, http.StatusOK, "")
	})
}

func TestInvite_refusesARegisteredEmail(t *testing.T) {
	t.Parallel()
	s := newServer(t, shoptest.SQLite(t))
	_, token := s.owner(t, "sunita@example.in")
	s.register(t, "meera@example.in")
	for _, email := range []string{"sunita@example.in", "meera@example.in"} {
		s.request(t, token, "POST", "/staff/invite", fmt.Sprintf(`{"email":%q,"staffRole":"PACKER"}`, email)).Expect(t, http.StatusConflict, "")
	}
	s.request(t, token, "POST", "/staff/invite", `{"email":"new@example.in","staffRole":"KING"}`).ExpectField(t, "staffRole")
}

func TestInvite_endsAfterSevenDaysOrWhenWithdrawn(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		withdrawn := s.invite(t, token, "one@example.in", "PACKER")
		s.request(t, token, "DELETE", "/staff/"+withdrawn.ID, "").Expect(t, http.StatusOK, "")
		s.join(t, withdrawn.Link).ExpectField(t, "token")
		late := s.invite(t, token, "two@example.in", "PACKER")
		s.clock.Advance(7*24*time.Hour + time.Second)
		s.join(t, late.Link).ExpectField(t, "token")
		if err := s.accounts.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := s.count(t, `SELECT COUNT(*) FROM staff_invites`); n != 0 {
			t.Errorf("%d invitations are kept, want 0", n)
		}
	})
}

func TestInvite_isMailedAndItsLinkIsShownOnlyWithoutAMailServer(t *testing.T) {
	t.Parallel()
	s := newServerWith(t, shoptest.SQLite(t), true, account.Rules{ConfirmChange: true})
	_, token := s.owner(t, "sunita@example.in")
	if made := s.invite(t, token, "ravi@example.in", "PACKER"); made.Link != "" {
		t.Errorf("the invitation is %+v, want no link, as it is mailed", made)
	}
	payload, err := db.Get[string](t.Context(), s.db, `SELECT payload FROM jobs WHERE kind = 'account.invite'`)
	if err != nil {
		t.Fatal(err)
	}
	var mail account.MailPayload
	if err := json.Unmarshal([]byte(payload), &mail); err != nil {
		t.Fatal(err)
	}
	mailed, err := s.accounts.InviteToken(t.Context(), mail)
	if err != nil || mailed == "" {
		t.Fatalf("the mailed token is %q, %v, want one", mailed, err)
	}
	s.join(t, mailed).Expect(t, http.StatusOK, "")
	if again, err := s.accounts.InviteToken(t.Context(), mail); err != nil || again != "" {
		t.Errorf("the token of an accepted invitation is %q, %v, want none", again, err)
	}
}

func TestSetStaffRole_endsLoginsAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		var ravi account.LoginTokens
		s.join(t, s.invite(t, token, "ravi@example.in", "MANAGER").Link).Decode(t, &ravi)
		var staff []account.StaffMember
		s.request(t, token, "GET", "/staff", "").Expect(t, http.StatusOK, "").Decode(t, &staff)
		if len(staff) != 2 || staff[0].StaffRole != account.Owner || staff[1].StaffRole != account.Manager {
			t.Fatalf("the staff is %+v, want an owner and a manager", staff)
		}
		s.request(t, token, "PUT", "/staff/"+staff[1].ID, `{"staffRole":"PACKER"}`).Expect(t, http.StatusOK, "Role changed.")
		if s.authenticated(t, ravi.AccessToken) {
			t.Error("the access token is still accepted")
		}
		s.refresh(t, ravi.RefreshToken).Expect(t, http.StatusUnauthorized, "")
		s.expectLogged(t, "Sunita|staff.role|Ravi|MANAGER|PACKER|192.0.2.1")
	})
}

func TestRemoveStaff_makesTheMemberAShopperAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		asha, otherToken := s.owner(t, "asha@example.in")
		s.exec(t, `INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, created_at) VALUES ('https://push.test/1', $1, '', '', $2)`, asha.ID, s.clock.Now())
		s.request(t, token, "DELETE", "/staff/"+asha.ID, "").Expect(t, http.StatusOK, "Removed.")
		if s.authenticated(t, otherToken) {
			t.Error("the access token is still accepted")
		}
		again := s.mustLogin(t, "asha@example.in").AccessToken
		s.request(t, again, "GET", "/staff", "").Expect(t, http.StatusForbidden, "")
		if n := s.count(t, `SELECT COUNT(*) FROM push_subscriptions`); n != 0 {
			t.Error("a browser of the removed administrator is still woken")
		}
		s.request(t, token, "DELETE", "/staff/"+asha.ID, "").Expect(t, http.StatusNotFound, "")
	})
}

func TestRemoveStaff_withdrawsTheInvitationsOfARemovedOwner(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		asha, ashaToken := s.owner(t, "asha@example.in")
		neha, nehaToken := s.owner(t, "neha@example.in")
		kept := s.invite(t, token, "kept@example.in", "PACKER")
		removed := s.invite(t, ashaToken, "ravi@example.in", "OWNER")
		demoted := s.invite(t, nehaToken, "om@example.in", "MANAGER")
		s.request(t, token, "DELETE", "/staff/"+asha.ID, "").Expect(t, http.StatusOK, "")
		s.request(t, token, "PUT", "/staff/"+neha.ID, `{"staffRole":"MANAGER"}`).Expect(t, http.StatusOK, "")
		s.join(t, removed.Link).ExpectField(t, "token")
		s.join(t, demoted.Link).ExpectField(t, "token")
		s.join(t, kept.Link).Expect(t, http.StatusOK, "")
		s.expectLogged(t, "Sunita|staff.withdraw|ravi@example.in|||192.0.2.1")
		s.expectLogged(t, "Sunita|staff.withdraw|om@example.in|||192.0.2.1")
	})
}

func TestStaff_keepsTheLastOwner(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		user, token := s.owner(t, "sunita@example.in")
		s.request(t, token, "DELETE", "/staff/"+user.ID, "").Expect(t, http.StatusConflict, "")
		s.request(t, token, "PUT", "/staff/"+user.ID, `{"staffRole":"MANAGER"}`).Expect(t, http.StatusConflict, "")
		s.request(t, token, "PUT", "/staff/"+user.ID, `{"staffRole":"OWNER"}`).Expect(t, http.StatusOK, "")
	})
}

func TestStaff_keepsOneOfTwoOwnersWhoRemoveEachOther(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		sunita, _ := s.owner(t, "sunita@example.in")
		two, _ := s.owner(t, "asha@example.in")
		var wg sync.WaitGroup
		for _, user := range []account.User{sunita, two} {
			wg.Go(func() {
				if err := s.accounts.RemoveStaff(t.Context(), user.ID); err != nil && !fault.Is(err, fault.Conflict) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := s.count(t, `SELECT COUNT(*) FROM users WHERE staff_role = 'OWNER'`); n != 1 {
			t.Errorf("%d owners are left, want 1", n)
		}
	})
}

func TestSetStaffPassword_endsLogins(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		if _, err := s.accounts.SetStaffPassword(t.Context(), "Sunita@example.in", "nine ripe mangoes"); err != nil {
			t.Fatal(err)
		}
		if s.authenticated(t, token) {
			t.Error("the access token is still accepted")
		}
		s.login(t, "sunita@example.in", password).Expect(t, http.StatusUnauthorized, "")
		s.login(t, "sunita@example.in", "nine ripe mangoes").Expect(t, http.StatusOK, "")
		s.register(t, "meera@example.in")
		if _, err := s.accounts.SetStaffPassword(t.Context(), "meera@example.in", "nine ripe mangoes"); !fault.Is(err, fault.NotFound) {
			t.Errorf("set a customer's password as staff's: %v, want not found", err)
		}
	})
}
