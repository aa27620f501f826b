package account

import (
	"context"
	"errors"
	"time"

	"kirana/internal/account/secondfactor"
	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// deletedName is the name of a deleted account, stored in English.
var deletedName = language.Word("Deleted account")

// SQL expressions on users u.
const (
	// IsDeleted reports whether the account was deleted.
	IsDeleted = `(u.email = 'deleted-' || u.id || '@invalid')`
	// ContactEmail is the email of the login; "" for a customer without a login and for a deleted account.
	ContactEmail = `CASE WHEN ` + IsDeleted + ` THEN '' ELSE u.email END`
)

var errStaffStays = fault.New(fault.Conflict, "staff_stays", "You work in the shop. The owner has to remove you from the staff first.")

// Delete removes a user's name, email, mobile, picture and note, in the caller's transaction, ends all logins and
// prevents new ones. deleted_accounts keeps the identity until EraseDeleted. Delete returns the URL of the picture. A
// member of staff fails with fault.Conflict; an unknown, merged or deleted user fails with fault.NotFound.
func (s *Service) Delete(ctx context.Context, tx *db.Tx, userID string, now time.Time) (avatar string, err error) {
	user, err := selectUserForUpdate(ctx, tx, userID)
	if errors.Is(err, db.ErrNoRow) {
		return "", errNoUser
	}
	if err != nil {
		return "", err
	}
	if user.StaffRole != "" {
		return "", errStaffStays
	}
	if user.isDeleted() || user.MergedInto != "" {
		return "", errNoUser
	}
	// The entry has only the id, not the name, even if the user is the actor.
	entry, actorCtx := audit.Entry{What: "customer.delete", Object: userID, ObjectID: userID}, ctx
	if audit.ActorOf(ctx).UserID == userID {
		entry, actorCtx = audit.Entry{What: "account.delete"}, audit.WithActor(ctx, audit.Actor{UserID: userID})
	}
	if err := audit.Write(actorCtx, tx, now, entry); err != nil {
		return "", err
	}
	if err := endLogins(ctx, tx, userID, now); err != nil {
		return "", err
	}
	return user.Avatar, anonymize(ctx, tx, user, now)
}

// Deleted is the identity of a deleted account.
type Deleted struct {
	UserID    string    `db:"user_id"`
	Email     string    `db:"email"`
	DeletedAt time.Time `db:"deleted_at"`
}

// DeletedBefore returns up to limit accounts that were deleted before a time and not erased yet.
func (s *Service) DeletedBefore(ctx context.Context, before time.Time, limit int) ([]Deleted, error) {
	return db.All[Deleted](ctx, s.db, `
		SELECT user_id, email, deleted_at
		FROM deleted_accounts
		WHERE deleted_at < $1
		ORDER BY deleted_at
		LIMIT $2`, before, limit)
}

// EraseDeleted erases the identity of a deleted account, and its logins.
func (s *Service) EraseDeleted(ctx context.Context, tx *db.Tx, userID string) error {
	for _, table := range []string{"deleted_accounts", "logins"} {
		if err := db.Exec(ctx, tx, `DELETE FROM `+table+` WHERE user_id = $1`, userID); err != nil {
			return err
		}
	}
	return nil
}

// anonymize moves a user's identity to deleted_accounts and deletes private rows. Among them is the row of
// customer_sums, without which lists of customers do not show the account.
func anonymize(ctx context.Context, tx *db.Tx, user User, now time.Time) error {
	err := db.Exec(ctx, tx, `
		INSERT INTO deleted_accounts (user_id, name, email, mobile, deleted_at)
		VALUES ($1, $2, $3, $4, $5)`, user.ID, user.Name, user.Email, user.Mobile, now)
	if err != nil {
		return err
	}
	// The email becomes available for a new account. Its replacement is not a valid address.
	err = db.Exec(ctx, tx, `
		UPDATE users
		SET name = $2, email = $3, password_hash = '', mobile = '', avatar = '', language = '', note = '', suspended_reason = '',
			status = 'Inactive', verify_email = FALSE, last_login_at = NULL, updated_at = $4
		WHERE id = $1`, user.ID, deletedName.String(), "deleted-"+user.ID+"@invalid", now)
	if err != nil {
		return err
	}
	for _, table := range []string{"email_codes", "email_undos", "push_subscriptions", "customer_sums", "customer_mobiles", "customer_invites"} {
		if err := db.Exec(ctx, tx, `DELETE FROM `+table+` WHERE user_id = $1`, user.ID); err != nil {
			return err
		}
	}
	if err := secondfactor.DeleteAll(ctx, tx, user.ID); err != nil {
		return err
	}
	return db.Exec(ctx, tx, `DELETE FROM password_resets WHERE email = $1`, user.Email)
}
