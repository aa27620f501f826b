package account

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"kirana/internal/id"
)

// maxDeviceUsers is how many people's logins a device is remembered for: a family shares one.
const maxDeviceUsers = 5

// deviceToken names a browser and proves which users have logged in with it: guesses of
// others cannot lock it out, and it cannot be made up. Its text is the device's id and
// one proof for each user, the newest first, with dots between.
type deviceToken struct {
	id     string
	proofs []string
}

// parseDevice reads a token as a browser sends it; whatever it is, it proves nothing yet.
func parseDevice(text string) deviceToken {
	parts := strings.Split(text, ".")
	if len(parts) < 2 || !id.Valid(parts[0]) {
		return deviceToken{}
	}
	return deviceToken{id: parts[0], proofs: parts[1:min(len(parts), 1+maxDeviceUsers)]}
}

func (d deviceToken) String() string { return strings.Join(append([]string{d.id}, d.proofs...), ".") }

// knows reports whether somebody has logged in with the device under an email.
func (d deviceToken) knows(key Key, email string) bool {
	if d.id == "" {
		return false
	}
	proof := []byte(key.deviceProof(d.id, email))
	return slices.ContainsFunc(d.proofs, func(other string) bool { return hmac.Equal([]byte(other), proof) })
}

// with returns the token of the device after a login under an email.
func (d deviceToken) with(key Key, email string) deviceToken {
	if d.id == "" {
		d.id = id.New()
	}
	proof := key.deviceProof(d.id, email)
	others := slices.DeleteFunc(slices.Clone(d.proofs), func(other string) bool { return other == proof })
	others = others[:min(len(others), maxDeviceUsers-1)]
	return deviceToken{id: d.id, proofs: append([]string{proof}, others...)}
}

// deviceProof returns the signature (HMAC-SHA256) over a device and a user who has logged in with it.
func (k Key) deviceProof(deviceID, email string) string {
	mac := hmac.New(sha256.New, k.device)
	mac.Write([]byte(deviceID + "\x00" + email))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}
