package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/db"
)

const (
	// stuckAfter is the age at which a job that is not done is reported.
	stuckAfter = 5 * time.Minute
	// stuckRetention is how long a given-up job is reported.
	stuckRetention = 24 * time.Hour
)

// Stuck are jobs that were given up within the last day, or are not done after five minutes.
type Stuck struct {
	Count  int       `db:"n"`
	Since  time.Time `db:"created_at"` // of the oldest, UTC
	Reason string    `db:"last_error"` // error of the last attempt, without secrets
}

// StuckOf returns the stuck jobs of some kinds.
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

// TryAgain makes jobs of some kinds due now, and returns their number: those given up within a day,
// and those whose next retry is more than a lease away. A job leased by a lane with the default timeout
// keeps its lease.
func TryAgain(ctx context.Context, tx *db.Tx, now time.Time, kinds []string) (int64, error) {
	args := append([]any{now, now.Add(lease), now.Add(-stuckRetention)}, db.Args(kinds)...)
	// No lease of an ordinary lane ends after now plus lease, so a job with a later time is waiting.
	n, err := db.ExecRows(ctx, tx, `
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
