package account

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
	"kirana/internal/language"
)

// WalkInID is the id of the row of unknown customers at the counter. The row is in no list, has no login or khata, and
// cannot be merged: it counts as merged into itself.
const WalkInID = "walkincustomer0000"

// EnsureWalkIn creates the row of unknown customers.
func EnsureWalkIn(ctx context.Context, tx *db.Tx, at time.Time) error {
	return db.Exec(ctx, tx, `
		INSERT INTO users (id, name, email, password_hash, role, status, merged_into, created_at, updated_at)
		VALUES ($1, 'Walk-in', '', '', 'USER', 'Inactive', $1, $2, $2)
		ON CONFLICT (id) DO NOTHING`, WalkInID, at)
}

// CustomerName returns a customer's name; for unknown customers "Walk-in" and for a deleted account "Deleted account", in
// a language.
func CustomerName(lang, userID, name string) string {
	switch {
	case userID == WalkInID:
		return language.Text(lang, "Walk-in")
	case name == deletedName.String():
		return deletedName.In(lang)
	}
	return name
}

// CustomerID returns the id of a customer, or of the customer into which it was merged. For staff, the walk-in customer
// and unknown ids it returns ErrNoCustomer.
func CustomerID(ctx context.Context, q db.Querier, userID string) (string, error) {
	current, err := db.Get[string](ctx, q, `
		SELECT CASE WHEN merged_into = '' THEN id ELSE merged_into END
		FROM users
		WHERE id = $1 AND id <> $2 AND staff_role = ''`, userID, WalkInID)
	if errors.Is(err, db.ErrNoRow) {
		err = ErrNoCustomer
	}
	return current, err
}
