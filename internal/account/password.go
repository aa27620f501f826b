package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"kirana/internal/unicodetext"

	"golang.org/x/crypto/argon2"
)

// PasswordCost holds the argon2id parameters of a password hash.
type PasswordCost struct {
	MemoryKiB, Passes uint32
	Lanes             uint8
}

// productionCost is OWASP's second choice (19 MiB, two passes, one lane):
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
var productionCost = PasswordCost{MemoryKiB: 19 * 1024, Passes: 2, Lanes: 1}

const (
	argonSaltLen = 16
	argonKeyLen  = 32
)

// hashing limits concurrent password hashes. Each takes 19 MiB; without a limit, 200 logins took 3.7 GB.
var hashing = make(chan struct{}, 4)

// hashPassword returns a PHC string: $argon2id$v=19$m=…,t=…,p=…$salt$key.
func hashPassword(ctx context.Context, password string, cost PasswordCost) (string, error) {
	password = unicodetext.Compose(password)
	salt := make([]byte, argonSaltLen)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make a salt: %w", err)
	}
	key, err := derive(ctx, password, salt, cost)
	if err != nil {
		return "", err
	}
	return encodeHash(cost, salt, key), nil
}

func encodeHash(cost PasswordCost, salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, cost.MemoryKiB, cost.Passes, cost.Lanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}

// verifyPassword reports whether a password matches a hash. It takes the same time for all passwords, and twice that
// for one with decomposed characters, which older programs hashed without normalization.
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
	// The hash has its own cost, so productionCost can change.
	var cost PasswordCost
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.MemoryKiB, &cost.Passes, &cost.Lanes); err != nil || cost.Passes == 0 || cost.Lanes == 0 {
		return false, fmt.Errorf("a password hash has unknown parameters")
	}
	right := 0
	for _, form := range slices.Compact([]string{unicodetext.Compose(password), password}) {
		got, err := derive(ctx, form, salt, cost)
		if err != nil {
			return false, err
		}
		right |= subtle.ConstantTimeCompare(got, want)
	}
	return right == 1, nil
}

func derive(ctx context.Context, password string, salt []byte, cost PasswordCost) ([]byte, error) {
	select {
	case hashing <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-hashing }()
	return argon2.IDKey([]byte(password), salt, cost.Passes, cost.MemoryKiB, cost.Lanes, argonKeyLen), nil
}

// dummyHash returns a hash that no password matches: its key is all zeros. Verifying it for an unknown email takes as
// long as for a wrong password.
func dummyHash(cost PasswordCost) string {
	return encodeHash(cost, make([]byte, argonSaltLen), make([]byte, argonKeyLen))
}
