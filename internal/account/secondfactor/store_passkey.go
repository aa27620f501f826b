package secondfactor

import (
	"context"
	"encoding/base64"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"kirana/internal/db"
)

type passkeyRow struct {
	Passkey

	UserID       string                       `db:"user_id"`
	CredentialID string                       `db:"credential_id"`
	Credential   db.JSON[webauthn.Credential] `db:"credential"`
}

// credentialID returns a passkey's id as stored.
func credentialID(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func insertPasskey(ctx context.Context, tx *db.Tx, row passkeyRow) error {
	return db.Insert(ctx, tx, `
		INSERT INTO passkeys (id, user_id, credential_id, name, credential, created_at)
		VALUES (:id, :user_id, :credential_id, :name, :credential, :created_at)`, row)
}

func passkeysOf(ctx context.Context, q db.Querier, userID string) ([]passkeyRow, error) {
	return db.All[passkeyRow](ctx, q, `
		SELECT id, user_id, credential_id, name, credential, copied_at, last_used_at, created_at
		FROM passkeys
		WHERE user_id = $1
		ORDER BY created_at, id`, userID)
}

func countPasskeys(ctx context.Context, q db.Querier, userID string) (int, error) {
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM passkeys WHERE user_id = $1`, userID)
}

// usePasskey records the use of a passkey, with its new counter.
func usePasskey(ctx context.Context, tx *db.Tx, id string, credential db.JSON[webauthn.Credential], now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE passkeys SET credential = $2, last_used_at = $3 WHERE id = $1`, id, credential, now)
}

func markCopied(ctx context.Context, tx *db.Tx, id string, now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE passkeys SET copied_at = $2 WHERE id = $1`, id, now)
}

// deletePasskey deletes a user's passkey and returns its name.
func deletePasskey(ctx context.Context, tx *db.Tx, userID, id string) (name string, err error) {
	return db.Get[string](ctx, tx, `DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING name`, userID, id)
}

func deletePasskeys(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `DELETE FROM passkeys WHERE user_id = $1`, userID)
}

// deletePasskeysSince deletes the user's passkeys added since a time, and returns their number.
func deletePasskeysSince(ctx context.Context, tx *db.Tx, userID string, since time.Time) (int64, error) {
	return db.ExecRows(ctx, tx, `DELETE FROM passkeys WHERE user_id = $1 AND created_at >= $2`, userID, since)
}

type challengeRow struct {
	Hash      string                        `db:"hash"`
	Purpose   challengePurpose              `db:"purpose"`
	UserID    string                        `db:"user_id"`
	Session   db.JSON[webauthn.SessionData] `db:"session"`
	ExpiresAt time.Time                     `db:"expires_at"`
}

func insertChallenge(ctx context.Context, tx *db.Tx, row challengeRow) error {
	return db.Insert(ctx, tx, `
		INSERT INTO passkey_challenges (hash, purpose, user_id, session, expires_at)
		VALUES (:hash, :purpose, :user_id, :session, :expires_at)`, row)
}

// spendChallenge deletes and returns a valid challenge of a purpose and user.
func spendChallenge(ctx context.Context, tx *db.Tx, want challengeRow, now time.Time) (challengeRow, error) {
	return db.Get[challengeRow](ctx, tx, `
		DELETE FROM passkey_challenges
		WHERE hash = $1 AND purpose = $2 AND user_id = $3 AND expires_at > $4
		RETURNING hash, purpose, user_id, session, expires_at`, want.Hash, want.Purpose, want.UserID, now)
}

func deleteExpiredChallenges(ctx context.Context, tx *db.Tx, now time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM passkey_challenges WHERE expires_at < $1`, now)
}
