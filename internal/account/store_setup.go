package account

import (
	"context"
	"time"

	"kirana/internal/db"
)

// noOwner is the condition that the shop has no owner. It repeats the condition of the index on staff; otherwise SQLite
// reads all users.
const noOwner = `NOT EXISTS (SELECT 1 FROM users WHERE staff_role <> '' AND staff_role = 'OWNER')`

func hasOwner(ctx context.Context, tx *db.Tx) (bool, error) {
	n, err := db.Get[int](ctx, tx, `SELECT COUNT(*) FROM users WHERE staff_role <> '' AND staff_role = 'OWNER'`)
	return n > 0, err
}

func replaceSetupToken(ctx context.Context, tx *db.Tx, hash string, now time.Time) error {
	return db.Exec(ctx, tx, `
		INSERT INTO setup_tokens (id, token_hash, created_at) VALUES (1, $1, $2)
		ON CONFLICT (id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at`, hash, now)
}

func setupTokenHash(ctx context.Context, q db.Querier) (string, error) {
	return db.Get[string](ctx, q, `SELECT token_hash FROM setup_tokens WHERE `+noOwner)
}

// spendSetupToken deletes a setup token. It returns false if the token is spent or replaced.
func spendSetupToken(ctx context.Context, tx *db.Tx, hash string) (bool, error) {
	n, err := db.ExecRows(ctx, tx, `DELETE FROM setup_tokens WHERE token_hash = $1 AND `+noOwner, hash)
	return n == 1, err
}

// closeSetup deletes the setup token of a shop with an owner.
func closeSetup(ctx context.Context, tx *db.Tx) error {
	return db.Exec(ctx, tx, `DELETE FROM setup_tokens`)
}
