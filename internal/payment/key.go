package payment

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"time"

	"kirana/internal/db"
)

// Keep answers 256 random bits that every node of the shop agrees on, in hex,
// made when they are first asked for under this name.
func Keep(ctx context.Context, d *db.DB, name string, now time.Time) (string, error) {
	var fresh [32]byte
	_, _ = rand.Read(fresh[:]) // never fails: https://pkg.go.dev/crypto/rand#Read
	var kept string
	err := d.Tx(ctx, func(tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO keys (name, value, created_at)
			VALUES ($1, $2, $3)
			ON CONFLICT (name) DO NOTHING`, name, hex.EncodeToString(fresh[:]), now); err != nil {
			return err
		}
		var err error
		kept, err = db.Get[string](ctx, tx, `SELECT value FROM keys WHERE name = $1`, name)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("keep a key of payments: %w", err)
	}
	return kept, nil
}
