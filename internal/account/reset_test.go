package account_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func (s testServer) requestOTP(t *testing.T, email string) shoptest.Response {
	t.Helper()
	return s.request(t, "", "PUT", "/user/forgot-password", fmt.Sprintf(`{"email":%q}`, email))
}

// newestMail returns the last payload of a kind in the outbox for an email.
func (s testServer) newestMail(t *testing.T, kind, email string) account.MailPayload {
	t.Helper()
	payloads, err := db.All[string](t.Context(), s.db, `SELECT payload FROM jobs WHERE kind = $1 ORDER BY id DESC`, kind)
	if err != nil {
		t.Fatal(err)
	}
	for _, payload := range payloads {
		var mail account.MailPayload
		if err := json.Unmarshal([]byte(payload), &mail); err != nil {
			t.Fatal(err)
		}
		if mail.Email == email {
			return mail
		}
	}
	t.Fatalf("no %[2]s mail was sent to %[1]s", email, kind)
	return account.MailPayload{}
}

// mailedOTP returns the OTP in the newest mail to an email, or "".
func (s testServer) mailedOTP(t *testing.T, email string) string {
	t.Helper()
	otp, _, err := s.accounts.OTP(t.Context(), s.newestMail(t, "account.otp", email))
	if err != nil {
		t.Fatal(err)
	}
	return otp
}

func (s testServer) verifyOTP(t *testing.T, email, otp string) shoptest.Response {
	t.Helper()
	return s.request(t, "", "PUT", "/user/verify-forgot-password-otp", fmt.Sprintf(`{"email":%q,"otp":%q}`, email, otp))
}

// resetToken returns a reset token for an email.
func (s testServer) resetToken(t *testing.T, email string) string {
	t.Helper()
	s.requestOTP(t, email).Expect(t, http.StatusOK, "otp sent to your email!")
	var verified account.ResetGrant
	s.verifyOTP(t, email, s.mailedOTP(t, email)).Expect(t, http.StatusOK, "OTP Verified!").Decode(t, &verified)
	return verified.ResetToken
}

func (s testServer) resetPassword(t *testing.T, token, password, confirm string, more ...string) shoptest.Response {
	t.Helper()
	body := fmt.Sprintf(`{"resetToken":%q,"newPassword":%q,"confirmPassword":%q%s}`, token, password, confirm, strings.Join(more, ""))
	return s.request(t, "", "PUT", "/user/reset-password", body)
}

// differentCode returns a different code.
func differentCode(otp string) string {
	n, _ := strconv.Atoi(otp)
	return strconv.Itoa(100_000 + (n+1)%900_000)
}

func TestForgotPassword_doesNotRevealRegisteredEmails(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		server.register(t, "closed@example.in")
		server.exec(t, `UPDATE users SET status = 'Suspended' WHERE email = 'closed@example.in'`)
		server.exec(t, `DELETE FROM jobs`)
		known := server.requestOTP(t, "ravi@example.in").Expect(t, http.StatusOK, "otp sent to your email!")
		if server.count(t, `SELECT COUNT(*) FROM jobs`) != 1 || server.count(t, `SELECT COUNT(*) FROM password_resets`) != 1 {
			t.Error("asking for a known email does not leave one job and one row")
		}
		for i, email := range []string{"nobody@example.in", "closed@example.in"} {
			unknown := server.requestOTP(t, email)
			if unknown.Status != known.Status || string(unknown.Bytes) != string(known.Bytes) {
				t.Errorf("the response to %s is %s, want that to a known email, %s", email, unknown.Bytes, known.Bytes)
			}
			if server.count(t, `SELECT COUNT(*) FROM jobs`) != i+2 || server.count(t, `SELECT COUNT(*) FROM password_resets`) != i+2 {
				t.Errorf("an OTP for %s left other jobs and resets than one for a known email, want %d of each", email, i+2)
			}
			if otp := server.mailedOTP(t, email); otp != "" {
				t.Errorf("%s would be mailed the OTP %s, want none", email, otp)
			}
		}
		refused := server.verifyOTP(t, "ravi@example.in", differentCode(server.mailedOTP(t, "ravi@example.in"))).Expect(t, http.StatusBadRequest, "Invalid OTP")
		for _, email := range []string{"nobody@example.in", "closed@example.in", "never-asked@example.in", "no email"} {
			if unknown := server.verifyOTP(t, email, "123456"); string(unknown.Bytes) != string(refused.Bytes) {
				t.Errorf("a guess for %s returns %s, want that for a known email, %s", email, unknown.Bytes, refused.Bytes)
			}
		}
		server.requestOTP(t, "no email").ExpectField(t, "email")
		server.request(t, "", "PUT", "/user/forgot-password", "").ExpectField(t, "email")
	})
}

