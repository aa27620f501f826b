package account

import (
	"crypto/rand"
	"crypto/subtle"
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
	// Limits of OTP requests, per email and requester.
	requestsPerWindow = 3
	requestWindow     = 15 * time.Minute
	requestsPerDay    = 10
	requestDay        = 24 * time.Hour
)

var (
	errInvalidOTP = fault.New(fault.Invalid, "invalid_otp", "Invalid OTP")
	// errNoGuess looks like errInvalidOTP, but there was no code to guess or no try left.
	errNoGuess      = fault.New(fault.Invalid, "invalid_otp", "Invalid OTP")
	errResetRefused = fault.New(fault.Unauthenticated, "reset_refused", "Password reset failed")
)

// resetKey identifies a resetState: the email whose password was forgotten, and the requester's hash.
type resetKey struct{ email, requester string }

// resetState is a requester's progress in a password reset. It is stored for every requested email, registered or not,
// so that both look the same.
type resetState struct {
	Email          string       `db:"email"`
	Requester      string       `db:"requester"` // Key.requesterHash; "" in rows of older schemas
	RequestedAt    requestTimes `db:"asked"`
	OTPHash        string       `db:"otp_hash"` // "" if spent or never requested
	OTPExpiresAt   time.Time    `db:"otp_expires_at"`
	Tries          int          `db:"tries"`
	TokenHash      *string      `db:"token_hash"`
	TokenExpiresAt *time.Time   `db:"token_expires_at"`
}

// request replaces the OTP, or returns an error after too many requests.
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

// live reports whether the OTP can still be used.
func (r *resetState) live(now time.Time) bool { return r.OTPHash != "" && r.OTPExpiresAt.After(now) }

// codeFor returns the reset whose code a guess is compared with: the requester's own or, if it is not live, the
// email's newest, which the requester may have read in a mail. It returns nil if no code is live.
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

// guess uses up one of the requester's tries and reports whether the OTP was right. At least one try must be left.
func (r *resetState) guess(codeHash, guessHash string) bool {
	r.Tries++
	return subtle.ConstantTimeCompare([]byte(codeHash), []byte(guessHash)) == 1
}

// grant spends the OTP and stores the token that allows setting a new password.
func (r *resetState) grant(tokenHash string, now time.Time) {
	until := now.Add(resetLife)
	r.OTPHash, r.TokenHash, r.TokenExpiresAt = "", &tokenHash, &until
}

// requestTimes are the times of OTP requests, oldest first.
type requestTimes []time.Time

func (r requestTimes) since(from time.Time) requestTimes {
	for len(r) > 0 && !r[0].After(from) {
		r = r[1:]
	}
	return r
}

// wait returns the time until the next allowed request; 0 means now.
func (r requestTimes) wait(now time.Time) time.Duration {
	var wait time.Duration
	for _, limit := range []struct {
		maxRequests int
		window      time.Duration
	}{{requestsPerWindow, requestWindow}, {requestsPerDay, requestDay}} {
		if recent := r.since(now.Add(-limit.window)); len(recent) >= limit.maxRequests {
			wait = max(wait, recent[len(recent)-limit.maxRequests].Add(limit.window).Sub(now))
		}
	}
	return wait
}

// newOTP returns six digits. The first is not 0, because clients may send the code as a number.
func newOTP() (string, error) {
	const minOTP, maxOTP = 100_000, 999_999
	n, err := rand.Int(rand.Reader, big.NewInt(maxOTP-minOTP+1))
	if err != nil {
		return "", fmt.Errorf("make an OTP: %w", err)
	}
	return strconv.FormatInt(n.Int64()+minOTP, 10), nil
}
