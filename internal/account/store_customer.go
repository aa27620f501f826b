package account

import (
	"context"
	"strings"
	"time"

	"kirana/internal/db"
)

// customerMobile is a mobile number of a customer that staff knows.
type customerMobile struct {
	Mobile    string    `db:"mobile"`
	UserID    string    `db:"user_id"`
	CreatedAt time.Time `db:"created_at"`
}

// insertMobile inserts a number that was unknown when the transaction read it. It returns db.ErrStale if another
// transaction has added it since.
func insertMobile(ctx context.Context, tx *db.Tx, m customerMobile) error {
	return db.ExecGuarded(ctx, tx, db.Guard[string]{Rows: 1, Refusal: db.ErrStale}, `
		INSERT INTO customer_mobiles (mobile, user_id, created_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (mobile) DO NOTHING
		RETURNING mobile`, m.Mobile, m.UserID, m.CreatedAt)
}

// joinMobile inserts a number unless it is known.
func joinMobile(ctx context.Context, tx *db.Tx, m customerMobile) error {
	return db.Insert(ctx, tx, `INSERT INTO customer_mobiles (mobile, user_id, created_at) VALUES (:mobile, :user_id, :created_at) ON CONFLICT (mobile) DO NOTHING`, m)
}

func userByKnownMobile(ctx context.Context, q db.Querier, mobile string) (User, error) {
	return db.Get[User](ctx, q, `SELECT `+userColumns+` FROM users WHERE id = (SELECT user_id FROM customer_mobiles WHERE mobile = $1)`, mobile)
}

func mobilesOf(ctx context.Context, q db.Querier, userID string) ([]string, error) {
	mobiles, err := db.All[string](ctx, q, `SELECT mobile FROM customer_mobiles WHERE user_id = $1 ORDER BY created_at, mobile`, userID)
	return append([]string{}, mobiles...), err // encode as [], not null
}

// MergedOf returns the ids of the customers merged into a user.
func MergedOf(ctx context.Context, tx *db.Tx, userID string) ([]string, error) {
	return db.All[string](ctx, tx, `SELECT id FROM users WHERE merged_into = $1`, userID)
}

func moveMobiles(ctx context.Context, tx *db.Tx, from, into string) error {
	return db.Exec(ctx, tx, `UPDATE customer_mobiles SET user_id = $2 WHERE user_id = $1`, from, into)
}

// joinNotes sets the note of the remaining customer to the chosen note, or to both.
func joinNotes(ctx context.Context, tx *db.Tx, m Merge, now time.Time) error {
	if m.Note == nil {
		notes, err := db.All[string](ctx, tx, `SELECT note FROM users WHERE id IN ($1, $2) AND note <> '' ORDER BY CASE WHEN id = $2 THEN 0 ELSE 1 END`, m.From, m.Into)
		if err != nil {
			return err
		}
		joined := strings.Join(notes, "\n")
		m.Note = &joined
	}
	_, err := replaceNote(ctx, tx, m.Into, *m.Note, now)
	return err
}

// leaveMerged empties the row of a merged customer.
func leaveMerged(ctx context.Context, tx *db.Tx, from, into string, now time.Time) error {
	err := db.Exec(ctx, tx, `
		UPDATE users
		SET merged_into = $2, name = $3, mobile = '', note = '', suspended_reason = '', status = 'Inactive', updated_at = $4
		WHERE id = $1`, from, into, mergedName, now)
	if err != nil {
		return err
	}
	// Customers merged into from earlier now refer to into.
	if err := db.Exec(ctx, tx, `UPDATE users SET merged_into = $2 WHERE merged_into = $1`, from, into); err != nil {
		return err
	}
	return db.Exec(ctx, tx, `DELETE FROM customer_invites WHERE user_id = $1`, from)
}
