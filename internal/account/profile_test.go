package account_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/shoptest"
)

func TestDetails_holdEveryFieldAndNoSecret(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		registered := server.register(t, "ravi@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		address := shoptest.AddAddress(t, d, registered.ID)
		reply := server.request(t, token, "GET", "/user/user-details", "").Expect(t, http.StatusOK, "")
		var fields map[string]any
		reply.Decode(t, &fields)
		for _, name := range []string{
			"_id", "name", "email", "avatar", "mobile", "verify_email", "last_login_date", "status", "address_details",
			"shopping_cart", "orderHistory", "role", "createdAt", "updatedAt",
		} {
			if _, there := fields[name]; !there {
				t.Errorf("the user's details lack %s", name)
			}
		}
		if regexp.MustCompile(`(?i)hash|password|token|otp|argon`).Match(reply.Bytes) {
			t.Errorf("the user's details hold a secret: %s", reply.Bytes)
		}
		var details account.UserDetails
		reply.Decode(t, &details)
		if details.Role != account.Shopper || details.LastLoginAt == nil || !details.LastLoginAt.Equal(shoptest.Epoch) || len(details.AddressDetails) != 1 || details.AddressDetails[0] != address {
			t.Errorf("the details are %+v, want a shopper logged in at %v with the address %v", details, shoptest.Epoch, address)
		}
		for _, list := range []string{`"shopping_cart":[]`, `"orderHistory":[]`} {
			if !strings.Contains(string(reply.Bytes), list) {
				t.Errorf("the details lack the empty list %s: %s", list, reply.Bytes)
			}
		}
	})
}

func TestLanguage_isStoredInTheAccount(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.Handler = language.Handler(server.Handler, func(context.Context) []string { return []string{"en", "hi", "mr"} })
		body := `{"name":"Ravi","email":"ravi@example.in","password":"` + password + `"}`
		server.request(t, "", "POST", "/user/register", body, "Accept-Language", "hi").Expect(t, http.StatusCreated, "रजिस्टर हो गया!")
		// logIn returns the token, and the language that the device is given.
		logIn := func(cookie string) (token, given string) {
			var tokens account.LoginTokens
			response := server.request(t, "", "POST", "/user/login", `{"email":"ravi@example.in","password":"`+password+`"}`, "Cookie", cookie)
			response.Expect(t, http.StatusOK, "").Decode(t, &tokens)
			for _, line := range response.Header.Values("Set-Cookie") {
				if set, err := http.ParseSetCookie(line); err == nil && set.Name == language.Cookie {
					given = set.Value
				}
			}
			return tokens.AccessToken, given
		}
		languageOf := func(token, cookie string) (lang string) {
			var details account.UserDetails
			server.request(t, token, "GET", "/user/user-details", "", "Cookie", cookie).Expect(t, http.StatusOK, "").Decode(t, &details)
			return details.Language
		}
		server.request(t, "", "GET", "/nowhere", "", "Cookie", "language=hi").Expect(t, http.StatusNotFound, "यह लिंक काम नहीं करता।")
		token, given := logIn("")
		if lang := languageOf(token, ""); given != "hi" || lang != "hi" {
			t.Errorf("a new device is given %q, the account has %q, want %q and %q", given, lang, "hi", "hi")
		}
		if lang := languageOf(token, "language=mr"); lang != "mr" {
			t.Errorf("after a choice the account has %q, want %q", lang, "mr")
		}
		if lang := languageOf(token, "language=ta"); lang != "mr" {
			t.Errorf("a language that is not offered is kept: %q, want %q", lang, "mr")
		}
		if _, given := logIn(""); given != "mr" {
			t.Errorf("the next device is given %q, want %q", given, "mr")
		}
		if _, given := logIn("language=en"); given != "" {
			t.Errorf("a device with a choice of language is given %q, want none", given)
		}
	})
}

