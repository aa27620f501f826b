package account_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/account/secondfactor"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// codeOf returns the code that an authenticator app shows for a secret now: RFC 6238, section 4.2.
func (s testServer) codeOf(t *testing.T, secret string) string {
	t.Helper()
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, s.clock.Now().Unix()/30)
	sum := mac.Sum(nil)
	truncated := binary.BigEndian.Uint32(sum[sum[19]&0xf:]) & 0x7fffffff
	return fmt.Sprintf("%06d", truncated%1_000_000)
}

func (s testServer) loginWithCode(t *testing.T, email, code string) shoptest.Response {
	t.Helper()
	return s.request(t, "", "POST", "/user/login", fmt.Sprintf(`{"email":%q,"password":%q,"code":%q}`, email, password, code))
}

// secondFactor switches a second factor on.
func (s testServer) secondFactor(t *testing.T, token string) (secret string, recovery []string) {
	t.Helper()
	return s.secondFactorWith(t, token, password)
}

// secondFactorWith is secondFactor for an account with another password.
func (s testServer) secondFactorWith(t *testing.T, token, password string) (secret string, recovery []string) {
	t.Helper()
	return s.secondFactorConfirmed(t, token, fmt.Sprintf(`{"password":%q}`, password))
}

// secondFactorConfirmed switches a second factor on. body is the request that creates the secret.
func (s testServer) secondFactorConfirmed(t *testing.T, token, body string) (secret string, recovery []string) {
	t.Helper()
	var made secondfactor.Enrollment
	s.request(t, token, "POST", "/user/second-factor", body).Expect(t, http.StatusOK, "").Decode(t, &made)
	if !strings.HasPrefix(made.URL, "otpauth://totp/") || !strings.Contains(made.URL, "secret="+made.Secret) {
		t.Errorf("the enrollment's URL is %s, want otpauth://totp/ with the secret", made.URL)
	}
	var codes secondfactor.RecoveryCodes
	s.request(t, token, "PUT", "/user/second-factor", fmt.Sprintf(`{"code":%q}`, s.codeOf(t, made.Secret))).Expect(t, http.StatusOK, "").Decode(t, &codes)
	return made.Secret, codes.Codes
}

func TestSecondFactor_isRequiredAtLogin(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		secret, recovery := s.secondFactor(t, token)
		s.clock.Advance(time.Minute)

		s.login(t, "sunita@example.in", password).Expect(t, http.StatusUnauthorized, "Second factor required")
		s.login(t, "sunita@example.in", "wrong mangoes").Expect(t, http.StatusUnauthorized, "Email or password is incorrect.")
		s.loginWithCode(t, "sunita@example.in", "000000").Expect(t, http.StatusUnauthorized, "This code is not right. Please type the one that the app shows now.")
		code := s.codeOf(t, secret)
		s.loginWithCode(t, "sunita@example.in", code[:3]+" "+code[3:]).Expect(t, http.StatusOK, "")
		s.loginWithCode(t, "sunita@example.in", code).Expect(t, http.StatusUnauthorized, "")
		// A phone's clock is off by half a minute.
		s.clock.Advance(time.Minute)
		ahead := s.codeOf(t, secret)
		s.clock.Advance(-30 * time.Second)
		s.loginWithCode(t, "sunita@example.in", ahead).Expect(t, http.StatusOK, "")

		if len(recovery) != 10 {
			t.Fatalf("%d recovery codes, want 10", len(recovery))
		}
		s.loginWithCode(t, "sunita@example.in", strings.ToUpper(recovery[3])).Expect(t, http.StatusOK, "")
		s.loginWithCode(t, "sunita@example.in", recovery[3]).Expect(t, http.StatusUnauthorized, "")
		var state secondfactor.State
		s.request(t, token, "GET", "/user/second-factor", "").Expect(t, http.StatusOK, "").Decode(t, &state)
		if !state.Enabled || state.RecoveryCodes != 9 {
			t.Errorf("the second factor is %+v, want it enabled with 9 recovery codes", state)
		}
		if kept := s.count(t, `SELECT COUNT(*) FROM second_factors WHERE secret LIKE '%`+secret+`%'`); kept != 0 {
			t.Error("the secret is kept as it is")
		}
	})
}

func TestSecondFactor_limitsAttempts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		secret, _ := s.secondFactor(t, token)
		s.clock.Advance(time.Minute)
		for i := range 10 {
			// Send each guess from another network: codes are limited by user.
			body := fmt.Sprintf(`{"email":"sunita@example.in","password":%q,"code":"000000"}`, password)
			s.request(t, "", "POST", "/user/login", body, "X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i)).Expect(t, http.StatusUnauthorized, "")
		}
		s.loginWithCode(t, "sunita@example.in", s.codeOf(t, secret)).Expect(t, http.StatusTooManyRequests, "")
		s.clock.Advance(15 * time.Minute)
		s.loginWithCode(t, "sunita@example.in", s.codeOf(t, secret)).Expect(t, http.StatusOK, "")
	})
}

func TestSecondFactor_requiresPasswordAndCodeToSwitchItOnOrOff(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		action := func(method string, body map[string]string) shoptest.Response {
			t.Helper()
			text, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			return s.request(t, token, method, "/user/second-factor", string(text))
		}
		action("PUT", map[string]string{"code": "123456"}).Expect(t, http.StatusConflict, "")
		action("POST", nil).Expect(t, http.StatusForbidden, "Please confirm your password") // even right after the login
		action("POST", map[string]string{"password": password}).Expect(t, http.StatusOK, "")
		action("PUT", map[string]string{"code": "123456"}).ExpectField(t, "code")
		s.mustLogin(t, "sunita@example.in") // a factor that was only begun is not asked for
		secret, _ := s.secondFactor(t, token)
		action("POST", map[string]string{"password": password}).Expect(t, http.StatusConflict, "Your second factor is switched on already.")
		s.clock.Advance(time.Hour)
		action("DELETE", map[string]string{"code": s.codeOf(t, secret)}).Expect(t, http.StatusForbidden, "Please confirm your password")
		action("DELETE", map[string]string{"code": "000000", "password": password}).ExpectField(t, "code")
		action("DELETE", map[string]string{"code": s.codeOf(t, secret), "password": password}).Expect(t, http.StatusOK, "")
		s.mustLogin(t, "sunita@example.in")
		s.expectLogged(t, "Sunita|second_factor.on||||192.0.2.1")
		s.expectLogged(t, "Sunita|second_factor.off||||192.0.2.1")
	})
}

func TestSecondFactor_isRemovedWithTheMemberOfStaffAndByTheCommandLine(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, first := s.owner(t, "sunita@example.in")
		second, token := s.owner(t, "asha@example.in")
		s.secondFactor(t, first)
		s.secondFactor(t, token)
		if err := s.accounts.RemoveStaff(t.Context(), second.ID); err != nil {
			t.Fatal(err)
		}
		s.mustLogin(t, "asha@example.in")
		if _, err := s.accounts.SetStaffPassword(t.Context(), "sunita@example.in", password); err != nil {
			t.Fatal(err)
		}
		s.mustLogin(t, "sunita@example.in")
	})
}
