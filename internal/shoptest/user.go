package shoptest

import (
	"context"
	"errors"
	"testing"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/id"
)

// PasswordCost is argon2id's minimum: tests hash many passwords.
var PasswordCost = account.PasswordCost{MemoryKiB: 8, Passes: 1, Lanes: 1}

// AccountKey returns the account.Key of the test shops.
func AccountKey(t testing.TB) account.Key {
	t.Helper()
	key, err := account.NewKey([]byte("a secret of the test shop, 256 bits"))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// AddShopper adds a shopper and returns their id.
func AddShopper(t testing.TB, d *db.DB) string {
	t.Helper()
	return addUser(t, d, "Ravi Kulkarni", "USER")
}

// AddAdministrator adds an administrator with the role OWNER and returns their id.
func AddAdministrator(t testing.TB, d *db.DB) string {
	t.Helper()
	return AddStaff(t, d, "OWNER")
}

// AddStaff adds an administrator with a staff role and returns their id.
func AddStaff(t testing.TB, d *db.DB, staffRole string) string {
	t.Helper()
	userID := addUser(t, d, "Asha Deshmukh", "ADMIN")
	arrange(t, d, `UPDATE users SET staff_role = $2 WHERE id = $1`, userID, staffRole)
	return userID
}

func addUser(t testing.TB, d *db.DB, name, role string) string {
	t.Helper()
	userID := id.New()
	arrange(t, d, `
		INSERT INTO users (id, name, email, password_hash, mobile, role, status, created_at, updated_at)
		VALUES ($1, $2, $3, '', '9876543210', $4, 'Active', $5, $5)`,
		userID, name, userID+"@kirana.test", role, Epoch)
	return userID
}

// AddAddress saves an address of the user and returns its id.
func AddAddress(t testing.TB, d *db.DB, userID string) string {
	t.Helper()
	addressID := id.New()
	arrange(t, d, `
		INSERT INTO addresses (id, user_id, address_line, city, state, pincode, country, mobile, status, created_at, updated_at)
		VALUES ($1, $2, '12 Lake Road', 'Pune', 'Maharashtra', '411001', 'India', '9876543210', TRUE, $3, $3)`,
		addressID, userID, Epoch)
	return addressID
}

// IdentifyByUserID accepts a user's id as their token, so that tests of other features need no
// login.
func IdentifyByUserID(d *db.DB) func(ctx context.Context, token string) (httpapi.Identity, error) {
	return func(ctx context.Context, token string) (httpapi.Identity, error) {
		user, err := db.Get[struct {
			Name      string            `db:"name"`
			Role      string            `db:"role"`
			StaffRole httpapi.StaffRole `db:"staff_role"`
		}](ctx, d, `SELECT name, role, staff_role FROM users WHERE id = $1`, token)
		if errors.Is(err, db.ErrNoRow) {
			return httpapi.Identity{}, httpapi.ErrUnauthenticated
		}
		return httpapi.Identity{UserID: token, LoginID: token, Name: user.Name, Admin: user.Role == "ADMIN", StaffRole: user.StaffRole}, err
	}
}

func arrange(t testing.TB, d *db.DB, statement string, args ...any) {
	t.Helper()
	if err := run(t.Context(), d, statement, args...); err != nil {
		t.Fatalf("arrange the test: %v", err)
	}
}

func run(ctx context.Context, d *db.DB, statement string, args ...any) error {
	return d.Tx(ctx, func(tx *db.Tx) error {
		return db.Exec(ctx, tx, statement, args...)
	})
}
