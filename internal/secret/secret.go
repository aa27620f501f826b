// Package secret makes the random parts of tokens and links, and the hashes under which they are stored.
package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

// New returns 256 random bits as text that can be part of a URL.
func New() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Hash returns the stored form of a secret. It has no salt: a secret with 80 random bits or more cannot be guessed.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
