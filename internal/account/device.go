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

// maxDeviceUsers is how many people's logins a device is remembered for: a family shares one.
const maxDeviceUsers = 5

// deviceToken names a browser and proves which users have logged in with it: guesses of
// others cannot lock it out, and it cannot be made up. Its text is the device's id, the
// signature of that, and one proof for each user, the newest first, with dots between. A
// proof ends with the password: whoever knew an earlier one has no known device by it.
type deviceToken struct {
	id     string
	proofs []string
}

// parseDevice reads a token as a browser sends it. One whose id was not given out after a
// login is the zero value.
func parseDevice(key Key, text string) deviceToken {
	parts := strings.Split(text, ".")
	if len(parts) < 3 || !id.Valid(parts[0]) || !hmac.Equal([]byte(parts[1]), []byte(key.sign(parts[0]))) {
		return deviceToken{}
	}
	return deviceToken{id: parts[0], proofs: parts[2:min(len(parts), 2+maxDeviceUsers)]}
}

// text returns the token as parseDevice reads it.
func (d deviceToken) text(key Key) string {
	return strings.Join(append([]string{d.id, key.sign(d.id)}, d.proofs...), ".")
}

// knows reports whether a user has logged in with the device since their password was set.
func (d deviceToken) knows(key Key, user User) bool {
	if d.id == "" {
		return false
	}
	proof := []byte(key.deviceProof(d.id, user))
	return slices.ContainsFunc(d.proofs, func(other string) bool { return hmac.Equal([]byte(other), proof) })
}

// with returns the token of the device after a login of a user.
func (d deviceToken) with(key Key, user User) deviceToken {
	if d.id == "" {
		d.id = id.New()
	}
	proof := key.deviceProof(d.id, user)
	others := slices.DeleteFunc(slices.Clone(d.proofs), func(other string) bool { return other == proof })
	others = others[:min(len(others), maxDeviceUsers-1)]
	return deviceToken{id: d.id, proofs: append([]string{proof}, others...)}
}

// deviceProof returns the signature over a device and a user who has logged in with it.
func (k Key) deviceProof(deviceID string, user User) string {
	return k.sign(deviceID, user.Email, user.PasswordHash)
}

// sign returns the signature (HMAC-SHA256, its first 128 bits) over parts without zero bytes.
func (k Key) sign(parts ...string) string {
	mac := hmac.New(sha256.New, k.device)
	mac.Write([]byte(strings.Join(parts, "\x00")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// knowsDevice reports whether whoever has an email has logged in with a device since their
// password was set. It reads the database whether or not anyone has the email.
func (s *Service) knowsDevice(ctx context.Context, device deviceToken, email string) (bool, error) {
	user, err := userByTypedEmail(ctx, s.db, email)
	if errors.Is(err, db.ErrNoRow) {
		return false, nil
	}
	return err == nil && device.knows(s.key, user), err
}
