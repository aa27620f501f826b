package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
)

const (
	// stuckAfter is how long a job that is due may take before somebody should know.
	stuckAfter = 5 * time.Minute
	// stuckRetention is how long somebody should know of a job that was given up.
	stuckRetention = 24 * time.Hour
)

// Stuck is the jobs that do not get done: given up within a day, or due for five minutes.
type Stuck struct {
	Count  int       `db:"n"`
	Since  time.Time `db:"created_at"` // of the oldest, UTC
	Reason string    `db:"last_error"` // why its last attempt failed, without secrets
}

// StuckOf returns the jobs of some kinds that do not get done.
func StuckOf(ctx context.Context, q db.Querier, now time.Time, kinds []string) (Stuck, error) {
	args := append([]any{now.Add(-stuckAfter), now.Add(-stuckRetention)}, db.Args(kinds)...)
	stuck, err := db.Get[Stuck](ctx, q, `
		SELECT created_at, last_error, COUNT(*) OVER () AS n
		FROM jobs
		WHERE ((given_up_at IS NULL AND created_at < $1) OR given_up_at >= $2) AND kind IN (`+db.Placeholders(3, len(kinds))+`)
		ORDER BY created_at, id
		LIMIT 1`, args...)
	if errors.Is(err, db.ErrNoRow) {
		return Stuck{}, nil
	}
	return stuck, err
}

// TryAgain makes the jobs of some kinds that do not get done due now, once more, and
// returns how many these are. A job that a worker has leased keeps its lease.
func TryAgain(ctx context.Context, tx *db.Tx, now time.Time, kinds []string) (int64, error) {
	args := append([]any{now, now.Add(lease), now.Add(-stuckRetention)}, db.Args(kinds)...)
	// A worker's lease never ends later than that; a job that waits longer is not leased.
	n, err := db.Exec(ctx, tx, `
		UPDATE jobs
		SET due_at = $1, given_up_at = NULL
		WHERE attempts > 0 AND ((given_up_at IS NULL AND due_at > $2) OR given_up_at >= $3)
			AND kind IN (`+db.Placeholders(4, len(kinds))+`)`, args...)
	if err != nil {
		return 0, fmt.Errorf("try jobs again: %w", err)
	}
	for _, kind := range kinds {
		tx.Notify(topicOf(kind))
	}
	return n, nil
}
