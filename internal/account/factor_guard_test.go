package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/account/secondfactor"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// expectCodeRequired expects a call without a code to be refused, and returns the passkey challenge of
// the refusal.
func (s testServer) expectCodeRequired(t *testing.T, token, method, path string) challenge {
	t.Helper()
	var need struct{ Passkey challenge }
	s.request(t, token, method, path, `{"password":"seven mangoes"}`).Expect(t, http.StatusForbidden, "Please confirm with a code").Decode(t, &need)
	return need.Passkey
}

func TestPasskey_requiresACodeToAddOrRemoveItIfLoginsDo(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := passkeyServer(t, d)
		owner, token := s.owner(t, "sunita@example.in")
		secret, recovery := s.secondFactor(t, token)
		s.clock.Advance(time.Minute)
		action := func(method, path, code string) shoptest.Response {
			return s.request(t, token, method, path, fmt.Sprintf(`{"password":%q,"code":%q}`, password, code))
		}
		if c := s.expectCodeRequired(t, token, "POST", "/user/passkeys/begin"); c.Challenge != "" {
			t.Error("a device is asked without a passkey")
		}
		action("POST", "/user/passkeys/begin", "000000").ExpectField(t, "code")
		s.request(t, token, "POST", "/user/passkeys/begin", fmt.Sprintf(`{"code":%q}`, s.codeOf(t, secret))).Expect(t, http.StatusForbidden, "Please confirm your password")
		code := s.codeOf(t, secret)
		var c challenge
		action("POST", "/user/passkeys/begin", code).Expect(t, http.StatusOK, "").Decode(t, &c)
		action("POST", "/user/passkeys/begin", code).ExpectField(t, "code") // each code works once
		phone := newDevice(owner)
		var added secondfactor.NewPasskey
		s.sendPasskey(t, token, c, phone.createCredential(t, c)).Expect(t, http.StatusCreated, "").Decode(t, &added)

		path := "/user/passkeys/" + added.ID
		c = s.expectCodeRequired(t, token, "DELETE", path)
		stranger := newDevice(owner)
		body := func(d *device) string {
			return fmt.Sprintf(`{"password":%q,"passkey":{"challenge":%q,"credential":%s}}`, password, c.Challenge, d.signChallenge(t, c))
		}
		s.request(t, token, "DELETE", path, body(stranger)).ExpectField(t, "code")
		c = s.expectCodeRequired(t, token, "DELETE", path)
		s.request(t, token, "DELETE", path, body(phone)).Expect(t, http.StatusOK, "")
		action("DELETE", path, recovery[0]).Expect(t, http.StatusNotFound, "This passkey is not there any more.")
		// Guesses of codes are limited here, too.
		for range 10 {
			action("POST", "/user/passkeys/begin", "000000")
		}
		action("POST", "/user/passkeys/begin", recovery[1]).Expect(t, http.StatusTooManyRequests, "")
	})
}

func TestPasskeys_concurrentRegistrationsStoreAtMostTen(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := passkeyServer(t, d)
		owner, token := s.owner(t, "sunita@example.in")
		added := s.addPasskey(t, token, newDevice(owner))
		for i := range 8 {
			s.exec(t, `INSERT INTO passkeys (id, user_id, credential_id, name, credential, created_at)
				SELECT id || $1, user_id, credential_id || $1, name, credential, created_at FROM passkeys WHERE id = $2`, fmt.Sprint(i), added.ID)
		}
		const tries = 4
		var bodies [tries]string
		for i := range tries {
			var c challenge
			body := fmt.Sprintf(`{"password":%q,"code":%q}`, password, added.Codes[i])
			s.request(t, token, "POST", "/user/passkeys/begin", body).Expect(t, http.StatusOK, "").Decode(t, &c)
			bodies[i] = fmt.Sprintf(`{"name":"Phone","challenge":%q,"credential":%s}`, c.Challenge, newDevice(owner).createCredential(t, c))
		}
		var statuses [tries]int
		var group sync.WaitGroup
		for i := range tries {
			group.Go(func() { statuses[i] = s.request(t, token, "POST", "/user/passkeys", bodies[i]).Status })
		}
		group.Wait()
		if got := strings.Count(fmt.Sprint(statuses), "409"); got != tries-1 {
			t.Errorf("the responses were %v, want 409 for all but one", statuses)
		}
		if n := s.count(t, `SELECT COUNT(*) FROM passkeys`); n != 10 {
			t.Errorf("there are %d passkeys, want 10", n)
		}
	})
}

func TestSecondFactor_acceptsRecoveryCodesAfterTheShopsKeyWasReplaced(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		before := newServer(t, d)
		_, token := before.owner(t, "sunita@example.in")
		secret, recovery := before.secondFactor(t, token)
		key, err := account.NewKey([]byte("another secret of the shop, 256 bits"))
		if err != nil {
			t.Fatal(err)
		}
		s := newServerAt(t, d, true, account.Rules{}, key)
		s.clock.Advance(time.Minute)
		const sentence = "The shop's keys were replaced, so codes of the app do not work any more. Please type a recovery code, " +
			"or ask whoever runs the shop's machine for a new password (kirana admin reset-password)."
		s.login(t, "sunita@example.in", password).Expect(t, http.StatusUnauthorized, "Second factor required")
		s.loginWithCode(t, "sunita@example.in", s.codeOf(t, secret)).Expect(t, http.StatusUnauthorized, sentence)
		s.loginWithCode(t, "sunita@example.in", recovery[0]).Expect(t, http.StatusOK, "Login successful!")
		// The owner can remove the factor with a recovery code, and set up a new one.
		disable := func(code string) shoptest.Response {
			return s.request(t, token, "DELETE", "/user/second-factor", fmt.Sprintf(`{"code":%q,"password":%q}`, code, password))
		}
		disable(s.codeOf(t, secret)).ExpectField(t, "code")
		disable(recovery[1]).Expect(t, http.StatusOK, "")
		s.secondFactor(t, token)
		// A factor that was only begun cannot be enabled with the new key.
		_, ashaToken := s.owner(t, "asha@example.in")
		before.request(t, ashaToken, "POST", "/user/second-factor", fmt.Sprintf(`{"password":%q}`, password)).Expect(t, http.StatusOK, "")
		s.request(t, ashaToken, "PUT", "/user/second-factor", `{"code":"123456"}`).Expect(t, http.StatusConflict, "There is no second factor to switch on. Please begin again.")
	})
}