func TestForgotPassword_takesTheSameTimeForKnownAndUnknownEmails(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		unlimited := account.New(d, server.clock, shoptest.AccountKey(t), account.Rules{Unlimited: true})
		var known, unknown []time.Duration
		for i := range 120 { // alternating, so that machine load affects both alike
			email, times := "ravi@example.in", &known
			if i%2 == 1 {
				email, times = "nobody@example.in", &unknown
			}
			began := time.Now()
			if err := unlimited.RequestOTP(t.Context(), email, "network"); err != nil {
				t.Fatal(err)
			}
			*times = append(*times, time.Since(began))
		}
		slices.Sort(known)
		slices.Sort(unknown)
		a, b := known[len(known)/2], unknown[len(unknown)/2]
		if a > 2*b+time.Millisecond || b > 2*a+time.Millisecond {
			t.Errorf("a known email takes %s, an unknown one %s, want neither more than twice the other", a, b)
		}
		t.Logf("median for a known email %s, for an unknown one %s", a, b)
	})
}

func TestForgotPassword_limitsCodesPerEmail(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		wait := func(email string) time.Duration {
			t.Helper()
			refused := server.requestOTP(t, email).Expect(t, http.StatusTooManyRequests, "")
			seconds, err := strconv.Atoi(refused.Header.Get("Retry-After"))
			if err != nil {
				t.Fatalf("Retry-After is %q, want seconds", refused.Header.Get("Retry-After"))
			}
			return time.Duration(seconds) * time.Second
		}
		for requests := 0; requests < 10; {
			for range 3 {
				if requests < 10 {
					server.requestOTP(t, "ravi@example.in").Expect(t, http.StatusOK, "")
					server.requestOTP(t, "nobody@example.in").Expect(t, http.StatusOK, "")
					requests++
				}
			}
			if requests == 10 {
				break
			}
			if a, b := wait("ravi@example.in"), wait("nobody@example.in"); a != b || a > 15*time.Minute+time.Second {
				t.Errorf("Retry-After is %s for a known email and %s for an unknown one, want the same, at most 15 min", a, b)
			}
			server.clock.Advance(15 * time.Minute)
		}
		remaining := wait("ravi@example.in")
		if remaining < 22*time.Hour || remaining > 24*time.Hour {
			t.Errorf("Retry-After after ten codes is %s, want 22 to 24 hours", remaining)
		}
		server.clock.Advance(remaining)
		server.requestOTP(t, "ravi@example.in").Expect(t, http.StatusOK, "")
	})
}

func TestForgotPassword_limitsConcurrentRequestsAndRequestsPerAddress(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		var sent atomic.Int64
		var all sync.WaitGroup
		for range 15 {
			all.Go(func() {
				if server.requestOTP(t, "ravi@example.in").Status == http.StatusOK {
					sent.Add(1)
				}
			})
		}
		all.Wait()
		if sent.Load() != 3 || server.count(t, `SELECT COUNT(*) FROM jobs`) != 3 {
			t.Errorf("%d codes were sent at once, want 3", sent.Load())
		}
		for i := range 5 {
			server.requestOTP(t, fmt.Sprintf("shopper%d@example.in", i)).Expect(t, http.StatusOK, "")
		}
		server.requestOTP(t, "another@example.in").Expect(t, http.StatusTooManyRequests, "")
	})
}