func TestUpdate_changesTheSentFieldsAndNoProtectedOnes(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		registered := server.register(t, "ravi@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		change := func(body string) account.User {
			t.Helper()
			var user account.User
			server.request(t, token, "PUT", "/user/update-user", body).Expect(t, http.StatusOK, "").Decode(t, &user)
			return user
		}
		user := change(`{"name":"Ravi K","email":"RK@example.in","mobile":9876543210}`)
		if user.Name != "Ravi K" || user.Email != "rk@example.in" || user.Mobile != "9876543210" {
			t.Errorf("changed to %+v, want Ravi K, rk@example.in and 9876543210", user)
		}
		user = change(`{"mobile":"","role":"ADMIN","_id":"65f1a2b3c4d5e6f708192a3b","verify_email":true,"status":"Suspended","avatar":"x","password_hash":"x"}`)
		if user.ID != registered.ID || user.Role != account.Shopper || user.VerifyEmail || user.Status != account.Active || user.Avatar != "" {
			t.Errorf("a protected field changed: %+v, want ID, role, status, avatar and verification as before", user)
		}
		if user.Name != "Ravi K" || user.Mobile != "9876543210" {
			t.Errorf("fields that were not sent changed: %+v, want Ravi K and 9876543210", user)
		}
		if user = change(`{"name":null,"email":null,"mobile":null}`); user.Name != "Ravi K" || user.Email != "rk@example.in" {
			t.Errorf("null changed the user to %+v, want Ravi K and rk@example.in", user)
		}
		server.login(t, "rk@example.in", password).Expect(t, http.StatusOK, "")
		server.login(t, "ravi@example.in", password).Expect(t, http.StatusUnauthorized, "")
	})
}

func TestUpdate_storesTheTenDigitsOfAMobile(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		for _, typed := range []string{"+91 98765 43210", "098765-43210", "९८७६५४३२१०"} {
			var user account.User
			server.request(t, token, "PUT", "/user/update-user", `{"mobile":"`+typed+`"}`).Expect(t, http.StatusOK, "").Decode(t, &user)
			if user.Mobile != "9876543210" {
				t.Errorf("%q is kept as %q, want %q", typed, user.Mobile, "9876543210")
			}
		}
	})
}

