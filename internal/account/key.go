package account

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
	"kirana/internal/db/keyring"
)

// Key hashes OTPs, signs device tokens, and encrypts the codes in the outbox and the secrets of second factors. Without
// the key, a copy of the database reveals no OTP and opens no link. The keys of Links and Webhooks are derived from it.
type Key struct {
	otp    []byte
	device []byte
	links  []byte

	webhooks []byte
	aead     cipher.AEAD
}

const (
	// KeyName is the name of the Key's secret in the keyring.
	KeyName = "account"
	// keyBytes is the length of the secret and of the keys derived from it.
	keyBytes = 32
)

// ErrWrongKey is returned for a text that was not encrypted with the key.
var ErrWrongKey = errors.New("a code was not encrypted with this shop's key")

// NewKey derives the key from a secret of at least 256 bits.
func NewKey(secret []byte) (Key, error) {
	if len(secret) < keyBytes {
		return Key{}, errors.New("the account key is too short")
	}
	otp, err := hkdf.Key(sha256.New, secret, nil, "kirana otp", keyBytes)
	if err != nil {
		return Key{}, err
	}
	device, err := hkdf.Key(sha256.New, secret, nil, "kirana device", keyBytes)
	if err != nil {
		return Key{}, err
	}
	links, err := hkdf.Key(sha256.New, secret, nil, "kirana links", keyBytes)
	if err != nil {
		return Key{}, err
	}
	encryption, err := hkdf.Key(sha256.New, secret, nil, "kirana seal", keyBytes)
	if err != nil {
		return Key{}, err
	}
	webhooks, err := hkdf.Key(sha256.New, secret, nil, "kirana webhooks", keyBytes)
	if err != nil {
		return Key{}, err
	}
	block, err := aes.NewCipher(encryption)
	if err != nil {
		return Key{}, err
	}
	aead, err := cipher.NewGCM(block)
	return Key{otp: otp, device: device, links: links, webhooks: webhooks, aead: aead}, err
}

// Links returns the key for URLs that work without a login.
func (k Key) Links() []byte { return k.links }

// Webhooks returns the key for the secrets that sign webhook requests.
func (k Key) Webhooks() []byte { return k.webhooks }

// LoadKey returns the shop's key, and creates it if it is missing. The key of a SQLite shop is a file in dir, outside
// the database.
func LoadKey(ctx context.Context, d *db.DB, dir string, now time.Time) (Key, error) {
	secret, err := keyring.LoadOrCreate(ctx, d, keyring.Key{Name: KeyName, Dir: dir}, now)
	if err != nil {
		return Key{}, err
	}
	return NewKey(secret)
}

// hashOTP returns the hash of an OTP for an email.
func (k Key) hashOTP(email, otp string) string {
	mac := hmac.New(sha256.New, k.otp)
	mac.Write([]byte(email + "\x00" + otp))
	return hex.EncodeToString(mac.Sum(nil))
}

// requesterHash returns the stored form of an OTP's requester, which does not reveal the address.
func (k Key) requesterHash(requester string) string { return k.hashOTP("requester", requester) }

// Ciphertext is an encrypted code in the outbox.
type Ciphertext string

func (k Key) encrypt(secret string) (Ciphertext, error) {
	nonce := make([]byte, k.aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return "", fmt.Errorf("encrypt a code: %w", err)
	}
	return Ciphertext(base64.StdEncoding.EncodeToString(k.aead.Seal(nonce, nonce, []byte(secret), nil))), nil
}

func (k Key) decrypt(s Ciphertext) (string, error) {
	b, err := base64.StdEncoding.DecodeString(string(s))
	if err != nil || len(b) < k.aead.NonceSize() {
		return "", ErrWrongKey
	}
	secret, err := k.aead.Open(nil, b[:k.aead.NonceSize()], b[k.aead.NonceSize():], nil)
	if err != nil {
		return "", ErrWrongKey
	}
	return string(secret), nil
}
