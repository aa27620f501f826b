package secondfactor

import (
	"context"
	"time"

	"kirana/internal/db"
)

type secondFactor struct {
	UserID    string     `db:"user_id"`
	Secret    string     `db:"secret"`     // encrypted
	EnabledAt *time.Time `db:"enabled_at"` // nil: not enabled yet
	LastStep  int64      `db:"last_step"`
	CreatedAt time.Time  `db:"created_at"`
}

const factorColumns = `user_id, secret, enabled_at, last_step, created_at`

func factorOf(ctx context.Context, q db.Querier, userID string) (secondFactor, error) {
	return db.Get[secondFactor](ctx, q, `SELECT `+factorColumns+` FROM second_factors WHERE user_id = $1`, userID)
}

func lockFactor(ctx context.Context, tx *db.Tx, userID string) (secondFactor, error) {
	return db.Get[secondFactor](ctx, tx, `SELECT `+factorColumns+` FROM second_factors WHERE user_id = $1`+tx.ForUpdate(), userID)
}

// upsertFactor stores a new secret and replaces one that was never enabled. It returns 0 if an enabled one exists.
func upsertFactor(ctx context.Context, tx *db.Tx, factor secondFactor) (int64, error) {
	return db.ExecRows(ctx, tx, `
		INSERT INTO second_factors (user_id, secret, created_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
		WHERE second_factors.enabled_at IS NULL`, factor.UserID, factor.Secret, factor.CreatedAt)
}

// enableFactor sets the time since which the factor is enabled, and makes codes up to a period invalid.
func enableFactor(ctx context.Context, tx *db.Tx, userID string, step int64, since time.Time) error {
	return db.Exec(ctx, tx, `UPDATE second_factors SET enabled_at = $2, last_step = $3 WHERE user_id = $1`, userID, since, step)
}

// deleteFactor removes a user's authenticator app and, if the user has no passkeys, the recovery codes.
func deleteFactor(ctx context.Context, tx *db.Tx, userID string) error {
	if err := deleteFactorRow(ctx, tx, userID); err != nil {
		return err
	}
	return deleteUselessCodes(ctx, tx, userID)
}

// deleteUselessCodes removes the recovery codes of a user without an enabled app or a passkey.
func deleteUselessCodes(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `
		DELETE FROM recovery_codes
		WHERE user_id = $1
			AND NOT EXISTS (SELECT 1 FROM second_factors WHERE user_id = $1 AND enabled_at IS NOT NULL)
			AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1)`, userID)
}

func deleteRecoveryCodes(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `DELETE FROM recovery_codes WHERE user_id = $1`, userID)
}

func deleteFactorRow(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `DELETE FROM second_factors WHERE user_id = $1`, userID)
}

// deleteFactorSince removes an authenticator app begun or enabled since a time, and returns the number removed.
func deleteFactorSince(ctx context.Context, tx *db.Tx, userID string, since time.Time) (int64, error) {
	return db.ExecRows(ctx, tx, `DELETE FROM second_factors WHERE user_id = $1 AND (created_at >= $2 OR enabled_at >= $2)`, userID, since)
}

func insertRecoveryCodes(ctx context.Context, tx *db.Tx, userID string, codes []string) error {
	type row struct {
		Hash   string `db:"hash"`
		UserID string `db:"user_id"`
	}
	rows := make([]row, len(codes))
	for i, code := range codes {
		rows[i] = row{recoveryHash(userID, code), userID}
	}
	return db.Insert(ctx, tx, `INSERT INTO recovery_codes (hash, user_id) VALUES (:hash, :user_id)`, rows...)
}

func countRecoveryCodes(ctx context.Context, q db.Querier, userID string) (int, error) {
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1`, userID)
}

func spendRecoveryCode(ctx context.Context, tx *db.Tx, userID, code string) (bool, error) {
	n, err := db.ExecRows(ctx, tx, `DELETE FROM recovery_codes WHERE hash = $1 AND user_id = $2`, recoveryHash(userID, code), userID)
	return n == 1, err
}
