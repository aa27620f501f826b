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
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kirana/internal/db"
)

// Key hashes OTPs and seals the secrets that wait in the outbox. Who has a copy
// of the database but not the key can neither guess an OTP nor open a link.
type Key struct {
	otp  []byte
	aead cipher.AEAD
}

const (
	keyName  = "account"
	keyBytes = 32
)

// ErrWrongKey is what opening a sealed secret answers when the key was lost or replaced.
var ErrWrongKey = errors.New("a sealed secret does not fit the shop's key")

// NewKey derives the key from a secret of at least 256 bits.
func NewKey(secret []byte) (Key, error) {
	if len(secret) < keyBytes {
		return Key{}, errors.New("the account key is too short")
	}
	otp, err := hkdf.Key(sha256.New, secret, nil, "kirana otp", keyBytes)
	if err != nil {
		return Key{}, err
	}
	sealing, err := hkdf.Key(sha256.New, secret, nil, "kirana seal", keyBytes)
	if err != nil {
		return Key{}, err
	}
	block, err := aes.NewCipher(sealing)
	if err != nil {
		return Key{}, err
	}
	seal, err := cipher.NewGCM(block)
	return Key{otp: otp, aead: seal}, err
}

// LoadKey reads the shop's key, or makes it when there is none. It lies in a file
// of dir, apart from SQLite's; nodes that share a database find it there, as
// they share nothing else.
func LoadKey(ctx context.Context, d *db.DB, dir string, now time.Time) (Key, error) {
	fresh := make([]byte, keyBytes)
	if _, err := rand.Read(fresh); err != nil {
		return Key{}, fmt.Errorf("make the account key: %w", err)
	}
	var kept string
	var err error
	if d.MultiNode() {
		kept, err = keepKeyRow(ctx, d, hex.EncodeToString(fresh), now)
	} else {
		kept, err = keepKeyFile(dir, hex.EncodeToString(fresh))
	}
	if err != nil {
		return Key{}, fmt.Errorf("keep the account key: %w", err)
	}
	secret, err := hex.DecodeString(strings.TrimSpace(kept))
	if err != nil {
		// Not the error itself: it quotes what it could not read.
		return Key{}, errors.New("the account key cannot be read")
	}
	return NewKey(secret)
}

// keepKeyFile answers the key in dir, after putting fresh there when it had none.
func keepKeyFile(dir, fresh string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	place := filepath.Join(dir, keyName+".key")
	kept, err := os.ReadFile(place)
	if !errors.Is(err, fs.ErrNotExist) {
		return string(kept), err
	}
	// Written whole beside its place, then linked: of two programs that start at
	// once one wins, and both read what the winner wrote.
	file, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.WriteString(fresh + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return "", err
	}
	if err := os.Link(file.Name(), place); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	kept, err = os.ReadFile(place)
	return string(kept), err
}

func keepKeyRow(ctx context.Context, d *db.DB, fresh string, now time.Time) (string, error) {
	var kept string
	err := d.Tx(ctx, func(tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO keys (name, value, created_at)
			VALUES ($1, $2, $3)
			ON CONFLICT (name) DO NOTHING`, keyName, fresh, now); err != nil {
			return err
		}
		var err error
		kept, err = db.Get[string](ctx, tx, `SELECT value FROM keys WHERE name = $1`, keyName)
		return err
	})
	return kept, err
}

// hashOTP binds the OTP to the email it was sent to.
func (k Key) hashOTP(email, otp string) string {
	mac := hmac.New(sha256.New, k.otp)
	mac.Write([]byte(email + "\x00" + otp))
	return hex.EncodeToString(mac.Sum(nil))
}

// Ciphertext is a secret as the outbox keeps it.
type Ciphertext string

func (k Key) encrypt(secret string) (Ciphertext, error) {
	nonce := make([]byte, k.aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return "", fmt.Errorf("seal a secret: %w", err)
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
