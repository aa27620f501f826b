package address

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/db"
)

// retention is how long removed addresses (status FALSE) are kept.
const retention = 400 * 24 * time.Hour

// DisableAll marks all addresses of a user as removed; Sweep erases them after the retention.
func DisableAll(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	return db.Exec(ctx, tx, `UPDATE addresses SET status = FALSE, updated_at = $2 WHERE user_id = $1 AND status = TRUE`, userID, now)
}

// EraseAll erases all addresses of a user; their orders have their own copies.
func EraseAll(ctx context.Context, tx *db.Tx, userID string) error {
	return db.Exec(ctx, tx, `DELETE FROM addresses WHERE user_id = $1`, userID)
}

// ListAll returns the user's addresses, newest first, including removed ones.
func (s *Service) ListAll(ctx context.Context, userID string) ([]Address, error) {
	return db.All[Address](ctx, s.db, `
		SELECT `+columns+`
		FROM addresses
		WHERE user_id = $1
		ORDER BY created_at DESC, id DESC`, userID)
}

// Sweep erases addresses removed more than 400 days ago.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.clock.Now().Add(-retention)
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		return db.Exec(ctx, tx, `DELETE FROM addresses WHERE status = FALSE AND updated_at < $1`, before)
	})
	if err != nil {
		return fmt.Errorf("erase removed addresses: %w", err)
	}
	return nil
}
