package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"kirana/internal/db"
	"kirana/internal/id"
)

// maxDeviceUsers limits the users remembered per device. A family may share one.
const maxDeviceUsers = 5

// deviceToken identifies a browser and proves which users have logged in with it, so that failed guesses from elsewhere
// do not lock them out. Its text is the device id, a signature of the id, and a proof per user, newest first, joined by
// dots. A proof becomes invalid when the user's email or password changes.
type deviceToken struct {
	id     string
	proofs []string
}

// parseDevice parses a token sent by a browser. It returns the zero value for a malformed or forged one.
func parseDevice(key Key, text string) deviceToken {
	parts := strings.Split(text, ".")
	if len(parts) < 3 || !id.Valid(parts[0]) || !hmac.Equal([]byte(parts[1]), []byte(key.sign(parts[0]))) {
		return deviceToken{}
	}
	return deviceToken{id: parts[0], proofs: parts[2:min(len(parts), 2+maxDeviceUsers)]}
}

// text returns the token as text, for parseDevice.
func (d deviceToken) text(key Key) string {
	return strings.Join(append([]string{d.id, key.sign(d.id)}, d.proofs...), ".")
}

// matches reports whether the user has logged in with the device since the email and password were set.
func (d deviceToken) matches(key Key, user User) bool {
	if d.id == "" {
		return false
	}
	proof := []byte(key.deviceProof(d.id, user))
	return slices.ContainsFunc(d.proofs, func(candidate string) bool { return hmac.Equal([]byte(candidate), proof) })
}

// with returns the token with a proof for the user who has logged in. A zero token becomes that of a new device.
func (d deviceToken) with(key Key, user User) deviceToken {
	if d.id == "" {
		d.id = id.New()
	}
	proof := key.deviceProof(d.id, user)
	earlier := slices.DeleteFunc(slices.Clone(d.proofs), func(candidate string) bool { return candidate == proof })
	earlier = earlier[:min(len(earlier), maxDeviceUsers-1)]
	return deviceToken{id: d.id, proofs: append([]string{proof}, earlier...)}
}

// deviceProof signs a device and a user who has logged in with it.
func (k Key) deviceProof(deviceID string, user User) string {
	return k.sign(deviceID, user.Email, user.PasswordHash)
}

// sign returns the first 128 bits of an HMAC-SHA256 over parts, which must have no zero bytes, as base64.
func (k Key) sign(parts ...string) string {
	mac := hmac.New(sha256.New, k.device)
	mac.Write([]byte(strings.Join(parts, "\x00")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// knowsDevice reports whether the user of an email has logged in with the device since the password was set. It always
// reads the database, so that known and unknown emails take the same time.
func (s *Service) knowsDevice(ctx context.Context, device deviceToken, email string) (bool, error) {
	user, err := userByTypedEmail(ctx, s.db, email)
	if errors.Is(err, db.ErrNoRow) {
		return false, nil
	}
	return err == nil && device.matches(s.key, user), err
}
