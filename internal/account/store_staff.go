package account

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
)

type staffInvite struct {
	ID        string    `db:"id"`
	TokenHash string    `db:"token_hash"`
	Email     string    `db:"email"`
	StaffRole StaffRole `db:"staff_role"`
	InvitedBy string    `db:"invited_by"`
	ExpiresAt time.Time `db:"expires_at"`
	CreatedAt time.Time `db:"created_at"`
}

const inviteColumns = `id, token_hash, email, staff_role, invited_by, expires_at, created_at`

func listStaff(ctx context.Context, q db.Querier) ([]StaffMember, error) {
	return db.All[StaffMember](ctx, q, `
		SELECT id, name, email, staff_role, status, FALSE AS invited, NULL AS expires_at
		FROM users
		WHERE staff_role <> ''
		ORDER BY CASE staff_role WHEN 'OWNER' THEN 1 WHEN 'MANAGER' THEN 2 ELSE 3 END, name, id`)
}

// FindStaff returns a member of staff, and whether there is one with this id.
func FindStaff(ctx context.Context, q db.Querier, userID string) (member StaffMember, found bool, err error) {
	member, err = db.Get[StaffMember](ctx, q, `
		SELECT id, name, email, staff_role, status, FALSE AS invited, NULL AS expires_at
		FROM users
		WHERE id = $1 AND staff_role <> ''`, userID)
	if errors.Is(err, db.ErrNoRow) {
		return member, false, nil
	}
	return member, err == nil, err
}

func listInvites(ctx context.Context, q db.Querier, now time.Time) ([]StaffMember, error) {
	return db.All[StaffMember](ctx, q, `
		SELECT id, '' AS name, email, staff_role, '' AS status, TRUE AS invited, expires_at
		FROM staff_invites
		WHERE expires_at > $1
		ORDER BY email`, now)
}

// upsertInvite saves an invitation and replaces an older one of its email.
func upsertInvite(ctx context.Context, tx *db.Tx, invite staffInvite) error {
	return db.Insert(ctx, tx, `
		INSERT INTO staff_invites (`+inviteColumns+`)
		VALUES (:id, :token_hash, :email, :staff_role, :invited_by, :expires_at, :created_at)
		ON CONFLICT (email) DO UPDATE
		SET id = excluded.id, token_hash = excluded.token_hash, staff_role = excluded.staff_role, invited_by = excluded.invited_by,
			expires_at = excluded.expires_at, created_at = excluded.created_at`, invite)
}

func inviteByToken(ctx context.Context, q db.Querier, tokenHash string, now time.Time) (staffInvite, error) {
	return db.Get[staffInvite](ctx, q, `
		SELECT `+inviteColumns+`
		FROM staff_invites
		WHERE token_hash = $1 AND expires_at > $2`, tokenHash, now)
}

// deleteInvite deletes an invitation. It returns false if it is spent, withdrawn or replaced.
func deleteInvite(ctx context.Context, tx *db.Tx, inviteID, tokenHash string) (bool, error) {
	n, err := db.ExecRows(ctx, tx, `DELETE FROM staff_invites WHERE id = $1 AND token_hash = $2`, inviteID, tokenHash)
	return n == 1, err
}

func withdrawInvite(ctx context.Context, tx *db.Tx, inviteID string) (email string, err error) {
	return db.Get[string](ctx, tx, `DELETE FROM staff_invites WHERE id = $1 RETURNING email`, inviteID)
}

// withdrawInvitesOf withdraws all invitations sent by a user, and returns their emails.
func withdrawInvitesOf(ctx context.Context, tx *db.Tx, userID string) (emails []string, err error) {
	return db.All[string](ctx, tx, `DELETE FROM staff_invites WHERE invited_by = $1 RETURNING email`, userID)
}

func deleteExpiredInvites(ctx context.Context, tx *db.Tx, now time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM staff_invites WHERE expires_at < $1`, now)
}

// lockOwners locks the active owners and returns their ids.
func lockOwners(ctx context.Context, tx *db.Tx) ([]string, error) {
	return db.All[string](ctx, tx, `SELECT id FROM users WHERE staff_role <> '' AND staff_role = 'OWNER' AND status = 'Active' ORDER BY id`+tx.ForUpdate())
}

// updateStaffRole sets a user's staff role. "" makes the user a shopper.
func updateStaffRole(ctx context.Context, tx *db.Tx, userID string, staffRole StaffRole, now time.Time) error {
	role := Admin
	if staffRole == "" {
		role = Shopper
	}
	return db.Exec(ctx, tx, `
		UPDATE users
		SET role = $2, staff_role = $3, updated_at = $4
		WHERE id = $1`, userID, role, staffRole, now)
}

func deletePushSubscriptions(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `DELETE FROM push_subscriptions WHERE user_id = $1`, userID)
}
