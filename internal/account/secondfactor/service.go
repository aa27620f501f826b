// Package secondfactor implements the second factors of staff logins: codes of an authenticator app (RFC 6238),
// passkeys (WebAuthn), and recovery codes for a lost device.
package secondfactor

import (
	"context"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"kirana/internal/clock"
	"kirana/internal/db"
)

// Service adds, verifies and removes second factors.
type Service struct {
	Options

	// relyingParty verifies passkeys; nil if browsers support none.
	relyingParty *webauthn.WebAuthn
}

// Options are the dependencies of a Service.
type Options struct {
	DB    *db.DB
	Clock clock.Clock
	Key   Key
	Users Users
	// ShopName returns the name under which apps and devices list an account.
	ShopName func(ctx context.Context) (string, error)
}

// User is the account of a second factor.
type User struct{ ID, Email, Name string }

// Users reads accounts.
type Users interface {
	// User returns a user, or fault.NotFound.
	User(ctx context.Context, q db.Querier, userID string) (User, error)
	// Lock serializes the transactions of a user.
	Lock(ctx context.Context, tx *db.Tx, userID string) error
	// PasskeyAdded notifies a user of a new passkey after the transaction commits.
	PasskeyAdded(ctx context.Context, tx *db.Tx, now time.Time, user User) error
}

// Key encrypts the secrets of authenticator apps.
type Key interface {
	Encrypt(secret string) (string, error)
	// Decrypt fails for a text that was encrypted with another key.
	Decrypt(ciphertext string) (string, error)
}

// New returns a Service. Passkeys are off until UsePasskeys.
func New(o Options) *Service { return &Service{Options: o} }

// DeleteAll removes a user's authenticator app, passkeys and recovery codes.
func DeleteAll(ctx context.Context, tx *db.Tx, userID string) error {
	if err := deletePasskeys(ctx, tx, userID); err != nil {
		return err
	}
	return deleteFactor(ctx, tx, userID)
}

// DeleteSince removes an authenticator app begun or enabled since a time, and passkeys added since. If it
// removed any, it also removes the recovery codes, because the person who added the factor has seen the codes.
func DeleteSince(ctx context.Context, tx *db.Tx, userID string, since time.Time) error {
	passkeys, err := deletePasskeysSince(ctx, tx, userID, since)
	if err != nil {
		return err
	}
	codes, err := deleteFactorSince(ctx, tx, userID, since)
	if err != nil || codes+passkeys == 0 {
		return err
	}
	return deleteRecoveryCodes(ctx, tx, userID)
}

// DeleteExpired removes expired challenges.
func DeleteExpired(ctx context.Context, tx *db.Tx, now time.Time) error {
	return deleteExpiredChallenges(ctx, tx, now)
}
