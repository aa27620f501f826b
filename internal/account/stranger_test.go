package account_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/account/secondfactor"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// at sends a request from a network address, with the cookie of an earlier login.
func (s testServer) at(t *testing.T, address, cookie, method, path, body string) shoptest.Response {
	t.Helper()
	return s.request(t, "", method, path, body, "X-Forwarded-For", address, "Cookie", cookie)
}

func (s testServer) requestOTPAt(t *testing.T, address, cookie, email string) shoptest.Response {
	t.Helper()
	return s.at(t, address, cookie, "PUT", "/user/forgot-password", fmt.Sprintf(`{"email":%q}`, email))
}

func (s testServer) verifyOTPAt(t *testing.T, address, cookie, email, otp string) shoptest.Response {
	t.Helper()
	return s.at(t, address, cookie, "PUT", "/user/verify-forgot-password-otp", fmt.Sprintf(`{"email":%q,"otp":%q}`, email, otp))
}

// resetTokenAt returns a reset token for a requester at a network address who can read the mails to an email.
func (s testServer) resetTokenAt(t *testing.T, address, email string) string {
	t.Helper()
	s.requestOTPAt(t, address, "", email).Expect(t, http.StatusOK, "")
	var grant account.ResetGrant
	s.verifyOTPAt(t, address, "", email, s.mailedOTP(t, email)).Expect(t, http.StatusOK, "").Decode(t, &grant)
	return grant.ResetToken
}

func TestOTP_limitsAreSeparateForEachRequester(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		const stranger, own, phone = "203.0.113.66", "203.0.113.7", "203.0.113.8"
		for range 3 {
			s.requestOTPAt(t, stranger, "", "ravi@example.in").Expect(t, http.StatusOK, "")
		}
		s.requestOTPAt(t, stranger, "", "ravi@example.in").Expect(t, http.StatusTooManyRequests, "")
		s.requestOTPAt(t, own, "", "ravi@example.in").Expect(t, http.StatusOK, "otp sent to your email!")
		otp := s.mailedOTP(t, "ravi@example.in")
		for range 20 {
			s.verifyOTPAt(t, stranger, "", "ravi@example.in", differentCode(otp)).Expect(t, http.StatusBadRequest, "Invalid OTP")
		}
		// A code that a stranger requests later does not replace the owner's.
		s.clock.Advance(9 * time.Minute)
		s.requestOTPAt(t, "203.0.113.67", "", "ravi@example.in").Expect(t, http.StatusOK, "")
		s.verifyOTPAt(t, own, "", "ravi@example.in", otp).Expect(t, http.StatusOK, "OTP Verified!")
		// A code requested on the laptop can be typed on the phone.
		s.requestOTPAt(t, own, "", "ravi@example.in").Expect(t, http.StatusOK, "")
		s.verifyOTPAt(t, phone, "", "ravi@example.in", s.mailedOTP(t, "ravi@example.in")).Expect(t, http.StatusOK, "OTP Verified!")
	})
}

func TestOTP_isMailedToAKnownDeviceDespiteLimitsUsedUpByStrangers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		const home = "203.0.113.7"
		own := deviceCookie(t, s.loginAt(t, home, "", "ravi@example.in", password))
		for i := range 20 {
			s.requestOTPAt(t, fmt.Sprintf("203.0.113.%d", 100+i), "", "ravi@example.in").Expect(t, http.StatusOK, "")
			for range 5 {
				s.verifyOTPAt(t, fmt.Sprintf("203.0.113.%d", 100+i), "", "ravi@example.in", "123456").Expect(t, http.StatusBadRequest, "")
			}
		}
		s.requestOTPAt(t, home, "", "ravi@example.in").Expect(t, http.StatusTooManyRequests, "")
		s.verifyOTPAt(t, home, "", "ravi@example.in", "123456").Expect(t, http.StatusTooManyRequests, "")
		s.requestOTPAt(t, home, own, "ravi@example.in").Expect(t, http.StatusOK, "otp sent to your email!")
		s.verifyOTPAt(t, home, own, "ravi@example.in", s.mailedOTP(t, "ravi@example.in")).Expect(t, http.StatusOK, "OTP Verified!")
		// A device known to one account is unknown to another.
		s.register(t, "asha@example.in")
		for i := range 20 {
			s.requestOTPAt(t, fmt.Sprintf("198.51.100.%d", i), "", "asha@example.in").Expect(t, http.StatusOK, "")
		}
		s.requestOTPAt(t, home, own, "asha@example.in").Expect(t, http.StatusTooManyRequests, "")
	})
}

