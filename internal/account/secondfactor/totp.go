package secondfactor

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // G505: RFC 6238 and the apps use HMAC-SHA-1
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"kirana/internal/secret"
	"kirana/internal/unicodetext"
)

// State is the state of a user's authenticator app.
type State struct {
	Enabled       bool `json:"enabled"`
	RecoveryCodes int  `json:"recoveryCodes" doc:"Number of unused recovery codes."`
}

// SchemaName returns the name of the schema in the API document.
func (State) SchemaName() string { return "SecondFactor" }

// Enrollment holds a new secret for an authenticator app.
type Enrollment struct {
	Secret string `json:"key" doc:"Secret to enter in the authenticator app."`
	URL    string `json:"url" doc:"Address for the QR code: otpauth://…."`
}

// SchemaName returns the name of the schema in the API document.
func (Enrollment) SchemaName() string { return "NewSecondFactor" }

// RecoveryCodes are the codes for logins without the phone. They are shown once.
type RecoveryCodes struct {
	Codes []string `json:"codes" doc:"Recovery codes, each valid for one login."`
}

// TOTP parameters, as authenticator apps expect them. RFC 6238, section 5.2, recommends the period and the skew.
const (
	totpPeriod  = 30 // seconds
	totpSkew    = 1  // tolerated clock drift, in periods
	totpDigits  = 6
	totpKeySize = 20 // bytes
)

// recoveryCount is the number of recovery codes of a user.
const recoveryCount = 10

// totpEncoding encodes secrets as apps read them.
var totpEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// enroll creates a secret for an app. The app lists it under the shop's name.
func enroll(shop, email string) Enrollment {
	var key [totpKeySize]byte
	_, _ = rand.Read(key[:]) // never fails
	secret := totpEncoding.EncodeToString(key[:])
	query := url.Values{
		"secret": {secret}, "issuer": {shop}, "algorithm": {"SHA1"},
		"digits": {strconv.Itoa(totpDigits)}, "period": {strconv.Itoa(totpPeriod)},
	}
	// Apps show a plus sign literally, so a space must be %20.
	address := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + shop + ":" + email, RawQuery: strings.ReplaceAll(query.Encode(), "+", "%20")}
	return Enrollment{Secret: secret, URL: address.String()}
}

// stepOf returns the time step of a code, which is the current one or a neighbor of it, or 0 for a wrong code.
func stepOf(code, secret string, now time.Time) int64 {
	key, err := totpEncoding.DecodeString(secret)
	if err != nil {
		return 0
	}
	current := now.Unix() / totpPeriod
	for step := current - totpSkew; step <= current+totpSkew; step++ {
		if hmac.Equal([]byte(totpCode(key, step)), []byte(code)) {
			return step
		}
	}
	return 0
}

// totpCode returns the code of a period (RFC 4226, section 5.3).
func totpCode(key []byte, step int64) string {
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, step)
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	number := binary.BigEndian.Uint32(sum[offset:]) & 0x7fffffff
	return fmt.Sprintf("%0*d", totpDigits, number%1_000_000)
}

// newRecoveryCodes returns random codes in groups of four characters.
func newRecoveryCodes() []string {
	// Letters and digits that look alike on paper are left out.
	const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
	codes := make([]string, recoveryCount)
	for i := range codes {
		var random [16]byte
		_, _ = rand.Read(random[:]) // never fails
		var code strings.Builder
		for at, b := range random {
			if at > 0 && at%4 == 0 {
				code.WriteByte('-')
			}
			code.WriteByte(alphabet[int(b)%len(alphabet)])
		}
		codes[i] = code.String()
	}
	return codes
}

// recoveryHash returns the stored hash of a recovery code. A plain hash suffices for 80 bits.
func recoveryHash(userID, code string) string {
	return secret.Hash(userID + " " + unicodetext.Code(code))
}
