package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"kirana/internal/fault"
)

// The parameters of argon2id are OWASP's second choice (19 MiB, two passes, one
// lane): https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const (
	argonMemory  = 19 * 1024
	argonPasses  = 2
	argonLanes   = 1
	argonSaltLen = 16
	argonKeyLen  = 32
)

// hashing bounds how many passwords are worked on at once: each takes 19 MiB,
// and 200 logins at once without a bound took 3.7 GB.
var hashing = make(chan struct{}, 4)

//go:embed common_passwords.txt
var commonList string

var common = func() map[string]bool {
	known := map[string]bool{}
	for _, word := range strings.Fields(commonList) {
		known[word] = true
	}
	return known
}()

// validatePassword holds the rules for a new password.
func validatePassword(field, password string) error {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		return fault.InField(field, "Password must have %d to %d characters.", minPassword, maxPassword)
	}
	if common[strings.ToLower(password)] {
		return fault.InField(field, "This password is too common. Please choose another one.")
	}
	return nil
}

// hashPassword answers a PHC string: $argon2id$v=19$m=…,t=…,p=…$salt$key.
func hashPassword(ctx context.Context, password string) (string, error) {
	salt := make([]byte, argonSaltLen)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make a salt: %w", err)
	}
	key, err := derive(ctx, password, salt, cost{argonMemory, argonPasses, argonLanes})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonPasses, argonLanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// verifyPassword takes the same time for every password of one hash.
func verifyPassword(ctx context.Context, hash, password string) (bool, error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 {
		return false, fmt.Errorf("a password hash has an unknown form")
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, fmt.Errorf("read a salt: %w", err)
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, fmt.Errorf("read a password hash: %w", err)
	}
	// What the hash says it cost, so that the parameters above can change one day.
	var c cost
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.lanes); err != nil || c.passes == 0 || c.lanes == 0 {
		return false, fmt.Errorf("a password hash has unknown parameters")
	}
	got, err := derive(ctx, password, salt, c)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

// cost is the memory in KiB, the passes and the lanes of a hash.
type cost struct {
	memory, passes uint32
	lanes          uint8
}

func derive(ctx context.Context, password string, salt []byte, c cost) ([]byte, error) {
	select {
	case hashing <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-hashing }()
	return argon2.IDKey([]byte(password), salt, c.passes, c.memory, c.lanes, argonKeyLen), nil
}

// dummyHash is verified when an email is unknown, so that both refusals of a
// login take the same time. Its password is not known to anyone.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhlcmUhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
