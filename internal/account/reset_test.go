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

func (d desk) forgets(t *testing.T, email string) shoptest.Response {
	t.Helper()
	return d.ask(t, "", "PUT", "/user/forgot-password", fmt.Sprintf(`{"email":%q}`, email))
}

// newest is the last note of a kind that the outbox holds for an email.
func (d desk) newest(t *testing.T, kind, email string) account.MailPayload {
	t.Helper()
	payloads, err := db.All[string](t.Context(), d.db, `SELECT payload FROM jobs WHERE kind = $1 ORDER BY id DESC`, kind)
	if err != nil {
		t.Fatal(err)
	}
	for _, payload := range payloads {
		var note account.MailPayload
		if err := json.Unmarshal([]byte(payload), &note); err != nil {
			t.Fatal(err)
		}
		if note.Email == email {
			return note
		}
	}
	t.Fatalf("%s is told nothing of %s", email, kind)
	return account.MailPayload{}
}

// mailed is the OTP that the mail to this email will show.
func (d desk) mailed(t *testing.T, email string) string {
	t.Helper()
	otp, _, err := d.accounts.OTP(t.Context(), d.newest(t, "account.otp", email))
	if err != nil {
		t.Fatal(err)
	}
	return otp
}

func (d desk) guess(t *testing.T, email, otp string) shoptest.Response {
	t.Helper()
	return d.ask(t, "", "PUT", "/user/verify-forgot-password-otp", fmt.Sprintf(`{"email":%q,"otp":%q}`, email, otp))
}

// granted is the reset token of someone who has forgotten their password.
func (d desk) granted(t *testing.T, email string) string {
	t.Helper()
	d.forgets(t, email).Expect(t, http.StatusOK, "otp sent to your email!")
	var verified account.ResetGrant
	d.guess(t, email, d.mailed(t, email)).Expect(t, http.StatusOK, "OTP Verified!").Decode(t, &verified)
	return verified.ResetToken
}

func (d desk) resets(t *testing.T, token, word, again string, more ...string) shoptest.Response {
	t.Helper()
	body := fmt.Sprintf(`{"resetToken":%q,"newPassword":%q,"confirmPassword":%q%s}`, token, word, again, strings.Join(more, ""))
	return d.ask(t, "", "PUT", "/user/reset-password", body)
}

// wrong is a code that is not this one.
func wrong(otp string) string {
	n, _ := strconv.Atoi(otp)
	return strconv.Itoa(100_000 + (n+1)%900_000)
}

func TestForgotPassword_tellsNobodyWhoIsRegistered(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		desk.register(t, "closed@example.in")
		desk.set(t, `UPDATE users SET status = 'Suspended' WHERE email = 'closed@example.in'`)
		desk.set(t, `DELETE FROM jobs`)
		known := desk.forgets(t, "ravi@example.in").Expect(t, http.StatusOK, "otp sent to your email!")
		if desk.count(t, `SELECT COUNT(*) FROM jobs`) != 1 || desk.count(t, `SELECT COUNT(*) FROM password_resets`) != 1 {
			t.Error("asking for a known email does not leave one job and one row")
		}
		for i, email := range []string{"nobody@example.in", "closed@example.in"} {
			unknown := desk.forgets(t, email)
			if unknown.Status != known.Status || string(unknown.Bytes) != string(known.Bytes) {
				t.Errorf("%s is told apart: %s and %s", email, known.Bytes, unknown.Bytes)
			}
			if desk.count(t, `SELECT COUNT(*) FROM jobs`) != i+2 || desk.count(t, `SELECT COUNT(*) FROM password_resets`) != i+2 {
				t.Errorf("asking for %s does other work than for a known one", email)
			}
			if otp := desk.mailed(t, email); otp != "" {
				t.Errorf("%s would be mailed an OTP", email)
			}
		}
		refused := desk.guess(t, "ravi@example.in", wrong(desk.mailed(t, "ravi@example.in"))).Expect(t, http.StatusBadRequest, "Invalid OTP")
		for _, email := range []string{"nobody@example.in", "closed@example.in", "never-asked@example.in", "no email"} {
			if unknown := desk.guess(t, email, "123456"); string(unknown.Bytes) != string(refused.Bytes) {
				t.Errorf("a guess for %s is told apart: %s and %s", email, refused.Bytes, unknown.Bytes)
			}
		}
		desk.forgets(t, "no email").ExpectField(t, "email")
		desk.ask(t, "", "PUT", "/user/forgot-password", "").ExpectField(t, "email")
	})
}

func TestForgotPassword_takesTheSameTimeForEveryone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		unlimited := account.New(d, desk.clock, key(), account.Rules{Unlimited: true})
		var known, unknown []time.Duration
		for i := range 120 { // one after the other, so that both see the same machine
			email, times := "ravi@example.in", &known
			if i%2 == 1 {
				email, times = "nobody@example.in", &unknown
			}
			began := time.Now()
			if err := unlimited.RequestOTP(t.Context(), email); err != nil {
				t.Fatal(err)
			}
			*times = append(*times, time.Since(began))
		}
		slices.Sort(known)
		slices.Sort(unknown)
		a, b := known[len(known)/2], unknown[len(unknown)/2]
		if a > 2*b+time.Millisecond || b > 2*a+time.Millisecond {
			t.Errorf("a known email takes %s, an unknown one %s", a, b)
		}
		t.Logf("median for a known email %s, for an unknown one %s", a, b)
	})
}

