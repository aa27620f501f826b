package idempotency

import (
	"context"
	"time"

	"kirana/internal/db"
)

// keyRecord is the stored request and response of a key.
type keyRecord struct {
	Fingerprint string `db:"request"`
	Response    string `db:"answer"`
}

// claim takes a free or expired key, and reports whether it did. Until the transaction ends, calls
// with the same key wait here.
func claim(ctx context.Context, tx *db.Tx, key Key, request Request) (bool, error) {
	n, err := db.ExecRows(ctx, tx, `
		INSERT INTO idempotency_keys (user_id, key, request, answer, created_at)
		VALUES ($1, $2, $3, '', $4)
		ON CONFLICT (user_id, key) DO UPDATE
		SET request = excluded.request, answer = '', created_at = excluded.created_at
		WHERE idempotency_keys.created_at <= $5`, key.UserID, key.Value, request.Fingerprint, request.At, request.At.Add(-lifetime))
	return n == 1, err
}

func read(ctx context.Context, q db.Querier, key Key) (keyRecord, error) {
	return db.Get[keyRecord](ctx, q, `
		SELECT request, answer
		FROM idempotency_keys
		WHERE user_id = $1 AND key = $2`, key.UserID, key.Value)
}

// isUsed reports whether a key was used after a time.
func isUsed(ctx context.Context, q db.Querier, key Key, after time.Time) (bool, error) {
	return db.Get[bool](ctx, q, `
		SELECT EXISTS (SELECT 1 FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND created_at > $3)`, key.UserID, key.Value, after)
}

func store(ctx context.Context, tx *db.Tx, key Key, response Response, at time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE idempotency_keys
		SET answer = $3, created_at = $4
		WHERE user_id = $1 AND key = $2`, key.UserID, key.Value, string(response), at)
}

func dropBefore(ctx context.Context, tx *db.Tx, before time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM idempotency_keys WHERE created_at <= $1`, before)
}
