package address

import (
	"context"
	"time"

	"kirana/internal/db"
)

const columns = `id, user_id, address_line, city, state, pincode, country, mobile, receiver, landmark, status, created_at, updated_at`

func insert(ctx context.Context, tx *db.Tx, address Address) error {
	return db.Insert(ctx, tx, `
		INSERT INTO addresses (`+columns+`)
		VALUES (:id, :user_id, :address_line, :city, :state, :pincode, :country, :mobile, :receiver, :landmark, :status, :created_at, :updated_at)`,
		address)
}

func active(ctx context.Context, q db.Querier, userID string) ([]Address, error) {
	return db.All[Address](ctx, q, `
		SELECT `+columns+`
		FROM addresses
		WHERE user_id = $1 AND status = TRUE
		ORDER BY created_at DESC, id DESC`, userID)
}

func activeOf(ctx context.Context, q db.Querier, userIDs []string) ([]Address, error) {
	if len(userIDs) == 0 {
		return nil, nil
	}
	return db.All[Address](ctx, q, `
		SELECT `+columns+`
		FROM addresses
		WHERE user_id IN (`+db.Placeholders(1, len(userIDs))+`) AND status = TRUE
		ORDER BY created_at DESC, id DESC`, db.Args(userIDs)...)
}

func activeByID(ctx context.Context, q db.Querier, userID, addressID string) (Address, error) {
	return db.Get[Address](ctx, q, `
		SELECT `+columns+`
		FROM addresses
		WHERE id = $1 AND user_id = $2 AND status = TRUE`, addressID, userID)
}

func countActive(ctx context.Context, q db.Querier, userID string) (int, error) {
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM addresses WHERE user_id = $1 AND status = TRUE`, userID)
}

// addressKey identifies an address of a user.
type addressKey struct{ userID, addressID string }

// update and disable change the user's active address and return the new state. They return db.ErrNoRow
// for a removed address or another user's.
func update(ctx context.Context, tx *db.Tx, key addressKey, postal PostalAddress, at time.Time) (Address, error) {
	return db.Get[Address](ctx, tx, `
		UPDATE addresses
		SET address_line = $3, city = $4, state = $5, pincode = $6, country = $7, mobile = $8, receiver = $9, landmark = $10, updated_at = $11
		WHERE id = $1 AND user_id = $2 AND status = TRUE
		RETURNING `+columns,
		key.addressID, key.userID, postal.Line, postal.City, postal.State, postal.Pincode, postal.Country, postal.Mobile,
		postal.Receiver, postal.Landmark, at)
}

func disable(ctx context.Context, tx *db.Tx, key addressKey, at time.Time) (Address, error) {
	return db.Get[Address](ctx, tx, `
		UPDATE addresses
		SET status = FALSE, updated_at = $3
		WHERE id = $1 AND user_id = $2 AND status = TRUE
		RETURNING `+columns, key.addressID, key.userID, at)
}

// MoveTo moves the addresses of user from, including removed ones, to user into.
func MoveTo(ctx context.Context, tx *db.Tx, from, into string) error {
	return db.Exec(ctx, tx, `UPDATE addresses SET user_id = $2 WHERE user_id = $1`, from, into)
}
