package account

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
)

// emailCode is the code of a mailed link.
type emailCode struct {
	Hash      string    `db:"hash"`
	UserID    string    `db:"user_id"`
	Email     string    `db:"email"`
	ExpiresAt time.Time `db:"expires_at"`
}

func insertCode(ctx context.Context, tx *db.Tx, code emailCode) error {
	return db.Insert(ctx, tx, `
		INSERT INTO email_codes (hash, user_id, email, expires_at)
		VALUES (:hash, :user_id, :email, :expires_at)`, code)
}

// spendCode deletes a valid code and returns it.
func spendCode(ctx context.Context, tx *db.Tx, hash string, now time.Time) (emailCode, error) {
	return db.Get[emailCode](ctx, tx, `
		DELETE FROM email_codes
		WHERE hash = $1 AND expires_at > $2
		RETURNING hash, user_id, email, expires_at`, hash, now)
}

// pendingEmail returns the email that the user is changing to, or "".
func pendingEmail(ctx context.Context, q db.Querier, user User, now time.Time) (string, error) {
	email, err := db.Get[string](ctx, q, `
		SELECT email
		FROM email_codes
		WHERE user_id = $1 AND email <> $2 AND expires_at > $3`, user.ID, user.Email, now)
	if errors.Is(err, db.ErrNoRow) {
		return "", nil
	}
	return email, err
}

func isCodeValid(ctx context.Context, q db.Querier, hash string, now time.Time) (bool, error) {
	n, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM email_codes WHERE hash = $1 AND expires_at > $2`, hash, now)
	return n == 1, err
}

func deleteCodes(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `DELETE FROM email_codes WHERE user_id = $1`, userID)
}

func deleteExpiredCodes(ctx context.Context, tx *db.Tx, now time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM email_codes WHERE expires_at < $1`, now)
}
