package account

import (
	"context"
	"time"

	"kirana/internal/db"
)

// confirmedAt returns when the password was last typed in a login.
func confirmedAt(ctx context.Context, q db.Querier, loginID string) (*time.Time, error) {
	return db.Get[*time.Time](ctx, q, `SELECT confirmed_at FROM logins WHERE id = $1`, loginID)
}

func confirmLogin(ctx context.Context, tx *db.Tx, loginID string, now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE logins SET confirmed_at = $2 WHERE id = $1`, loginID, now)
}

func updatePasswordHash(ctx context.Context, tx *db.Tx, userID, hash string, now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1`, userID, hash, now)
}

// emailUndo is the code of a link that undoes a change of email.
type emailUndo struct {
	Hash      string    `db:"hash"`
	UserID    string    `db:"user_id"`
	Email     string    `db:"email"` // before the change
	ExpiresAt time.Time `db:"expires_at"`
	CreatedAt time.Time `db:"created_at"`
}

func insertUndo(ctx context.Context, tx *db.Tx, undo emailUndo) error {
	return db.Insert(ctx, tx, `
		INSERT INTO email_undos (hash, user_id, email, expires_at, created_at)
		VALUES (:hash, :user_id, :email, :expires_at, :created_at)`, undo)
}

// spendUndo deletes a valid code and returns it.
func spendUndo(ctx context.Context, tx *db.Tx, hash string, now time.Time) (emailUndo, error) {
	return db.Get[emailUndo](ctx, tx, `
		DELETE FROM email_undos
		WHERE hash = $1 AND expires_at > $2
		RETURNING hash, user_id, email, expires_at, created_at`, hash, now)
}

// deleteUndosSince deletes the undo codes of a change and of later ones, so that the thief's own links stop working.
func deleteUndosSince(ctx context.Context, tx *db.Tx, userID string, since time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM email_undos WHERE user_id = $1 AND created_at >= $2`, userID, since)
}

func isUndoValid(ctx context.Context, q db.Querier, hash string, now time.Time) (bool, error) {
	n, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM email_undos WHERE hash = $1 AND expires_at > $2`, hash, now)
	return n == 1, err
}

// refuseReserved returns errEmailTaken for an address that belonged to another user, who may still undo the change of email.
func refuseReserved(ctx context.Context, q db.Querier, email, userID string, now time.Time) error {
	n, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM email_undos WHERE email = $1 AND user_id <> $2 AND expires_at > $3`, email, userID, now)
	if err == nil && n > 0 {
		return errEmailTaken
	}
	return err
}

func deleteExpiredUndos(ctx context.Context, tx *db.Tx, now time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM email_undos WHERE expires_at < $1`, now)
}
