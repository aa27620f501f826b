package order

import (
	"context"
	"time"

	"kirana/internal/db"
)

// keyRow is a checkout call that may be repeated. Until its transaction commits,
// everyone else with the same key waits for it.
type keyRow struct {
	Request string `db:"request"`
	Answer  string `db:"answer"`
}

// claimKey answers true when the key is free, or older than since, and from now
// on belongs to this transaction.
func claimKey(ctx context.Context, tx *db.Tx, userID, key, request string, now, since time.Time) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		INSERT INTO idempotency_keys (user_id, key, request, answer, created_at)
		VALUES ($1, $2, $3, '', $4)
		ON CONFLICT (user_id, key) DO UPDATE
		SET request = excluded.request, answer = '', created_at = excluded.created_at
		WHERE idempotency_keys.created_at <= $5`, userID, key, request, now, since)
	return n == 1, err
}

func readKey(ctx context.Context, q db.Querier, userID, key string) (keyRow, error) {
	return db.Get[keyRow](ctx, q, `
		SELECT request, answer
		FROM idempotency_keys
		WHERE user_id = $1 AND key = $2`, userID, key)
}

func keepAnswer(ctx context.Context, tx *db.Tx, userID, key, answer string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE idempotency_keys
		SET answer = $3, created_at = $4
		WHERE user_id = $1 AND key = $2`, userID, key, answer, now)
	return err
}

func dropKeys(ctx context.Context, tx *db.Tx, since time.Time) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM idempotency_keys WHERE created_at <= $1`, since)
	return err
}
