package ucp

import (
	"context"
	"time"

	"kirana/internal/db"
)

func insert(ctx context.Context, tx *db.Tx, carts ...record) error {
	return db.Insert(ctx, tx, `
		INSERT INTO agent_carts (id, lines, expires_at)
		VALUES (:id, :lines, :expires_at)`, carts...)
}

// byID reads a cart that has not expired.
func byID(ctx context.Context, q db.Querier, id string, now time.Time) (record, error) {
	return db.Get[record](ctx, q, `
		SELECT id, lines, expires_at
		FROM agent_carts
		WHERE id = $1 AND expires_at > $2`, id, now)
}

func update(ctx context.Context, tx *db.Tx, cart record, now time.Time) (int64, error) {
	return db.ExecRows(ctx, tx, `
		UPDATE agent_carts
		SET lines = $2, expires_at = $3
		WHERE id = $1 AND expires_at > $4`, cart.ID, cart.Lines, cart.ExpiresAt, now)
}

// remove deletes a cart that has not expired, and returns it.
func remove(ctx context.Context, tx *db.Tx, id string, now time.Time) (record, error) {
	return db.Get[record](ctx, tx, `
		DELETE FROM agent_carts
		WHERE id = $1 AND expires_at > $2
		RETURNING id, lines, expires_at`, id, now)
}

func deleteExpired(ctx context.Context, tx *db.Tx, now time.Time) error {
	return db.Exec(ctx, tx, `DELETE FROM agent_carts WHERE expires_at <= $1`, now)
}
