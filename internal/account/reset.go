package account

import (
	"crypto/rand"
	"crypto/subtle"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"kirana/internal/fault"
)

const (
	otpLife   = 10 * time.Minute
	otpTries  = 5
	resetLife = 10 * time.Minute
	// How often an OTP may be requested, by email.
	requestsPerWindow = 3
	requestWindow     = 15 * time.Minute
	requestsPerDay    = 10
	requestDay        = 24 * time.Hour
)

var (
	errInvalidOTP = fault.New(fault.Invalid, "invalid_otp", "Invalid OTP")
	// errNoGuess is errInvalidOTP to whoever guesses: there was nothing to guess, or no try left.
	errNoGuess      = fault.New(fault.Invalid, "invalid_otp", "Invalid OTP")
	errResetRefused = fault.New(fault.Unauthenticated, "reset_refused", "Password reset failed")
)

// resetKey is whose password somebody has forgotten, and who says so.
type resetKey struct{ email, requester string }

// resetState is how far a requester is with a forgotten password. It is kept for every
// email of a request, whether or not anyone has it, and treated alike.
type resetState struct {
	Email          string       `db:"email"`
	Requester      string       `db:"requester"` // Key.requesterHash; "" of one from before requesters were told apart
	RequestedAt    requestTimes `db:"asked"`
	OTPHash        string       `db:"otp_hash"` // "" once it is spent, or when none was asked for
	OTPExpiresAt   time.Time    `db:"otp_expires_at"`
	Tries          int          `db:"tries"`
	TokenHash      *string      `db:"token_hash"`
	TokenExpiresAt *time.Time   `db:"token_expires_at"`
}

// request enters a new OTP in place of the old one. It refuses when too many were requested.
func (r *resetState) request(hash string, now time.Time, unlimited bool) error {
	r.RequestedAt = r.RequestedAt.since(now.Add(-requestDay))
	if !unlimited {
		if wait := r.RequestedAt.wait(now); wait > 0 {
			return fault.TryLater(wait)
		}
		r.RequestedAt = append(r.RequestedAt, now)
	}
	r.OTPHash, r.OTPExpiresAt, r.Tries = hash, now.Add(otpLife), 0
	return nil
}

// live reports whether there is an OTP that can still be typed.
func (r *resetState) live(now time.Time) bool { return r.OTPHash != "" && r.OTPExpiresAt.After(now) }

// codeFor returns the one of an email's OTPs that a requester's guess is compared with:
// their own, or the newest of others, whose mail they may have got; nil when none is live.
// One guess is compared with one code.
func codeFor(resets []resetState, requester string, now time.Time) *resetState {
	var newest *resetState
	for i := range resets {
		r := &resets[i]
		switch {
		case !r.live(now):
		case r.Requester == requester:
			return r
		case newest == nil || r.OTPExpiresAt.After(newest.OTPExpiresAt):
			newest = r
		}
	}
	return newest
}

// guess uses up one try of the requester, who must have one, and reports whether the OTP
// was right.
func (r *resetState) guess(codeHash, guessHash string) bool {
	r.Tries++
	return subtle.ConstantTimeCompare([]byte(codeHash), []byte(guessHash)) == 1
}

// grant gives the right to set a new password for an OTP that was right.
func (r *resetState) grant(tokenHash string, now time.Time) {
	until := now.Add(resetLife)
	r.OTPHash, r.TokenHash, r.TokenExpiresAt = "", &tokenHash, &until
}

// requestTimes are times of asking for an OTP, the oldest first.
type requestTimes []time.Time

func (a requestTimes) since(from time.Time) requestTimes {
	for len(a) > 0 && !a[0].After(from) {
		a = a[1:]
	}
	return a
}

// wait returns how long until the next request is within the limits; 0 is now.
func (a requestTimes) wait(now time.Time) time.Duration {
	var wait time.Duration
	for _, limit := range []struct {
		most   int
		window time.Duration
	}{{requestsPerWindow, requestWindow}, {requestsPerDay, requestDay}} {
		if recent := a.since(now.Add(-limit.window)); len(recent) >= limit.most {
			wait = max(wait, recent[len(recent)-limit.most].Add(limit.window).Sub(now))
		}
	}
	return wait
}

// Value writes the times as JSON text.
func (a requestTimes) Value() (driver.Value, error) {
	if a == nil {
		return "[]", nil
	}
	b, err := json.Marshal(a)
	return string(b), err
}

// Scan reads what Value wrote.
func (a *requestTimes) Scan(src any) error {
	switch text := src.(type) {
	case string:
		return json.Unmarshal([]byte(text), a)
	case []byte:
		return json.Unmarshal(text, a)
	}
	return fmt.Errorf("expected JSON text, got %T", src)
}

// newOTP is six digits, the first of them never 0: a client that sends the code
// as a number loses nothing of it.
func newOTP() (string, error) {
	const least, most = 100_000, 999_999
	n, err := rand.Int(rand.Reader, big.NewInt(most-least+1))
	if err != nil {
		return "", fmt.Errorf("make an OTP: %w", err)
	}
	return strconv.FormatInt(n.Int64()+least, 10), nil
}
