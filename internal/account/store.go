package account

import (
	"context"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/unicodetext"
)

const userColumns = `id, name, email, password_hash, mobile, avatar, role, staff_role, status, verify_email, last_login_at, created_at, updated_at, merged_into, language`

type loginRow struct {
	ID        string    `db:"id"`
	UserID    string    `db:"user_id"`
	CreatedAt time.Time `db:"created_at"`
	Device    string    `db:"device"`
	Address   string    `db:"address"`
	// ConfirmedAt is the time at which the password was last typed.
	ConfirmedAt time.Time `db:"confirmed_at"`
}

type tokenRow struct {
	Hash      string     `db:"hash"`
	LoginID   string     `db:"login_id"`
	Kind      string     `db:"kind"`
	Parent    string     `db:"parent"` // hash of the refresh token that it replaced
	ExpiresAt time.Time  `db:"expires_at"`
	SpentAt   *time.Time `db:"spent_at"`
}

// presentedToken is a refresh token that a client has sent, with the state of its login and the user's status.
type presentedToken struct {
	tokenRow

	LoginAt time.Time  `db:"created_at"`
	EndedAt *time.Time `db:"ended_at"`
	Status  string     `db:"status"`
}

func insertUser(ctx context.Context, tx *db.Tx, user User) error {
	return db.Insert(ctx, tx, `
		INSERT INTO users (`+userColumns+`)
		VALUES (:id, :name, :email, :password_hash, :mobile, :avatar, :role, :staff_role, :status, :verify_email, :last_login_at, :created_at, :updated_at, :merged_into, :language)`,
		user)
}

func saveUser(ctx context.Context, tx *db.Tx, user User) error {
	return db.Exec(ctx, tx, `
		UPDATE users
		SET name = $2, email = $3, mobile = $4, avatar = $5, verify_email = $6, updated_at = $7
		WHERE id = $1`,
		user.ID, user.Name, user.Email, user.Mobile, user.Avatar, user.VerifyEmail, user.UpdatedAt)
}

func setLanguage(ctx context.Context, tx *db.Tx, userID, lang string) error {
	return db.Exec(ctx, tx, `UPDATE users SET language = $2 WHERE id = $1`, userID, lang)
}

func userByID(ctx context.Context, q db.Querier, userID string) (User, error) {
	return db.Get[User](ctx, q, `SELECT `+userColumns+` FROM users WHERE id = $1`, userID)
}

func userByEmail(ctx context.Context, q db.Querier, email string) (User, error) {
	return db.Get[User](ctx, q, `SELECT `+userColumns+` FROM users WHERE email = $1 AND email <> ''`, email)
}

// userByTypedEmail finds a user by any form of the email. An exact match comes first, because an older program stored
// two forms as two addresses.
func userByTypedEmail(ctx context.Context, q db.Querier, text string) (User, error) {
	email, _ := unicodetext.Email(text)
	return db.Get[User](ctx, q, `
		SELECT `+userColumns+`
		FROM users
		WHERE email IN ($1, $2) AND email <> ''
		ORDER BY CASE WHEN email = $2 THEN 0 ELSE 1 END
		LIMIT 1`, email, strings.ToLower(strings.TrimSpace(text)))
}

func hasUsers(ctx context.Context, q db.Querier) (bool, error) {
	n, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM (SELECT id FROM users LIMIT 1) AS anyone`)
	return n > 0, err
}

func selectUserForUpdate(ctx context.Context, tx *db.Tx, userID string) (User, error) {
	return db.Get[User](ctx, tx, `SELECT `+userColumns+` FROM users WHERE id = $1`+tx.ForUpdate(), userID)
}

// relatedIDs reads the ids of the user's rows in other features.
func relatedIDs(ctx context.Context, q db.Querier, user User) (UserDetails, error) {
	details := UserDetails{User: user}
	var err error
	if details.AddressDetails, err = db.All[string](ctx, q, `
		SELECT id FROM addresses
		WHERE user_id = $1 AND status = TRUE
		ORDER BY id`, user.ID); err != nil {
		return details, err
	}
	if details.ShoppingCart, err = db.All[string](ctx, q, `
		SELECT id FROM cart_lines
		WHERE user_id = $1
		ORDER BY id`, user.ID); err != nil {
		return details, err
	}
	details.OrderHistory, err = db.All[string](ctx, q, `
		SELECT id FROM orders
		WHERE user_id = $1 AND NOT hidden
		ORDER BY id DESC
		LIMIT 100`, user.ID)
	return details, err
}

func insertLogin(ctx context.Context, tx *db.Tx, login loginRow) error {
	return db.Insert(ctx, tx, `
		INSERT INTO logins (id, user_id, created_at, device, address, confirmed_at)
		VALUES (:id, :user_id, :created_at, :device, :address, :confirmed_at)`, login)
}

// endOldestLogins ends all open logins of a user except the newest maxLogins.
func endOldestLogins(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE logins
		SET ended_at = $2
		WHERE user_id = $1 AND ended_at IS NULL AND id NOT IN (
			SELECT id FROM logins WHERE user_id = $1 AND ended_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $3
		)`, userID, now, maxLogins)
}