func TestOTP_isInvalidOnceUsedReplacedOrExpired(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		for _, email := range []string{"ravi@example.in", "asha@example.in"} {
			server.register(t, email)
			server.requestOTP(t, email)
		}
		first := server.mailedOTP(t, "ravi@example.in")
		if len(first) != 6 || strings.Trim(first, "0123456789") != "" || first[0] == '0' {
			t.Errorf("the OTP is %q, want 6 digits, the first not 0", first)
		}
		server.verifyOTP(t, "asha@example.in", first).Expect(t, http.StatusBadRequest, "Invalid OTP")
		server.requestOTP(t, "ravi@example.in")
		second := server.mailedOTP(t, "ravi@example.in")
		if first != second {
			server.verifyOTP(t, "ravi@example.in", first).Expect(t, http.StatusBadRequest, "Invalid OTP")
		}
		// A client may send the code as a number.
		server.request(t, "", "PUT", "/user/verify-forgot-password-otp", `{"email":"RAVI@example.in","otp":`+second+`}`).Expect(t, http.StatusOK, "OTP Verified!")
		server.verifyOTP(t, "ravi@example.in", second).Expect(t, http.StatusBadRequest, "Invalid OTP")
		server.clock.Advance(10 * time.Minute)
		server.verifyOTP(t, "asha@example.in", "123456").Expect(t, http.StatusBadRequest, "Invalid OTP")
		server.clock.Advance(6 * time.Minute)
		server.requestOTP(t, "asha@example.in").Expect(t, http.StatusOK, "")
		late := server.mailedOTP(t, "asha@example.in")
		server.clock.Advance(10 * time.Minute)
		server.verifyOTP(t, "asha@example.in", late).Expect(t, http.StatusBadRequest, "Invalid OTP")
	})
}

func TestOTP_allowsFiveAttemptsUnderConcurrency(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		server := newServer(t, d)
		server.register(t, "ravi@example.in")
		server.requestOTP(t, "ravi@example.in")
		otp := server.mailedOTP(t, "ravi@example.in")
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				server.verifyOTP(t, "ravi@example.in", differentCode(otp)).Expect(t, http.StatusBadRequest, "Invalid OTP")
			})
		}
		all.Wait()
		if tries := server.count(t, `SELECT tries FROM password_resets`); tries != 5 {
			t.Errorf("20 guesses count as %d tries, want 5", tries)
		}
		server.verifyOTP(t, "ravi@example.in", otp).Expect(t, http.StatusBadRequest, "Invalid OTP")
		// Of ten concurrent right guesses, one is accepted.
		server.requestOTP(t, "ravi@example.in").Expect(t, http.StatusOK, "")
		otp = server.mailedOTP(t, "ravi@example.in")
		var opened atomic.Int64
		for range 10 {
			all.Go(func() {
				if server.verifyOTP(t, "ravi@example.in", otp).Status == http.StatusOK {
					opened.Add(1)
				}
			})
		}
		all.Wait()
		if opened.Load() != 1 {
			t.Errorf("one code opened %d times, want 1", opened.Load())
		}
	})
}

func TestOTP_limitsAttemptsOfANetwork(t *testing.T) {
	t.Parallel()
	server := newServer(t, shoptest.SQLite(t))
	for range 60 {
		server.verifyOTP(t, "ravi@example.in", "123456").Expect(t, http.StatusBadRequest, "Invalid OTP")
	}
	server.verifyOTP(t, "asha@example.in", "123456").Expect(t, http.StatusTooManyRequests, "")
	server.clock.Advance(15 * time.Minute)
	server.verifyOTP(t, "asha@example.in", "123456").Expect(t, http.StatusBadRequest, "Invalid OTP")
}

func TestLimits_canBeTurnedOffForLoadTests(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	server := newServerWith(t, d, false, account.Rules{Unlimited: true})
	for i := range 25 {
		server.register(t, fmt.Sprintf("shopper%d@example.in", i))
		server.requestOTP(t, "ravi@example.in").Expect(t, http.StatusOK, "")
	}
}
