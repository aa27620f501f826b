package account

import "time"

// TOTPCode returns the code that an authenticator app shows for a secret.
func TOTPCode(secret string, at time.Time) (string, error) {
	key, err := totpEncoding.DecodeString(secret)
	return totpCode(key, at.Unix()/totpPeriod), err
}