func TestOTP_attemptsBeforeARequestDoNotCountAgainstTheAccount(t *testing.T) {
	t.Parallel()
	s := newServer(t, shoptest.SQLite(t))
	s.register(t, "ravi@example.in")
	for i := range 3 {
		for range 60 {
			s.verifyOTPAt(t, fmt.Sprintf("203.0.113.%d", i), "", "ravi@example.in", "123456").Expect(t, http.StatusBadRequest, "")
		}
	}
	s.requestOTPAt(t, "203.0.113.7", "", "ravi@example.in").Expect(t, http.StatusOK, "")
	s.verifyOTPAt(t, "203.0.113.7", "", "ravi@example.in", s.mailedOTP(t, "ravi@example.in")).Expect(t, http.StatusOK, "")
}

func TestResetPassword_endsEveryOtherResetOfTheAccount(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		s.register(t, "ravi@example.in")
		thief, own := s.resetTokenAt(t, "203.0.113.66", "ravi@example.in"), s.resetTokenAt(t, "203.0.113.7", "ravi@example.in")
		s.resetPassword(t, own, "eight mangoes", "eight mangoes").Expect(t, http.StatusOK, "")
		s.resetPassword(t, thief, "nine mangoes", "nine mangoes").Expect(t, http.StatusUnauthorized, "Password reset failed")
	})
}

func TestLogin_limitsTheWideNetworkOfIPv6(t *testing.T) {
	t.Parallel()
	s := newServer(t, shoptest.SQLite(t))
	s.register(t, "ravi@example.in")
	refused := 0
	for network := range 20 {
		for range 5 {
			address := fmt.Sprintf("2001:db8:1:%x::7", network)
			if s.loginAt(t, address, "", "ravi@example.in", "wrong mangoes").Status == http.StatusTooManyRequests {
				refused++
			}
		}
	}
	if refused != 20 {
		t.Errorf("%d of 100 guesses from one /48 were refused, want those after 80", refused)
	}
	s.loginAt(t, "2001:db8:2::7", "", "ravi@example.in", password).Expect(t, http.StatusOK, "")
}

func TestLogin_limitsSuccessfulLoginsToo(t *testing.T) {
	t.Parallel()
	s := newServer(t, shoptest.SQLite(t))
	s.register(t, "ravi@example.in")
	own := deviceCookie(t, s.loginAt(t, "203.0.113.7", "", "ravi@example.in", password))
	for i := range 299 {
		s.loginAt(t, fmt.Sprintf("203.0.113.%d", i%250), "", "ravi@example.in", password).Expect(t, http.StatusOK, "")
	}
	s.loginAt(t, "203.0.113.66", "", "ravi@example.in", password).Expect(t, http.StatusTooManyRequests, "")
	s.loginAt(t, "203.0.113.7", own, "ravi@example.in", password).Expect(t, http.StatusOK, "")
	s.clock.Advance(time.Hour)
	s.loginAt(t, "203.0.113.66", "", "ravi@example.in", password).Expect(t, http.StatusOK, "")
}

func TestRefresh_isLimitedPerLoginAndPerNetwork(t *testing.T) {
	t.Parallel()
	s := newServer(t, shoptest.SQLite(t))
	s.register(t, "ravi@example.in")
	tokens, secondLogin := s.mustLogin(t, "ravi@example.in"), s.mustLogin(t, "ravi@example.in")
	for range 60 {
		s.refresh(t, tokens.RefreshToken).Expect(t, http.StatusOK, "").Decode(t, &tokens)
	}
	s.refresh(t, tokens.RefreshToken).Expect(t, http.StatusTooManyRequests, "")
	s.refresh(t, secondLogin.RefreshToken).Expect(t, http.StatusOK, "")
	s.clock.Advance(15 * time.Minute)
	s.refresh(t, tokens.RefreshToken).Expect(t, http.StatusOK, "")
	for i := 1; i < 1200; i++ {
		s.refresh(t, "made up").Expect(t, http.StatusUnauthorized, "")
	}
	s.refresh(t, "made up").Expect(t, http.StatusTooManyRequests, "")
}

func TestLinks_refusedRequestsHaveASeparateLimit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		s.register(t, "ravi@example.in")
		s.register(t, "asha@example.in")
		token := s.mustLogin(t, "ravi@example.in").AccessToken
		for range 11 {
			s.changeEmail(t, token, "asha@example.in").Expect(t, http.StatusConflict, "Email is already registered.")
		}
		s.changeEmail(t, token, "rk@example.in").Expect(t, http.StatusOK, "")
		// A refusal reveals that an email is registered, so it has its own limit.
		for range 8 {
			s.changeEmail(t, token, "asha@example.in").Expect(t, http.StatusConflict, "")
		}
		s.changeEmail(t, token, "asha@example.in").Expect(t, http.StatusTooManyRequests, "")
	})
}

