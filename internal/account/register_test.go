package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/shoptest"
)

func TestRegister_storesTheEmailInLowerCase(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		var registered account.RegisteredUser
		reply := server.request(t, "", "POST", "/user/register",
			`{"name":" Ravi Kulkarni ","email":" Ravi@Example.IN ","password":"seven mangoes","role":"ADMIN","_id":"65f1a2b3c4d5e6f708192a3b","verify_email":true}`)
		reply.Expect(t, http.StatusCreated, "Registration successful!").Decode(t, &registered)
		if registered.Name != "Ravi Kulkarni" || registered.Email != "ravi@example.in" || !id.Valid(registered.ID) || registered.ID == "65f1a2b3c4d5e6f708192a3b" {
			t.Errorf("registered %+v, want Ravi Kulkarni, ravi@example.in and an ID of ours", registered)
		}
		user, err := server.accounts.User(t.Context(), registered.ID)
		if err != nil {
			t.Fatal(err)
		}
		if user.Role != account.Shopper || user.VerifyEmail || user.Status != account.Active || !user.CreatedAt.Equal(shoptest.Epoch) {
			t.Errorf("the user is %+v, want an active shopper, unverified, created at %v", user, shoptest.Epoch)
		}
		if strings.Contains(string(reply.Bytes), "mangoes") || strings.Contains(string(reply.Bytes), "argon2") {
			t.Errorf("the response holds a password or its hash: %s", reply.Bytes)
		}
	})
}

func TestRegister_refusesAUsedEmailInAnyCase(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		for _, email := range []string{"ravi@example.in", "RAVI@example.IN", " Ravi@Example.In"} {
			body := fmt.Sprintf(`{"name":"R","email":%q,"password":"seven mangoes"}`, email)
			server.request(t, "", "POST", "/user/register", body).Expect(t, http.StatusConflict, "Email is already registered.")
		}
	})
}

func TestRegister_acceptsAnEmailOnceInAnyUnicodeForm(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "a@xn--mnchen-3ya.example")
		for _, email := range []string{"a@münchen.example", "A@MU\u0308NCHEN.example", "a@xn--mnchen-3ya.example", "a\u200b@münchen.example"} {
			body := fmt.Sprintf(`{"name":"R","email":%q,"password":"seven mangoes"}`, email)
			server.request(t, "", "POST", "/user/register", body).Expect(t, http.StatusConflict, "Email is already registered.")
			server.mustLogin(t, email)
		}
	})
}

func TestRegister_createsOneAccountOnConcurrentCalls(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		const many = 8
		statuses := make([]int, many)
		var all sync.WaitGroup
		for i := range many {
			all.Go(func() {
				statuses[i] = server.request(t, "", "POST", "/user/register", `{"name":"R","email":"ravi@example.in","password":"seven mangoes"}`).Status
			})
		}
		all.Wait()
		got := map[int]int{}
		for _, status := range statuses {
			got[status]++
		}
		if got[http.StatusCreated] != 1 || got[http.StatusConflict] != many-1 {
			t.Errorf("%d registrations at once returned %v, want 201 once and otherwise 409", many, got)
		}
	})
}

func TestRegister_refusesInvalidForms(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	form := func(name, email, word string) string {
		return fmt.Sprintf(`{"name":%q,"email":%q,"password":%q}`, name, email, word)
	}
	for _, c := range []struct{ body, field string }{
		{`{}`, "name"},
		{form("", "a@b.in", password), "name"},
		{form(strings.Repeat("ा", 101), "a@b.in", password), "name"},
		{form("R", "", password), "email"},
		{form("R", "ravi", password), "email"},
		{form("R", "ravi@", password), "email"},
		{form("R", "@example.in", password), "email"},
		{form("R", "ravi@localhost", password), "email"},
		{form("R", "ravi@example.", password), "email"},
		{form("R", "ra vi@example.in", password), "email"},
		{form("R", "Ravi <ravi@example.in>", password), "email"},
		{form("R", "a@example.in, b@example.in", password), "email"},
		{form("R", "ravi@exa mple.in", password), "email"},
		{form("R", "ravi@@example.in", password), "email"},
		{form("R", strings.Repeat("a", 250)+"@example.in", password), "email"},
		{form("R", "a@b.in", ""), "password"},
		{form("R", "a@b.in", "7 chars"), "password"},
		{form("R", "a@b.in", strings.Repeat("आ", 7)), "password"},
		{form("R", "a@b.in", strings.Repeat("a", 129)), "password"},
		{form("R", "a@b.in", "password123"), "password"},
		{form("R", "a@b.in", "PassWord123"), "password"},
	} {
		server.request(t, "", "POST", "/user/register", c.body).ExpectField(t, c.field)
	}
	if n := server.count(t, `SELECT COUNT(*) FROM users`); n != 0 {
		t.Errorf("%d accounts were opened, want 0", n)
	}
}

func TestRegister_countsAPasswordInCharactersAndKeepsItsBlanks(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	for i, word := range []string{strings.Repeat("आम", 4), strings.Repeat("आम", 64), "  blanks around  "} {
		email := fmt.Sprintf("ravi%d@example.in", i)
		server.request(t, "", "POST", "/user/register", fmt.Sprintf(`{"name":"R","email":%q,"password":%q}`, email, word)).Expect(t, http.StatusCreated, "")
		server.login(t, email, word).Expect(t, http.StatusOK, "")
		server.login(t, email, strings.TrimSpace(word)+"!").Expect(t, http.StatusUnauthorized, "")
	}
	server.login(t, "ravi2@example.in", "blanks around").Expect(t, http.StatusUnauthorized, "")
}

func TestCreateAdmin_makesAnAdministratorWithTheSameRules(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		admin, err := server.accounts.CreateAdmin(t.Context(), "Asha", "Asha@Example.in", password)
		if err != nil {
			t.Fatal(err)
		}
		caller, err := account.NewHandler(server.accounts, account.Options{}).Identify(t.Context(), server.mustLogin(t, "asha@example.in").AccessToken)
		if err != nil || !caller.Admin || caller.UserID != admin.ID {
			t.Errorf("the administrator logs in as %+v, %v, want the ID %s with the rights", caller, err, admin.ID)
		}
		for _, wrong := range [][2]string{{"asha@example.in", password}, {"no email", password}, {"b@example.in", "short"}, {"b@example.in", "password123"}} {
			if _, err := server.accounts.CreateAdmin(t.Context(), "Asha", wrong[0], wrong[1]); err == nil {
				t.Errorf("create an administrator with %q succeeded, want a refusal", wrong)
			}
		}
	})
}
