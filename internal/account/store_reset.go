package account

import (
	"context"
	"database/sql/driver"
	"errors"
	"time"

	"kirana/internal/db"
)

const resetColumns = `email, requester, asked, otp_hash, otp_expires_at, tries, token_hash, token_expires_at`

// upsertReset returns the row of an email and requester, which it creates if needed, and locks it until the transaction
// ends.
func upsertReset(ctx context.Context, tx *db.Tx, key resetKey, now time.Time) (resetState, error) {
	return db.Get[resetState](ctx, tx, `
		INSERT INTO password_resets (email, requester, asked, otp_hash, otp_expires_at, tries, updated_at)
		VALUES ($1, $2, '[]', '', $3, 0, $3)
		ON CONFLICT (email, requester) DO UPDATE SET updated_at = password_resets.updated_at
		RETURNING `+resetColumns, key.email, key.requester, now)
}

// lockResets returns the rows of an email and locks them until the transaction ends.
func lockResets(ctx context.Context, tx *db.Tx, email string) ([]resetState, error) {
	return db.All[resetState](ctx, tx, `SELECT `+resetColumns+` FROM password_resets WHERE email = $1 ORDER BY requester`+tx.ForUpdate(), email)
}

func saveReset(ctx context.Context, tx *db.Tx, r resetState, now time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE password_resets
		SET asked = $3, otp_hash = $4, otp_expires_at = $5, tries = $6, token_hash = $7, token_expires_at = $8, updated_at = $9
		WHERE email = $1 AND requester = $2`,
		r.Email, r.Requester, r.RequestedAt, r.OTPHash, r.OTPExpiresAt, r.Tries, r.TokenHash, r.TokenExpiresAt, now)
}

func spendOTP(ctx context.Context, tx *db.Tx, r resetState) error {
	return db.Exec(ctx, tx, `UPDATE password_resets SET otp_hash = '' WHERE email = $1 AND requester = $2`, r.Email, r.Requester)
}

// voidResets invalidates all OTPs and granted resets of an email.
func voidResets(ctx context.Context, tx *db.Tx, email string) error {
	return db.Exec(ctx, tx, `
		UPDATE password_resets
		SET otp_hash = '', token_hash = NULL, token_expires_at = NULL
		WHERE email = $1`, email)
}

func resetByToken(ctx context.Context, q db.Querier, tokenHash string, now time.Time) (resetState, error) {
	return db.Get[resetState](ctx, q, `
		SELECT `+resetColumns+`
		FROM password_resets
		WHERE token_hash = $1 AND token_expires_at > $2`, tokenHash, now)
}

// spendReset spends a token. It returns false if the token is spent or expired.
func spendReset(ctx context.Context, tx *db.Tx, tokenHash string, now time.Time) (bool, error) {
	n, err := db.ExecRows(ctx, tx, `
		UPDATE password_resets
		SET token_hash = NULL, token_expires_at = NULL, otp_hash = ''
		WHERE token_hash = $1 AND token_expires_at > $2`, tokenHash, now)
	return n == 1, err
}

// isOTPValid reports whether an OTP of the email can still be used.
func isOTPValid(ctx context.Context, q db.Querier, email, otpHash string, now time.Time) (bool, error) {
	n, err := db.Get[int](ctx, q, `
		SELECT COUNT(*)
		FROM password_resets
		WHERE email = $1 AND otp_hash = $2 AND otp_expires_at > $3 AND tries < $4`, email, otpHash, now, otpTries)
	return n > 0, err
}

func activeByEmail(ctx context.Context, q db.Querier, email string) (user User, found bool, err error) {
	user, err = userByEmail(ctx, q, email)
	if errors.Is(err, db.ErrNoRow) {
		return User{}, false, nil
	}
	return user, user.Status == Active, err
}

func setPassword(ctx context.Context, tx *db.Tx, userID, hash string, now time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE users
		SET password_hash = $2, verify_email = TRUE, updated_at = $3
		WHERE id = $1`, userID, hash, now)
}

func endLogins(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE logins SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL`, userID, now)
}

func deleteOldResets(ctx context.Context, tx *db.Tx, before time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM password_resets WHERE updated_at < $1`, before)
}

// Value encodes the times as JSON.
func (r requestTimes) Value() (driver.Value, error) { return db.JSONText(r) }

// Scan decodes JSON.
func (r *requestTimes) Scan(src any) error { return db.ScanJSON(src, r) }
