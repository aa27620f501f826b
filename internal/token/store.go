package token

import (
	"context"
	"maps"
	"slices"
	"time"

	"kirana/internal/db"
)

// usable is the SQL condition of a token that may be used at the time $1.
const usable = `(t.expires_at IS NULL OR t.expires_at > $1) AND u.staff_role = 'OWNER' AND u.status = 'Active'`

func list(ctx context.Context, q db.Querier, now time.Time) ([]Token, error) {
	return db.All[Token](ctx, q, `
		SELECT t.id, t.name, t.scope, u.name AS made_by, t.created_at, t.expires_at, t.last_used_at, (`+usable+`) AS active
		FROM program_tokens t
		JOIN users u ON u.id = t.user_id
		ORDER BY t.created_at DESC, t.id DESC`, now)
}

// byHash reads the token with a hash if it may be used.
func byHash(ctx context.Context, q db.Querier, hash string, now time.Time) (Token, error) {
	return db.Get[Token](ctx, q, `
		SELECT t.id, t.name, t.scope
		FROM program_tokens t
		JOIN users u ON u.id = t.user_id
		WHERE t.hash = $2 AND `+usable, now, hash)
}

type tokenRow struct {
	Token

	UserID string `db:"user_id"`
	Hash   string `db:"hash"`
}

func insert(ctx context.Context, tx *db.Tx, row tokenRow) error {
	return db.Insert(ctx, tx, `
		INSERT INTO program_tokens (id, user_id, name, scope, hash, created_at, expires_at)
		VALUES (:id, :user_id, :name, :scope, :hash, :created_at, :expires_at)`, row)
}

func count(ctx context.Context, q db.Querier) (int, error) {
	return db.Get[int](ctx, q, `SELECT COUNT(*) FROM program_tokens`)
}

// remove deletes a token and returns its name.
func remove(ctx context.Context, tx *db.Tx, tokenID string) (name string, err error) {
	return db.Get[string](ctx, tx, `DELETE FROM program_tokens WHERE id = $1 RETURNING name`, tokenID)
}

// saveUses writes the last uses in id order, so that two nodes lock the rows in the same order.
func saveUses(ctx context.Context, tx *db.Tx, uses map[string]time.Time) error {
	for _, tokenID := range slices.Sorted(maps.Keys(uses)) {
		if err := db.Exec(ctx, tx, `UPDATE program_tokens SET last_used_at = $2 WHERE id = $1`, tokenID, uses[tokenID]); err != nil {
			return err
		}
	}
	return nil
}
