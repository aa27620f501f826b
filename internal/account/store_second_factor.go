package account

import (
	"context"
	"time"

	"kirana/internal/db"
)

type secondFactor struct {
	UserID    string     `db:"user_id"`
	Secret    Ciphertext `db:"secret"`
	EnabledAt *time.Time `db:"enabled_at"` // nil: no login asks for it yet
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

// upsertFactor keeps a new secret in place of one that no login asks for; it returns 0
// when logins ask for the one there is.
func upsertFactor(ctx context.Context, tx *db.Tx, factor secondFactor) (int64, error) {
	return db.Exec(ctx, tx, `
		INSERT INTO second_factors (user_id, secret, created_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
		WHERE second_factors.enabled_at IS NULL`, factor.UserID, factor.Secret, factor.CreatedAt)
}

// enableFactor has logins ask for the factor since a time, and spends the codes up to a step.
func enableFactor(ctx context.Context, tx *db.Tx, userID string, step int64, since time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE second_factors SET enabled_at = $2, last_step = $3 WHERE user_id = $1`, userID, since, step)
	return err
}

// deleteFactor removes a user's second factor and the recovery codes of it.
func deleteFactor(ctx context.Context, tx *db.Tx, userID string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM recovery_codes WHERE user_id = $1`, userID); err != nil {
		return err
	}
	_, err := db.Exec(ctx, tx, `DELETE FROM second_factors WHERE user_id = $1`, userID)
	return err
}

// deleteFactorSince removes a second factor that was begun or switched on after a time.
func deleteFactorSince(ctx context.Context, tx *db.Tx, userID string, since time.Time) error {
	n, err := db.Exec(ctx, tx, `DELETE FROM second_factors WHERE user_id = $1 AND (created_at >= $2 OR enabled_at >= $2)`, userID, since)
	if err != nil || n == 0 {
		return err
	}
	return deleteFactor(ctx, tx, userID)
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
	n, err := db.Exec(ctx, tx, `DELETE FROM recovery_codes WHERE hash = $1 AND user_id = $2`, recoveryHash(userID, code), userID)
	return n == 1, err
}
