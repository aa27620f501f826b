package account

import (
	"context"
	"maps"
	"slices"
	"time"

	"kirana/internal/db"
)

func loginsOf(ctx context.Context, q db.Querier, userID string, now time.Time) ([]Login, error) {
	return db.All[Login](ctx, q, `
		SELECT id, device, address, created_at, COALESCE(last_seen_at, created_at) AS last_seen_at
		FROM logins
		WHERE user_id = $1 AND ended_at IS NULL
			AND EXISTS (SELECT 1 FROM tokens WHERE login_id = logins.id AND kind = 'refresh' AND expires_at > $2)
		ORDER BY COALESCE(last_seen_at, created_at) DESC, id DESC`, userID, now)
}

// saveLoginUses saves the last uses of logins in order of id, so that two nodes cannot deadlock.
func saveLoginUses(ctx context.Context, tx *db.Tx, uses map[string]time.Time) error {
	for _, loginID := range slices.Sorted(maps.Keys(uses)) {
		if err := db.Exec(ctx, tx, `UPDATE logins SET last_seen_at = $2 WHERE id = $1`, loginID, uses[loginID]); err != nil {
			return err
		}
	}
	return nil
}

func endLoginOf(ctx context.Context, tx *db.Tx, userID, loginID string, now time.Time) (int64, error) {
	return db.ExecRows(ctx, tx, `UPDATE logins SET ended_at = $3 WHERE id = $2 AND user_id = $1 AND ended_at IS NULL`, userID, loginID, now)
}

func endOtherLogins(ctx context.Context, tx *db.Tx, userID, loginID string, now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE logins SET ended_at = $3 WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL`, userID, loginID, now)
}

func suspendedReason(ctx context.Context, q db.Querier, userID string) (string, error) {
	return db.Get[string](ctx, q, `SELECT suspended_reason FROM users WHERE id = $1`, userID)
}

// accountStatus is a user's status, with the reason of a suspension.
type accountStatus struct{ status, reason string }

func updateStatus(ctx context.Context, tx *db.Tx, userID string, to accountStatus, now time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE users
		SET status = $2, suspended_reason = $3, updated_at = $4
		WHERE id = $1`, userID, to.status, to.reason, now)
}

// replaceNote saves staff's note on a user whose row the caller has locked, and returns the previous one.
func replaceNote(ctx context.Context, tx *db.Tx, userID, note string, now time.Time) (previous string, err error) {
	if previous, err = db.Get[string](ctx, tx, `SELECT note FROM users WHERE id = $1`, userID); err != nil {
		return "", err
	}
	err = db.Exec(ctx, tx, `UPDATE users SET note = $2, updated_at = $3 WHERE id = $1`, userID, note, now)
	return previous, err
}