// An older program accepted emails that are refused now.
func TestUpdate_keepsAnEmailAcceptedByAnOlderProgram(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE users SET email = 'ravi@127.0.0.1'`)
		})
		if err != nil {
			t.Fatal(err)
		}
		token := server.mustLogin(t, "Ravi@127.0.0.1").AccessToken
		server.request(t, token, "PUT", "/user/update-user", `{"name":"Ravi K","email":"ravi@127.0.0.1"}`).Expect(t, http.StatusOK, "")
	})
}

func TestUpdate_refusesInvalidValues(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		server.register(t, "asha@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		for body, field := range map[string]string{
			`{"mobile":"123456789"}`: "mobile", `{"mobile":"98765432101"}`: "mobile", `{"mobile":"987654321x"}`: "mobile",
			`{"mobile":"+1 9876543210"}`: "mobile", `{"mobile":"+919876543"}`: "mobile", `{"mobile":{}}`: "mobile",
			`{"name":" "}`: "name", `{"name":"` + strings.Repeat("a", 101) + `"}`: "name",
			`{"email":""}`: "email", `{"email":"nowhere"}`: "email", `{"email":"x@[127.0.0.1]"}`: "email", `{"email":"a@-b.cc"}`: "email",
		} {
			server.request(t, token, "PUT", "/user/update-user", body).ExpectField(t, field)
		}
		server.request(t, token, "PUT", "/user/update-user", `{"name":"X","email":"ASHA@example.in"}`).Expect(t, http.StatusConflict, "Email is already registered.")
		var user account.User
		server.request(t, token, "PUT", "/user/update-user", `{"email":"ravi@example.in"}`).Expect(t, http.StatusOK, "").Decode(t, &user)
		if user.Name != "Ravi" {
			t.Errorf("a refused change changed %+v, want the name Ravi", user)
		}
	})
}

func TestAvatar_changesNothingElse(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		registered := server.register(t, "ravi@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		var changed account.AvatarResult
		server.request(t, token, "PUT", "/user/upload-avatar", "").Expect(t, http.StatusOK, "Upload successful").Decode(t, &changed)
		if changed.ID != registered.ID || changed.Avatar != "/media/face1.webp" {
			t.Errorf("the upload returned %+v, want the user's ID and /media/face1.webp", changed)
		}
		user, err := server.accounts.User(t.Context(), registered.ID)
		if err != nil || user.Avatar != changed.Avatar || user.Name != "Ravi" || user.Email != "ravi@example.in" {
			t.Errorf("the upload left %+v, %v, want the avatar alone changed", user, err)
		}
	})
}

func TestAvatar_deletesTheFormerImage(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		registered := server.register(t, "ravi@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		for range 3 {
			server.request(t, token, "PUT", "/user/upload-avatar", "").Expect(t, http.StatusOK, "")
		}
		user, err := server.accounts.User(t.Context(), registered.ID)
		if err != nil || user.Avatar != "/media/face3.webp" || len(server.pictures.kept) != 1 || server.pictures.kept[0] != user.Avatar {
			t.Errorf("of three avatars %v are kept and %q is shown, %v, want face3 alone", server.pictures.kept, user.Avatar, err)
		}
		// of two concurrent uploads the visible one remains
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { server.request(t, token, "PUT", "/user/upload-avatar", "").Expect(t, http.StatusOK, "") })
		}
		both.Wait()
		user, err = server.accounts.User(t.Context(), registered.ID)
		if err != nil || len(server.pictures.kept) != 1 || server.pictures.kept[0] != user.Avatar {
			t.Errorf("of two avatars at once %v are kept and %q is shown, %v, want one, the shown", server.pictures.kept, user.Avatar, err)
		}
	})
}

func TestAvatar_isDeletedIfItCannotBeSet(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	server.register(t, "ravi@example.in")
	token := server.mustLogin(t, "ravi@example.in").AccessToken
	server.exec(t, `CREATE TRIGGER never BEFORE UPDATE OF avatar ON users BEGIN SELECT RAISE(ABORT, 'no'); END`)
	server.request(t, token, "PUT", "/user/upload-avatar", "").Expect(t, http.StatusInternalServerError, "")
	if len(server.pictures.kept) != 0 {
		t.Errorf("a failed change of avatar keeps %v, want none", server.pictures.kept)
	}
}

func TestAvatar_isKeptWhenTheCommitIsUncertain(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		token := server.mustLogin(t, "ravi@example.in").AccessToken
		server.pictures.stored = func() { d.SetTimeout(time.Nanosecond) }
		server.request(t, token, "PUT", "/user/upload-avatar", "").Expect(t, http.StatusServiceUnavailable, "")
		if len(server.pictures.kept) != 1 {
			t.Errorf("kept %v, want one: a commit that nobody confirmed may show the picture", server.pictures.kept)
		}
	})
}

func TestAvatar_isLimitedForEachAccount(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	server.register(t, "ravi@example.in")
	token := server.mustLogin(t, "ravi@example.in").AccessToken
	// A refused picture is not stored.
	server.pictures.failing = true
	for range 12 {
		server.request(t, token, "PUT", "/user/upload-avatar", "").Expect(t, http.StatusBadRequest, "")
	}
	server.pictures.failing = false
	for range 10 {
		server.request(t, token, "PUT", "/user/upload-avatar", "").Expect(t, http.StatusOK, "")
	}
	refused := server.request(t, token, "PUT", "/user/upload-avatar", "").Expect(t, http.StatusTooManyRequests, "")
	if refused.Header.Get("Retry-After") == "" || server.pictures.made != 10 {
		t.Errorf("made %d avatars, Retry-After is %q, want 10 and a time", server.pictures.made, refused.Header.Get("Retry-After"))
	}
	server.clock.Advance(time.Hour + time.Second)
	server.request(t, token, "PUT", "/user/upload-avatar", "").Expect(t, http.StatusOK, "")
}