// recordLogin records a login. It returns false if the verified password is not the current one.
func recordLogin(ctx context.Context, tx *db.Tx, userID, passwordHash string, now time.Time) (bool, error) {
	n, err := db.ExecRows(ctx, tx, `UPDATE users SET last_login_at = $3 WHERE id = $1 AND password_hash = $2`, userID, passwordHash, now)
	return n == 1, err
}

func endLogin(ctx context.Context, tx *db.Tx, loginID string, now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE logins SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL`, loginID, now)
}

func insertTokens(ctx context.Context, tx *db.Tx, tokens []tokenRow) error {
	return db.Insert(ctx, tx, `
		INSERT INTO tokens (hash, login_id, kind, parent, expires_at, spent_at)
		VALUES (:hash, :login_id, :kind, :parent, :expires_at, :spent_at)`, tokens...)
}

// isSiblingSpent reports whether another refresh token that replaced the same one was spent before a time.
func isSiblingSpent(ctx context.Context, q db.Querier, token tokenRow, before time.Time) (bool, error) {
	if token.Parent == "" {
		return false, nil
	}
	n, err := db.Get[int](ctx, q, `
		SELECT COUNT(*)
		FROM tokens
		WHERE parent = $1 AND parent <> '' AND hash <> $2 AND kind = 'refresh' AND spent_at < $3`, token.Parent, token.Hash, before)
	return n > 0, err
}

func spendToken(ctx context.Context, tx *db.Tx, hash string, now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE tokens SET spent_at = $2 WHERE hash = $1 AND spent_at IS NULL`, hash, now)
}

// lockToken locks the token's row, so that concurrent refreshes of two tabs run one after another.
func lockToken(ctx context.Context, tx *db.Tx, hash string) (presentedToken, error) {
	token, err := db.Get[presentedToken](ctx, tx, `
		SELECT hash, login_id, kind, parent, expires_at, spent_at
		FROM tokens
		WHERE hash = $1 AND kind = 'refresh'`+tx.ForUpdate(), hash)
	if err != nil {
		return token, err
	}
	owner, err := db.Get[presentedToken](ctx, tx, `
		SELECT logins.created_at, logins.ended_at, users.status
		FROM logins
		JOIN users ON users.id = logins.user_id
		WHERE logins.id = $1`, token.LoginID)
	token.LoginAt, token.EndedAt, token.Status = owner.LoginAt, owner.EndedAt, owner.Status
	return token, err
}

func loginOfToken(ctx context.Context, q db.Querier, hash string) (string, error) {
	return db.Get[string](ctx, q, `SELECT login_id FROM tokens WHERE hash = $1 AND kind = 'refresh'`, hash)
}

func identityByToken(ctx context.Context, q db.Querier, hash string, now time.Time) (Identity, error) {
	return db.Get[Identity](ctx, q, `
		SELECT logins.user_id, logins.id AS login_id, users.name, users.role, users.staff_role
		FROM tokens
		JOIN logins ON logins.id = tokens.login_id
		JOIN users ON users.id = logins.user_id
		WHERE tokens.hash = $1 AND tokens.kind = 'access' AND tokens.expires_at > $2
			AND logins.ended_at IS NULL AND users.status = 'Active'`, hash, now)
}

func deleteExpiredLogins(ctx context.Context, tx *db.Tx, before time.Time) error {
	if err := db.Exec(ctx, tx, `DELETE FROM tokens WHERE expires_at < $1`, before); err != nil {
		return err
	}
	return db.Exec(ctx, tx, `
		DELETE FROM logins
		WHERE created_at < $1 AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.login_id = logins.id)`, before)
}
