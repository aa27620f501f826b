package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
)

// row is the one row of settings.
type row struct {
	Value   string `db:"value"`
	Version int    `db:"version"`
}

// load reads the settings and their version; version 0 is a shop without any.
func load(ctx context.Context, q db.Querier, lock string) (Settings, int, error) {
	stored, err := db.Get[row](ctx, q, `SELECT value, version FROM settings WHERE id = 1`+lock)
	if errors.Is(err, db.ErrNoRow) {
		return Defaults(), 0, nil
	}
	if err != nil {
		return Settings{}, 0, err
	}
	s := Defaults()
	if err := json.Unmarshal([]byte(stored.Value), &s); err != nil {
		return Settings{}, 0, fmt.Errorf("read the kept settings: %w", err)
	}
	return s, stored.Version, nil
}

func save(ctx context.Context, tx *db.Tx, s Settings, version int, at time.Time) error {
	value, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return db.Exec(ctx, tx, `
		INSERT INTO settings (id, value, version, updated_at) VALUES (1, $1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET value = excluded.value, version = excluded.version, updated_at = excluded.updated_at`,
		string(value), version, at)
}

// countUnlabeled counts the published products that do not say who made or packed them, or
// where they come from.
func countUnlabeled(ctx context.Context, q db.Querier) (int, error) {
	n, err := db.Get[int](ctx, q, `
		SELECT COUNT(*)
		FROM products
		WHERE deleted_at IS NULL AND publish AND (maker = '' OR origin = '')`)
	if err != nil {
		return 0, fmt.Errorf("count the products without a label: %w", err)
	}
	return n, nil
}