func TestLinks_registrationsAboveTheMailLimitMailNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		register := func(network int) shoptest.Response {
			body := fmt.Sprintf(`{"name":"A","email":"victim@example.in","password":%q}`, password)
			return s.at(t, fmt.Sprintf("203.0.113.%d", network), "", "POST", "/user/register", body)
		}
		mails := func() int {
			return s.count(t, `SELECT COUNT(*) FROM jobs WHERE kind = '`+string(account.MailConfirmJob)+`'`)
		}
		for i := range 5 { // one network causes at most three mails
			register(1).Expect(t, http.StatusCreated, "")
			if n := mails(); n != min(i+1, 3) {
				t.Fatalf("%d registrations from one network sent %d mails, want %d", i+1, n, min(i+1, 3))
			}
			s.exec(t, `DELETE FROM users WHERE email = 'victim@example.in'`)
		}
		for i := range 10 { // all networks together cause at most ten
			register(10+i).Expect(t, http.StatusCreated, "")
			if i < 9 {
				register(10+i).Expect(t, http.StatusConflict, "") // sends no mail
			}
			s.exec(t, `DELETE FROM users WHERE email = 'victim@example.in'`)
		}
		if n := mails(); n != 10 {
			t.Errorf("%d mails in a day, want 10", n)
		}
		s.clock.Advance(24 * time.Hour)
		register(40).Expect(t, http.StatusCreated, "")
		if n := mails(); n != 11 {
			t.Error("the day after, nothing is mailed")
		}
	})
}

func TestLinks_requestedByStrangersDoNotPreventRegistrationOrInvitation(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServerWith(t, d, true, account.Rules{ConfirmChange: true})
		_, owner := s.owner(t, "sunita@example.in")
		const asha = "asha@example.in"
		sent := 0
		for i := range 5 {
			stranger := fmt.Sprintf("203.0.113.%d", 10+i)
			body := fmt.Sprintf(`{"name":"X","email":"x%d@example.in","password":%q}`, i, password)
			s.at(t, stranger, "", "POST", "/user/register", body).Expect(t, http.StatusCreated, "")
			token := s.mustLogin(t, fmt.Sprintf("x%d@example.in", i)).AccessToken
			for range 4 { // the change stays pending, so that each request mails another link
				response := s.request(t, token, "PUT", "/user/update-user", fmt.Sprintf(`{"email":%q}`, asha), "X-Forwarded-For", stranger)
				if response.Status == http.StatusOK {
					sent++
				} else {
					response.Expect(t, http.StatusTooManyRequests, "")
				}
			}
		}
		if sent != 10 {
			t.Errorf("strangers had %d links mailed, want 10 of 20", sent)
		}
		s.request(t, owner, "POST", "/staff/invite", fmt.Sprintf(`{"email":%q,"staffRole":"PACKER"}`, asha)).Expect(t, http.StatusCreated, "")
		s.register(t, asha)
		own := s.mustLogin(t, asha).AccessToken
		s.request(t, own, "POST", "/user/resend-verify-email", "").Expect(t, http.StatusOK, "We have sent the link to asha@example.in.")
		s.openLink(t, s.decryptCode(t, "account.confirm", asha)).Expect(t, http.StatusOK, "")
	})
}

func TestSecondFactor_limitsTriesAndRequiresThePasswordToSwitchItOn(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		_, token := s.owner(t, "sunita@example.in")
		var made secondfactor.Enrollment
		s.request(t, token, "POST", "/user/second-factor", fmt.Sprintf(`{"password":%q}`, password)).Expect(t, http.StatusOK, "").Decode(t, &made)
		enable := func(code, password string) shoptest.Response {
			return s.request(t, token, "PUT", "/user/second-factor", fmt.Sprintf(`{"code":%q,"password":%q}`, code, password))
		}
		s.clock.Advance(time.Hour)
		enable(s.codeOf(t, made.Secret), "").Expect(t, http.StatusForbidden, "Please confirm your password")
		enable("000000", password).ExpectField(t, "code")
		for range 9 {
			enable("000000", "").ExpectField(t, "code")
		}
		enable(s.codeOf(t, made.Secret), "").Expect(t, http.StatusTooManyRequests, "")
		s.clock.Advance(16 * time.Minute)
		enable(s.codeOf(t, made.Secret), password).Expect(t, http.StatusOK, "")
	})
}
