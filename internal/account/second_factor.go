package account

import (
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
)

// SecondFactor is whether somebody's logins ask for a code beside the password.
type SecondFactor struct {
	Enabled       bool `json:"enabled"`
	RecoveryCodes int  `json:"recoveryCodes" doc:"how many are left"`
}

// NewSecondFactor has the secret of a second factor for an authenticator app.
type NewSecondFactor struct {
	Secret string `json:"key" doc:"to type into the app"`
	URL    string `json:"url" doc:"otpauth://…, to show as a QR code"`
}

// RecoveryCodes are the codes for who has lost the phone, shown once.
type RecoveryCodes struct {
	Codes []string `json:"codes" doc:"each is for one login"`
}

// Of a code: RFC 6238, section 5.2, as every app for phones has it.
const (
	totpPeriod    = 30 // seconds
	totpSkew      = 1  // periods that a phone's clock may be off
	recoveryCount = 10
)

var hotpOptions = hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}

// newSecondFactor makes a secret for an app, which shows it under the shop's name.
func newSecondFactor(shop, email string) (NewSecondFactor, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: shop, AccountName: email, Period: totpPeriod})
	if err != nil {
		return NewSecondFactor{}, fmt.Errorf("make a second factor: %w", err)
	}
	return NewSecondFactor{Secret: key.Secret(), URL: key.URL()}, nil
}

// stepOf returns the period that a code is of, near a time; 0 when it is of none.
func stepOf(code, secret string, now time.Time) int64 {
	current := now.Unix() / totpPeriod
	for step := current - totpSkew; step <= current+totpSkew; step++ {
		if right, err := hotp.ValidateCustom(code, uint64(step), secret, hotpOptions); err == nil && right { //nolint:gosec // G115: never negative
			return step
		}
	}
	return 0
}

// normalCode is a code as it is compared: people type gaps, dashes and capitals.
func normalCode(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(code))
}

// newRecoveryCodes makes the codes as they are shown, in groups of four.
func newRecoveryCodes() ([]string, error) {
	// Without the letters and digits that look alike on paper.
	const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
	codes := make([]string, recoveryCount)
	for i := range codes {
		var random [16]byte
		if _, err := rand.Read(random[:]); err != nil {
			return nil, fmt.Errorf("make recovery codes: %w", err)
		}
		var code strings.Builder
		for at, b := range random {
			if at > 0 && at%4 == 0 {
				code.WriteByte('-')
			}
			code.WriteByte(alphabet[int(b)%len(alphabet)])
		}
		codes[i] = code.String()
	}
	return codes, nil
}

// recoveryHash is a recovery code as it is kept. It holds 80 bits: a plain hash is enough.
func recoveryHash(userID, code string) string { return hashToken(userID + " " + normalCode(code)) }