func TestForgotPassword_boundsCodesAnEmail(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		wait := func(email string) time.Duration {
			t.Helper()
			refused := desk.forgets(t, email).Expect(t, http.StatusTooManyRequests, "")
			seconds, err := strconv.Atoi(refused.Header.Get("Retry-After"))
			if err != nil {
				t.Fatalf("Retry-After is %q", refused.Header.Get("Retry-After"))
			}
			return time.Duration(seconds) * time.Second
		}
		for asked := 0; asked < 10; {
			for range 3 {
				if asked < 10 {
					desk.forgets(t, "ravi@example.in").Expect(t, http.StatusOK, "")
					desk.forgets(t, "nobody@example.in").Expect(t, http.StatusOK, "")
					asked++
				}
			}
			if asked == 10 {
				break
			}
			if a, b := wait("ravi@example.in"), wait("nobody@example.in"); a != b || a > 15*time.Minute+time.Second {
				t.Errorf("asks to wait %s, and %s when nobody has the email", a, b)
			}
			desk.clock.Advance(15 * time.Minute)
		}
		left := wait("ravi@example.in")
		if left < 22*time.Hour || left > 24*time.Hour {
			t.Errorf("after ten codes asks to wait %s", left)
		}
		desk.clock.Advance(left)
		desk.forgets(t, "ravi@example.in").Expect(t, http.StatusOK, "")
	})
}

func TestForgotPassword_boundsCodesAtOnceAndAnAddress(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		var sent atomic.Int64
		var all sync.WaitGroup
		for range 15 {
			all.Go(func() {
				if desk.forgets(t, "ravi@example.in").Status == http.StatusOK {
					sent.Add(1)
				}
			})
		}
		all.Wait()
		if sent.Load() != 3 || desk.count(t, `SELECT COUNT(*) FROM jobs`) != 3 {
			t.Errorf("%d codes were sent at once, want 3", sent.Load())
		}
		for i := range 5 {
			desk.forgets(t, fmt.Sprintf("shopper%d@example.in", i)).Expect(t, http.StatusOK, "")
		}
		desk.forgets(t, "another@example.in").Expect(t, http.StatusTooManyRequests, "")
	})
}

func TestOTP_isSpentReplacedAndOver(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		for _, email := range []string{"ravi@example.in", "asha@example.in"} {
			desk.register(t, email)
			desk.forgets(t, email)
		}
		first := desk.mailed(t, "ravi@example.in")
		if len(first) != 6 || strings.Trim(first, "0123456789") != "" || first[0] == '0' {
			t.Errorf("the OTP is %q", first)
		}
		desk.guess(t, "asha@example.in", first).Expect(t, http.StatusBadRequest, "Invalid OTP")
		desk.forgets(t, "ravi@example.in")
		second := desk.mailed(t, "ravi@example.in")
		if first != second {
			desk.guess(t, "ravi@example.in", first).Expect(t, http.StatusBadRequest, "Invalid OTP")
		}
		// A client may send the code as a number.
		desk.ask(t, "", "PUT", "/user/verify-forgot-password-otp", `{"email":"RAVI@example.in","otp":`+second+`}`).Expect(t, http.StatusOK, "OTP Verified!")
		desk.guess(t, "ravi@example.in", second).Expect(t, http.StatusBadRequest, "Invalid OTP")
		desk.clock.Advance(10 * time.Minute)
		desk.guess(t, "asha@example.in", "123456").Expect(t, http.StatusBadRequest, "Invalid OTP")
		desk.clock.Advance(6 * time.Minute)
		desk.forgets(t, "asha@example.in").Expect(t, http.StatusOK, "")
		late := desk.mailed(t, "asha@example.in")
		desk.clock.Advance(10 * time.Minute)
		desk.guess(t, "asha@example.in", late).Expect(t, http.StatusBadRequest, "Invalid OTP")
	})
}

func TestOTP_hasFiveTriesHoweverManyGuessAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		desk := newDesk(d)
		desk.register(t, "ravi@example.in")
		desk.forgets(t, "ravi@example.in")
		otp := desk.mailed(t, "ravi@example.in")
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { desk.guess(t, "ravi@example.in", wrong(otp)).Expect(t, http.StatusBadRequest, "Invalid OTP") })
		}
		all.Wait()
		if tries := desk.count(t, `SELECT tries FROM password_resets`); tries != 5 {
			t.Errorf("20 guesses count as %d tries, want 5", tries)
		}
		desk.guess(t, "ravi@example.in", otp).Expect(t, http.StatusBadRequest, "Invalid OTP")
		// The right one among many opens the door once.
		desk.forgets(t, "ravi@example.in").Expect(t, http.StatusOK, "")
		otp = desk.mailed(t, "ravi@example.in")
		var opened atomic.Int64
		for range 10 {
			all.Go(func() {
				if desk.guess(t, "ravi@example.in", otp).Status == http.StatusOK {
					opened.Add(1)
				}
			})
		}
		all.Wait()
		if opened.Load() != 1 {
			t.Errorf("one code opened %d times", opened.Load())
		}
	})
}

func TestOTP_guessesOfAnAddressAreBounded(t *testing.T) {
	t.Parallel()
	desk := newDesk(shoptest.SQLite(t))
	for range 60 {
		desk.guess(t, "ravi@example.in", "123456").Expect(t, http.StatusBadRequest, "Invalid OTP")
	}
	desk.guess(t, "asha@example.in", "123456").Expect(t, http.StatusTooManyRequests, "")
	desk.clock.Advance(15 * time.Minute)
	desk.guess(t, "asha@example.in", "123456").Expect(t, http.StatusBadRequest, "Invalid OTP")
}

func TestLimits_canBeTurnedOffForLoadTests(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	desk := newDeskOf(d, false, account.Rules{Unlimited: true})
	for i := range 25 {
		desk.register(t, fmt.Sprintf("shopper%d@example.in", i))
		desk.forgets(t, "ravi@example.in").Expect(t, http.StatusOK, "")
	}
}
